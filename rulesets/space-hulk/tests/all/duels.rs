//! Armed forces on the second side: the scripted player knows what to do with them and against them.

use grognard_engine::erased::System;
use serde_json::json;

use crate::boards::with;
use crate::bots::share;

/// The maps of `tests/duels`: Guard, Aspect Warriors and Harlequins in place of blips.
const DUELS: [&str; 3] = ["picket", "two-paths", "curtain"];

fn beats_random(games: u64, least: u64) {
    let module = with("duels");
    for duel in DUELS {
        let arena = module.arena(&json!({ "mission": duel })).expect("the duel can be played");
        let first = share(&*arena, ["scripted", "random"], games);
        let second = 100 - share(&*arena, ["random", "scripted"], games);
        println!("{duel}: scripted against random {first} % on the first side, {second} % on the second");
        assert!(first >= least && second >= least, "{duel}: {first} % and {second} %");
    }
}

#[test]
fn scripted_beats_random_from_either_side() {
    beats_random(20, 85);
}

#[test]
#[ignore = "hundreds of games"]
fn scripted_beats_random_from_either_side_nine_times_in_ten() {
    beats_random(100, 90);
}
