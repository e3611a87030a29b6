//! How the strongest player thinks: it plays on for some turns in its head, with the scripted player for both sides, and
//! judges by points, markers and what is left of the armies.

use grognard_bots::levels::Levels;
use grognard_bots::search::worth_of;
use grognard_engine::SeatId;
use grognard_engine::decision::Ask;

use crate::Nine;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side};
use crate::play::command::controlled;
use crate::state::{Place, State};

/// What a whole army more is worth, in points of a marker held once.
const ARMY: i64 = 20;
/// A clear lead, in hundredths of such points.
const LEAD: i64 = 800;
/// The rounds for which a marker now held is counted.
const FORESIGHT: u8 = 2;

impl Levels for Nine {
    fn value(fixed: &Fixed, s: &State, seat: SeatId) -> i32 {
        let own = Side::of(seat);
        // Wounds, in hundredths of what the army began with.
        let strength = |side: Side| -> i64 {
            let (mut left, mut all) = (0, 0);
            for index in 0..s.models.len() {
                let id = ModelId(index as u16);
                let model = s.model(id);
                if s.unit(model.unit).side == side {
                    all += i64::from(fixed.kind(id).profile.w);
                    left += if model.place == Place::Gone { 0 } else { i64::from(model.wounds) };
                }
            }
            100 * ARMY * left / all.max(1)
        };
        let once = i64::from(fixed.numbers().capture.points.max(1));
        let rounds = i64::from(fixed.rounds(s.mission).saturating_sub(s.round).min(FORESIGHT));
        let held = |side: Side| 100 * controlled(fixed, s, side).len() as i64 * rounds;
        let points = |side: Side| 100 * i64::from(s.vp[side.index()]) / once;
        let worth = |side: Side| points(side) + held(side) + strength(side);
        let lead = worth(own) - worth(own.other());
        worth_of(lead, LEAD)
    }

    /// What is as good whatever is answered, or is best answered at once.
    fn weighs(ask: &Ask) -> bool {
        !matches!(
            ask.kind,
            "save" | "ignore" | "casualties" | "allocate" | "remove" | "dispute" | "sequence" | "count-for"
        )
    }
}
