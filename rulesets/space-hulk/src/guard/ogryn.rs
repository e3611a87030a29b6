//! Ogryns, who are dangerously dim: SH-IGF-019.

use grognard_engine::ctx::Step;
use grognard_engine::target::{Need, Target};
use grognard_engine::{rule, rules};
use grognard_space::grid::Cell;

use super::Wits;
use super::event::Event;
use crate::Fixed;
use crate::piece::PieceId;
use crate::play::Cx;
use crate::state::State;
use crate::table::{Side, Table};

/// Whether an enemy of a side sees a square: any of his models, Genestealers among them.
fn seen_by_enemy(fixed: &Fixed, table: &Table, side: Side, cell: Cell) -> bool {
    let models = table.models_of(side.other()).any(|(index, _)| table.seen_by(index).contains(cell));
    let mut stealers = table.stealers_on_map();
    models
        || side == Side::Marine
            && stealers.any(|(index, from)| {
                let stealer = &table.stealers[index as usize];
                !stealer.prone && table.enemy_view(fixed, from, stealer.facing).contains(cell)
            })
}

/// SH-IGF-019: at the start of its side's turn an Ogryn that an enemy sees is awake, and every other has yet to show it.
pub fn begin_turn(state: &mut State, fixed: &Fixed, side: Side) {
    let Some(guard) = state.table.guard.take() else { return };
    let mut guard = guard;
    guard.inspired = false;
    for index in state.table.squad_of(side) {
        let trooper = &mut guard.troopers[index as usize];
        trooper.extra = 0;
        let cell = state.table.marines[index as usize].cell();
        let seen = fixed.profile(index).dim
            && cell.is_some_and(|cell| seen_by_enemy(fixed, &state.table, side, cell));
        trooper.wits = if seen { Wits::Awake } else { Wits::Untried };
    }
    state.table.guard = Some(guard);
}

/// SH-IGF-019: whether a model may act when it first tries to this turn.
pub fn wakes(state: &mut State, cx: &mut Cx<'_>, piece: PieceId) -> Step<bool> {
    let fixed = cx.fixed();
    let PieceId::Marine(index) = piece else { return Ok(true) };
    if state.table.guard.is_none() || !fixed.profile(index).dim {
        return Ok(true);
    }
    match super::trooper(&state.table, index).wits {
        Wits::Awake => return Ok(true),
        Wits::Dazed => return Ok(false),
        Wits::Untried => {}
    }
    let side = state.table.side(piece);
    let seen = state.table.cell(piece).is_some_and(|cell| seen_by_enemy(fixed, &state.table, side, cell));
    let mut awake = true;
    if !seen {
        let need = fixed.numbers().dim.dozes + 1;
        let target = Target::new(Need::AtLeast(need), rule!("SH-IGF-019"));
        let [face] = cx.roll_against(6, "roll.dim", rules!["SH-IGF-019"], &target)?;
        awake = target.need().met_by(face);
    }
    if let Some(guard) = &mut state.table.guard {
        guard.troopers[index as usize].wits = if awake { Wits::Awake } else { Wits::Dazed };
    }
    if !awake {
        state.table.marines[index as usize].ap = 0;
        cx.emit(rules!["SH-IGF-019"], Event::Dozes { ogryn: piece }.into());
    }
    Ok(awake)
}
