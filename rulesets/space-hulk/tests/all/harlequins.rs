//! A troupe of Harlequins: whole games with it end, whoever plays, and every option that is offered can be taken.

use grognard_engine::erased::System;
use grognard_engine::prove::Games;
use serde_json::json;

use crate::boards::{CAP, module};

#[test]
fn random_games_end_without_fault() {
    let module = module();
    Games::new(&module, json!({ "mission": "masque" }), 0..4).end_without_fault();
}

#[test]
fn every_option_is_taken_and_nothing_else() {
    let module = module();
    Games::new(&module, json!({ "mission": "masque" }), 0..1).take_every_option_and_nothing_else();
}

#[test]
fn both_bots_play_to_the_end() {
    let module = module();
    let arena = module.arena(&json!({ "mission": "masque" })).expect("the masque can be played");
    for bots in [["scripted", "scripted"], ["scripted", "random"], ["random", "scripted"]] {
        let bots = bots.map(str::to_owned);
        for seed in 0..4 {
            arena.play(&bots, seed, CAP).unwrap_or_else(|why| panic!("masque, seed {seed}: {why}"));
        }
    }
}

/// SH-FOR-006: Marines out of the entry areas against them, and them against Marines.
#[test]
fn armed_forces_meet() {
    let module = module();
    let forces = [
        json!({ "mission": "masque", "enemy": "squad standard flamer" }),
        json!({ "mission": "armoury", "enemy": "squad harlequin-troupe\ntake death-jester" }),
    ];
    for setup in forces {
        let arena = module.arena(&setup).expect("both forces can be played");
        for bots in [["scripted", "scripted"], ["random", "random"]] {
            let bots = bots.map(str::to_owned);
            for seed in 0..3 {
                arena.play(&bots, seed, CAP).unwrap_or_else(|why| panic!("{setup}, seed {seed}: {why}"));
            }
        }
    }
}
