//! Computer players: [`scripted`] goes for the enemy, fires where it does most harm, charges when it pays, and watches.

mod errand;
mod ranks;
mod scripted;
mod value;
mod volley;

use grognard_engine::bot::Bot;

use crate::Second;

/// The system's own bots.
pub const BOTS: &[(&str, &str)] = &[(
    "scripted",
    "Goes for the enemy, fires where it does most harm and charges when it pays. Judges distances by eye.",
)];

/// Makes one of them.
pub fn bot(name: &str, seed: u64) -> Option<Box<dyn Bot<Second>>> {
    (name == "scripted").then(|| Box::new(scripted::Scripted::new(seed)) as Box<dyn Bot<Second>>)
}
