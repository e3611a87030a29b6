//! Where broken troops run (2E-BRK-007, 2E-BRK-010).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::rule;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rules};
use grognard_space::table::{Body, FaultKind, Length, Offset, Passing, Point, Pose};
use smallvec::smallvec;

use super::{hiding, lasting, morale};
use crate::Second;
use crate::buildings::{self, walls};
use crate::choice::Way;
use crate::data::amount::Amount;
use crate::data::ground::{Class, Cover};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::moves::free_place;
use crate::state::{Nerve, State};
use crate::terrain::IMPASSABLE;

/// How far beside its place a model may be pushed where that is taken.
const ASIDE: Length = Length::inches(4);

/// Some models of a unit flee together; 2E-AMB-027: whoever flees off the table is gone.
pub fn flee(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    unit: UnitId,
    models: &[ModelId],
    dice: Amount,
    rules: &[RuleId],
) -> Step {
    let fixed = cx.fixed();
    let inches = dice.roll(cx, "roll.flee", rules)?;
    // 2E-SQD-006: where a part that was cut off flees, the others go on.
    let whole = s.unit(unit).models.iter().all(|model| models.contains(model));
    s.unit_mut(unit).fled |= whole || s.unit(unit).nerve == Nerve::Broken;
    hiding::reveal(s, cx, unit, rules!["2E-HID-007"]);
    for model in models {
        s.disengage(*model);
    }
    let far = Length::inches(i32::from(inches));
    let out = leave_buildings(s, fixed, models, far);
    let rules = &with_exits(&out, rules);
    let outdoors: Vec<ModelId> =
        models.iter().copied().filter(|model| !out.iter().any(|(other, _)| other == model)).collect();
    let models = &outdoors[..];
    let step = direction(fixed, s, models, far);
    let steps: Vec<(ModelId, Offset)> = models.iter().map(|model| (*model, step)).collect();
    let Some(mut ways) = run(fixed, s, &steps).or_else(|| models.is_empty().then(Vec::new)) else {
        let whole = models.len() == s.unit(unit).models.len();
        if whole {
            morale::remove(s, cx, unit, "removed.off-table", rules);
        } else {
            for model in models {
                s.remove(*model);
            }
            cx.emit(rules, Event::Removed { unit, models: models.to_vec(), why: "removed.off-table" });
        }
        return Ok(());
    };
    let mut met = lasting::Met::new();
    for (model, stops) in &ways {
        if let (Some(start), Some(end)) = (s.pose(*model), stops.last()) {
            lasting::meets(fixed, s, *model, start, stops, &mut met);
            s.table.move_to(*model, *end);
        }
    }
    ways.extend(out);
    cx.emit(rules, Event::Fled { unit, ways, inches });
    if fixed.options.flee_bad_ground {
        lost_in_bad_ground(s, cx, models)?;
    }
    lasting::entered(s, cx, &met)?;
    // 2E-SQD-007 holds for a part that fled into its squad's arms.
    morale::together(s, cx, unit);
    hiding::spotting(s, cx);
    Ok(())
}

