//! The 5th edition core rules as a base, and the fan variant as a set of rules that replace rules.
//!
//! Under construction: squads and vehicles move, shoot, assault, fall back and regroup, and occupy buildings, by either set.
//!
//! - which rules are in force: [`edition`], one enum a point of difference between the two books;
//! - what is played: [`play`], one file or folder a section of the rules, on [`state`] and [`fixed`]; where the variant
//!   rewrote a section the two procedures stand side by side (`play/shooting/wounds.rs` and `hits.rs`);
//! - what is allowed: [`legal`]; answers and their texts: [`choice`];
//! - space: [`cover`] (sight and cover), [`terrain`]; what dice need: [`scores`];
//! - vehicles and what is special about them: [`vehicles`]; buildings and their roofs: [`buildings`];
//! - what an attack may come to, exactly: [`chances`];
//! - what to propose: [`candidates`]; the scripted player: [`policy`]; what people see: [`present`]; rule cases: [`scenario`].

pub mod abilities;
pub mod armies;
pub mod artillery;
pub mod buildings;
pub mod candidates;
pub mod chances;
pub mod choice;
pub mod cover;
pub mod data;
pub mod document;
pub mod edition;
pub mod event;
pub mod fixed;
pub mod gait;
pub mod ids;
pub mod legal;
mod levels;
pub mod outfit;
pub mod play;
pub mod policy;
pub mod present;
mod refusal;
pub mod roster;
mod ruleset;
pub mod scenario;
pub mod scores;
mod sound;
pub mod state;
pub mod terrain;
pub mod vehicles;

use grognard_engine::erased;

pub use fixed::{Fixed, Setup};

/// The system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fifth;

/// What rules call.
pub type Cx<'a> = grognard_engine::ctx::Ctx<'a, Fifth>;

/// The system for the programs that play it.
pub static SYSTEM: erased::Registration = grognard_bots::registration::<Fifth>();

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}
