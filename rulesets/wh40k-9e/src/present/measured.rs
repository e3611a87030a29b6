//! The tape measure: how far one model is from another, and what is within a distance of what. Anybody may use it at any
//! time (9E-MEA-003).

use grognard_engine::client::CardLine;
use grognard_space::table::{Body, Length, Pose};

use super::names;
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::keyword::Keywords;
use crate::measure;
use crate::state::State;

/// Where a tape is laid to or from.
#[derive(Copy, Clone)]
pub enum End {
    /// A model: its base or hull.
    Model(ModelId),
    /// A point of the table.
    Place(Pose),
}

/// What is measured from one end to the other; `None` where one of them is not on the battlefield.
pub fn lines(fixed: &Fixed, s: &State, from: End, to: End, within: Option<i32>) -> Option<Vec<CardLine>> {
    if let (End::Model(from), End::Model(to)) = (from, to) {
        return between_models(fixed, s, from, to, within);
    }
    let body = |end: End| match end {
        End::Model(model) => s.body(model).cloned(),
        End::Place(pose) => Some(Body::point(pose.at, pose.z)),
    };
    let distance = body(from)?.distance(&body(to)?);
    Some(vec![CardLine {
        label: fixed.data.texts.get("measured.distance").to_owned(),
        value: names::length(distance.0),
        rule: Some("9E-MEA-003".to_owned()),
        ..CardLine::default()
    }])
}

fn between_models(
    fixed: &Fixed,
    s: &State,
    from: ModelId,
    to: ModelId,
    within: Option<i32>,
) -> Option<Vec<CardLine>> {
    let text = |key: &str| fixed.data.texts.get(key).to_owned();
    let line = |label: &str, value: String, rule: &str| CardLine {
        label: text(label),
        value,
        rule: Some(rule.to_owned()),
        ..CardLine::default()
    };
    let yes = |holds: bool| text(if holds { "measured.yes" } else { "measured.no" });
    let distance = measure::distance(s, from, to)?;
    // 9E-MEA-002: without a base, to the hull.
    let hull = [from, to].iter().any(|model| fixed.kind(*model).profile.base.is_hull());
    let unit = s.model(to).unit;
    let mut lines = vec![
        line("measured.distance", names::length(distance.0), if hull { "9E-MEA-002" } else { "9E-MEA-001" }),
        line("measured.when", text("measured.any-time"), "9E-MEA-003"),
    ];
    // 9E-GEN-015, 9E-ENG-004: friends never hold each other in combat.
    if s.side_of(from) == s.side_of(to) {
        lines.push(line("measured.side", text("measured.friends"), "9E-GEN-015"));
        lines.push(line("measured.engaged", yes(false), "9E-ENG-004"));
    } else {
        lines.push(line("measured.side", text("measured.enemies"), "9E-GEN-015"));
        let aircraft = [from, to].iter().any(|model| fixed.kind(*model).keywords.any(Keywords::AIRCRAFT));
        let rule = if aircraft { "9E-AIR-014" } else { "9E-ENG-001" };
        lines.push(line("measured.engaged", yes(measure::models_engaged(fixed, s, from, to)), rule));
        let units = measure::engaged(fixed, s, s.model(from).unit, unit);
        lines.push(line("measured.units-engaged", yes(units), "9E-ENG-002"));
    }
    if let Some(reach) = within.filter(|reach| *reach >= 0) {
        let (own, other) = (s.body(from)?, s.body(to)?);
        let limit = Length(reach);
        if distance == Length(reach) {
            // 9E-MEA-005: exactly so far is within.
            lines.push(line("measured.exactly", yes(other.within(own, limit)), "9E-MEA-005"));
        }
        lines.push(line("measured.model-within", yes(other.within(own, limit)), "9E-MEA-006"));
        lines.push(line("measured.model-wholly", yes(other.wholly_within(own, limit)), "9E-MEA-007"));
        let some = measure::unit_within_of_model(fixed, s, unit, from, Length(reach));
        lines.push(line("measured.unit-within", yes(some), "9E-MEA-008"));
        lines.push(line(
            "measured.every-model",
            yes(measure::every_model_within(s, unit, from, Length(reach))),
            "9E-MEA-009",
        ));
        lines.push(line(
            "measured.unit-wholly",
            yes(measure::wholly_within(s, unit, from, Length(reach))),
            "9E-MEA-010",
        ));
    }
    Some(lines)
}
