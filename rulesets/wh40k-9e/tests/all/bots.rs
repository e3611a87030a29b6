//! The scripted player knows what it is doing, from either side, and games repeat.

use grognard_engine::erased::{Arena, Module, System};
use grognard_wh40k_9e::Nine;
use serde_json::{Value, json};

const CAP: u64 = 20_000;

fn arena(setup: &Value) -> Box<dyn Arena> {
    let module = Module::<Nine>::embedded().expect("the embedded data is sound");
    module.arena(setup).expect("the set-up can be played")
}

/// In how many of a hundred games a seat wins.
fn share(arena: &dyn Arena, bots: [&str; 2], seat: usize, games: u64) -> u64 {
    let bots = bots.map(str::to_owned);
    let won = |seed: &u64| {
        let played = arena.play(&bots, *seed, CAP).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        played.winners.first().is_some_and(|winner| winner.index() == seat)
    };
    (0..games).filter(won).count() as u64 * 100 / games
}

fn beats_random(games: u64, least: u64) {
    let arena = arena(&json!({}));
    let (red, blue) =
        (share(&*arena, ["scripted", "random"], 0, games), share(&*arena, ["random", "scripted"], 1, games));
    println!("scripted against random: {red} % as Red, {blue} % as Blue");
    assert!(red >= least && blue >= least, "{red} % and {blue} %");
}

/// Measured over 100 games on the smallest battle: above 90 % as Red and 88 % as Blue, most of the rest draws. The bound
/// here is what thirty games cannot miss by chance; the goal stands below.
#[test]
fn scripted_beats_random() {
    beats_random(30, 75);
}

/// The goal, which the player does not reach yet.
#[test]
#[ignore = "hundreds of games, and not reached yet"]
fn scripted_beats_random_nineteen_times_in_twenty() {
    beats_random(200, 95);
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let arena = arena(&json!({ "preset": "as-played" }));
    let bots = ["scripted".to_owned(), "random".to_owned()];
    for seed in 0..3 {
        assert_eq!(arena.play(&bots, seed, CAP), arena.play(&bots, seed, CAP));
    }
}

#[test]
fn both_presets_and_every_army_are_played_to_the_end() {
    for preset in ["as-printed", "as-played"] {
        let setup =
            json!({ "red": "standard", "blue": "demi-company", "preset": preset, "table": "foundry" });
        let arena = arena(&setup);
        for bots in [["random", "random"], ["scripted", "scripted"]] {
            arena.play(&bots.map(str::to_owned), 1, CAP).unwrap_or_else(|why| panic!("{preset}: {why}"));
        }
    }
    let extended = arena(&json!({ "red": "extended", "blue": "demi-company", "table": "long-valley" }));
    extended.play(&["random".to_owned(), "random".to_owned()], 2, CAP).unwrap_or_else(|why| panic!("{why}"));
}
