//! Computer players: [`scripted`] takes objectives, shoots where it hurts most and engages when the odds are good.

mod aims;
mod moves;
mod scripted;
mod worth;

use grognard_engine::bot::Bot;

use crate::Epic;

/// The system's own bots.
pub const BOTS: &[(&str, &str)] =
    &[("scripted", "Takes objectives, shoots where it hurts most and engages when the odds are good.")];

/// Makes one of them.
pub fn bot(name: &str, seed: u64) -> Option<Box<dyn Bot<Epic>>> {
    (name == "scripted").then(|| Box::new(scripted::Scripted::new(seed)) as Box<dyn Bot<Epic>>)
}
