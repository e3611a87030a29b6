//! When a mission is over: tested after every action and in every Endphase. Conditions of the mission carry no rule
//! of the book but the one that missions differ.

use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};
use grognard_space::grid::Cell;

use super::Cx;
use crate::Fixed;
use crate::event::Event;
use crate::goal::{Goal, ItemPlace};
use crate::piece::PieceId;
use crate::profile::Ranged;
use crate::state::State;
use crate::table::{EndWhy, Flow, Side, Table};

/// How a goal stands.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    /// Reached.
    Done,
    /// It can still be reached.
    Open,
    /// It can no longer be reached.
    Lost,
}

/// How a goal stands now; `ended` when the turn is over.
fn standing(fixed: &Fixed, table: &Table, goal: usize, ended: bool) -> Standing {
    let progress = table.goals[goal];
    if progress.done {
        return Standing::Done;
    }
    let alive = || table.marines_on_map().count();
    let saved = || alive() + escaped(table) as usize;
    // The win is tested before the loss: a flamer that blows up in the nest has won.
    let (done, lost) = match fixed.mission.goals[goal] {
        Goal::Burn(section) => (table.fires[section as usize].markers != [0, 0], !can_burn(fixed, table)),
        Goal::Secure => {
            let areas = fixed.mission.entries.iter().zip(&table.secured);
            (areas.into_iter().all(|(entry, secured)| *secured || !entry.securable), alive() == 0)
        }
        Goal::Exit { models } => (escaped(table) >= models, saved() < models as usize),
        Goal::Hold { turns, models, .. } => {
            let left = fixed.mission.turns - table.turn.min(fixed.mission.turns) + u8::from(!ended);
            let late = progress.turns.saturating_add(left) < turns;
            (progress.turns >= turns, late || alive() < models as usize)
        }
        Goal::Carry { item } => (table.items[item as usize] == ItemPlace::Out, alive() == 0),
        Goal::Survive { models } => {
            let short = saved() < models as usize;
            (ended && !short && table.turn >= fixed.mission.turns, short)
        }
        Goal::Escort { model } => {
            let marine = &table.marines[model as usize];
            (marine.escaped, !marine.in_play())
        }
    };
    match (done, lost) {
        (true, _) => Standing::Done,
        (false, true) => Standing::Lost,
        (false, false) => Standing::Open,
    }
}

/// Whether a Marine with a flamer and fuel is left.
fn can_burn(fixed: &Fixed, table: &Table) -> bool {
    // Few have anything that burns, so fuel is asked for first.
    let crew = table.marines[..table.crew() as usize].iter().enumerate();
    crew.filter(|(_, marine)| marine.ammo + marine.reloads > 0 && marine.cell().is_some())
        .any(|(index, _)| is_burner(fixed, table, index as u8))
}

/// Whether a Marine has a flamer and fuel for it.
pub fn is_burner(fixed: &Fixed, table: &Table, index: u8) -> bool {
    let marine = &table.marines[index as usize];
    fixed.profile(index).ranged.is_some_and(Ranged::is_flamer) && marine.ammo + marine.reloads > 0
}

/// The goals that are still to be reached.
pub fn open_goals(fixed: &Fixed, table: &Table) -> impl Iterator<Item = Goal> {
    let goals = fixed.mission.goals.iter().zip(&table.goals);
    goals.filter(|(_, progress)| !progress.done).map(|(goal, _)| *goal)
}

/// Marines who have left the map alive.
pub fn escaped(table: &Table) -> u8 {
    table.marines.iter().filter(|marine| marine.escaped).count() as u8
}

/// Whether the Marines alone stand in a section, and enough of them: what counts at the end of a turn.
pub fn holds(fixed: &Fixed, table: &Table, section: u8, models: u8) -> bool {
    let area = fixed.mission.sections[section as usize];
    let inside = |cell: &Cell| area.contains(*cell);
    let mut others = table.stealers_on_map().chain(table.blips_on_map()).chain(table.brood_on_map());
    let enemies = others.any(|(_, cell)| inside(&cell));
    let marines = table.marines_on_map().filter(|(_, cell)| inside(cell)).count();
    !enemies && marines >= models as usize
}

/// Ends the mission where it is decided.
pub fn judge(state: &mut State, cx: &mut Cx<'_>) {
    decide(state, cx, false);
}

