//! Aircraft: whether the table is too small for their minimum move (9E-AIR-005), and their usual abilities
//! (9E-OUT-050 to 9E-OUT-052), in force with their pack.

use grognard_engine::refusal::Bars;
use grognard_engine::rules;
use grognard_space::table::{Angle, Footprint, Length, Offset};
use grognard_tabletop::bends::Bends;

use super::moves::least;
use crate::choice::MoveShape;
use crate::fixed::Fixed;
use crate::ids::UnitId;
use crate::keyword::Keywords;
use crate::state::State;

/// Whether a unit has the abilities.
pub fn airborne(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    fixed.packs.aircraft_abilities && s.has(fixed, unit, Keywords::AIRCRAFT)
}

/// However a model is turned, so much of it lies around its turning point.
pub fn around(footprint: &Footprint) -> Length {
    match footprint {
        Footprint::Disc { radius } => *radius,
        Footprint::Oval { length, width } => (*length).min(*width).half(),
        Footprint::Hull(_) | Footprint::Turret { .. } => Length::ZERO,
    }
}

/// 9E-AIR-005: whether some model of a unit is plainly unable to make its minimum move, because no place of the table is
/// far enough away. Where this says no there may be no place all the same.
pub fn cannot_fly(fixed: &Fixed, s: &State, shape: &MoveShape) -> bool {
    s.standing(shape.unit).any(|(model, pose)| {
        let (Some(least), Some(form)) = (least(fixed, s, shape, model), s.table.form(model)) else {
            return false;
        };
        let around = around(&form.footprint);
        let (long, wide) = fixed.battlefield.size;
        let gap = |at: i32, size: i32| (at - around.0).max(size - around.0 - at).max(0);
        let furthest = Offset { x: gap(pose.at.x, long), y: gap(pose.at.y, wide) };
        // Some part of a base always ends no further away than its turning point, unless it does little but turn.
        let turns = 3 * i64::from(form.footprint.reach().0);
        let least = i64::from(least.0);
        turns < least && furthest.squared() < least * least
    })
}

/// 9E-OUT-050: only those who fly fight aircraft, and aircraft fight only them.
pub fn may_fight(fixed: &Fixed, s: &State, unit: UnitId, other: UnitId) -> bool {
    let flies = |id: UnitId| s.has(fixed, id, Keywords::FLY.and(Keywords::AIRCRAFT));
    let apart = |aircraft: UnitId, from: UnitId| airborne(fixed, s, aircraft) && !flies(from);
    let mut bars = Bars::default();
    bars.bar(rules!["9E-OUT-050"], || apart(unit, other) || apart(other, unit));
    bars.open()
}

/// 9E-OUT-052: one turn on the spot at the most, and then straight ahead.
pub fn straight_flight(fixed: &Fixed) -> Bends {
    Bends::once(Angle::degrees(i32::from(fixed.numbers().straight_flight.degrees)))
}
