//! Where powers may be aimed (PSI). Nothing here asks for a range: that is measured once the point is named.

use grognard_engine::refusal::Violation;
use grognard_engine::rule;
use grognard_space::table::{Angle, Length, Outline, Point, Pose};

use super::{broken, other_kind};
use crate::choice::{Choice, LandShape, PowerShape};
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::play::powers;
use crate::state::State;

/// 2E-PSI-010: any point of the table.
pub fn point(fixed: &Fixed, shape: PowerShape, choice: &Choice) -> Vec<Violation> {
    match choice {
        Choice::Point(at) if at.in_limits() && fixed.ground.holds(&Outline::point(*at)) => Vec::new(),
        Choice::Point(_) => vec![broken(fixed, rule!("2E-PSI-010"), "why.off-table", &[shape.model])],
        _ => other_kind(rule!("2E-PSI-010")),
    }
}

/// 2E-PSI-013: any direction.
pub fn line(shape: PowerShape, choice: &Choice) -> Vec<Violation> {
    match choice {
        Choice::Template(model, pose) if *model == shape.model && pose.at.in_limits() => Vec::new(),
        _ => other_kind(rule!("2E-PSI-013")),
    }
}

/// 2E-PSI-009: within the inches that were rolled, and where there is room.
pub fn land(fixed: &Fixed, s: &State, shape: LandShape, choice: &Choice) -> Vec<Violation> {
    let Choice::Place(_, places) = choice else { return other_kind(rule!("2E-PSI-009")) };
    match places[..] {
        [] => Vec::new(),
        [(model, pose)] if model == shape.model && pose.at.in_limits() => {
            if powers::may_land(fixed, s, shape, pose) {
                Vec::new()
            } else {
                vec![broken(fixed, rule!("2E-PSI-009"), "why.no-landing", &[model])]
            }
        }
        _ => other_kind(rule!("2E-PSI-009")),
    }
}

/// Points worth a blast: the middles of enemy models, the first of each unit in order of their names.
pub fn points(s: &State, model: ModelId) -> Vec<Choice> {
    let units = s.on_table(s.side_of(model).other());
    units.filter_map(|unit| s.bodies(unit).next().map(|(_, body)| Choice::Point(body.pose.at))).collect()
}

/// Directions worth a line: at each enemy unit.
pub fn lines(s: &State, model: ModelId) -> Vec<Choice> {
    let Some(from) = s.pose(model) else { return Vec::new() };
    let units = s.on_table(s.side_of(model).other());
    let at = |to: Point| Choice::Template(model, from.facing(Angle::of(to - from.at)));
    let mut found: Vec<Choice> =
        units.filter_map(|unit| s.bodies(unit).next().map(|(_, body)| at(body.pose.at))).collect();
    found.push(Choice::Template(model, from));
    found
}

/// Landings: where it stands, and so far in each of eight directions as there is room.
pub fn landings(fixed: &Fixed, s: &State, shape: LandShape) -> Vec<Choice> {
    let unit = s.model(shape.model).unit;
    let mut found = vec![Choice::Place(unit, Vec::new())];
    let Some(from) = s.pose(shape.model) else { return found };
    for eighth in 0..8 {
        let way = Angle::degrees(eighth * 45);
        let at = |quarter: i32| Pose {
            at: from.at + way.step(Length(shape.reach.0 / 4 * quarter)),
            z: Length::ZERO,
            ..from
        };
        let end = (1..=4).rev().map(at).find(|pose| powers::may_land(fixed, s, shape, *pose));
        found.extend(end.map(|pose| Choice::Place(unit, vec![(shape.model, pose)])));
    }
    found
}
