//! Names of units, models and sides, and where markers lie.

use grognard_engine::SeatId;
/// A model: its place in [`crate::state::State::models`], the same in every game of a set-up, and on the table.
pub use grognard_space::table::BodyId as ModelId;
/// A unit: its place in [`crate::state::State::units`], and on the table.
pub use grognard_space::table::GroupId as UnitId;
use grognard_space::table::Point;
use serde::{Deserialize, Serialize};

/// One of the two players, and all models of that army (9E-GEN-004): friends to each other, enemies to the others
/// (9E-GEN-015).
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

/// Where a marker lies: its middle, and the height of the floor it was put on. 0 is the lowest surface there
/// (9E-AMB-096): most places have but one.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Spot(pub i32, pub i32, #[serde(default)] pub i32);

impl Spot {
    /// In plan.
    pub const fn at(self) -> Point {
        Point { x: self.0, y: self.1 }
    }
}

impl From<(i32, i32)> for Spot {
    fn from((x, y): (i32, i32)) -> Spot {
        Spot(x, y, 0)
    }
}
