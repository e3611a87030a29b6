//! A finite set of sensible answers to proposals, every one of them legal: for bots, fuzzers, suggestions, keyboard play.

use grognard_engine::rng::SplitMix;
use grognard_space::table::{Angle, Arrival, Length, Moved, Offset, Passing, Point, Pose};
use grognard_tabletop::armies::Armies;
use grognard_tabletop::marches;
use grognard_tabletop::moves::allowed;
use smallvec::smallvec;

use crate::buildings;
use crate::cards;
use crate::choice::{Choice, Gait, MoveShape, Part, Shape, Shot, TemplateShape, Way};
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::laying;
use crate::legal::moves::{Move, coherency, free_place};
use crate::legal::placing::{in_zone, zone};
use crate::legal::{self, charges, shooting, teardrops, watching};
use crate::sight::shown_to;
use crate::state::State;
use crate::vehicles::{boarding, is_vehicle, moving};

/// Sensible answers.
pub fn candidates(fixed: &Fixed, s: &State, shape: &Shape, rng: &mut SplitMix) -> Vec<Choice> {
    let mut all = match shape {
        Shape::Paths(shape) => paths(fixed, s, *shape, rng),
        Shape::Place(unit) => {
            (0..3).filter_map(|_| place(fixed, s, *unit, rng.below(1000) as i32, 500)).collect()
        }
        Shape::Infiltrate(unit) => infiltrate(fixed, s, *unit, rng),
        Shape::Split(unit) => legal::placing::splits(fixed, s, *unit),
        Shape::Fire(unit) => fire(fixed, s, *unit, rng),
        Shape::Template(shape) => template(fixed, s, *shape),
        Shape::Watch => watch(s, rng),
        Shape::Leave(unit) => boarding::places(fixed, s, *unit),
        Shape::Point(shape) => legal::psychic::points(s, shape.model),
        Shape::Line(shape) => legal::psychic::lines(s, shape.model),
        Shape::Land(shape) => legal::psychic::landings(fixed, s, *shape),
        Shape::Spot => laying::candidates(fixed, s, rng),
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
        Shape::Place(unit) => {
            [500, 250, 750, 0, 1000].into_iter().find_map(|at| place(fixed, s, *unit, at, 500))
        }
        Shape::Infiltrate(unit) => infiltrate(fixed, s, *unit, &mut SplitMix::new(1)).into_iter().next(),
        Shape::Split(unit) => Some(Choice::Split(*unit, Vec::new())),
        Shape::Fire(unit) => Some(Choice::Fire(*unit, Vec::new())),
        Shape::Template(shape) => template(fixed, s, *shape).into_iter().next(),
        Shape::Watch => Some(Choice::Watch(Vec::new())),
        Shape::Leave(unit) => boarding::places(fixed, s, *unit).into_iter().next(),
        Shape::Point(shape) => legal::psychic::points(s, shape.model)
            .into_iter()
            .next()
            .or_else(|| s.pose(shape.model).map(|pose| Choice::Point(pose.at))),
        Shape::Line(shape) => legal::psychic::lines(s, shape.model).into_iter().next(),
        Shape::Land(shape) => Some(Choice::Place(s.model(shape.model).unit, Vec::new())),
        Shape::Spot => laying::candidates(fixed, s, &mut SplitMix::new(1)).into_iter().next(),
    }
}

/// Nobody fires; each unit on overwatch alone, somewhere; all of them where they first see somebody.
fn watch(s: &State, rng: &mut SplitMix) -> Vec<Choice> {
    let mut all = vec![Choice::Watch(Vec::new())];
    let Some(path) = &s.path else { return all };
    let watchers = watching::watchers(path);
    let first = |watcher: &UnitId| Some((*watcher, watching::spots_of(path, *watcher).next()?));
    let mut together: Vec<(UnitId, u8)> = watchers.iter().filter_map(first).collect();
    together.sort_by_key(|(watcher, spot)| (*spot, *watcher));
    for watcher in watchers {
        let spots: Vec<u8> = watching::spots_of(path, watcher).collect();
        if !spots.is_empty() {
            all.push(Choice::Watch(vec![(watcher, spots[rng.below(spots.len())])]));
        }
    }
    all.push(Choice::Watch(together));
    all
}

