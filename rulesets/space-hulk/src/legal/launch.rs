//! Section weapons and grenades: SH-WGR, SH-WML, SH-WPL-005, SH-WPN-008, SH-WPN-009.

use std::ops::ControlFlow;

use grognard_engine::switch::applies;
use grognard_engine::{Rules, rule, rules};
use grognard_space::grid::{Cell, CellSet, Facing};

use super::fire::{check_listed, flame_extent, sight_reasons};
use super::{At, Objections};
use crate::Fixed;
use crate::piece::PieceId;
use crate::profile::Ranged;
use crate::table::{Side, Table};
use crate::weapon::{Area, Leaves, Weapon, behind};

/// SH-WPN-009: the sections next to a section: some square of one shares an edge with one of the other.
pub fn next_sections(fixed: &Fixed, section: usize) -> CellSet {
    let grid = &fixed.mission.grid;
    let mut near = CellSet::EMPTY;
    if !applies(rule!("SH-WPN-009")) {
        return near;
    }
    for cell in fixed.mission.sections[section] {
        for facing in Facing::ALL {
            if let Some(other) = grid.step(cell, facing.into()) {
                near |= fixed.mission.sections[Table::section(fixed, other)];
            }
        }
    }
    near.minus(&fixed.mission.sections[section])
}

/// The squares a shot at a square acts on (SH-WPN-008).
pub fn blast_extent(fixed: &Fixed, table: &Table, weapon: Ranged, at: Cell) -> CellSet {
    match fixed.weapon(weapon).map(|listed| listed.area) {
        Some(Area::Square) => CellSet::from(at),
        _ => flame_extent(fixed, table, at),
    }
}

/// The squares that mean the same shot: all the blast reaches, but for holes down which a grenade may drop (SH-PIT-016).
pub fn same_blast(fixed: &Fixed, table: &Table, weapon: Ranged, at: Cell) -> CellSet {
    let reached = blast_extent(fixed, table, weapon, at).with(at);
    let holes = table.things.holes;
    if holes.is_empty() || !fixed.weapon(weapon).is_some_and(Weapon::drops) {
        return reached;
    }
    if holes.contains(at) { CellSet::from(at) } else { reached.minus(&holes) }
}

/// SH-WGR-001 to SH-WGR-003, SH-WPN-008: whether something may be fired or thrown at a square, from where the model
/// stands or from a square it has stepped to.
pub(super) fn check_launch<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    to: Option<Cell>,
    weapon: Ranged,
    at: Cell,
    o: &mut O,
) -> ControlFlow<()> {
    let (PieceId::Marine(index), Some(stands), Some(listed)) =
        (who, table.cell(who), fixed.weapon(weapon).filter(|listed| listed.launches()))
    else {
        return o.must(false, rules!["SH-WPN-006"], At::Piece(who));
    };
    let marine = &table.marines[index as usize];
    let from = to.unwrap_or(stands);
    let rules = behind(weapon);
    // SH-WGR-001: standing still, unless the chart says otherwise.
    o.must(to.is_none() || listed.moves, still(listed.thrown, rules.still), At::Piece(who))?;
    check_listed(fixed, table, index, weapon, o)?;
    let seen = match to {
        Some(to) => table.view_after_step(fixed, stands, to, marine.facing),
        None => table.seen_by(index),
    };
    if !seen.contains(at) {
        let reasons = if o.explains() {
            sight_reasons(fixed, table, from, marine.facing, at)
        } else {
            rules!["SH-TGT-002"]
        };
        o.must(false, reasons, At::Cell(at))?;
    }
    // SH-ARC-004: a throw has the arc of a shot.
    let in_arc = fixed.sight().cone(from, marine.facing).contains(at);
    let reasons = if listed.thrown { rules!["SH-ARC-004", "SH-ARC-001"] } else { rules!["SH-ARC-001"] };
    o.must(in_arc, reasons, At::Cell(at))?;
    let own = Table::section(fixed, from);
    let section = Table::section(fixed, at);
    if listed.area == Area::Square {
        let reach = &fixed.numbers().grenade_reach;
        let distance = fixed.range(from, at);
        o.must((reach.nearest..=reach.farthest).contains(&distance), rules!["SH-WGR-003"], At::Cell(at))?;
        if listed.marker == Some(Leaves::Melta) {
            // SH-WGR-010: no hole on a hole.
            let fresh = !table.things.holes.contains(at) && !table.things.sealed.contains(at);
            o.must(fresh, rules!["SH-WGR-010"], At::Cell(at))?;
        } else {
            let something = table.occupied().contains(at) || table.thing(at).is_some();
            o.must(something, rules!["SH-WGR-003"], At::Cell(at))?;
        }
    } else {
        o.must(section != own, rules!["SH-WPN-008", "SH-WGR-002"], At::Cell(at))?;
        o.must(!table.fire_stops().contains(at), rules!["SH-WPN-008", "SH-TGT-002"], At::Cell(at))?;
    }
    if listed.area == Area::NextSection {
        let near = next_sections(fixed, own).contains(at);
        o.must(near, rules!["SH-WGR-002", "SH-WPN-009"], At::Cell(at))?;
    }
    if let Some(range) = listed.range {
        let squares = fixed.mission.sections[section];
        let near = squares.iter().any(|cell| fixed.range(from, cell) <= range);
        o.must(near, rules.range, At::Cell(at))?;
    }
    let harmless = listed.marker == Some(Leaves::Blind);
    if !harmless
        && table.side(who) == Side::Marine
        && (!fixed.options.friendly_fire || listed.area == Area::Square)
    {
        let extent = blast_extent(fixed, table, weapon, at);
        let friend = table.marines_on_map().any(|(other, cell)| {
            extent.contains(cell) && !(other == index && to.is_some() && cell == stands)
        });
        o.must(!friend, rules!["SH-TGT-004", "SH-FAQ-001"], At::Cell(at))?;
    }
    ControlFlow::Continue(())
}

fn still(thrown: bool, plain: Rules) -> Rules {
    if thrown { rules!["SH-WGR-001", "SH-MAF-005"] } else { plain }
}

/// SH-IGF-005: the Guard may fire before it moves, with weapons that are fired on the move.
pub(super) fn check_fire_move<O: Objections>(
    fixed: &Fixed,
    who: PieceId,
    weapon: Ranged,
    o: &mut O,
) -> ControlFlow<()> {
    let guard = matches!(who, PieceId::Marine(index) if fixed.profile(index).is_guard());
    o.must(guard, rules!["SH-IGF-005", "SH-MAF-003"], At::Piece(who))?;
    if !applies(rule!("SH-IGF-005")) {
        o.bar(At::Piece(who))?;
    }
    let moves = fixed.weapon(weapon).is_some_and(|listed| listed.moves);
    o.must(moves, behind(weapon).still, At::Piece(who))
}
