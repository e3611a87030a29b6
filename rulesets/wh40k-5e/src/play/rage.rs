//! Rage (5B-USR-012, 5V-USR-011): a unit that goes for the closest enemy it sees, as fast as it can.

use grognard_space::table::{Body, Length, Moved};
use grognard_tabletop::marches;

use super::movement::barred;
use crate::abilities;
use crate::choice::{Kind, MoveShape, Prey, Way};
use crate::cover;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::moves::{Move, slowed};
use crate::state::State;

/// In how many parts a way is divided where the whole unit cannot go all of it.
const PARTS: i32 = 8;

/// 5B-USR-012: whether a unit rages: not while it falls back or is in a vehicle.
pub fn rages(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let own = s.unit(unit);
    (own.raging || abilities::any_has(fixed, s, unit, "rage")) && !own.falling_back && own.aboard.is_none()
}

/// The closest enemy a unit sees, and the model that is nearest to it.
fn prey(s: &State, unit: UnitId) -> Option<(ModelId, ModelId)> {
    let side = s.unit(unit).side;
    let mut pairs: Vec<(Length, ModelId, ModelId)> = s
        .bodies(unit)
        .flat_map(|(own, body)| s.enemies(side).map(move |(foe, other)| (body.distance(other), own, foe)))
        .collect();
    pairs.sort_unstable();
    pairs.into_iter().find(|(_, own, foe)| cover::sees(s, *own, *foe)).map(|(_, own, foe)| (own, foe))
}

/// Whether a kind of move is one that rage leads.
const fn is_led(kind: Kind) -> bool {
    matches!(kind, Kind::Walk | Kind::RunOn | Kind::RunInstead | Kind::Jump | Kind::Consolidate)
}

/// The enemy a move of a unit has to go for, and how near it gets; none where no way towards it was found.
pub fn towards(fixed: &Fixed, s: &State, shape: &MoveShape) -> Option<Prey> {
    if !is_led(shape.kind) || !rages(fixed, s, shape.unit) {
        return None;
    }
    let (_, foe) = prey(s, shape.unit)?;
    fastest(fixed, s, shape, foe).map(|(near, _)| Prey { foe, near })
}

/// The whole unit at its enemy as fast as it goes.
pub fn onward(fixed: &Fixed, s: &State, shape: &MoveShape) -> Option<Vec<Way>> {
    fastest(fixed, s, shape, shape.towards?.foe).map(|(_, ways)| ways)
}

/// The model of a unit that is nearest to an enemy.
pub fn foremost(s: &State, unit: UnitId, foe: &Body) -> Option<ModelId> {
    s.bodies(unit).min_by_key(|(model, body)| (body.distance(foe), *model)).map(|(model, _)| model)
}

/// The way of a unit that brings its foremost model nearest to an enemy and nobody away from it, and how near: straight on as one,
/// or else less far, or model by model.
fn fastest(fixed: &Fixed, s: &State, shape: &MoveShape, foe: ModelId) -> Option<(Length, Vec<Way>)> {
    let there = s.table.body(foe)?;
    let first = foremost(s, shape.unit, there)?;
    let own = s.table.body(first)?;
    let free = MoveShape { towards: None, clear_of: None, ..*shape };
    let made = Move::new(fixed, s, &free);
    let nearer = |ways: Vec<Way>| {
        let mut moved = Moved::new(&s.table);
        for (model, stops) in &ways {
            moved.move_to(*model, *stops.last()?);
        }
        let far = |model: ModelId| Some(moved.body(model)?.distance(there));
        let none_away = s.bodies(shape.unit).all(|(model, body)| far(model) <= Some(body.distance(there)));
        let near = far(first)?;
        (none_away && near < own.distance(there)).then_some((near, ways))
    };
    let way = there.pose.at - own.pose.at;
    if let Some(best) = marches::formation(&made, way, &[4]).and_then(nearer) {
        return Some(best);
    }
    let by = |far: Length| {
        let step = (far > Length::ZERO).then(|| way.with_length(far))?;
        marches::formation_by(&made, step).and_then(nearer)
    };
    // No nearer than an inch; through difficult ground as far as the slowest goes.
    let up_to = own.distance(there) - Length::INCH - Length(4);
    let slow = s.bodies(shape.unit).filter_map(|(model, _)| slowed(fixed, s, shape, model)).min();
    let slow = slow.map(|far| far.min(up_to) - marches::SLACK);
    let most = marches::common_limit(&made)?;
    let part = (1..PARTS).rev().find_map(|part| by(most / PARTS * part - marches::SLACK));
    let each = marches::walk(&made, there.pose.at).and_then(nearer);
    let found = [part, each, by(up_to), slow.and_then(by)];
    found.into_iter().flatten().min_by_key(|(near, _)| *near)
}

/// 5B-USR-012: whether a unit may not stay where it is.
pub fn must_move(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    rages(fixed, s, unit)
        && !fixed.is_vehicle(unit)
        && barred(s, unit).is_none()
        && s.bodies(unit).next().is_some()
        && towards(fixed, s, &MoveShape::plain(unit, Kind::Walk)).is_some()
}
