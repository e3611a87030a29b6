//! How often a computer player wins each battle of a system, and how long it thinks: what the examples `battle_rates` print.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use grognard_engine::bot::{Bot, Seen};
use grognard_engine::decision::{Ask, Menu};
use grognard_engine::erased::Module;
use grognard_engine::ruleset::{Present, Ruleset};
use serde_json::Value;

use crate::run::{SimConfig, run};

/// The name of the player whose decisions are timed.
const TIMED: &str = "timed";
/// How to call such an example.
const USAGE: &str = "battle_rates [--games N] [--seed N] [--player BOT] [--against BOT] [--only WORD]... [--cap N]\n\
    --only takes battles whose name has the word in it";

/// A battle with its set-up.
#[derive(Clone, Debug, PartialEq)]
pub struct Bout {
    /// What it is called in the table.
    pub name: String,
    /// What is chosen before it.
    pub setup: Value,
}

/// A player whose longest decision is noted.
struct Timed<R: Ruleset> {
    player: Box<dyn Bot<R>>,
    longest: Arc<AtomicU64>,
}

impl<R: Ruleset> Timed<R> {
    fn note(&self, began: Instant) {
        let micros = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.longest.fetch_max(micros, Ordering::Relaxed);
    }
}

impl<R: Ruleset> Bot<R> for Timed<R> {
    fn choose(&mut self, seen: &Seen<'_, R>, ask: &Ask, options: &dyn Menu<R>) -> usize {
        let began = Instant::now();
        let chosen = self.player.choose(seen, ask, options);
        self.note(began);
        chosen
    }

    fn propose(&mut self, seen: &Seen<'_, R>, ask: &Ask, shape: &R::Shape) -> R::Choice {
        let began = Instant::now();
        let chosen = self.player.propose(seen, ask, shape);
        self.note(began);
        chosen
    }
}

/// What was asked for on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Wanted {
    games: u64,
    seed: u64,
    player: String,
    against: String,
    only: Vec<String>,
    cap: u64,
}

fn wanted(mut words: impl Iterator<Item = String>) -> Result<Wanted, String> {
    let mut wanted = Wanted {
        games: 200,
        seed: 1,
        player: "scripted".to_owned(),
        against: "random".to_owned(),
        only: Vec::new(),
        cap: 50_000,
    };
    while let Some(name) = words.next() {
        let value = words.next().ok_or_else(|| format!("{name} wants a value\n{USAGE}"))?;
        let number = || value.parse().map_err(|_| format!("{name} wants a number"));
        match name.as_str() {
            "--games" => wanted.games = number()?,
            "--seed" => wanted.seed = number()?,
            "--cap" => wanted.cap = number()?,
            "--player" => wanted.player = value,
            "--against" => wanted.against = value,
            "--only" => wanted.only.push(value),
            _ => return Err(format!("`{name}` is not known\n{USAGE}")),
        }
    }
    Ok(wanted)
}

/// Plays each battle with the player in each seat, on one core, and prints a line for each. Against itself it plays once.
pub fn battle_rates<R: Present>(bouts: &[Bout]) -> Result<(), String> {
    let wanted = wanted(std::env::args().skip(1))?;
    let longest = Arc::new(AtomicU64::new(0));
    let (noted, player) = (Arc::clone(&longest), wanted.player.clone());
    let make = move |seed| -> Box<dyn Bot<R>> {
        let player =
            R::bot(&player, seed).unwrap_or_else(|| Box::new(grognard_engine::bot::RandomBot::new(seed)));
        Box::new(Timed { player, longest: Arc::clone(&noted) })
    };
    let module = Module::<R>::embedded().map_err(|error| error.to_string())?;
    let module = module.with_bot(TIMED, "A player whose decisions are timed.", Arc::new(make));
    println!(
        "{:<40} {:>5} {:>4} {:>4} {:>4}  won %  points %  games/s  longest ms",
        "battle", "seat", "won", "lost", "draw"
    );
    let chosen = |bout: &&Bout| wanted.only.iter().all(|word| bout.name.contains(word.as_str()));
    for bout in bouts.iter().filter(chosen) {
        let seats = if wanted.player == wanted.against { 1 } else { 2 };
        for seat in 0..seats {
            longest.store(0, Ordering::Relaxed);
            let mut bots = vec![wanted.against.clone(); 2];
            if seats == 1 {
                bots = vec![TIMED.to_owned(); 2];
            } else {
                TIMED.clone_into(&mut bots[seat]);
            }
            let config = SimConfig {
                setup: bout.setup.clone(),
                bots,
                games: wanted.games,
                first: 0,
                seed: wanted.seed,
                jobs: Some(1),
                cap: wanted.cap,
            };
            let result = run(&module, &config, |_| {})?;
            let name = &result.seats[seat];
            let won = result.wins[name];
            let lost = result.games - won - result.draws - result.unfinished;
            let games = result.games.max(1);
            println!(
                "{:<40} {name:>5} {won:>4} {lost:>4} {:>4}  {:>5}  {:>8}  {:>7.1}  {:>6}.{}",
                bout.name,
                result.draws,
                tenths(won * 1000 / games),
                tenths((2 * won + result.draws) * 500 / games),
                result.games_per_second,
                longest.load(Ordering::Relaxed) / 1000,
                longest.load(Ordering::Relaxed) / 100 % 10,
            );
            for failure in &result.failures {
                println!("  game {} (seed {}) has no end: {}", failure.index, failure.seed, failure.why);
            }
        }
    }
    Ok(())
}

fn tenths(value: u64) -> String {
    format!("{}.{}", value / 10, value % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Result<Wanted, String> {
        wanted(words.iter().map(|word| (*word).to_owned()))
    }

    #[test]
    fn the_command_line_is_read() {
        let usual = read(&[]).unwrap();
        assert_eq!((usual.games, usual.against.as_str()), (200, "random"));
        let own = read(&["--games", "3", "--only", "a", "--only", "b", "--against", "scripted"]).unwrap();
        assert_eq!((own.games, own.only.len(), own.against.as_str()), (3, 2, "scripted"));
        assert!(read(&["--games"]).unwrap_err().contains("wants a value"));
        assert!(read(&["--games", "x"]).unwrap_err().contains("number"));
        assert!(read(&["--turns", "3"]).unwrap_err().contains("not known"));
    }
}
