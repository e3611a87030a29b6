//! Distances between models and units: Engagement Range, "within", objective range (9E-MEA, 9E-ENG).

use grognard_engine::switch::{all_apply, applies};
use grognard_engine::{rule, rules};
use grognard_space::table::{Body, Length, Levels, Outline, Point};
use grognard_tabletop::measure;
use smallvec::SmallVec;

use crate::data::Data;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Spot, UnitId};
use crate::keyword::Keywords;
use crate::state::State;
use crate::terrain::PASSABLE;

/// Some units, in order.
pub type Units = SmallVec<[UnitId; 8]>;

/// 9E-ENG-001, 9E-AIR-014: within 1" horizontally and 5" vertically.
pub fn bodies_engaged(fixed: &Fixed, a: &Body, b: &Body) -> bool {
    let numbers = &fixed.numbers().engagement;
    a.within_split(b, numbers.horizontal.0, numbers.vertical.0)
}

/// 9E-AMB-074: whether two models touch: hardly apart in plan, and not at all in height.
pub fn touches(fixed: &Fixed, a: &Body, b: &Body) -> bool {
    let within = fixed.numbers().contact.within.0;
    a.heights().gap(b.heights()) == Length::ZERO && a.outline.within(&b.outline, within)
}

/// 9E-ENG-001, 9E-ENG-004: whether two models of different sides are within Engagement Range of each other.
pub fn models_engaged(fixed: &Fixed, s: &State, a: ModelId, b: ModelId) -> bool {
    matches!((s.body(a), s.body(b)), (Some(a), Some(b)) if bodies_engaged(fixed, a, b))
}

/// 9E-ENG-002: whether any models of two units are within Engagement Range.
pub fn engaged(fixed: &Fixed, s: &State, a: UnitId, b: UnitId) -> bool {
    s.unit(a).models.iter().any(|ours| model_engaged(fixed, s, *ours, b))
}

/// Whether a model is within Engagement Range of a unit.
pub fn model_engaged(fixed: &Fixed, s: &State, model: ModelId, unit: UnitId) -> bool {
    s.unit(unit).models.iter().any(|theirs| models_engaged(fixed, s, model, *theirs))
}

/// The enemy units within Engagement Range of a unit.
pub fn engaging(fixed: &Fixed, s: &State, unit: UnitId) -> Units {
    let mut found = Units::new();
    s.standing(unit).for_each(|(model, _)| {
        visit_engaging(fixed, s, model, &mut |other| {
            if !found.contains(&other) {
                found.push(other);
            }
        });
    });
    found.sort_unstable();
    found
}

/// Calls `visit` with the unit of each enemy model within Engagement Range of a model.
fn visit_engaging(fixed: &Fixed, s: &State, model: ModelId, visit: &mut dyn FnMut(UnitId)) {
    let Some(body) = s.body(model) else { return };
    let side = s.side_of(model);
    let reach = fixed.numbers().engagement.horizontal.0;
    s.table.any_near(body.outline.bounds().grown(reach), |id, other| {
        let unit = s.model(id).unit;
        // 9E-ENG-004: only between enemies.
        let enemy =
            s.unit(unit).side != side || (unit != s.model(model).unit && !applies(rule!("9E-ENG-004")));
        if enemy && bodies_engaged(fixed, body, other) {
            visit(unit);
        }
        false
    });
}

/// Whether any enemy unit is within Engagement Range of a unit.
pub fn is_engaged(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    s.standing(unit).any(|(model, _)| {
        let mut engaged = false;
        visit_engaging(fixed, s, model, &mut |_| engaged = true);
        engaged
    })
}

/// Whether all enemies within Engagement Range of a unit are aircraft, and there are some (9E-AIR-011).
pub fn only_aircraft(fixed: &Fixed, s: &State, engaging: &[UnitId]) -> bool {
    !engaging.is_empty() && engaging.iter().all(|unit| s.has(fixed, *unit, Keywords::AIRCRAFT))
}

/// 9E-MEA-005, 9E-MEA-008: whether some parts of two units are at most so far apart.
pub fn units_within(s: &State, a: UnitId, b: UnitId, reach: Length) -> bool {
    let near = |ours: &ModelId| unit_near(s, b, *ours, reach);
    if !applies(rule!("9E-MEA-008")) {
        return s.unit(a).models.iter().all(near);
    }
    s.unit(a).models.iter().any(near)
}

fn unit_near(s: &State, unit: UnitId, model: ModelId, reach: Length) -> bool {
    let Some(body) = s.body(model) else { return false };
    // 9E-MEA-006: any part of a model will do.
    let within = |other: &Body| {
        if !applies(rule!("9E-MEA-006")) {
            return other.wholly_within(body, inclusive(reach));
        }
        body.within(other, inclusive(reach))
    };
    s.unit(unit).models.iter().any(|other| s.body(*other).is_some_and(within))
}

/// 9E-MEA-005: exactly so far is within.
fn inclusive(reach: Length) -> Length {
    if applies(rule!("9E-MEA-005")) { reach } else { reach - Length(1) }
}

/// 9E-MEA-006, 9E-MEA-008: whether some part of a unit is at most so far from a model.
pub fn unit_within_of_model(_fixed: &Fixed, s: &State, unit: UnitId, model: ModelId, reach: Length) -> bool {
    unit_near(s, unit, model, reach)
}

