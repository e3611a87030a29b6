//! What the engine asks of every ruleset, over whole random games.

use grognard_engine::erased::Module;
use grognard_engine::prove::{self, Games};
use grognard_wh40k_2e::Second;
use serde_json::json;

fn module() -> Module<Second> {
    Module::<Second>::embedded().expect("the embedded data is sound")
}

fn prove(games: u64, property: impl Fn(Games<'_, Second>)) {
    let module = module();
    let setups = [
        (json!({}), 0),
        (json!({ "cover_average": false }), 1000),
        (json!({ "battle": "close-quarters" }), 2000),
        (json!({ "battle": "the-warband" }), 5000),
        (json!({ "battle": "heavy-weapons" }), 3000),
        (json!({ "battle": "first-armour" }), 4000),
    ];
    for (setup, from) in setups {
        property(Games::new(&module, setup, from..from + games).cap(3000));
    }
}

#[test]
fn citations_stand_in_the_catalogue() {
    prove::citations(&module());
}

grognard_engine::properties! { prove:
    games_end: end_without_fault(2),
    every_option_is_taken_and_nothing_else: take_every_option_and_nothing_else(1),
    texts_read_back: read_back_every_text(1),
    saves_resume: resume_from_saves(1),
    take_backs_are_exact: undo_exactly(1),
    records_replay: replay_every_line(1),
}
