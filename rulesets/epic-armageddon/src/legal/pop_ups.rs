//! Skimmers that pop up (EA-ABIL-114).

use grognard_engine::refusal::Violation;
use grognard_engine::rule;
use grognard_engine::switch::applies;

use super::{broken, other_kind};
use crate::abilities::Ability;
use crate::choice::{ActionName, Choice};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
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
