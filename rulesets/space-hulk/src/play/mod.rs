//! The procedures of the game: one file a section of the rules.

pub mod act;
pub mod assault;
pub mod conversion;
pub mod explosions;
pub mod flames;
pub mod objective;
pub mod phases;
pub mod reinforcement;
pub mod shooting;
pub mod window;

use grognard_engine::ctx::Ctx;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};

use crate::SpaceHulk;
use crate::event::{Cause, Event};
use crate::piece::{PieceId, Place};
use crate::state::State;
use crate::table::{Flow, Side};

/// The context of an activity.
pub type Cx<'a> = Ctx<'a, SpaceHulk>;

/// Whose turn it is.
pub fn whose_turn(state: &State) -> Side {
    match state.table.flow {
        Flow::Draw | Flow::Distribute | Flow::Stealers { .. } | Flow::StealerEnd => Side::Stealer,
        _ => Side::Marine,
    }
}

/// Takes a piece out of the game; a blip's counter goes back to the pool.
pub fn remove(state: &mut State, cx: &mut Cx<'_>, piece: PieceId) {
    state.table.lift(cx.fixed(), piece, Place::Gone);
    match piece {
        PieceId::Marine(index) => {
            let marine = &mut state.table.marines[index as usize];
            marine.overwatch = false;
            marine.sustained = None;
        }
        PieceId::Blip(index) => {
            let value = state.hidden.values[index as usize];
            state.hidden.pool[value as usize] += 1;
        }
        PieceId::Stealer(_) => {}
    }
    // A dead piece is active no longer.
    match &mut state.table.flow {
        Flow::Marines { active } if *active == marine_index(piece) => *active = None,
        Flow::Stealers { active } if *active == Some(piece) => *active = None,
        _ => {}
    }
}

fn marine_index(piece: PieceId) -> Option<u8> {
    match piece {
        PieceId::Marine(index) => Some(index),
        _ => None,
    }
}

/// Kills a piece.
pub fn kill(state: &mut State, cx: &mut Cx<'_>, piece: PieceId, cause: Cause, rules: &[RuleId]) {
    let at = state.table.cell(piece);
    remove(state, cx, piece);
    let event = Event::Killed { piece, at, cause };
    match marine_index(piece) {
        // SH-TRM-005: the points a dead Captain brought stay for this turn.
        Some(index) if cx.fixed().profile(index).command => {
            if !applies(rule!("SH-TRM-005")) {
                let brought = cx.fixed().numbers().command_bonus.captain.unsigned_abs();
                state.hidden.cp = state.hidden.cp.saturating_sub(brought);
            }
            let rules: Vec<_> = rules.iter().copied().chain([rule!("SH-TRM-005")]).collect();
            cx.emit(&rules, event);
        }
        _ => cx.emit(rules, event),
    }
    objective::drop_items(state, cx, piece, at);
}

/// SH-OVW-008: a Marine is no longer on overwatch.
pub fn end_overwatch(state: &mut State, cx: &mut Cx<'_>, index: u8, why: &'static str, rules: &[RuleId]) {
    let marine = &mut state.table.marines[index as usize];
    if marine.overwatch && rules.first().is_none_or(|rule| applies(*rule)) {
        marine.overwatch = false;
        cx.emit(rules, Event::OverwatchEnded { marine: PieceId::Marine(index), why });
    }
}

/// SH-DOR-019: breaks a door; fire may come through (SH-DOR-021).
pub fn break_door(
    state: &mut State,
    cx: &mut Cx<'_>,
    door: grognard_space::grid::Cell,
    cause: Cause,
    rules: &[RuleId],
) -> grognard_engine::ctx::Step {
    state.table.destroy_door(cx.fixed(), door);
    cx.emit(rules, Event::DoorDestroyed { door, cause });
    flames::spread(state, cx, door)
}

/// The rules behind a round of ordinary fire.
pub(crate) const FIRE_RULES: &[RuleId] = rules!["SH-WPN-002"];
