//! Computer players over the ruleset trait, for every system alike.
//!
//! A random player is part of the engine, scripted ones belong to their rulesets. Here are the players made of them: one
//! that is careless at times ([`careless`]), one that searches ([`search`]), and the levels players choose from
//! ([`levels`]). They know no game: what a position is worth and who plays on are given to them.

pub mod careless;
pub mod levels;
pub mod playout;
pub mod prove;
pub mod search;

pub use levels::{Levels, registration, with_levels};
pub use search::{Search, SearchBot};
