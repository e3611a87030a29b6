//! Flights worth proposing: straight in from the own edge, with a bend, straight out; and where leavers get out.

use grognard_engine::rng::SplitMix;
use grognard_space::table::{Angle, Length, Offset, Passing, Point, Pose};
use grognard_space::table::{MoveRules, Table};
use smallvec::SmallVec;

use crate::choice::{Choice, Mission, Way};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::legal::flights::{check, own_edges, sharpest, to_edge};
use crate::legal::landing::{check_unload, ground, leavers, reach};
use crate::state::State;

/// Starts along the own edge that are tried, in parts of it.
const STARTS: i32 = 12;
/// So far before a target a flight ends at least.
const NEAR: Length = Length::cm(1);

fn fly(formation: FormationId, unit: UnitId, points: &[Point]) -> Choice {
    let stops: SmallVec<[Pose; 2]> = points.iter().map(|at| Pose::at(*at)).collect();
    let way: Way = (unit, stops);
    Choice::Fly(formation, vec![way])
}

fn leader(fixed: &Fixed, s: &State, formation: FormationId) -> Option<UnitId> {
    s.formation(formation).units.iter().copied().find(|unit| fixed.kind(*unit).flight.is_some())
}

/// Places to fly to: a little before units that are the goal of a flight.
fn goals(s: &State, formation: FormationId, mission: Mission) -> Vec<Point> {
    let of = |id: FormationId| s.standing(id).map(|(_, body)| body.pose.at).collect::<Vec<_>>();
    match mission {
        Mission::Intercept(target) | Mission::Assault(target) => of(target),
        Mission::Attack => s.enemies(formation).flat_map(of).collect(),
        Mission::Land => {
            let own = s.of_side(s.owner(formation)).flat_map(of);
            s.objectives.iter().map(|objective| objective.at).chain(own).collect()
        }
        Mission::Leave => Vec::new(),
    }
}

/// Straight in to a place before a goal, from a start on the edge.
fn straight(start: Point, goal: Point, before: Length) -> Option<[Point; 2]> {
    let way = goal - start;
    let far = way.length() - before;
    (far > Length::cm(2)).then(|| [start, start + way.with_length(far)])
}

fn starts(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<Point> {
    let part = |from: i32, to: i32, at: i32| from + (to - from) / STARTS * at;
    own_edges(fixed, s, s.owner(formation))
        .into_iter()
        .flat_map(|(from, to)| {
            (1..STARTS).map(move |at| Point { x: part(from.x, to.x, at), y: part(from.y, to.y, at) })
        })
        .collect()
}

/// The start on the edge that is nearest to a goal.
fn opposite(fixed: &Fixed, s: &State, formation: FormationId, goal: Point) -> Option<Point> {
    let edges = own_edges(fixed, s, s.owner(formation));
    let on = |(from, to): &(Point, Point)| Point {
        x: goal.x.clamp(from.x.min(to.x), from.x.max(to.x)),
        y: goal.y.clamp(from.y.min(to.y), from.y.max(to.y)),
    };
    edges.iter().map(on).min_by_key(|at| (*at - goal).squared())
}

/// How far before its goal a flight may end: near, or with room to land beside it.
const fn ends(mission: Mission) -> &'static [Length] {
    const BESIDE: &[Length] =
        &[Length::cm(12), Length::cm(9), Length::cm(7), Length::cm(16), Length::cm(22), Length::cm(30)];
    const BEFORE: &[Length] = &[Length::cm(6), NEAR, Length::cm(12)];
    match mission {
        Mission::Land | Mission::Assault(_) => BESIDE,
        _ => BEFORE,
    }
}

/// A legal flight, the same for the same state.
pub fn default(fixed: &Fixed, s: &State, formation: FormationId, mission: Mission) -> Option<Choice> {
    let unit = leader(fixed, s, formation)?;
    if mission == Mission::Leave {
        return out(fixed, s, formation, unit);
    }
    let legal = |choice: &Choice| check(fixed, s, formation, mission, choice).is_empty();
    for goal in goals(s, formation, mission) {
        let nearest = opposite(fixed, s, formation, goal);
        for start in nearest.into_iter().chain(starts(fixed, s, formation)) {
            for before in ends(mission) {
                let found = straight(start, goal, *before).map(|points| fly(formation, unit, &points));
                if let Some(choice) = found.filter(legal) {
                    return Some(choice);
                }
            }
        }
    }
    // Anywhere at all: for a landing no goal is needed.
    let (x, y) = (fixed.field.size.0.0, fixed.field.size.1.0);
    let step = Length::cm(10).0 as usize;
    for at in (0..y).step_by(step).flat_map(|y| (0..x).step_by(step).map(move |x| Point { x, y })) {
        let start = opposite(fixed, s, formation, at)?;
        let found = straight(start, at, Length::ZERO).map(|points| fly(formation, unit, &points));
        if let Some(choice) = found.filter(legal) {
            return Some(choice);
        }
    }
    None
}

