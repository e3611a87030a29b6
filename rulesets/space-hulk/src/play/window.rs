//! The reaction window after every action of a Genestealer: SH-OVW, SH-CMD-012 to SH-CMD-020.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};
use grognard_space::grid::Cell;
use smallvec::SmallVec;

use super::phases::{Payment, pay};
use super::{Cx, act, conversion, shooting};
use crate::Fixed;
use crate::choice::{Action, Choice};
use crate::event::Shot;
use crate::legal;
use crate::piece::{Mark, PieceId};
use crate::state::{MARINE, State};
use crate::table::Table;

/// What has to be remembered of an action until its window.
#[derive(Clone, Debug)]
pub struct Acted {
    who: PieceId,
    /// Where it stood before: if it dies, this is where it was last seen.
    from: Option<Cell>,
    /// SH-AMB-005: a door that is being closed, and the Marines who saw the actor just before.
    closed: Option<(Cell, SmallVec<[u8; 8]>)>,
}

/// Notes what the window will need, before the action is carried out.
pub fn before(table: &Table, who: PieceId, action: Action) -> Acted {
    let from = table.cell(who);
    let closed = match (action, from) {
        (Action::Close(door), Some(cell)) => Some((door, witnesses(table, cell))),
        _ => None,
    };
    Acted { who, from, closed }
}

/// The Marines who see a square.
fn witnesses(table: &Table, cell: Cell) -> SmallVec<[u8; 8]> {
    table
        .marines_on_map()
        .map(|(index, _)| index)
        .filter(|index| table.seen_by(*index).contains(cell))
        .collect()
}

/// The window: sweep, overwatch, second sweep, one reaction by command points.
pub fn after(state: &mut State, cx: &mut Cx<'_>, acted: Acted) -> Step {
    // Blips are never in sight, and what their own action reveals has not acted itself (SH-CNV-017). An attack out
    // of an entry area is never seen (SH-ENP-016).
    let acts_in_sight = matches!(acted.who, PieceId::Stealer(_)) && acted.from.is_some()
        || state.table.cell(acted.who).is_some() && matches!(acted.who, PieceId::Stealer(_));
    if !acts_in_sight {
        return conversion::sweep(state, cx);
    }
    let last = state.table.cell(acted.who).or(acted.from);
    // SH-CMD-012, SH-CMD-016: those who see the actor when its action is complete.
    let mut saw = last.map(|cell| witnesses(&state.table, cell)).unwrap_or_default();
    if let Some((door, earlier)) = &acted.closed
        && applies(rule!("SH-FAQ-015"))
    {
        // SH-AMB-005: and those who saw it shut a door on them.
        for index in earlier {
            if state.table.seen_by(*index).contains(*door) && !saw.contains(index) {
                saw.push(*index);
            }
        }
    }
    conversion::sweep(state, cx)?;
    overwatch(state, cx, acted.who)?;
    conversion::sweep(state, cx)?;
    react(state, cx, &saw, acted.who)
}

/// SH-OVW-002, SH-OVW-006: whether a Marine's overwatch covers a square.
pub fn covers(fixed: &Fixed, table: &Table, index: u8, cell: Cell) -> bool {
    let marine = &table.marines[index as usize];
    let Some(from) = marine.cell() else { return false };
    marine.overwatch
        && table.seen_by(index).contains(cell)
        && fixed.sight().cone(from, marine.facing).contains(cell)
        && (fixed.mission.grid.distance(from, cell) <= fixed.numbers().overwatch.range
            // SH-WSB-002, SH-WPN-004: the second of the two ranges in the chart.
            || !applies(rule!("SH-WSB-002"))
            || !applies(rule!("SH-WPN-004")))
}

/// SH-OVW-002 to SH-OVW-011: everybody on overwatch who covers the actor fires, whether or not it is dead by then.
fn overwatch(state: &mut State, cx: &mut Cx<'_>, target: PieceId) -> Step {
    let fixed = cx.fixed();
    let Some(cell) = state.table.cell(target) else { return Ok(()) };
    if !applies(rule!("SH-OVW-002")) {
        return Ok(());
    }
    let shooters: SmallVec<[u8; 8]> = state
        .table
        .marines_on_map()
        .map(|(index, _)| index)
        .filter(|index| covers(fixed, &state.table, *index, cell))
        .collect();
    for index in shooters {
        if !state.table.marines[index as usize].overwatch {
            continue;
        }
        if let Some(weapon) = fixed.profile(index).ranged {
            shooting::fire(state, cx, PieceId::Marine(index), weapon, Mark::Model(target), Shot::Overwatch)?;
            let marine = &mut state.table.marines[index as usize];
            if weapon == crate::profile::Ranged::AssaultCannon && marine.ammo == 0 && marine.overwatch {
                // SH-WAC-007: nothing left to watch with.
                super::end_overwatch(state, cx, index, "overwatch.empty", rules!["SH-WAC-007", "SH-WAC-009"]);
            }
        }
    }
    Ok(())
}

/// SH-CMD-012 to SH-CMD-018: one of those who saw it may do one thing, paid with command points.
fn react(state: &mut State, cx: &mut Cx<'_>, saw: &[u8], actor: PieceId) -> Step {
    let fixed = cx.fixed();
    let cp = state.hidden.cp;
    let mut options: SmallVec<[Choice; 8]> = SmallVec::from_slice(&[Choice::Pass]);
    let alive = saw.iter().copied().filter(|index| state.table.marines[*index as usize].cell().is_some());
    let witnesses: SmallVec<[u8; 8]> = alive.collect();
    if witnesses.is_empty() {
        return Ok(());
    }
    if cp >= fixed.numbers().costs.marine.quarter_turn {
        options.extend(witnesses.iter().map(|index| Choice::React(PieceId::Marine(*index))));
    }
    // With open command points the question is not asked where there are none; with secret ones it always is.
    let ask = Ask::new(MARINE, "react", rule!("SH-CMD-012"));
    let ask = if fixed.options.secret_command_points { ask.always() } else { ask };
    let Choice::React(piece) = cx.choose(state, ask, &options)? else { return Ok(()) };
    let mut actions = legal::menu(fixed, &state.table, piece, cp);
    // SH-WTH-004: who no longer sees the one that acted cannot set off a hammer at it.
    let sees = |index: u8| state.table.cell(actor).is_some_and(|at| state.table.seen_by(index).contains(at));
    if matches!(piece, PieceId::Marine(index) if !sees(index)) && applies(rule!("SH-WTH-004")) {
        actions.retain(|action| *action != Action::Detonate);
    }
    state.table.subject = Some(piece);
    let ask = Ask::new(MARINE, "reaction", rule!("SH-CMD-018")).always();
    let action = cx.choose(state, ask, &actions)?;
    state.table.subject = None;
    pay(state, cx, piece, action, Payment::Reaction);
    act::perform(state, cx, piece, action)?;
    super::objective::judge(state, cx);
    if matches!(state.table.flow, crate::table::Flow::Over { .. }) {
        return Ok(());
    }
    // SH-CMD-015: nothing reacts to a reaction.
    conversion::sweep(state, cx)
}
