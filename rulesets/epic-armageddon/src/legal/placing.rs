//! Setting formations up: every violation of the places proposed (EA-TRNG-004).

use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule};
use grognard_space::table::{Body, Length, MoveRules, Outline, Passing, Point, Pose, Table};

use super::coherency::together;
use super::transport::holds;
use super::zones::zones_at;
use super::{broken, other_kind};
use crate::choice::Choice;
use crate::data::scenario::ZoneKind;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::state::State;
use crate::terrain::impassable;

/// Where a formation is set up.
#[derive(Clone, Debug)]
pub enum Ground {
    /// Some part of each unit in it.
    In(Outline),
    /// All of each unit in it.
    Wholly(Outline),
    /// EA-TRNG-009: each unit in or touching one of these.
    Touching(Vec<Outline>),
    /// EA-TRNG-009: within its Speed of the place where it comes onto the table.
    From(Point),
}

impl Ground {
    /// A box around it.
    pub fn bounds(&self, fixed: &Fixed) -> Outline {
        let whole =
            Outline::rectangle(Point::default(), Point { x: fixed.field.size.0.0, y: fixed.field.size.1.0 });
        match self {
            Ground::In(zone) | Ground::Wholly(zone) => zone.clone(),
            Ground::Touching(pieces) => pieces.first().cloned().unwrap_or(whole),
            Ground::From(at) => {
                let around = Length::cm(25).0;
                let low = Point { x: (at.x - around).max(0), y: (at.y - around).max(0) };
                let high = Point {
                    x: (at.x + around).min(fixed.field.size.0.0),
                    y: (at.y + around).min(fixed.field.size.1.0),
                };
                Outline::rectangle(low, high)
            }
        }
    }
}

/// The zone of a formation's side, or its own.
pub fn zone(fixed: &Fixed, s: &State, formation: FormationId) -> Option<Ground> {
    if let Some(at) = s.formation(formation).entry {
        return Some(Ground::From(at));
    }
    let of = s.zones[s.owner(formation).index()];
    let side = fixed.scenario.side.get(usize::from(of));
    let zone = fixed.spec(formation).zone.as_ref().or_else(|| side?.zones.first());
    let Some(zone) = zone else {
        return fixed.strip_of(of).map(|(low, high)| Ground::In(Outline::rectangle(low, high)));
    };
    match zone.kind {
        ZoneKind::AwayFromEdges => {
            let rim = fixed.numbers().bunkers.bunkers_from_edges.0.0;
            let (x, y) = (fixed.field.size.0.0, fixed.field.size.1.0);
            let (low, high) = (Point { x: rim, y: rim }, Point { x: x - rim, y: y - rim });
            Some(Ground::Wholly(Outline::rectangle(low, high)))
        }
        ZoneKind::Pieces => {
            let named = fixed.field.features.iter().filter(|feature| zone.pieces.contains(&feature.id));
            Some(Ground::Touching(named.flat_map(|feature| feature.area.pieces()).collect()))
        }
        _ => {
            let (low, high) = fixed.strip(zone).or_else(|| fixed.strip_of(of))?;
            let strip = Outline::rectangle(low, high);
            Some(if zone.wholly { Ground::Wholly(strip) } else { Ground::In(strip) })
        }
    }
}

/// The rule of a formation's zone.
fn rule_of(fixed: &Fixed) -> RuleId {
    if fixed.scenario.rules.iter().any(|rule| rule == "EA-TRNG-009") {
        rule!("EA-TRNG-009")
    } else {
        rule!("EA-TRNG-004")
    }
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
    let formation = s.units[unit.index()].formation;
    let ground = zone(fixed, s, formation);
    let inside = match &ground {
        None => true,
        Some(Ground::In(zone)) => body.outline.within(zone, Length::ZERO),
        Some(Ground::Wholly(zone)) => {
            let (own, all) = (body.outline.bounds(), zone.bounds());
            all.low.x <= own.low.x
                && all.low.y <= own.low.y
                && own.high.x <= all.high.x
                && own.high.y <= all.high.y
        }
        Some(Ground::Touching(pieces)) => pieces.iter().any(|piece| body.outline.within(piece, Length::ZERO)),
        Some(Ground::From(at)) => (pose.at - *at).length() <= fixed.kind(unit).speed,
    };
    if !inside {
        return Some(broken(fixed, rule_of(fixed), "why.zone", &[unit]));
    }
    // EA-ZOC-002: who comes onto the table keeps out of the zones of enemies.
    let entering = matches!(ground, Some(Ground::From(_)));
    let zones = || !zones_at(fixed, s, formation, &body).is_empty();
    (entering && zones()).then(|| broken(fixed, rule!("EA-ZOC-002"), "why.zone-of-control", &[unit]))
}
