//! What the computer would answer is said in words, also where it is none of the suggestions; what a table shows of it.

use grognard_engine::Viewer;
use grognard_engine::client::PromptOption;
use grognard_engine::dice::Secret;
use grognard_engine::erased::{BotSeat, DynGame, Module, System};
use grognard_engine::record::Origin;
use grognard_wh40k_9e::Nine;
use serde_json::json;

fn game() -> Box<dyn DynGame> {
    let system = Module::<Nine>::embedded().expect("the data reads");
    let setup = json!({ "red": "standard", "blue": "standard", "table": "crossroads" });
    system.start(&setup, Secret::from_number(3), vec![]).expect("the armies are sound")
}

/// Lets the scripted player play both sides for so many answers, and shows each before it is given.
fn played(answers: usize, mut look: impl FnMut(&dyn DynGame, &PromptOption)) {
    let mut game = game();
    let mut bots = ["scripted", "scripted"].map(|name| BotSeat::new(name, 7));
    for _ in 0..answers {
        let Some(seat) = game.waits_for().first().copied() else { break };
        let text = game.bot_answer(seat, &mut bots[seat.index()]).expect("it answers everything");
        let option = game.worded(seat, &text, Viewer::Seat(seat)).expect("what it answers is allowed");
        assert_eq!(option.text, text);
        look(&*game, &option);
        game.answer(seat, &text, Origin::Bot).expect("it is allowed");
    }
}

#[test]
fn no_advice_is_a_raw_answer() {
    let (mut moves, mut all) = (0, 0);
    played(120, |_, option| {
        let raw = option.label.contains('=') || option.label == option.text;
        assert!(!option.label.is_empty() && !raw, "{option:?}");
        all += 1;
        moves += usize::from(!option.places.is_empty());
    });
    assert!(all > 60 && moves > 10, "{moves} of {all} put somebody somewhere");
}

#[test]
fn before_the_battle_nobody_has_the_turn_and_turrets_show_where_they_look() {
    let (mut before, mut turrets) = (0, 0);
    played(160, |game, _| {
        let scene = game.scene(Viewer::Spectator);
        let track = |id: &str| scene.tracks.iter().find(|track| track.id == id).expect("it is there");
        if track("round").value == "0" {
            before += 1;
            assert_eq!(track("turn").value, "", "while {}", track("phase").value);
        } else {
            assert!(!track("turn").value.is_empty());
        }
        for shape in scene.shapes.iter().filter(|shape| shape.kind == "turret") {
            assert!(scene.pieces.iter().any(|piece| Some(&piece.id) == shape.of.as_ref()));
            turrets += 1;
        }
    });
    assert!(before > 10 && turrets > 0, "{before} before the battle, {turrets} turrets");
}
