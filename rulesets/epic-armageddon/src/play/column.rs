//! The columns of Fog Lights: who goes ahead, and who waits (EA-SFL-001, EA-SFL-006, EA-SFL-009).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::{SeatId, rule, rules};

use crate::Epic;
use crate::arrivals::Means;
use crate::column::{entry, grounded, is_on, vanguards, waiting};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::state::State;

/// A side that has yet to form its column.
pub fn unformed(fixed: &Fixed, s: &State) -> Option<SeatId> {
    is_on(fixed).then(|| fixed.seats().find(|seat| waiting(s, *seat).len() > 1)).flatten()
}

/// EA-SFL-001, EA-SFL-006: one formation goes ahead, all others wait in the column.
pub fn form(s: &mut State, cx: &mut Ctx<'_, Epic>, side: SeatId) -> Step {
    let options = vanguards(cx.fixed(), s, side);
    let ahead = cx.choose(s, Ask::new(side, "vanguard", rule!("EA-SFL-001")), &options)?;
    let Some(at) = entry(cx.fixed(), s, side) else { return cx.broken("a column has no entry point") };
    for formation in waiting(s, side) {
        if formation != ahead {
            s.formation_mut(formation).entry = Some(at);
            cx.emit(rules!["EA-SFL-001", "EA-SFL-005", "EA-SFL-009"], Event::Entry { formation, at });
        }
    }
    Ok(())
}

/// EA-SFL-003: in the first turn nobody teleports in.
pub fn delay(fixed: &Fixed, s: &mut State) {
    if grounded(fixed, s).is_none() {
        return;
    }
    for formation in &mut s.formations {
        if formation.means == Some(Means::Teleport) {
            formation.flight.asked = true;
        }
    }
}
