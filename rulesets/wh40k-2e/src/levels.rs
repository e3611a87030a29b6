//! How the strongest player thinks: it plays on in its head, with the scripted player for both sides, and judges by victory
//! points and what is left of the armies.

use grognard_bots::levels::Levels;
use grognard_bots::search::worth_of;
use grognard_engine::SeatId;

use crate::Second;
use crate::fixed::Fixed;
use crate::ids::Side;
use crate::play::victory;
use crate::state::{Place, State};

/// What a whole army more is worth, in hundredths of a victory point.
const ARMY: i64 = 1_200;
/// A clear lead, in hundredths of a victory point.
const LEAD: i64 = 300;

impl Levels for Second {
    fn value(fixed: &Fixed, s: &State, seat: SeatId) -> i32 {
        let own = Side::of(seat);
        let worth = |side: Side| {
            let all = s.models.iter().filter(|model| s.unit(model.squad).side == side);
            let (mut left, mut count) = (0, 0);
            for model in all {
                count += 1;
                left += i64::from(model.place != Place::Gone);
            }
            100 * i64::from(victory::total(fixed, s, side, false)) + ARMY * left / i64::max(count, 1)
        };
        worth_of(worth(own) - worth(own.other()), LEAD)
    }
}
