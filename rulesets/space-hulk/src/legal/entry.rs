//! Coming onto the map, securing entry areas, leaving: SH-ENP, SH-SEC; items of the mission.

use std::ops::ControlFlow;

use grognard_engine::rules;

use super::hazards::{check_hands, in_the_way};
use super::movement::{check_blip_square, check_fire_at_feet};
use super::{At, Objections};
use crate::Fixed;
use crate::goal::ItemPlace;
use crate::piece::{PieceId, Place};
use crate::table::Table;

/// Whether a piece in an entry area has to stay there this turn (SH-ENP-009, SH-ENP-014).
fn lurks(table: &Table, who: PieceId) -> bool {
    match who {
        PieceId::Stealer(index) => table.stealers[index as usize].lurks,
        PieceId::Blip(index) => table.blips[index as usize].lurks,
        PieceId::Marine(index) => table.marines[index as usize].lurks,
    }
}

/// SH-ENP-004, SH-ENP-009: from an entry area onto its board square.
pub(super) fn check_enter<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    o: &mut O,
) -> ControlFlow<()> {
    let Place::Entry(entry) = table.place(who) else {
        // SH-ENP-017, SH-BLP-010: what is on the map stays there.
        return o.must(false, rules!["SH-ENP-017", "SH-BLP-010"], At::Piece(who));
    };
    let square = fixed.mission.entries[entry as usize].square;
    o.by(rules!["SH-ENP-001"], At::Cell(square))?;
    o.must(!lurks(table, who), rules!["SH-ENP-009", "SH-ENP-014"], At::Piece(who))?;
    o.must(!table.occupied().contains(square), rules!["SH-ENP-004", "SH-BRD-003"], At::Cell(square))?;
    if table.shut().contains(square) {
        o.must(false, in_the_way(table, square), At::Cell(square))?;
    }
    check_fire_at_feet(fixed, table, None, square, o)?;
    if let PieceId::Blip(index) = who {
        check_blip_square(fixed, table, index, square, o)?;
    }
    ControlFlow::Continue(())
}

/// SH-ENP-015: whether a Genestealer in an entry area may attack out of it.
pub(super) fn check_attack_from_entry<O: Objections>(
    table: &Table,
    who: PieceId,
    o: &mut O,
) -> ControlFlow<()> {
    o.must(!lurks(table, who), rules!["SH-ENP-015", "SH-ENP-009", "SH-ENP-014"], At::Piece(who))
}

/// SH-SEC-001, SH-SEC-002: securing an entry area.
pub(super) fn check_secure<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    entry: u8,
    o: &mut O,
) -> ControlFlow<()> {
    let area = &fixed.mission.entries[entry as usize];
    let square = area.square;
    // SH-ENT-002: only where the mission says so.
    o.must_by_all(area.securable, rules!["SH-SEC-001", "SH-ENT-002"], At::Cell(square))?;
    o.must(!table.secured[entry as usize], rules!["SH-SEC-003"], At::Cell(square))?;
    let (PieceId::Marine(index), Some(cell)) = (who, table.cell(who)) else {
        return o.must(false, rules!["SH-SEC-002"], At::Piece(who));
    };
    let on_it = cell == square;
    let beside = fixed.mission.grid.touching(cell, table.shut()).contains(square);
    o.must(on_it || beside, rules!["SH-SEC-002"], At::Cell(square))?;
    let free = !table.occupied().contains(square) && !table.opaque().contains(square);
    let clear = table.seen_by(index).contains(square) && free;
    o.must(on_it || clear, rules!["SH-SEC-002"], At::Cell(square))
}

/// Leaving over an exit of the mission (SH-BRD-001: the mission says where).
pub(super) fn check_leave<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    o: &mut O,
) -> ControlFlow<()> {
    let exits = fixed.mission.exits;
    o.must(table.cell(who).is_some_and(|cell| exits.contains(cell)), rules!["SH-BRD-001"], At::Piece(who))
}

/// Taking up an item, a condition of the mission: one at a time, from the square one stands on.
pub(super) fn check_take<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    item: u8,
    o: &mut O,
) -> ControlFlow<()> {
    if let PieceId::Marine(index) = who {
        check_hands(fixed, index, o)?;
    }
    let here = table.cell(who).map(ItemPlace::Lies);
    o.must(here == Some(table.items[item as usize]), rules!["SH-BRD-001"], At::Piece(who))?;
    let free = matches!(who, PieceId::Marine(index) if table.carried_by(index).is_none());
    o.must(free, rules!["SH-BRD-001"], At::Piece(who))
}

/// Putting down an item, a condition of the mission: by whoever carries it.
pub(super) fn check_lay_down<O: Objections>(
    table: &Table,
    who: PieceId,
    item: u8,
    o: &mut O,
) -> ControlFlow<()> {
    let PieceId::Marine(index) = who else { return o.must(false, rules!["SH-BRD-001"], At::Piece(who)) };
    o.must(table.items[item as usize] == ItemPlace::Carried(index), rules!["SH-BRD-001"], At::Piece(who))
}
