//! Setting formations up: every violation of the places proposed (EA-TRNG-004).

use grognard_engine::refusal::Violation;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, SeatId, rule};
use grognard_space::table::{Body, Length, MoveRules, Outline, Passing, Point, Pose, Table};

use super::coherency::{mixed, together};
use super::transport::{holds, room_rules};
use super::works::{is_pillbox, is_work};
use super::zones::zones_at;
use super::{broken, garrisons, other_kind, with};
use crate::abilities::Ability;
use crate::ambush;
use crate::choice::Choice;
use crate::column;
use crate::concealment::marker_of;
use crate::data::scenario::{Edge, Kind, SetUp, ZoneKind};
use crate::edges;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::play::divided::side_of;
use crate::play::fortified::is_a_work;
use crate::state::State;
use crate::terrain::impassable;

/// Where a formation is set up.
#[derive(Clone, Debug)]
pub enum Ground {
    /// Some part of each unit in it.
    In(Outline),
    /// All of each unit in it.
    Wholly(Outline),
    /// EA-TRNG-009: each unit in or touching one of these.
    Touching(Vec<Outline>),
    /// EA-OBJ-055: each unit so near one of these.
    Near(Vec<Point>, Length),
    /// EA-TOUR-031: a garrison: around these objectives.
    Posts(Vec<Point>),
    /// EA-SAM-004: at least so far from all of these.
    AwayFrom(Vec<Outline>, Length),
    /// EA-TOUR-012: in one of these strips, wholly or in part.
    Strips(Vec<Outline>, bool),
    /// EA-SSL-012: wholly in the half of this side.
    Half(SeatId),
    /// EA-TRNG-009: within its Speed of the place where it comes onto the table.
    From(Point),
}

impl Ground {
    /// A box around it.
    pub fn bounds(&self, fixed: &Fixed) -> Outline {
        let whole =
            Outline::rectangle(Point::default(), Point { x: fixed.field.size.0.0, y: fixed.field.size.1.0 });
        match self {
            Ground::In(zone) | Ground::Wholly(zone) => zone.clone(),
            Ground::AwayFrom(..) | Ground::Half(_) => whole,
            Ground::Strips(strips, _) => strips.first().cloned().unwrap_or(whole),
            Ground::Touching(pieces) => pieces.first().cloned().unwrap_or(whole),
            Ground::Posts(posts) | Ground::Near(posts, _) => {
                let at = posts.first().copied().unwrap_or_default();
                Ground::From(at).bounds(fixed)
            }
            Ground::From(at) => {
                let around = Length::cm(25).0;
                let low = Point { x: (at.x - around).max(0), y: (at.y - around).max(0) };
                let high = Point {
                    x: (at.x + around).min(fixed.field.size.0.0),
                    y: (at.y + around).min(fixed.field.size.1.0),
                };
                Outline::rectangle(low, high)
            }
        }
    }
}

