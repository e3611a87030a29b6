//! Getting into buildings and out of them (5B-BLD-003, 5B-BLD-005, 5V-ROF-006 to 5V-ROF-009).

use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Point;

use super::Building;
use crate::data::troops::Type;
use crate::edition::Running;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::state::State;

/// 5B-BLD-003: why a unit cannot occupy a building, if so: infantry and jump infantry only, one unit, as many as it holds.
pub fn no_room(fixed: &Fixed, s: &State, unit: UnitId, own: &Building) -> Option<(RuleId, &'static str)> {
    let models = &s.unit(unit).models;
    let foot = |model: &ModelId| matches!(fixed.kind_of(*model).kind(), Type::Infantry | Type::JumpInfantry);
    let capacity = fixed.chassis(own.model).map_or(0, |chassis| usize::from(chassis.capacity));
    if !s.is_up(own.feature) {
        Some((rule!("5B-BLD-008"), "why.building-fell"))
    } else if !models.iter().all(foot) {
        Some((rule!("5B-BLD-003"), "why.not-infantry"))
    } else if s.occupier(own).is_some() {
        Some((rule!("5B-BLD-003"), "why.taken"))
    } else if models.len() > capacity {
        Some((rule!("5B-BLD-006"), "why.too-small"))
    } else {
        None
    }
}

/// The doors of a building.
pub fn doors(fixed: &Fixed, own: &Building) -> Vec<Point> {
    let feature = fixed.feature_of(own);
    feature.piece.access.iter().map(|door| feature.place(door.at)).collect()
}

/// The rules under which a unit goes in; `fresh` where it stood at the doors when its turn began (5V-ROF-006).
pub fn rules_in(fixed: &Fixed, fresh: bool) -> Vec<RuleId> {
    let mut found: Vec<RuleId> = rules!["5B-BLD-002", "5B-BLD-003"].to_vec();
    if fixed.uses(rule!("5V-BLD-003")) {
        found.push(rule!("5V-BLD-003"));
        found.push(if fresh { rule!("5V-ROF-006") } else { rule!("5V-ROF-008") });
    }
    found
}

/// The rules under which a unit leaves; `roof` where it had models on the roof.
pub fn rules_out(fixed: &Fixed, roof: bool) -> Vec<RuleId> {
    let mut found: Vec<RuleId> = rules!["5B-BLD-005"].to_vec();
    if fixed.edition.running == Running::MovementPhase {
        found.push(if roof { rule!("5V-ROF-007") } else { rule!("5V-ROF-009") });
    }
    found
}
