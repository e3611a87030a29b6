//! Deployment: where the models of a unit may be set up (MIS).

use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule};
use grognard_space::table::{Body, BodyId, Bounds, Length, Outline, Passing, Point, Pose};

use super::moves::{self, coherency_of, free_place};
use super::{broken, other_kind};
use crate::choice::{Choice, Kind, MoveShape};
use crate::data::ground::{ClearOf, Part22};
use crate::edition::Difficult;
use crate::fixed::Fixed;
use crate::gait;
use crate::ids::{ModelId, Side, UnitId};
use crate::state::{Entry, Flow, State};
use crate::terrain::{IMPASSABLE, LINEAR};
use crate::vehicles::speed;

/// 5B-MIS-002 and T-22: the rectangle a zone lies in; edge 0 lies at y = 0, quarter 0 at x = 0.
pub fn zone(fixed: &Fixed, edge: u8, quarter: u8) -> (Point, Point) {
    let (long, wide) = fixed.battlefield.size;
    let away = match fixed.deployment.clear_of {
        ClearOf::CentreLine => fixed.deployment.distance.0,
        _ => Length::ZERO,
    };
    let depth = wide.half() - away;
    let (low, high) = if edge == 0 { (Length::ZERO, depth) } else { (wide - depth, wide) };
    let (left, right) = match (fixed.deployment.part, quarter) {
        (Part22::LongHalf, _) => (Length::ZERO, long),
        (Part22::Quarter, 0) => (Length::ZERO, long.half()),
        (Part22::Quarter, _) => (long.half(), long),
    };
    (Point::new(left, low), Point::new(right, high))
}

/// The rectangle of a side's zone.
pub fn zone_of(fixed: &Fixed, s: &State, side: Side) -> (Point, Point) {
    zone(fixed, s.edge(side), s.quarters[side.index()])
}

fn inside(bounds: Bounds, (low, high): (Point, Point)) -> bool {
    bounds.low.x >= low.x && bounds.low.y >= low.y && bounds.high.x <= high.x && bounds.high.y <= high.y
}

/// T-22, 5B-MIS-002, 5B-MIS-015: why a body may not stand there when it is deployed, if so.
fn out_of_zone(fixed: &Fixed, s: &State, side: Side, body: &Body) -> Option<(RuleId, &'static str)> {
    let outside = (rule!("5B-MIS-002"), "why.out-of-zone");
    if !inside(body.outline.bounds(), zone_of(fixed, s, side)) {
        return Some(outside);
    }
    let away = fixed.deployment.distance.0;
    match fixed.deployment.clear_of {
        ClearOf::CentreLine => None,
        ClearOf::Centre => {
            let (long, wide) = fixed.battlefield.size;
            let middle = Outline::point(Point::new(long.half(), wide.half()));
            body.outline.within(&middle, away).then_some(outside)
        }
        ClearOf::Enemies => {
            let near = s.enemies(side).any(|(_, foe)| body.within(foe, away));
            near.then_some((rule!("5B-MIS-015"), "why.near-enemy"))
        }
    }
}

/// 5B-USR-009: why an infiltrator may not stand there, if so.
fn too_near(fixed: &Fixed, s: &State, model: ModelId, body: &Body) -> Option<(RuleId, &'static str)> {
    let numbers = &fixed.numbers().infiltrate;
    let near = |(foe, other): (ModelId, &Body)| {
        let seen = || {
            let mut there = s.table.clone();
            there.put(model, fixed.form(model), s.model(model).unit, body.pose);
            there.sees(foe, model, &crate::cover::rules())
        };
        body.within(other, numbers.unseen.0) || (body.within(other, numbers.seen.0) && seen())
    };
    s.enemies(s.side_of(model)).any(near).then_some((rule!("5B-USR-009"), "why.near-enemy"))
}

/// 5B-MIS-017, 5B-MIS-026: how far from its edge a model that moves on may stand.
fn entry_reach(fixed: &Fixed, s: &State, model: ModelId, entry: Entry) -> (Length, Option<Length>) {
    // 5B-MIS-017, 5B-VMV-003, 5V-VEH-001: a vehicle drives on.
    if fixed.chassis(model).is_some_and(|chassis| !chassis.walks()) {
        return (speed::most(fixed, s, model, false).unwrap_or(Length::ZERO), None);
    }
    let shape = MoveShape { test: entry.test, ..MoveShape::plain(s.model(model).unit, Kind::ComeOn) };
    let full = gait::pace(fixed, s, &shape, model);
    let slowed = gait::is_slowed(fixed, Kind::ComeOn, model)
        .then(|| moves::slowed(fixed, s, &shape, model).unwrap_or(Length::ZERO));
    (full, slowed)
}

