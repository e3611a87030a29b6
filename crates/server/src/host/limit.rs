//! The time limit, where one was agreed on: it runs only while its seat decides.

use std::time::{Duration, Instant};

use grognard_engine::record::Origin;

use super::table::Table;
use crate::protocol::ClockState;

/// Time used of the current period.
#[derive(Clone, Copy, Default)]
pub(crate) struct Used {
    period: Option<u32>,
    before: Duration,
    since: Option<Instant>,
}

impl Table {
    /// How long the seat on the clock may still decide; `None` while nobody's clock runs.
    pub(crate) fn clock_due(&mut self) -> Option<Duration> {
        let clock = self.game.clock();
        if clock.map(|clock| clock.period) != self.used.period {
            self.used = Used { period: clock.map(|clock| clock.period), ..Used::default() };
        }
        if let Some(since) = self.used.since.take() {
            self.used.before += since.elapsed();
        }
        let clock = clock?;
        let person = self.notes.bot(&self.name(clock.seat)).is_none();
        if self.gone.is_some() || !person || !self.game.waits_for().contains(&clock.seat) {
            return None;
        }
        self.used.since = Some(Instant::now());
        Some(Duration::from_secs(u64::from(clock.seconds)).saturating_sub(self.used.before))
    }

    /// The seat on the clock has used its time up.
    pub(crate) fn time_up(&mut self) {
        let Some(clock) = self.game.clock() else { return };
        if self.change(None, |game| game.aside(clock.seat, "time-up", Origin::Host)).is_ok() {
            self.settle().ok();
        }
    }

    /// What clients show of the clock.
    pub(crate) fn clock_state(&self) -> Option<ClockState> {
        let clock = self.game.clock()?;
        let running = self.used.since.map_or(Duration::ZERO, |since| since.elapsed());
        let limit = Duration::from_secs(u64::from(clock.seconds));
        let left = limit.saturating_sub(self.used.before + running);
        Some(ClockState { seat: self.name(clock.seat), seconds: left.as_secs() as u32 })
    }
}
