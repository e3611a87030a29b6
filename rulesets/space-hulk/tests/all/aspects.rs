//! A board with warriors of every Aspect and their Exarchs: games end, every option is taken, both bots play on it.

use grognard_engine::erased::System;
use grognard_engine::prove::Games;
use serde_json::json;

use crate::boards::{CAP, module};

#[test]
fn every_state_on_the_way_to_the_end_is_sound() {
    let module = module();
    Games::new(&module, json!({ "mission": "shrine" }), 0..1).end_without_fault();
}

#[test]
fn random_games_end() {
    let module = module();
    let arena = module.arena(&json!({ "mission": "shrine" })).expect("the shrine can be played");
    let bots = ["random", "random"].map(str::to_owned);
    for seed in 0..12 {
        arena.play(&bots, seed, CAP).unwrap_or_else(|why| panic!("shrine, seed {seed}: {why}"));
    }
}

#[test]
fn every_option_is_taken_and_nothing_else() {
    let module = module();
    Games::new(&module, json!({ "mission": "shrine" }), 0..1).take_every_option_and_nothing_else();
}

#[test]
fn both_bots_play_to_the_end() {
    let module = module();
    let arena = module.arena(&json!({ "mission": "shrine" })).expect("the shrine can be played");
    for bots in [["scripted", "scripted"], ["scripted", "random"], ["random", "scripted"]] {
        let bots = bots.map(str::to_owned);
        for seed in 0..4 {
            arena.play(&bots, seed, CAP).unwrap_or_else(|why| panic!("shrine, seed {seed}: {why}"));
        }
    }
}
