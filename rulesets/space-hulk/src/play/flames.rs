//! The heavy flamer: SH-WHF, SH-DOR-021, SH-END-002.

use grognard_engine::ctx::Step;
use grognard_engine::switch::{all_apply, applies};
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::grid::{Cell, CellSet};

use super::{Cx, kill, whose_turn};
use crate::Fixed;
use crate::event::{Cause, Event};
use crate::legal::flame_extent;
use crate::piece::PieceId;
use crate::profile::Ranged;
use crate::state::State;
use crate::table::{Side, Table};
use crate::weapon::{Class, behind};

/// SH-WHF-003, SH-BLP-008: what a piece in the flames dies on.
pub fn burn_target(fixed: &Fixed, piece: PieceId, weapon: Ranged) -> Target {
    let numbers = &fixed.numbers().flame;
    if let Some(listed) = fixed.weapon(weapon) {
        // SH-WSF-001, SH-WSF-002: a weaker flame.
        let rule = match (weapon, piece) {
            // SH-WCX-002: and the weakest of them.
            (Ranged::HandFlamer, _) => rule!("SH-WCX-002"),
            (_, PieceId::Marine(_)) => rule!("SH-WSF-002"),
            _ => rule!("SH-WSF-001"),
        };
        return Target::new(listed.need(fixed.class(piece), 0), rule);
    }
    match piece {
        // SH-WPN-010: armour has a column of its own.
        PieceId::Marine(_) => {
            // SH-AMB-080: by option nobody so thinly clad comes through.
            if fixed.options.flamer_hybrid_auto && fixed.class(piece) == Class::Hybrid {
                return Target::new(Need::Automatic, rule!("SH-AMB-080"));
            }
            let need = fixed.numbers().columns.flamer.need(fixed.class(piece));
            Target::new(need.unwrap_or(Need::AtLeast(numbers.stealer)), rule!("SH-WHF-003"))
        }
        PieceId::Stealer(_) => Target::new(Need::AtLeast(numbers.stealer), rule!("SH-WHF-003")),
        PieceId::Blip(_) => Target::new(Need::AtLeast(numbers.stealer), rule!("SH-BLP-008")),
    }
}

/// SH-WHF-001, SH-WHF-003, SH-WHF-011: a shot that fills a section with fire.
pub fn fire(state: &mut State, cx: &mut Cx<'_>, who: PieceId, at: Cell) -> Step {
    let PieceId::Marine(index) = who else { return Ok(()) };
    let fixed = cx.fixed();
    let section = Table::section(fixed, at);
    let cells = flame_extent(fixed, &state.table, at);
    state.table.marines[index as usize].ammo -= 1;
    let second = state.table.fires[section].shots > 0;
    let side = whose_turn(state);
    // SH-WHF-011: a second marker is for the same fire fed again, not for another part behind a door.
    let again = cells.intersects(&state.table.burning);
    let fire = &mut state.table.fires[section];
    let markers = &mut fire.markers[side.index()];
    *markers = if again { markers.saturating_add(1) } else { (*markers).max(1) };
    fire.shots = fire.shots.saturating_add(1);
    let mut rules: Vec<RuleId> = Vec::new();
    if cx.logging() {
        rules.extend_from_slice(rules![
            "SH-WHF-001",
            "SH-WHF-002",
            "SH-WHF-003",
            "SH-WHF-012",
            "SH-TGT-002",
            "SH-ACT-017",
            "SH-WPN-006",
            "SH-BRD-002",
            "SH-DOR-021",
            "SH-TRM-002"
        ]);
        if state.table.closed.intersects(&fixed.mission.sections[section]) {
            rules.push(rule!("SH-DOR-007"));
        }
        if second {
            rules.push(rule!("SH-WHF-011"));
        }
        // SH-PIT-003: what is above or below a hole is untouched.
        if state.table.things.holes.intersects(&cells) {
            rules.push(rule!("SH-PIT-003"));
        }
        let level = |cell: Cell| fixed.mission.grid.coord(cell).level;
        if state.table.cell(who).is_some_and(|from| level(from) != level(at)) {
            rules.push(rule!("SH-MLV-003"));
        }
        if !fixed.mission.sections[section].minus(&cells).minus(&state.table.closed).is_empty() {
            rules.push(rule!("SH-WHF-008"));
        }
        if state.table.marines_on_map().any(|(_, cell)| cells.contains(cell)) {
            rules.push(rule!("SH-AMB-019"));
        }
        let far =
            state.table.cell(who).is_some_and(|from| fixed.range(from, at) > fixed.numbers().flamer.range);
        if far {
            rules.push(rule!("SH-TGT-002"));
        }
        if state.table.assaults.iter().any(|(attacker, defender)| {
            *defender == who && state.table.cell(*attacker).is_some_and(|cell| cells.contains(cell))
        }) {
            rules.push(rule!("SH-FAQ-006"));
        }
        if state.table.burning.intersects(&fixed.mission.sections[section]) {
            rules.push(rule!("SH-WHF-006"));
        }
    }
    let weapon = fixed.profile(index).ranged.unwrap_or(Ranged::HeavyFlamer);
    if weapon != Ranged::HeavyFlamer {
        rules.retain(|rule| !rule.as_str().starts_with("SH-WHF") && *rule != rule!("SH-TRM-002"));
        rules.extend_from_slice(behind(weapon).shot);
    }
    state.table.fires[section].weapon = weapon;
    cx.emit(&rules, Event::Flamed { by: who, section: section as u8, cells });
    // SH-PIT-003: what is above or below stays cool; SH-BLK-007: bulkheads stay whole.
    let mut cells = cells;
    if !applies(rule!("SH-PIT-003")) {
        let holes = state.table.things.holes & cells;
        cells |= holes.iter().filter_map(|hole| fixed.mission.below(hole)).collect();
    }
    if !applies(rule!("SH-BLK-007")) {
        for bulkhead in state.table.things.bulkheads & fixed.mission.sections[section] {
            state.table.destroy_thing(fixed, bulkhead, false);
        }
    }
    // SH-DOR-014: closed doors stay whole.
    if !applies(rule!("SH-DOR-014")) {
        for door in state.table.closed & fixed.mission.sections[section] {
            state.table.destroy_door(fixed, door);
        }
    }
    burn(state, cx, cells, weapon)
}

