//! Walls and openings: who passes where, levels, and blasts between rooms (2E-BLD-001 to 2E-BLD-010).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Body, Length, Outline, Point, Pose};

use super::{around, inside, unit_inside};
use crate::Second;
use crate::choice::Choice;
use crate::data::ground::OpeningKind;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::legal::in_force;
use crate::play::movement;
use crate::sight;
use crate::special;
use crate::state::{Moved, Pledge, State};
use crate::terrain::{Gap, WALL};

/// A place so near to the end of an opening is in it.
const SLACK: Length = Length::mm(2);
/// The height over the floor at which blasts find doors, windows and slits.
const BREAST: Length = Length(Length::INCH.0 * 9 / 10);

/// Where a way crosses an edge, if it does.
fn crossed(from: Point, to: Point, one: Point, other: Point) -> Option<Point> {
    let (step, edge) = (to - from, other - one);
    let turn = i128::from(step.cross(edge));
    if turn == 0 {
        return None;
    }
    let along = i128::from((one - from).cross(edge));
    let beside = i128::from((one - from).cross(step));
    let within = |part: i128| if turn > 0 { (0..=turn).contains(&part) } else { (turn..=0).contains(&part) };
    if !within(along) || !within(beside) {
        return None;
    }
    let part = |whole: i32| (i128::from(whole) * along / turn) as i32;
    Some(Point { x: from.x + part(step.x), y: from.y + part(step.y) })
}

fn holds(gap: &[Point; 2], at: Point) -> bool {
    gap[0].distance(at) + at.distance(gap[1]) <= gap[0].distance(gap[1]) + SLACK
}

/// Whether somebody of a side passes an opening of a building, and by which rule not.
fn passes(s: &State, feature: usize, at: usize, gap: &Gap, side: Side) -> Result<(), (RuleId, &'static str)> {
    let Some(own) = s.building(feature) else { return Ok(()) };
    match gap.kind {
        OpeningKind::Slit => Err((rule!("2E-BLD-001"), "why.slit")),
        // 2E-BLD-017: the defender passes locked doors; others once they are broken.
        OpeningKind::Door
            if gap.locked && own.defender != Some(side) && !own.broken.contains(&(at as u8)) =>
        {
            Err((rule!("2E-BLD-017"), "why.locked"))
        }
        OpeningKind::Door | OpeningKind::Window => Ok(()),
    }
}

/// 2E-BLD-001: why a straight way of a model does not lead through a wall, if so.
pub fn barred(fixed: &Fixed, s: &State, side: Side, body: &Body, to: Pose) -> Option<(RuleId, &'static str)> {
    in_force(why_barred(fixed, s, side, body, to))
}

fn why_barred(fixed: &Fixed, s: &State, side: Side, body: &Body, to: Pose) -> Option<(RuleId, &'static str)> {
    let from = body.pose;
    for (number, feature) in fixed.battlefield.features.iter().enumerate() {
        let Some(building) = &feature.piece.building else { continue };
        if s.building(number).is_some_and(|own| own.collapsed) {
            continue;
        }
        let corners = feature.area.corners();
        for (at, one) in corners.iter().enumerate() {
            let other = corners[(at + 1) % corners.len()];
            let Some(place) = crossed(from.at, to.at, *one, other) else { continue };
            // 2E-BLD-004: some buildings are closed for the game.
            if building.closed || s.building(number).is_some_and(|own| own.closed) {
                return Some((rule!("2E-BLD-004"), "why.closed"));
            }
            // 2E-BLD-016: from one section to the next on the same floor.
            let floor = from.z.0 / building.floor_height.0.0.max(1);
            let leads_on = |gap: &Gap| gap.inner && i32::from(gap.floor) == floor && holds(&gap.line, place);
            if feature.gaps.iter().any(leads_on) {
                continue;
            }
            if from.z > Length::ZERO {
                return Some((rule!("2E-BLD-003"), "why.upper-floor"));
            }
            let holes = s.building(number).map_or(&[][..], |own| &own.holes);
            if holes.iter().any(|hole| holds(hole, place)) {
                continue;
            }
            let mut gaps =
                feature.gaps.iter().enumerate().filter(|(_, gap)| gap.floor == 0 && holds(&gap.line, place));
            let Some((at, gap)) = gaps.next() else { return Some((rule!("2E-BLD-001"), "why.wall")) };
            if let Err(why) = passes(s, number, at, gap, side) {
                return Some(why);
            }
        }
    }
    None
}

