//! The tests of this ruleset, in one program.

mod answers;
mod bots;
mod cases;
mod data;
mod documents;
mod fights;
mod lessons;
mod levels;
mod muster;
mod numbers;
mod odds;
mod properties;
mod ranges;
mod tables;
mod walking;
