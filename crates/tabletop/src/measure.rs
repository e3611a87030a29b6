//! Distances between models and units. "Within" includes the limit; a distance is rounded up to the grid, so that comparing
//! it with a whole limit is exact.

use grognard_space::table::{Body, BodyId, GroupId, Length};

use crate::armies::Armies;

/// The distance between two models on the table.
pub fn between(armies: &dyn Armies, one: BodyId, other: BodyId) -> Option<Length> {
    armies.table().distance(one, other)
}

/// The distance from a body to the nearest model of a unit.
pub fn to_unit(armies: &dyn Armies, from: &Body, unit: GroupId) -> Option<Length> {
    armies.bodies(unit).map(|(_, body)| from.distance(body)).min()
}

/// The distance between the nearest models of two units.
pub fn between_units(armies: &dyn Armies, one: GroupId, other: GroupId) -> Option<Length> {
    armies.bodies(one).filter_map(|(_, body)| to_unit(armies, body, other)).min()
}

/// Whether some part of some model of a unit is at most so far from a body.
pub fn any_within(armies: &dyn Armies, unit: GroupId, of: &Body, reach: Length) -> bool {
    armies.bodies(unit).any(|(_, body)| body.within(of, reach))
}

/// Whether every model of a unit has a part at most so far from a body. A unit with nobody on the table is nowhere.
pub fn every_within(armies: &dyn Armies, unit: GroupId, of: &Body, reach: Length) -> bool {
    all(armies, unit, &|body| body.within(of, reach))
}

/// Whether all parts of all models of a unit are at most so far from a body.
pub fn wholly_within(armies: &dyn Armies, unit: GroupId, of: &Body, reach: Length) -> bool {
    all(armies, unit, &|body| body.wholly_within(of, reach))
}

fn all(armies: &dyn Armies, unit: GroupId, holds: &dyn Fn(&Body) -> bool) -> bool {
    let members = armies.members(unit);
    !members.is_empty() && members.iter().all(|body| armies.table().body(*body).is_some_and(holds))
}

/// Whether some models of two units are at most so far apart.
pub fn units_within(armies: &dyn Armies, one: GroupId, other: GroupId, reach: Length) -> bool {
    armies.bodies(one).any(|(_, body)| any_within(armies, other, body, reach))
}

/// How far the model goes that goes farthest, over all the stops of its way and in plan.
pub fn farthest(armies: &dyn Armies, ways: &[crate::answer::Way]) -> Length {
    let way = |(body, stops): &crate::answer::Way| {
        let mut at = armies.pose(*body)?.at;
        let mut far = Length::ZERO;
        for stop in stops.iter().filter(|stop| stop.at.in_limits()) {
            far += (stop.at - at).length();
            at = stop.at;
        }
        Some(far)
    };
    ways.iter().filter_map(way).max().unwrap_or(Length::ZERO)
}
