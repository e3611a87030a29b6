//! Seats, and who may know what.

use serde::{Deserialize, Serialize};

/// A place at the table. Seats are numbered from 0 in the order the ruleset lists them.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatId(pub u8);

impl SeatId {
    /// The seat as an index into per-seat arrays.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a ruleset tells of one seat of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatInfo {
    /// The short name used in records and text forms, such as `marine`.
    pub id: String,
    /// The name shown to players.
    pub name: String,
    /// Seats of one team win and lose together.
    pub team: u8,
}

/// Who looks at a game: one seat, or somebody who has none.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash)]
pub enum Viewer {
    /// The owner of a seat.
    Seat(SeatId),
    /// A spectator sees only what everybody sees.
    Spectator,
}

/// The set of viewers who may know of something.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Audience(u16);

impl Audience {
    /// Every seat and every spectator.
    pub const ALL: Audience = Audience(u16::MAX);
    /// Nobody.
    pub const NONE: Audience = Audience(0);

    /// One seat alone.
    pub const fn only(seat: SeatId) -> Audience {
        Audience(1 << seat.0)
    }

    /// This audience and one seat more.
    pub const fn and(self, seat: SeatId) -> Audience {
        Audience(self.0 | 1 << seat.0)
    }

    /// Those who belong to both.
    pub const fn intersection(self, other: Audience) -> Audience {
        Audience(self.0 & other.0)
    }

    /// Whether the viewer belongs to it.
    pub const fn includes(self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Seat(seat) => self.0 & (1 << seat.0) != 0,
            Viewer::Spectator => self.0 == u16::MAX,
        }
    }

    /// Whether everybody belongs to it.
    pub const fn is_all(self) -> bool {
        self.0 == u16::MAX
    }
}
