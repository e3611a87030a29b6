//! Which formations may act, and how (EA-ACT).

use grognard_engine::switch::applies;
use grognard_engine::{RuleId, SeatId, rule};
use smallvec::SmallVec;

use super::coherency::is_coherent;
use super::zones::in_a_zone;
use crate::abilities::Ability;
use crate::choice::{ActionName, Choice, Manner};
use crate::data::play::{Action, Moving, Refused};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::state::State;

/// Why a formation may not be activated, if there is a reason.
pub fn barred(
    fixed: &Fixed,
    s: &State,
    side: SeatId,
    formation: FormationId,
) -> Option<(RuleId, &'static str)> {
    let own = s.formation(formation);
    if own.side != side
        || !(s.is_on_table(formation) || s.in_reserve(formation))
        || fixed.spec(formation).initiative.is_none()
    {
        Some((rule!("EA-ACT-005"), "why.not-yours"))
    } else if own.units.iter().all(|unit| is_a_building(fixed, *unit)) && applies(rule!("EA-AMB-163")) {
        Some((rule!("EA-AMB-163"), "why.no-actions"))
    } else if own.broken && applies(rule!("EA-ACT-003")) {
        Some((rule!("EA-ACT-003"), "why.broken"))
    } else if own.acted && applies(rule!("EA-ACT-004")) {
        Some((rule!("EA-ACT-004"), "why.acted"))
    } else {
        None
    }
}

/// EA-AMB-163: whether a unit neither moves nor shoots, as a bunker does.
fn is_a_building(fixed: &Fixed, unit: UnitId) -> bool {
    let kind = fixed.kind(unit);
    kind.has(Ability::NoActions) || kind.has(Ability::Immobile) && kind.guns.is_empty()
}

/// EA-ACT-004: the formations of a side that have yet to act.
pub fn to_act(fixed: &Fixed, s: &State, side: SeatId) -> SmallVec<[FormationId; 12]> {
    let reserve = s.formation_ids().filter(|id| s.formation(*id).side == side && s.in_reserve(*id));
    s.of_side(side).chain(reserve).filter(|formation| barred(fixed, s, side, *formation).is_none()).collect()
}

/// EA-FORM-004, EA-ACT-018: whether a formation may act by this record of an action.
pub fn suits(fixed: &Fixed, s: &State, formation: FormationId, action: &Action) -> bool {
    let moves = action.moving != Moving::None;
    // EA-TRNG-009: who waits in reserve has to come onto the table.
    if s.in_reserve(formation) {
        return action.moving == Moving::Move;
    }
    let coherent = !action.refused.contains(&Refused::Incoherent)
        || !applies(rule!("EA-FORM-004"))
        || is_coherent(fixed, s, formation);
    moves || coherent && !(applies(rule!("EA-ACT-018")) && in_a_zone(fixed, s, formation))
}

/// An action as it is declared.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Declared {
    /// By its name.
    Action(ActionName),
    /// EA-ACT-008, EA-ASLT-003: Engage, with its target.
    Engage(FormationId),
}

impl From<Declared> for Choice {
    fn from(declared: Declared) -> Choice {
        match declared {
            Declared::Action(action) => Choice::Action(action),
            Declared::Engage(target) => Choice::Engage(target),
        }
    }
}

/// EA-ACT-007 to EA-ACT-013: the actions a formation may declare; Engage with every formation it may name as the target
/// (EA-ASLT-003: anywhere on the table).
pub fn declared(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<Declared> {
    let suit = |name: &ActionName| {
        fixed.data.actions.iter().any(|action| action.id == name.id() && suits(fixed, s, formation, action))
    };
    let named = ActionName::DECLARED.into_iter().filter(suit).map(Declared::Action);
    // EA-TRNG-009: who waits in reserve comes onto the table first.
    let engages = s.enemies(formation).filter(|_| !s.in_reserve(formation));
    named.chain(engages.map(Declared::Engage)).collect()
}

/// EA-ACT-011, EA-ACT-014: the ways in which a formation may carry out an action.
pub fn manners(fixed: &Fixed, s: &State, formation: FormationId, name: ActionName) -> Vec<Manner> {
    let own = fixed.data.actions.iter().filter(|action| action.id == name.id());
    own.filter(|action| suits(fixed, s, formation, action))
        .filter_map(|action| action.mode.map(Manner::of))
        .collect()
}
