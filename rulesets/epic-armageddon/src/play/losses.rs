//! The end of a unit, whatever it was.

use grognard_engine::ctx::Ctx;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};

use crate::Epic;
use crate::abilities::Ability;
use crate::event::{Event, Loss};
use crate::fixed::{Class, Fixed};
use crate::ids::UnitId;
use crate::state::State;

/// Takes a unit out of the game and tells of it.
pub fn lose(s: &mut State, cx: &mut Ctx<'_, Epic>, unit: UnitId, why: Loss, rules: &[RuleId]) {
    s.remove(unit);
    // EA-SWP-015: one hit is enough for a tank.
    let tank = cx.fixed().kind(unit).sheet == "water-tank";
    let also = if tank { rules!["EA-SWP-015", "EA-SWP-014"] } else { rules![] };
    let more = [rules, also].concat();
    let rules = &more[..];
    if cx.fixed().kind(unit).characters.is_empty() {
        cx.emit(rules, Event::Lost { unit, why });
    } else {
        // EA-ABIL-012: a character dies with its host.
        let mut rules: Vec<RuleId> = rules.iter().copied().chain([rule!("EA-ABIL-012")]).collect();
        // EA-ABIL-013: whatever the host is.
        if cx.fixed().kind(unit).class != Class::Infantry {
            rules.push(rule!("EA-ABIL-013"));
        }
        cx.emit(&rules, Event::Lost { unit, why });
    }
}

/// EA-ABIL-063: the rule by which an Invulnerable Save is no help, for a unit that has one.
pub fn no_save(fixed: &Fixed, unit: UnitId) -> Option<RuleId> {
    fixed.kind(unit).has(Ability::InvulnerableSave).then_some(rule!("EA-ABIL-063"))
}

/// EA-ARMY-026: whether the loss of a unit gives its formation no Blast marker: an Automaton, or one that is Expendable.
pub fn gives_no_marker(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    fixed.kind(unit).has(Ability::Automaton) && applies(rule!("EA-ARMY-026")) || is_expendable(fixed, s, unit)
}

/// EA-ARMY-030: whether a unit is one of Grotz in a formation with other Orks.
pub fn is_among_others(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let grotz = |unit: &UnitId| fixed.kind(*unit).has(Ability::Grotz);
    let units = &s.formation(s.units[unit.index()].formation).units;
    grotz(&unit) && units.iter().any(|other| !grotz(other)) && applies(rule!("EA-ARMY-030"))
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
