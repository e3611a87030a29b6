//! Computer players over the ruleset trait, for every system alike.
//!
//! A random player is part of the engine, scripted ones belong to their rulesets; here are those that search
//! ([`search`]). They know no game: what a position is worth and who plays on are given to them.

pub mod playout;
pub mod search;

pub use search::{Search, SearchBot};
