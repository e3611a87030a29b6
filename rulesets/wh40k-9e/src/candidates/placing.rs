//! Places for units: clusters around a spot, near enough together.

use grognard_engine::rng::SplitMix;
use grognard_space::table::{Angle, BodyId, FormId, Length, Point, Pose, Table};

use crate::choice::{Choice, Ground, PlaceShape};
use crate::data::amount::INCH;
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::legal::moves::{coherency, coherent};
use crate::legal::placing::{is_free, put};
use crate::measure;
use crate::state::State;
use crate::terrain::facings;

/// The ground on which models may stand, as a rectangle to search in.
fn region(fixed: &Fixed, s: &State, shape: &PlaceShape) -> (Point, Point) {
    let (x, y) = fixed.battlefield.size;
    let whole = (Point { x: 0, y: 0 }, Point { x, y });
    let around = |model: ModelId, reach: i32| {
        s.body(model).map(|body| {
            let bounds = body.outline.bounds().grown(Length(reach));
            (bounds.low, bounds.high)
        })
    };
    match shape.ground {
        Ground::Zone => measure::zone(fixed, s.zones[s.unit(shape.unit).side.index()]),
        Ground::Near(model, reach) => around(model, reach).unwrap_or(whole),
        Ground::Returned => {
            let reach = fixed.numbers().coherency.horizontal.0 + 2 * INCH;
            s.standing(shape.unit).next().and_then(|(model, _)| around(model, reach)).unwrap_or(whole)
        }
        Ground::Ambush(_) | Ground::Reserve(_) => whole,
    }
}

/// The room a model takes along and across.
fn pitch(s: &State, fixed: &Fixed, model: ModelId) -> i32 {
    let form = s.table.ground().form(FormId(fixed.spec(model).kind as u16));
    2 * form.footprint.reach().0 + 60
}

/// The models of a unit around a spot, nearest first; those that fit.
fn cluster(fixed: &Fixed, s: &State, shape: &PlaceShape, anchor: Point) -> (Table, Vec<(ModelId, Pose)>) {
    let mut table = s.table.clone();
    let mut places = Vec::new();
    let Some(pitch) = shape.models.iter().map(|model| pitch(s, fixed, *model)).max() else {
        return (table, places);
    };
    let rings = 5;
    let mut spots: Vec<Point> = (-rings..=rings)
        .flat_map(|i| {
            (-rings..=rings).map(move |j| Point { x: anchor.x + i * pitch, y: anchor.y + j * pitch })
        })
        .collect();
    spots.sort_by_key(|spot| (spot.x - anchor.x).abs().max((spot.y - anchor.y).abs()));
    if shape.models.len() < 4 {
        spots.truncate(25);
    }
    let (low, high) = region(fixed, s, shape);
    spots.retain(|spot| low.x <= spot.x && spot.x <= high.x && low.y <= spot.y && spot.y <= high.y);
    let mut left = shape.models.iter();
    let Some(mut next) = left.next() else { return (table, places) };
    for spot in spots {
        let pose = Pose::at(spot);
        if is_free(fixed, s, shape, &table, *next, pose) && in_touch(fixed, s, shape, &table, *next, pose) {
            put(fixed, s, &mut table, *next, pose);
            places.push((*next, pose));
            match left.next() {
                Some(model) => next = model,
                None => break,
            }
        }
    }
    (table, places)
}

/// Whether a model would be near one of its unit that stands already.
fn in_touch(fixed: &Fixed, s: &State, shape: &PlaceShape, table: &Table, model: ModelId, pose: Pose) -> bool {
    let rules = coherency(fixed);
    let body = table.ground().form(FormId(fixed.spec(model).kind as u16)).body(pose);
    let mut friends =
        s.unit(shape.unit).models.iter().filter_map(|friend| table.body(BodyId(friend.0))).peekable();
    friends.peek().is_none() || friends.any(|friend| rules.linked(friend, &body))
}

/// All models around a spot, or `None`. Where it is forced, as many as there is room for.
fn whole(fixed: &Fixed, s: &State, shape: &PlaceShape, anchor: Point) -> Option<Vec<(ModelId, Pose)>> {
    let (table, places) = cluster(fixed, s, shape, anchor);
    (places.len() == shape.models.len() && coherent(fixed, s, &table, shape.unit).is_ok()).then_some(places)
}

