//! Names of units, models and sides, and where markers lie.

/// A model: its place in [`crate::state::State::models`], the same in every game of a set-up, and on the table.
pub use grognard_space::table::BodyId as ModelId;
/// A unit: its place in [`crate::state::State::units`], and on the table.
pub use grognard_space::table::GroupId as UnitId;
use grognard_space::table::Point;
/// One of the two players, and all models of that army (9E-GEN-004): friends to each other, enemies to the others
/// (9E-GEN-015).
pub use grognard_tabletop::sides::Side;
use serde::{Deserialize, Serialize};

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
