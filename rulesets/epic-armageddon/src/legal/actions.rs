//! Which formations may act, and how (EA-ACT).

use grognard_engine::switch::applies;
use grognard_engine::{RuleId, SeatId, rule};
use smallvec::SmallVec;

use super::coherency::is_coherent;
use crate::choice::{ActionName, Manner};
use crate::data::play::{Action, Moving, Refused};
use crate::fixed::Fixed;
use crate::ids::FormationId;
use crate::state::State;

/// Why a formation may not be activated, if there is a reason.
pub fn barred(
    fixed: &Fixed,
    s: &State,
    side: SeatId,
    formation: FormationId,
) -> Option<(RuleId, &'static str)> {
    let own = s.formation(formation);
    if own.side != side || !s.is_on_table(formation) || fixed.spec(formation).initiative.is_none() {
        Some((rule!("EA-ACT-005"), "why.not-yours"))
    } else if own.broken && applies(rule!("EA-ACT-003")) {
        Some((rule!("EA-ACT-003"), "why.broken"))
    } else if own.acted && applies(rule!("EA-ACT-004")) {
        Some((rule!("EA-ACT-004"), "why.acted"))
    } else {
        None
    }
}

/// EA-ACT-004: the formations of a side that have yet to act.
pub fn to_act(fixed: &Fixed, s: &State, side: SeatId) -> SmallVec<[FormationId; 12]> {
    s.of_side(side).filter(|formation| barred(fixed, s, side, *formation).is_none()).collect()
}

/// EA-FORM-004: whether a formation may act by this record of an action.
pub fn suits(fixed: &Fixed, s: &State, formation: FormationId, action: &Action) -> bool {
    let moves = action.moving != Moving::None;
    moves
        || !action.refused.contains(&Refused::Incoherent)
        || !applies(rule!("EA-FORM-004"))
        || is_coherent(fixed, s, formation)
}

/// EA-ACT-007 to EA-ACT-013: the actions a formation may declare.
pub fn declared(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<ActionName> {
    let suit = |name: &ActionName| {
        fixed.data.actions.iter().any(|action| action.id == name.id() && suits(fixed, s, formation, action))
    };
    ActionName::DECLARED.into_iter().filter(suit).collect()
}

/// EA-ACT-011, EA-ACT-014: the ways in which a formation may carry out an action.
pub fn manners(fixed: &Fixed, s: &State, formation: FormationId, name: ActionName) -> Vec<Manner> {
    let own = fixed.data.actions.iter().filter(|action| action.id == name.id());
    own.filter(|action| suits(fixed, s, formation, action))
        .filter_map(|action| action.mode.map(Manner::of))
        .collect()
}
