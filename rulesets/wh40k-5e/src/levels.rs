//! How the strongest player thinks: it plays on in its head, with the scripted player for both sides, and judges by what the
//! mission counts and what is left of the armies.

use grognard_bots::levels::Levels;
use grognard_bots::search::worth_of;
use grognard_engine::SeatId;
use grognard_engine::ruleset::Ruleset;

use crate::Fifth;
use crate::fixed::Fixed;
use crate::ids::Side;
use crate::play::victory;
use crate::state::State;

/// What a whole army more is worth, in hundredths of a kill point or an objective.
const ARMY: i64 = 600;
/// A clear lead, in the same.
const LEAD: i64 = 200;

impl Levels for Fifth {
    fn value(fixed: &Fixed, s: &State, seat: SeatId) -> i32 {
        let own = Side::of(seat);
        let lost = Fifth::losses(fixed, s);
        let worth = |side: Side| {
            let all = s.models.iter().filter(|model| s.unit(model.unit).side == side).count() as i64;
            let gone = i64::from(lost.get(side.index()).copied().unwrap_or(0));
            let counted = if s.objectives.is_empty() {
                victory::total(fixed, s, side)
            } else {
                victory::controlled(fixed, s, side)
            };
            100 * i64::from(counted) + ARMY * (all - gone) / all.max(1)
        };
        worth_of(worth(own) - worth(own.other()), LEAD)
    }
}
