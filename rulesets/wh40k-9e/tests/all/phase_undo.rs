//! A whole phase is taken back at once, up to the last dice.

use grognard_engine::SeatId;
use grognard_engine::dice::Secret;
use grognard_engine::erased::{DynGame, Module, System};
use grognard_engine::game::PhaseUndo;
use grognard_engine::record::Origin;
use grognard_wh40k_9e::Nine;
use serde_json::json;

const RED: SeatId = SeatId(0);

fn give(game: &mut dyn DynGame, texts: &[&str]) {
    for text in texts {
        game.answer(RED, text, Origin::Player).unwrap_or_else(|why| panic!("`{text}`: {why}"));
    }
}

#[test]
fn all_moves_of_a_phase_are_taken_back_until_dice_were_shown() {
    let system = Module::<Nine>::embedded().expect("the data reads");
    let mut game = system.start(&json!({ "lesson": "move" }), Secret::from_number(1), vec![]).unwrap();
    let before = game.hash();
    assert_eq!(game.phase_undo(RED), None, "nothing was done yet");
    let first = "move red-1 red-1.1=11\",5\" red-1.2=11\",6.6\" red-1.3=11\",8.2\" red-1.4=11\",9.8\" red-1.5=11\",11.4\"";
    give(&mut *game, &["unit red-1", "normal", first, "unit red-2"]);
    assert_eq!(game.phase_undo(RED), Some(PhaseUndo { to: 0, taken: 4, whole: true }));
    assert_eq!(game.phase_undo(SeatId(1)), None, "nothing of it is Blue's");
    game.undo_phase(RED).expect("it is free");
    assert_eq!((game.hash(), game.answers()), (before, 0), "as if nothing had been done");

    give(&mut *game, &["unit red-1", "normal", first, "unit red-2", "advance"]);
    assert_eq!(game.phase_undo(RED), None, "the die of the Advance was shown");
    assert!(game.undo_phase(RED).is_err());
    let second = "move red-2 red-2.1=18\",18\" red-2.2=18\",19.4\" red-2.3=18\",20.8\" red-2.4=18\",22.2\" red-2.5=18\",23.6\"";
    give(&mut *game, &[second]);
    assert_eq!(game.phase_undo(RED), Some(PhaseUndo { to: 5, taken: 1, whole: false }), "back to the die");
    let again = system.replay(&game.record(true)).expect("a record with such a take-back is replayed");
    assert_eq!(again.hash(), game.hash());
}
