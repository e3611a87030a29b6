//! The two sides of a battle, for the systems that have no more. Nothing else in the kit uses them.

use grognard_engine::SeatId;
use serde::{Deserialize, Serialize};

/// One of two sides.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Side {
    /// The first seat.
    Red,
    /// The second seat.
    Blue,
}

impl Side {
    /// Both, in order of their seats.
    pub const BOTH: [Side; 2] = [Side::Red, Side::Blue];

    /// The opponent.
    pub const fn other(self) -> Side {
        match self {
            Side::Red => Side::Blue,
            Side::Blue => Side::Red,
        }
    }

    /// As an index into per-side arrays.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its seat.
    pub const fn seat(self) -> SeatId {
        SeatId(self as u8)
    }

    /// The side of a seat.
    pub const fn of(seat: SeatId) -> Side {
        if seat.0 == 0 { Side::Red } else { Side::Blue }
    }

    /// Its name in answers.
    pub const fn id(self) -> &'static str {
        match self {
            Side::Red => "red",
            Side::Blue => "blue",
        }
    }

    /// The side of a name.
    pub fn named(name: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| side.id() == name)
    }
}
