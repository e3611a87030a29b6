//! Moves worth making: whole formations towards something, models closing in, charges.

use grognard_engine::rng::SplitMix;
use grognard_space::table::{Angle, Body, BodyId, Length, MoveRules, Offset, Point, Pose, Table};
use smallvec::{SmallVec, smallvec};

use super::landing::landing;
use crate::choice::{Choice, MoveKind, MoveShape, Path};
use crate::figures;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::aircraft::airborne;
use crate::legal::moves::{allowed, least, limit, move_rules, nearest_enemies};
use crate::legal::passing::Others;
use crate::measure;
use crate::state::State;

/// A straight path is rounded to the grid: so much shorter it is never too long.
pub(super) const SLACK: i32 = 2;

/// Whether paths are legal as a whole.
pub fn legal(fixed: &Fixed, s: &State, shape: &MoveShape, paths: &[Path]) -> bool {
    allowed(fixed, s, shape, paths)
}

/// Some legal answer, the same for the same state; `None` where none is found.
pub fn any(fixed: &Fixed, s: &State, shape: &MoveShape) -> Option<Vec<Path>> {
    match shape.kind {
        MoveKind::Charge => {
            if !s.about.witness.is_empty() {
                return Some(s.about.witness.clone());
            }
            charge_witness(fixed, s, shape).or_else(|| shape.may_decline.then(Vec::new))
        }
        MoveKind::Heroic | MoveKind::PileIn | MoveKind::Consolidate => Some(Vec::new()),
        MoveKind::FallBack => away(fixed, s, shape).or_else(|| legal(fixed, s, shape, &[]).then(Vec::new)),
        _ => {
            if legal(fixed, s, shape, &[]) {
                return Some(Vec::new());
            }
            regroup(fixed, s, shape).or_else(|| away(fixed, s, shape))
        }
    }
}

/// The whole unit in any direction: in formation, if only by an inch or two, or else each model as it can, which takes
/// much longer to find out; aircraft as far as they have to.
fn away(fixed: &Fixed, s: &State, shape: &MoveShape) -> Option<Vec<Path>> {
    if s.standing(shape.unit).any(|(model, _)| least(fixed, s, shape, model).is_some()) {
        return landing(fixed, s, shape);
    }
    let from = middle(s, shape.unit)?;
    let little = |inches: i32| {
        directions().find_map(|way| formation_by(fixed, s, shape, way.with_length(Length::inches(inches))))
    };
    directions()
        .find_map(|way| formation(fixed, s, shape, way))
        .or_else(|| [2, 1].into_iter().find_map(little))
        .or_else(|| directions().find_map(|way| walk(fixed, s, shape, from + way)))
}

/// Sixteen ways to go.
fn directions() -> impl Iterator<Item = Offset> {
    (0..16u16).map(|step| Angle(step.wrapping_mul(7) << 12).step(Length::inches(60)))
}

/// Sensible moves: staying, and formations towards markers, enemies and anywhere.
pub fn candidates(fixed: &Fixed, s: &State, shape: &MoveShape, rng: &mut SplitMix) -> Vec<Choice> {
    let unit = shape.unit;
    let mut all: Vec<Vec<Path>> = Vec::new();
    match shape.kind {
        MoveKind::Charge => {
            all.extend(any(fixed, s, shape));
            if shape.may_decline && !all.iter().any(Vec::is_empty) {
                all.push(Vec::new());
            }
        }
        MoveKind::Heroic | MoveKind::PileIn | MoveKind::Consolidate => {
            all.push(Vec::new());
            all.extend(close_in(fixed, s, shape));
        }
        _ => {
            if legal(fixed, s, shape, &[]) {
                all.push(Vec::new());
            }
            for _ in 0..3 {
                let way = somewhere(fixed, s, unit, rng);
                all.extend(formation(fixed, s, shape, way));
            }
            // Hemmed in where chance pointed: any way out is better than none.
            if all.iter().all(Vec::is_empty) && shape.kind != MoveKind::FallBack {
                all.extend(away(fixed, s, shape));
            }
            if all.is_empty() {
                all.extend(any(fixed, s, shape));
            }
        }
    }
    all.dedup();
    all.into_iter().map(|paths| Choice::Paths(unit, paths)).collect()
}

