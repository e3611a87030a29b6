//! The 9th edition core rules: two armies of models with bases on a free table, turn by turn.
//!
//! - what is played: [`play`], one file a section of the rules, on [`state`] and [`fixed`];
//! - what is allowed: [`legal`], for options, refusals and suggestions alike; answers and their texts: [`choice`];
//! - numbers: [`data`] (as the files give them), [`figures`] (characteristics as they stand), [`numbers`] (what an
//!   attack needs, with reasons), [`plan`] (an attack as the odds see it);
//! - space: [`measure`], [`terrain`], [`cover`]; what to propose: [`candidates`]; bots: [`policy`];
//! - what people see: [`present`]; what they write: [`document`]; rule cases: [`scenario`].

pub mod armies;
pub mod candidates;
pub mod choice;
pub mod course;
pub mod cover;
pub mod data;
pub mod document;
pub mod event;
pub mod figures;
pub mod fixed;
pub mod ids;
pub mod keyword;
pub mod legal;
pub mod measure;
pub mod numbers;
pub mod plan;
pub mod play;
pub mod policy;
pub mod present;
mod refusal;
pub mod rolled;
pub mod roster;
mod ruleset;
pub mod scenario;
mod sound;
pub mod state;
pub mod terrain;

use grognard_engine::erased;

pub use fixed::{Fixed, Setup};

/// The system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nine;

/// The system for the programs that play it.
pub static SYSTEM: erased::Registration = grognard_bots::registration::<Nine>();

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}
