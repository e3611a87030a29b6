//! Orders to Wraithguard, and how they are carried out: SH-WLK-005, SH-WGD-002 to SH-WGD-005, SH-WGD-007.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use smallvec::SmallVec;

use super::choice::{Choice as SeerChoice, Command};
use super::event::Event;
use super::legal::{needed, willed};
use super::{MOST, Order, is_wraithguard, psi, spirit, spirit_mut, within_reach};
use crate::Fixed;
use crate::choice::{Action, Choice};
use crate::legal::allowed;
use crate::piece::PieceId;
use crate::play::{Cx, end_overwatch};
use crate::state::{State, seat};
use crate::table::{Side, Table};

/// SH-WLK-005: a Warlock tells any or all Wraithguard within reach to do something.
pub fn give(state: &mut State, cx: &mut Cx<'_>, warlock: u8, command: Command, psi: bool) -> Step {
    let fixed = cx.fixed();
    let mut left: SmallVec<[u8; 8]> =
        within_reach(fixed, &state.table, warlock).map(|(index, _)| index).collect();
    let mut told: SmallVec<[u8; 8]> = SmallVec::new();
    match command.to {
        None => told = std::mem::take(&mut left),
        Some(first) => {
            left.retain(|index| *index != first);
            told.push(first);
        }
    }
    let owner = seat(state.table.side(PieceId::Marine(warlock)));
    while !left.is_empty() {
        let mut options: SmallVec<[Choice; 8]> = SmallVec::from_slice(&[Choice::Pass]);
        options.extend(left.iter().map(|index| Choice::from(SeerChoice::Also(*index))));
        state.table.subject = Some(PieceId::Marine(warlock));
        let choice = cx.choose(state, Ask::new(owner, "order-also", rule!("SH-WLK-005")), &options)?;
        state.table.subject = None;
        let Choice::Seer(SeerChoice::Also(index)) = choice else { break };
        left.retain(|other| *other != index);
        told.push(index);
    }
    let (who, order) = (PieceId::Marine(warlock), command.order);
    let rules = rules!["SH-WLK-005"];
    cx.emit(rules, Event::Ordered { warlock: who, order, models: told.len() as u8, psi }.into());
    for index in told {
        let Some(spirit) = spirit_mut(&mut state.table, index) else { continue };
        let count = &mut spirit.orders[order as usize];
        *count = count.saturating_add(1).min(MOST);
        let all = *count;
        cx.emit(rules, Event::Heard { wraithguard: PieceId::Marine(index), order, all }.into());
    }
    Ok(())
}

/// SH-WLK-004, SH-WLK-005: the orders that can be given for psi points now.
pub fn wills(fixed: &Fixed, table: &Table, side: Side) -> SmallVec<[Choice; 16]> {
    let mut all = SmallVec::new();
    if table.seers.is_none() {
        return all;
    }
    for (warlock, _) in table.models_of(side) {
        for command in commands(fixed, table, warlock) {
            if willed(fixed, table, warlock, command) {
                all.push(SeerChoice::Will(warlock, command).into());
            }
        }
    }
    all
}

/// The orders a Warlock could give: to all within reach, or to one of several first.
pub fn commands(fixed: &Fixed, table: &Table, warlock: u8) -> SmallVec<[Command; 16]> {
    let mut all = SmallVec::new();
    if !super::is_warlock(fixed, warlock) {
        return all;
    }
    let near: SmallVec<[u8; 8]> = within_reach(fixed, table, warlock).map(|(index, _)| index).collect();
    if near.is_empty() {
        return all;
    }
    for order in Order::ALL {
        all.push(Command { order, to: None });
        if near.len() > 1 {
            all.extend(near.iter().map(|index| Command { order, to: Some(*index) }));
        }
    }
    all
}

/// SH-WLK-004, SH-WLK-005: an order for a psi point, between the actions of anybody.
pub fn will(state: &mut State, cx: &mut Cx<'_>, warlock: u8, command: Command) -> Step {
    psi::spend(state, warlock, 1);
    give(state, cx, warlock, command, true)
}