/// 2E-BRK-011, 2E-SPC-006: by an option whoever flees into difficult ground is lost on a one.
fn lost_in_bad_ground(s: &mut State, cx: &mut Ctx<'_, Second>, models: &[ModelId]) -> Step {
    if !applies(rule!("2E-BRK-011")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    for model in models {
        let Some(at) = s.pose(*model).map(|pose| pose.at) else { continue };
        let bad = |feature: &crate::terrain::Feature| {
            matches!(feature.piece.ground, Class::Difficult | Class::VeryDifficult)
                && feature.area.contains(at)
        };
        if !fixed.battlefield.features.iter().any(bad) {
            continue;
        }
        let rules = rules!["2E-BRK-011", "2E-SPC-006"];
        let face = fixed.numbers().bad_ground.roll.roll(cx, "roll.bad-ground", rules)?;
        if face <= fixed.numbers().bad_ground.lost_to {
            s.remove(*model);
            cx.emit(rules, Event::Casualty { model: *model });
        }
    }
    Ok(())
}

/// 2E-BRO-004: models that broke off flee directly away from those they fought; 2E-AMB-090: from several along the sum of
/// the directions; 2E-AMB-027: whoever leaves the table is gone.
pub fn flee_from(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    unit: UnitId,
    models: &[(ModelId, Vec<ModelId>)],
    rules: &[RuleId],
) -> Step {
    if !applies(rule!("2E-BRO-004")) {
        return Ok(());
    }
    if models.is_empty() {
        return Ok(());
    }
    let fixed = cx.fixed();
    let inches = fixed.numbers().breaks_off.flee.roll(cx, "roll.flee", rules)?;
    let far = Length::inches(i32::from(inches));
    let away = |model: ModelId, enemies: &[ModelId]| -> Option<Offset> {
        let at = s.pose(model)?.at;
        let apart =
            enemies.iter().filter_map(|enemy| s.pose(*enemy)).map(|pose| (at - pose.at).with_length(far));
        let (x, y) = apart.fold((0, 0), |(x, y), step| (x + step.x, y + step.y));
        Some(Offset { x, y }.with_length(far))
    };
    let mut gone: Vec<ModelId> = Vec::new();
    let mut met = lasting::Met::new();
    let steps: Vec<(ModelId, Offset)> =
        models.iter().filter_map(|(model, enemies)| Some((*model, away(*model, enemies)?))).collect();
    let fleeing: Vec<ModelId> = models.iter().map(|(model, _)| *model).collect();
    let mut ways: Vec<Way> = leave_buildings(s, fixed, &fleeing, far);
    let rules = &with_exits(&ways, rules);
    let steps: Vec<(ModelId, Offset)> =
        steps.into_iter().filter(|(model, _)| !ways.iter().any(|(other, _)| other == model)).collect();
    for (model, step) in steps {
        let Some(own) = run(fixed, s, &[(model, step)]) else {
            s.remove(model);
            gone.push(model);
            continue;
        };
        if let (Some(start), Some((_, stops))) = (s.pose(model), own.first()) {
            lasting::meets(fixed, s, model, start, stops, &mut met);
            s.table.move_to(model, stops.last().copied().unwrap_or(start));
        }
        ways.extend(own);
    }
    cx.emit(rules, Event::Fled { unit, ways, inches });
    if !gone.is_empty() {
        cx.emit(rules, Event::Removed { unit, models: gone, why: "removed.off-table" });
    }
    hiding::spotting(s, cx);
    lasting::entered(s, cx, &met)
}

/// 2E-BRK-016, 2E-BLD-011: in a building each model makes for the nearest exit by itself; from an upper floor it comes down one
/// level (2E-BLD-003). The ways of those who are indoors.
fn leave_buildings(s: &mut State, fixed: &Fixed, models: &[ModelId], far: Length) -> Vec<Way> {
    let mut ways = Vec::new();
    for model in models {
        let Some(feature) = buildings::around(fixed, s, *model) else { continue };
        let (Some(pose), form) = (s.pose(*model), fixed.ground.form(fixed.form(*model))) else { continue };
        let wish = if pose.z > Length::ZERO {
            let floor = fixed.battlefield.features[feature].piece.building.as_ref();
            let down = floor.map_or(Length::ZERO, |building| building.floor_height.0);
            Pose { z: (pose.z - down).max(Length::ZERO), ..pose }
        } else {
            let beyond = form.body(pose).outline.radius() + Length::INCH;
            let Some([door, outside]) = walls::nearest_exit(fixed, s, *model, feature, beyond) else {
                continue;
            };
            let to_door = pose.at.distance(door);
            if to_door + door.distance(outside) <= far {
                Pose { at: outside, ..pose }
            } else {
                // It comes as near to the door as it can and stays inside.
                let short = (to_door.min(far) - beyond).max(Length::ZERO);
                Pose { at: pose.at + (door - pose.at).with_length(short), ..pose }
            }
        };
        let inside = buildings::inside(fixed, wish.at);
        let fits = |spot: Pose| {
            spot.z == wish.z
                && buildings::inside(fixed, spot.at) == inside
                && !walls::in_wall(fixed, s, &form.body(spot))
        };
        let rules = free_place(&Passing::Base);
        let end = s.table.nearest_spot(form, wish, ASIDE, &rules, &[*model], &fits).unwrap_or(pose);
        s.table.move_to(*model, end);
        ways.push((*model, smallvec![end]));
    }
    ways
}

/// The rules of a flight, with those of exits where somebody took one.
fn with_exits(out: &[Way], rules: &[RuleId]) -> Vec<RuleId> {
    let exits: &[RuleId] = if out.is_empty() { &[] } else { rules!["2E-BRK-016", "2E-BLD-011"] };
    [rules, exits].concat()
}

fn middle(s: &State, models: &[ModelId]) -> Point {
    let places: Vec<Point> = models.iter().filter_map(|model| s.pose(*model)).map(|pose| pose.at).collect();
    let count = places.len().max(1) as i64;
    let mean =
        |axis: fn(&Point) -> i32| (places.iter().map(|at| i64::from(axis(at))).sum::<i64>() / count) as i32;
    Point { x: mean(|at| at.x), y: mean(|at| at.y) }
}

/// 2E-BRK-007: towards the nearest cover that lies away from the nearest enemy, no further than it; 2E-AMB-028: where there
/// is none, straight away from that enemy.
fn direction(fixed: &Fixed, s: &State, models: &[ModelId], far: Length) -> Offset {
    let from = middle(s, models);
    let side = models.first().map(|model| s.side_of(*model));
    let enemy = side.and_then(|side| {
        let near = |body: &Body| {
            models.iter().filter_map(|model| s.table.body(*model)).map(|own| own.distance(body)).min()
        };
        s.enemies(side).min_by_key(|(id, body)| (near(body), *id)).map(|(_, body)| body.pose.at)
    });
    let Some(enemy) = enemy else { return Offset::default() };
    let away = from - enemy;
    let spots = fixed.battlefield.features.iter().filter(|feature| feature.piece.cover > Cover::None);
    let spots = spots.flat_map(|feature| {
        let centre = |area: &grognard_space::table::Area| {
            let bounds = area.bounds();
            Point { x: bounds.low.x.midpoint(bounds.high.x), y: bounds.low.y.midpoint(bounds.high.y) }
        };
        // Nobody runs through the walls of a building: its shelter lies behind it.
        if feature.piece.building.is_some() {
            let bounds = feature.area.bounds();
            let middle = centre(&feature.area);
            let beyond = bounds.low.distance(bounds.high).half() + fixed.numbers().behind.behind.0;
            return vec![middle + (middle - enemy).with_length(beyond)];
        }
        if feature.piece.cover_inside {
            return vec![centre(&feature.area)];
        }
        let behind = fixed.numbers().behind.behind.0;
        let shelter = |at: Point| at + (at - enemy).with_length(behind);
        feature.parts.iter().map(|(area, ..)| shelter(centre(area))).collect()
    });
    let nearest = spots
        .filter(|spot| (*spot - from).dot(away) > 0)
        .min_by_key(|spot| (spot.distance(from), spot.x, spot.y));
    match nearest {
        Some(spot) if spot.distance(from) <= far => spot - from,
        Some(spot) => (spot - from).with_length(far),
        None => away.with_length(far),
    }
}

/// The ways of models that flee by one step, each to the nearest free place; 2E-BRK-010: terrain does not slow them, and
/// they stop before what nobody enters. `None` where one of them leaves the table.
pub fn run(fixed: &Fixed, s: &State, steps: &[(ModelId, Offset)]) -> Option<Vec<Way>> {
    let mut there = s.table.clone();
    let mut order: Vec<(ModelId, Pose, Offset)> =
        steps.iter().filter_map(|(model, step)| Some((*model, s.pose(*model)?, *step))).collect();
    order.sort_by_key(|(model, pose, step)| {
        (std::cmp::Reverse((pose.at - Point::default()).dot(*step)), *model)
    });
    let side = s.side_of(steps.first()?.0);
    let apart = fixed.numbers().apart.apart.0 - Length(1);
    let others = |other: ModelId| {
        if s.side_of(other) == side {
            Passing::Base
        } else {
            Passing::Away { horizontal: apart, vertical: Length::UNBOUNDED }
        }
    };
    let mut ways: Vec<Way> = Vec::new();
    for (model, pose, step) in order {
        let form = fixed.ground.form(fixed.form(model));
        let free = grognard_space::table::MoveRules { barred: IMPASSABLE, ..free_place(&Passing::Free) };
        let part =
            |quarters: i32| Pose { at: pose.at + step.with_length(step.length() / 4 * quarters), ..pose };
        let wish =
            |quarters: i32| if quarters == 4 { Pose { at: pose.at + step, ..pose } } else { part(quarters) };
        let stopped = |quarters: &i32| {
            let way = [wish(*quarters)];
            let faults = s.table.check_path(form, pose, &way, &free, &|_| true).faults;
            !faults.iter().any(|fault| matches!(fault.kind, FaultKind::Barred(_)))
                && walls::barred(fixed, s, side, &form.body(pose), wish(*quarters)).is_none()
        };
        let end = (0..=4).rev().find(stopped).map_or(pose, wish);
        if !fixed.ground.holds(&form.body(end).outline) {
            return None;
        }
        there.take(model);
        let place = grognard_space::table::MoveRules { barred: IMPASSABLE, ..free_place(&others) };
        let found = there.nearest_spot(form, end, ASIDE, &place, &[model], &|spot| {
            spot.z == Length::ZERO && walls::barred(fixed, s, side, &form.body(pose), spot).is_none()
        });
        let end = found.unwrap_or(pose);
        there.put(model, fixed.form(model), s.model(model).unit, end);
        ways.push((model, smallvec![end]));
    }
    Some(ways)
}