/// The zone of a formation's side, or its own.
pub fn zone(fixed: &Fixed, s: &State, formation: FormationId) -> Option<Ground> {
    if let Some(at) = s.formation(formation).entry {
        return Some(Ground::From(at));
    }
    if let Some(posted) = s.posted.as_ref().filter(|posted| posted.formation == formation) {
        let at = posted.at.clone();
        return Some(match posted.within {
            Some(within) => Ground::Near(at, within),
            None => Ground::Posts(at),
        });
    }
    if s.formation(formation).garrison {
        return Some(Ground::Posts(garrisons::posts(fixed, s, formation)));
    }
    // EA-SAS-043: around the marker that hid it.
    if s.formation(formation).hidden
        && let Some(at) = marker_of(s, formation).and_then(|at| s.concealed[at].at)
    {
        let numbers = &fixed.numbers().reveal;
        return Some(Ground::Near(vec![at], numbers.first.0 + numbers.others.0));
    }
    let of = s.zones[s.owner(formation).index()];
    let side = fixed.side_zones(s, s.owner(formation));
    let zone = fixed.spec(formation).zone.as_ref().or_else(|| side.first());
    let Some(zone) = zone else {
        return fixed.strip_of(of).map(|(low, high)| Ground::In(Outline::rectangle(low, high)));
    };
    // EA-TOUR-012, EA-SSL-001: a corner or a short edge.
    if usize::from(of) >= fixed.sides.len() && fixed.spec(formation).zone.is_none() {
        let own = |deep: Length, wholly: bool| Ground::Strips(edges::strips(fixed, of, deep), wholly);
        match zone.kind {
            ZoneKind::Tournament => {
                return Some(own(fixed.numbers().zone_depth.depth.0, true));
            }
            ZoneKind::Edge => return Some(own(zone.depth.map_or(Length::ZERO, |deep| deep.0), zone.wholly)),
            ZoneKind::Half => return Some(Ground::Half(s.owner(formation))),
            _ => {}
        }
    }
    match zone.kind {
        ZoneKind::AwayFromEdges => {
            // EA-SPF-010: as far as the scenario says.
            let rim = zone.least.map_or(fixed.numbers().bunkers.bunkers_from_edges.0.0, |least| least.0.0);
            let (x, y) = (fixed.field.size.0.0, fixed.field.size.1.0);
            let (low, high) = (Point { x: rim, y: rim }, Point { x: x - rim, y: y - rim });
            Some(Ground::Wholly(Outline::rectangle(low, high)))
        }
        // EA-SFL-006: the own half, so far from the other.
        ZoneKind::ByRule => column::ground(fixed, s, s.owner(formation)).map(Ground::Wholly),
        // EA-SCEN-001: opposite quarters.
        ZoneKind::Quarter => {
            let (x, y) = (fixed.field.size.0.0, fixed.field.size.1.0);
            let (low, high) = if of == 0 { ((0, 0), (x / 2, y / 2)) } else { ((x / 2, y / 2), (x, y)) };
            let point = |(x, y): (i32, i32)| Point { x, y };
            Some(Ground::Wholly(Outline::rectangle(point(low), point(high))))
        }
        // EA-SBO-002: one of the areas of its side.
        ZoneKind::Rect => {
            let rect = |zone: &crate::data::scenario::Zone| {
                let corner =
                    |at: Option<[crate::data::amount::Cm; 2]>| at.map(|at| Point::new(at[0].0, at[1].0));
                Some(Outline::rectangle(corner(zone.from)?, corner(zone.to)?))
            };
            Some(Ground::Touching(side.iter().filter_map(rect).collect()))
        }
        // EA-SSL-012: the own half.
        ZoneKind::Half => {
            let long =
                if fixed.is_special("short-edges") { fixed.field.size.0.0 } else { fixed.field.size.1.0 };
            let (low, high) = own_strip(fixed, of, Length(long / 2));
            Some(Ground::Wholly(Outline::rectangle(low, high)))
        }
        // EA-SAM-004: not so near the road.
        ZoneKind::AwayFromLine => {
            let roads = s.land(fixed).features.iter().filter(|feature| feature.terrain.road);
            let least = zone.least.map_or(Length::ZERO, |least| least.0);
            Some(Ground::AwayFrom(roads.flat_map(|road| road.area.pieces()).collect(), least))
        }
        // EA-SSL-014: along the edge the side took.
        // EA-SAS-010, EA-AMB-165: attacking Scouts anywhere in their half, so far from its end.
        ZoneKind::Edge
            if fixed.is_special("short-edges")
                && fixed.spec(formation).units.iter().all(|unit| fixed.kind(*unit).has(Ability::Scout)) =>
        {
            let far = fixed.numbers().attacking_scouts.from_middle.0;
            let (low, high) = own_strip(fixed, of, Length(fixed.field.size.0.0 / 2) - far);
            Some(Ground::Wholly(Outline::rectangle(low, high)))
        }
        ZoneKind::Edge if zone.edge == Some(Edge::Own) && fixed.scenario.set_up == SetUp::WholeSide => {
            let (low, high) = own_strip(fixed, of, zone.depth.map_or(Length::ZERO, |depth| depth.0));
            Some(Ground::In(Outline::rectangle(low, high)))
        }
        // EA-TRNG-012, EA-TRNG-015.
        ZoneKind::Anywhere => {
            let high = Point { x: fixed.field.size.0.0, y: fixed.field.size.1.0 };
            Some(Ground::In(Outline::rectangle(Point::default(), high)))
        }
        ZoneKind::Pieces => {
            let named = s.land(fixed).features.iter().filter(|feature| zone.pieces.contains(&feature.id));
            Some(Ground::Touching(named.flat_map(|feature| feature.area.pieces()).collect()))
        }
        _ => {
            let (low, high) = fixed.strip(zone).or_else(|| fixed.strip_of(of))?;
            let strip = Outline::rectangle(low, high);
            // EA-TOUR-037: in the tournament game wholly in it.
            let wholly = zone.wholly || zone.kind == ZoneKind::Tournament && applies(rule!("EA-TOUR-037"));
            Some(if wholly { Ground::Wholly(strip) } else { Ground::In(strip) })
        }
    }
}