/// Straight ahead off the table; EA-AMB-068: by whichever way the formation stays together.
fn out(fixed: &Fixed, s: &State, formation: FormationId, unit: UnitId) -> Option<Choice> {
    let body = s.table.body(unit)?;
    let legal = |choice: &Choice| check(fixed, s, formation, Mission::Leave, choice).is_empty();
    let ahead = |facing: Angle| facing.step(Length::cm(100));
    let exit = to_edge(fixed, body.pose.at, ahead(body.pose.facing));
    Some(fly(formation, unit, &[exit])).filter(legal).or_else(|| homeward(fixed, s, formation, unit, 24))
}

/// Turns after the first stretch, as sharp as allowed, and then straight to an edge; the own one where that is found.
fn homeward(fixed: &Fixed, s: &State, formation: FormationId, unit: UnitId, tries: i32) -> Option<Choice> {
    let body = s.table.body(unit)?;
    let legal = |choice: &Choice| check(fixed, s, formation, Mission::Leave, choice).is_empty();
    let edges = own_edges(fixed, s, s.owner(formation));
    let straight = fixed.numbers().fly_again.forward.0;
    let most = i32::from(sharpest(fixed, unit, Mission::Leave).0);
    let turn = body.pose.at + body.pose.facing.step(straight + Length::MILLIMETRE);
    let mut found: Vec<(bool, Choice)> = Vec::new();
    for part in -tries..=tries {
        let facing = body.pose.facing + Angle((most * part / tries) as i16 as u16);
        let exit = to_edge(fixed, turn, facing.step(Length::cm(100)));
        let own = crate::legal::flights::is_on(&edges, exit);
        found.push((!own, fly(formation, unit, &[turn, exit])));
    }
    found.sort_by_key(|(other, _)| *other);
    found.into_iter().map(|(_, choice)| choice).find(legal)
}

/// Some flights: to some goals, from some starts, some with a bend.
pub fn candidates(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    mission: Mission,
    rng: &mut SplitMix,
) -> Vec<Choice> {
    let Some(unit) = leader(fixed, s, formation) else { return Vec::new() };
    if mission == Mission::Leave {
        let home = homeward(fixed, s, formation, unit, 4);
        return out(fixed, s, formation, unit).into_iter().chain(home).collect();
    }
    let goals = goals(s, formation, mission);
    if goals.is_empty() {
        return Vec::new();
    }
    let starts = starts(fixed, s, formation);
    let mut all = Vec::new();
    for _ in 0..8 {
        let goal = goals[rng.below(goals.len())];
        let start = starts[rng.below(starts.len())];
        let before = ends(mission)[rng.below(ends(mission).len())];
        let Some([start, end]) = straight(start, goal, before) else { continue };
        // A bend to the side and back on the way, where the way is long enough.
        let (way, most) = (end - start, i32::from(sharpest(fixed, unit, mission).0));
        let turned = Angle((most / 3) as u16);
        let aside = turned.turn(way.with_length(Length::cm(31)));
        let points = if rng.below(2) == 0 { vec![start, end] } else { vec![start, start + aside, end] };
        let choice = fly(formation, unit, &points);
        if check(fixed, s, formation, mission, &choice).is_empty() {
            all.push(choice);
        }
        if all.len() == 3 {
            break;
        }
    }
    all
}

/// Everybody gets out near their aircraft, towards a target where there is one; or nobody does.
pub fn unloading(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    target: Option<FormationId>,
) -> Vec<Choice> {
    let mut table: Table = s.table.clone();
    let mut places = Vec::new();
    let foe = target.and_then(|target| s.standing(target).next().map(|(_, body)| body.pose.at));
    for unit in leavers(fixed, s, formation) {
        let Some(from) = s.transport_of(unit).and_then(|craft| table.body(craft)).cloned() else { continue };
        let form = fixed.ground.form(fixed.form(unit));
        let far = reach(fixed, s, unit);
        let rules = MoveRules::up_to(Length::ZERO).among(&Passing::Base);
        let fits = |pose: Pose| {
            form.body(pose).within(&from, far) && ground(fixed, s, &table, unit, pose, target).is_none()
        };
        let towards =
            foe.map_or(Offset::default(), |foe| (foe - from.pose.at).with_length(far + Length::cm(3)));
        let spot = [from.pose.at + towards, from.pose.at].into_iter().find_map(|wish| {
            table.nearest_spot(form, Pose::at(wish), far * 3 + Length::cm(10), &rules, &[unit], &fits)
        });
        if let Some(pose) = spot {
            table.put(unit, fixed.form(unit), s.units[unit.index()].formation, pose);
            places.push((unit, pose));
        }
    }
    let all = [Choice::Unload(places), Choice::Unload(Vec::new())];
    all.into_iter().filter(|choice| check_unload(fixed, s, formation, target, choice).is_empty()).collect()
}
