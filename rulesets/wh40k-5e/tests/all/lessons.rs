//! Every lesson can be played to its end, by its own first answers, and shows what it says; in every language.

use std::path::Path;

use grognard_engine::data::DataFiles;
use grognard_engine::erased::{Module, System};
use grognard_engine::prove;
use grognard_engine::ruleset::Present;
use grognard_wh40k_5e::Fifth;

/// The system with its data as it stands on the disk: a changed lesson compiles nothing anew.
fn system() -> Module<Fifth> {
    let mut files = DataFiles::embedded(Fifth::embedded());
    files.overlay(&Path::new(env!("CARGO_MANIFEST_DIR")).join("data")).expect("the folder reads");
    Module::new(files).expect("the data reads")
}

/// All lessons together take an evening's first quarter of an hour at most.
const MINUTES: u32 = 15;

#[test]
fn every_lesson_is_played_to_its_end() {
    let system = system();
    let minutes: u32 = system.lessons().iter().map(|lesson| lesson.minutes).sum();
    assert_eq!(system.lessons().len(), 9);
    assert!(minutes <= MINUTES, "{minutes} minutes");
    prove::lessons_end(&system);
}

/// Each lesson says by which book it is played, and both books are taught.
#[test]
fn lessons_are_played_by_either_book() {
    let system = system();
    let by = |rules: &str| system.lessons().iter().filter(|lesson| lesson.setup.contains(rules)).count();
    assert_eq!((by("rules variant"), by("rules base")), (8, 1));
}

#[test]
fn a_lesson_is_replayed_from_its_record_and_taken_back() {
    prove::lessons_are_replayed(&system());
}

#[test]
fn lessons_say_whole_sentences_about_rules_that_are_there() {
    prove::lessons_say_what_they_mean(&system(), &["en", "de"]);
}

#[test]
fn everything_is_said_in_german() {
    prove::translated::<Fifth>("de", &[], 0);
}
