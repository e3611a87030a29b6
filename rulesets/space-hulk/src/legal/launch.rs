//! Section weapons and grenades: SH-WGR, SH-WML, SH-WPL-005, SH-WPN-008, SH-WPN-009.

use std::ops::ControlFlow;

use grognard_engine::switch::applies;
use grognard_engine::{Rules, rule, rules};
use grognard_space::grid::{Cell, CellSet, Facing};

use super::fire::{check_flame, check_listed, flame_extent, sight_reasons};
use super::{At, Objections};
use crate::Fixed;
use crate::piece::PieceId;
use crate::profile::Ranged;
use crate::table::Table;
use crate::weapon::{Area, Leaves, Weapon, behind};

/// SH-WPN-009: the sections next to a section: some square of one shares an edge with one of the other.
pub fn next_sections(fixed: &Fixed, section: usize) -> CellSet {
    let grid = &fixed.mission.grid;
    let mut near = CellSet::EMPTY;
    for cell in fixed.mission.sections[section] {
        for facing in Facing::ALL {
            if let Some(other) = grid.step(cell, facing.into()) {
                near |= fixed.mission.sections[Table::section(fixed, other)];
            }
        }
    }
    near.minus(&fixed.mission.sections[section])
}

/// SH-MLV-004: the sections under the holes of a section and of those next to it: as near as a grenade is thrown, and down.
fn under_holes(fixed: &Fixed, table: &Table, section: usize) -> CellSet {
    let mut under = CellSet::EMPTY;
    if table.things.holes.is_empty() {
        return under;
    }
    let near = fixed.mission.sections[section] | next_sections(fixed, section);
    for below in (table.things.holes & near).iter().filter_map(|hole| fixed.mission.below(hole)) {
        under |= fixed.mission.sections[Table::section(fixed, below)];
    }
    under
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

/// What comes before a shot in the same action.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Before {
    /// Nothing: it is fired from where the model stands.
    Nothing,
    /// A step to this square.
    Step(Cell),
    /// SH-ACT-014: a quarter turn.
    Turn(Facing),
}

/// SH-WGR-001 to SH-WGR-003, SH-WPN-008: whether something may be fired or thrown at a square, from where the model
/// stands or from a square it has stepped to.
#[expect(clippy::too_many_arguments, reason = "an action with all its parts, and what is known of it")]
pub(super) fn check_launch<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    before: Before,
    weapon: Ranged,
    at: Cell,
    seen: Option<&CellSet>,
    o: &mut O,
) -> ControlFlow<()> {
    let (PieceId::Marine(index), Some(stands)) = (who, table.cell(who)) else {
        return o.must(false, rules!["SH-WPN-006"], At::Piece(who));
    };
    let marine = &table.marines[index as usize];
    let (from, facing, seen) = match before {
        Before::Nothing => (stands, marine.facing, table.seen_by(index)),
        Before::Step(to) => {
            let look = || table.view_after_step(fixed, stands, to, marine.facing);
            (to, marine.facing, seen.copied().unwrap_or_else(look))
        }
        Before::Turn(to) => (stands, to, seen.copied().unwrap_or_else(|| table.view_from(fixed, stands, to))),
    };
    let rules = behind(weapon);
    if let Before::Turn(to) = before {
        o.must(marine.facing.turns_to(to) == 1, rules!["SH-ACT-014", "SH-FAQ-002"], At::Piece(who))?;
        o.by(rules!["SH-ACT-014"], At::Piece(who))?;
    }
    if weapon.is_flamer() && before != Before::Nothing {
        // SH-WCX-002, SH-MAF-005: of all flamers only the smallest.
        let moves = fixed.weapon(weapon).is_some_and(|listed| listed.moves);
        o.must(moves, rules!["SH-MAF-005", "SH-WSF-005"], At::Piece(who))?;
        return check_flame(fixed, table, who, (from, facing, seen), at, o);
    }
    let Some(listed) = fixed.weapon(weapon).filter(|listed| listed.launches()) else {
        return o.must(false, rules!["SH-WPN-006"], At::Piece(who));
    };
    // SH-WGR-001: standing still, unless the chart says otherwise.
    let moves = before == Before::Nothing || listed.moves;
    o.must(moves, still(listed.thrown, rules.still), At::Piece(who))?;
    check_listed(fixed, table, index, weapon, o)?;
    if !seen.contains(at) {
        let reasons =
            if o.explains() { sight_reasons(fixed, table, from, facing, at) } else { rules!["SH-TGT-002"] };
        o.must(false, reasons, At::Cell(at))?;
    }
    // SH-ARC-004: a throw has the arc of a shot.
    let in_arc = fixed.sight().cone(from, facing).contains(at);
    let reasons = if listed.thrown { rules!["SH-ARC-004", "SH-ARC-001"] } else { rules!["SH-ARC-001"] };
    o.must(in_arc, reasons, At::Cell(at))?;
    if listed.drops() && !table.things.holes.is_empty() {
        // SH-MLV-004: through a hole down, never up.
        let level = |cell: Cell| fixed.mission.grid.coord(cell).level;
        o.must(level(at) <= level(from), rules!["SH-MLV-004"], At::Cell(at))?;
    }
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
            // SH-PIT-016: a hole is worth a throw for what may be under it.
            let something = table.occupied().contains(at) || table.thing(at).is_some();
            let hole = listed.drops() && table.things.holes.contains(at);
            o.must(hole || something, rules!["SH-WGR-003"], At::Cell(at))?;
            o.by_where(rules!["SH-PIT-016"], At::Cell(at), || !something)?;
        }
    } else {
        o.must(section != own, rules!["SH-WPN-008", "SH-WGR-002"], At::Cell(at))?;
        o.must(!table.fire_stops().contains(at), rules!["SH-WPN-008", "SH-TGT-002"], At::Cell(at))?;
    }
    if listed.area == Area::NextSection {
        let next = next_sections(fixed, own).contains(at);
        let near = next || listed.drops() && under_holes(fixed, table, own).contains(at);
        o.must(near, rules!["SH-WGR-002", "SH-WPN-009"], At::Cell(at))?;
        o.by(rules!["SH-WPN-009"], At::Cell(at))?;
        o.by_where(rules!["SH-MLV-004"], At::Cell(at), || !next)?;
    }
    if let Some(range) = listed.range {
        // SH-TGT-002: the very square that is near enough has to be in sight and arc; only flames go further.
        let mut squares = fixed.mission.sections[section];
        if applies(rule!("SH-TGT-002")) {
            squares = squares & seen & *fixed.sight().cone(from, facing);
        }
        let near = squares.iter().any(|cell| fixed.range(from, cell) <= range);
        o.must(near, rules.range, At::Cell(at))?;
    }
    let harmless = listed.marker == Some(Leaves::Blind);
    if !harmless && (!fixed.options.friendly_fire || listed.area == Area::Square) {
        let mut spared = table.spared_by(table.side(who));
        if from != stands {
            // Who has stepped out of it is not in it.
            spared.remove(stands);
        }
        // No blast leaves its section, and how far it goes there is dear to find out.
        let friend = spared.intersects(&fixed.mission.sections[section])
            && blast_extent(fixed, table, weapon, at).intersects(&spared);
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
    o.by(rules!["SH-IGF-005"], At::Piece(who))?;
    let moves = fixed.weapon(weapon).is_some_and(|listed| listed.moves);
    o.must(moves, behind(weapon).still, At::Piece(who))
}
