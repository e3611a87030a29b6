//! Howling Banshees: SH-HBN-002.

use grognard_engine::rules;
use grognard_space::grid::{CellSet, Side as Flank};

use super::event::Event;
use super::warrior::{Scream, of, of_mut};
use crate::Fixed;
use crate::piece::PieceId;
use crate::play::Cx;
use crate::play::assault::Fighter;
use crate::state::State;
use crate::table::{Side, Table};

/// SH-HBN-002: the mask will scream at the end of the turn.
pub fn don(state: &mut State, cx: &mut Cx<'_>, index: u8) {
    if let Some(warrior) = of_mut(&mut state.table, index) {
        warrior.mask = true;
    }
    cx.emit(rules!["SH-HBN-002"], Event::Mask { by: PieceId::Marine(index) }.into());
}

/// The three squares in front of a model.
pub fn before_her(fixed: &Fixed, table: &Table, index: u8) -> CellSet {
    let banshee = &table.marines[index as usize];
    let Some(cell) = banshee.cell() else { return CellSet::EMPTY };
    let front = [Flank::FrontLeft, Flank::Front, Flank::FrontRight];
    front.iter().filter_map(|flank| fixed.mission.grid.step(cell, flank.dir(banshee.facing))).collect()
}

/// SH-HBN-002: at the end of her turn whoever stands before her is shaken, friend or foe.
pub fn scream(state: &mut State, cx: &mut Cx<'_>, side: Side) {
    let fixed = cx.fixed();
    if state.table.warriors.is_none() {
        return;
    }
    let screaming: Vec<u8> = state.table.models_of(side).map(|(index, _)| index).collect();
    for index in screaming {
        if !of(&state.table, index).mask {
            continue;
        }
        if let Some(warrior) = of_mut(&mut state.table, index) {
            warrior.mask = false;
        }
        for cell in before_her(fixed, &state.table, index) {
            // Counters are no models.
            let Some(piece @ (PieceId::Marine(_) | PieceId::Stealer(_))) = state.table.piece_at(cell) else {
                continue;
            };
            if let Some(warriors) = &mut state.table.warriors {
                warriors.screams.push(Scream { piece, by: side });
            }
            let by = PieceId::Marine(index);
            cx.emit(rules!["SH-HBN-002"], Event::Shaken { by, piece }.into());
        }
    }
}

/// How many screams a model has heard.
pub fn heard(table: &Table, piece: PieceId) -> u8 {
    let Some(warriors) = &table.warriors else { return 0 };
    let heard = warriors.screams.iter().filter(|scream| scream.piece == piece).count();
    u8::try_from(heard).unwrap_or(u8::MAX)
}

/// SH-HBN-002: every scream takes dice in close assault; with none left only the bonus counts.
pub fn shake(fixed: &Fixed, table: &Table, fighter: &mut Fighter) {
    let heard = heard(table, fighter.model);
    if heard > 0 {
        fighter.screams = heard;
        fighter.dice = fighter.dice.saturating_sub(heard.saturating_mul(fixed.numbers().banshee_mask.dice));
    }
}
