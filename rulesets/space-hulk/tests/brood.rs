//! A board with Hybrid blips, Tyranids and ambush counters: what is hidden stays hidden, and both bots play on it.

use std::path::Path;

use grognard_engine::data::DataFiles;
use grognard_engine::erased::{Module, System};
use grognard_engine::prove::Games;
use grognard_engine::ruleset::Present;
use grognard_space_hulk::SpaceHulk;
use serde_json::json;

const CAP: u64 = 100_000;

fn module() -> Module<SpaceHulk> {
    let mut files = DataFiles::embedded(SpaceHulk::embedded());
    let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/boards");
    files.overlay(&boards).expect("the boards are read");
    Module::new(files).expect("the boards can be played")
}

/// Games on the nest, with ambush counters and with secret command points in turn.
fn prove(games: u64, property: impl Fn(Games<'_, SpaceHulk>)) {
    let module = module();
    for other in [false, true] {
        let setup = json!({ "mission": "nest", "secret_command_points": other, "ambush": !other });
        let from = u64::from(other) * 5_000;
        property(Games::new(&module, setup, from..from + games).asides(&["drop-overwatch sergeant"]));
    }
}

#[test]
fn games_end() {
    prove(4, |games| games.end_without_fault());
}

#[test]
fn every_option_is_taken_and_nothing_else() {
    prove(1, |games| games.take_every_option_and_nothing_else());
}

#[test]
fn views_keep_secrets() {
    prove(2, |games| games.keep_secrets());
}

#[test]
fn games_can_be_searched_from_the_middle() {
    prove(1, |games| games.can_be_searched());
}

#[test]
fn both_bots_play_to_the_end() {
    let module = module();
    let arena = module.arena(&json!({ "mission": "nest", "ambush": true })).expect("the nest can be played");
    for bots in [["scripted", "scripted"], ["scripted", "random"], ["random", "scripted"]] {
        let bots = bots.map(str::to_owned);
        for seed in 0..6 {
            arena.play(&bots, seed, CAP).unwrap_or_else(|why| panic!("nest, seed {seed}: {why}"));
        }
    }
}
