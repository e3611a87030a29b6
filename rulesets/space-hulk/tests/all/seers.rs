//! A force of Warlocks, Wraithguard and Aspects: what is hidden stays hidden, and both bots play with it.

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

fn prove(games: u64, property: impl Fn(Games<'_, SpaceHulk>)) {
    let module = module();
    property(Games::new(&module, json!({ "mission": "circle" }), 0..games));
}

#[test]
fn games_end() {
    prove(3, |games| games.end_without_fault());
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
    let arena = module.arena(&json!({ "mission": "circle" })).expect("the circle can be played");
    for bots in [["scripted", "scripted"], ["scripted", "random"], ["random", "scripted"]] {
        let bots = bots.map(str::to_owned);
        for seed in 0..4 {
            arena.play(&bots, seed, CAP).unwrap_or_else(|why| panic!("circle, seed {seed}: {why}"));
        }
    }
}
