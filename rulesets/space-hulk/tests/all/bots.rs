//! The scripted player knows what it is doing, on every mission and from either side.

use grognard_engine::erased::{Arena, Module, System};
use grognard_space_hulk::SpaceHulk;
use serde_json::json;

use crate::boards::CAP;

fn arenas() -> Vec<(String, Box<dyn Arena>)> {
    let module = Module::<SpaceHulk>::embedded().expect("the embedded missions can be played");
    let missions = module.data().missions.iter().map(|mission| mission.id.clone());
    missions
        .map(|id| {
            (
                id.clone(),
                module.arena(&json!({ "mission": id })).expect("the embedded missions can be played"),
            )
        })
        .collect()
}

/// In how many of a hundred games the first seat wins.
pub fn share(arena: &dyn Arena, bots: [&str; 2], games: u64) -> u64 {
    let bots = bots.map(str::to_owned);
    let wins = (0..games).filter(|seed| {
        let played = arena.play(&bots, *seed, CAP).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        played.winners[0].index() == 0
    });
    wins.count() as u64 * 100 / games
}

fn beats_random(games: u64, least: u64) {
    for (mission, arena) in arenas() {
        let marine = share(&*arena, ["scripted", "random"], games);
        let stealer = 100 - share(&*arena, ["random", "scripted"], games);
        println!("{mission}: scripted against random {marine} % as Marine, {stealer} % as Stealer");
        assert!(marine >= least && stealer >= least, "{mission}: {marine} % and {stealer} %");
    }
}

#[test]
fn scripted_beats_random() {
    beats_random(60, 85);
}

#[test]
#[ignore = "hundreds of games"]
fn scripted_beats_random_nine_times_in_ten() {
    beats_random(400, 90);
}

#[test]
#[ignore = "hundreds of games"]
fn missions_are_balanced() {
    for (mission, arena) in arenas() {
        let marine = share(&*arena, ["scripted", "scripted"], 400);
        println!("{mission}: {marine} % for the Marines");
        assert!((35..=65).contains(&marine), "{mission}: {marine} % for the Marines");
    }
}

/// Every option of the rules leaves the scripted player with something sensible to do.
#[test]
fn scripted_games_end_under_every_option() {
    let module = Module::<SpaceHulk>::embedded().expect("the embedded missions can be played");
    let bots = ["scripted".to_owned(), "scripted".to_owned()];
    for mission in &module.data().missions {
        let setup = json!({
            "mission": mission.id, "secret_command_points": true, "friendly_fire": true, "strict_corners": true,
            "storm_shield_single": true, "full_auto_3": true,
        });
        let arena = module.arena(&setup).expect("the embedded missions can be played");
        let mut wins = [0; 2];
        for seed in 0..40 {
            let played = arena.play(&bots, seed, CAP).expect("the embedded missions can be played");
            wins[played.winners[0].index()] += 1;
        }
        assert!(wins[0] > 0 && wins[1] > 0, "{}: {wins:?}", mission.id);
    }
}

/// The same seed gives the same game: the player has no memory and no dice of its own.
#[test]
fn scripted_games_repeat() {
    let bots = ["scripted".to_owned(), "scripted".to_owned()];
    for (_, arena) in arenas() {
        for seed in 0..5 {
            assert_eq!(arena.play(&bots, seed, CAP), arena.play(&bots, seed, CAP));
        }
    }
}
