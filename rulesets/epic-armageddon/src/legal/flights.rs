//! Ways of aircraft: where they come in, how they bend, where they end (EA-AIR-025 to EA-AIR-032, EA-DISG-002).

use grognard_engine::refusal::Violation;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Angle, Body, Length, Offset, Point, Pose};
use smallvec::SmallVec;

use super::coherency::together;
use super::{broken, flak, landing, other_kind, shooting, with};
use crate::air::{ALTITUDE, Sky};
use crate::choice::{Choice, Mission, Way};
use crate::data::play::Manoeuvre;
use crate::data::scenario::{Edge, TableArea, ZoneKind};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::state::State;

/// Directions are rounded to the grid: so small a bend is none.
const STRAIGHT: Angle = Angle(24);
/// Points on an edge are rounded to the grid.
const ON_EDGE: i32 = 2;
/// Aircraft that fly side by side are so far apart.
const ABREAST: Length = Length::cm(2);

/// A part of the table's edge.
pub type EdgePart = (Point, Point);

/// EA-AIR-028: the table edge of a side. EA-AMB-077: without zones the edges are the long ones, by the number of the zone.
pub fn own_edges(fixed: &Fixed, s: &State, side: grognard_engine::SeatId) -> Vec<EdgePart> {
    let (x, y) = (fixed.field.size.0.0, fixed.field.size.1.0);
    let zone = s.zones[side.index()];
    // EA-SWP-005: the edge of a command.
    let zones = fixed.side_zones(s, side);
    let named = zones.iter().find(|zone| zone.kind == ZoneKind::EntryEdge).and_then(|zone| zone.edge);
    if let Some(edge) = named.filter(|_| crate::plant::is_on(fixed)) {
        let ends = match edge {
            Edge::Far => ((0, y), (x, y)),
            Edge::Left => ((0, 0), (0, y)),
            Edge::Right => ((x, 0), (x, y)),
            Edge::Near | Edge::Own => ((0, 0), (x, 0)),
        };
        return vec![(Point { x: ends.0.0, y: ends.0.1 }, Point { x: ends.1.0, y: ends.1.1 })];
    }
    // EA-SWP-012: or the outer edge of its table.
    let table =
        crate::plant::own_table(fixed, side).and_then(|at| crate::plant::tables(fixed).get(usize::from(at)));
    if let Some(table) = table {
        let ([from_x, from_y], [to_x, to_y]) = (table.from, table.to);
        let (low, high) = if from_y.0.0 == 0 {
            (Point { x: from_x.0.0, y: 0 }, Point { x: to_x.0.0, y: 0 })
        } else {
            (Point { x: from_x.0.0, y: from_y.0.0 }, Point { x: from_x.0.0, y: to_y.0.0 })
        };
        return vec![(low, high)];
    }
    // EA-AMB-074: of a corner both halves of edges.
    if usize::from(zone) >= fixed.sides.len() {
        return crate::edges::parts(fixed, zone);
    }
    // EA-SAS-006.
    if fixed.is_special("short-edges") {
        let at = if zone.is_multiple_of(2) { 0 } else { x };
        return vec![(Point { x: at, y: 0 }, Point { x: at, y })];
    }
    let (low, high) = fixed.strip_of(zone).map_or_else(
        || if zone.is_multiple_of(2) { ((0, 0), (x, 0)) } else { ((0, y), (x, y)) },
        |(low, high)| ((low.x, low.y), (high.x, high.y)),
    );
    let point = |x: i32, y: i32| Point { x, y };
    let (wide, deep) = (high.0 - low.0, high.1 - low.1);
    let edge = if wide >= deep {
        let at = if low.1 == 0 { 0 } else { y };
        (point(low.0, at), point(high.0, at))
    } else {
        let at = if low.0 == 0 { 0 } else { x };
        (point(at, low.1), point(at, high.1))
    };
    vec![edge]
}

/// Whether one of several tables lies along a part of an edge.
fn borders(table: &TableArea, (from, to): EdgePart) -> bool {
    let ([low_x, low_y], [high_x, high_y]) = (table.from, table.to);
    let across = low_x.0.0 <= from.x.max(to.x) && high_x.0.0 >= from.x.min(to.x);
    across && low_y.0.0 <= from.y.max(to.y) && high_y.0.0 >= from.y.min(to.y)
}

/// All edges of the table.
pub fn all_edges(fixed: &Fixed) -> Vec<EdgePart> {
    let (x, y) = (fixed.field.size.0.0, fixed.field.size.1.0);
    let corners = [(0, 0), (x, 0), (x, y), (0, y)].map(|(x, y)| Point { x, y });
    (0..4).map(|at| (corners[at], corners[(at + 1) % 4])).collect()
}