/// A direction: towards a marker, an enemy, or anywhere.
fn somewhere(_fixed: &Fixed, s: &State, unit: UnitId, rng: &mut SplitMix) -> Offset {
    let Some(from) = middle(s, unit) else { return Offset::default() };
    let enemies: SmallVec<[Point; 8]> =
        s.on_table(s.unit(unit).side.other()).filter_map(|enemy| middle(s, enemy)).collect();
    match rng.below(3) {
        0 if !s.markers.is_empty() => s.markers[rng.below(s.markers.len())].at() - from,
        1 if !enemies.is_empty() => enemies[rng.below(enemies.len())] - from,
        _ => Angle(rng.below(65_536) as u16).step(Length::inches(60)),
    }
}

/// The middle of a unit's first and last model: near enough for a direction.
pub fn middle(s: &State, unit: UnitId) -> Option<Point> {
    let mut standing = s.standing(unit).map(|(_, pose)| pose.at);
    let first = standing.next()?;
    let last = standing.last().unwrap_or(first);
    Some(Point { x: first.x.midpoint(last.x), y: first.y.midpoint(last.y) })
}

/// How far all models of a unit can go.
pub(super) fn common_limit(fixed: &Fixed, s: &State, shape: &MoveShape) -> Option<i32> {
    s.standing(shape.unit)
        .map(|(model, _)| limit(fixed, s, shape, model))
        .collect::<Option<Vec<_>>>()?
        .into_iter()
        .min()
}

/// The whole unit shifted in a direction: as far as it wants and may, then three quarters, half, a quarter.
pub fn formation(fixed: &Fixed, s: &State, shape: &MoveShape, way: Offset) -> Option<Vec<Path>> {
    if airborne(fixed, s, shape.unit) {
        return flight(fixed, s, shape, way);
    }
    let most = common_limit(fixed, s, shape)?.min(way.length().0) - SLACK;
    let least = s.unit(shape.unit).models.iter().filter_map(|model| figures::minimum(fixed, s, *model)).max();
    let parts: &[i32] = if least.is_some() { &[4, 3] } else { &[4, 3, 2, 1] };
    parts.iter().find_map(|part| {
        let step = way.with_length(Length(most / 4 * part));
        if step == Offset::default() {
            return None;
        }
        formation_by(fixed, s, shape, step)
    })
}

/// 9E-OUT-052: aircraft turned towards a direction as far as they may, or less, and then straight on.
fn flight(fixed: &Fixed, s: &State, shape: &MoveShape, way: Offset) -> Option<Vec<Path>> {
    let most = common_limit(fixed, s, shape)? - SLACK;
    let widest = i32::from(Angle::degrees(i32::from(fixed.numbers().straight_flight.degrees)).0);
    let wanted = Angle::of(way);
    [4, 2, 0, -2, -4].into_iter().find_map(|less| {
        (4..=8).rev().find_map(|part| {
            let flown = |(model, pose): (ModelId, Pose)| {
                let turn = i32::from((wanted - pose.facing).0 as i16).clamp(-widest, widest) * less / 4;
                let turned = pose.facing(pose.facing + Angle(turn as u16));
                let end = Pose { at: pose.at + turned.facing.step(Length(most / 8 * part)), ..turned };
                (model, if turn == 0 { smallvec![end] } else { smallvec![turned, end] })
            };
            let paths: Vec<Path> = s.standing(shape.unit).map(flown).collect();
            legal(fixed, s, shape, &paths).then_some(paths)
        })
    })
}

/// The whole unit shifted by a step, where that is legal.
pub fn formation_by(fixed: &Fixed, s: &State, shape: &MoveShape, step: Offset) -> Option<Vec<Path>> {
    let paths = shifted(s, shape.unit, step);
    legal(fixed, s, shape, &paths).then_some(paths)
}

/// All models of a unit moved by one step, the foremost first.
fn shifted(s: &State, unit: UnitId, step: Offset) -> Vec<Path> {
    let mut standing: Vec<(ModelId, Pose)> = s.standing(unit).collect();
    standing.sort_by_key(|(_, pose)| std::cmp::Reverse((pose.at - Point::default()).dot(step)));
    standing
        .into_iter()
        .map(|(model, pose)| (model, smallvec![Pose { at: pose.at + step, ..pose }]))
        .collect()
}

/// A whole unit towards a place, model by model, the nearest first; `None` where it would be torn apart.
pub fn walk(fixed: &Fixed, s: &State, shape: &MoveShape, to: Point) -> Option<Vec<Path>> {
    let others = Others::new(fixed, s, shape.unit, shape.kind);
    let goal = Body::point(to, Length::ZERO);
    let mut table = s.table.clone();
    let mut order: Vec<(i64, ModelId)> =
        s.standing(shape.unit).map(|(model, pose)| ((to - pose.at).squared(), model)).collect();
    order.sort_unstable();
    let mut paths: Vec<Path> = Vec::new();
    for (_, model) in order {
        if let Some(end) = towards(fixed, s, shape, &table, model, &goal, &others) {
            table.move_to(BodyId(model.0), end);
            paths.push((model, smallvec![end]));
        }
    }
    (!paths.is_empty() && legal(fixed, s, shape, &paths)).then_some(paths)
}

