//! Setting formations up: every violation of the places proposed (EA-TRNG-004).

use grognard_engine::refusal::Violation;
use grognard_engine::rule;
use grognard_space::table::{Body, Length, MoveRules, Outline, Passing, Pose, Table};

use super::coherency::together;
use super::transport::holds;
use super::{broken, other_kind};
use crate::choice::Choice;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::state::State;
use crate::terrain::impassable;

/// The zone of a formation's side.
pub fn zone(fixed: &Fixed, s: &State, formation: FormationId) -> Option<Outline> {
    let of = s.zones[s.owner(formation).index()];
    let zone = fixed.scenario.side.get(usize::from(of))?.zones.first()?;
    fixed.strip(zone).map(|(low, high)| Outline::rectangle(low, high))
}

/// Every violation of the places proposed for a formation.
pub fn check(fixed: &Fixed, s: &State, formation: FormationId, choice: &Choice) -> Vec<Violation> {
    let rule = rule!("EA-TRNG-004");
    let Choice::Place(named, places, rides) = choice else { return other_kind(rule) };
    if *named != formation {
        return vec![broken(fixed, rule, "why.other-formation", &[])];
    }
    let mut wrong = Vec::new();
    let mut table = s.table.clone();
    let mut placed: Vec<UnitId> = Vec::new();
    for (unit, pose) in places {
        if !s.formation(formation).units.contains(unit) || placed.contains(unit) {
            wrong.push(broken(fixed, rule, "why.not-of-the-formation", &[*unit]));
            continue;
        }
        placed.push(*unit);
        if let Some(violation) = spot(fixed, s, &table, *unit, *pose) {
            wrong.push(violation);
        }
        if pose.at.in_limits() {
            table.put(*unit, fixed.form(*unit), formation, *pose);
        }
    }
    // EA-TRAN-001, EA-TRAN-002: units may begin aboard transports of their formation.
    for (unit, transport) in rides {
        let own = s.formation(formation).units.contains(unit) && placed.contains(transport);
        if !own || placed.contains(unit) {
            wrong.push(broken(fixed, rule!("EA-TRAN-002"), "why.no-ride", &[*unit]));
        }
        let inside: Vec<UnitId> =
            rides.iter().filter(|(_, into)| into == transport).map(|(unit, _)| *unit).collect();
        if own && !holds(fixed, *transport, &inside) {
            wrong.push(broken(fixed, rule!("EA-TRAN-001"), "why.no-room", &[*transport]));
        }
    }
    let missing: Vec<UnitId> = s
        .formation(formation)
        .units
        .iter()
        .copied()
        .filter(|unit| !placed.contains(unit) && !rides.iter().any(|(known, _)| known == unit))
        .collect();
    if !missing.is_empty() {
        wrong.push(broken(fixed, rule, "why.left-out", &missing));
    }
    let standing: Vec<(UnitId, &Body)> =
        placed.iter().filter_map(|unit| Some((*unit, table.body(*unit)?))).collect();
    if let Err(off) = together(fixed, &standing) {
        wrong.push(broken(fixed, rule!("EA-FORM-002"), "why.coherency", &off));
    }
    wrong
}

/// What is wrong with one unit's place, if anything.
pub fn spot(fixed: &Fixed, s: &State, table: &Table, unit: UnitId, pose: Pose) -> Option<Violation> {
    if !pose.at.in_limits() || pose.z != Length::ZERO {
        return Some(broken(fixed, rule!("EA-MOV-004"), "why.off-table", &[unit]));
    }
    let form = table.ground().form(fixed.form(unit));
    let rules = MoveRules::up_to(Length::ZERO).among(&Passing::Base);
    let body = form.body(pose);
    let bars = |feature: &crate::terrain::Feature| {
        let column = fixed.kind(unit).column();
        let tags = table.ground().terrain().iter().zip(&fixed.field.features);
        tags.into_iter()
            .any(|(terrain, known)| known.id == feature.id && terrain.tags.any(impassable(column)))
    };
    if fixed.field.under(&body.outline).any(bars) {
        return Some(broken(fixed, rule!("EA-TERR-001"), "why.impassable", &[unit]));
    }
    if !table.ground().holds(&body.outline) {
        return Some(broken(fixed, rule!("EA-MOV-004"), "why.off-table", &[unit]));
    }
    if !table.check_place(form, pose, &rules, &|other| other == unit).is_empty() {
        return Some(broken(fixed, rule!("EA-MOV-009"), "why.blocked", &[unit]));
    }
    // Some part of it within the strip: distances are measured from edge to edge (EA-AMB-008).
    let inside = zone(fixed, s, s.units[unit.index()].formation)
        .is_none_or(|zone| body.outline.within(&zone, Length::ZERO));
    (!inside).then(|| broken(fixed, rule!("EA-TRNG-004"), "why.zone", &[unit]))
}
