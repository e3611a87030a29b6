//! The same battle by two sets of rules, game by game with the same dice.

use std::panic::{AssertUnwindSafe, catch_unwind};

use grognard_engine::erased::{Arena, Played, System};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde::Serialize;
use serde_json::Value;

use crate::run::{check_bots, panic_text};
use crate::{SimConfig, game_seed};

/// What two sets of rules come to in the same battle.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The names of the two sets.
    pub sets: [String; 2],
    /// Games by either set.
    pub games: u64,
    /// Games that ended by both sets: those that are compared.
    pub compared: u64,
    /// Games that did not end, by set.
    pub unfinished: [u64; 2],
    /// Games with the same winner, length and losses by both sets.
    pub alike: u64,
    /// Win rates, length and losses.
    pub rows: Vec<Row>,
}

/// One figure by both sets.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// What it is: `wins`, `draws`, `turns` or `losses`.
    pub what: String,
    /// From how many pairs of games.
    pub pairs: u64,
    /// Whose, where it is a seat's.
    pub seat: Option<String>,
    /// The mean by either set.
    pub means: [f64; 2],
    /// The second less the first.
    pub difference: f64,
    /// The 95 % interval of the difference, from the differences of the single games.
    pub interval: [f64; 2],
}

impl Row {
    /// Whether the interval leaves out zero. A single pair of games has no spread to judge by: it never differs.
    pub fn differs(&self) -> bool {
        self.pairs > 1 && (self.interval[0] > 0.0 || self.interval[1] < 0.0)
    }
}

impl Comparison {
    /// Whether every game went alike.
    pub fn is_same(&self) -> bool {
        self.alike == self.games
    }
}