/// Some legal answer, the same for the same state.
pub fn any(fixed: &Fixed, s: &State, shape: &PlaceShape) -> Option<Vec<(ModelId, Pose)>> {
    let (low, high) = region(fixed, s, shape);
    let step = (3 * INCH).min((high.x - low.x) / 4).min((high.y - low.y) / 4).max(INCH / 2);
    for x in (low.x..=high.x).step_by(step as usize).skip(1) {
        for y in (low.y..=high.y).step_by(step as usize).skip(1) {
            if let Some(places) = whole(fixed, s, shape, Point { x, y }) {
                return Some(places);
            }
        }
    }
    if shape.forced { Some(as_many_as_fit(fixed, s, shape)) } else { None }
}

/// 9E-COH-007: one model after another, wherever there is room.
fn as_many_as_fit(fixed: &Fixed, s: &State, shape: &PlaceShape) -> Vec<(ModelId, Pose)> {
    let mut table = s.table.clone();
    let mut places = Vec::new();
    for model in &shape.models {
        if let Some(pose) = room_for(fixed, s, shape, &table, *model) {
            put(fixed, s, &mut table, *model, pose);
            places.push((*model, pose));
        }
    }
    // In a big unit each model needs two neighbours: whoever lacks them cannot stay.
    while let Err(off) = coherent(fixed, s, &table, shape.unit) {
        let Some(last) = places.iter().rposition(|(model, _)| off.contains(model)) else { break };
        table.take(BodyId(places[last].0.0));
        places.remove(last);
    }
    places
}

/// A spot for one model more, looked for on a grid of half inches, long bases turned in several ways.
pub fn room_for(fixed: &Fixed, s: &State, shape: &PlaceShape, table: &Table, model: ModelId) -> Option<Pose> {
    let (low, high) = region(fixed, s, shape);
    let step = (INCH / 2) as usize;
    let form = s.table.ground().form(FormId(fixed.spec(model).kind as u16));
    for facing in facings(&form.footprint) {
        for x in (low.x..=high.x).step_by(step) {
            for y in (low.y..=high.y).step_by(step) {
                let pose = Pose::at(Point { x, y }).facing(Angle::degrees(*facing));
                if is_free(fixed, s, shape, table, model, pose)
                    && in_touch(fixed, s, shape, table, model, pose)
                    && keeps_together(fixed, s, shape, table, model, pose)
                {
                    return Some(pose);
                }
            }
        }
    }
    None
}

/// Whether a unit is no more scattered with one model more, or still too small to tell.
fn keeps_together(
    fixed: &Fixed,
    s: &State,
    shape: &PlaceShape,
    table: &Table,
    model: ModelId,
    pose: Pose,
) -> bool {
    let mut with = table.clone();
    put(fixed, s, &mut with, model, pose);
    coherent(fixed, s, &with, shape.unit).is_ok()
        || coherent(fixed, s, table, shape.unit).is_err()
        || s.unit(shape.unit).models.iter().filter(|own| table.body(BodyId(own.0)).is_some()).count() < 6
}

/// A unit around a spot, where there is room for all of it.
pub fn around(fixed: &Fixed, s: &State, shape: &PlaceShape, spot: Point) -> Option<Choice> {
    whole(fixed, s, shape, spot).map(|places| Choice::Place(shape.unit, places))
}

/// Sensible places: clusters around random spots.
pub fn candidates(fixed: &Fixed, s: &State, shape: &PlaceShape, rng: &mut SplitMix) -> Vec<Choice> {
    let (low, high) = region(fixed, s, shape);
    let mut all = Vec::new();
    for _ in 0..8 {
        let spot = Point {
            x: low.x + rng.below((high.x - low.x).max(1) as usize) as i32,
            y: low.y + rng.below((high.y - low.y).max(1) as usize) as i32,
        };
        if let Some(places) = whole(fixed, s, shape, spot) {
            all.push(Choice::Place(shape.unit, places));
            if all.len() == 2 {
                break;
            }
        }
    }
    all
}
