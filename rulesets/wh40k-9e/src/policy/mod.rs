//! Computer players: [`scripted`] takes objectives, focuses its fire by the odds and charges when it pays.

mod aims;
mod levels;
mod losses;
mod scripted;
mod setting;
mod value;

use grognard_engine::bot::Bot;

pub use losses::{least, order as least_missed};
pub use scripted::save_need;
pub use value::shots as shots_worth;

use crate::Nine;
use crate::candidates;
use crate::choice::Choice;
use crate::fixed::Fixed;
use crate::ids::UnitId;
use crate::state::State;

/// The system's own bots.
pub const BOTS: &[(&str, &str)] =
    &[("scripted", "Takes objectives, fires where the odds are best and charges when it pays.")];

/// What a unit's best Overwatch against a charging unit is worth, in hundredths of wounds.
pub fn overwatch_worth(fixed: &Fixed, s: &State, unit: UnitId, charger: UnitId) -> i64 {
    let volleys = candidates::orders::fire(fixed, s, unit, Some(charger));
    let worth = |choice: &Choice| match choice {
        Choice::Fire(_, shots) => value::shots(fixed, s, shots, true),
        _ => 0,
    };
    volleys.iter().map(worth).max().unwrap_or(0)
}

/// Makes one of them.
pub fn bot(name: &str, seed: u64) -> Option<Box<dyn Bot<Nine>>> {
    (name == "scripted").then(|| Box::new(scripted::Scripted::new(seed)) as Box<dyn Bot<Nine>>)
}
