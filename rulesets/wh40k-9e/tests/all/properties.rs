//! What the engine asks of every ruleset, over whole random games.

use grognard_engine::erased::Module;
use grognard_engine::prove::{self, Games};
use grognard_wh40k_9e::Nine;
use serde_json::json;

fn module() -> Module<Nine> {
    Module::<Nine>::embedded().expect("the embedded data is sound")
}

fn prove(games: u64, property: impl Fn(Games<'_, Nine>)) {
    let module = module();
    let levy = "1 psyker, 10 line +burner, 1 truck, 1 hero warlord";
    for (setup, from) in [
        (json!({}), 0),
        (json!({ "red": levy, "preset": "as-played", "table": "foundry" }), 1000),
        (
            json!({ "red": "1 beast, 5 runner, 3 adepts", "blue": "1 jet, 4 pack, 3 heavy +mortar", "table": "seed 7" }),
            2000,
        ),
    ] {
        property(Games::new(&module, setup, from..from + games).cap(6000));
    }
}

#[test]
fn citations_stand_in_the_catalogue() {
    prove::citations(&module());
}

grognard_engine::properties! { prove:
    games_end: end_without_fault(1),
    every_option_is_taken_and_nothing_else: take_every_option_and_nothing_else(1),
    texts_read_back: read_back_every_text(1),
    saves_resume: resume_from_saves(1),
    take_backs_are_exact: undo_exactly(1),
    known_dice_are_never_used_again: never_use_known_dice_again(1),
    records_replay: replay_every_line(1),
    games_can_be_searched: can_be_searched(1),
}
