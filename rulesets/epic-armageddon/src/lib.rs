//! Epic: Armageddon: armies of formations on a table in centimetres.
//!
//! Under construction: the nine training games, the ready battles and three scenarios of the book can be played.
//!
//! - what is played: [`play`], one file a section of the rules, on [`state`] and [`fixed`];
//! - what is allowed: [`legal`], for options, refusals and suggestions alike; answers and their texts: [`choice`];
//! - numbers and tables as the files give them: [`data`]; space: [`terrain`], [`sight`]; what to propose: [`candidates`]; bots: [`policy`];
//! - what people see: [`present`]; rule cases: [`scenario`].

pub mod abilities;
pub mod air;
pub mod ambush;
pub mod armies;
pub mod arrivals;
pub mod assault;
pub mod buying;
pub mod candidates;
pub mod choice;
pub mod column;
pub mod concealment;
pub mod data;
pub mod document;
pub mod edges;
pub mod event;
pub mod figures;
pub mod fixed;
pub mod hindrance;
pub mod ids;
pub mod kind;
pub mod land;
pub mod layouts;
pub mod legal;
mod levels;
pub mod marks;
pub mod muster;
pub mod odds;
pub mod plant;
pub mod play;
pub mod policy;
pub mod present;
pub mod readings;
mod refusal;
pub mod roster;
mod ruleset;
pub mod scenario;
mod secrets;
pub mod shots;
pub mod sight;
pub mod sites;
mod sound;
pub mod state;
pub mod terrain;
pub mod weather;

use grognard_engine::erased::Registration;

pub use fixed::{Fixed, Setup};

/// The system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Epic;

/// The system for the programs that play it.
pub static SYSTEM: Registration = grognard_bots::registration::<Epic>();

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}
