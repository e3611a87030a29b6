//! Setting up: in cover, towards objectives, not all in one place.

use grognard_space::table::{Length, Point};

use super::{fights, worth};
use crate::candidates;
use crate::choice::{Choice, Order};
use crate::fixed::Fixed;
use crate::ids::{Side, UnitId};
use crate::legal::placing::area;
use crate::state::State;

/// Places across a zone, and into it.
const GRID: (i32, i32) = (8, 4);
/// How many places are tried with the whole unit.
const TRIED: usize = 6;
/// What cover is worth, in a longer way.
const COVER: Length = Length::inches(4);
/// What bad ground costs a vehicle.
const BAD: Length = Length::inches(12);
/// What another unit nearby costs.
const CROWDED: Length = Length::inches(5);

/// Which unit is set up next, and how: transports before those who ride in them, everybody who can on the table.
pub fn next(fixed: &Fixed, s: &State, all: &[Choice]) -> Option<usize> {
    let mounts = |choice: &Choice| match choice {
        Choice::Embark(unit, carrier) => {
            let own = fixed.unit(*carrier).dedicated_to;
            own.is_some_and(|at| {
                fixed
                    .units
                    .iter()
                    .filter(|spec| spec.side == fixed.unit(*unit).side)
                    .nth(at)
                    .is_some_and(|spec| spec.name == fixed.unit(*unit).name)
            })
        }
        _ => false,
    };
    let sneaks = |choice: &Choice| matches!(choice, Choice::Order(_, Order::Infiltrate));
    let drives = |choice: &Choice| matches!(choice, Choice::Unit(unit) if fixed.is_vehicle(*unit));
    // The rest of a force that comes on in the first turn waits behind the table's edge.
    let strong = |choice: &Choice| match choice {
        Choice::Unit(unit) => worth::unit(fixed, s, *unit),
        _ => i64::MIN,
    };
    let find = |wanted: &dyn Fn(&Choice) -> bool| all.iter().position(wanted);
    find(&mounts).or_else(|| find(&sneaks)).or_else(|| find(&drives)).or_else(|| {
        let best = (0..all.len()).max_by_key(|at| (strong(&all[*at]), std::cmp::Reverse(*at)))?;
        matches!(all[best], Choice::Unit(_)).then_some(best)
    })
}

/// How good a place is: the less, the better.
fn cost(fixed: &Fixed, s: &State, unit: UnitId, at: Point) -> i32 {
    let side: Side = s.unit(unit).side;
    let goals = s.objectives.iter().map(|objective| objective.distance(at).0);
    let (_, wide) = fixed.battlefield.size;
    let ahead = if s.edge(side) == 0 { wide.0 - at.y } else { at.y };
    let mut sum = goals.min().unwrap_or(0) + ahead / if fights::is_fighter(fixed, s, unit) { 1 } else { 4 };
    let vehicle = fixed.is_vehicle(unit);
    for feature in s.features(fixed).filter(|feature| feature.area.contains(at)) {
        let bad =
            feature.piece.is("difficult") || feature.piece.is("dangerous") || feature.piece.is("impassable");
        if vehicle && bad {
            sum += BAD.0;
        } else if !vehicle && crate::cover::value(fixed, &feature.piece.cover) > 0 {
            sum -= COVER.0;
        }
    }
    let near =
        |other: UnitId| worth::middle(s, other).is_some_and(|middle| middle.within(at, Length::inches(7)));
    sum + CROWDED.0 * s.on_table(side).filter(|other| near(*other)).count() as i32
}

/// Where a unit is set up: the best place where all of it fits.
pub fn place(fixed: &Fixed, s: &State, unit: UnitId) -> Option<Choice> {
    let (low, high) = area(fixed, s, unit);
    let (across, into) = GRID;
    let mut spots: Vec<(i32, Point)> = Vec::new();
    for column in 0..across {
        for row in 0..into {
            let x = low.x + (high.x - low.x) / (2 * across) * (2 * column + 1);
            let y = low.y + (high.y - low.y) / (2 * into) * (2 * row + 1);
            let at = Point { x, y };
            spots.push((cost(fixed, s, unit, at), at));
        }
    }
    spots.sort_unstable();
    spots.into_iter().take(TRIED).find_map(|(_, at)| candidates::place_at(fixed, s, unit, at))
}
