//! Weapons that blow up: SH-WHF-017, SH-WTH-002, SH-WAC-012.

use grognard_engine::ctx::Step;
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{Rules, rule, rules};
use grognard_space::grid::{Cell, CellSet};

use super::{Cx, break_door, flames, kill, slay, whose_turn};
use crate::event::{Cause, Event};
use crate::piece::PieceId;
use crate::state::State;
use crate::table::{Side, Table};

/// Removes every piece and every door of a section (SH-DOR-015).
fn clear_section(
    state: &mut State,
    cx: &mut Cx<'_>,
    section: usize,
    cause: Cause,
    rules: Rules,
) -> Step<CellSet> {
    let fixed = cx.fixed();
    let cells = fixed.mission.sections[section];
    for cell in cells & state.table.occupied() {
        if let Some(piece) = state.table.piece_at(cell) {
            slay(state, cx, piece, cause, rules)?;
        }
    }
    let mut doors = cells & (state.table.closed | state.table.open);
    if cause == Cause::SelfDestruction && !applies(rule!("SH-DOR-015")) {
        doors = CellSet::EMPTY;
    }
    for door in doors {
        state.table.destroy_door(fixed, door);
        cx.emit(rules, Event::DoorDestroyed { door, cause });
    }
    let things = &state.table.things;
    let standing = cells & (things.crates | things.tanks | things.hatches | things.ladders | things.lifts);
    let bulkheads = cells & things.bulkheads;
    for cell in standing {
        if state.table.thing(cell).is_some() {
            break_door(state, cx, cell, cause, rules)?;
        }
    }
    for cell in bulkheads {
        blast_bulkhead(state, cx, cell, cause)?;
    }
    Ok(doors)
}

/// SH-BLK-006: an explosion breaks a bulkhead on a roll.
fn blast_bulkhead(state: &mut State, cx: &mut Cx<'_>, cell: Cell, cause: Cause) -> Step {
    let need = cx.fixed().numbers().bulkhead_blast.need;
    let target = Target::new(Need::AtLeast(need), rule!("SH-BLK-006"));
    let [face] = cx.roll_against(6, "roll.bulkhead", rules!["SH-BLK-006"], &target)?;
    if target.need().met_by(face) {
        break_door(state, cx, cell, cause, rules!["SH-BLK-006"])?;
    }
    Ok(())
}

/// SH-WHF-017: the flamer goes up with everything in its section, which burns.
pub fn self_destruct(state: &mut State, cx: &mut Cx<'_>, who: PieceId) -> Step {
    let fixed = cx.fixed();
    let Some(cell) = state.table.cell(who) else { return Ok(()) };
    let section = Table::section(fixed, cell);
    let rules = rules!["SH-WHF-017", "SH-DOR-015", "SH-WPN-008"];
    cx.emit(rules, Event::SelfDestructed { marine: who, section: section as u8 });
    clear_section(state, cx, section, Cause::SelfDestruction, rules)?;
    let side = whose_turn(state);
    let markers = &mut state.table.fires[section].markers[side.index()];
    *markers = markers.saturating_add(1);
    let cells: CellSet = fixed.mission.sections[section];
    state.table.set_burning(fixed, state.table.burning | cells);
    if let PieceId::Marine(index) = who {
        state.table.fires[section].weapon = fixed.profile(index).ranged.unwrap_or_default();
    }
    cx.emit(rules!["SH-WHF-017", "SH-BRD-002"], Event::Flamed { by: who, section: section as u8, cells });
    Ok(())
}

/// SH-WTH-002: the hammer goes off and takes its section along.
pub fn detonate(state: &mut State, cx: &mut Cx<'_>, who: PieceId) -> Step {
    let Some(cell) = state.table.cell(who) else { return Ok(()) };
    let section = Table::section(cx.fixed(), cell);
    let rules = rules!["SH-WTH-002", "SH-WTH-004", "SH-WPN-008"];
    cx.emit(rules, Event::Detonated { marine: who, section: section as u8 });
    // SH-DOR-021: fire behind a door that is gone goes on.
    for door in clear_section(state, cx, section, Cause::Detonation, rules)? {
        flames::spread(state, cx, door)?;
    }
    Ok(())
}

/// SH-WAC-010 to SH-WAC-012: the cannon bursts, kills its bearer and endangers everything next to him.
pub fn malfunction(state: &mut State, cx: &mut Cx<'_>, who: PieceId) -> Step {
    let fixed = cx.fixed();
    let numbers = &fixed.numbers().malfunction_effect;
    let Some(cell) = state.table.cell(who) else { return Ok(()) };
    let rules = rules!["SH-WAC-010", "SH-WAC-011", "SH-WAC-012", "SH-WAC-013", "SH-JAM-007"];
    cx.emit(rules, Event::Malfunction { marine: who });
    slay(state, cx, who, Cause::Malfunction, rules)?;
    let touched = fixed.mission.grid.touching(cell, state.table.shut());
    let exposed = state.table.breakable() | state.table.open | state.table.bare_lifts(fixed);
    let things = fixed.mission.hazards.one_of_each(touched & exposed);
    for near in touched {
        if let Some(piece) = state.table.piece_at(near) {
            // SH-AMB-021: by whose it is, not by what it wears.
            let need = match fixed.side(piece) {
                Side::Marine => numbers.marine,
                Side::Stealer => numbers.stealer,
            };
            let target = Target::new(Need::AtLeast(need), rule!("SH-WAC-012"));
            let [face] = cx.roll_against(6, "roll.malfunction", rules!["SH-WAC-012"], &target)?;
            if target.need().met_by(face) {
                kill(state, cx, piece, Cause::Malfunction, rules!["SH-WAC-012"])?;
            }
        }
        if state.table.things.bulkheads.contains(near) {
            blast_bulkhead(state, cx, near, Cause::Malfunction)?;
        } else if things.contains(near) {
            let target = Target::new(Need::AtLeast(numbers.door), rule!("SH-WAC-012"));
            let [face] = cx.roll_against(6, "roll.malfunction", rules!["SH-WAC-012"], &target)?;
            if target.need().met_by(face) {
                break_door(state, cx, near, Cause::Malfunction, rules!["SH-WAC-012", "SH-DOR-019"])?;
            }
        }
    }
    Ok(())
}
