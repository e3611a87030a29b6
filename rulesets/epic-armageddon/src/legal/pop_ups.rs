//! Skimmers that pop up (EA-ABIL-114).

use grognard_engine::refusal::Violation;
use grognard_engine::rule;
use grognard_engine::switch::applies;

use super::{broken, other_kind};
use crate::abilities::Ability;
use crate::choice::{ActionName, Choice};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::legal::assault::in_contact;
use crate::sight::{self, Seen};
use crate::state::State;

/// EA-ABIL-114: the skimmers of a formation that may pop up in an action: in none of Sustained Fire, Marshal and Hold, and
/// only if they can move.
pub fn able(fixed: &Fixed, s: &State, formation: FormationId, action: ActionName) -> Vec<UnitId> {
    let barred = &fixed.numbers().no_pop_up.actions;
    if barred.iter().any(|name| name == action.id()) || !applies(rule!("EA-ABIL-114")) {
        return Vec::new();
    }
    let skims = |unit: &UnitId| {
        let kind = fixed.kind(*unit);
        kind.has(Ability::Skimmer) && !kind.has(Ability::Immobile) && !kind.has(Ability::SupportCraft)
    };
    s.standing(formation).map(|(unit, _)| unit).filter(skims).collect()
}

/// EA-ABIL-162: the skimmers of a formation in an assault that would see an enemy they could fight if they popped up.
pub fn able_in_assault(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<UnitId> {
    let Some(assault) = &s.assault else { return Vec::new() };
    let Some(role) = assault.role(formation) else { return Vec::new() };
    let mut all = able(fixed, s, formation, ActionName::Engage);
    if all.is_empty() {
        return all;
    }
    let within = fixed.numbers().firefight.within.0;
    let mut up = s.clone();
    let mut gains = |unit: &UnitId| {
        let Some(body) = s.table.body(*unit) else { return false };
        if s.units[unit.index()].popped || in_contact(s, assault, *unit) {
            return false;
        }
        up.units[unit.index()].popped = true;
        let foes = assault.of(role.other()).iter().flat_map(|id| s.standing(*id));
        let mut near = foes.filter(|(_, foe)| body.horizontal(foe) <= within);
        near.any(|(foe, _)| {
            sight::sees(fixed, s, *unit, foe) == Seen::Hidden
                && sight::sees(fixed, &up, *unit, foe) != Seen::Hidden
        })
    };
    all.retain(|unit| gains(unit));
    all
}

/// Every violation of the skimmers named.
pub fn check(fixed: &Fixed, units: &[UnitId], choice: &Choice) -> Vec<Violation> {
    let rule = rule!("EA-ABIL-114");
    let Choice::PopUp(named) = choice else { return other_kind(rule) };
    let mut known: Vec<UnitId> = Vec::new();
    let mut wrong = Vec::new();
    for unit in named {
        if !units.contains(unit) || known.contains(unit) {
            wrong.push(broken(fixed, rule, "why.not-of-the-formation", &[*unit]));
        }
        known.push(*unit);
    }
    wrong
}
