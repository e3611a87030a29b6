//! The solo: SH-HRL-005.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::{rule, rules};
use smallvec::SmallVec;

use super::choice::Answer;
use super::event::Event;
use super::{is_one, is_soloist};
use crate::Fixed;
use crate::choice::Choice;
use crate::piece::PieceId;
use crate::play::Cx;
use crate::state::{State, seat};
use crate::table::{Side, Table};

/// SH-HRL-005: at the start of its turn a side may give the solo to one of its Harlequins, but not to the one who had it
/// last turn.
pub fn choose(state: &mut State, cx: &mut Cx<'_>, side: Side) -> Step {
    let fixed = cx.fixed();
    let Some(troupe) = state.table.troupe.as_ref() else { return Ok(()) };
    let last = troupe.solo[side.index()];
    let mut options: SmallVec<[Choice; 16]> = SmallVec::from_slice(&[Choice::Pass]);
    let fresh = state.table.models_of(side).map(|(index, _)| index).filter(|index| is_one(fixed, *index));
    options.extend(fresh.filter(|index| Some(*index) != last).map(|index| Answer::Solo(index).into()));
    let ask = Ask::new(seat(side), "solo", rule!("SH-HRL-005"));
    let choice = cx.choose(state, ask, &options)?;
    let chosen = match choice {
        Choice::Harlequin(Answer::Solo(index)) => Some(index),
        _ => None,
    };
    if let Some(troupe) = &mut state.table.troupe {
        troupe.solo[side.index()] = chosen;
        troupe.struck = false;
    }
    if let Some(index) = chosen {
        cx.emit(rules!["SH-HRL-005"], Event::Solo { model: PieceId::Marine(index) }.into());
    }
    Ok(())
}

/// SH-HRL-005: the points a model has on top when it is activated.
pub fn points(fixed: &Fixed, table: &Table, index: u8) -> u8 {
    if is_soloist(table, index) { fixed.numbers().solo.points } else { 0 }
}
