//! Deployment: where the models of a unit may be set up (DEP).

use grognard_engine::refusal::Violation;
use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};
use grognard_space::table::{Body, BodyId, Length, Outline, Passing, Point, Pose};

use super::moves::{coherency, free_place};
use super::{broken, other_kind, with};
use crate::choice::Choice;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::sight;
use crate::state::State;
use crate::terrain::{IMPASSABLE, OBSTACLE};

/// 2E-SET-006 to 2E-SET-008: a deployment zone as a rectangle; 0 lies at y = 0.
pub fn zone(fixed: &Fixed, number: u8) -> (Point, Point) {
    let (long, wide) = fixed.battlefield.size;
    let numbers = fixed.numbers();
    let side = numbers.zone_sides.from_side_edge.0;
    let depth = (wide - numbers.zones.apart.0).half();
    let (low, high) = if number == 0 { (Length::ZERO, depth) } else { (wide - depth, wide) };
    (Point::new(side, low), Point::new(long - side, high))
}

/// The zone of a side.
pub fn zone_of(fixed: &Fixed, s: &State, side: Side) -> Outline {
    let (low, high) = zone(fixed, s.zones[side.index()]);
    Outline::rectangle(low, high)
}

/// 2E-DEP-004: whether a body stands in the zone of a side.
pub fn in_zone(fixed: &Fixed, s: &State, side: Side, body: &Body) -> bool {
    if !applies(rule!("2E-DEP-004")) {
        return true;
    }
    let (low, high) = zone(fixed, s.zones[side.index()]);
    let bounds = body.outline.bounds();
    bounds.low.x >= low.x && bounds.low.y >= low.y && bounds.high.x <= high.x && bounds.high.y <= high.y
}

/// Whether a form can stand here at all: on the table, in nothing, on nobody, on no obstacle.
pub fn stands(fixed: &Fixed, s: &State, model: ModelId, pose: Pose) -> bool {
    let form = fixed.ground.form(fixed.form(model));
    let faults =
        s.table.check_place(form, pose, &free_place(&Passing::Base), &|other: BodyId| other == model);
    let body = form.body(pose);
    let barred = fixed.ground.areas_touched(&body.outline).into_iter().any(|id| {
        fixed.ground.feature(id).tags.any(IMPASSABLE) && fixed.ground.feature(id).area.overlaps(&body.outline)
    });
    let parts = fixed.ground.parts_near(body.outline.bounds());
    let on_top = parts
        .iter()
        .map(|number| &fixed.ground.parts()[*number])
        .any(|part| part.tags.any(OBSTACLE) && part.span.high == pose.z && part.outline.contains(pose.at));
    faults.is_empty() && !barred && !on_top
}

/// 2E-SET-009, 2E-AMB-006: whether a body stands in the battle zone: on the table and in neither deployment zone.
pub fn in_battle_zone(fixed: &Fixed, s: &State, body: &Body) -> bool {
    if !applies(rule!("2E-SET-009")) {
        return true;
    }
    let clear = |side: Side| {
        let (low, high) = zone(fixed, s.zones[side.index()]);
        !Outline::rectangle(low, high).within(&body.outline, Length(-1))
    };
    Side::BOTH.into_iter().all(clear)
}

/// 2E-MIS-012, DEC-045: which models of a squad of ten make the second combat squad; none: it stays as it is (2E-AMB-138).
pub fn split(fixed: &Fixed, s: &State, unit: UnitId, choice: &Choice) -> Vec<Violation> {
    let Choice::Split(of, models) = choice else { return other_kind(rule!("2E-MIS-012")) };
    let mut known = models.clone();
    known.sort_unstable();
    known.dedup();
    let own = &s.unit(unit).models;
    let half = usize::from(fixed.numbers().combat_squads.combat_squad);
    let right = *of == unit && known.len() == models.len() && known.iter().all(|model| own.contains(model));
    if right && (models.is_empty() || models.len() == half) {
        Vec::new()
    } else {
        vec![broken(fixed, rule!("2E-MIS-012"), "why.five", &[])]
    }
}

/// Sensible splits: not at all, and the first or the last five.
pub fn splits(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<Choice> {
    let own = &s.unit(unit).models;
    let half = usize::from(fixed.numbers().combat_squads.combat_squad).min(own.len());
    vec![
        Choice::Split(unit, own[own.len() - half..].to_vec()),
        Choice::Split(unit, own[..half].to_vec()),
        Choice::Split(unit, Vec::new()),
    ]
}

/// Every violation of places for a unit's models; `anywhere` for those who infiltrate (2E-DEP-008): in the battle zone where
/// no enemy sees them, or in their own zone after all.
pub fn check(fixed: &Fixed, s: &State, unit: UnitId, choice: &Choice, anywhere: bool) -> Vec<Violation> {
    let Choice::Place(of, places) = choice else { return other_kind(rule!("2E-DEP-004")) };
    let models = &s.unit(unit).models;
    let known = |(model, _): &(ModelId, Pose)| models.contains(model);
    let once = |model: &ModelId| places.iter().filter(|(placed, _)| placed == model).count() == 1;
    if *of != unit || !places.iter().all(known) || !models.iter().all(once) {
        return vec![broken(fixed, rule!("2E-DEP-002"), "why.place-all", models)];
    }
    let side = s.unit(unit).side;
    let mut there = s.clone();
    let mut wrong = Vec::new();
    for (model, pose) in places {
        let sane = pose.at.in_limits() && pose.z.0.unsigned_abs() <= Point::LIMIT as u32;
        if !sane || !stands(fixed, &there, *model, *pose) {
            wrong.push(broken(fixed, rule!("2E-DEP-004"), "why.no-room", &[*model]));
            continue;
        }
        there.put(fixed, *model, *pose);
        let body = there.table.body(*model);
        let at_home = body.is_some_and(|body| in_zone(fixed, s, side, body));
        if anywhere && !at_home {
            let clear = body.is_some_and(|body| in_battle_zone(fixed, s, body));
            let seen = there.enemies(side).any(|(enemy, _)| sight::in_sight(fixed, &there, enemy, *model));
            if !clear {
                let violation = broken(fixed, rule!("2E-DEP-008"), "why.enemy-zone", &[*model]);
                wrong.push(with(violation, rules!["2E-SET-009"]));
            } else if seen {
                wrong.push(broken(fixed, rule!("2E-DEP-008"), "why.in-sight", &[*model]));
            }
        } else if !at_home {
            let also = rules!["2E-SET-006", "2E-SET-007", "2E-SET-008"];
            wrong.push(with(broken(fixed, rule!("2E-DEP-004"), "why.out-of-zone", &[*model]), also));
        }
    }
    let bodies: Vec<&Body> = there.bodies(unit).map(|(_, body)| body).collect();
    if wrong.is_empty() && !coherency(fixed, s, unit).check(&bodies).coherent {
        wrong.push(broken(fixed, rule!("2E-SQD-002"), "why.scattered", models));
    }
    wrong
}
