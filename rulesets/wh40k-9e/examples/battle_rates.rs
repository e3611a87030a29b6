//! Win rates and speed of the computer players: `battle_rates [GAMES] [RED] [BLUE] [SETUP as JSON]`.

use std::time::Instant;

use grognard_engine::erased::{Module, System};
use grognard_wh40k_9e::Nine;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(100);
    let red = arguments.next().unwrap_or_else(|| "random".to_owned());
    let blue = arguments.next().unwrap_or_else(|| "random".to_owned());
    let setup = arguments.next().unwrap_or_else(|| "{}".to_owned());
    let module = match Module::<Nine>::embedded() {
        Ok(module) => module,
        Err(error) => {
            println!("{error}");
            std::process::exit(2);
        }
    };
    let setup = serde_json::from_str(&setup).unwrap_or_else(|error| {
        println!("the set-up is no JSON: {error}");
        std::process::exit(2)
    });
    let arena = match module.arena(&setup) {
        Ok(arena) => arena,
        Err(error) => {
            println!("{error}");
            std::process::exit(2);
        }
    };
    let bots = [red.clone(), blue.clone()];
    let (mut wins, mut draws, mut decisions, mut rounds, mut broken) = ([0_u64; 2], 0, 0, 0, 0);
    let began = Instant::now();
    for seed in 0..games {
        match arena.play(&bots, seed, 20_000) {
            Ok(played) => {
                match played.winners.first() {
                    Some(winner) => wins[winner.index()] += 1,
                    None => draws += 1,
                }
                decisions += played.decisions;
                rounds += u64::from(played.turns);
            }
            Err(why) => {
                println!("seed {seed}: {why}");
                broken += 1;
            }
        }
    }
    let micros = began.elapsed().as_micros().max(1) as u64;
    let each = games.max(1);
    println!(
        "{red} {} : {} {blue}, {draws} draws, {broken} broken; {}.{} games/s, {} decisions and {}.{} rounds a game",
        wins[0],
        wins[1],
        games * 1_000_000 / micros,
        games * 10_000_000 / micros % 10,
        decisions / each,
        rounds / each,
        rounds * 10 / each % 10,
    );
}