/// The strip along the long edge a side took.
fn own_strip(fixed: &Fixed, zone: u8, deep: Length) -> (Point, Point) {
    let (x, y) = (fixed.field.size.0.0, fixed.field.size.1.0);
    // EA-SAS-006: along a short edge.
    if fixed.is_special("short-edges") {
        let (low, high) = if zone.is_multiple_of(2) { (0, deep.0) } else { (x - deep.0, x) };
        return (Point { x: low, y: 0 }, Point { x: high, y });
    }
    let (low, high) = if zone.is_multiple_of(2) { (0, deep.0) } else { (y - deep.0, y) };
    (Point { x: 0, y: low }, Point { x, y: high })
}

/// The rule of a formation's zone.
pub fn rule_of(fixed: &Fixed, s: &State, formation: FormationId) -> RuleId {
    let of = |id: &str| fixed.scenario.rules.iter().any(|rule| rule == id);
    if crate::plant::is_on(fixed) {
        rule!("EA-SWP-004")
    } else if ambush::is_now(s) {
        rule!("EA-SAM-005")
    } else if of("EA-SAM-004") {
        rule!("EA-SAM-004")
    } else if of("EA-SPF-010") {
        rule!("EA-SPF-010")
    } else if of("EA-SAS-008") && s.formation(formation).hidden {
        rule!("EA-SAS-043")
    } else if of("EA-SAS-008") && side_of(fixed, "defender") == Some(s.owner(formation)) {
        rule!("EA-SAS-008")
    } else if of("EA-SAS-008") {
        rule!("EA-SAS-010")
    } else if of("EA-SSL-014") && side_of(fixed, "defender") == Some(s.owner(formation)) {
        rule!("EA-SSL-012")
    } else if of("EA-SSL-014") {
        rule!("EA-SSL-014")
    } else if of("EA-TRNG-009") {
        rule!("EA-TRNG-009")
    } else if of("EA-SCEN-001") {
        rule!("EA-SCEN-001")
    } else if of("EA-SFL-006") {
        rule!("EA-SFL-006")
    } else if of("EA-SBO-002") {
        rule!("EA-SBO-002")
    } else if of("EA-SEE-002") {
        rule!("EA-SEE-002")
    } else if fixed.scenario.kind == Kind::Tournament {
        rule!("EA-TOUR-037")
    } else {
        rule!("EA-TRNG-004")
    }
}

