//! Operating doors: SH-DOR.

use std::ops::ControlFlow;

use grognard_engine::rules;
use grognard_space::grid::{Cell, Side};

use super::{At, Objections};
use crate::Fixed;
use crate::goal::ItemPlace;
use crate::hazard::Thing;
use crate::piece::PieceId;
use crate::table::Table;

/// SH-WHF-010: whether fire of another section than the one one stands in is beside a door.
pub fn by_fire(fixed: &Fixed, table: &Table, from: Cell, door: Cell) -> bool {
    let flames = fixed.mission.grid.touching(door, &table.shut().without(door)) & table.burning;
    flames.iter().any(|burning| Table::section(fixed, burning) != Table::section(fixed, from))
}

/// SH-DOR-002, SH-DOR-003: which door squares a piece reaches.
fn check_reach<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    door: Cell,
    o: &mut O,
) -> ControlFlow<()> {
    let grid = &fixed.mission.grid;
    let Some(cell) = table.cell(who) else {
        return o.must(false, rules!["SH-ENP-004"], At::Piece(who));
    };
    // SH-DOR-008: either side; SH-WHF-010: beside a fire, too.
    o.by_where(rules!["SH-DOR-008"], At::Cell(door), || table.side(who) == crate::table::Side::Stealer)?;
    o.by_where(rules!["SH-DOR-003"], At::Cell(door), || matches!(who, PieceId::Blip(_)))?;
    o.by_where(rules!["SH-WHF-010"], At::Cell(door), || by_fire(fixed, table, cell, door))?;
    // The door's own square does not shut its corner off.
    let touching = grid.touching(cell, &table.shut().without(door)).contains(door);
    match table.facing(who) {
        Some(facing) => {
            let ahead = grid.direction(cell, door).is_some_and(|dir| Side::of(facing, dir).is_front());
            o.must(touching && ahead, rules!["SH-DOR-002", "SH-ACT-015", "SH-FAC-001"], At::Cell(door))
        }
        None => o.must(touching, rules!["SH-DOR-003"], At::Cell(door)),
    }
}

/// SH-DOR-002, SH-DOR-003, SH-DOR-008: anybody opens a closed door within reach.
pub(super) fn check_open<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    door: Cell,
    o: &mut O,
) -> ControlFlow<()> {
    // SH-BLK-001, SH-CHU-001: bulkheads and outer doors are never opened.
    let reasons = match table.thing(door) {
        Some(Thing::Bulkhead) => rules!["SH-BLK-001", "SH-DOR-001"],
        Some(Thing::Hatch) => rules!["SH-CHU-001", "SH-DOR-001"],
        _ => rules!["SH-DOR-001"],
    };
    o.must(table.closed.contains(door), reasons, At::Cell(door))?;
    crate::psychic::legal::check_held(fixed, table, door, o)?;
    check_reach(fixed, table, who, door, o)
}

/// SH-DOR-009: whether there is neither a piece nor an object in a doorway.
pub fn doorway_is_free(table: &Table, door: Cell) -> bool {
    let lies = table.load_on(door).is_some() || table.items.contains(&ItemPlace::Lies(door));
    !table.occupied().contains(door) && !lies
}

/// SH-DOR-009: a door closes only on an empty square.
pub(super) fn check_close<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    door: Cell,
    o: &mut O,
) -> ControlFlow<()> {
    o.must(table.open.contains(door), rules!["SH-DOR-001", "SH-DOR-019"], At::Cell(door))?;
    crate::psychic::legal::check_held(fixed, table, door, o)?;
    // SH-LFT-003: a lift's door closes by itself.
    o.must(!fixed.mission.hazards.is_lift_door(door), rules!["SH-LFT-003"], At::Cell(door))?;
    o.must(doorway_is_free(table, door), rules!["SH-DOR-009"], At::Cell(door))?;
    check_reach(fixed, table, who, door, o)
}
