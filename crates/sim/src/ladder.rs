//! Whether each of some players beats the one below it: from either side, with the same dice.

use std::collections::BTreeMap;

use grognard_engine::erased::System;
use serde::Serialize;

use crate::interval::wilson;
use crate::result::Failure;
use crate::run::{SimConfig, run};

/// Two neighbouring players of a system, and how the stronger one did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rung {
    /// The system.
    pub system: String,
    /// The player that should win.
    pub upper: String,
    /// The one below it.
    pub lower: String,
    /// Games played, half of them from each side.
    pub games: u64,
    /// Games it won.
    pub wins: u64,
    /// Games nobody won.
    pub draws: u64,
    /// Its wins by its seat.
    pub by_seat: BTreeMap<String, u64>,
    /// The share of what there was to win, in hundredths: a draw counts half.
    pub percent: f64,
    /// Where that lies with 95 % certainty.
    pub interval: [f64; 2],
    /// Games that broke or did not end.
    pub failures: Vec<Failure>,
    /// Decisions with at least two answers, of both players.
    pub decisions: u64,
    /// Seconds that took.
    pub seconds: f64,
}

/// Plays a set-up for two seats: half of the games with the upper player in the first seat, half in the second.
pub fn rung(
    system: &dyn System,
    config: &SimConfig,
    [upper, lower]: [&str; 2],
    progress: impl Fn(u64) + Sync,
) -> Result<Rung, String> {
    let half = config.games.div_ceil(2);
    let mut rung = Rung {
        system: system.id().to_owned(),
        upper: upper.to_owned(),
        lower: lower.to_owned(),
        games: 2 * half,
        wins: 0,
        draws: 0,
        by_seat: BTreeMap::new(),
        percent: 0.0,
        interval: [0.0, 1.0],
        failures: Vec::new(),
        decisions: 0,
        seconds: 0.0,
    };
    for bots in [[upper, lower], [lower, upper]] {
        let at = usize::from(bots[0] == lower);
        let config = SimConfig { bots: bots.map(str::to_owned).into(), games: half, ..config.clone() };
        let played = run(system, &config, &progress)?;
        let seat = &played.seats[at];
        let wins = played.wins.get(seat).copied().unwrap_or(0);
        rung.by_seat.insert(seat.clone(), wins);
        rung.wins += wins;
        rung.draws += played.draws;
        rung.failures.extend(played.failures);
        rung.decisions += played.decisions;
        rung.seconds += played.seconds;
    }
    // In half games, so that draws count.
    let points = 2 * rung.wins + rung.draws;
    #[expect(clippy::cast_precision_loss, reason = "numbers of games are far below 2^53")]
    let percent = points as f64 * 50.0 / rung.games.max(1) as f64;
    rung.percent = percent;
    rung.interval = wilson(points / 2, rung.games).map(|share| share * 100.0);
    Ok(rung)
}
