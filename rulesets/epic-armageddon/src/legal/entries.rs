//! Where formations come onto the table from the reserve (EA-TRNG-009).

use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::rule;
use grognard_space::table::Point;

use super::other_kind;
use crate::ambush;
use crate::arrivals::Means;
use crate::choice::Choice;
use crate::data::scenario::{Edge, ZoneKind};
use crate::fixed::Fixed;
use crate::ids::FormationId;
use crate::play::divided::side_of;
use crate::play::raids;
use crate::state::State;

/// EA-TRNG-009: the edge on which a formation comes onto the table, as two points.
fn entry_edges(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<(Point, Point)> {
    // EA-AMB-074: any point of the half edges beside a corner.
    let own = s.zones[s.owner(formation).index()];
    let alone = s.formation(formation).edge.is_none();
    let by_edge = s.formation(formation).means == Some(Means::Edge) || fixed.is_special("entry-points");
    if usize::from(own) >= fixed.sides.len() && alone && by_edge {
        return super::flights::own_edges(fixed, s, s.owner(formation));
    }
    entry_edge(fixed, s, formation).into_iter().collect()
}

fn entry_edge(fixed: &Fixed, s: &State, formation: FormationId) -> Option<(Point, Point)> {
    // EA-SPF-012: by chance.
    if let Some(edge) = s.formation(formation).edge {
        return super::flights::all_edges(fixed).get(usize::from(edge)).copied();
    }
    // EA-SEE-005, EA-SSL-015: on the own edge.
    if s.formation(formation).means == Some(Means::Edge) || fixed.is_special("entry-points") {
        return super::flights::own_edges(fixed, s, s.owner(formation)).into_iter().next();
    }
    let zones = fixed.side_zones(s, s.owner(formation));
    let zone = zones.iter().find(|zone| zone.kind == ZoneKind::EntryEdge)?;
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

/// EA-SHR-005: whether a formation comes from the corner of the raiders.
fn is_raider(fixed: &Fixed, s: &State, formation: FormationId) -> bool {
    raids::corner(fixed, s).is_some() && side_of(fixed, "attacker") == Some(s.owner(formation))
}

/// Every violation of the entry point proposed for a formation.
pub fn check(fixed: &Fixed, s: &State, formation: FormationId, choice: &Choice) -> Vec<Violation> {
    let rule = rule!("EA-TRNG-009");
    let Choice::Entry(at) = choice else { return other_kind(rule) };
    if ambush::is_on(fixed) {
        // EA-SAM-003.
        let on = ambush::queues_at(fixed, s).contains(at);
        let wrong = || Violation::new(rule!("EA-SAM-003"), Message::new("why.entry"));
        return if on { Vec::new() } else { vec![wrong()] };
    }
    if is_raider(fixed, s, formation) {
        let wrong = || Violation::new(rule!("EA-SHR-005"), Message::new("why.entry"));
        return if raids::is_entry(fixed, s, *at) { Vec::new() } else { vec![wrong()] };
    }
    let span = |a: i32, b: i32| a.min(b)..=a.max(b);
    let on = entry_edges(fixed, s, formation)
        .into_iter()
        .any(|(from, to)| span(from.x, to.x).contains(&at.x) && span(from.y, to.y).contains(&at.y));
    if on { Vec::new() } else { vec![Violation::new(rule, Message::new("why.entry"))] }
}

/// Entry points worth proposing.
pub fn spots(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<Choice> {
    if ambush::is_on(fixed) {
        return ambush::queues_at(fixed, s).into_iter().map(Choice::Entry).collect();
    }
    if let Some(corner) = raids::corner(fixed, s).filter(|_| is_raider(fixed, s, formation)) {
        let far = fixed.numbers().corner.from_corner.0.0;
        let along = |x: i32, y: i32| Point { x: corner.x + x, y: corner.y + y };
        let all = [0, far / 3, -far / 3, far, -far].into_iter().flat_map(|by| [along(by, 0), along(0, by)]);
        let choices = all.filter(|at| raids::is_entry(fixed, s, *at)).map(Choice::Entry);
        return choices.collect();
    }
    let part = |(from, to): (Point, Point), number: i32| Point {
        x: from.x + (to.x - from.x) / 6 * number,
        y: from.y + (to.y - from.y) / 6 * number,
    };
    let all = entry_edges(fixed, s, formation);
    all.into_iter().flat_map(|edge| (1..6).map(move |number| Choice::Entry(part(edge, number)))).collect()
}