/// 9E-MEA-009: whether every model of a unit has a part at most so far from a model.
pub fn every_model_within(s: &State, unit: UnitId, model: ModelId, reach: Length) -> bool {
    let Some(body) = s.body(model) else { return false };
    if !applies(rule!("9E-MEA-009")) {
        return measure::any_within(s, unit, body, reach);
    }
    measure::every_within(s, unit, body, reach)
}

/// 9E-MEA-001: the distance between two models, rounded up to the grid.
pub fn distance(s: &State, a: ModelId, b: ModelId) -> Option<Length> {
    measure::between(s, a, b)
}

/// The distance from a model to the nearest model of a unit.
pub fn distance_to_unit(s: &State, model: ModelId, unit: UnitId) -> Option<Length> {
    measure::to_unit(s, s.body(model)?, unit)
}

/// The distance between two units.
pub fn unit_distance(s: &State, a: UnitId, b: UnitId) -> Option<Length> {
    measure::between_units(s, a, b)
}

/// 9E-MEA-010: whether every part of every model of a unit is at most so far from a model.
pub fn wholly_within(s: &State, unit: UnitId, model: ModelId, reach: Length) -> bool {
    let Some(body) = s.body(model) else { return false };
    if !applies(rule!("9E-MEA-010")) {
        return measure::any_within(s, unit, body, reach);
    }
    measure::wholly_within(s, unit, body, reach)
}

/// 9E-OBJ-001, 9E-OBJ-003: a marker as a flat disc.
pub fn marker(fixed: &Fixed, at: Spot) -> Body {
    lying(fixed, at, marker_radius(fixed))
}

fn marker_radius(fixed: &Fixed) -> Length {
    let by_rim = all_apply(rules!["9E-OBJ-001", "9E-OBJ-003"]);
    let size = if by_rim { fixed.numbers().marker.millimetres } else { 0 };
    Length::mm(i32::from(size)).half()
}

/// The heights at which a marker can lie in a place, from low to high; what models walk through does not carry it.
pub fn surfaces(fixed: &Fixed, at: Spot) -> Levels {
    fixed.ground.levels_through(at.at(), PASSABLE)
}

/// Whether a marker in a place lies on the table itself, where everybody gets at it, and not on top of something.
pub fn lies_low(fixed: &Fixed, at: Spot) -> bool {
    surfaces(fixed, at).first() == Some(&Length::ZERO)
}

/// 9E-AMB-096: a flat disc on the floor it was put on, or on what is under its middle: the table, or where that is filled
/// the lowest surface above it.
fn lying(fixed: &Fixed, spot: Spot, radius: Length) -> Body {
    let lowest = || surfaces(fixed, spot).first().copied().unwrap_or(Length::ZERO);
    let z = if spot.2 == 0 { lowest() } else { Length(spot.2) };
    Body::marker(spot.at(), z, radius)
}

/// Whether a model is in range of a disc of a size.
fn near_disc(fixed: &Fixed, s: &State, model: ModelId, at: Spot, radius: Length) -> bool {
    let numbers = &fixed.numbers().marker_range;
    let (horizontal, vertical) = (numbers.horizontal.0, numbers.vertical.0);
    // Most models are far away, and then nobody needs to know how high the ground is.
    let plan = Outline::disc(at.at(), radius);
    s.body(model).is_some_and(|body| {
        body.outline.within(&plan, horizontal)
            && body.within_split(&lying(fixed, at, radius), horizontal, vertical)
    })
}

/// 9E-OBJ-004: whether a model is in range of a marker.
pub fn in_marker_range(fixed: &Fixed, s: &State, model: ModelId, at: Spot) -> bool {
    near_disc(fixed, s, model, at, marker_radius(fixed))
}

/// Whether a model would be in range of a marker without size.
pub fn in_middle_range(fixed: &Fixed, s: &State, model: ModelId, at: Spot) -> bool {
    near_disc(fixed, s, model, at, Length::ZERO)
}

/// The rectangle of a deployment zone (TAB-21): 0 at the left end, 1 at the right.
pub fn zone(fixed: &Fixed, zone: u8) -> (Point, Point) {
    // 9E-MIS-005: the zones grow with the table.
    let size = if applies(rule!("9E-MIS-005")) { fixed.battlefield.size } else { fixed.least_table() };
    zone_of(&fixed.data, size, zone)
}

/// The same on a table of a size.
pub fn zone_of(data: &Data, (x, y): (i32, i32), zone: u8) -> (Point, Point) {
    let deep = x / i32::from(data.numbers.zones.part);
    match zone {
        0 => (Point { x: 0, y: 0 }, Point { x: deep, y }),
        _ => (Point { x: x - deep, y: 0 }, Point { x, y }),
    }
}

/// 9E-MEA-007: whether all of an outline lies in a zone; its edges belong to it.
pub fn in_zone(fixed: &Fixed, number: u8, outline: &Outline) -> bool {
    let (low, high) = zone(fixed, number);
    let bounds = outline.bounds();
    if !applies(rule!("9E-MEA-007")) {
        return outline.within(&Outline::rectangle(low, high), Length::ZERO);
    }
    low.x <= bounds.low.x && low.y <= bounds.low.y && bounds.high.x <= high.x && bounds.high.y <= high.y
}
