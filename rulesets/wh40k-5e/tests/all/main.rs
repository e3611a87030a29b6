//! The tests of this ruleset, in one program.

mod answers;
mod bots;
mod cases;
mod chances;
mod documents;
mod lessons;
mod levels;
mod lists;
mod odds;
mod properties;
mod rage;
mod sets;
mod third_set;
mod vehicles;
mod weapons;
