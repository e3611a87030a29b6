//! The tests of this ruleset, in one program.

mod answers;
mod bots;
mod bought;
mod cases;
mod chances;
mod changed;
mod data;
mod documents;
mod layouts;
mod lessons;
mod levels;
mod properties;
mod rosters;
mod sheets;
