//! The time limit, where one was agreed on: it runs only while its seat decides.

use std::time::{Duration, Instant};

use grognard_engine::record::Origin;
use grognard_engine::ruleset::Clock;
use serde::{Deserialize, Serialize};

use super::table::Table;
use crate::protocol::ClockState;

/// More decisions than any activity has: after that many defaults the rules do not end the period.
const MAX_DEFAULTS: usize = 200;

/// What is left at least after a take-back, in milliseconds: time enough to see what it led to.
const GRACE: u64 = 15_000;

/// Time used of the current period, as it is kept with the game.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Used {
    /// The period.
    pub(crate) period: u32,
    /// Milliseconds used in it so far.
    pub(crate) milliseconds: u64,
    /// The time is up, and it was said: once a period.
    pub(crate) said: bool,
}

impl Table {
    /// How long the seat on the clock may still decide; `None` while nobody's clock runs.
    pub(crate) fn clock_due(&mut self) -> Option<Duration> {
        self.stop_clock();
        let clock = self.game.clock().filter(|_| self.notes.waiting.is_none())?;
        let used = self.used(&clock);
        let person = self.notes.is_human(&self.name(clock.seat));
        if used.said || self.gone.is_some() || !person || !self.game.waits_for().contains(&clock.seat) {
            return None;
        }
        self.notes.used = Some(used);
        self.running = Some(Instant::now());
        Some(limit(&clock).saturating_sub(Duration::from_millis(used.milliseconds)))
    }

    /// Adds what the clock has run to the time used.
    pub(super) fn stop_clock(&mut self) {
        if let (Some(since), Some(used)) = (self.running.take(), &mut self.notes.used) {
            used.milliseconds += u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX);
        }
    }

    /// The time used of a clock's period; a new period starts full.
    fn used(&self, clock: &Clock) -> Used {
        let fresh = Used { period: clock.period, ..Used::default() };
        self.notes.used.filter(|used| used.period == clock.period).unwrap_or(fresh)
    }

    /// The seat on the clock has used its time up: the period ends, in mid-activity by the defaults of what is asked.
    pub(crate) fn time_up(&mut self) {
        self.stop_clock();
        let Some(clock) = self.game.clock() else { return };
        // Whatever comes of it, it is not said again and again.
        self.notes.used = Some(Used { said: true, ..self.used(&clock) });
        if self.change(None, |game| game.aside(clock.seat, "time-up", Origin::Host)).is_err() {
            return;
        }
        for _ in 0..MAX_DEFAULTS {
            let same = self.game.clock().is_some_and(|now| now.period == clock.period);
            if !same || !self.game.waits_for().contains(&clock.seat) {
                break;
            }
            let Some(text) = self.game.default_answer(clock.seat) else { break };
            if self.change(None, |game| game.answer(clock.seat, &text, Origin::Clock)).is_err() {
                break;
            }
        }
        self.settle().ok();
    }

    /// Lets the clock run on after a take-back, with a little time at least.
    pub(super) fn rewind_clock(&mut self) {
        self.stop_clock();
        let Some(clock) = self.game.clock() else { return };
        let most = u64::from(clock.seconds).saturating_mul(1000).saturating_sub(GRACE);
        let used = self.used(&clock);
        self.notes.used = Some(Used { milliseconds: used.milliseconds.min(most), said: false, ..used });
    }

    /// What clients show of the clock.
    pub(crate) fn clock_state(&self) -> Option<ClockState> {
        let clock = self.game.clock()?;
        let running = self.running.map_or(Duration::ZERO, |since| since.elapsed());
        let used = Duration::from_millis(self.used(&clock).milliseconds) + running;
        let left = limit(&clock).saturating_sub(used);
        Some(ClockState { seat: self.name(clock.seat), seconds: left.as_secs() as u32 })
    }
}

fn limit(clock: &Clock) -> Duration {
    Duration::from_secs(u64::from(clock.seconds))
}
