//! The tests of this ruleset, in one program.

mod cases;
mod documents;
mod properties;
mod sets;
mod third_set;
mod vehicles;
mod weapons;
