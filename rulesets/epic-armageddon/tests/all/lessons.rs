//! Every lesson can be played to its end, by its own first answers, and shows what it says.

use grognard_engine::erased::{Module, System};
use grognard_engine::prove;
use grognard_epic_armageddon::Epic;

fn system() -> Module<Epic> {
    Module::embedded().expect("the data reads")
}

#[test]
fn every_lesson_is_played_to_its_end() {
    let system = system();
    assert_eq!(system.lessons().len(), 9, "one for each training game");
    prove::lessons_end(&system);
}

#[test]
fn a_lesson_is_replayed_from_its_record_and_taken_back() {
    prove::lessons_are_replayed(&system());
}

#[test]
fn lessons_say_whole_sentences_about_rules_that_are_there() {
    prove::lessons_say_what_they_mean(&system(), &["en"]);
}
