//! The tests of this ruleset, in one program.

mod cases;
mod properties;
