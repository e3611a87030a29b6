//! Whole games between random players, on one core: how many a second, and what a decision of theirs takes.
//!
//! `cargo bench -p grognard-space-hulk --bench games [-- MISSION]`

use std::time::{Duration, Instant};

use grognard_engine::erased::{Module, System};
use grognard_space_hulk::SpaceHulk;
use serde_json::json;

/// How long each mission is played.
const SPAN: Duration = Duration::from_secs(2);

fn main() {
    let module = Module::<SpaceHulk>::embedded().expect("the embedded data is sound");
    // Cargo hands `--bench` on, too.
    let wanted = std::env::args().skip(1).find(|arg| !arg.starts_with("--"));
    let bots = ["random".to_owned(), "random".to_owned()];
    println!("{:20} {:>12} {:>12} {:>12}", "mission", "games", "a second", "a decision");
    for mission in &module.data().missions {
        if wanted.as_ref().is_some_and(|wanted| *wanted != mission.id) {
            continue;
        }
        let arena = module.arena(&json!({ "mission": mission.id })).expect("the embedded missions start");
        let (mut games, mut decisions) = (0_u64, 0_u64);
        let began = Instant::now();
        while began.elapsed() < SPAN {
            let played = arena.play(&bots, games, 100_000).expect("random games end");
            games += 1;
            decisions += played.decisions;
        }
        let took = began.elapsed();
        let nanos = took.as_nanos() / u128::from(decisions.max(1));
        let rate = u128::from(games) * 1_000_000 / took.as_micros().max(1);
        println!("{:20} {games:>12} {rate:>12} {nanos:>9} ns", mission.id);
    }
}
