//! The end of a unit, whatever it was.

use grognard_engine::ctx::Ctx;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule};

use crate::Epic;
use crate::abilities::Ability;
use crate::event::{Event, Loss};
use crate::fixed::Fixed;
use crate::ids::UnitId;
use crate::state::State;

/// Takes a unit out of the game and tells of it.
pub fn lose(s: &mut State, cx: &mut Ctx<'_, Epic>, unit: UnitId, why: Loss, rules: &[RuleId]) {
    s.remove(unit);
    cx.emit(rules, Event::Lost { unit, why });
}

/// EA-ABIL-025, EA-ABIL-028: whether the loss of a unit gives its formation no Blast marker: it is Expendable, and somebody
/// in its formation is not.
pub fn is_expendable(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let formation = s.units[unit.index()].formation;
    let expendable = |unit: &UnitId| fixed.kind(*unit).has(Ability::Expendable);
    expendable(&unit)
        && applies(rule!("EA-ABIL-025"))
        && !s.formation(formation).units.iter().all(|unit| expendable(unit) && applies(rule!("EA-ABIL-028")))
}
