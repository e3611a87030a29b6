//! Where a unit wants to be: on an objective nobody else of its army is going to, or at the enemy's throat.

use grognard_space::table::{Angle, Length, Offset, Point, Pose};
use smallvec::smallvec;

use super::ways::{Costs, Ways};
use crate::candidates::moves::{formation_by, legal, middle, walk};
use crate::choice::{MoveShape, Path};
use crate::figures;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::keyword::Keywords;
use crate::legal::moves::limit;
use crate::measure;
use crate::state::State;

/// Whether enough models of a unit are in range of a marker to hold it.
pub fn holds(fixed: &Fixed, s: &State, unit: UnitId, marker: usize) -> bool {
    let near = |model: ModelId| measure::in_marker_range(fixed, s, model, s.markers[marker]);
    let count = s.standing(unit).filter(|(model, _)| near(*model)).count();
    count >= ENOUGH.min(s.standing(unit).count()) && count > 0
}

/// So many models on a marker are not driven off it by chance.
const ENOUGH: usize = 3;

fn square(a: Point, b: Point) -> i64 {
    (b - a).squared()
}

/// The marker a unit goes for. Of all units and markers those nearest to each other come first; each marker is for one
/// unit.
pub fn goal(fixed: &Fixed, s: &State, unit: UnitId) -> Option<usize> {
    goals(fixed, s, s.unit(unit).side).into_iter().find(|(other, _)| *other == unit).map(|(_, marker)| marker)
}

/// Which units of a side go for which markers.
pub fn goals(fixed: &Fixed, s: &State, side: Side) -> Vec<(UnitId, usize)> {
    let walks = |unit: &UnitId| {
        !s.has(fixed, *unit, Keywords::AIRCRAFT)
            && s.unit(*unit).models.iter().any(|model| figures::reach(fixed, s, *model).is_some())
    };
    let mut pairs: Vec<(i64, UnitId, usize)> = Vec::new();
    for unit in s.on_table(side).filter(walks) {
        let Some(at) = middle(s, unit) else { continue };
        for (marker, (x, y)) in s.markers.iter().enumerate() {
            pairs.push((square(at, Point { x: *x, y: *y }), unit, marker));
        }
    }
    pairs.sort_unstable();
    let mut goals: Vec<(UnitId, usize)> = Vec::new();
    for (_, unit, marker) in pairs {
        if !goals.iter().any(|(other, taken)| *other == unit || *taken == marker) {
            goals.push((unit, marker));
        }
    }
    goals
}

/// Where a unit wants to go: its marker, or the nearest enemy.
pub fn wanted(fixed: &Fixed, s: &State, unit: UnitId) -> Option<Point> {
    if let Some(marker) = goal(fixed, s, unit) {
        let (x, y) = s.markers[marker];
        return Some(Point { x, y });
    }
    let from = middle(s, unit)?;
    let enemies = s.on_table(s.unit(unit).side.other()).filter_map(|enemy| middle(s, enemy));
    enemies.min_by_key(|at| square(from, *at))
}

/// So many moves are tried before a unit stays where it is.
const TRIES: usize = 90;

/// The best way there: of steps in all directions, short and long, the legal one from which the rest of the way is
/// shortest.
pub fn march(fixed: &Fixed, s: &State, shape: &MoveShape, ways: &Ways, to: Point) -> Option<Vec<Path>> {
    let from = middle(s, shape.unit)?;
    let costs = ways.to(s, shape.unit, to);
    let most = s
        .standing(shape.unit)
        .map(|(model, _)| limit(fixed, s, shape, model))
        .collect::<Option<Vec<_>>>()?
        .into_iter()
        .min()?;
    let straight = to - from;
    let mut steps: Vec<Offset> = Vec::new();
    if straight.length().0 < most {
        steps.push(straight);
    }
    for turn in 0..24u16 {
        let way = Angle(turn * (65_536 / 24) as u16);
        steps.extend((1..=7).map(|part| way.step(Length(most / 7 * part - 2))));
    }
    let now = costs.from(from);
    let mut ranked: Vec<(i64, usize)> = steps
        .iter()
        .enumerate()
        .map(|(at, step)| (costs.from(from + *step), at))
        .filter(|(cost, _)| *cost < now)
        .collect();
    ranked.sort_unstable();
    // What all models have left, once they have moved.
    let left = |paths: &[Path]| {
        let ends = s.standing(shape.unit).map(|(model, pose)| {
            let moved = paths.iter().find(|(other, _)| *other == model).and_then(|(_, stops)| stops.last());
            costs.from(moved.map_or(pose.at, |pose| pose.at))
        });
        ends.sum::<i64>()
    };
    let shifted = ranked.iter().take(TRIES).find_map(|(_, at)| formation_by(fixed, s, shape, steps[*at]));
    let shifted = shifted.or_else(|| around(fixed, s, shape, &costs, from, most));
    // Model by model, where the unit as a whole does not fit.
    let walked = match &shifted {
        Some(_) if straight.length().0 > most => None,
        _ => {
            let via = ranked.first().map_or(to, |(_, at)| from + steps[*at]);
            walk(fixed, s, shape, via)
        }
    };
    let stay = left(&[]);
    shifted
        .into_iter()
        .chain(walked)
        .map(|paths| (left(&paths), paths))
        .filter(|(cost, _)| *cost < stay)
        .min_by_key(|(cost, _)| *cost)
        .map(|(_, paths)| paths)
}

/// Around a corner, where no straight step leads on: two steps, of which the second goes as far as it may.
fn around(
    fixed: &Fixed,
    s: &State,
    shape: &MoveShape,
    costs: &Costs<'_>,
    from: Point,
    most: i32,
) -> Option<Vec<Path>> {
    let ways = || (0..12u16).map(|turn| Angle(turn * (65_536 / 12) as u16));
    let now = costs.from(from);
    let mut pairs: Vec<(i64, Offset, Offset)> = Vec::new();
    for part in 1..=3 {
        let (short, long) = (Length(most / 6 * part), Length(most - most / 6 * part - 4));
        for first in ways().map(|way| way.step(short)) {
            for second in ways().map(|way| way.step(long)) {
                let cost = costs.from(from + first + second);
                if cost < now {
                    pairs.push((cost, first, second));
                }
            }
        }
    }
    pairs.sort_by_key(|(cost, ..)| *cost);
    pairs.into_iter().take(TRIES).find_map(|(_, first, second)| {
        let mut standing: Vec<(ModelId, Pose)> = s.standing(shape.unit).collect();
        let ahead = |pose: &Pose| (pose.at - Point::default()).dot(first + second);
        standing.sort_by_key(|(_, pose)| std::cmp::Reverse(ahead(pose)));
        let bent = |(model, pose): (ModelId, Pose)| {
            let corner = Pose { at: pose.at + first, ..pose };
            (model, smallvec![corner, Pose { at: corner.at + second, ..pose }])
        };
        let paths: Vec<Path> = standing.into_iter().map(bent).collect();
        legal(fixed, s, shape, &paths).then_some(paths)
    })
}
