//! What a simulation comes to.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::wilson;

/// A game that did not end, or broke.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The number of the game within the simulation.
    pub index: u64,
    /// The game's own seed.
    pub seed: u64,
    /// What happened.
    pub why: String,
}

/// The games of a simulation, counted.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SimResult {
    /// The system's id.
    pub system: String,
    /// What was chosen before the games.
    pub setup: serde_json::Value,
    /// The seats in their order.
    pub seats: Vec<String>,
    /// The bot of each seat, in the order of the seats.
    pub bots: Vec<String>,
    /// The seed of the whole.
    pub seed: u64,
    /// How many games were played, unfinished ones included.
    pub games: u64,
    /// Games won, by seat; seats of one team win together.
    pub wins: BTreeMap<String, u64>,
    /// 95 % intervals of the win rates over the finished games, by seat.
    pub intervals: BTreeMap<String, [f64; 2]>,
    /// Games that ended without a winner.
    pub draws: u64,
    /// Games that did not end within the cap of decisions, or broke: failures, not draws.
    pub unfinished: u64,
    /// The first of them, in order.
    pub failures: Vec<Failure>,
    /// Decisions with at least two answers, in all finished games.
    pub decisions: u64,
    /// Finished games by the turn they ended in.
    pub turns: BTreeMap<u32, u64>,
    /// Threads used.
    pub jobs: usize,
    /// Wall time.
    pub seconds: f64,
    /// Games a second of wall time.
    pub games_per_second: f64,
    /// Decisions a second of wall time.
    pub decisions_per_second: f64,
}

impl SimResult {
    /// Whether every game ended.
    pub fn passed(&self) -> bool {
        self.unfinished == 0
    }

    /// Games that ended.
    pub fn finished(&self) -> u64 {
        self.games - self.unfinished
    }
}

/// How many failures are told one by one.
const FAILURES_TOLD: usize = 20;

/// Counts of some of the games; adding up is all there is to it, so the order cannot matter.
#[derive(Default)]
pub(crate) struct Tally {
    pub wins: Vec<u64>,
    pub draws: u64,
    pub unfinished: u64,
    pub failures: Vec<Failure>,
    pub decisions: u64,
    pub turns: BTreeMap<u32, u64>,
}

impl Tally {
    pub fn new(seats: usize) -> Tally {
        Tally { wins: vec![0; seats], ..Tally::default() }
    }

    pub fn add(mut self, other: Tally) -> Tally {
        for (sum, wins) in self.wins.iter_mut().zip(other.wins) {
            *sum += wins;
        }
        self.draws += other.draws;
        self.unfinished += other.unfinished;
        self.failures.extend(other.failures);
        // The lowest numbers are kept, whichever thread met them.
        self.failures.sort_by_key(|failure| failure.index);
        self.failures.truncate(FAILURES_TOLD);
        self.decisions += other.decisions;
        for (turn, games) in other.turns {
            *self.turns.entry(turn).or_default() += games;
        }
        self
    }

    pub fn intervals(&self, names: &[String], finished: u64) -> BTreeMap<String, [f64; 2]> {
        names.iter().cloned().zip(self.wins.iter().map(|wins| wilson(*wins, finished))).collect()
    }
}