/// Whether a point lies on a part of an edge.
pub fn is_on(edges: &[EdgePart], at: Point) -> bool {
    edges.iter().any(|(from, to)| {
        let span = |a: i32, b: i32| a.min(b) - ON_EDGE..=a.max(b) + ON_EDGE;
        span(from.x, to.x).contains(&at.x) && span(from.y, to.y).contains(&at.y)
    })
}

fn on_table(fixed: &Fixed, at: Point) -> bool {
    (0..=fixed.field.size.0.0).contains(&at.x) && (0..=fixed.field.size.1.0).contains(&at.y)
}

/// The row of T-14 for a unit.
pub fn manoeuvre(fixed: &Fixed, unit: UnitId) -> Option<&Manoeuvre> {
    let class = fixed.kind(unit).flight?;
    fixed.data.charts.manoeuvre.iter().find(|row| row.class == class)
}

/// EA-AIR-025 to EA-AIR-027: how far a unit turns on such a flight.
pub fn sharpest(fixed: &Fixed, unit: UnitId, mission: Mission) -> Angle {
    let ground = matches!(mission, Mission::Attack | Mission::Land | Mission::Assault(_));
    let row = manoeuvre(fixed, unit);
    Angle::degrees(row.map_or(0, |row| i32::from(if ground { row.ground_attack } else { row.turn })))
}

/// What is wrong with the bends of a way, if anything. EA-AIR-032, EA-DISG-004: who leaves begins by flying straight on.
fn bent(
    fixed: &Fixed,
    unit: UnitId,
    mission: Mission,
    facing: Option<Angle>,
    points: &[Point],
) -> Option<RuleId> {
    let row = manoeuvre(fixed, unit)?;
    let most = sharpest(fixed, unit, mission);
    let (mut facing, mut gone, mut turned) = (facing, Length::ZERO, facing.is_none());
    for leg in points.windows(2) {
        let step = leg[1] - leg[0];
        if step == Offset::default() {
            continue;
        }
        let ahead = Angle::of(step);
        if let Some(before) = facing
            && before.between(ahead) > STRAIGHT
        {
            let (needed, early) = if turned {
                (row.forward.0, rule!("EA-AIR-030"))
            } else {
                (fixed.numbers().fly_again.forward.0, rule!("EA-AIR-032"))
            };
            if gone + Length(ON_EDGE) < needed && applies(early) {
                return Some(early);
            }
            if before.between(ahead).0 > most.0 + STRAIGHT.0 {
                return Some(match row.rule.as_str() {
                    "EA-AIR-025" => rule!("EA-AIR-025"),
                    "EA-AIR-026" => rule!("EA-AIR-026"),
                    _ => rule!("EA-AIR-027"),
                });
            }
            (gone, turned) = (Length::ZERO, true);
        }
        gone += step.length();
        facing = Some(ahead);
    }
    None
}

/// The points of a way, its start first.
pub fn points(s: &State, mission: Mission, (unit, stops): &Way) -> Vec<Point> {
    let start = s.table.body(*unit).filter(|_| mission == Mission::Leave).map(|body| body.pose.at);
    let stops = stops.iter().map(|stop| stop.at);
    let mut all: Vec<Point> = start.into_iter().chain(stops).collect();
    all.dedup();
    all
}

/// Where a straight way meets the edge of the table, or the last point of it on the table.
pub fn to_edge(fixed: &Fixed, from: Point, ahead: Offset) -> Point {
    let (x, y) = (i64::from(fixed.field.size.0.0), i64::from(fixed.field.size.1.0));
    let reach = |at: i64, step: i64, size: i64| match step.signum() {
        1 => Some((size - at, step)),
        -1 => Some((at, -step)),
        _ => None,
    };
    let (dx, dy) = (i64::from(ahead.x), i64::from(ahead.y));
    let parts = [reach(from.x.into(), dx, x), reach(from.y.into(), dy, y)];
    let nearest = parts
        .into_iter()
        .flatten()
        .min_by(|a, b| (i128::from(a.0) * i128::from(b.1)).cmp(&(i128::from(b.0) * i128::from(a.1))));
    let Some((part, whole)) = nearest else { return from };
    let cut = |at: i32, step: i64, size: i64| (i64::from(at) + step * part / whole).clamp(0, size) as i32;
    Point { x: cut(from.x, dx, x), y: cut(from.y, dy, y) }
}

