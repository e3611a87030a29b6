//! Where a teardrop may be laid (TMP, TABX-005).

use grognard_engine::refusal::Violation;
use grognard_engine::rule;
use grognard_space::table::{Angle, Arc, Body, Length, Outline, Point, Pose, Template};
use grognard_tabletop::templates::{Counts, most_under_teardrop};

use super::{broken, other_kind};
use crate::choice::{Choice, TemplateShape};
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::sight;
use crate::state::State;
use crate::vehicles::crew;

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
    let (Some(body), Some(template)) = (firer(s, *shape), laid(fixed, shape, pose)) else {
        return Some(broken(fixed, rule!("2E-TMP-001"), "why.tip", of));
    };
    let on_edge = body.outline.within(&Outline::point(pose.at), SLACK) && !inside(body, pose.at);
    if !on_edge {
        return Some(broken(fixed, rule!("2E-TMP-001"), "why.tip", of));
    }
    let arc = arc(fixed, s, *shape, body).map(|arc| Arc { apex: pose.at, ..arc });
    if arc.is_some_and(|arc| !arc.contains(pose.at + pose.facing.step(Length::INCH))) {
        return Some(broken(fixed, rule!("2E-SHT-004"), "why.template-arc", of));
    }
    let covers = s.bodies(shape.target).any(|(_, body)| Counts::Partly.holds(&template, body));
    (!covers).then(|| broken(fixed, rule!("2E-TMP-001"), "why.template-target", of))
}

/// Who fires: those aboard a vehicle from the edge of its hull (2E-VSH-005).
fn firer(s: &State, shape: TemplateShape) -> Option<&Body> {
    s.table.body(crew::vehicle_of(s, shape.model).unwrap_or(shape.model))
}

/// The fire arc: of a vehicle's weapon that of its mount (2E-VSH-001); those aboard fire all round.
fn arc(fixed: &Fixed, s: &State, shape: TemplateShape, body: &Body) -> Option<Arc> {
    if s.vehicle(shape.model).is_some() {
        return sight::mount_arc(fixed, s, body, shape.weapon, shape.model);
    }
    let own = Arc::before(body, Angle::degrees(fixed.numbers().arc.arc));
    crew::vehicle_of(s, shape.model).is_none().then_some(own)
}

/// Whether a point lies in the middle of a base or hull and not at its edge.
fn inside(body: &Body, at: Point) -> bool {
    let radius = body.outline.radius();
    if let Some(centre) = body.outline.disc_centre() {
        return centre.within(at, radius - SLACK);
    }
    let corners = body.outline.core();
    let edge = |number: usize| Outline::convex([corners[number], corners[(number + 1) % corners.len()]]);
    let far = radius + SLACK;
    body.outline.contains(at)
        && !(0..corners.len()).any(|number| edge(number).within(&Outline::point(at), far))
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
    let (Some(body), Some(kind)) = (firer(s, *shape), fixed.weapon(shape.weapon).template()) else {
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
