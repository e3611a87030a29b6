//! How a unit gets where it wants to be: some moves that are tried, and what each is worth.

use grognard_engine::rng::SplitMix;
use grognard_space::table::{Angle, Length, Offset, Outline, Point, Pose};
use grognard_tabletop::marches;
use grognard_tabletop::moves::allowed;

use super::aims::Aim;
use super::{volleys, worth};
use crate::candidates;
use crate::choice::{Choice, Kind, MoveShape, Shape, Way};
use crate::fixed::Fixed;
use crate::ids::UnitId;
use crate::legal;
use crate::legal::moves::Move;
use crate::state::State;
use crate::vehicles::moving as driving;

/// How much further from where it would like to be a unit stands for cover.
const COVER: Length = Length::inches(3);
/// How much further a vehicle that has something to shoot at may drive without minding it.
const STEADY: Length = Length::inches(6);
/// Directions beside the straight one, in degrees.
const ASIDE: [i32; 6] = [25, -25, 50, -50, 80, -80];

/// The nearest enemy on the table, as the crow flies.
fn nearest(fixed: &Fixed, s: &State, unit: UnitId, at: Point) -> Option<(Length, Point)> {
    let enemies = s.on_table(s.unit(unit).side.other()).filter(|enemy| fixed.building_of(*enemy).is_none());
    enemies.filter_map(|enemy| worth::middle(s, enemy)).map(|foe| (at.distance(foe), foe)).min()
}

/// Where the middle of a unit is after a move.
fn end(s: &State, unit: UnitId, ways: &[Way]) -> Option<Point> {
    let (mut x, mut y, mut count) = (0_i64, 0_i64, 0_i64);
    for (model, body) in s.bodies(unit) {
        let moved = ways.iter().find(|(own, _)| *own == model).and_then(|(_, stops)| stops.last());
        let at = moved.map_or(body.pose.at, |pose| pose.at);
        (x, y, count) = (x + i64::from(at.x), y + i64::from(at.y), count + 1);
    }
    (count > 0).then(|| Point { x: (x / count) as i32, y: (y / count) as i32 })
}

/// Whether most of what stands there has cover of its own.
fn sheltered(fixed: &Fixed, s: &State, at: Point) -> bool {
    let here = Outline::point(at);
    s.features(fixed)
        .any(|feature| crate::cover::value(fixed, &feature.piece.cover) > 0 && feature.area.overlaps(&here))
}

/// The middle of a piece of cover near a place.
fn shelter(fixed: &Fixed, s: &State, at: Point, reach: Length) -> Option<Point> {
    let good = s.features(fixed).filter(|feature| {
        let closed = feature.piece.is("impassable") || feature.piece.building.is_some();
        !closed && crate::cover::value(fixed, &feature.piece.cover) > 0
    });
    let near = good.map(|feature| (at.distance(feature.pose.at), feature.pose.at));
    near.filter(|(far, _)| *far <= reach).min().map(|(_, at)| at)
}

/// What a move on foot is worth: the less, the better.
fn cost(fixed: &Fixed, s: &State, aim: Aim, unit: UnitId, ways: &[Way]) -> i32 {
    let Some(at) = end(s, unit, ways) else { return i32::MAX };
    let over = aim.over(at).0;
    let cover = if !aim.fights && sheltered(fixed, s, at) { COVER.0 } else { 0 };
    over - cover + i32::from(ways.is_empty())
}

/// Moves on foot that are worth trying.
fn on_foot(fixed: &Fixed, s: &State, shape: &MoveShape, aim: Aim) -> Vec<Vec<Way>> {
    let made = Move::new(fixed, s, shape);
    let mut all: Vec<Vec<Way>> = Vec::new();
    if allowed(&made, &[]) {
        all.push(Vec::new());
    }
    let Some(from) = worth::middle(s, shape.unit) else { return all };
    let way = aim.at - from;
    let wanted = way.with_length(Length((way.length().0 - aim.within.0 / 2).max(0)));
    if wanted != Offset::default() {
        if let Some(ways) = marches::formation(&made, wanted, &[4]) {
            all.push(ways);
        } else {
            all.extend(marches::formation(&made, wanted, &[3, 2, 1]));
            all.extend(marches::walk(&made, aim.at));
            let turned = ASIDE.map(|turn| Angle::degrees(turn).turn(wanted));
            all.extend(turned.into_iter().filter_map(|way| marches::formation(&made, way, &[4, 2])));
        }
    }
    if !aim.fights
        && let Some(at) = shelter(fixed, s, from, Length::inches(9))
    {
        all.extend(marches::formation(&made, at - from, &[4]));
    }
    all
}

