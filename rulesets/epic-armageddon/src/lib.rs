//! Epic: Armageddon: armies of formations on a table in centimetres.
//!
//! Under construction: the first training game can be played.
//!
//! - what is played: [`play`], one file a section of the rules, on [`state`] and [`fixed`];
//! - what is allowed: [`legal`], for options, refusals and suggestions alike; answers and their texts: [`choice`];
//! - numbers and tables as the files give them: [`data`]; space: [`terrain`], [`sight`]; what to propose: [`candidates`];
//! - what people see: [`present`]; rule cases: [`scenario`].

pub mod abilities;
pub mod armies;
pub mod assault;
pub mod candidates;
pub mod choice;
pub mod data;
pub mod event;
pub mod figures;
pub mod fixed;
pub mod ids;
pub mod kind;
pub mod legal;
mod muster;
pub mod odds;
pub mod play;
pub mod present;
mod refusal;
pub mod roster;
mod ruleset;
pub mod scenario;
pub mod sight;
mod sound;
pub mod state;
pub mod terrain;

use grognard_engine::erased::Registration;

pub use fixed::{Fixed, Setup};

/// The system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Epic;

/// The system for the programs that play it.
pub static SYSTEM: Registration = Registration::of::<Epic>();

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}
