//! Where a unit comes down after a jump assault (JAS, RUI).

use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule};
use grognard_space::table::{Angle, Area, Body, BodyId, Length, Passing, Point, Pose};

use super::moves::{coherency, free_place};
use super::{broken, other_kind};
use crate::choice::{AlightShape, Choice};
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::play::assault::jump::{feature, involved, is_ruin, top};
use crate::state::{State, touch};

/// The rule under which a unit comes down.
pub fn rule_of(fixed: &Fixed, shape: AlightShape) -> RuleId {
    match (is_ruin(fixed, shape.site), shape.fights) {
        (false, true) => rule!("5V-JAS-014"),
        (false, false) => rule!("5V-JAS-013"),
        (true, true) => rule!("5V-RUI-011"),
        (true, false) => rule!("5V-RUI-012"),
    }
}

/// The floors a unit may come down on, the highest first: the roof; in a ruin none below the lowest defender, or below the highest
/// enemy that is left, and never the ground.
fn floors<'a>(fixed: &'a Fixed, s: &State, shape: AlightShape) -> Vec<(&'a Area, Length)> {
    let place = feature(fixed, shape.site);
    if !is_ruin(fixed, shape.site) {
        return place.roof.iter().map(|roof| (roof, place.roof_height())).collect();
    }
    let side = s.unit(shape.unit).side;
    let foes = s.enemies(side).map(|(_, body)| body).filter(|body| place.area.contains(body.pose.at));
    let heights = foes.map(|body| body.pose.z);
    let least = if shape.fights { heights.min() } else { heights.max() };
    let least = least.unwrap_or(Length::ZERO).max(Length::INCH) - Length::INCH;
    let mut all: Vec<(&Area, Length)> = place
        .levels
        .iter()
        .filter(|(_, floor)| *floor > Length::ZERO && *floor >= least)
        .map(|(area, floor)| (area, *floor))
        .collect();
    all.sort_by_key(|(_, floor)| std::cmp::Reverse(*floor));
    all
}

/// The enemies that may be touched: those of the combat.
fn foes(fixed: &Fixed, s: &State, shape: AlightShape) -> Vec<ModelId> {
    if !shape.fights {
        return Vec::new();
    }
    let side = s.unit(shape.unit).side.other();
    s.on_table(side).flat_map(|unit| involved(fixed, s, unit, shape.site)).collect()
}

/// Whether a model can stand there.
fn fits(fixed: &Fixed, there: &State, shape: AlightShape, model: ModelId, pose: Pose) -> bool {
    if !pose.at.in_limits() {
        return false;
    }
    let form = fixed.ground.form(fixed.form(model));
    let body = form.body(pose);
    let floor = floors(fixed, there, shape)
        .into_iter()
        .any(|(area, floor)| floor == pose.z && area.covers(&body.outline));
    let met = foes(fixed, there, shape);
    let apart = fixed.numbers().ruin_taken.from_enemies.0.max(fixed.numbers().roof_enemies.from_enemies.0);
    let near = there
        .enemies(there.side_of(model))
        .any(|(id, foe)| !met.contains(&id) && !there.is_driven(id) && body.within(foe, apart - Length(1)));
    let absent = |other: BodyId| other == model || fixed.building(other).is_some();
    floor && !near && there.table.check_place(form, pose, &free_place(&Passing::Base), &absent).is_empty()
}

/// How many of a unit touch an enemy of the combat.
fn contacts(s: &State, shape: AlightShape, foes: &[ModelId]) -> usize {
    let met = |body: &Body| foes.iter().filter_map(|foe| s.table.body(*foe)).any(|foe| touch(body, foe));
    s.bodies(shape.unit).filter(|(_, body)| met(body)).count()
}

