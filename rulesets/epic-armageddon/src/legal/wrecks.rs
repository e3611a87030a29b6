//! Where survivors of a destroyed transport stand (EA-TRAN-019).

use grognard_engine::refusal::Violation;
use grognard_engine::rule;
use grognard_space::table::{Body, Length, MoveRules, Passing, Pose, Table};

use super::{broken, other_kind};
use crate::choice::Choice;
use crate::fixed::Fixed;
use crate::ids::UnitId;
use crate::state::State;
use crate::terrain::impassable;

/// How far from a wreck a place is looked for.
const FAR: Length = Length::cm(20);
/// Places are rounded to the grid: so much farther is as near.
const ROUNDING: Length = Length::MILLIMETRE;

fn wreck(fixed: &Fixed, transport: UnitId, pose: Pose) -> Body {
    Body::new(fixed.ground.form(fixed.form(transport)), pose)
}

/// The nearest free place of a unit to where its transport stood.
fn nearest(fixed: &Fixed, table: &Table, unit: UnitId, around: Pose) -> Option<Pose> {
    let form = fixed.ground.form(fixed.form(unit));
    let rules = MoveRules {
        barred: impassable(fixed.kind(unit).column()),
        ..MoveRules::up_to(Length::ZERO).among(&Passing::Base)
    };
    table.nearest_spot(form, around, FAR, &rules, &[unit], &|_| true)
}

/// The survivors, each as near as it can be, one after the other.
pub fn together(fixed: &Fixed, s: &State, pose: Pose, units: &[UnitId]) -> Option<Choice> {
    let formation = s.units[units.first()?.index()].formation;
    let mut table = s.table.clone();
    let mut places = Vec::new();
    for unit in units {
        let place = nearest(fixed, &table, *unit, pose)?;
        table.put(*unit, fixed.form(*unit), formation, place);
        places.push((*unit, place));
    }
    Some(Choice::Place(formation, places, Vec::new()))
}

/// Whether there is something to choose: each of the places proposed touches the wreck.
pub fn may_choose(fixed: &Fixed, transport: UnitId, pose: Pose, places: &[(UnitId, Pose)]) -> bool {
    let there = wreck(fixed, transport, pose);
    places.iter().all(|(unit, place)| {
        let body = Body::new(fixed.ground.form(fixed.form(*unit)), *place);
        body.horizontal(&there) <= ROUNDING
    })
}

/// Every violation of the places of survivors: on the wreck or touching it, on nobody else and on no impassable ground.
pub fn check(
    fixed: &Fixed,
    s: &State,
    transport: UnitId,
    units: &[UnitId],
    choice: &Choice,
) -> Vec<Violation> {
    let rule = rule!("EA-TRAN-019");
    let Choice::Place(formation, places, rides) = choice else { return other_kind(rule) };
    let pose = s.wrecks.iter().find(|(known, _)| *known == transport).map(|(_, pose)| *pose);
    let Some(pose) = pose else { return other_kind(rule) };
    let there = wreck(fixed, transport, pose);
    let mut wrong = Vec::new();
    let mut table = s.table.clone();
    let mut placed: Vec<UnitId> = Vec::new();
    for (unit, place) in places {
        let own = s.units.get(unit.index()).is_some_and(|own| own.formation == *formation);
        if !own || !units.contains(unit) || placed.contains(unit) {
            wrong.push(broken(fixed, rule, "why.not-of-the-formation", &[*unit]));
            continue;
        }
        placed.push(*unit);
        if !place.at.in_limits() || place.z != Length::ZERO {
            wrong.push(broken(fixed, rule!("EA-MOV-004"), "why.off-table", &[*unit]));
            continue;
        }
        let form = fixed.ground.form(fixed.form(*unit));
        let body = Body::new(form, *place);
        if !table.ground().holds(&body.outline) {
            wrong.push(broken(fixed, rule!("EA-MOV-004"), "why.off-table", &[*unit]));
        }
        let column = fixed.kind(*unit).column();
        if s.land(fixed).under(&body.outline).any(|feature| feature.is_barred(column)) {
            wrong.push(broken(fixed, rule!("EA-TERR-001"), "why.impassable", &[*unit]));
        }
        let rules = MoveRules::up_to(Length::ZERO).among(&Passing::Base);
        if !table.check_place(form, *place, &rules, &|other| other == *unit).is_empty() {
            wrong.push(broken(fixed, rule!("EA-MOV-009"), "why.blocked", &[*unit]));
        }
        if body.horizontal(&there) > ROUNDING {
            wrong.push(broken(fixed, rule, "why.not-at-the-wreck", &[*unit, transport]));
        }
        table.put(*unit, fixed.form(*unit), *formation, *place);
    }
    let missing: Vec<UnitId> = units.iter().copied().filter(|unit| !placed.contains(unit)).collect();
    if !missing.is_empty() || !rides.is_empty() {
        wrong.push(broken(fixed, rule, "why.left-out", &missing));
    }
    wrong
}

/// Sensible places: as near as can be, and with those first who were last.
pub fn candidates(fixed: &Fixed, s: &State, transport: UnitId, units: &[UnitId]) -> Vec<Choice> {
    let Some((_, pose)) = s.wrecks.iter().find(|(known, _)| *known == transport) else { return Vec::new() };
    let other: Vec<UnitId> = units.iter().rev().copied().collect();
    let mut all: Vec<Choice> =
        [units, &other].into_iter().filter_map(|units| together(fixed, s, *pose, units)).collect();
    all.dedup();
    all
}
