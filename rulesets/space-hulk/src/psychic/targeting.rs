//! Finding a target: SH-PTG, SH-ARC-003.

use grognard_engine::switch::{all_apply, applies};
use grognard_engine::{Rules, rule, rules};
use grognard_space::grid::{Cell, CellSet};

use super::card::{Attack, Kind, Targeting};
use crate::Fixed;
use crate::piece::PieceId;
use crate::table::Table;

/// The squares a psyker can aim an attack at.
pub fn squares(fixed: &Fixed, table: &Table, who: PieceId, attack: &Attack) -> CellSet {
    let Some(from) = table.cell(who) else { return CellSet::EMPTY };
    let range = attack.range.unwrap_or(u16::MAX);
    let mut squares = match attack.targeting {
        Some(Targeting::Sight) => in_sight(fixed, table, who, from, range),
        Some(Targeting::Blind) if applies(rule!("SH-PTG-004")) => {
            spread(fixed, from, range, &blind_stops(table))
        }
        Some(Targeting::Free) if applies(rule!("SH-PTG-006")) => {
            spread(fixed, from, range, &miasma(fixed, table))
        }
        _ => CellSet::EMPTY,
    };
    // Nothing reaches into a Miasma, and nothing in a Stasis can be chosen.
    for marker in table.psychic.iter().flat_map(|psychic| &psychic.markers) {
        if closed_by(marker.kind).is_some() {
            squares = squares.minus(&fixed.mission.sections[marker.section as usize]);
        }
    }
    squares
}

/// SH-PCD-004, SH-PEF-012, SH-AMB-087: the rules by which an effect keeps psychic attacks out of its section; none where
/// they may go in.
pub fn closed_by(effect: Kind) -> Option<Rules> {
    let rules = match effect {
        Kind::Miasma => rules!["SH-PEF-012", "SH-PCD-004"],
        Kind::Stasis => rules!["SH-PCD-022"],
        _ => return None,
    };
    Some(rules).filter(|rules| all_apply(rules))
}

/// SH-PTG-002, SH-PTG-003, SH-ARC-003: everything in the half before him, not only what is in the arc of fire.
fn in_sight(fixed: &Fixed, table: &Table, who: PieceId, from: Cell, range: u16) -> CellSet {
    let PieceId::Marine(index) = who else { return CellSet::EMPTY };
    let mut seen = table.seen_by(index);
    if !all_apply(rules!["SH-ARC-003", "SH-PTG-002"]) {
        seen &= *fixed.sight().cone(from, table.marines[index as usize].facing);
    }
    if !applies(rule!("SH-PTG-003")) {
        seen = *fixed.sight().open(from);
    }
    let uncounted = range.saturating_sub(own_square());
    seen.iter().filter(|cell| fixed.range(from, *cell) <= uncounted).collect()
}

/// SH-PTG-008: the target's square counts towards the range, the caster's own does not.
fn own_square() -> u16 {
    u16::from(!applies(rule!("SH-PTG-008")))
}

/// SH-PTG-005: what a blind attack does not pass: closed doors and what is like them, and effects that block sight.
pub fn blind_stops(table: &Table) -> CellSet {
    if applies(rule!("SH-PTG-005")) { *table.shut() | table.psychic_haze() } else { CellSet::EMPTY }
}

/// SH-PTG-007: all that stops a free attack.
fn miasma(fixed: &Fixed, table: &Table) -> CellSet {
    if !applies(rule!("SH-PTG-007")) {
        return CellSet::EMPTY;
    }
    let markers = table.psychic.iter().flat_map(|psychic| &psychic.markers);
    markers
        .filter(|marker| marker.kind == Kind::Miasma)
        .fold(CellSet::EMPTY, |all, marker| all | fixed.mission.sections[marker.section as usize])
}

/// SH-PTG-004, SH-PTG-006, SH-PTG-008: every square within so many steps, over models and round corners; a square that
/// stops the way can be reached, but not passed. Holes lead to other levels.
pub fn spread(fixed: &Fixed, from: Cell, range: u16, stops: &CellSet) -> CellSet {
    let grid = &fixed.mission.grid;
    let stops = stops.without(from);
    let mut reached = CellSet::from(from);
    let mut edge = reached;
    let mut steps = own_square();
    while steps < range && !edge.is_empty() {
        let mut next = CellSet::EMPTY;
        for cell in edge.minus(&stops) {
            next |= grid.touching(cell, &stops);
            for (a, b) in &fixed.ground.links {
                if *a == cell {
                    next.insert(*b);
                } else if *b == cell {
                    next.insert(*a);
                }
            }
        }
        edge = next.minus(&reached);
        reached |= edge;
        steps += 1;
    }
    reached.without(from)
}

/// SH-PEF-006: the sections of which some square can be aimed at that is no closed door.
pub fn sections(fixed: &Fixed, table: &Table, squares: CellSet) -> impl Iterator<Item = u8> {
    let doors = if applies(rule!("SH-PEF-006")) { table.closed } else { CellSet::EMPTY };
    let open = squares.minus(&doors);
    let sections = fixed.mission.sections.iter().enumerate();
    sections.filter(move |(_, cells)| cells.intersects(&open)).map(|(section, _)| section as u8)
}
