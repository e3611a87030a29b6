//! Computer players.

use grognard_engine::bot::Bot;

use crate::Nine;

/// The system's own bots.
pub const BOTS: &[(&str, &str)] = &[];

/// Makes one of them.
pub fn bot(_name: &str, _seed: u64) -> Option<Box<dyn Bot<Nine>>> {
    None
}
