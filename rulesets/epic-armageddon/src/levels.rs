//! How the strongest player thinks: it plays on in its head, with the scripted player for all sides, and judges by objectives
//! held, what is left of the formations and how they bear up.

use grognard_bots::levels::Levels;
use grognard_bots::search::worth_of;
use grognard_engine::SeatId;

use crate::Epic;
use crate::fixed::Fixed;
use crate::play::{damage, victory};
use crate::state::State;

/// What all formations of a team together are worth, in hundredths of an objective.
const ARMY: i64 = 800;
/// What is left of the worth of a Broken formation, in hundredths.
const BROKEN: i64 = 60;
/// A clear lead, in hundredths of an objective.
const LEAD: i64 = 250;

impl Levels for Epic {
    fn value(fixed: &Fixed, s: &State, seat: SeatId) -> i32 {
        let team = fixed.sides[seat.index()].team;
        // Ours, and what they have had and have: hundredths of the units' strength.
        let (mut had, mut left) = ([0; 2], [0; 2]);
        for id in s.formation_ids() {
            let spec = fixed.spec(id);
            let ours = usize::from(fixed.sides[spec.side.index()].team != team);
            had[ours] += spec.units.iter().map(|unit| 100 * i64::from(fixed.kind(*unit).dc)).sum::<i64>();
            let own = s.formation(id);
            let strength: i64 = own.units.iter().map(|unit| i64::from(damage::left(fixed, s, *unit))).sum();
            left[ours] += strength * if own.broken { BROKEN } else { 100 };
        }
        let army = |side: usize| ARMY * left[side] / had[side].max(1);
        let holders: Vec<SeatId> =
            (0..s.objectives.len()).filter_map(|at| victory::holder(fixed, s, at)).collect();
        let held =
            holders.iter().map(|holder| if fixed.sides[holder.index()].team == team { 100 } else { -100 });
        worth_of(army(0) - army(1) + held.sum::<i64>(), LEAD)
    }
}
