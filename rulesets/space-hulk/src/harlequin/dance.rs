//! The death dance: SH-HRL-006.

use std::ops::ControlFlow;

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::{rule, rules};
use grognard_space::grid::Cell;
use smallvec::SmallVec;

use super::choice::Answer;
use super::event::Event;
use crate::Fixed;
use crate::choice::Choice;
use crate::event::{Event as GameEvent, RoundResult};
use crate::legal::{Quick, check_fire_at_feet};
use crate::piece::PieceId;
use crate::play::{Cx, assault, conversion, levels};
use crate::psychic::card::Kind;
use crate::state::{State, seat};
use crate::table::Table;

/// SH-HRL-006, SH-AMB-015: the enemies a dancer can strike: models next to him, but not around a corner that is shut.
pub fn targets(fixed: &Fixed, table: &Table, who: PieceId) -> SmallVec<[PieceId; 8]> {
    let Some(cell) = table.cell(who) else { return SmallVec::new() };
    let near = fixed.mission.grid.touching(cell, table.shut()) & table.models();
    // SH-PCD-022: what time stands still around is out of reach.
    let there = |other: &PieceId| table.enemies(who, *other) && !table.is_under(fixed, *other, Kind::Stasis);
    near.iter().filter_map(|at| table.piece_at(at)).filter(there).collect()
}

/// Whether a dancer may step onto a square where somebody has just fallen.
fn enters(fixed: &Fixed, table: &Table, who: PieceId, to: Cell) -> bool {
    let free = !table.occupied().contains(to) && !table.shut().contains(to);
    free && check_fire_at_feet(fixed, table, table.cell(who), to, &mut Quick) == ControlFlow::Continue(())
}

/// What came of the round a dancer has just fought.
pub fn note(state: &mut State, attacker: PieceId, result: RoundResult) {
    if let Some(troupe) = &mut state.table.troupe
        && troupe.dancing.map(PieceId::Marine) == Some(attacker)
    {
        troupe.won = result == RoundResult::DefenderDead;
    }
}

/// SH-HRL-006: round after round, as long as he wins and there is somebody to strike; nobody reacts before it is over.
pub fn dance(state: &mut State, cx: &mut Cx<'_>, index: u8, first: PieceId) -> Step {
    let who = PieceId::Marine(index);
    let owner = seat(state.table.side(who));
    if let Some(troupe) = &mut state.table.troupe {
        troupe.dancing = Some(index);
    }
    cx.emit(rules!["SH-HRL-006"], Event::Dances { model: who }.into());
    let (mut target, mut rounds) = (first, 0_u8);
    loop {
        let at = state.table.cell(target);
        if let Some(troupe) = &mut state.table.troupe {
            troupe.won = false;
        }
        assault::round(state, cx, who, target)?;
        rounds = rounds.saturating_add(1);
        let won = state.table.troupe.as_ref().is_some_and(|troupe| troupe.won);
        if !won || state.table.cell(who).is_none() {
            break;
        }
        // SH-CNV-003: a kill, and the step after it, may bring blips into sight.
        conversion::sweep(state, cx)?;
        follow(state, cx, who, at)?;
        conversion::sweep(state, cx)?;
        let near = targets(cx.fixed(), &state.table, who);
        if near.is_empty() || state.table.marines[index as usize].prone {
            break;
        }
        let mut options: SmallVec<[Choice; 9]> = SmallVec::from_slice(&[Choice::Pass]);
        options.extend(near.into_iter().map(|piece| Choice::from(Answer::Strike(piece))));
        state.table.subject = Some(who);
        let choice = cx.choose(state, Ask::new(owner, "dance", rule!("SH-HRL-006")), &options)?;
        state.table.subject = None;
        let Choice::Harlequin(Answer::Strike(next)) = choice else { break };
        target = next;
    }
    if let Some(troupe) = &mut state.table.troupe {
        troupe.dancing = None;
        troupe.won = false;
    }
    cx.emit(rules!["SH-HRL-006"], Event::DanceOver { model: who, rounds }.into());
    Ok(())
}

/// SH-HRL-006: onto the square of the one he has just killed, if he likes and it is free; his facing stays.
fn follow(state: &mut State, cx: &mut Cx<'_>, who: PieceId, at: Option<Cell>) -> Step {
    let fixed = cx.fixed();
    let Some(to) = at.filter(|to| enters(fixed, &state.table, who, *to)) else { return Ok(()) };
    state.table.subject = Some(who);
    let ask = Ask::new(seat(state.table.side(who)), "follow", rule!("SH-HRL-006"));
    let choice = cx.choose(state, ask, &[Choice::Place(to), Choice::Pass])?;
    state.table.subject = None;
    let (Choice::Place(to), Some(from)) = (choice, state.table.cell(who)) else { return Ok(()) };
    state.table.shift(fixed, who, to);
    cx.emit(rules!["SH-HRL-006"], GameEvent::Moved { piece: who, from, to });
    levels::may_fall(state, cx, who)?;
    Ok(())
}
