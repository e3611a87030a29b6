//! What the engine asks of every ruleset, over whole random games.

use grognard_engine::dice::{Dice, Secret};
use grognard_engine::erased::Module;
use grognard_engine::prove::{self, Games};
use grognard_engine::record::Origin;
use grognard_example::Example;
use grognard_example::state::seats;
use serde_json::json;

fn prove(games: u64, property: impl Fn(Games<'_, Example>)) {
    let module = Module::<Example>::embedded().expect("the embedded data is sound");
    for (setup, from) in [(json!({}), 0), (json!({ "mission": "narrow-spine", "rounds": 6 }), 1000)] {
        property(
            Games::new(&module, setup, from..from + games).asides(&["drop guard", "drop anchor"]).cap(800),
        );
    }
}

#[test]
fn citations_stand_in_the_catalogue() {
    prove::citations(&Module::<Example>::embedded().unwrap());
}

#[test]
fn games_end() {
    prove(12, |games| games.end_without_fault());
}

#[test]
fn every_option_is_taken_and_nothing_else() {
    prove(6, |games| games.take_every_option_and_nothing_else());
}

#[test]
fn texts_read_back() {
    prove(20, |games| games.read_back_every_text());
}

#[test]
fn saves_resume() {
    prove(6, |games| games.resume_from_saves());
}

#[test]
fn take_backs_are_exact() {
    prove(12, |games| games.undo_exactly());
}

#[test]
fn known_dice_are_never_used_again() {
    prove(12, |games| games.never_use_known_dice_again());
}

#[test]
fn records_replay() {
    prove(12, |games| games.replay_every_line());
}

#[test]
fn secrets_are_kept() {
    prove(20, |games| games.keep_secrets());
}

#[test]
fn games_can_be_searched() {
    prove(12, |games| games.can_be_searched());
}

#[test]
fn only_its_owner_knows_which_card_was_buried() {
    let module = Module::<Example>::embedded().unwrap();
    let dice = Dice::seeded(Secret::from_number(1).seed(&[]));
    let mut game = module.game(&json!({}), dice).unwrap();
    while game.pending().next().is_some_and(|decision| decision.ask.kind != "bury") {
        let seat = game.pending().next().unwrap().ask.owner;
        let choice = game.default_answer(seat).unwrap();
        game.give(seat, choice, Origin::Clock).unwrap();
    }
    let seat = game.pending().next().unwrap().ask.owner;
    let choice = game.default_answer(seat).unwrap();
    game.give(seat, choice.clone(), Origin::Clock).unwrap();
    for other in seats() {
        let known = game.root(other).answers;
        assert_eq!(known, [(other == seat).then(|| choice.clone())], "{other:?}");
    }
}
