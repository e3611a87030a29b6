//! A finite set of sensible answers to proposals, every one of them legal: for bots, fuzzers, suggestions, keyboard play.

use grognard_engine::rng::SplitMix;
use grognard_space::table::{Angle, Arrival, Length, Offset, Passing, Point, Pose};
use grognard_tabletop::armies::Armies;
use grognard_tabletop::marches;
use grognard_tabletop::moves::allowed;

use crate::choice::{Choice, MoveShape, Part, Shape, Shot, TemplateShape, Way};
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::moves::{Move, coherency, free_place};
use crate::legal::placing::{in_zone, zone};
use crate::legal::{self, shooting, teardrops};
use crate::sight::shown_to;
use crate::state::State;
use crate::vehicles::{is_vehicle, moving};

/// Sensible answers.
pub fn candidates(fixed: &Fixed, s: &State, shape: &Shape, rng: &mut SplitMix) -> Vec<Choice> {
    let mut all = match shape {
        Shape::Paths(shape) => paths(fixed, s, *shape, rng),
        Shape::Place(unit) => (0..3).filter_map(|_| place(fixed, s, *unit, rng.below(1000) as i32)).collect(),
        Shape::Fire(unit) => fire(fixed, s, *unit, rng),
        Shape::Template(shape) => template(fixed, s, *shape),
    };
    all.dedup();
    if all.is_empty() {
        all.extend(default(fixed, s, shape));
    }
    all
}

/// The answer when a clock runs out.
pub fn default(fixed: &Fixed, s: &State, shape: &Shape) -> Option<Choice> {
    match shape {
        Shape::Paths(shape) => any(fixed, s, *shape).map(|ways| Choice::Paths(shape.unit, ways)),
        Shape::Place(unit) => [500, 250, 750, 0, 1000].into_iter().find_map(|at| place(fixed, s, *unit, at)),
        Shape::Fire(unit) => Some(Choice::Fire(*unit, Vec::new())),
        Shape::Template(shape) => template(fixed, s, *shape).into_iter().next(),
    }
}

/// Staying, or coming together where that is asked.
fn any(fixed: &Fixed, s: &State, shape: MoveShape) -> Option<Vec<Way>> {
    if is_vehicle(fixed, shape.unit) {
        // Where nothing is possible it stays where it is.
        return Some(moving::ways(fixed, s, &shape).into_iter().next().unwrap_or_default());
    }
    let made = Move::new(fixed, s, &shape);
    if allowed(&made, &[]) { Some(Vec::new()) } else { marches::gather(&made) }
}

/// Formations towards an enemy and anywhere.
fn paths(fixed: &Fixed, s: &State, shape: MoveShape, rng: &mut SplitMix) -> Vec<Choice> {
    if is_vehicle(fixed, shape.unit) {
        return moving::ways(fixed, s, &shape).into_iter().map(|ways| Choice::Paths(shape.unit, ways)).collect();
    }
    let made = Move::new(fixed, s, &shape);
    let armies: &dyn Armies = s;
    let mut all: Vec<Vec<Way>> = any(fixed, s, shape).into_iter().collect();
    let enemies: Vec<Point> = armies.foes_of(shape.unit).filter_map(|enemy| armies.middle(enemy)).collect();
    let from = armies.middle(shape.unit).unwrap_or_default();
    for number in 0..3 {
        let way: Offset = match enemies.get(number) {
            Some(enemy) => *enemy - from,
            None => Angle(rng.below(65_536) as u16).step(Length::inches(60)),
        };
        all.extend(marches::formation(&made, way, &[4, 3, 2, 1]));
    }
    all.dedup();
    all.into_iter().map(|ways| Choice::Paths(shape.unit, ways)).collect()
}

