//! Blast: SH-PCD-016, SH-AMB-090.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::{rule, rules};
use grognard_space::grid::{Cell, Facing};
use smallvec::SmallVec;

use super::super::card::Kind;
use super::super::event::Event;
use crate::Fixed;
use crate::choice::Choice;
use crate::event::Cause;
use crate::piece::PieceId;
use crate::play::{Cx, Fate, break_door, flames, slay};
use crate::state::{State, seat};

/// SH-AMB-090: the directions a feature may be driven in: away from the caster, along the longer way.
pub fn directions(fixed: &Fixed, from: Cell, at: Cell) -> SmallVec<[Facing; 2]> {
    let grid = &fixed.mission.grid;
    let (a, b) = (grid.coord(from), grid.coord(at));
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let across = if dx > 0 { Facing::East } else { Facing::West };
    let along = if dy > 0 { Facing::South } else { Facing::North };
    match dx.abs().cmp(&dy.abs()) {
        std::cmp::Ordering::Greater => SmallVec::from_slice(&[across]),
        std::cmp::Ordering::Less => SmallVec::from_slice(&[along]),
        std::cmp::Ordering::Equal => SmallVec::from_slice(&[across, along]),
    }
}

/// SH-PCD-016: the squares a feature is driven over: a wall stops it.
pub fn path(fixed: &Fixed, at: Cell, way: Facing) -> impl Iterator<Item = Cell> {
    let next = move |cell: &Cell| fixed.mission.grid.step(*cell, way.into());
    std::iter::successors(next(&at), next).take(fixed.numbers().blast.squares.into())
}

/// SH-PCD-016: a feature is smashed and driven away; what is in its path is destroyed, up to a wall or a survivor.
pub fn blast(state: &mut State, cx: &mut Cx<'_>, who: PieceId, at: Cell) -> Step {
    let fixed = cx.fixed();
    let Some(from) = state.table.cell(who) else { return Ok(()) };
    let options: SmallVec<[Choice; 2]> = directions(fixed, from, at).into_iter().map(Choice::Face).collect();
    let owner = seat(state.table.side(who));
    state.table.subject = Some(who);
    let choice = cx.choose(state, Ask::new(owner, "blast", rule!("SH-AMB-090")), &options)?;
    state.table.subject = None;
    let Choice::Face(way) = choice else { return Ok(()) };
    let rules = rules!["SH-PCD-016", "SH-PEF-004", "SH-AMB-090"];
    cx.emit(rules, Event::Driven { from: at }.into());
    // SH-AMB-090: nothing is left of it.
    state.table.things.rubble.remove(at);
    if state.table.closed.contains(at) {
        state.table.destroy_door(fixed, at);
    } else {
        state.table.destroy_thing(fixed, at, false);
    }
    flames::spread(state, cx, at)?;
    for here in path(fixed, at, way) {
        if state.table.thing(here).is_some() {
            break_door(state, cx, here, Cause::Psychic(Kind::Blast), rules!["SH-PCD-016"])?;
        }
        if let Some(piece) = state.table.piece_at(here)
            && slay(state, cx, piece, Cause::Psychic(Kind::Blast), rules!["SH-PCD-016"])? != Fate::Dead
        {
            break;
        }
    }
    Ok(())
}
