//! Between the levels: SH-LAD, SH-PIT, SH-PRN, SH-LFT, SH-MLV.

use std::ops::ControlFlow;

use grognard_engine::{Rules, rules};
use grognard_space::grid::Cell;

use super::movement::{check_blip_square, check_fire_at_feet};
use super::{At, Objections};
use crate::Fixed;
use crate::choice::Action;
use crate::harlequin::choice::Deed;
use crate::piece::PieceId;
use crate::table::Table;

/// Where a climb leads and through which hole, if the two squares lie above each other with a hole between.
pub fn shaft_between(fixed: &Fixed, table: &Table, from: Cell, to: Cell) -> Option<Cell> {
    let hole = if fixed.mission.below(from) == Some(to) {
        from
    } else if fixed.mission.below(to) == Some(from) {
        to
    } else {
        return None;
    };
    table.things.holes.contains(hole).then_some(hole)
}

/// SH-BRD-003, SH-PIT-019: what keeps a piece from ending on a square of another level.
fn check_arrival<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    to: Cell,
    taken: Rules,
    o: &mut O,
) -> ControlFlow<()> {
    o.must(!table.occupied().contains(to) && !table.shut().contains(to), taken, At::Cell(to))?;
    check_fire_at_feet(fixed, table, None, to, o)?;
    if let PieceId::Blip(index) = who {
        check_blip_square(fixed, table, index, to, o)?;
    }
    ControlFlow::Continue(())
}

/// SH-LAD-003, SH-LAD-008, SH-PIT-004, SH-PIT-012: up or down a ladder, or up through a pitfall.
pub(super) fn check_climb<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    to: Cell,
    o: &mut O,
) -> ControlFlow<()> {
    let Some(from) = table.cell(who) else {
        return o.must(false, rules!["SH-ENP-004"], At::Piece(who));
    };
    let Some(hole) = shaft_between(fixed, table, from, to) else {
        return o.must(false, rules!["SH-LAD-001", "SH-BRD-008"], At::Cell(to));
    };
    // SH-BRD-008: the levels hang together by such squares.
    o.by(rules!["SH-BRD-008"], At::Cell(to))?;
    if table.things.ladders.contains(hole) {
        // SH-LAD-001: from either end.
        o.by(rules!["SH-LAD-001"], At::Cell(to))?;
        return check_arrival(fixed, table, who, to, rules!["SH-LAD-008", "SH-BRD-003"], o);
    }
    // SH-LAD-009: without a ladder only the jump is left for going down.
    o.must(hole == to, rules!["SH-LAD-009", "SH-LAD-001"], At::Cell(to))?;
    o.must(fixed.climbs(who), rules!["SH-PIT-004"], At::Cell(to))?;
    check_arrival(fixed, table, who, to, rules!["SH-PIT-019", "SH-BRD-003"], o)
}

/// SH-PIT-006, SH-PIT-007, SH-PIT-013, SH-PIT-019: down through the hole of a square.
pub(super) fn check_jump<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    hole: Option<Cell>,
    o: &mut O,
) -> ControlFlow<()> {
    let open = hole.filter(|hole| table.things.holes.contains(*hole));
    let Some(to) = open.and_then(|hole| fixed.mission.below(hole)) else {
        return o.must(false, rules!["SH-PIT-007", "SH-BRD-008"], At::Piece(who));
    };
    // SH-LAD-007: beside a ladder as well.
    o.by_where(rules!["SH-LAD-007"], At::Cell(to), || {
        hole.is_some_and(|hole| table.things.ladders.contains(hole))
    })?;
    if !fixed.climbs(who) {
        // SH-PIT-015: nothing comes down onto a square that still glows.
        o.must(!table.shut().contains(to), rules!["SH-PIT-015"], At::Cell(to))?;
        return check_fire_at_feet(fixed, table, None, to, o);
    }
    check_arrival(fixed, table, who, to, rules!["SH-PIT-019", "SH-BRD-003"], o)
}

/// SH-PRN-003, SH-PRN-006: what a model on the ground cannot do.
pub(super) fn check_prone<O: Objections>(
    table: &Table,
    who: PieceId,
    action: Action,
    o: &mut O,
) -> ControlFlow<()> {
    let prone = table.is_prone(who);
    match action {
        Action::Stand(_) => o.must(prone, rules!["SH-PRN-001"], At::Piece(who)),
        // SH-PRN-003: powers of the mind need no legs either; what needs sight fails for want of it.
        Action::ClearJam
        | Action::Reload
        | Action::SelfDestruct
        | Action::Detonate
        | Action::PutDown
        // SH-HRL-010: what is stuck comes out from the ground as well; before it has, he does not get up.
        | Action::Harlequin(Deed::FreeKiss)
        | Action::Cast(_)
        | Action::Order(_) => ControlFlow::Continue(()),
        Action::Open(_) | Action::Close(_) | Action::Secure(_) | Action::Overwatch | Action::PickUp => {
            o.must(!prone, rules!["SH-PRN-006"], At::Piece(who))
        }
        _ if action.fires() => o.must(!prone, rules!["SH-PRN-003", "SH-LOS-012"], At::Piece(who)),
        _ => o.must(!prone, rules!["SH-PRN-003"], At::Piece(who)),
    }
}

/// SH-AMB-012, SH-LFT-002: from one car square to another, while the lift works.
pub(super) fn check_ride<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    to: Cell,
    o: &mut O,
) -> ControlFlow<()> {
    let lift = table.cell(who).and_then(|from| fixed.mission.hazards.lift_of(from));
    let Some(lift) = lift.filter(|lift| lift.cars.contains(&to) && table.cell(who) != Some(to)) else {
        return o.must(false, rules!["SH-AMB-012"], At::Cell(to));
    };
    let works = lift.cars.iter().all(|car| table.things.lifts.contains(*car));
    o.must(works, rules!["SH-LFT-002"], At::Cell(to))?;
    check_arrival(fixed, table, who, to, rules!["SH-BRD-003"], o)
}