/// 2E-BRK-016: the exit of a building that is nearest to a model: the middle of the opening, and a place so far outside it.
pub fn nearest_exit(
    fixed: &Fixed,
    s: &State,
    model: ModelId,
    feature: usize,
    beyond: Length,
) -> Option<[Point; 2]> {
    let (at, side) = (s.pose(model)?.at, s.side_of(model));
    let own = &fixed.battlefield.features[feature];
    let gaps = own.gaps.iter().enumerate().filter(|(number, gap)| {
        !gap.inner && gap.floor == 0 && passes(s, feature, *number, gap, side).is_ok()
    });
    let holes = s.building(feature).into_iter().flat_map(|own| own.holes.iter().copied());
    let outside = |line: [Point; 2]| {
        let middle = Point { x: line[0].x.midpoint(line[1].x), y: line[0].y.midpoint(line[1].y) };
        let across = (line[1] - line[0]).left().with_length(beyond);
        let out = [middle + across, middle - across].into_iter().find(|spot| !own.area.contains(*spot))?;
        Some([middle, out])
    };
    let exits = gaps.map(|(_, gap)| gap.line).chain(holes).filter_map(outside);
    exits.min_by_key(|[door, _]| (door.distance(at), door.x, door.y))
}

/// Whether a body stands in a wall.
pub fn in_wall(fixed: &Fixed, s: &State, body: &Body) -> bool {
    let parts = fixed.ground.parts_near(body.outline.bounds());
    parts.iter().map(|number| &fixed.ground.parts()[*number]).any(|part| {
        let feature = usize::from(part.terrain.0);
        let open = s.building(feature).is_some_and(|own| {
            own.collapsed || own.holes.iter().any(|hole| Outline::convex(*hole).within(&body.outline, SLACK))
        });
        part.tags.any(WALL)
            && !open
            && part.span.low < body.volume.high
            && part.span.high > body.volume.low
            && part.outline.overlaps(&body.outline)
    })
}

/// The level of a building that a place is on.
fn level(fixed: &Fixed, pose: Pose) -> i32 {
    let feature = inside(fixed, pose.at).map(|feature| &fixed.battlefield.features[feature]);
    let building = feature.and_then(|feature| feature.piece.building.as_ref());
    building.map_or(0, |own| pose.z.0 / own.floor_height.0.0.max(1))
}