/// One model towards another body: to contact or as far as it may, else less far, else a little sideways.
fn towards(
    fixed: &Fixed,
    s: &State,
    shape: &MoveShape,
    table: &Table,
    model: ModelId,
    goal: &Body,
    others: &Others<'_>,
) -> Option<Pose> {
    let (body, form) = (table.body(BodyId(model.0))?, table.form(BodyId(model.0))?);
    let (ours, theirs) = body.outline.closest_points(&goal.outline);
    let gap = theirs - ours;
    let most = limit(fixed, s, shape, model)? - SLACK;
    let full = (gap.length().0 - SLACK).min(most);
    let rules = MoveRules { first_fault_only: true, ..move_rules(fixed, s, shape, model, others) };
    let before = body.distance(goal);
    let turns: [i32; 7] = [0, 20, -20, 40, -40, 65, -65];
    for part in [4, 3, 2] {
        for turn in turns {
            let distance = full / 4 * part;
            if distance <= 0 {
                return None;
            }
            let step = Angle::degrees(turn).turn(gap.with_length(Length(distance)));
            let end = Pose { at: body.pose.at + step, ..body.pose };
            let closer = body.moved(form, end).distance(goal) < before;
            if closer && table.check_move(BodyId(model.0), &[end], &rules).legal() {
                return Some(end);
            }
        }
    }
    None
}

/// Pile-in, consolidation, intervention: every model as near to its nearest enemy as it gets.
fn close_in(fixed: &Fixed, s: &State, shape: &MoveShape) -> Option<Vec<Path>> {
    let others = Others::new(fixed, s, shape.unit, shape.kind);
    let mut table = s.table.clone();
    let mut paths: Vec<Path> = Vec::new();
    let mut order: Vec<(Length, ModelId)> = s
        .standing(shape.unit)
        .filter_map(|(model, _)| Some((nearest_enemies(fixed, s, &table, model, false).first()?.1, model)))
        .collect();
    order.sort_unstable();
    for (_, model) in order {
        let nearest = nearest_enemies(fixed, s, &table, model, false);
        let (Some((enemy, _)), Some(body)) = (nearest.first(), table.body(BodyId(model.0))) else { continue };
        let Some(goal) = table.body(BodyId(enemy.0)).cloned() else { continue };
        if measure::touches(fixed, body, &goal) || limit(fixed, s, shape, model).is_none() {
            continue;
        }
        if let Some(end) = towards(fixed, s, shape, &table, model, &goal, &others) {
            table.move_to(BodyId(model.0), end);
            paths.push((model, smallvec![end]));
        }
    }
    if !paths.is_empty() && legal(fixed, s, shape, &paths) {
        return Some(paths);
    }
    None
}