/// The ways of all units of a formation: those that are not named fly beside the first one. None where there is no room for
/// that on the table.
pub fn completed(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    mission: Mission,
    ways: &[Way],
) -> Option<Vec<Way>> {
    let (leader, _) = ways.first()?;
    let first = points(s, mission, &ways[0]);
    let named = |unit: &UnitId| ways.iter().any(|(known, _)| known == unit);
    let others: Vec<UnitId> =
        s.formation(formation).units.iter().copied().filter(|unit| !named(unit)).collect();
    let others: Vec<UnitId> = others.into_iter().filter(|unit| fixed.kind(*unit).flight.is_some()).collect();
    let mut all: Vec<Way> = ways.iter().map(|way| (way.0, posed(&points(s, mission, way), None))).collect();
    if mission == Mission::Leave {
        let lead = s.table.body(*leader)?.pose.at;
        let (x, y) = (fixed.field.size.0.0, fixed.field.size.1.0);
        for unit in others {
            // EA-AMB-068: they leave beside the first one, together.
            let body = s.table.body(unit)?;
            let off = body.pose.at - lead;
            let beside = |point: &Point| {
                let at = *point + off;
                Point { x: at.x.clamp(0, x), y: at.y.clamp(0, y) }
            };
            let own: Vec<Point> = first.iter().map(beside).collect();
            all.push((unit, posed(&own, Some(body.pose.facing))));
        }
        return Some(all);
    }
    let start = *first.first()?;
    let upright = start.x.min(fixed.field.size.0.0 - start.x) < start.y.min(fixed.field.size.1.0 - start.y);
    let reach = |unit: &UnitId| fixed.ground.form(fixed.form(*unit)).footprint.reach();
    let pitch = s.formation(formation).units.iter().map(reach).max()? * 2 + ABREAST;
    let aside =
        |by: i32| if upright { Offset { x: 0, y: pitch.0 * by } } else { Offset { x: pitch.0 * by, y: 0 } };
    let orders: [fn(i32) -> i32; 3] =
        [|at| if at % 2 == 0 { at / 2 + 1 } else { -(at / 2) - 1 }, |at| at + 1, |at| -at - 1];
    let room = |order: &&fn(i32) -> i32| {
        (0..others.len() as i32)
            .all(|at| first.iter().all(|point| on_table(fixed, *point + aside(order(at)))))
    };
    let order = orders.iter().find(room)?;
    for (at, unit) in others.iter().enumerate() {
        let own: Vec<Point> = first.iter().map(|point| *point + aside(order(at as i32))).collect();
        all.push((*unit, posed(&own, None)));
    }
    Some(all)
}

/// Points as poses high over the table, each looking ahead.
fn posed(points: &[Point], facing: Option<Angle>) -> SmallVec<[Pose; 2]> {
    let mut facing = facing.unwrap_or_default();
    let mut all: SmallVec<[Pose; 2]> = SmallVec::new();
    for (at, point) in points.iter().enumerate() {
        if let Some(before) = at.checked_sub(1).map(|before| points[before]) {
            facing = Angle::of(*point - before);
        } else if let Some(next) = points.get(1) {
            facing = Angle::of(*next - *point);
        }
        all.push(Pose::at(*point).facing(facing).raised(ALTITUDE));
    }
    all
}

/// The game with the aircraft where their ways end.
pub fn arrived(fixed: &Fixed, s: &State, formation: FormationId, ways: &[Way]) -> State {
    let mut after = s.clone();
    for (unit, stops) in ways {
        if let Some(end) = stops.last() {
            after.put(fixed, *unit, *end);
        }
    }
    after.formation_mut(formation).flight.sky = Sky::Flight;
    after.formation_mut(formation).flight.path = ways.to_vec();
    after
}

