//! The 2nd edition core rules: squads of single models, nothing measured beforehand.
//!
//! Squads move, run, charge, hide, go on overwatch, shoot, fight hand-to-hand, break and rally, with their psychology; characters
//! lead them, psykers use powers, missions score; vehicles drive, are boarded and shot at by location; buildings are entered and
//! fall. The players may lay out the table by turns first ([`laying`]).
//!
//! - what is played: [`play`], one file a section of the rules, on [`state`] and [`fixed`];
//! - what is allowed: [`legal`]; answers and their texts: [`choice`];
//! - space: [`pace`] (what a way costs), [`sight`] (sight and cover), [`terrain`]; what a shot needs: [`to_hit`]; a fight in numbers: [`duel`], its odds [`fight_odds`];
//! - what to propose: [`candidates`]; what people see: [`present`]; rule cases: [`scenario`].

pub mod armies;
pub mod bought;
pub mod buildings;
pub mod candidates;
pub mod cards;
pub mod characters;
pub mod choice;
pub mod data;
pub mod document;
pub mod duel;
pub mod event;
pub mod fight_odds;
pub mod fixed;
pub mod ids;
pub mod lasting;
pub mod laying;
pub mod laying_out;
pub mod legal;
mod levels;
pub mod odds;
pub mod pace;
pub mod play;
pub mod policy;
pub mod present;
mod refusal;
pub mod roster;
mod ruleset;
pub mod scenario;
pub mod secrets;
pub mod sight;
pub mod sight_remarks;
mod sound;
pub mod special;
pub mod state;
pub mod terrain;
pub mod to_hit;
pub mod vehicles;
pub mod weapons;

use grognard_engine::erased;

pub use fixed::{Fixed, Setup};

/// The system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Second;

/// The system for the programs that play it.
pub static SYSTEM: erased::Registration = grognard_bots::registration::<Second>();

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}