/// A charge: every model by the straight way to the nearest enemy it can touch, those first that have the shortest way,
/// the others after them; else what the kit finds by detours. `None` where no way was found.
pub fn charge(fixed: &Fixed, s: &State, shape: MoveShape) -> Option<Vec<Way>> {
    let Gait::Charge(enemy) = shape.gait else { return None };
    let made = Move::new(fixed, s, &shape);
    let mut moved = Moved::new(&s.table);
    let mut order: Vec<(Length, ModelId)> = s
        .bodies(shape.unit)
        .filter(|(model, _)| !s.is_engaged(*model) && !s.is_broken(*model))
        .filter_map(|(model, own)| Some((s.bodies(enemy).map(|(_, foe)| own.distance(foe)).min()?, model)))
        .collect();
    order.sort_unstable();
    let mut ways: Vec<Way> = Vec::new();
    let mut idle: Vec<ModelId> = Vec::new();
    for (_, model) in order {
        let taken = |foe: ModelId| {
            s.is_engaged(foe)
                || ways.iter().any(|(friend, _)| {
                    let pair = moved.body(*friend).zip(moved.body(foe));
                    pair.is_some_and(|(friend, foe)| charges::contact(fixed, friend, foe).is_some())
                })
        };
        let mut foes: Vec<(bool, Length, ModelId)> = Vec::new();
        for (foe, body) in s.bodies(enemy) {
            let Some(own) = moved.body(model) else { continue };
            foes.push((taken(foe), own.distance(body), foe));
        }
        foes.sort_unstable();
        match foes.into_iter().find_map(|(_, _, foe)| made.straight(&moved, model, foe)) {
            Some(end) => {
                moved.move_to(model, end);
                ways.push((model, smallvec![end]));
            }
            None => idle.push(model),
        }
    }
    for model in idle {
        let goal =
            s.bodies(enemy).min_by_key(|(id, foe)| (moved.body(model).map(|own| own.distance(foe)), *id));
        let Some((_, goal)) = goal else { continue };
        if let Some(end) = marches::towards(&made, &moved, model, goal) {
            let way: Way = (model, smallvec![end]);
            let mut tried = ways.clone();
            tried.push(way.clone());
            if allowed(&made, &tried) {
                moved.move_to(model, end);
                ways.push(way);
            }
        }
    }
    if !ways.is_empty() && allowed(&made, &ways) {
        return Some(ways);
    }
    let goal = marches::Reach { targets: &[enemy], near: Length(1) };
    marches::reach(&made, &goal)
}

/// A follow-up: nowhere, into contact with somebody near, or any way.
fn follow(fixed: &Fixed, s: &State, shape: MoveShape, model: ModelId, rng: &mut SplitMix) -> Vec<Vec<Way>> {
    let made = Move::new(fixed, s, &shape);
    let moved = Moved::new(&s.table);
    let mut all: Vec<Vec<Way>> = vec![Vec::new()];
    let near = s.enemies(s.side_of(model)).filter_map(|(enemy, _)| made.straight(&moved, model, enemy));
    all.extend(near.take(2).map(|end| vec![(model, smallvec![end])]));
    for (_, goal) in s.enemies(s.side_of(model)) {
        let nearer = marches::towards(&made, &moved, model, goal);
        all.extend(nearer.map(|end| vec![(model, smallvec![end])]));
    }
    if let Some(pose) = s.pose(model) {
        let far = fixed.numbers().follow_up.r#move.0 - marches::SLACK;
        let step = Angle(rng.below(65_536) as u16).step(far);
        all.push(vec![(model, smallvec![Pose { at: pose.at + step, ..pose }])]);
    }
    all.retain(|ways| allowed(&made, ways));
    all
}

