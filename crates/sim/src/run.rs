//! Playing the games.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use grognard_engine::erased::{Arena, System};
use grognard_engine::rng::SplitMix;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde_json::Value;

use crate::result::{Failure, SimResult, Tally};

/// Which games to play.
#[derive(Clone, Debug, PartialEq)]
pub struct SimConfig {
    /// What was chosen before the games.
    pub setup: Value,
    /// The bot of each seat, in the order of the seats.
    pub bots: Vec<String>,
    /// How many games.
    pub games: u64,
    /// The number of the first game: a single one can be played again.
    pub first: u64,
    /// The seed of the whole.
    pub seed: u64,
    /// Threads; none for one a core.
    pub jobs: Option<usize>,
    /// A game with more decisions than this is a failure.
    pub cap: u64,
}

/// The seed of a game, from the seed of the whole and its number; it fits into a JSON number everywhere.
pub fn game_seed(seed: u64, index: u64) -> u64 {
    let whole = SplitMix::new(seed).next_u64();
    SplitMix::new(whole.wrapping_add(index.wrapping_mul(0x9E37_79B9_7F4A_7C15)).rotate_left(17)).next_u64()
        >> 11
}

/// Plays the games of a set-up. `progress` hears of finished games as they come, from any thread.
///
/// An error is one of the set-up; games that break or do not end are counted in the result.
pub fn run(
    system: &dyn System,
    config: &SimConfig,
    progress: impl Fn(u64) + Sync,
) -> Result<SimResult, String> {
    let arena = system.arena(&config.setup)?;
    let names: Vec<_> = arena.seats().into_iter().map(|seat| seat.id).collect();
    check_bots(system, &names, &config.bots)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(config.jobs.unwrap_or(0))
        .build()
        .map_err(|error| format!("cannot start {} threads: {error}", config.jobs.unwrap_or(0)))?;
    let jobs = pool.current_num_threads();
    // Small enough for an even load at the end, large enough not to be felt.
    let batch = (config.games / (jobs as u64 * 32)).clamp(1, 64);
    let batches = config.games.div_ceil(batch);
    let began = Instant::now();
    let tally = pool.install(|| {
        (0..batches)
            .into_par_iter()
            .map(|number| {
                let from = number * batch;
                let to = (from + batch).min(config.games);
                let tally = play(&*arena, names.len(), config, from..to);
                progress(to - from);
                tally
            })
            .reduce(|| Tally::new(names.len()), Tally::add)
    });
    let seconds = began.elapsed().as_secs_f64();
    let finished = config.games - tally.unfinished;
    #[expect(clippy::cast_precision_loss, reason = "numbers of games and decisions are far below 2^53")]
    let rate = |n: u64| if seconds > 0.0 { n as f64 / seconds } else { 0.0 };
    Ok(SimResult {
        system: system.id().to_owned(),
        setup: config.setup.clone(),
        seats: names.clone(),
        bots: config.bots.clone(),
        seed: config.seed,
        games: config.games,
        intervals: tally.intervals(&names, finished),
        wins: names.into_iter().zip(tally.wins).collect(),
        draws: tally.draws,
        unfinished: tally.unfinished,
        failures: tally.failures,
        decisions: tally.decisions,
        turns: tally.turns,
        jobs,
        seconds,
        games_per_second: rate(config.games),
        decisions_per_second: rate(tally.decisions),
    })
}

pub(crate) fn check_bots(system: &dyn System, seats: &[String], bots: &[String]) -> Result<(), String> {
    let known: Vec<_> = system.bots().into_iter().map(|(name, _)| name).collect();
    if let Some(bot) = bots.iter().find(|bot| !known.contains(&bot.as_str())) {
        let known = known.join(", ");
        return Err(format!("there is no bot `{bot}` for {}; there are: {known}", system.id()));
    }
    if seats.len() != bots.len() {
        return Err(format!(
            "{} has {} seats ({}), but {} bots were named",
            system.id(),
            seats.len(),
            seats.join(", "),
            bots.len()
        ));
    }
    Ok(())
}

fn play(arena: &dyn Arena, seats: usize, config: &SimConfig, games: std::ops::Range<u64>) -> Tally {
    let mut tally = Tally::new(seats);
    for number in games {
        let index = config.first + number;
        let seed = game_seed(config.seed, index);
        // Nothing outlives a game that panics, and the others need not die with it.
        let game = AssertUnwindSafe(|| arena.play(&config.bots, seed, config.cap));
        match catch_unwind(game).unwrap_or_else(|panic| Err(panic_text(&*panic))) {
            Ok(played) => {
                for winner in &played.winners {
                    tally.wins[winner.index()] += 1;
                }
                tally.draws += u64::from(played.winners.is_empty());
                tally.decisions += played.decisions;
                *tally.turns.entry(played.turns).or_default() += 1;
            }
            Err(why) => {
                tally.unfinished += 1;
                tally.failures.push(Failure { index, seed, why });
            }
        }
    }
    tally
}

pub(crate) fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str));
    format!("the rules panicked: {}", text.unwrap_or("without a word"))
}

#[cfg(test)]
mod tests {
    use grognard_engine::SeatId;
    use grognard_engine::erased::Played;
    use grognard_engine::seat::SeatInfo;

    use super::*;

    /// Seeds decide: a win, a draw, a game without end, a panic.
    struct Fickle;

    impl Arena for Fickle {
        fn seats(&self) -> Vec<SeatInfo> {
            Vec::new()
        }

        fn play(&self, _bots: &[String], seed: u64, cap: u64) -> Result<Played, String> {
            let played = |winners| Played { winners, decisions: 10, turns: 3, losses: Vec::new() };
            match seed % 4 {
                0 => Ok(played(vec![SeatId(1)])),
                1 => Ok(played(Vec::new())),
                2 => Err(format!("more than {cap}")),
                _ => panic!("a table without a row"),
            }
        }
    }

    fn config() -> SimConfig {
        SimConfig { setup: Value::Null, bots: vec![], games: 40, first: 100, seed: 9, jobs: None, cap: 5 }
    }

    #[test]
    fn every_game_is_a_win_a_draw_or_a_failure() {
        let tally = play(&Fickle, 2, &config(), 0..40);
        assert_eq!(tally.wins[0], 0);
        assert_eq!(tally.wins[1] + tally.draws + tally.unfinished, 40);
        assert_eq!(tally.decisions, 10 * (tally.wins[1] + tally.draws));
        let broken = tally.failures.iter().find(|failure| failure.seed % 4 == 3).unwrap();
        assert_eq!(broken.why, "the rules panicked: a table without a row");
        assert_eq!(broken.seed, game_seed(9, broken.index));
    }

    #[test]
    fn parts_add_up_in_any_order() {
        let whole = play(&Fickle, 2, &config(), 0..40);
        let (a, b) = (play(&Fickle, 2, &config(), 0..13), play(&Fickle, 2, &config(), 13..40));
        let sum = b.add(a);
        assert_eq!((sum.wins, sum.draws, sum.turns), (whole.wins, whole.draws, whole.turns));
        let told = sum.failures.len();
        assert_eq!(sum.failures, whole.failures[..told], "the first ones, in order");
    }

    #[test]
    fn seeds_never_change_and_fit_into_json() {
        assert_eq!(
            [game_seed(1, 0), game_seed(1, 1), game_seed(2, 0)],
            [7_792_297_525_086_699, 1_383_609_253_022_845, 5_826_195_802_996_846]
        );
        assert!((0..1000).all(|index| game_seed(u64::MAX, index) < 1 << 53));
    }
}
