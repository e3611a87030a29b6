//! Rage (5B-USR-012, 5V-USR-011): a unit that goes for the closest enemy it sees, as fast as it can.

use grognard_space::table::{Length, Pose};
use grognard_tabletop::marches;

use super::movement::barred;
use crate::abilities;
use crate::choice::{Kind, MoveShape};
use crate::cover;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::moves::Move;
use crate::state::State;

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

/// The enemy a move of a unit has to go for; none where no way towards it was found.
pub fn towards(fixed: &Fixed, s: &State, shape: &MoveShape) -> Option<ModelId> {
    if !is_led(shape.kind) || !rages(fixed, s, shape.unit) {
        return None;
    }
    let (_, foe) = prey(s, shape.unit)?;
    let wanted = MoveShape { towards: Some(foe), ..*shape };
    straight(fixed, s, &wanted).map(|_| foe)
}

/// The whole unit straight on, as far as it goes.
pub fn straight(fixed: &Fixed, s: &State, shape: &MoveShape) -> Option<Vec<crate::choice::Way>> {
    let foe = shape.towards?;
    let at = s.pose(foe)?.at;
    let nearest = s.bodies(shape.unit).min_by_key(|(model, body)| (body.pose.at.distance(at), *model))?.1;
    let made = Move::new(fixed, s, shape);
    let way = at - nearest.pose.at;
    marches::formation(&made, way, &[4]).or_else(|| {
        let stop = s.table.body(foe)?.outline.radius() + nearest.outline.radius() + Length::INCH;
        let far = way.length() - stop - Length(4);
        (far > Length::ZERO).then(|| marches::formation_by(&made, way.with_length(far)))?
    })
}

/// 5B-USR-012: whether a unit may not stay where it is.
pub fn must_move(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    rages(fixed, s, unit)
        && !fixed.is_vehicle(unit)
        && barred(s, unit).is_none()
        && s.bodies(unit).next().is_some()
        && towards(fixed, s, &MoveShape::plain(unit, Kind::Walk)).is_some()
}

/// Where a model would stand after going straight at an enemy for so far, an inch away at the most.
pub fn ahead(s: &State, model: ModelId, foe: ModelId, far: Length) -> Option<Pose> {
    let (own, other) = (s.table.body(model)?, s.table.body(foe)?);
    let far = far.min(own.distance(other) - Length::INCH) - Length(4);
    let way = other.pose.at - own.pose.at;
    (far > Length::ZERO).then(|| Pose { at: own.pose.at + way.with_length(far), ..own.pose })
}