/// Every violation of the places proposed for a formation.
pub fn check(fixed: &Fixed, s: &State, formation: FormationId, choice: &Choice) -> Vec<Violation> {
    let rule = rule!("EA-TRNG-004");
    let Choice::Place(named, places, rides) = choice else { return other_kind(rule) };
    if *named != formation {
        return vec![broken(fixed, rule, "why.other-formation", &[])];
    }
    let mut wrong = Vec::new();
    let mut table = s.table.clone();
    let mut placed: Vec<UnitId> = Vec::new();
    for (unit, pose) in places {
        if !s.formation(formation).units.contains(unit) || placed.contains(unit) {
            wrong.push(broken(fixed, rule, "why.not-of-the-formation", &[*unit]));
            continue;
        }
        placed.push(*unit);
        if let Some(violation) = spot(fixed, s, &table, *unit, *pose) {
            wrong.push(violation);
        }
        if pose.at.in_limits() {
            table.put(*unit, fixed.form(*unit), formation, *pose);
        }
    }
    // EA-TRAN-001, EA-TRAN-002: units may begin aboard transports of their formation.
    for (unit, transport) in rides {
        let own = s.formation(formation).units.contains(unit) && placed.contains(transport);
        if !own || placed.contains(unit) {
            wrong.push(broken(fixed, rule!("EA-TRAN-002"), "why.no-ride", &[*unit]));
        }
        let inside: Vec<UnitId> =
            rides.iter().filter(|(_, into)| into == transport).map(|(unit, _)| *unit).collect();
        if own && !holds(fixed, *transport, &inside) {
            let violation = broken(fixed, rule!("EA-TRAN-001"), "why.no-room", &[*transport]);
            wrong.push(with(violation, room_rules(fixed, *transport)));
        }
    }
    let missing: Vec<UnitId> = s
        .formation(formation)
        .units
        .iter()
        .copied()
        .filter(|unit| !placed.contains(unit) && !rides.iter().any(|(known, _)| known == unit))
        // EA-SWP-020: others of it are on the table already.
        .filter(|unit| s.table.body(*unit).is_none())
        .collect();
    // EA-SAS-043: who finds no room is lost.
    let hidden = s.formation(formation).hidden;
    if !missing.is_empty() && (!hidden || placed.is_empty()) {
        wrong.push(broken(fixed, rule, "why.left-out", &missing));
    }
    if hidden {
        wrong.extend(shown(fixed, s, formation, &table, &placed));
    }
    let standing: Vec<(UnitId, &Body)> =
        placed.iter().filter_map(|unit| Some((*unit, table.body(*unit)?))).collect();
    if s.formation(formation).garrison {
        wrong.extend(garrisons::violations(fixed, s, formation, &standing));
    }
    // EA-SFL-006: one unit of a vanguard touches the road.
    let road = |body: &Body| s.land(fixed).under(&body.outline).any(|feature| feature.terrain.road);
    let ahead = column::is_on(fixed) && s.formation(formation).entry.is_none();
    if ahead && !standing.iter().any(|(_, body)| road(body)) {
        wrong.push(broken(fixed, rule!("EA-SFL-006"), "why.not-at-the-road", &placed));
    }
    // EA-TERR-018: a fortification shelters no more than it has room for.
    let bodies: Vec<Outline> =
        table.ids().filter_map(|unit| Some(table.body(unit)?.outline.clone())).collect();
    let limited = !fixed.is_set("fortification-capacity", "unlimited");
    if limited && s.land(fixed).overfull(&bodies).is_some() {
        wrong.push(broken(fixed, rule!("EA-TERR-018"), "why.overfull", &placed));
    }
    // EA-SAS-033: pillboxes are set up in coherency with the others.
    let reach = fixed.numbers().coherency.coherency.0;
    let alone = |(unit, body): &&(UnitId, &Body)| {
        let near = |(other, there): &(UnitId, &Body)| !is_work(fixed, *other) && body.within(there, reach);
        is_pillbox(fixed, *unit) && !standing.iter().any(near)
    };
    let off: Vec<UnitId> = standing.iter().filter(alone).map(|(unit, _)| *unit).collect();
    if !off.is_empty() && !is_a_work(fixed, formation) {
        wrong.push(broken(fixed, rule!("EA-SAS-033"), "why.coherency", &off));
    }
    if let Err(off) = together(fixed, &standing) {
        let violation = broken(fixed, rule!("EA-FORM-002"), "why.coherency", &off);
        wrong.push(with(violation, &mixed(fixed, &placed)));
    }
    wrong
}

/// EA-SAS-043: the first unit so near its marker, all others so near the first.
fn shown(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    table: &Table,
    placed: &[UnitId],
) -> Vec<Violation> {
    let numbers = &fixed.numbers().reveal;
    let marker = marker_of(s, formation).and_then(|at| s.concealed[at].at);
    let (Some(at), Some(first)) = (marker, placed.first().and_then(|unit| table.body(*unit))) else {
        return Vec::new();
    };
    let far =
        |unit: &&UnitId| table.body(**unit).is_some_and(|body| body.horizontal(first) > numbers.others.0);
    let mut off: Vec<UnitId> = placed.iter().filter(far).copied().collect();
    if first.horizontal(&Body::point(at, Length::ZERO)) > numbers.first.0 {
        off.insert(0, placed[0]);
    }
    if off.is_empty() { Vec::new() } else { vec![broken(fixed, rule!("EA-SAS-043"), "why.zone", &off)] }
}