/// SH-WGD-002: what a Wraithguard does beyond moving uses an order up.
pub fn obey(state: &mut State, cx: &mut Cx<'_>, who: PieceId, action: Action) {
    let PieceId::Marine(index) = who else { return };
    if state.table.seers.is_none() || !is_wraithguard(cx.fixed(), index) {
        return;
    }
    let Some(order) = needed(action) else { return };
    // SH-WGD-005: one order lasts for the whole fight.
    if goes_on(state, index, action) {
        return;
    }
    if let Action::Assault(mark) = action
        && state.table.flow.active() == Some(who)
        && applies(rule!("SH-WGD-005"))
        && let Some(seers) = &mut state.table.seers
    {
        seers.fight = Some((index, mark));
    }
    let mut rules: SmallVec<[RuleId; 4]> = SmallVec::from_slice(rules!["SH-WGD-002"]);
    match action {
        Action::MoveFire(..) | Action::TurnFire(..) => rules.push(rule!("SH-WGD-003")),
        Action::Assault(_) => rules.push(rule!("SH-WGD-005")),
        _ => {}
    }
    use_up(state, cx, index, order, &rules);
}

fn use_up(state: &mut State, cx: &mut Cx<'_>, index: u8, order: Order, rules: &[RuleId]) {
    let Some(spirit) = spirit_mut(&mut state.table, index) else { return };
    let count = &mut spirit.orders[order as usize];
    *count = count.saturating_sub(1);
    let left = *count;
    cx.emit(rules, Event::Obeys { wraithguard: PieceId::Marine(index), order, left }.into());
}

fn goes_on(state: &State, index: u8, action: Action) -> bool {
    let Action::Assault(mark) = action else { return false };
    state.table.seers.as_ref().is_some_and(|seers| seers.fight == Some((index, mark)))
}

/// SH-WGD-005: what the active Wraithguard has to do next, while its fight goes on and it can pay.
pub fn bound(fixed: &Fixed, table: &Table) -> Option<Action> {
    let (index, mark) = table.seers.as_ref()?.fight?;
    let action = Action::Assault(mark);
    let ap = table.marines[index as usize].ap;
    let who = PieceId::Marine(index);
    let on = table.flow.active() == Some(who) && allowed(fixed, table, who, action, ap);
    on.then_some(action)
}

/// SH-WGD-005: the fight is over, or the activation is.
pub fn end_fight(table: &mut Table) {
    if let Some(seers) = &mut table.seers {
        seers.fight = None;
    }
}

/// SH-WGD-004: a shot on overwatch uses a fire order up; without another one overwatch is over, unless a Warlock has a psi
/// point for it.
pub fn watched(state: &mut State, cx: &mut Cx<'_>, index: u8) -> Step {
    if state.table.seers.is_none() || !is_wraithguard(cx.fixed(), index) {
        return Ok(());
    }
    use_up(state, cx, index, Order::Fire, rules!["SH-WGD-004"]);
    if spirit(&state.table, index).has(Order::Fire) > 0 || !state.table.marines[index as usize].overwatch {
        return Ok(());
    }
    let who = PieceId::Marine(index);
    let command = Command { order: Order::Fire, to: None };
    let mut options: SmallVec<[Choice; 8]> = SmallVec::from_slice(&[Choice::Pass]);
    for (warlock, _) in state.table.models_of(state.table.side(who)) {
        let hears = within_reach(cx.fixed(), &state.table, warlock).any(|(other, _)| other == index);
        if hears && willed(cx.fixed(), &state.table, warlock, command) {
            options.push(SeerChoice::Will(warlock, command).into());
        }
    }
    state.table.subject = Some(who);
    let owner = seat(state.table.side(who));
    let choice = cx.choose(state, Ask::new(owner, "order-on-watch", rule!("SH-WGD-004")), &options)?;
    state.table.subject = None;
    if let Choice::Seer(SeerChoice::Will(warlock, command)) = choice {
        return will(state, cx, warlock, command);
    }
    end_overwatch(state, cx, index, "overwatch.no-orders", rules!["SH-WGD-004"]);
    Ok(())
}

/// SH-WGD-007: at the end of the opponent's turn orders that were not carried out are gone.
pub fn forget(state: &mut State, cx: &mut Cx<'_>, side: Side) {
    for index in state.table.squad_of(side) {
        let Some(spirit) = spirit_mut(&mut state.table, index) else { return };
        let orders = spirit.orders.iter().fold(0, |all: u8, count| all.saturating_add(*count));
        if orders == 0 {
            continue;
        }
        spirit.orders = [0; 4];
        let wraithguard = PieceId::Marine(index);
        if state.table.cell(wraithguard).is_some() {
            cx.emit(rules!["SH-WGD-007"], Event::Forgotten { wraithguard, orders }.into());
        }
    }
}
