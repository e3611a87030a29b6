//! Whole games between computer players on one core, over every mission of every system.
//!
//! `cargo bench --bench games`, with part of a name behind it for some of them.

use std::time::Instant;

use grognard_cli::args::Overrides;
use grognard_cli::exit::Exit;
use grognard_cli::registry::Registry;
use grognard_cli::setup::missions;
use grognard_engine::erased::{RANDOM_BOT, System};
use grognard_sim::{SimConfig, run};

/// Wall time a line should take, in seconds.
const SECONDS: f64 = 3.0;

fn main() -> Result<(), Exit> {
    println!("{:44} {:>10} {:>12} {:>10}", "mission, bots", "games/s", "decisions/s", "per game");
    for system in Registry::open(&Overrides::default())?.systems()? {
        for (mission, setup) in missions(&system.form()) {
            // Not those that search: they take seconds for a game.
            let usual = Some(system.usual_bot()).filter(|bot| *bot != RANDOM_BOT);
            for bot in std::iter::once(RANDOM_BOT).chain(usual) {
                let name = format!("{} {mission} {bot}", system.id());
                if wanted(&name) {
                    measure(&*system, &name, setup.clone(), bot);
                }
            }
        }
    }
    Ok(())
}

fn measure(system: &dyn System, name: &str, setup: serde_json::Value, bot: &str) {
    let seats = match system.arena(&setup) {
        Ok(arena) => arena.seats().len(),
        Err(what) => return println!("{name:44} {what}"),
    };
    let bots = vec![bot.to_owned(); seats];
    let mut config = SimConfig { setup, bots, games: 1, first: 0, seed: 1, jobs: Some(1), cap: 1_000_000 };
    let began = Instant::now();
    loop {
        match run(system, &config, |_| {}) {
            Ok(result) if began.elapsed().as_secs_f64() * 2.0 < SECONDS && result.seconds * 2.0 < SECONDS => {
                config.games *= 2;
            }
            Ok(result) => {
                #[expect(clippy::cast_precision_loss, reason = "numbers of games are far below 2^53")]
                let each = result.decisions as f64 / result.finished().max(1) as f64;
                let (games, decisions) = (result.games_per_second, result.decisions_per_second);
                println!("{name:44} {games:>10.0} {decisions:>12.0} {each:>10.1}");
                if !result.passed() {
                    println!("  {} games did not end", result.unfinished);
                }
                return;
            }
            Err(what) => return println!("{name:44} {what}"),
        }
    }
}

/// Whether a name was asked for on the command line; every name, if none was. `cargo bench` adds `--bench`.
fn wanted(name: &str) -> bool {
    let mut filters = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).peekable();
    filters.peek().is_none() || filters.any(|filter| name.contains(&filter))
}