/// A unit packed together somewhere along its zone, `at` thousandths of its width, looking at the enemy's.
fn place(fixed: &Fixed, s: &State, unit: UnitId, at: i32) -> Option<Choice> {
    let side = s.unit(unit).side;
    let number = s.zones[side.index()];
    let (low, high) = zone(fixed, number);
    let x = low.x + ((i64::from(high.x - low.x) * i64::from(at)) / 1000) as i32;
    let facing = if number == 0 { Angle::QUARTER } else { Angle::HALF + Angle::QUARTER };
    let focus = Pose::at(Point { x, y: low.y.midpoint(high.y) }).facing(facing);
    let models: Vec<(ModelId, _)> =
        s.unit(unit).models.iter().map(|model| (*model, fixed.form(*model))).collect();
    let rules = free_place(&Passing::Base);
    let packing = s.table.pack(&Arrival {
        models: &models,
        focus,
        spread: fixed.battlefield.size.0,
        rules: &rules,
        coherency: &coherency(fixed, s, unit),
        with: &[],
        fits: &|body| in_zone(fixed, s, side, body),
    });
    let places: Option<Vec<(ModelId, Pose)>> = models
        .iter()
        .zip(&packing.places)
        .map(|((model, _), pose)| Some((*model, pose.as_ref().copied()?)))
        .collect();
    let choice = Choice::Place(unit, places?);
    legal::check(fixed, s, &Shape::Place(unit), &choice).is_empty().then_some(choice)
}

/// The poses in which a teardrop covers most of its target.
fn template(fixed: &Fixed, s: &State, shape: TemplateShape) -> Vec<Choice> {
    let places = teardrops::most(fixed, s, &shape).into_iter().take(3);
    places.map(|pose| Choice::Template(shape.model, pose)).collect()
}

/// Everybody at one target that may be shot at: each with its first weapon, and each with any of its weapons; or nobody.
pub fn fire(fixed: &Fixed, s: &State, unit: UnitId, rng: &mut SplitMix) -> Vec<Choice> {
    let able = shooting::shooters(fixed, s, unit);
    let order = shooting::in_order(fixed, s, &able);
    let mut all = Vec::new();
    for seen in order.iter().filter(|seen| shooting::instead(s, &order, seen.unit).is_none()) {
        for any in [false, true] {
            let mut shots: Vec<Shot> = Vec::new();
            for model in &able {
                let found = shots_of(fixed, s, unit, *model, seen.unit);
                if s.vehicle(*model).is_some() {
                    for shot in &found {
                        if shooting::shot_faults(fixed, s, unit, shot, &shots).is_empty() {
                            shots.push(*shot);
                        }
                    }
                    continue;
                }
                let at = if any && !found.is_empty() { rng.below(found.len()) } else { 0 };
                let Some(pick) = found.get(at) else { continue };
                shots.push(*pick);
                // 2E-RPF-001: whoever may fire twice does.
                if shooting::shot_faults(fixed, s, unit, pick, &shots).is_empty() {
                    shots.push(*pick);
                }
            }
            if !shots.is_empty() {
                all.push(Choice::Fire(unit, shots));
            }
        }
    }
    all.push(Choice::Fire(unit, Vec::new()));
    let shape = Shape::Fire(unit);
    all.retain(|choice| legal::check(fixed, s, &shape, choice).is_empty());
    all
}

/// Everything a model could fire at a unit, the first profile first; markers at each model in sight.
pub fn shots_of(fixed: &Fixed, s: &State, unit: UnitId, model: ModelId, target: UnitId) -> Vec<Shot> {
    let mut all = Vec::new();
    for weapon in &fixed.kind_of(model).weapons {
        let own = fixed.weapon(*weapon);
        let plain = Shot { model, weapon: *weapon, target, part: Part::All, dice: None };
        let mut parts = vec![Part::All];
        if own.blast.is_some() {
            let far = |id: &ModelId| s.table.distance(model, *id);
            let mut seen = shown_to(fixed, s, model, *weapon, target);
            seen.sort_by_key(|id| (far(id), *id));
            parts = seen.into_iter().map(Part::Model).collect();
        } else if own.teardrop.is_none() {
            parts.extend([Part::Open, Part::Covered]);
        }
        for part in parts {
            let full = Shot { part, ..plain };
            if !shooting::shot_faults(fixed, s, unit, &full, &[]).is_empty() {
                continue;
            }
            all.push(full);
            all.extend((0..own.sustained).rev().map(|dice| Shot { dice: Some(dice), ..full }));
        }
        if own.at_ground()
            && let (Some(from), Some((_, enemy))) = (s.pose(model), s.bodies(target).next())
        {
            let (x, y) = (from.at.x.midpoint(enemy.pose.at.x), from.at.y.midpoint(enemy.pose.at.y));
            let shot = Shot { target: unit, part: Part::Ground(Point { x, y }), ..plain };
            if shooting::shot_faults(fixed, s, unit, &shot, &[]).is_empty() {
                all.push(shot);
            }
        }
    }
    all
}
