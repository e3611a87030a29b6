//! Computer players: [`scripted`] takes objectives, focuses its fire by the odds and charges when it pays.

mod ground;
mod scripted;
mod value;
mod ways;

use grognard_engine::bot::Bot;

use crate::Nine;

/// The system's own bots.
pub const BOTS: &[(&str, &str)] =
    &[("scripted", "Takes objectives, fires where the odds are best and charges when it pays.")];

/// Makes one of them.
pub fn bot(name: &str, seed: u64) -> Option<Box<dyn Bot<Nine>>> {
    (name == "scripted").then(|| Box::new(scripted::Scripted::new(seed)) as Box<dyn Bot<Nine>>)
}