/// Sets squares on fire and rolls for everything on them.
fn burn(state: &mut State, cx: &mut Cx<'_>, cells: CellSet, weapon: Ranged) -> Step {
    let fixed = cx.fixed();
    state.table.set_burning(fixed, state.table.burning | cells);
    for cell in cells & state.table.occupied() {
        let Some(piece) = state.table.piece_at(cell) else { continue };
        // SH-BLP-008, SH-BLP-009: a blip is burnt like a model; SH-WHF-003: the flames miss nobody.
        let blip = matches!(piece, PieceId::Blip(_));
        let by = if blip { rules!["SH-WHF-003", "SH-BLP-008", "SH-BLP-009"] } else { rules!["SH-WHF-003"] };
        if !all_apply(by) {
            continue;
        }
        let target = burn_target(fixed, piece, weapon);
        let rules = if let PieceId::Blip(_) = piece {
            rules!["SH-BLP-008", "SH-BLP-009", "SH-WPN-006"]
        } else if fixed.class(piece) == Class::Hybrid {
            rules!["SH-IGF-002", "SH-WPN-006", "SH-WPN-010"]
        } else if weapon == Ranged::HandFlamer {
            rules!["SH-WCX-002", "SH-WPN-006", "SH-WPN-010"]
        } else if weapon != Ranged::HeavyFlamer && matches!(piece, PieceId::Marine(_)) {
            rules!["SH-WSF-002", "SH-WPN-006", "SH-WPN-010"]
        } else if weapon != Ranged::HeavyFlamer {
            rules!["SH-WSF-001", "SH-WPN-006", "SH-WPN-010"]
        } else {
            rules!["SH-WHF-003", "SH-WPN-006", "SH-WPN-010"]
        };
        if weapon == Ranged::HeavyFlamer && target.need() == Need::Automatic {
            kill(state, cx, piece, Cause::Flames, rules!["SH-AMB-080"])?;
            continue;
        }
        let [face] = cx.roll_against(6, "roll.flames", rules, &target)?;
        if super::shooting::hits(&[face], target.need()) {
            kill(state, cx, piece, Cause::Flames, rules)?;
        } else {
            cx.emit(rules, Event::Survived { piece, at: cell });
        }
        // SH-WPN-006: a roll for each of them.
        if !applies(rule!("SH-WPN-006")) {
            break;
        }
    }
    // SH-CRT-004, SH-WHF-018: crates may go up as well.
    for cell in cells & state.table.things.crates {
        let rules = rules!["SH-CRT-004", "SH-WHF-018"];
        if !all_apply(rules) {
            break;
        }
        let target = Target::new(Need::AtLeast(fixed.numbers().crate_fire.need), rule!("SH-CRT-004"));
        let [face] = cx.roll_against(6, "roll.crate", rules, &target)?;
        if target.need().met_by(face) {
            super::break_door(state, cx, cell, Cause::Flames, rules)?;
        }
    }
    Ok(())
}

/// SH-DOR-021, SH-WHF-009: a door of a burning section has opened or gone; the fire goes on to what it shut off.
pub fn spread(state: &mut State, cx: &mut Cx<'_>, door: Cell) -> Step {
    let fixed = cx.fixed();
    let section = Table::section(fixed, door);
    let burning = state.table.burning & fixed.mission.sections[section];
    let Some(start) = burning.first() else { return Ok(()) };
    if !all_apply(rules!["SH-DOR-021", "SH-WHF-009"]) {
        return Ok(());
    }
    let mut reached = CellSet::EMPTY;
    for cell in burning {
        if !reached.contains(cell) {
            reached |= flame_extent(fixed, &state.table, cell);
        }
    }
    debug_assert!(reached.contains(start), "fire reaches itself");
    let fresh = reached.minus(&burning);
    if fresh.is_empty() {
        return Ok(());
    }
    cx.emit(rules!["SH-DOR-021", "SH-WHF-009"], Event::FireSpread { section: section as u8, cells: fresh });
    let weapon = state.table.fires[section].weapon;
    burn(state, cx, fresh, weapon)
}

/// SH-END-002, SH-WHF-012: one marker of each section set in the turns of a side is taken away.
pub fn take_away(state: &mut State, cx: &mut Cx<'_>, side: Side) {
    let fixed = cx.fixed();
    for section in 0..state.table.fires.len() {
        let fire = &mut state.table.fires[section];
        let lasts = !all_apply(rules!["SH-END-002", "SH-WHF-012"]);
        if fire.markers[side.index()] == 0 || lasts {
            continue;
        }
        fire.markers[side.index()] -= 1;
        let left = fire.markers[0] + fire.markers[1];
        let rules = rules!["SH-END-002", "SH-END-001", "SH-WHF-012", "SH-TRN-004"];
        cx.emit(rules, Event::FlameRemoved { section: section as u8, left });
        if left == 0 {
            let burning = state.table.burning.minus(&fixed.mission.sections[section]);
            state.table.set_burning(fixed, burning);
        }
    }
}
