//! Every lesson can be played to its end, by its own first answers, and shows what it says; in every language.

use grognard_engine::erased::{Module, System};
use grognard_engine::prove;
use grognard_wh40k_2e::Second;

fn system() -> Module<Second> {
    Module::embedded().expect("the data reads")
}

#[test]
fn every_lesson_is_played_to_its_end() {
    let system = system();
    assert_eq!(system.lessons().len(), 8);
    prove::lessons_end(&system);
}

#[test]
fn a_lesson_is_replayed_from_its_record_and_taken_back() {
    prove::lessons_are_replayed(&system());
}

#[test]
fn lessons_say_whole_sentences_about_rules_that_are_there() {
    prove::lessons_say_what_they_mean(&system(), &["en", "de"]);
}

/// Names of armies, units and models are left as they are.
#[test]
fn everything_is_said_in_german() {
    let names = ["army.", "unit.", "model.", "vehicle.", "crew.", "race.", "profile.", "support."];
    prove::translated::<Second>("de", &names, 0);
}
