//! What the engine asks of every ruleset, over whole random games.

use grognard_engine::erased::Module;
use grognard_engine::prove::{self, Games};
use grognard_epic_armageddon::Epic;
use serde_json::json;

fn module() -> Module<Epic> {
    Module::<Epic>::embedded().expect("the embedded data is sound")
}

fn prove(games: u64, property: impl Fn(Games<'_, Epic>)) {
    let module = module();
    let setups = [
        (json!({}), 0),
        (json!({ "turns": 3 }), 1000),
        (json!({ "scenario": "fast-attack", "turns": 4 }), 2000),
        (json!({ "scenario": "armoured-vehicles", "turns": 4 }), 3000),
        (json!({ "scenario": "advanced-concepts", "turns": 4 }), 4000),
        (json!({ "scenario": "combined-arms", "turns": 2 }), 5000),
        (json!({ "scenario": "special-abilities", "turns": 2 }), 6000),
        (json!({ "scenario": "korps-grinda", "turns": 3 }), 7000),
        (json!({ "scenario": "first-evening" }), 8000),
    ];
    for (setup, from) in setups {
        property(Games::new(&module, setup, from..from + games).cap(6000));
    }
}

#[test]
fn citations_stand_in_the_catalogue() {
    prove::citations(&module());
}

grognard_engine::properties! { prove:
    games_end: end_without_fault(4),
    every_option_is_taken_and_nothing_else: take_every_option_and_nothing_else(1),
    texts_read_back: read_back_every_text(1),
    saves_resume: resume_from_saves(1),
    take_backs_are_exact: undo_exactly(1),
    known_dice_are_never_used_again: never_use_known_dice_again(1),
    records_replay: replay_every_line(1),
    games_can_be_searched: can_be_searched(1),
}
