//! Boards of squares.
//!
//! A [`Grid`] is a fixed set of *floor* squares on one or several levels; whatever is not floor is wall. Each floor
//! square has a dense number, its [`Cell`]; a [`CellSet`] is a bit set of them. Directions come in three kinds:
//! [`Facing`] (the four sides of a square), [`Dir`] (the eight steps to a neighbour) and [`Side`] (such a step as
//! seen from a facing).

mod board;
mod cells;
mod compass;
mod facing;
mod routes;

pub use board::{Coord, Grid, GridError};
pub use cells::{Cell, CellIter, CellSet, MAX_CELLS};
pub use compass::Dir;
pub use facing::{Facing, ParseCompassError, Side};
pub use routes::Routes;
