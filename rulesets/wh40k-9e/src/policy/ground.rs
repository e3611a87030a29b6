//! Where a unit wants to be: on an objective nobody else of its army is going to, or at the enemy's throat.

use grognard_space::table::{Angle, Offset, Point};

use crate::candidates::moves::{formation, middle};
use crate::choice::{MoveShape, Path};
use crate::fixed::Fixed;
use crate::ids::UnitId;
use crate::keyword::Keywords;
use crate::measure;
use crate::state::State;

/// Whether any model of a unit is in range of a marker.
pub fn holds(fixed: &Fixed, s: &State, unit: UnitId, marker: usize) -> bool {
    s.standing(unit).any(|(model, _)| measure::in_marker_range(fixed, s, model, s.markers[marker]))
}

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
    let left = |paths: &Vec<Path>| {
        let ends = paths.iter().filter_map(|(_, stops)| stops.last());
        ends.map(|end| square(end.at, to)).min().unwrap_or(i64::MAX)
    };
    let mut best: Option<(i64, Vec<Path>)> = None;
    for turn in [0, 25, -25, 55, -55, 90, -90] {
        let Some(paths) = formation(fixed, s, shape, Angle::degrees(turn).turn(way)) else { continue };
        let distance = left(&paths);
        if best.as_ref().is_none_or(|(least, _)| distance < *least) {
            best = Some((distance, paths));
        }
        // Straight ahead is good enough where the whole way is open.
        if turn == 0 && best.as_ref().is_some_and(|(least, _)| *least < square(from, to) / 2) {
            break;
        }
    }
    let now = s.standing(shape.unit).map(|(_, pose)| square(pose.at, to)).min().unwrap_or(i64::MAX);
    best.filter(|(distance, _)| *distance < now).map(|(_, paths)| paths)
}
