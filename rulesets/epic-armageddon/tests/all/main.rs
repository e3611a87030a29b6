//! The tests of this ruleset, in one program.

mod answers;
mod cases;
mod data;
mod properties;
mod rosters;
