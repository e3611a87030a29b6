//! The tests of this ruleset, in one program.

mod answers;
mod bots;
mod cases;
mod documents;
mod lessons;
mod odds;
mod properties;
mod sets;
mod third_set;
mod vehicles;
mod weapons;