/// How far a model that came on has gone: a vehicle as far as it stands from the edge, others their full move.
pub fn gone(fixed: &Fixed, s: &State, model: ModelId, edge: u8) -> Length {
    let Some(body) = s.table.body(model).filter(|_| fixed.chassis(model).is_some()) else {
        return gait::pace(fixed, s, &MoveShape::plain(s.model(model).unit, Kind::RunOn), model);
    };
    let ((long, wide), bounds) = (fixed.battlefield.size, body.outline.bounds());
    Length(match edge {
        0 => bounds.high.y,
        1 => wide.0 - bounds.low.y,
        2 => bounds.high.x,
        _ => long.0 - bounds.low.x,
    })
}

/// The strip along an edge, so deep.
pub fn strip(fixed: &Fixed, edge: u8, depth: Length) -> (Point, Point) {
    let (long, wide) = fixed.battlefield.size;
    match edge {
        0 => (Point::new(Length::ZERO, Length::ZERO), Point::new(long, depth)),
        1 => (Point::new(Length::ZERO, wide - depth), Point::new(long, wide)),
        2 => (Point::new(Length::ZERO, Length::ZERO), Point::new(depth, wide)),
        _ => (Point::new(long - depth, Length::ZERO), Point::new(long, wide)),
    }
}

/// How far to both sides of its place a model that moves on is looked for on the edge, in inches.
const ASIDE: [i32; 9] = [0, 1, -1, 2, -2, 3, -3, 4, -4];

/// 5B-MIS-017, 5B-MOV-004: whether a straight way from the edge keeps away from enemies.
fn has_way_on(fixed: &Fixed, s: &State, model: ModelId, body: &Body, (entry, full): (Entry, Length)) -> bool {
    let side = s.side_of(model);
    let apart = fixed.numbers().apart.from_enemies.0 - Length(1);
    let (long, wide) = fixed.battlefield.size;
    let at = body.pose.at;
    ASIDE.into_iter().any(|aside| {
        let by = Length::inches(aside).0;
        let from = match entry.edge {
            0 => Point { x: at.x + by, y: 0 },
            1 => Point { x: at.x + by, y: wide.0 },
            2 => Point { x: 0, y: at.y + by },
            _ => Point { x: long.0, y: at.y + by },
        };
        let way = at - from;
        let far = way.length() + body.outline.radius();
        let swept = body.outline.shifted(from - at).swept(way);
        (aside == 0 || far <= full) && !s.enemies(side).any(|(_, foe)| foe.outline.within(&swept, apart))
    })
}

/// Why a model that moves on may not stand there, if so.
fn off_edge(fixed: &Fixed, s: &State, model: ModelId, body: &Body) -> Option<(RuleId, &'static str)> {
    let entry = s.entry?;
    let (full, slow) = entry_reach(fixed, s, model, entry);
    let bounds = body.outline.bounds();
    if !inside(bounds, strip(fixed, entry.edge, full)) {
        return Some((rule!("5B-MIS-017"), "why.too-far-on"));
    }
    let away = s
        .enemies(s.side_of(model))
        .any(|(_, foe)| body.within(foe, fixed.numbers().apart.from_enemies.0 - Length(1)));
    if away {
        return Some((rule!("5B-MOV-004"), "why.near-enemy"));
    }
    if !gait::flies(fixed, Kind::ComeOn, model) && !has_way_on(fixed, s, model, body, (entry, full)) {
        return Some((rule!("5B-MOV-004"), "why.near-enemy"));
    }
    // Straight on from the edge: difficult ground on the way needs a test.
    let (long, wide) = fixed.battlefield.size;
    let mut at = body.pose.at;
    match entry.edge {
        0 => at.y = 0,
        1 => at.y = wide.0,
        2 => at.x = 0,
        _ => at.x = long.0,
    }
    let through = fixed.battlefield.crossed("difficult", body, &[Pose { at, ..body.pose }]);
    let limit = slow.filter(|_| through)?;
    let rule = match fixed.edition.difficult {
        Difficult::HighestDie => rule!("5B-TER-003"),
        Difficult::Modifier => rule!("5V-TER-003"),
    };
    (!inside(bounds, strip(fixed, entry.edge, limit))).then_some((rule, "why.no-test"))
}

