//! Setting up: markers, zones, and where units begin.

use grognard_space::table::{Point, Pose};

use super::aims::{self, Aim, Aims};
use crate::candidates::placing;
use crate::choice::{Choice, Ground, PlaceShape, Shape, Word};
use crate::data::amount::INCH;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, Spot, UnitId};
use crate::legal::{self, setup};
use crate::measure;
use crate::state::State;

/// A place for a marker in the middle of the table, where only those who march get it.
pub fn markers(fixed: &Fixed, s: &State) -> Vec<Choice> {
    let (long, wide) = fixed.battlefield.size;
    let rows = (0..wide / INCH).map(|row| Spot(long / 2, row * INCH, 0));
    rows.filter(|at| measure::lies_low(fixed, *at) && setup::marker_faults(fixed, &s.markers, *at).is_empty())
        .map(Choice::PutMarker)
        .find(|choice| legal::check(fixed, s, &Shape::Marker, choice).is_empty())
        .into_iter()
        .collect()
}

/// The nearer to the middle, the better.
pub fn marker_worth(fixed: &Fixed, x: i32) -> i64 {
    -i64::from((fixed.battlefield.size.0 / 2 - x).abs())
}

/// The zone from which the way to all markers is shorter.
pub fn better_zone(fixed: &Fixed, s: &State, all: &[Choice]) -> usize {
    let way = |zone: u8| -> i64 {
        let (low, high) = measure::zone(fixed, zone);
        let gap = |Spot(x, ..): &Spot| i64::from((low.x - x).max(x - high.x).max(0));
        s.markers.iter().map(gap).sum()
    };
    let wanted = if way(0) <= way(1) { Word::Left } else { Word::Right };
    all.iter().position(|choice| *choice == Choice::Word(wanted)).unwrap_or(0)
}

/// Whether a side has units enough to hold some back, which come where a marker is left to be taken.
pub fn holds_back(s: &State, side: Side) -> bool {
    let here = |unit: &UnitId| s.unit(*unit).side == side && !s.in_reserve(*unit);
    s.unit_ids().filter(here).count() > s.markers.len()
}

/// The markers that nobody of a unit's side goes for yet, or all of them.
fn open(s: &State, aims: &Aims<'_>, shape: &PlaceShape) -> Vec<Point> {
    let taken = aims.of_side(s.unit(shape.unit).side);
    let free = |marker: &usize| taken.iter().all(|(_, aim)| *aim != Aim::Marker(*marker));
    let mut open: Vec<usize> = (0..s.markers.len()).filter(free).collect();
    if open.is_empty() {
        open = (0..s.markers.len()).collect();
    }
    open.into_iter().map(|marker| aims::place(s, marker)).collect()
}

/// Room around the place a unit is set up at.
const ROOM: i32 = 2 * INCH;

/// Places as near to each marker as a unit may begin.
pub fn places(fixed: &Fixed, s: &State, aims: &Aims<'_>, shape: &PlaceShape) -> Vec<Choice> {
    let (low, high) = if shape.ground == Ground::Zone {
        measure::zone(fixed, s.zones[s.unit(shape.unit).side.index()])
    } else {
        let (x, y) = fixed.battlefield.size;
        (Point { x: 0, y: 0 }, Point { x, y })
    };
    let mut all = Vec::new();
    for marker in open(s, aims, shape) {
        let inside = |at: Point| Point {
            x: at.x.clamp(low.x + ROOM, high.x - ROOM),
            y: at.y.clamp(low.y + ROOM, high.y - ROOM),
        };
        let around = [(0, 0), (0, 3), (0, -3), (3, 0), (-3, 0), (0, 6), (0, -6)];
        let spots = around.map(|(x, y)| inside(Point { x: marker.x + x * INCH, y: marker.y + y * INCH }));
        all.extend(spots.into_iter().find_map(|spot| placing::around(fixed, s, shape, spot)));
    }
    all
}

/// The nearer to a marker, the better.
pub fn place_worth(s: &State, aims: &Aims<'_>, shape: &PlaceShape, places: &[(ModelId, Pose)]) -> i64 {
    let Some(spot) = places.first().map(|(_, pose)| pose.at) else { return i64::MIN };
    let near = open(s, aims, shape).into_iter().map(|marker| (marker - spot).squared()).min();
    -near.unwrap_or(0)
}
