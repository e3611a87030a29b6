//! Toxin canisters: SH-TOX.

use grognard_engine::rules;

use super::Cx;
use crate::choice::Action;
use crate::event::{Event, Handling};
use crate::piece::PieceId;
use crate::state::State;
use crate::things::Canister;

/// SH-TOX-003, SH-TOX-005: a canister is taken up, put down, armed or dropped.
pub fn handle(state: &mut State, cx: &mut Cx<'_>, who: PieceId, action: Action) {
    let (PieceId::Marine(index), Some(cell)) = (who, state.table.cell(who)) else { return };
    let load = match action {
        Action::PickUp => state.table.load_on(cell),
        _ => state.table.load_of(index),
    };
    let Some(load) = load.and_then(|load| state.table.things.loads.get_mut(load)) else { return };
    let (what, rules) = match action {
        Action::PickUp => {
            load.place = Canister::With(index);
            (Handling::PickedUp, rules!["SH-TOX-003", "SH-TOX-006"])
        }
        Action::PutDown => {
            load.place = Canister::On(cell);
            (Handling::PutDown, rules!["SH-TOX-003"])
        }
        Action::Arm => {
            load.armed = true;
            (Handling::Armed, rules!["SH-TOX-005"])
        }
        _ => {
            load.place = Canister::Dropped;
            (Handling::Dropped, rules!["SH-TOX-005"])
        }
    };
    cx.emit(rules, Event::Canister { by: who, what, at: cell });
}

/// SH-TOX-001: a bearer has gone another square.
pub fn count_step(state: &mut State, who: PieceId) {
    if let PieceId::Marine(index) = who
        && state.table.load_of(index).is_some()
    {
        let squares = state.table.hauled(index) + 1;
        let hauls = &mut state.table.things.hauls;
        hauls.retain(|(bearer, _)| *bearer != index);
        hauls.push((index, squares));
    }
}

/// SH-TOX-001: a new turn, and new squares to go.
pub fn begin_turn(state: &mut State) {
    state.table.things.hauls.clear();
}