/// What is wrong with one unit's place, if anything.
pub fn spot(fixed: &Fixed, s: &State, table: &Table, unit: UnitId, pose: Pose) -> Option<Violation> {
    if !pose.at.in_limits() || pose.z != Length::ZERO {
        return Some(broken(fixed, rule!("EA-MOV-004"), "why.off-table", &[unit]));
    }
    let form = table.ground().form(fixed.form(unit));
    let rules = MoveRules::up_to(Length::ZERO).among(&Passing::Base);
    let body = form.body(pose);
    let bars = |feature: &crate::terrain::Feature| {
        let column = fixed.kind(unit).column();
        let tags = table.ground().terrain().iter().zip(&s.land(fixed).features);
        tags.into_iter()
            .any(|(terrain, known)| known.id == feature.id && terrain.tags.any(impassable(column)))
    };
    if s.land(fixed).under(&body.outline).any(bars) {
        return Some(broken(fixed, rule!("EA-TERR-001"), "why.impassable", &[unit]));
    }
    if !table.ground().holds(&body.outline) {
        return Some(broken(fixed, rule!("EA-MOV-004"), "why.off-table", &[unit]));
    }
    if !table.check_place(form, pose, &rules, &|other| other == unit).is_empty() {
        return Some(broken(fixed, rule!("EA-MOV-009"), "why.blocked", &[unit]));
    }
    // Some part of it within the strip: distances are measured from edge to edge (EA-AMB-008).
    let formation = s.units[unit.index()].formation;
    let ground = zone(fixed, s, formation);
    let inside = match &ground {
        None => true,
        // The formation is judged as a whole.
        Some(Ground::Posts(_)) => true,
        Some(Ground::Near(at, within)) => {
            at.iter().any(|at| body.horizontal(&Body::point(*at, Length::ZERO)) <= *within)
        }
        Some(Ground::In(zone)) => body.outline.within(zone, Length::ZERO),
        Some(Ground::Wholly(zone)) => {
            let (own, all) = (body.outline.bounds(), zone.bounds());
            all.low.x <= own.low.x
                && all.low.y <= own.low.y
                && own.high.x <= all.high.x
                && own.high.y <= all.high.y
        }
        Some(Ground::Strips(strips, wholly)) => strips.iter().any(|strip| {
            let (own, all) = (body.outline.bounds(), strip.bounds());
            let whole = all.low.x <= own.low.x
                && all.low.y <= own.low.y
                && own.high.x <= all.high.x
                && own.high.y <= all.high.y;
            if *wholly { whole } else { body.outline.within(strip, Length::ZERO) }
        }),
        Some(Ground::Half(side)) => {
            body.outline.core().iter().all(|corner| super::objectives::in_half(fixed, s, *side, *corner))
        }
        Some(Ground::Touching(pieces)) => pieces.iter().any(|piece| body.outline.within(piece, Length::ZERO)),
        Some(Ground::AwayFrom(pieces, least)) => {
            let near = Length((least.0 - 1).max(0));
            !pieces.iter().any(|piece| body.outline.within(piece, near))
        }
        Some(Ground::From(at)) if ambush::is_now(s) => {
            ambush::may_stand(fixed, s, formation, unit, *at, &body)
        }
        // EA-SFL-012: who is far back in a column comes less far; EA-SFL-013: farther on the road.
        Some(Ground::From(at)) if column::is_on(fixed) => {
            let (first, _) = column::reach(fixed, column::lag_of(fixed, s, formation), unit);
            let road = s.land(fixed).on_road(*at, pose.at) && applies(rule!("EA-SFL-013"));
            let bonus = if road { fixed.numbers().road.bonus.0 } else { Length::ZERO };
            (pose.at - *at).length() <= first + bonus
        }
        Some(Ground::From(at)) => (pose.at - *at).length() <= fixed.kind(unit).speed,
    };
    // EA-SAS-039: who is hidden is so in cover, or dug in.
    let own = s.formation(formation);
    let hides = own.entrenched || s.land(fixed).under(&body.outline).any(crate::terrain::Feature::is_cover);
    if own.hidden && !hides {
        return Some(broken(fixed, rule!("EA-SAS-039"), "why.no-cover-to-hide", &[unit]));
    }
    if !inside {
        return Some(broken(fixed, rule_of(fixed, s, formation), "why.zone", &[unit]));
    }
    // EA-SCEN-001: so far from everybody of the other side.
    let apart = fixed.side_zones(s, s.owner(formation)).first().and_then(|zone| zone.apart);
    if let Some(apart) = apart
        && s.enemy_units(formation).any(|(_, other)| body.horizontal(other) < apart.0)
    {
        return Some(broken(fixed, rule!("EA-SCEN-001"), "why.too-near-the-enemy", &[unit]));
    }
    // EA-ZOC-002: who comes onto the table keeps out of the zones of enemies.
    let entering = matches!(ground, Some(Ground::From(_)));
    let zones = || !zones_at(fixed, s, formation, &body).is_empty();
    (entering && zones()).then(|| broken(fixed, rule!("EA-ZOC-002"), "why.zone-of-control", &[unit]))
}
