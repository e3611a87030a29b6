//! Computer players of this system.

use grognard_engine::bot::Bot;

use crate::SpaceHulk;

/// The bots by name, weakest first.
pub const BOTS: &[(&str, &str)] = &[];

/// Makes a bot by name.
pub fn bot(_name: &str, _seed: u64) -> Option<Box<dyn Bot<SpaceHulk>>> {
    None
}