/// Moves of vehicles: those of the rules' own list, and straight at the aim.
fn driven(fixed: &Fixed, s: &State, shape: &MoveShape, aim: Aim) -> Vec<Vec<Way>> {
    let mut all = driving::ways(fixed, s, shape);
    let movers: Vec<_> = s.bodies(shape.unit).filter(|(model, _)| !s.immobilised(*model)).collect();
    let Some((_, first)) = movers.first() else { return all };
    let way = aim.at - first.pose.at;
    if way == Offset::default() {
        return all;
    }
    let facing = Angle::of(way);
    for inches in [18, 12, 9, 6, 3, 0] {
        let far = Length::inches(inches).min(way.length());
        let one = |(model, body): &(_, &grognard_space::table::Body)| -> Way {
            let turned = Pose { facing, ..body.pose };
            let end = Pose { at: turned.at + facing.step(far), ..turned };
            (*model, if inches == 0 { smallvec::smallvec![turned] } else { smallvec::smallvec![turned, end] })
        };
        let ways: Vec<Way> = movers.iter().map(one).collect();
        let choice = Choice::Paths(shape.unit, ways);
        if legal::check(fixed, s, &Shape::Paths(*shape), &choice).is_empty()
            && let Choice::Paths(_, ways) = choice
        {
            all.push(ways);
        }
    }
    all
}

/// What a drive is worth: near the aim, the front to the enemy, and steady where there is something to shoot at.
fn drive_cost(fixed: &Fixed, s: &State, shape: &MoveShape, aim: Aim, ways: &[Way]) -> i32 {
    let Some(at) = end(s, shape.unit, ways) else { return i32::MAX };
    let from = worth::middle(s, shape.unit).unwrap_or(at);
    let mut sum = aim.over(at).0;
    let reach = volleys::reach(fixed, s, shape.unit);
    let carries = s.unit(shape.unit).models.iter().any(|model| s.passengers(*model).next().is_some());
    if let Some((far, foe)) = nearest(fixed, s, shape.unit, at) {
        let facing = ways.first().and_then(|(_, stops)| stops.last()).map(|pose| pose.facing);
        let now = s.bodies(shape.unit).next().map(|(_, body)| body.pose.facing);
        if let Some(facing) = facing.or(now)
            && foe != at
        {
            let off = i32::from(facing.between(Angle::of(foe - at)).0);
            sum += off / 4;
        }
        let gone = from.distance(at);
        if !carries && far <= reach && gone > STEADY {
            sum += gone.0;
        }
        // Nobody drives a thin-skinned vehicle into the arms of the enemy.
        if !carries && far < Length::inches(10) {
            sum += (Length::inches(10) - far).0;
        }
    }
    sum + i32::from(ways.is_empty())
}

/// Away from the enemy: the more, the better.
fn away(fixed: &Fixed, s: &State, unit: UnitId, ways: &[Way]) -> i32 {
    let at = end(s, unit, ways);
    at.and_then(|at| nearest(fixed, s, unit, at)).map_or(0, |(far, _)| far.0)
}

/// Moves away from the nearest enemy.
fn retreats(fixed: &Fixed, s: &State, shape: &MoveShape) -> Vec<Vec<Way>> {
    let made = Move::new(fixed, s, shape);
    let mut all: Vec<Vec<Way>> = if allowed(&made, &[]) { vec![Vec::new()] } else { Vec::new() };
    let Some(from) = worth::middle(s, shape.unit) else { return all };
    let Some((_, foe)) = nearest(fixed, s, shape.unit, from) else { return all };
    let way = (from - foe).with_length(Length::inches(30));
    for turn in [0, 40, -40] {
        all.extend(marches::formation(&made, Angle::degrees(turn).turn(way), &[4, 3, 2, 1]));
    }
    all
}

/// The move a unit makes.
pub fn best(
    fixed: &Fixed,
    s: &State,
    shape: MoveShape,
    aim: Option<Aim>,
    rng: &mut SplitMix,
) -> Option<Choice> {
    let unit = shape.unit;
    let proposed = |rng: &mut SplitMix| candidates::candidates(fixed, s, &Shape::Paths(shape), rng);
    let given = |all: Vec<Choice>| -> Vec<Vec<Way>> {
        let ways = all.into_iter().filter_map(|choice| match choice {
            Choice::Paths(_, ways) => Some(ways),
            _ => None,
        });
        ways.collect()
    };
    let taken = |ways: Option<Vec<Way>>| ways.map(|ways| Choice::Paths(unit, ways));
    match shape.kind {
        Kind::Charge(_) | Kind::React | Kind::PileIn | Kind::TankShock | Kind::Ram => None,
        Kind::HitAndRun | Kind::DrivenOff => {
            taken(given(proposed(rng)).into_iter().max_by_key(|ways| away(fixed, s, unit, ways)))
        }
        // A jump after shooting takes those who would rather not fight out of reach.
        Kind::AssaultJump if aim.is_none_or(|aim| !aim.fights && !aim.objective) => {
            let all = retreats(fixed, s, &shape);
            taken(all.into_iter().max_by_key(|ways| away(fixed, s, unit, ways)))
        }
        _ => {
            let aim = aim?;
            if fixed.drives(unit) {
                let all = driven(fixed, s, &shape, aim);
                return taken(all.into_iter().min_by_key(|ways| drive_cost(fixed, s, &shape, aim, ways)));
            }
            let mut all = on_foot(fixed, s, &shape, aim);
            if all.is_empty() || shape.towards.is_some() {
                all = given(proposed(rng));
            }
            taken(all.into_iter().min_by_key(|ways| cost(fixed, s, aim, unit, ways)))
        }
    }
}
