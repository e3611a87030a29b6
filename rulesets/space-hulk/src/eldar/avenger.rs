//! Dire Avengers: SH-DAV-003.

use grognard_engine::rules;

use super::event::Event;
use super::warrior::{Storm, of, of_mut};
use crate::Fixed;
use crate::choice::Action;
use crate::piece::PieceId;
use crate::play::Cx;
use crate::profile::Ranged;
use crate::state::State;
use crate::table::Table;

/// SH-DAV-003: the storm begins.
pub fn storm(state: &mut State, cx: &mut Cx<'_>, index: u8) {
    if let Some(warrior) = of_mut(&mut state.table, index) {
        warrior.storm = Storm::Raging;
    }
    cx.emit(rules!["SH-DAV-003"], Event::Storm { by: PieceId::Marine(index) }.into());
}

/// SH-DAV-003: dice a storm adds to a shot.
pub fn extra_dice(fixed: &Fixed, table: &Table, index: u8, weapon: Ranged) -> u8 {
    let rages = weapon == Ranged::ShurikenCatapult && of(table, index).storm == Storm::Raging;
    if rages { fixed.numbers().shuriken_storm.dice } else { 0 }
}

/// SH-DAV-003: anything but another shot with the catapult ends it.
pub fn before(state: &mut State, cx: &mut Cx<'_>, index: u8, action: Action) {
    if !matches!(action, Action::Fire(Ranged::ShurikenCatapult, _)) {
        end(state, cx, index);
    }
}

/// SH-DAV-003: at the latest it ends with the turn.
pub fn end_turn(state: &mut State, cx: &mut Cx<'_>) {
    for index in 0..state.table.marines.len() as u8 {
        end(state, cx, index);
    }
}

fn end(state: &mut State, cx: &mut Cx<'_>, index: u8) {
    let Some(warrior) = of_mut(&mut state.table, index) else { return };
    if warrior.storm == Storm::Raging {
        warrior.storm = Storm::Spent;
        cx.emit(rules!["SH-DAV-003"], Event::StormOver { by: PieceId::Marine(index) }.into());
    }
}