/// 5V-JAS-014, 5V-JAS-016, 5V-RUI-013: places for the whole unit, as many as possible in contact; `None` where it does not fit.
pub fn search(fixed: &Fixed, s: &State, shape: AlightShape) -> Option<Vec<(ModelId, Pose)>> {
    let models = s.unit(shape.unit).models.to_vec();
    let met = foes(fixed, s, shape);
    let wide = models.iter().map(|model| fixed.ground.form(fixed.form(*model)).footprint.reach()).max()?;
    let beside = |turns: &[i32]| {
        let mut spots: Vec<Pose> = Vec::new();
        for foe in met.iter().filter_map(|foe| s.table.body(*foe)) {
            let clear = foe.outline.radius() + wide + Length(1);
            let around = turns.iter().map(|turn| foe.pose.at + Angle::degrees(*turn).step(clear));
            spots.extend(around.map(|at| Pose { z: foe.pose.z, ..Pose::at(at) }));
        }
        spots
    };
    let mut grid: Vec<Pose> = Vec::new();
    let step = Length::INCH.half().0;
    for (area, floor) in floors(fixed, s, shape) {
        let bounds = area.bounds();
        for row in 0..=(bounds.high.y - bounds.low.y) / step {
            for column in 0..=(bounds.high.x - bounds.low.x) / step {
                let at = Point { x: bounds.low.x + column * step, y: bounds.low.y + row * step };
                grid.push(Pose { z: floor, ..Pose::at(at) });
            }
        }
    }
    // Where one order of the spots wastes room another may not.
    let square = beside(&[0, 90, 180, 270, 30, 60, 120, 150, 210, 240, 300, 330]);
    let slanted = beside(&[30, 60, 120, 150, 210, 240, 300, 330, 0, 90, 180, 270]);
    let orders = [square, slanted, Vec::new()].map(|first| [first, grid.clone()].concat());
    orders.iter().find_map(|spots| stand(fixed, s, shape, spots))
}

/// Each model on the first spot where it can stand beside its mates.
fn stand(fixed: &Fixed, s: &State, shape: AlightShape, spots: &[Pose]) -> Option<Vec<(ModelId, Pose)>> {
    let models = &s.unit(shape.unit).models;
    let mut there = s.clone();
    for model in models {
        there.table.take(*model);
    }
    let mut places: Vec<(ModelId, Pose)> = Vec::new();
    for model in models {
        let spot = spots.iter().copied().find(|spot| {
            let linked = || {
                let body = fixed.ground.form(fixed.form(*model)).body(*spot);
                let mates = places.iter().filter_map(|(mate, _)| there.table.body(*mate));
                places.is_empty() || mates.into_iter().any(|mate| coherency(fixed).linked(mate, &body))
            };
            fits(fixed, &there, shape, *model, *spot) && linked()
        })?;
        there.put(fixed, *model, spot);
        places.push((*model, spot));
    }
    // 5V-RUI-012: somebody has to stand on the uppermost level.
    let high = top(feature(fixed, shape.site));
    (shape.fights || places.iter().any(|(_, pose)| pose.z == high)).then_some(places)
}

/// Every violation of where a unit comes down.
pub fn check(fixed: &Fixed, s: &State, shape: AlightShape, choice: &Choice) -> Vec<Violation> {
    let rule = rule_of(fixed, shape);
    let Choice::Place(of, places) = choice else { return other_kind(rule) };
    let models = &s.unit(shape.unit).models;
    let once = |model: &ModelId| places.iter().filter(|(placed, _)| placed == model).count() == 1;
    if *of != shape.unit || places.len() != models.len() || !models.iter().all(once) {
        return vec![broken(fixed, rule, "why.place-all", models)];
    }
    let mut there = s.clone();
    for model in models {
        there.table.take(*model);
    }
    let mut wrong = Vec::new();
    for (model, pose) in places {
        if fits(fixed, &there, shape, *model, *pose) {
            there.put(fixed, *model, *pose);
        } else {
            wrong.push(broken(fixed, rule, "why.no-room", &[*model]));
        }
    }
    if !wrong.is_empty() {
        return wrong;
    }
    let bodies: Vec<&Body> = there.bodies(shape.unit).map(|(_, body)| body).collect();
    if !coherency(fixed).check(&bodies).coherent {
        return vec![broken(fixed, rule!("5B-COH-001"), "why.scattered", models)];
    }
    let high = top(feature(fixed, shape.site));
    if !shape.fights && !places.iter().any(|(_, pose)| pose.z == high) {
        return vec![broken(fixed, rule, "why.nobody-on-top", models)];
    }
    // As many in contact as the search finds.
    let met = foes(fixed, s, shape);
    if !met.is_empty() {
        let mut best = s.clone();
        for (model, pose) in search(fixed, s, shape).into_iter().flatten() {
            best.table.move_to(model, pose);
        }
        if contacts(&there, shape, &met) < contacts(&best, shape, &met) {
            return vec![broken(fixed, rule, "why.could-touch", models)];
        }
    }
    Vec::new()
}
