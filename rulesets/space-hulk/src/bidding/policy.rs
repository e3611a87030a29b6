//! What the scripted player bids.

use grognard_engine::SeatId;
use grognard_engine::rng::SplitMix;

use super::{command_squad, least, usual};
use crate::fixed::Fixed;
use crate::force::points::Points;
use crate::table::{Flow, Table};

/// Between these shares of what is usual, in twelfths: below, it would rather have the other side.
const FROM: u32 = 9;
const TO: u32 = 13;

/// How many halves of a point it goes up at most to get away from a tie, and none among them.
const EVADES: usize = 5;

/// A bid around what the mission's own squad is worth, not the same every time, or whoever knows it would always bid a little
/// less; after a tie another one. Against Hybrids it wants a Librarian.
pub fn answer(fixed: &Fixed, table: &Table, seat: SeatId, seed: u64) -> Points {
    let ties = match table.flow {
        Flow::Bid { ties } => ties,
        _ => 0,
    };
    let mut rng = SplitMix::new(seed ^ u64::from(ties) << 8 ^ u64::from(seat.0) << 32);
    let share = FROM + rng.below((TO - FROM + 1) as usize) as u32;
    let floor = least(fixed).max(command_squad(fixed).unwrap_or_default());
    let more = if ties > 0 { rng.below(EVADES) as u32 } else { 0 };
    usual(fixed).about(share).max(floor) + Points::ONE.about(6) * more
}
