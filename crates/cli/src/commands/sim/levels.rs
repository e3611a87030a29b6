//! `grognard sim --levels`: whether each level of computer players beats the one below it.

use std::io::Write;

use grognard_bots::levels::LEVELS;
use grognard_engine::erased::System;
use grognard_sim::{Rung, SimConfig, rung};
use serde_json::Value;

use super::progress_bar;
use crate::args::SimArgs;
use crate::exit::Exit;
use crate::registry::Registry;
use crate::setup;

/// What a level has to win of the games against the one below, in hundredths.
const WANTED: f64 = 65.0;

/// Runs the command.
pub fn run(registry: &Registry, args: &SimArgs, out: &mut dyn Write) -> Result<(), Exit> {
    let systems = match &args.game.system {
        Some(id) => vec![registry.system(Some(id))?],
        None => registry.systems()?,
    };
    let mut rungs = Vec::new();
    for system in systems {
        let known = system.bots();
        if !LEVELS.iter().all(|level| known.iter().any(|(name, _)| name == level)) {
            continue;
        }
        let setup = battle(&*system, args)?;
        let config = SimConfig {
            setup,
            bots: Vec::new(),
            games: args.games,
            first: args.first,
            seed: args.seed,
            jobs: args.jobs.map(usize::from),
            cap: args.cap,
        };
        for pair in LEVELS.windows(2) {
            let bar = progress_bar(args.games);
            let found =
                rung(&*system, &config, [pair[1], pair[0]], |games| bar.inc(games)).map_err(Exit::Usage)?;
            bar.finish_and_clear();
            if !args.json {
                line(&found, out)?;
                out.flush()?;
            }
            rungs.push(found);
        }
    }
    if let (Some(id), true) = (&args.game.system, rungs.is_empty()) {
        return Err(Exit::Usage(format!("the computer players of {id} do not come in levels")));
    }
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&rungs).expect("results are plain data"))?;
    }
    let short: Vec<String> = rungs
        .iter()
        .filter(|rung| rung.percent < WANTED || !rung.failures.is_empty())
        .map(|rung| format!("{} {} ({:.1} %)", rung.system, rung.upper, rung.percent))
        .collect();
    if short.is_empty() {
        return Ok(());
    }
    Err(Exit::Failed(format!("less than {WANTED} % against the level below: {}", short.join(", "))))
}

/// The battle that is set up, or the one a newcomer is given.
fn battle(system: &dyn System, args: &SimArgs) -> Result<Value, Exit> {
    let form = system.form();
    let mut values = setup::fill(&form, &args.game)?;
    let chosen = args.game.mission.is_some() || !args.game.set.is_empty();
    if let Some(recommended) = form.recommended.filter(|_| !chosen) {
        for (key, value) in recommended.setup {
            values[key] = serde_json::to_value(value).expect("a value of a form is plain data");
        }
    }
    Ok(values)
}

fn line(rung: &Rung, out: &mut dyn Write) -> Result<(), Exit> {
    let [low, high] = rung.interval;
    let seats: Vec<_> = rung.by_seat.iter().map(|(seat, wins)| format!("{wins} as {seat}")).collect();
    writeln!(
        out,
        "{:16} {:9} against {:9} {:4} of {} won ({}), {} draws: {:.1} % (95 %: {low:.1} to {high:.1}); {:.0} s",
        rung.system,
        rung.upper,
        rung.lower,
        rung.wins,
        rung.games,
        seats.join(", "),
        rung.draws,
        rung.percent,
        rung.seconds
    )?;
    for failure in &rung.failures {
        writeln!(out, "    game {} (seed {}): {}", failure.index, failure.seed, failure.why)?;
    }
    Ok(())
}
