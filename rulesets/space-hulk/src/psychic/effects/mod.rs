//! What the cards do: SH-PCD, a file for each family.

pub mod arc;
pub mod assail;
pub mod blast;
pub mod control;
pub mod own;
pub mod scan;
pub mod section;

use grognard_engine::rule;
use grognard_engine::switch::applies;
use grognard_engine::target::Target;

use crate::Fixed;
use crate::piece::PieceId;
use crate::table::Table;

/// SH-PCD-021: what an attack of one who foresees needs less.
pub fn foreseen(fixed: &Fixed, table: &Table, by: PieceId, target: Target) -> Target {
    let foresees = table.psychic.as_ref().is_some_and(|psychic| psychic.foresees(by));
    if foresees && applies(rule!("SH-PCD-021")) {
        target.plus(-fixed.numbers().prescience.bonus, "reason.prescience", rule!("SH-PCD-021"))
    } else {
        target
    }
}