/// 9E-AMB-066: a charge move that works, or `None` after a bounded search.
pub fn charge_witness(fixed: &Fixed, s: &State, shape: &MoveShape) -> Option<Vec<Path>> {
    let unit = shape.unit;
    let targets = s.unit(unit).turn.charge_targets.clone();
    if targets.is_empty() {
        return None;
    }
    // The nearest pair of models for each target.
    let mut pairs: Vec<(i32, ModelId, ModelId)> = Vec::new();
    for target in &targets {
        let pair = s.standing(unit).flat_map(|(own, _)| {
            s.standing(*target)
                .filter_map(move |(enemy, _)| Some((measure::distance(s, own, enemy)?, own, enemy)))
        });
        pairs.push(pair.min()?);
    }
    if targets.iter().all(|target| measure::engaged(fixed, s, unit, *target)) && legal(fixed, s, shape, &[]) {
        return Some(Vec::new());
    }
    // First the whole formation, straight at the nearest.
    for (_, own, enemy) in &pairs {
        let (Some(body), Some(goal)) = (s.body(*own), s.body(*enemy)) else { continue };
        let (a, b) = body.outline.closest_points(&goal.outline);
        let gap = b - a;
        let reach = fixed.numbers().engagement.horizontal.0;
        for short in [SLACK, reach / 2, reach - SLACK] {
            let distance = gap.length().0 - short;
            if distance <= 0 || distance > shape.distance - SLACK {
                continue;
            }
            let paths = shifted(s, unit, gap.with_length(Length(distance)));
            if legal(fixed, s, shape, &paths) {
                return Some(paths);
            }
        }
    }
    // Then model by model: one for each target, the others after them.
    let others = Others::new(fixed, s, unit, shape.kind);
    let mut table = s.table.clone();
    let mut paths: Vec<Path> = Vec::new();
    let mut order: Vec<(i32, ModelId, ModelId)> = pairs.clone();
    let mut rest: Vec<(i32, ModelId, ModelId)> = s
        .standing(unit)
        .filter(|(model, _)| !pairs.iter().any(|(_, own, _)| own == model))
        .filter_map(|(own, _)| {
            let all = targets.iter().flat_map(|target| s.standing(*target));
            all.filter_map(|(enemy, _)| Some((measure::distance(s, own, enemy)?, own, enemy))).min()
        })
        .collect();
    rest.sort_unstable();
    order.extend(rest);
    let mut moved: Vec<ModelId> = Vec::new();
    for (_, own, enemy) in order {
        if moved.contains(&own) {
            continue;
        }
        let Some(goal) = table.body(BodyId(enemy.0)).cloned() else { continue };
        if let Some(end) = towards(fixed, s, shape, &table, own, &goal, &others) {
            table.move_to(BodyId(own.0), end);
            paths.push((own, smallvec![end]));
            moved.push(own);
        }
    }
    legal(fixed, s, shape, &paths).then_some(paths)
}

/// A unit torn apart comes together around one of its models, those nearest to its middle first.
fn regroup(fixed: &Fixed, s: &State, shape: &MoveShape) -> Option<Vec<Path>> {
    let centre = middle(s, shape.unit)?;
    let mut anchors: Vec<(i64, ModelId)> =
        s.standing(shape.unit).map(|(model, pose)| ((pose.at - centre).squared(), model)).collect();
    anchors.sort_unstable();
    let anchors: Vec<ModelId> = anchors.into_iter().take(4).map(|(_, model)| model).collect();
    [true, false]
        .into_iter()
        .find_map(|close| anchors.iter().find_map(|anchor| gather(fixed, s, shape, *anchor, close)))
}

/// Everybody moves to the anchor, or only as far as to the nearest of those who are there already.
fn gather(fixed: &Fixed, s: &State, shape: &MoveShape, anchor: ModelId, close: bool) -> Option<Vec<Path>> {
    let others = Others::new(fixed, s, shape.unit, shape.kind);
    let mut table = s.table.clone();
    let middle = s.pose(anchor)?.at;
    let mut order: Vec<(i64, ModelId)> = s
        .standing(shape.unit)
        .filter(|(model, _)| *model != anchor)
        .map(|(model, pose)| ((pose.at - middle).squared(), model))
        .collect();
    order.sort_unstable();
    let mut there = vec![anchor];
    let mut paths: Vec<Path> = Vec::new();
    for (_, model) in order {
        let body = table.body(BodyId(model.0))?;
        let bodies = there.iter().filter_map(|friend| table.body(BodyId(friend.0)));
        let goal = if close {
            table.body(BodyId(anchor.0))
        } else {
            bodies.min_by_key(|friend| body.distance(friend))
        };
        let goal = goal?.clone();
        if let Some(end) = towards(fixed, s, shape, &table, model, &goal, &others) {
            table.move_to(BodyId(model.0), end);
            paths.push((model, smallvec![end]));
        }
        there.push(model);
    }
    (!paths.is_empty() && legal(fixed, s, shape, &paths)).then_some(paths)
}

/// Whether a scattered unit could perhaps come together although no way was found: every model has enough others that are
/// near enough if both come as far as they may.
pub fn may_gather(fixed: &Fixed, s: &State, shape: &MoveShape) -> bool {
    let rules = crate::legal::moves::coherency(fixed);
    let standing: Vec<(ModelId, i32)> = s
        .standing(shape.unit)
        .map(|(model, _)| (model, limit(fixed, s, shape, model).unwrap_or(0)))
        .collect();
    let asked =
        rules.neighbours.iter().rev().find(|(from, _)| *from <= standing.len()).map_or(0, |(_, n)| *n);
    let near = |(a, far): &(ModelId, i32), (b, other): &(ModelId, i32)| {
        a != b && measure::distance(s, *a, *b).is_some_and(|distance| distance <= rules.reach.0 + far + other)
    };
    standing.iter().all(|one| standing.iter().filter(|other| near(one, other)).count() >= asked)
}