/// Plays the games of a configuration by two systems and set-ups. `progress` hears of finished pairs.
pub fn compare(
    sets: [(&str, &dyn System, &Value); 2],
    config: &SimConfig,
    progress: impl Fn(u64) + Sync,
) -> Result<Comparison, String> {
    let arenas = [sets[0].1.arena(sets[0].2)?, sets[1].1.arena(sets[1].2)?];
    let names: Vec<String> = arenas[0].seats().into_iter().map(|seat| seat.id).collect();
    for (_, system, _) in &sets {
        check_bots(*system, &names, &config.bots)?;
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(config.jobs.unwrap_or(0))
        .build()
        .map_err(|error| format!("cannot start threads: {error}"))?;
    let pairs: Vec<[Option<Played>; 2]> = pool.install(|| {
        (0..config.games)
            .into_par_iter()
            .map(|number| {
                let pair = [&arenas[0], &arenas[1]].map(|arena| play(&**arena, config, number));
                progress(1);
                pair
            })
            .collect()
    });
    let sets = sets.map(|(name, ..)| name.to_owned());
    Ok(counted(sets, &names, &pairs))
}

fn play(arena: &dyn Arena, config: &SimConfig, number: u64) -> Option<Played> {
    let seed = game_seed(config.seed, config.first + number);
    let game = AssertUnwindSafe(|| arena.play(&config.bots, seed, config.cap));
    catch_unwind(game).unwrap_or_else(|panic| Err(panic_text(&*panic))).ok()
}

/// Counts pairs of games.
fn counted(sets: [String; 2], names: &[String], pairs: &[[Option<Played>; 2]]) -> Comparison {
    let both: Vec<[&Played; 2]> = pairs
        .iter()
        .filter_map(|[one, other]| one.as_ref().zip(other.as_ref()).map(|(one, other)| [one, other]))
        .collect();
    let same = |[one, other]: &&[&Played; 2]| {
        (&one.winners, one.turns, &one.losses) == (&other.winners, other.turns, &other.losses)
    };
    let alike = both.iter().filter(same).count() as u64;
    let unfinished = [0, 1].map(|set| pairs.iter().filter(|pair| pair[set].is_none()).count() as u64);
    let mut rows = Vec::new();
    for (at, seat) in names.iter().enumerate() {
        let won = |played: &Played| f64::from(u8::from(played.winners.iter().any(|own| own.index() == at)));
        rows.push(row("wins", Some(seat), &both, &won));
    }
    rows.push(row("draws", None, &both, &|played| f64::from(u8::from(played.winners.is_empty()))));
    rows.push(row("turns", None, &both, &|played| f64::from(played.turns)));
    for (at, seat) in names.iter().enumerate() {
        if both.iter().flatten().all(|played| played.losses.len() > at) {
            rows.push(row("losses", Some(seat), &both, &|played| f64::from(played.losses[at])));
        }
    }
    Comparison { sets, games: pairs.len() as u64, compared: both.len() as u64, unfinished, alike, rows }
}

/// A figure of pairs of games: means, and the interval of their difference.
fn row(what: &str, seat: Option<&String>, both: &[[&Played; 2]], of: &dyn Fn(&Played) -> f64) -> Row {
    /// Standard deviations that hold 95 % of a normal distribution.
    const Z: f64 = 1.959_963_984_540_054;
    #[expect(clippy::cast_precision_loss, reason = "numbers of games are far below 2^53")]
    let games = both.len().max(1) as f64;
    let mean = |set: usize| both.iter().map(|pair| of(pair[set])).sum::<f64>() / games;
    let means = [mean(0), mean(1)];
    let difference = means[1] - means[0];
    let square = |pair: &[&Played; 2]| (of(pair[1]) - of(pair[0]) - difference).powi(2);
    let variance = both.iter().map(square).sum::<f64>() / (games - 1.0).max(1.0);
    let spread = Z * (variance / games).sqrt();
    Row {
        what: what.to_owned(),
        pairs: both.len() as u64,
        seat: seat.cloned(),
        means,
        difference,
        interval: [difference - spread, difference + spread],
    }
}

#[cfg(test)]
mod tests {
    use grognard_engine::SeatId;

    use super::*;

    fn played(winner: Option<u8>, turns: u32, lost: u32) -> Played {
        let winners = winner.into_iter().map(SeatId).collect();
        Played { winners, decisions: 1, turns, losses: vec![lost, 2] }
    }

    fn names() -> Vec<String> {
        vec!["red".to_owned(), "blue".to_owned()]
    }

    #[test]
    fn games_that_go_alike_show_no_difference() {
        let pairs: Vec<_> =
            (0..20).map(|n| [played(Some(n % 2), 5, 3), played(Some(n % 2), 5, 3)].map(Some)).collect();
        let found = counted(["a".to_owned(), "b".to_owned()], &names(), &pairs);
        assert!(found.is_same());
        assert!(found.rows.iter().all(|row| row.difference == 0.0 && row.interval == [0.0, 0.0]));
    }

    #[test]
    fn a_difference_has_an_interval_around_it() {
        // Red wins 10 of 20 by the first set and 15 of 20 by the second; blue loses one game that does not end.
        let mut pairs: Vec<_> = (0..20)
            .map(|n| [played(Some(u8::from(n >= 10)), 5, 3), played(Some(u8::from(n >= 15)), 6, 3)].map(Some))
            .collect();
        pairs.push([None, Some(played(None, 1, 1))]);
        let found = counted(["a".to_owned(), "b".to_owned()], &names(), &pairs);
        assert_eq!((found.compared, found.unfinished, found.alike), (20, [1, 0], 0));
        let red = &found.rows[0];
        assert_eq!((red.means, red.difference), ([0.5, 0.75], 0.25));
        // 5 of 20 pairs differ by one: the deviation is 0.4443, the interval 0.25 +- 0.1947.
        assert!((red.interval[0] - 0.0553).abs() < 5e-4 && (red.interval[1] - 0.4447).abs() < 5e-4);
        let turns = found.rows.iter().find(|row| row.what == "turns").unwrap();
        assert_eq!((turns.difference, turns.interval), (1.0, [1.0, 1.0]));
        let losses = found.rows.iter().find(|row| row.what == "losses").unwrap();
        assert!(!losses.differs() && red.differs());
    }

    #[test]
    fn the_interval_is_that_of_paired_differences() {
        // Red loses 1, 2 and 6 more by the second set, 3 on average. Squares around it: 4, 1 and 9, so the variance is 14 / 2 = 7,
        // the error of the mean the root of 7 / 3 = 1.52753, and 1.95996 times that 2.993894.
        let pairs: Vec<_> =
            [1, 2, 6].map(|more| [played(None, 5, 4), played(None, 5, 4 + more)].map(Some)).into();
        let found = counted(["a".to_owned(), "b".to_owned()], &names(), &pairs);
        let losses = found.rows.iter().find(|row| row.what == "losses").unwrap();
        assert_eq!((losses.means, losses.difference), ([4.0, 7.0], 3.0));
        let [low, high] = losses.interval;
        assert!((low - 0.006_106).abs() < 1e-5 && (high - 5.993_894).abs() < 1e-5, "{low} to {high}");
        assert!(losses.differs());
    }

    #[test]
    fn one_game_says_nothing_about_a_difference() {
        let pairs = [[played(Some(0), 5, 4), played(Some(1), 6, 9)].map(Some)];
        let found = counted(["a".to_owned(), "b".to_owned()], &names(), &pairs);
        assert!(found.rows.iter().all(|row| !row.differs()), "{found:?}");
    }
}
