//! Setting units up: every violation of the places proposed.

use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule};
use grognard_space::table::{Angle, BodyId, Fault, FaultKind, Length, MoveRules, Passing, Pose, Table};

use super::coherency::together;
use super::{broken, other_kind, with};
use crate::choice::{Choice, Ground, PlaceShape};
use crate::cover;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side};
use crate::measure;
use crate::state::State;

/// The rule that a set-up stands under, for questions and refusals.
pub const fn rule_of(ground: Ground) -> RuleId {
    match ground {
        Ground::Zone => rule!("9E-MIS-006"),
        Ground::Ambush(_) => rule!("9E-ONW-020"),
        Ground::Reserve(_) => rule!("9E-REI-002"),
        Ground::Near(..) => rule!("9E-TRN-014"),
        Ground::Returned => rule!("9E-COH-006"),
    }
}

/// Every violation of the places proposed for a unit.
pub fn check(fixed: &Fixed, s: &State, shape: &PlaceShape, choice: &Choice) -> Vec<Violation> {
    let Choice::Place(unit, places) = choice else { return other_kind(rule_of(shape.ground)) };
    let mut wrong = Vec::new();
    if *unit != shape.unit {
        wrong.push(broken(fixed, rule_of(shape.ground), "why.other-unit", &[]));
        return wrong;
    }
    if places.is_empty() && shape.may_stay() {
        return wrong;
    }
    let mut table = s.table.clone();
    let mut placed: Vec<ModelId> = Vec::new();
    for (model, pose) in places {
        if !shape.models.contains(model) || placed.contains(model) {
            let violation = broken(fixed, rule_of(shape.ground), "why.not-of-the-unit", &[*model]);
            wrong.push(with(violation, &[rule!("9E-GEN-014")]));
            continue;
        }
        placed.push(*model);
        wrong.extend(spot(fixed, s, shape, &table, *model, *pose));
        if pose.at.in_limits() {
            put(fixed, s, &mut table, *model, *pose);
        }
    }
    if let Err((off, by)) = together(fixed, &table, &all_models(s, shape)) {
        let rule = if shape.ground == Ground::Returned { rule!("9E-COH-006") } else { rule!("9E-COH-001") };
        wrong.push(with(broken(fixed, rule, "why.coherency", &off), &[by]));
    }
    let missing: Vec<ModelId> =
        shape.models.iter().copied().filter(|model| !placed.contains(model)).collect();
    if !missing.is_empty() {
        // 9E-AMB-024, 9E-AMB-088: a model is left out only where there is no room for it.
        let room = |model: &&ModelId| {
            crate::candidates::placing::room_for(fixed, s, shape, &table, **model).is_some()
        };
        if !shape.forced || missing.iter().any(|model| room(&model)) {
            wrong.push(broken(fixed, rule!("9E-COH-007"), "why.left-out", &missing));
        }
    }
    wrong
}

/// Everybody who has to hang together once a unit is set up: a model that returns is not yet of it.
pub fn all_models(s: &State, shape: &PlaceShape) -> Vec<ModelId> {
    let own = &s.unit(shape.unit).models;
    own.iter().chain(shape.models.iter().filter(|model| !own.contains(model))).copied().collect()
}

/// Puts a model on a table that is only looked at.
pub fn put(fixed: &Fixed, s: &State, table: &mut Table, model: ModelId, pose: Pose) {
    let group = s.model(model).unit;
    table.put(model, fixed.form(model), group, pose);
}

