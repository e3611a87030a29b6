//! Exact integer geometry for the tabletop.
//!
//! - [`grid`]: boards of squares. Compass and facings, floor squares as dense numbers, sets of them as bits,
//!   neighbourhood, distance and routes.
//! - [`sight`]: lines of sight between squares, from tables made once per board.
//! - [`table`]: the table without squares. Bases, hulls and terrain in hundredths of a millimetre; distances, moves,
//!   coherency, sight, templates.
//!
//! Nothing here knows what stands on a square: callers hand in *sets of squares* that block, and get sets back.
//! There is no floating point, no randomness and no hashing, so the same question has the same answer everywhere.
//!
//! ```
//! use grognard_space::grid::{CellSet, Coord, Grid};
//! use grognard_space::sight::Sight;
//!
//! // A corridor of four squares.
//! let grid = Grid::new((0..4).map(|x| Coord { level: 0, x, y: 0 }))?;
//! let sight = Sight::new(&grid);
//! let [first, second, .., last] = grid.cells().collect::<Vec<_>>()[..] else { unreachable!() };
//!
//! assert!(sight.clear(first, last, &CellSet::EMPTY, &CellSet::EMPTY));
//! assert!(!sight.clear(first, last, &CellSet::from(second), &CellSet::EMPTY));
//! # Ok::<(), grognard_space::grid::GridError>(())
//! ```

pub mod grid;
pub mod sight;
pub mod table;
