//! A force of Warlocks, Wraithguard and Aspects: what is hidden stays hidden, and both bots play with it.

use grognard_engine::erased::System;
use grognard_engine::prove::Games;
use grognard_space_hulk::SpaceHulk;
use serde_json::json;

use crate::boards::{CAP, module};

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
