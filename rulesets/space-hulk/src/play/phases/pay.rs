//! What an action costs, who pays for it, and the rules of it.

use grognard_engine::{RuleId, rule, rules};
use smallvec::SmallVec;

use crate::Fixed;
use crate::choice::Action;
use crate::eldar::farseer;
use crate::event::Event;
use crate::legal;
use crate::piece::PieceId;
use crate::play::{Cx, shooting};
use crate::psychic;
use crate::state::State;
use crate::table::Flow;

/// What an action is paid with.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Payment {
    /// The active piece's action points first, command points for the rest.
    Own,
    /// Command points, in the own Action Phase.
    Command,
    /// Command points, in the enemy's.
    Reaction {
        /// The rule that gives the right to it.
        by: RuleId,
        /// Whether others saw it, too.
        others: bool,
    },
}

/// Pays for an action, and tells how much.
pub fn pay(state: &mut State, cx: &mut Cx<'_>, who: PieceId, action: Action, payment: Payment) -> u8 {
    let cost = legal::cost(cx.fixed(), &state.table, who, action).unwrap_or(0);
    if state.table.farseer.is_some() {
        let full = legal::full_cost(cx.fixed(), &state.table, who, action).unwrap_or(0);
        farseer::effect::pay(state, cx, who, action, full);
    }
    psychic::legal::tell_price(state, cx, who, action, cost);
    // SH-TYR-016: wings pay for moves and turns before anything else does.
    let mut cost = cost;
    if let PieceId::Marine(index) = who
        && payment == Payment::Own
        && legal::by_wing(cx.fixed(), who, action)
    {
        let wings = &mut state.table.marines[index as usize].store;
        let from_wings = cost.min(*wings);
        *wings -= from_wings;
        cost -= from_wings;
    }
    let ap = match who {
        PieceId::Marine(index) => &mut state.table.marines[index as usize].ap,
        PieceId::Stealer(index) => &mut state.table.stealers[index as usize].ap,
        PieceId::Blip(index) => &mut state.table.blips[index as usize].ap,
    };
    let from_ap = if payment == Payment::Own { cost.min(*ap) } else { 0 };
    *ap -= from_ap;
    let points = cost - from_ap;
    if points > 0 {
        let pool = state.cp_mut(cx.fixed().side(who));
        *pool = pool.saturating_sub(points);
        let mut rules = spending_rules(state, cx, who, action, payment, from_ap > 0);
        if farseer::effect::spend(state, cx.fixed(), who, points) {
            rules.push(rule!("SH-FSC-012"));
        }
        cx.emit(&rules, Event::Spent { model: who, points });
    }
    cost
}

/// SH-SUS-002: the Action Phase is over; every series ends.
pub(super) fn lose_all_aim(state: &mut State, cx: &mut Cx<'_>) {
    for index in 0..state.table.marines.len() as u8 {
        shooting::lose_aim(state, cx, index, rules!["SH-SUS-002"]);
    }
}

/// SH-SUS-002: another model is activated; every series of its own side ends. SH-SUS-004, SH-AMB-074: whom the enemy
/// activates is nothing to those who answer it.
pub(super) fn lose_aim_to(state: &mut State, cx: &mut Cx<'_>, active: PieceId) {
    for index in state.table.squad_of(state.table.side(active)) {
        if PieceId::Marine(index) != active {
            shooting::lose_aim(state, cx, index, rules!["SH-SUS-002"]);
        }
    }
}

/// The rules behind spending command points, by how it came about.
fn spending_rules(
    state: &State,
    cx: &Cx<'_>,
    who: PieceId,
    action: Action,
    payment: Payment,
    mixed: bool,
) -> SmallVec<[RuleId; 12]> {
    let mut rules: SmallVec<[RuleId; 12]> = SmallVec::from_slice(match payment {
        Payment::Own => rules!["SH-ACT-005", "SH-CMD-007"],
        Payment::Command => rules!["SH-CMD-007", "SH-ACT-030"],
        Payment::Reaction { .. } => rules!["SH-CMD-007"],
    });
    if let Payment::Reaction { by, others } = payment {
        rules.push(by);
        rules.extend(reaction_rules(state, cx.fixed(), who, action, others));
    }
    if mixed {
        rules.push(rule!("SH-CMD-009"));
    }
    if let (Payment::Command, Flow::Marines { active: Some(active) }) = (payment, state.table.flow)
        && PieceId::Marine(active) != who
    {
        // In the middle of another's activation, which goes on.
        rules.push(rule!("SH-CMD-008"));
    }
    if let (Payment::Command, PieceId::Marine(index)) = (payment, who)
        && !state.table.marines[index as usize].activated
    {
        rules.push(rule!("SH-CMD-010"));
    }
    if cx.fixed().options.secret_command_points {
        rules.push(rule!("SH-CMD-011"));
    }
    rules
}

/// The rules that bound a reaction, as far as they mattered to this one.
fn reaction_rules(
    state: &State,
    fixed: &Fixed,
    who: PieceId,
    action: Action,
    others: bool,
) -> SmallVec<[RuleId; 8]> {
    let mut rules = SmallVec::new();
    if !matches!(action, Action::Fire(..) | Action::Flame(_)) {
        // Not only shots can be bought.
        rules.extend_from_slice(rules!["SH-CMD-018", "SH-FAQ-013"]);
    }
    // What he has left may be secret, so nothing here depends on it.
    if legal::cost(fixed, &state.table, who, action).is_some_and(|cost| cost > 1) {
        rules.push(rule!("SH-CMD-013"));
    }
    if others {
        rules.push(rule!("SH-CMD-014"));
    }
    let (actor, left) = match state.table.flow {
        Flow::Stealers { active: Some(actor @ PieceId::Stealer(index)) } => {
            (actor, state.table.stealers[index as usize].ap)
        }
        Flow::Stealers { active: Some(PieceId::Marine(index)) } | Flow::Marines { active: Some(index) } => {
            (PieceId::Marine(index), state.table.marines[index as usize].ap)
        }
        _ => return rules,
    };
    // It has had to wait until the action was done, and goes on after it.
    if left > 0 {
        rules.push(rule!("SH-CMD-015"));
    }
    if let (Some(from), Some(facing), Some(at)) =
        (state.table.cell(who), state.table.facing(who), state.table.cell(actor))
        && !fixed.sight().cone(from, facing).contains(at)
    {
        // Out of the corner of his eye.
        rules.push(rule!("SH-CMD-017"));
    }
    rules
}
