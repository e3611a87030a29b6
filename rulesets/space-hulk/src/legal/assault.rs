//! Who may close assault whom: SH-CLA, SH-FAC-002, SH-DOR-016, SH-WCF.

use std::ops::ControlFlow;

use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};
use grognard_space::grid::Cell;

use super::entry::check_attack_from_entry;
use super::{At, Objections};
use crate::Fixed;
use crate::hazard::Thing;
use crate::piece::{Mark, PieceId, Place};
use crate::table::Table;

/// The square orthogonally ahead of a model.
pub fn front(fixed: &Fixed, table: &Table, who: PieceId) -> Option<Cell> {
    fixed.mission.grid.step(table.cell(who)?, table.facing(who)?.into())
}

/// SH-CLA-001, SH-CLA-002, SH-DOR-016: close assault against a model or a closed door.
pub(super) fn check_assault<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    mark: Mark,
    o: &mut O,
) -> ControlFlow<()> {
    let target = match mark {
        Mark::Door(door) => {
            // SH-RUB-004: rubble is nothing to attack.
            let reasons = if table.things.rubble.contains(door) {
                rules!["SH-RUB-004", "SH-DOR-016"]
            } else {
                rules!["SH-DOR-016", "SH-CLA-015"]
            };
            o.must(table.thing(door).is_some(), reasons, At::Cell(door))?;
            check_lift(fixed, table, door, o)?;
            door
        }
        Mark::Model(piece) => {
            let enemy = table.enemies(who, piece) && !matches!(piece, PieceId::Blip(_));
            o.must(enemy, rules!["SH-CLA-001"], At::Piece(piece))?;
            o.by(rules!["SH-CLA-001"], At::Piece(piece))?;
            let Some(cell) = table.cell(piece) else {
                // SH-ENP-006: nothing in an entry area can be attacked.
                return o.must(false, rules!["SH-ENP-006"], At::Piece(piece));
            };
            cell
        }
    };
    if let Place::Entry(entry) = table.place(who) {
        check_attack_from_entry(table, who, o)?;
        let square = fixed.mission.entries[entry as usize].square;
        return o.must(target == square, rules!["SH-ENP-015"], At::Cell(target));
    }
    if let (Mark::Model(_), Some(from)) = (mark, table.cell(who))
        && !table.things.holes.is_empty()
        && super::shaft_between(fixed, table, from, target).is_some()
    {
        // SH-MLV-001: through a hole, and only by those who climb like Genestealers.
        o.by(rules!["SH-MLV-001"], At::Cell(target))?;
        return o.must(fixed.climbs(who), rules!["SH-MLV-001"], At::Cell(target));
    }
    // SH-JAM-006: a jammed weapon is no hindrance.
    o.by_where(
        rules!["SH-JAM-006"],
        At::Piece(who),
        || matches!(who, PieceId::Marine(index) if table.marines[index as usize].jammed),
    )?;
    // SH-CLA-002, SH-FAC-002, SH-AMB-017: the front square only.
    o.must(
        front(fixed, table, who) == Some(target) || !applies(rule!("SH-FAC-002")),
        rules!["SH-CLA-002", "SH-FAC-002", "SH-CLA-017", "SH-FAC-001"],
        At::Cell(target),
    )
}

/// SH-LFT-001: a lift can be attacked once its door is out of the way.
pub(super) fn check_lift<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    at: Cell,
    o: &mut O,
) -> ControlFlow<()> {
    let shielded = table.thing(at) == Some(Thing::Lift) && !table.lift_is_bare(fixed, at);
    o.must(!shielded, rules!["SH-LFT-001"], At::Cell(at))
}

/// SH-WCF-002, SH-WCF-003: a chain fist cuts a closed door, a bulkhead or what is attacked like a door, in front.
pub(super) fn check_cut<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    door: Cell,
    o: &mut O,
) -> ControlFlow<()> {
    let ahead = front(fixed, table, who) == Some(door);
    let reasons = if table.thing(door) == Some(Thing::Bulkhead) {
        rules!["SH-WCF-002", "SH-BLK-002"]
    } else {
        rules!["SH-WCF-003"]
    };
    o.by_where(rules!["SH-BLK-002"], At::Cell(door), || table.thing(door) == Some(Thing::Bulkhead))?;
    // SH-TOX-006, SH-TRM-001: not with something in his arms.
    let burdened = matches!(who, PieceId::Marine(index) if table.carried_by(index).is_some());
    o.must(!burdened, rules!["SH-TOX-006", "SH-TRM-001"], At::Piece(who))?;
    o.must(table.thing(door).is_some() && ahead, reasons, At::Cell(door))?;
    check_lift(fixed, table, door, o)
}
