//! Where a teardrop may be laid (TMP, TABX-005).

use grognard_engine::refusal::Violation;
use grognard_engine::rule;
use grognard_space::table::{Angle, Arc, Length, Outline, Point, Pose, Template};
use grognard_tabletop::templates::{Counts, most_under_teardrop};

use super::{broken, other_kind};
use crate::choice::{Choice, TemplateShape};
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::state::State;

/// The tip lies on the edge of a base as nearly as a hand lays it.
const SLACK: Length = Length::mm(1);

/// The teardrop of a weapon in a pose.
pub fn laid(fixed: &Fixed, shape: &TemplateShape, pose: Pose) -> Option<Template> {
    fixed.weapon(shape.weapon).template().map(|kind| kind.laid(pose))
}

/// What is wrong with a pose: 2E-TMP-001, the tip on the edge of the firer's base, its axis in the fire arc, some of the
/// target under it.
pub fn fault(fixed: &Fixed, s: &State, shape: &TemplateShape, pose: Pose) -> Option<Violation> {
    let of = &[shape.model];
    let (Some(body), Some(template)) = (s.table.body(shape.model), laid(fixed, shape, pose)) else {
        return Some(broken(fixed, rule!("2E-TMP-001"), "why.tip", of));
    };
    let on_edge = body.outline.within(&Outline::point(pose.at), SLACK) && !inside(body, pose.at);
    if !on_edge {
        return Some(broken(fixed, rule!("2E-TMP-001"), "why.tip", of));
    }
    let arc = Arc { apex: pose.at, ..Arc::before(body, Angle::degrees(fixed.numbers().arc.arc)) };
    if !arc.contains(pose.at + pose.facing.step(Length::INCH)) {
        return Some(broken(fixed, rule!("2E-SHT-004"), "why.template-arc", of));
    }
    let covers = s.bodies(shape.target).any(|(_, body)| Counts::Partly.holds(&template, body));
    (!covers).then(|| broken(fixed, rule!("2E-TMP-001"), "why.template-target", of))
}

/// Whether a point lies in the middle of a base and not at its edge.
fn inside(body: &grognard_space::table::Body, at: Point) -> bool {
    let radius = body.outline.radius();
    body.outline.disc_centre().is_some_and(|centre| centre.within(at, radius - SLACK))
}

/// Every violation of a teardrop as laid.
pub fn check(fixed: &Fixed, s: &State, shape: &TemplateShape, choice: &Choice) -> Vec<Violation> {
    match choice {
        Choice::Template(model, pose) if *model == shape.model && pose.at.in_limits() => {
            fault(fixed, s, shape, *pose).into_iter().collect()
        }
        _ => other_kind(rule!("2E-TMP-001")),
    }
}

/// The poses in which it covers most of its target.
pub fn most(fixed: &Fixed, s: &State, shape: &TemplateShape) -> Vec<Pose> {
    let (Some(body), Some(kind)) = (s.table.body(shape.model), fixed.weapon(shape.weapon).template()) else {
        return Vec::new();
    };
    let wanted: Vec<ModelId> = s.bodies(shape.target).map(|(model, _)| model).collect();
    let legal = |pose: Pose| fault(fixed, s, shape, pose).is_none();
    most_under_teardrop(&s.table, body, kind, Counts::Partly, &wanted, &legal).places
}

/// The first of them; none where it does not reach.
pub fn best(fixed: &Fixed, s: &State, shape: &TemplateShape) -> Option<Pose> {
    most(fixed, s, shape).first().copied()
}
