//! Computer players: [`scripted`] plays the mission, fires where it does most harm and assaults when it pays.
//!
//! What things are worth stands in `worth`, where a unit wants to go in `aims`, how it gets there in `ways`; `volleys` is what a
//! unit fires, `fights` what a combat would bring. Figures here are estimates of a player; no rule reads them.

mod aims;
mod deploying;
mod fights;
mod orders;
mod scripted;
mod volleys;
mod ways;
mod worth;

use grognard_engine::bot::Bot;

use crate::Fifth;

/// The system's own bots.
pub const BOTS: &[(&str, &str)] = &[(
    "scripted",
    "Takes the objectives, fires where it does most harm and assaults when it pays. Judges distances by eye.",
)];

/// Makes one of them.
pub fn bot(name: &str, seed: u64) -> Option<Box<dyn Bot<Fifth>>> {
    (name == "scripted").then(|| Box::new(scripted::Scripted::new(seed)) as Box<dyn Bot<Fifth>>)
}
