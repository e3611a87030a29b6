//! Players' clocks, agreed on when the game is set up: for each decision, a bank, or days.
//!
//! A clock runs while its person is asked and the game is awake; a server that is down costs nobody time. Days are those of the
//! calendar: they pass whether the server runs or not, and count when somebody next opens the game.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use grognard_engine::SeatId;
use grognard_engine::client::SeatName;
use grognard_engine::game::RESIGN;
use grognard_engine::record::Origin;
use serde::{Deserialize, Serialize};

use super::table::Table;
use crate::clock;
use crate::fault::Fault;
use crate::protocol::{SeatClock, TimeControl};

const DAY: u64 = 24 * 60 * 60 * 1000;

/// Times as they are kept with the game.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
#[serde(default)]
pub(crate) struct Times {
    /// How many answers there were when the pending decisions were put. In a sealed set some may have come since.
    pub(super) asked: u32,
    /// Every person's time.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    seats: BTreeMap<SeatName, SeatTime>,
}

impl Times {
    pub(crate) fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }
}

#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
struct SeatTime {
    /// The decision it was last asked: how many answers there were before.
    asked: u32,
    /// Milliseconds left.
    left: u64,
    /// When the days are over, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    until: Option<i64>,
}

/// Sees that a time control makes sense.
pub(crate) fn check(time: TimeControl) -> Result<(), Fault> {
    let (what, sound) = match time {
        TimeControl::None => return Ok(()),
        TimeControl::Decision { seconds } => ("5 to 3600 seconds", (5..=3600).contains(&seconds)),
        TimeControl::Bank { seconds, increment } => (
            "30 to 86400 seconds and at most 600 for each decision",
            (30..=86_400).contains(&seconds) && increment <= 600,
        ),
        TimeControl::Days { days } => ("1 to 30 days", (1..=30).contains(&days)),
    };
    if sound { Ok(()) } else { Err(Fault::bad(format!("options.time: expected {what}"))) }
}

/// The time a decision starts with, and what was saved up comes on top of.
fn full(time: TimeControl) -> u64 {
    match time {
        TimeControl::None => 0,
        TimeControl::Decision { seconds } | TimeControl::Bank { seconds, .. } => u64::from(seconds) * 1000,
        TimeControl::Days { days } => u64::from(days) * DAY,
    }
}

impl Table {
    /// People who are asked now and have a clock.
    fn timed(&self) -> Vec<(SeatId, SeatName)> {
        let waits = self.notes.waiting.is_none() && self.gone.is_none() && !self.is_lesson();
        if self.notes.options.time.is_none() || !waits || self.game.over().is_some() {
            return Vec::new();
        }
        let named = self.game.waits_for().into_iter().map(|seat| (seat, self.name(seat)));
        named.filter(|(_, name)| self.notes.is_human(name)).collect()
    }

    /// A person's time for what they are asked now: as it stands, or what a new decision starts with.
    fn time_of(&self, name: &str) -> SeatTime {
        let (time, asked) = (self.notes.options.time, self.notes.times.asked);
        let fresh = SeatTime { asked, left: full(time), until: None };
        match (self.notes.times.seats.get(name), time) {
            (Some(known), _) if known.asked == asked => *known,
            (Some(known), TimeControl::Bank { increment, .. }) => {
                SeatTime { asked, left: known.left + u64::from(increment) * 1000, until: None }
            }
            _ => fresh,
        }
    }

    /// Lets the clocks run of everybody who is asked, and says how long until the first of them has run out.
    pub(crate) fn times_due(&mut self) -> Option<Duration> {
        self.stop_times();
        let (time, now) = (self.notes.options.time, clock::now().0);
        let (timed, mut begun) = (self.timed(), false);
        for (_, name) in &timed {
            let mut seat = self.time_of(name);
            if matches!(time, TimeControl::Days { .. }) {
                begun |= seat.until.is_none();
                let until = *seat.until.get_or_insert(now + full(time).cast_signed());
                seat.left = u64::try_from(until - now).unwrap_or(0);
            }
            self.notes.times.seats.insert(name.clone(), seat);
        }
        // Days go on while the server is down, so their end must outlive it. Should that fail, the next answer keeps it.
        if begun {
            self.keep_notes().ok();
        }
        let left =
            timed.iter().filter_map(|(_, name)| self.notes.times.seats.get(name)).map(|seat| seat.left);
        let first = left.min()?;
        self.ticking = Some((Instant::now(), timed.into_iter().map(|(_, name)| name).collect()));
        Some(Duration::from_millis(first))
    }

    /// Takes what has run off the clocks.
    pub(super) fn stop_times(&mut self) {
        let Some((since, seats)) = self.ticking.take() else { return };
        let ran = u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX);
        for name in seats {
            if let Some(seat) = self.notes.times.seats.get_mut(&name) {
                seat.left = seat.left.saturating_sub(ran);
            }
        }
    }

    /// Somebody's time has run out.
    pub(crate) fn times_up(&mut self) {
        self.times_due();
        self.stop_times();
        let time = self.notes.options.time;
        for (seat, name) in self.timed() {
            if self.notes.times.seats.get(&name).is_none_or(|seat| seat.left > 0) {
                continue;
            }
            let done = match (time, self.game.default_answer(seat)) {
                (TimeControl::Decision { .. }, Some(text)) => {
                    self.change(None, |game| game.answer(seat, &text, Origin::Clock)).is_ok()
                }
                (TimeControl::Decision { .. }, None) => false,
                _ => self.change(None, |game| game.aside(seat, RESIGN, Origin::Clock)).is_ok(),
            };
            if !done {
                // Not again at once: the decision gets its time anew.
                if let Some(seat) = self.notes.times.seats.get_mut(&name) {
                    *seat = SeatTime { left: full(time).max(1000), ..*seat };
                }
            }
        }
        self.settle().ok();
    }

    /// What clients show of the clocks.
    pub(crate) fn clocks(&self) -> Vec<SeatClock> {
        let time = self.notes.options.time;
        if time.is_none() {
            return Vec::new();
        }
        let (ran, ticking) = match &self.ticking {
            Some((since, seats)) => {
                (u64::try_from(since.elapsed().as_millis()).unwrap_or(0), seats.as_slice())
            }
            None => (0, &[][..]),
        };
        let asked = self.timed();
        let clock = |seat: &SeatName| {
            let running = asked.iter().any(|(_, name)| name == seat);
            let known = self.notes.times.seats.get(seat);
            let left = match known {
                _ if running => self.time_of(seat).left,
                Some(known) => known.left,
                None => full(time),
            };
            let left = if ticking.contains(seat) { left.saturating_sub(ran) } else { left };
            let seconds = u32::try_from(left.div_ceil(1000)).unwrap_or(u32::MAX);
            SeatClock { seat: seat.clone(), seconds, running }
        };
        self.notes.people().map(clock).collect()
    }
}
