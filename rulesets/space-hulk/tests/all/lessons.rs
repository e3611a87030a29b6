//! Every lesson can be played to its end, by its own first answers, and shows what it says.

use grognard_engine::client::Ask;
use grognard_engine::dice::Secret;
use grognard_engine::erased::{DynGame, Module, System};
use grognard_engine::prove;
use grognard_engine::{SeatId, Viewer};
use grognard_space_hulk::SpaceHulk;
use serde_json::json;

fn system() -> Module<SpaceHulk> {
    Module::embedded().expect("the data reads")
}

#[test]
fn every_lesson_is_played_to_its_end() {
    let system = system();
    assert!(system.lessons().len() >= 8);
    prove::lessons_end(&system);
}

#[test]
fn a_lesson_is_replayed_from_its_record_and_taken_back() {
    prove::lessons_are_replayed(&system());
}

#[test]
fn lessons_say_whole_sentences_about_rules_that_are_there() {
    let system = system();
    prove::lessons_say_what_they_mean(&system, &["en", "de"]);
    assert_eq!(system.languages(), ["en", "de"]);
}

#[test]
fn german_says_nearly_everything() {
    prove::translated::<SpaceHulk>("de", &[], 150);
}

#[test]
fn a_game_speaks_the_language_of_whoever_reads() {
    let system = system();
    let mut game = system.start(&json!({ "lesson": "fire" }), Secret::from_number(1), vec![]).unwrap();
    let learner = SeatId(0);
    let label = |game: &dyn DynGame| match game.prompt(Viewer::Seat(learner)).map(|prompt| prompt.ask) {
        Some(Ask::Options { options, .. }) => options[0].label.clone(),
        _ => String::new(),
    };
    let (english, hash) = (label(&*game), game.hash());
    game.speak("de");
    assert_ne!(label(&*game), english);
    assert_eq!((game.hash(), game.seats()[0].name.as_str()), (hash, "Terminatoren"));
    game.speak("en");
    assert_eq!(label(&*game), english);
}
