//! Space Hulk, the core game: Terminators against Genestealers in the corridors of a derelict.
//!
//! The outer flow stands in [`table::Flow`]; each activity is a plain function in [`play`] that reads like its
//! section of the rules. What is allowed is decided in one place for option lists and refusals alike ([`legal`]).
//! Everything both players may see is the [`table::Table`], so that legality, queries and drawing cannot look at
//! what is hidden ([`state`]).

pub mod bidding;
pub mod blips;
pub mod choice;
pub mod document;
pub mod eldar;
pub mod event;
pub mod fault;
pub mod fixed;
pub mod force;
pub mod goal;
pub mod ground;
pub mod guard;
pub mod harlequin;
pub mod hazard;
pub mod legal;
mod limits;
pub mod mission;
pub mod numbers;
pub mod piece;
pub mod play;
pub mod policy;
pub mod present;
pub mod profile;
pub mod psychic;
mod refusal;
mod ruleset;
mod scenario;
mod secrets;
mod sound;
pub mod state;
pub mod table;
pub mod things;
pub mod weapon;

#[cfg(not(test))]
use grognard_engine::erased;

pub use fixed::{Data, Fixed, Options, Setup};

/// The system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpaceHulk;

/// The system for the programs that play it. It brings in everything, which the unit tests of this crate can do without.
#[cfg(not(test))]
pub static SYSTEM: erased::Registration = grognard_bots::registration::<SpaceHulk>();

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}