/// What is wrong with one model's place.
pub fn spot(
    fixed: &Fixed,
    s: &State,
    shape: &PlaceShape,
    table: &Table,
    model: ModelId,
    pose: Pose,
) -> Vec<Violation> {
    let side = s.unit(shape.unit).side;
    let mut wrong = Vec::new();
    for fault in spot_faults(fixed, s, table, model, pose, side) {
        wrong.push(match fault.kind {
            FaultKind::OffTable => broken(fixed, rule!("9E-BTL-004"), "why.off-table", &[model]),
            FaultKind::TooNear(other) => {
                let near = broken(fixed, rule!("9E-ENG-003"), "why.too-near", &[model, other]);
                with(near, &[rule!("9E-ENG-001")])
            }
            FaultKind::Blocked(other) => broken(fixed, rule!("9E-MEA-011"), "why.blocked", &[model, other]),
            FaultKind::Unsupported => broken(fixed, rule!("9E-TER-004"), "why.mid-climb", &[model]),
            _ => broken(fixed, rule!("9E-TER-001"), "why.inside-terrain", &[model]),
        });
    }
    if pose.at.in_limits()
        && let Some((rule, key)) = ground_fault(fixed, s, shape, model, pose)
    {
        let mut violation = broken(fixed, rule, key, &[model]);
        if let Ground::Ambush(reach) | Ground::Reserve(reach) | Ground::Near(_, reach) = shape.ground {
            violation.message = violation.message.text("reach", reach.to_string());
        }
        wrong.push(match shape.ground {
            // 9E-MEA-007: wholly within, every part of it.
            Ground::Zone | Ground::Near(..) => with(violation, &[rule!("9E-MEA-007")]),
            _ => violation,
        });
    }
    wrong
}

/// Whether a model may stand somewhere; quicker than listing what is wrong.
pub fn is_free(
    fixed: &Fixed,
    s: &State,
    shape: &PlaceShape,
    table: &Table,
    model: ModelId,
    pose: Pose,
) -> bool {
    let side = s.unit(shape.unit).side;
    ground_fault(fixed, s, shape, model, pose).is_none()
        && spot_faults(fixed, s, table, model, pose, side).is_empty()
}

/// 9E-ENG-003, 9E-AMB-017, 9E-AMB-018: on the table, held up, in nobody, out of Engagement Range.
fn spot_faults(
    fixed: &Fixed,
    s: &State,
    table: &Table,
    model: ModelId,
    pose: Pose,
    side: Side,
) -> Vec<Fault> {
    let numbers = &fixed.numbers().engagement;
    let away = Passing::Away { horizontal: numbers.horizontal.0, vertical: numbers.vertical.0 };
    let passing = |id: BodyId| if s.side_of(id) == side { Passing::Base } else { away };
    let rules =
        MoveRules { furthest_away: numbers.horizontal.0, ..MoveRules::up_to(Length::ZERO).among(&passing) };
    let form = table.ground().form(fixed.form(model));
    table.check_place(form, pose, &rules, &|other| other.0 == model.0)
}

/// What is wrong with the ground a model would stand on.
fn ground_fault(
    fixed: &Fixed,
    s: &State,
    shape: &PlaceShape,
    model: ModelId,
    pose: Pose,
) -> Option<(RuleId, &'static str)> {
    if cover::cannot_scale(fixed, s, model, pose) {
        return Some((rule!("9E-OUT-025"), "why.cannot-scale"));
    }
    let side = s.unit(shape.unit).side;
    let form = s.table.ground().form(fixed.form(model));
    if pose.turret != Angle::ZERO && form.footprint.part_reach() == Length::ZERO {
        return Some((rule!("9E-MOV-011"), "why.no-turret"));
    }
    let body = form.body(pose);
    // "More than so far" from every enemy model.
    let near_enemy = |reach: Length| {
        s.table.ids().any(|id| {
            s.side_of(id) != side && s.table.body(id).is_some_and(|enemy| body.within(enemy, reach))
        })
    };
    match shape.ground {
        // 9E-ONW-017: wholly within the own zone.
        Ground::Zone => {
            let inside = measure::in_zone(fixed, s.zones[side.index()], &body.outline);
            (!inside).then_some((rule!("9E-ONW-017"), "why.zone"))
        }
        Ground::Ambush(reach) => {
            let (low, high) = measure::zone(fixed, s.zones[side.other().index()]);
            let zone = grognard_space::table::Outline::rectangle(low, high);
            let near = near_enemy(reach) || body.outline.within(&zone, reach);
            near.then_some((rule!("9E-ONW-020"), "why.ambush"))
        }
        // 9E-REI-002: as the rule that held it back says.
        Ground::Reserve(reach) => near_enemy(reach).then_some((rule!("9E-REI-002"), "why.reserve")),
        // 9E-TRN-014: wholly within so far of the transport.
        Ground::Near(transport, reach) => {
            let near = s.body(transport).is_some_and(|transport| body.wholly_within(transport, reach));
            (!near).then_some((rule!("9E-TRN-014"), "why.disembark"))
        }
        Ground::Returned => None,
    }
}