/// 2E-BLD-003: the levels a unit may climb to: one up or down, for a whole movement phase.
pub fn climbs(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<Choice> {
    let own = s.unit(unit);
    if own.moved != Moved::NotYet || own.pledge != Pledge::None || !movement::may_move(s, unit) {
        return Vec::new();
    }
    let Some(feature) = unit_inside(fixed, s, unit) else { return Vec::new() };
    let Some(building) = &fixed.battlefield.features[feature].piece.building else { return Vec::new() };
    let level = |pose: Pose| (pose.z.0 / building.floor_height.0.0.max(1)) as u8;
    let mut levels = s.bodies(unit).map(|(_, body)| level(body.pose));
    let Some(now) = levels.next().filter(|now| levels.all(|level| level == *now)) else { return Vec::new() };
    let to = [now.checked_sub(1), Some(now + 1).filter(|up| *up < building.floors)];
    to.into_iter().flatten().map(|level| Choice::Climb(unit, level)).collect()
}

/// 2E-BLD-003, 2E-AMB-045: a unit spends its movement phase on the stairs.
pub fn climb(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId, level: u8) -> Step {
    if !applies(rule!("2E-BLD-003")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    let Some(feature) = unit_inside(fixed, s, unit) else { return Ok(()) };
    let Some(building) = &fixed.battlefield.features[feature].piece.building else { return Ok(()) };
    let z = Length(building.floor_height.0.0 * i32::from(level));
    let models: Vec<(ModelId, Pose)> = s.bodies(unit).map(|(model, body)| (model, body.pose)).collect();
    for (model, pose) in models {
        s.table.move_to(model, Pose { z, ..pose });
        s.model_mut(model).far = building.floor_height.0.0;
    }
    s.unit_mut(unit).moved = Moved::Normal;
    // 2E-SPC-013: a very long stair takes the rest of the turn, too.
    let long = special::takes_the_turn(fixed, feature);
    s.unit_mut(unit).fired |= long;
    let agreed = fixed.battlefield.features[feature].special.is_some();
    let rules: &[RuleId] = if agreed { rules!["2E-BLD-003", "2E-SPC-013"] } else { rules!["2E-BLD-003"] };
    let what = if long { "event.climbs-long" } else { "event.climbs" };
    cx.emit(rules, Event::UnitIn { what, unit, building: feature as u8, number: level });
    Ok(())
}

/// 2E-BLD-002, 2E-BLD-010: inside and into buildings only enemies in sight are charged.
pub fn unseen_charge(fixed: &Fixed, s: &State, unit: UnitId, enemy: UnitId) -> bool {
    if !applies(rule!("2E-BLD-002")) {
        return false;
    }
    let indoors = |unit: UnitId| s.bodies(unit).any(|(model, _)| around(fixed, s, model).is_some());
    (indoors(unit) || indoors(enemy)) && !movement::unit_sees(fixed, s, unit, enemy)
}

/// 2E-SPC-009: whether a place lies in a very large open space, where the indoor rules of scatter and markers do not apply.
pub fn is_hall(fixed: &Fixed, at: Point) -> bool {
    if !applies(rule!("2E-SPC-009")) {
        return false;
    }
    let building = inside(fixed, at).and_then(|own| fixed.battlefield.features[own].piece.building.as_ref());
    building.is_some_and(|own| own.hall)
}

/// 2E-SPC-009: whether a marker in such a space would be confined, were it an ordinary building.
pub fn is_spared(fixed: &Fixed, at: Point, radius: Length) -> bool {
    if !applies(rule!("2E-SPC-009")) {
        return false;
    }
    let feature = inside(fixed, at).map(|own| &fixed.battlefield.features[own]);
    is_hall(fixed, at) && feature.is_some_and(|own| !own.area.covers(&Outline::disc(at, radius)))
}

/// 2E-BLD-008, 2E-AMB-046: whether a marker lies in a space it does not fit into.
pub fn is_confined(fixed: &Fixed, s: &State, at: Point, radius: Length) -> bool {
    if !applies(rule!("2E-BLD-008")) {
        return false;
    }
    inside(fixed, at).is_some_and(|feature| {
        let standing = s.building(feature).is_some_and(|own| !own.collapsed);
        standing
            && !is_hall(fixed, at)
            && !fixed.battlefield.features[feature].area.covers(&Outline::disc(at, radius))
    })
}

/// 2E-BLD-009: whether a solid wall or floor lies between the middle of a marker and a model.
pub fn is_walled_off(fixed: &Fixed, s: &State, marker: Pose, model: ModelId) -> bool {
    if !applies(rule!("2E-BLD-009")) {
        return false;
    }
    let Some(body) = s.table.body(model) else { return false };
    let at = marker.at;
    let same = around(fixed, s, model).is_some_and(|own| inside(fixed, at) == Some(own));
    if same && level(fixed, marker) != level(fixed, body.pose) {
        return true;
    }
    let line = Outline::convex([at, body.pose.at]);
    let height = body.pose.z + BREAST;
    let parts = fixed.ground.parts_near(line.bounds());
    parts.iter().map(|number| &fixed.ground.parts()[*number]).any(|part| {
        let feature = usize::from(part.terrain.0);
        part.tags.any(WALL)
            && s.building(feature).is_none_or(|own| !own.collapsed)
            && (part.span.low..part.span.high).contains(&height)
            && part.outline.within(&line, Length::ZERO)
    })
}

/// 2E-BLD-007: a marker that scattered out of sight in or into a building comes back towards the firer until it is seen.
pub fn back_in_sight(fixed: &Fixed, s: &State, firer: ModelId, at: Point) -> Option<Point> {
    let from = s.pose(firer)?.at;
    let indoors = inside(fixed, at).is_some() || inside(fixed, from).is_some();
    if !indoors || is_hall(fixed, at) || sight::sees_point(fixed, s, firer, at) {
        return None;
    }
    let whole = (from - at).length();
    let quarter = Length::INCH.0 / 4;
    let spots = (1..=whole.0 / quarter).map(|part| at + (from - at).with_length(Length(part * quarter)));
    let mut spots = spots.filter(|spot| sight::sees_point(fixed, s, firer, *spot));
    Some(spots.next().unwrap_or(from))
}
