//! Three fixed runs whose instructions `cargo xtask test` counts: `grognard-counted space`, `space-hulk` or `wh40k-9e`.
//!
//! Only what happens below `measured_part` is counted: reading data and setting up is not.

mod table;

use std::process::ExitCode;

use grognard_engine::erased::{Arena, Module, System};
use grognard_space_hulk::SpaceHulk;
use grognard_wh40k_9e::Nine;
use serde_json::{Value, json};

/// No game is that long.
const CAP: u64 = 100_000;

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("space") => {
            let crowd = table::crowd();
            println!("{}", measured_part(|| table::look_and_walk(&crowd)));
        }
        Some("space-hulk") => {
            play(&Module::<SpaceHulk>::embedded(), json!({ "mission": "boarding-lock" }), [60, 30]);
        }
        Some("wh40k-9e") => {
            play(&Module::<Nine>::embedded(), json!({ "red": "standard", "blue": "standard" }), [12, 6]);
        }
        _ => {
            println!("name a run: space, space-hulk or wh40k-9e");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// So many games between random and between scripted players, from seed 1.
fn play<M: System, E: std::fmt::Debug>(module: &Result<M, E>, setup: Value, games: [u64; 2]) {
    let module = module.as_ref().expect("the embedded data is sound");
    let arena = module.arena(&setup).expect("the set-up is one of the program's");
    let decisions: u64 = ["random", "scripted"]
        .iter()
        .zip(games)
        .map(|(bot, games)| measured_part(|| decisions(&*arena, bot, games)))
        .sum();
    println!("{decisions} decisions");
}

fn decisions(arena: &dyn Arena, bot: &str, games: u64) -> u64 {
    let bots = [bot.to_owned(), bot.to_owned()];
    (1..=games).map(|seed| arena.play(&bots, seed, CAP).expect("the game ends").decisions).sum()
}

/// What callgrind looks at.
#[inline(never)]
fn measured_part(run: impl FnOnce() -> u64) -> u64 {
    run()
}
