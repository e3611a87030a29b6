//! Where a unit wants to be: on an objective nobody else of its army is going to, or at the enemy's throat.

use grognard_space::table::{Angle, Offset, Point};

use crate::candidates::moves::{formation, middle, walk};
use crate::choice::{MoveShape, Path};
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::keyword::Keywords;
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

/// The marker a unit goes for: units choose in order, each the nearest one left.
pub fn goal(fixed: &Fixed, s: &State, unit: UnitId) -> Option<usize> {
    let mut taken: Vec<usize> = Vec::new();
    for other in s.on_table(s.unit(unit).side) {
        if s.has(fixed, other, Keywords::AIRCRAFT) {
            continue;
        }
        let Some(at) = middle(s, other) else { continue };
        let free = (0..s.markers.len()).filter(|marker| !taken.contains(marker));
        let to = |marker: &usize| {
            let (x, y) = s.markers[*marker];
            square(at, Point { x, y })
        };
        let Some(marker) = free.min_by_key(to) else { break };
        if other == unit {
            return Some(marker);
        }
        taken.push(marker);
    }
    None
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

/// The best way there: straight, or a little to one side.
pub fn march(fixed: &Fixed, s: &State, shape: &MoveShape, to: Point) -> Option<Vec<Path>> {
    let from = middle(s, shape.unit)?;
    let way: Offset = to - from;
    // The nearest model counts most, but all of them count.
    let left = |paths: &Vec<Path>| {
        let end = |model: ModelId, at: Point| {
            let moved = paths.iter().find(|(other, _)| *other == model).and_then(|(_, stops)| stops.last());
            square(moved.map_or(at, |pose| pose.at), to)
        };
        let ends: Vec<i64> = s.standing(shape.unit).map(|(model, pose)| end(model, pose.at)).collect();
        ends.iter().min().copied().unwrap_or(i64::MAX / 4)
            + ends.iter().sum::<i64>() / (4 * ends.len().max(1) as i64)
    };
    let mut best: Option<(i64, Vec<Path>)> = None;
    let mut offer = |paths: Vec<Path>| {
        let distance = left(&paths);
        if best.as_ref().is_none_or(|(least, _)| distance < *least) {
            best = Some((distance, paths));
        }
    };
    if let Some(paths) = walk(fixed, s, shape, to) {
        offer(paths);
    }
    for turn in [0, 30, -30, 65, -65] {
        if let Some(paths) = formation(fixed, s, shape, Angle::degrees(turn).turn(way)) {
            offer(paths);
            if turn == 0 {
                break;
            }
        }
    }
    let now = left(&Vec::new());
    best.filter(|(distance, _)| *distance < now).map(|(_, paths)| paths)
}
