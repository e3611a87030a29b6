//! A board with Hybrid blips, Tyranids and ambush counters: what is hidden stays hidden, and both bots play on it.

use grognard_engine::prove::{self, Games};
use grognard_space_hulk::SpaceHulk;
use serde_json::json;

use crate::boards::{CAP, module};

/// Games on the nest, with ambush counters and with secret command points in turn.
fn prove(games: u64, property: impl Fn(Games<'_, SpaceHulk>)) {
    let module = module();
    for other in [false, true] {
        let setup = json!({ "mission": "nest", "secret_command_points": other, "ambush": !other });
        let from = u64::from(other) * 5_000;
        property(Games::new(&module, setup, from..from + games).asides(&["drop-overwatch sergeant"]));
    }
}

grognard_engine::properties! { prove:
    games_end: end_without_fault(4),
    every_option_is_taken_and_nothing_else: take_every_option_and_nothing_else(1),
    views_keep_secrets: keep_secrets(2),
    games_can_be_searched_from_the_middle: can_be_searched(1),
}

#[test]
fn both_bots_play_to_the_end() {
    prove::bots_finish(&module(), &json!({ "mission": "nest", "ambush": true }), 0..6, CAP);
}