/// Staying, or coming together where that is asked.
fn any(fixed: &Fixed, s: &State, shape: MoveShape) -> Option<Vec<Way>> {
    if is_vehicle(fixed, shape.unit) && !matches!(shape.gait, Gait::Charge(_)) {
        // Where nothing is possible it stays where it is.
        return Some(moving::ways(fixed, s, &shape).into_iter().next().unwrap_or_default());
    }
    match shape.gait {
        Gait::Charge(_) => return charge(fixed, s, shape).or_else(|| shape.apart.then(Vec::new)),
        Gait::FollowUp(model) => {
            return follow(fixed, s, shape, model, &mut SplitMix::new(1)).into_iter().next();
        }
        Gait::Walk | Gait::Run | Gait::Wander | Gait::Ram | Gait::PopUp | Gait::Land => {}
    }
    let made = Move::new(fixed, s, &shape);
    if allowed(&made, &[]) { Some(Vec::new()) } else { marches::gather(&made) }
}

/// Formations towards an enemy and anywhere.
fn paths(fixed: &Fixed, s: &State, shape: MoveShape, rng: &mut SplitMix) -> Vec<Choice> {
    if is_vehicle(fixed, shape.unit) && !matches!(shape.gait, Gait::Charge(_)) {
        return moving::ways(fixed, s, &shape)
            .into_iter()
            .map(|ways| Choice::Paths(shape.unit, ways))
            .collect();
    }
    let as_choices =
        |all: Vec<Vec<Way>>| all.into_iter().map(|ways| Choice::Paths(shape.unit, ways)).collect();
    match shape.gait {
        Gait::Charge(_) => return as_choices(any(fixed, s, shape).into_iter().collect()),
        Gait::FollowUp(model) => return as_choices(follow(fixed, s, shape, model, rng)),
        Gait::Walk | Gait::Run | Gait::Wander | Gait::Ram | Gait::PopUp | Gait::Land => {}
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

/// A unit packed together somewhere in its zone, `at` thousandths of its width and `ahead` thousandths of its depth from the
/// table's edge, looking at the enemy's.
pub fn place(fixed: &Fixed, s: &State, unit: UnitId, at: i32, ahead: i32) -> Option<Choice> {
    let side = s.unit(unit).side;
    let number = s.zones[side.index()];
    let (low, high) = zone(fixed, number);
    let x = low.x + ((i64::from(high.x - low.x) * i64::from(at)) / 1000) as i32;
    let facing = if number == 0 { Angle::QUARTER } else { Angle::HALF + Angle::QUARTER };
    let deep = ((i64::from(high.y - low.y) * i64::from(ahead)) / 1000) as i32;
    let y = if number == 0 { low.y + deep } else { high.y - deep };
    let focus = Pose::at(Point { x, y }).facing(facing);
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

/// 2E-DEP-008: packed together somewhere in the battle zone where nobody sees them, or in their own zone.
fn infiltrate(fixed: &Fixed, s: &State, unit: UnitId, rng: &mut SplitMix) -> Vec<Choice> {
    let (long, wide) = fixed.battlefield.size;
    let mut found = Vec::new();
    let shape = Shape::Infiltrate(unit);
    for _ in 0..12 {
        let at = Point { x: rng.below(long.0 as usize) as i32, y: rng.below(wide.0 as usize) as i32 };
        let models: Vec<(ModelId, _)> =
            s.unit(unit).models.iter().map(|model| (*model, fixed.form(*model))).collect();
        let rules = free_place(&Passing::Base);
        let packing = s.table.pack(&Arrival {
            models: &models,
            focus: Pose::at(at),
            spread: Length::inches(8),
            rules: &rules,
            coherency: &coherency(fixed, s, unit),
            with: &[],
            fits: &|body| legal::placing::in_battle_zone(fixed, s, body),
        });
        let places: Option<Vec<(ModelId, Pose)>> = models
            .iter()
            .zip(&packing.places)
            .map(|((model, _), pose)| Some((*model, pose.as_ref().copied()?)))
            .collect();
        let choice = places.map(|places| Choice::Place(unit, places));
        found.extend(choice.filter(|choice| legal::check(fixed, s, &shape, choice).is_empty()));
        if found.len() > 2 {
            break;
        }
    }
    found.extend([500, 250, 750, 0, 1000].into_iter().find_map(|at| place(fixed, s, unit, at, 500)));
    found
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
    let may = |unit: UnitId| match &s.watch {
        Some(watch) => watch.target == unit,
        None => shooting::instead(s, &order, unit).is_none(),
    };
    for seen in order.iter().filter(|seen| may(seen.unit)) {
        let fires: Vec<(ModelId, Vec<Shot>)> =
            able.iter().map(|model| (*model, shots_of(fixed, s, unit, *model, seen.unit))).collect();
        for any in [false, true] {
            let mut shots: Vec<Shot> = Vec::new();
            for (model, found) in &fires {
                if s.vehicle(*model).is_some() {
                    for shot in found {
                        shots.extend(again(fixed, s, unit, shot, &shots));
                    }
                    continue;
                }
                let at = if any && !found.is_empty() { rng.below(found.len()) } else { 0 };
                let Some(pick) = found.get(at) else { continue };
                // 2E-RPF-001: whoever may fire twice does.
                shots.extend(again(fixed, s, unit, pick, &shots));
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

/// A shot as often as it may be fired beside others.
fn again(fixed: &Fixed, s: &State, unit: UnitId, shot: &Shot, before: &[Shot]) -> Vec<Shot> {
    let mut all = before.to_vec();
    while all.len() - before.len() < MOST && shooting::shot_faults(fixed, s, unit, shot, &all).is_empty() {
        all.push(*shot);
    }
    all.split_off(before.len())
}

/// No weapon fires more shots in one phase.
const MOST: usize = 12;

/// Everything a model could fire at a unit, the first profile first; markers at each model in sight.
pub fn shots_of(fixed: &Fixed, s: &State, unit: UnitId, model: ModelId, target: UnitId) -> Vec<Shot> {
    let mut all = Vec::new();
    for weapon in &cards::weapons(fixed, s, model) {
        let own = fixed.weapon(*weapon);
        let plain = Shot { model, weapon: *weapon, target, part: Part::All, dice: None };
        let mut parts = vec![Part::All];
        if own.blast.is_some() {
            let far = |id: &ModelId| s.table.distance(model, *id);
            let mut seen = shown_to(fixed, s, model, *weapon, target);
            seen.sort_by_key(|id| (far(id), *id));
            parts = seen.into_iter().map(Part::Model).collect();
        } else if own.teardrop.is_none() {
            parts.extend([Part::Open, Part::Covered, Part::Combat]);
        }
        for part in parts {
            let full = Shot { part, ..plain };
            if !shooting::shot_faults(fixed, s, unit, &full, &[]).is_empty() {
                continue;
            }
            all.push(full);
            all.extend((0..own.sustained).rev().map(|dice| Shot { dice: Some(dice), ..full }));
        }
        // 2E-BLD-012: the building somebody stands in.
        let indoors = s.bodies(target).find_map(|(enemy, _)| buildings::around(fixed, s, enemy));
        if let Some(feature) = indoors.filter(|_| !own.thrown && own.teardrop.is_none()) {
            let shot = Shot { target: unit, part: Part::Building(feature as u8, None), ..plain };
            if shooting::shot_faults(fixed, s, unit, &shot, &[]).is_empty() {
                all.push(shot);
            }
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
