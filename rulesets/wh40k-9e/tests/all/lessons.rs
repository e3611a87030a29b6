//! Every lesson can be played to its end, by its own first answers, and shows what it says; in every language.

use grognard_engine::client::Ask;
use grognard_engine::dice::Secret;
use grognard_engine::erased::{Module, System};
use grognard_engine::prove;
use grognard_engine::record::Origin;
use grognard_engine::{SeatId, Viewer};
use grognard_wh40k_9e::Nine;
use serde_json::json;

fn system() -> Module<Nine> {
    Module::embedded().expect("the data reads")
}

#[test]
fn every_lesson_is_played_to_its_end() {
    let system = system();
    assert!(system.lessons().len() >= 7);
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

#[test]
fn a_step_waits_until_what_it_is_for_is_so() {
    let system = system();
    let lesson = system.lessons().iter().find(|lesson| lesson.id == "objectives").expect("it is there");
    let mut game = system.start(&json!({ "lesson": "objectives" }), Secret::from_number(1), vec![]).unwrap();
    for text in ["unit red-1", "normal"] {
        game.answer(SeatId(0), text, Origin::Player).unwrap();
    }
    let short = "move red-1 red-1.1=9.5\",5\" red-1.2=9.5\",6.6\" red-1.3=9.5\",8.2\" red-1.4=9.5\",9.8\" red-1.5=9.5\",11.4\"";
    let there = short.replace("9.5", "14.5");
    assert!(!lesson.steps[2].allows(&*game, SeatId(0), short), "they would not be near the marker");
    assert!(lesson.steps[2].allows(&*game, SeatId(0), &there));
}

#[test]
fn german_says_everything_but_names() {
    prove::translated::<Nine>("de", &["sheet.", "model.", "faction."], 60);
}

#[test]
fn a_battle_speaks_the_language_of_whoever_reads() {
    let system = system();
    let mut game = system.start(&json!({ "lesson": "shoot" }), Secret::from_number(1), vec![]).unwrap();
    let label = |game: &dyn grognard_engine::erased::DynGame| match game
        .prompt(Viewer::Seat(SeatId(0)))
        .map(|prompt| prompt.ask)
    {
        Some(Ask::Options { options, .. }) => options.last().map(|option| option.label.clone()),
        _ => None,
    };
    let (english, hash) = (label(&*game), game.hash());
    game.speak("de");
    assert_ne!(label(&*game), english);
    assert_eq!((game.hash(), game.seats()[0].name.as_str()), (hash, "Rot"));
    game.speak("en");
    assert_eq!(label(&*game), english);
}
