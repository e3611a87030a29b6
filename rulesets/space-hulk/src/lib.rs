//! Space Hulk, the core game: Terminators against Genestealers in the corridors of a derelict.
//!
//! The outer flow stands in [`table::Flow`]; each activity is a plain function that reads like its section of the
//! rules. Legality is decided in one place for option lists and refusals alike.

pub mod choice;
pub mod event;
pub mod fixed;
pub mod mission;
pub mod numbers;
pub mod piece;
pub mod present;
pub mod profile;
pub mod state;
pub mod table;

pub use fixed::{Data, Fixed, Options, Setup};