/// Every violation of a flight.
pub fn check(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    mission: Mission,
    choice: &Choice,
) -> Vec<Violation> {
    let rule = rule!("EA-AIR-030");
    let Choice::Fly(named, ways) = choice else { return other_kind(rule) };
    if *named != formation {
        return vec![broken(fixed, rule, "why.other-formation", &[])];
    }
    let own = &s.formation(formation).units;
    let wrong = |(at, (unit, stops)): &(usize, &Way)| {
        !own.contains(unit)
            || fixed.kind(*unit).flight.is_none()
            || ways[..*at].iter().any(|(known, _)| known == unit)
            || stops.is_empty()
            || stops.iter().any(|stop| !stop.at.in_limits())
    };
    if let Some((_, (unit, _))) = ways.iter().enumerate().find(wrong) {
        return vec![broken(fixed, rule, "why.not-of-the-formation", &[*unit])];
    }
    let mut all = Vec::new();
    for way in ways {
        all.extend(one(fixed, s, formation, mission, way));
    }
    if !all.is_empty() {
        return all;
    }
    let Some(whole) = completed(fixed, s, formation, mission, ways) else {
        return vec![with(
            broken(fixed, rule!("EA-AIR-029"), "why.no-room-beside", &[]),
            rules!["EA-AMB-068"],
        )];
    };
    let ends: Vec<(UnitId, Body)> = whole
        .iter()
        .filter_map(|(unit, stops)| Some((*unit, fixed.ground.form(fixed.form(*unit)).body(*stops.last()?))))
        .collect();
    let standing: Vec<(UnitId, &Body)> = ends.iter().map(|(unit, body)| (*unit, body)).collect();
    // Who was torn apart by losses leaves as it is.
    let torn = mission == Mission::Leave && !super::coherency::is_coherent(fixed, s, formation);
    if let (Err(off), false) = (together(fixed, &standing), torn) {
        all.push(broken(fixed, rule!("EA-AMB-068"), "why.coherency", &off));
    }
    // EA-SWP-008, EA-SWP-012: aircraft keep to the table of their command; those of the attackers come over the first one, too.
    if crate::plant::is_on(fixed) && mission != Mission::Leave {
        let side = s.owner(formation);
        let attacks = crate::play::plant::attacks(fixed, side);
        let mut may: Vec<u8> = crate::plant::own_table(fixed, side).into_iter().collect();
        if attacks {
            let edges = own_edges(fixed, s, side);
            let all = crate::plant::tables(fixed).iter().enumerate();
            let theirs = all.filter(|(_, table)| edges.iter().any(|edge| borders(table, *edge)));
            may.extend(theirs.map(|(at, _)| at as u8));
            may.push(0);
        }
        let rule = if attacks { rule!("EA-SWP-008") } else { rule!("EA-SWP-012") };
        let off =
            |body: &Body| crate::plant::table_at(fixed, body.pose.at).is_none_or(|at| !may.contains(&at));
        if ends.iter().any(|(_, body)| off(body)) {
            all.push(broken(fixed, rule, "why.other-table", &[]));
        }
    }
    let after = arrived(fixed, s, formation, &whole);
    match mission {
        Mission::Attack => {
            if shooting::targets(fixed, &after, formation, false).is_empty() {
                all.push(broken(fixed, rule!("EA-AIR-016"), "why.no-target-there", own));
            }
        }
        Mission::Intercept(target) => {
            if !own.iter().any(|unit| flak::reaches_end(fixed, &after, *unit, target)) {
                all.push(broken(fixed, rule!("EA-AIR-015"), "why.no-target-there", own));
            }
        }
        Mission::Land | Mission::Assault(_) => {
            all.extend(landing::check(fixed, s, formation, mission, &whole));
        }
        Mission::Leave => {}
    }
    all
}

/// What is wrong with one way.
fn one(fixed: &Fixed, s: &State, formation: FormationId, mission: Mission, way: &Way) -> Vec<Violation> {
    let points = points(s, mission, way);
    let mut all = Vec::new();
    let leaves = mission == Mission::Leave;
    let there = leaves && points.first().is_some_and(|start| is_on(&all_edges(fixed), *start));
    if points.len() < 2 && !there {
        return vec![broken(fixed, rule!("EA-AIR-030"), "why.no-flight", &[way.0])];
    }
    if !leaves && !is_on(&own_edges(fixed, s, s.owner(formation)), points[0]) {
        all.push(broken(fixed, rule!("EA-AIR-028"), "why.not-own-edge", &[way.0]));
    }
    if points.iter().any(|point| !on_table(fixed, *point)) {
        all.push(broken(fixed, rule!("EA-AIR-029"), "why.off-table", &[way.0]));
    }
    if leaves && !points.last().is_some_and(|end| is_on(&all_edges(fixed), *end)) {
        all.push(broken(fixed, rule!("EA-DISG-001"), "why.not-at-an-edge", &[way.0]));
    }
    let facing = s.table.body(way.0).filter(|_| leaves).map(|body| body.pose.facing);
    if let Some(rule) = bent(fixed, way.0, mission, facing, &points) {
        let also = if leaves {
            rules!["EA-AIR-001", "EA-AIR-030", "EA-DISG-004"]
        } else {
            rules!["EA-AIR-001", "EA-AIR-030"]
        };
        all.push(with(broken(fixed, rule, "why.bend", &[way.0]), also));
    }
    all
}
