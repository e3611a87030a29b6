//! `grognard sim`: many games between computer players.

mod compare;
mod levels;

use std::io::{IsTerminal, Write};

use grognard_engine::erased::RANDOM_BOT;
use grognard_sim::{SimConfig, SimResult, run as simulate};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::args::SimArgs;
use crate::exit::Exit;
use crate::registry::Registry;
use crate::setup;

/// The players of a comparison, where the system has them.
const SCRIPTED: &str = "scripted";

/// Runs the command.
pub fn run(registry: &Registry, args: &SimArgs, out: &mut dyn Write) -> Result<(), Exit> {
    if args.levels {
        return levels::run(registry, args, out);
    }
    let system = registry.system(args.game.system.as_deref())?;
    let form = system.form();
    let setup = setup::fill(&form, &args.game)?;
    let arena = system.arena(&setup).map_err(Exit::Usage)?;
    let bots = if args.bots.is_empty() {
        // Random players hardly hurt each other: rules are compared with players who mean it.
        let scripted = system.bots().iter().any(|(name, _)| *name == SCRIPTED);
        let usual = if scripted && !args.compare.is_empty() { SCRIPTED } else { RANDOM_BOT };
        vec![usual.to_owned(); arena.seats().len()]
    } else {
        args.bots.clone()
    };
    let config = SimConfig {
        setup,
        bots,
        games: args.games,
        first: args.first,
        seed: args.seed,
        jobs: args.jobs.map(usize::from),
        cap: args.cap,
    };
    if !args.compare.is_empty() {
        return compare::run(registry, args, &config, out);
    }
    let bar = progress_bar(args.games);
    let result = simulate(&*system, &config, |games| bar.inc(games)).map_err(Exit::Usage)?;
    bar.finish_and_clear();
    if args.json {
        let json = serde_json::to_string_pretty(&result).expect("a result is plain data");
        writeln!(out, "{json}")?;
    } else {
        let chosen =
            form.fields.first().map(|field| format!("{}={}", field.key, words(&config.setup[&field.key])));
        let chosen: Vec<_> = chosen.into_iter().chain(args.game.set.iter().cloned()).collect();
        writeln!(out, "{} games of {}, {}", result.games, result.system, chosen.join(", "))?;
        table(&result, out)?;
    }
    if result.passed() {
        return Ok(());
    }
    let first = result.failures.first().map_or(String::new(), |failure| {
        format!("; game {} (seed {}): {}", failure.index, failure.seed, failure.why)
    });
    Err(Exit::Failed(format!("{} of {} games did not end{first}", result.unfinished, result.games)))
}

/// A value without the quotes of JSON.
fn words(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn progress_bar(games: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
    let style =
        ProgressStyle::with_template("{bar:40} {human_pos} of {human_len} games, {per_sec}, {eta} left");
    bar.set_style(style.expect("the template is right"));
    bar
}

/// Rates and times for people.
fn table(result: &SimResult, out: &mut dyn Write) -> Result<(), Exit> {
    let finished = result.finished();
    let width = result.wins.keys().map(String::len).max().unwrap_or(0).max("unfinished".len());
    let percent = |share: f64| format!("{:5.1} %", share * 100.0);
    #[expect(clippy::cast_precision_loss, reason = "numbers of games are far below 2^53")]
    let share = |n: u64, of: u64| if of == 0 { 0.0 } else { n as f64 / of as f64 };
    for (seat, bot) in result.seats.iter().zip(&result.bots) {
        let wins = result.wins[seat];
        let [low, high] = result.intervals[seat];
        writeln!(
            out,
            "  {seat:width$}  {wins:>8} wins  {}  (95 %: {} to {})  {bot}",
            percent(share(wins, finished)),
            percent(low).trim_start(),
            percent(high).trim_start()
        )?;
    }
    writeln!(
        out,
        "  {:width$}  {:>8}       {}",
        "draws",
        result.draws,
        percent(share(result.draws, finished))
    )?;
    writeln!(out, "  {:width$}  {:>8}", "unfinished", result.unfinished)?;
    for failure in &result.failures {
        writeln!(out, "    game {} (seed {}): {}", failure.index, failure.seed, failure.why)?;
    }
    let turns: Vec<_> = result.turns.iter().map(|(turn, games)| format!("{turn}: {games}")).collect();
    writeln!(out, "last turn: games   {}", turns.join(", "))?;
    writeln!(
        out,
        "{} decisions ({:.1} a game) in {:.2} s: {:.0} games and {:.0} decisions a second on {} threads",
        result.decisions,
        share(result.decisions, finished),
        result.seconds,
        result.games_per_second,
        result.decisions_per_second,
        result.jobs
    )?;
    Ok(())
}
