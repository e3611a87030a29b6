//! The tests of this ruleset, in one program.

mod cases;
mod data;
mod fights;
mod odds;
mod properties;
mod ranges;
mod walking;
