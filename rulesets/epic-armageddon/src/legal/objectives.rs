//! Where players place objectives (EA-TRNG-002, EA-AMB-053).

use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::{rule, rules};
use grognard_space::table::{Length, Point};

use super::{other_kind, with};
use crate::choice::Choice;
use crate::data::scenario::{Edge, ZoneKind};
use crate::fixed::Fixed;
use crate::ids::FormationId;
use crate::state::State;

/// So far apart places are proposed.
const STEP: Length = Length::cm(15);

/// Every violation of the place proposed for an objective.
pub fn check(fixed: &Fixed, s: &State, choice: &Choice) -> Vec<Violation> {
    let rule = rule!("EA-TRNG-002");
    let Choice::Objective(at) = choice else { return other_kind(rule) };
    let (x, y) = (fixed.field.size.0.0, fixed.field.size.1.0);
    if !(0..=x).contains(&at.x) || !(0..=y).contains(&at.y) {
        return vec![Violation::new(rule!("EA-MOV-004"), Message::new("why.objective-off-table"))];
    }
    let least = fixed.numbers().apart.objective_distance.0;
    let near = s.objectives.iter().flatten().any(|other| (*at - *other).length() < least);
    let wrong = near.then(|| Violation::new(rule, Message::new("why.objective-near")));
    wrong.into_iter().map(|violation| with(violation, rules!["EA-AMB-053"])).collect()
}

/// Places worth proposing: a grid, begun a little aside.
pub fn spots(fixed: &Fixed, s: &State, aside: i32) -> Vec<Choice> {
    let (x, y) = (fixed.field.size.0.0, fixed.field.size.1.0);
    let step = STEP.0 as usize;
    let first = STEP.0 / 2 + aside * 1000;
    let all = (first..y).step_by(step).flat_map(|y| (first..x).step_by(step).map(move |x| Point { x, y }));
    all.map(Choice::Objective).filter(|choice| check(fixed, s, choice).is_empty()).collect()
}

/// EA-TRNG-009: the edge on which a formation comes onto the table, as two points.
fn entry_edge(fixed: &Fixed, s: &State, formation: FormationId) -> Option<(Point, Point)> {
    let side = fixed.scenario.side.get(usize::from(s.zones[s.owner(formation).index()]))?;
    let zone = side.zones.iter().find(|zone| zone.kind == ZoneKind::EntryEdge)?;
    let (x, y) = (fixed.field.size.0.0, fixed.field.size.1.0);
    let (from, to) = match zone.edge? {
        Edge::Near => ((0, 0), (x, 0)),
        Edge::Far => ((0, y), (x, y)),
        Edge::Left => ((0, 0), (0, y)),
        Edge::Right => ((x, 0), (x, y)),
        Edge::Own => return None,
    };
    let point = |(x, y)| Point { x, y };
    Some((point(from), point(to)))
}

/// Every violation of the entry point proposed for a formation.
pub fn check_entry(fixed: &Fixed, s: &State, formation: FormationId, choice: &Choice) -> Vec<Violation> {
    let rule = rule!("EA-TRNG-009");
    let Choice::Entry(at) = choice else { return other_kind(rule) };
    let on = entry_edge(fixed, s, formation)
        .is_some_and(|(from, to)| (from.x..=to.x).contains(&at.x) && (from.y..=to.y).contains(&at.y));
    if on { Vec::new() } else { vec![Violation::new(rule, Message::new("why.entry"))] }
}

/// Entry points worth proposing.
pub fn entries(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<Choice> {
    let Some((from, to)) = entry_edge(fixed, s, formation) else { return Vec::new() };
    let part = |number: i32| Point {
        x: from.x + (to.x - from.x) / 6 * number,
        y: from.y + (to.y - from.y) / 6 * number,
    };
    (1..6).map(|number| Choice::Entry(part(number))).collect()
}