/// Why a body may not stand there by what the unit does now, if so.
pub fn misplaced(fixed: &Fixed, s: &State, model: ModelId, body: &Body) -> Option<(RuleId, &'static str)> {
    let side = s.side_of(model);
    match s.flow {
        Flow::Infiltrate { .. } => too_near(fixed, s, model, body),
        Flow::Movement => off_edge(fixed, s, model, body),
        _ => out_of_zone(fixed, s, side, body),
    }
}

/// The rectangle in which a unit is set up now.
pub fn area(fixed: &Fixed, s: &State, unit: UnitId) -> (Point, Point) {
    let (long, wide) = fixed.battlefield.size;
    match (s.flow, s.entry) {
        (Flow::Infiltrate { .. }, _) => (Point::new(Length::ZERO, Length::ZERO), Point::new(long, wide)),
        (Flow::Movement, Some(entry)) => {
            let first = s.unit(unit).models.first();
            let depth = first.map_or(Length::ZERO, |model| entry_reach(fixed, s, *model, entry).0);
            strip(fixed, entry.edge, depth)
        }
        _ => zone_of(fixed, s, s.unit(unit).side),
    }
}

/// Whether a form can stand here at all: on the table, in nothing, on nobody, on no thin feature.
pub fn stands(fixed: &Fixed, s: &State, model: ModelId, pose: Pose) -> bool {
    let form = fixed.ground.form(fixed.form(model));
    let absent = |other: BodyId| other == model || fixed.building(other).is_some();
    let faults = s.table.check_place(form, pose, &free_place(&Passing::Base), &absent);
    let body = form.body(pose);
    let ground = s.table.ground();
    let barred = ground
        .areas_touched(&body.outline)
        .into_iter()
        .any(|id| ground.feature(id).tags.any(IMPASSABLE) && ground.feature(id).area.overlaps(&body.outline));
    // Nobody is set up on a roof, nor comes down on one (5B-MIS-012).
    let house = |own: &crate::buildings::Building| {
        s.is_up(own.feature) && fixed.feature_of(own).area.overlaps(&body.outline)
    };
    let barred = barred || fixed.buildings.iter().any(house);
    let parts = ground.parts_near(body.outline.bounds());
    let on_top = parts
        .iter()
        .map(|number| &ground.parts()[*number])
        .any(|part| part.tags.any(LINEAR) && part.span.high == pose.z && part.outline.contains(pose.at));
    faults.is_empty() && !barred && !on_top
}

/// Every violation of places for a unit's models.
pub fn check(fixed: &Fixed, s: &State, unit: UnitId, choice: &Choice) -> Vec<Violation> {
    let Choice::Place(of, places) = choice else { return other_kind(rule!("5B-MIS-002")) };
    let models = &s.unit(unit).models;
    let known = |(model, _): &(ModelId, Pose)| models.contains(model);
    let once = |model: &ModelId| places.iter().filter(|(placed, _)| placed == model).count() == 1;
    if *of != unit || !places.iter().all(known) || !models.iter().all(once) {
        return vec![broken(fixed, rule!("5B-MIS-002"), "why.place-all", models)];
    }
    let mut there = s.clone();
    let mut wrong = Vec::new();
    for (model, pose) in places {
        let sane = pose.at.in_limits() && pose.z.0.unsigned_abs() <= Point::LIMIT as u32;
        if !sane || !stands(fixed, &there, *model, *pose) {
            wrong.push(broken(fixed, rule!("5B-MOV-003"), "why.no-room", &[*model]));
            continue;
        }
        there.put(fixed, *model, *pose);
        let body = there.table.body(*model);
        let found = body.and_then(|body| misplaced(fixed, s, *model, body));
        wrong.extend(found.map(|(rule, key)| broken(fixed, rule, key, &[*model])));
    }
    let bodies: Vec<&Body> = there.bodies(unit).map(|(_, body)| body).collect();
    if wrong.is_empty() && !coherency_of(fixed, unit).check(&bodies).coherent {
        wrong.push(broken(fixed, rule!("5B-COH-001"), "why.scattered", models));
    }
    wrong
}
