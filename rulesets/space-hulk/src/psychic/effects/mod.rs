//! What the cards do: SH-PCD, a file for each family.

pub mod arc;
pub mod assail;
pub mod blast;
pub mod control;
pub mod own;
pub mod scan;
pub mod section;

use grognard_engine::rule;
use grognard_engine::target::Target;

use crate::Fixed;
use crate::piece::PieceId;
use crate::table::Table;

/// SH-PCD-021: what an attack of one who foresees needs less.
pub fn foreseen(fixed: &Fixed, table: &Table, by: PieceId, target: Target) -> Target {
    match foresight(fixed, table, by) {
        0 => target,
        bonus => target.plus(-bonus, "reason.prescience", rule!("SH-PCD-021")),
    }
}

/// SH-PCD-021: what foresight adds to an attack of this model.
pub fn foresight(fixed: &Fixed, table: &Table, by: PieceId) -> i8 {
    let foresees = table.psychic.as_ref().is_some_and(|psychic| psychic.foresees(by));
    if foresees { fixed.numbers().prescience.bonus } else { 0 }
}
