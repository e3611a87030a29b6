//! What Warlocks may order and Wraithguard may do: SH-WLK-005, SH-WGD-001, SH-WGD-002, SH-WGD-004.

use std::ops::ControlFlow;

use grognard_engine::rules;

use super::choice::Command;
use super::{Order, is_warlock, is_wraithguard, spirit, within_reach};
use crate::Fixed;
use crate::choice::Action;
use crate::legal::{At, Objections, Quick};
use crate::piece::PieceId;
use crate::table::Table;

/// SH-WGD-002: the order an action needs.
pub fn needed(action: Action) -> Option<Order> {
    Some(match action {
        Action::Fire(..) | Action::MoveFire(..) | Action::TurnFire(..) => Order::Fire,
        Action::Assault(_) => Order::Assault,
        Action::Overwatch => Order::Overwatch,
        Action::Open(_) | Action::Close(_) => Order::Door,
        _ => return None,
    })
}

/// SH-WGD-001, SH-WGD-007: what a Wraithguard does of its own accord: it moves, and gets up.
fn is_movement(action: Action) -> bool {
    matches!(
        action,
        Action::Move(_)
            | Action::Enter
            | Action::Turn(_)
            | Action::Climb(_)
            | Action::Jump
            | Action::MoveJump(_)
            | Action::Ride(_)
            | Action::Leave
            | Action::Stand(_)
    )
}

/// SH-WGD-001, SH-WGD-002, SH-WGD-004: a Wraithguard moves on its own, and does nothing else without an order.
pub fn check_orders<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    action: Action,
    o: &mut O,
) -> ControlFlow<()> {
    let PieceId::Marine(index) = who else { return ControlFlow::Continue(()) };
    if !is_wraithguard(fixed, index) {
        return ControlFlow::Continue(());
    }
    let spirit = spirit(table, index);
    let Some(order) = needed(action) else {
        o.by_where(rules!["SH-WGD-007"], At::Piece(who), || matches!(action, Action::Stand(_)))?;
        return o.must(is_movement(action), rules!["SH-WGD-001"], At::Piece(who));
    };
    // SH-WGD-005: one order lasts for the whole fight.
    let fights = matches!(action, Action::Assault(mark)
        if table.seers.as_ref().is_some_and(|seers| seers.fight == Some((index, mark))));
    o.must(fights || spirit.has(order) > 0, rules!["SH-WGD-002", "SH-WLK-005"], At::Piece(who))?;
    if order == Order::Overwatch {
        // SH-WGD-004: with nothing to fire by there is nothing to watch for.
        o.must(spirit.has(Order::Fire) > 0, rules!["SH-WGD-004"], At::Piece(who))?;
    }
    ControlFlow::Continue(())
}

/// SH-WLK-005: whom a Warlock may give an order.
pub fn check_command<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    command: Command,
    o: &mut O,
) -> ControlFlow<()> {
    let PieceId::Marine(index) = who else {
        return o.must(false, rules!["SH-WLK-005"], At::Piece(who));
    };
    if !is_warlock(fixed, index) {
        return o.must(false, rules!["SH-WLK-005"], At::Piece(who));
    }
    o.by(rules!["SH-WLK-005"], At::Piece(who))?;
    let near =
        within_reach(fixed, table, index).any(|(other, _)| command.to.is_none_or(|wanted| wanted == other));
    let at = command.to.map_or(At::Piece(who), |to| At::Piece(PieceId::Marine(to)));
    o.must(near, rules!["SH-WLK-005"], at)
}

/// SH-WLK-004, SH-WLK-005: whether a Warlock may give an order for a psi point.
pub fn willed(fixed: &Fixed, table: &Table, warlock: u8, command: Command) -> bool {
    (warlock as usize) < table.marines.len()
        && table.marines[warlock as usize].cell().is_some()
        && spirit(table, warlock).power() > 0
        && check_command(fixed, table, PieceId::Marine(warlock), command, &mut Quick).is_continue()
}
