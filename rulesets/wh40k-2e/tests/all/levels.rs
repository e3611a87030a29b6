//! The levels of computer players: they play to the end, the same game again from the same seed, and know only what they see.

use grognard_bots::prove;
use grognard_engine::erased::Module;
use grognard_wh40k_2e::Second;
use serde_json::json;

fn module() -> Module<Second> {
    Module::embedded().expect("the embedded data is sound")
}

#[test]
fn levels_play_to_the_end_and_repeat() {
    prove::levels_play_to_the_end(module(), &json!({}), 0..1, 50_000);
}

#[test]
fn levels_know_only_what_they_see() {
    prove::levels_know_only_what_they_see(&module(), &json!({}), 0..2, 12);
}
