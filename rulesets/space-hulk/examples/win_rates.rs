//! Win rates and speed of the computer players on every mission: `win_rates [GAMES] [MISSION] [FOLDER]`.
//!
//! `MISSION` picks those whose id contains it; `FOLDER` is laid over the data, as with `--data`.

use std::time::Instant;

use grognard_engine::data::DataFiles;
use grognard_engine::erased::{Module, System};
use grognard_engine::ruleset::Present;
use grognard_space_hulk::SpaceHulk;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(400);
    let wanted = arguments.next().unwrap_or_default();
    let mut files = DataFiles::embedded(SpaceHulk::embedded());
    if let Some(folder) = arguments.next()
        && let Err(error) = files.overlay(std::path::Path::new(&folder))
    {
        println!("{error}");
        std::process::exit(2);
    }
    let module = match Module::<SpaceHulk>::new(files) {
        Ok(module) => module,
        Err(error) => {
            println!("{error}");
            std::process::exit(2);
        }
    };
    let mut failed = false;
    for mission in &module.data().missions {
        if !mission.id.contains(&wanted) {
            continue;
        }
        let arena = module
            .arena(&serde_json::json!({ "mission": mission.id }))
            .expect("a mission of the system can be played");
        let pairs = [
            ("scripted", "random", Some(0)),
            ("random", "scripted", Some(1)),
            ("scripted", "scripted", None),
        ];
        for (marine, stealer, strong) in pairs {
            let bots = [marine.to_owned(), stealer.to_owned()];
            // Against a random player little is left to chance.
            let games = if strong.is_some() { games.min(400) } else { games };
            let (mut wins, mut decisions, mut turns) = ([0_u64; 2], 0, 0);
            let began = Instant::now();
            for seed in 0..games {
                match arena.play(&bots, seed, 100_000) {
                    Ok(played) => {
                        wins[played.winners[0].index()] += 1;
                        decisions += played.decisions;
                        turns += u64::from(played.turns);
                    }
                    Err(why) => {
                        println!("{}: seed {seed}: {why}", mission.id);
                        failed = true;
                    }
                }
            }
            let millis = began.elapsed().as_millis().max(1) as u64;
            let share = |wins: u64| wins * 100 / games.max(1);
            println!(
                "{:<16} {marine:>8} {:>3} % : {:>3} % {stealer:<8}  {} of {games} for the Marines, {} games/s, {} decisions and {}.{} turns a game",
                mission.id,
                share(wins[0]),
                share(wins[1]),
                wins[0],
                games * 1000 / millis,
                decisions / games.max(1),
                turns / games.max(1),
                turns * 10 / games.max(1) % 10,
            );
            failed |= strong.is_some_and(|seat: usize| share(wins[seat]) < 90);
        }
    }
    if failed {
        println!(
            "a game broke, or the scripted player wins less than nine games in ten against a random one"
        );
        std::process::exit(1);
    }
}