fn decide(state: &mut State, cx: &mut Cx<'_>, ended: bool) {
    // SH-BRD-001: the mission says what decides it.
    if matches!(state.table.flow, Flow::Over { .. } | Flow::Deploy) || !applies(rule!("SH-BRD-001")) {
        return;
    }
    let fixed = cx.fixed();
    let goals = fixed.mission.goals.len();
    let (mut last, mut lost, mut open) = (None, None, goals == 0);
    for goal in 0..goals {
        match standing(fixed, &state.table, goal, ended) {
            Standing::Done if state.table.goals[goal].done => {}
            Standing::Done => {
                state.table.goals[goal].done = true;
                last = Some(goal as u8);
                if goals > 1 {
                    cx.emit(&[], Event::GoalReached { goal: goal as u8 });
                }
            }
            Standing::Open => open = true,
            Standing::Lost => lost = lost.or(Some(goal as u8)),
        }
    }
    match lost {
        Some(_) => end(state, cx, Side::Stealer, EndWhy::OutOfReach, lost),
        None if !open => end(state, cx, Side::Marine, EndWhy::Goal, last),
        None => {}
    }
}

fn end(state: &mut State, cx: &mut Cx<'_>, winner: Side, why: EndWhy, goal: Option<u8>) {
    state.table.flow = Flow::Over { winner, why, goal };
    cx.emit(rules!["SH-BRD-001"], Event::Over { winner, why, goal });
}

/// The turn is over: sections to be held are looked at, then the clock (SH-TRN-010: after the last turn the Stealer
/// side has won). Tells whether the mission is over.
pub fn turn_ends(state: &mut State, cx: &mut Cx<'_>) -> bool {
    let fixed = cx.fixed();
    for (goal, kind) in fixed.mission.goals.iter().enumerate() {
        if let Goal::Hold { section, turns, models } = *kind
            && !state.table.goals[goal].done
        {
            let held = holds(fixed, &state.table, section, models);
            let count = &mut state.table.goals[goal].turns;
            *count += u8::from(held);
            cx.emit(&[], Event::Held { section, held, turns: *count, of: turns });
        }
    }
    decide(state, cx, true);
    if !matches!(state.table.flow, Flow::Over { .. }) && state.table.turn >= fixed.mission.turns {
        let (winner, why) = (Side::Stealer, EndWhy::TurnLimit);
        let goal = state.table.goals.iter().position(|progress| !progress.done).map(|goal| goal as u8);
        state.table.flow = Flow::Over { winner, why, goal };
        cx.emit(rules!["SH-TRN-010", "SH-END-006"], Event::Over { winner, why, goal });
    }
    matches!(state.table.flow, Flow::Over { .. })
}

/// A Marine takes an item up from his square.
pub fn take(state: &mut State, cx: &mut Cx<'_>, who: PieceId, item: u8) {
    let PieceId::Marine(index) = who else { return };
    state.table.items[item as usize] = ItemPlace::Carried(index);
    cx.emit(rules!["SH-TOX-006"], Event::Taken { marine: who, item });
}

/// A Marine puts down what he carries.
pub fn lay_down(state: &mut State, cx: &mut Cx<'_>, who: PieceId, item: u8) {
    let Some(at) = state.table.cell(who) else { return };
    state.table.items[item as usize] = ItemPlace::Lies(at);
    cx.emit(&[], Event::LaidDown { marine: who, item, at });
}

/// What a dead Marine carried lies where he stood.
pub fn drop_items(state: &mut State, cx: &mut Cx<'_>, who: PieceId, at: Option<Cell>) {
    let (PieceId::Marine(index), Some(at)) = (who, at) else { return };
    if let Some(item) = state.table.carried_by(index) {
        state.table.items[item as usize] = ItemPlace::Lies(at);
        cx.emit(&[], Event::Dropped { item, at });
    }
}

/// What a Marine carries goes out with him.
pub fn carry_out(state: &mut State, cx: &mut Cx<'_>, who: PieceId) {
    let PieceId::Marine(index) = who else { return };
    if let Some(item) = state.table.carried_by(index) {
        state.table.items[item as usize] = ItemPlace::Out;
        cx.emit(&[], Event::CarriedOut { marine: who, item });
    }
}
