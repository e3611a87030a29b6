//! Places for units: clusters around a spot, near enough together.

use grognard_engine::rng::SplitMix;
use grognard_space::table::{Angle, Body, Length, Point, Pose, Table};

use crate::choice::{Choice, Ground, PlaceShape};
use crate::data::amount::INCH;
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::legal::coherency::{coherency, together};
use crate::legal::placing::{all_models, is_free, put};
use crate::measure;
use crate::state::State;
use crate::terrain::facings;

/// The ground on which models may stand, as a rectangle to search in.
fn region(fixed: &Fixed, s: &State, shape: &PlaceShape) -> (Point, Point) {
    let (x, y) = fixed.battlefield.size;
    let whole = (Point { x: 0, y: 0 }, Point { x, y });
    let around = |model: ModelId, reach: Length| {
        s.body(model).map(|body| {
            let bounds = body.outline.bounds().grown(reach);
            (bounds.low, bounds.high)
        })
    };
    match shape.ground {
        Ground::Zone => measure::zone(fixed, s.zones[s.unit(shape.unit).side.index()]),
        Ground::Near(model, reach) => around(model, reach).unwrap_or(whole),
        Ground::Returned => {
            let reach = fixed.numbers().coherency.horizontal.0 + Length(2 * INCH);
            let near = s.standing(shape.unit).filter_map(|(model, _)| around(model, reach));
            let both = |one: (Point, Point), other: (Point, Point)| {
                let low = Point { x: one.0.x.min(other.0.x), y: one.0.y.min(other.0.y) };
                (low, Point { x: one.1.x.max(other.1.x), y: one.1.y.max(other.1.y) })
            };
            near.reduce(both).unwrap_or(whole)
        }
        Ground::Ambush(_) | Ground::Reserve(_) => whole,
    }
}

/// The room a model takes along and across.
fn pitch(s: &State, fixed: &Fixed, model: ModelId) -> i32 {
    let form = s.table.ground().form(fixed.form(model));
    2 * form.footprint.reach().0 + 60
}

/// The models of a unit around a spot, nearest first, all turned alike; those that fit.
fn cluster(
    fixed: &Fixed,
    s: &State,
    shape: &PlaceShape,
    anchor: Point,
    facing: Angle,
) -> (Table, Vec<(ModelId, Pose)>) {
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
        let fits = |pose: &Pose| {
            is_free(fixed, s, shape, &table, *next, *pose) && in_touch(fixed, s, shape, &table, *next, *pose)
        };
        if let Some(pose) = standing_at(s, spot, facing).find(fits) {
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

/// How one can stand in a place: on the table, or higher up.
fn standing_at(s: &State, spot: Point, facing: Angle) -> impl Iterator<Item = Pose> {
    let levels = s.table.ground().levels(spot);
    levels.into_iter().map(move |z| Pose::at(spot).raised(z).facing(facing))
}

/// Whether a model would be near one of its unit that stands already.
fn in_touch(fixed: &Fixed, s: &State, shape: &PlaceShape, table: &Table, model: ModelId, pose: Pose) -> bool {
    let rules = coherency(fixed);
    let body = table.ground().form(fixed.form(model)).body(pose);
    let mut friends = s.unit(shape.unit).models.iter().filter_map(|friend| table.body(*friend)).peekable();
    friends.peek().is_none() || friends.any(|friend| rules.linked(friend, &body))
}

/// All models around a spot, or `None`.
fn whole(fixed: &Fixed, s: &State, shape: &PlaceShape, anchor: Point) -> Option<Vec<(ModelId, Pose)>> {
    let first = shape.models.first()?;
    let form = s.table.ground().form(fixed.form(*first));
    facings(&form.footprint).iter().find_map(|degrees| {
        let (table, places) = cluster(fixed, s, shape, anchor, Angle::degrees(*degrees));
        let all = places.len() == shape.models.len();
        (all && together(fixed, &table, &all_models(s, shape)).is_ok()).then_some(places)
    })
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
    let places = as_many_as_fit(fixed, s, shape);
    if shape.forced || places.len() == shape.models.len() {
        return Some(places);
    }
    shape.may_stay().then(Vec::new)
}

/// So many places to begin at are tried where there is no room for all.
const STARTS: usize = 6;

/// 9E-COH-007: as many models as find a place, one after another, from where most do.
fn as_many_as_fit(fixed: &Fixed, s: &State, shape: &PlaceShape) -> Vec<(ModelId, Pose)> {
    let Some(first) = shape.models.first() else { return Vec::new() };
    let spots: Vec<Pose> = free_spots(fixed, s, shape, &s.table, *first).collect();
    let mut best: Vec<(ModelId, Pose)> = Vec::new();
    for start in 0..STARTS.min(spots.len()) {
        let found = fit_from(fixed, s, shape, &spots, spots[start * spots.len() / STARTS.min(spots.len())]);
        if found.len() > best.len() {
            best = found;
        }
        if best.len() == shape.models.len() {
            return best;
        }
    }
    // The first may be the only one for whom there is no room.
    if best.is_empty() { fit_from(fixed, s, shape, &spots, Pose::default()) } else { best }
}

/// Models put down one after another, each as near to the others as can be, until nobody who is left finds room: that
/// answer is always taken where it is forced.
fn fit_from(
    fixed: &Fixed,
    s: &State,
    shape: &PlaceShape,
    of_first: &[Pose],
    start: Pose,
) -> Vec<(ModelId, Pose)> {
    let kind = |model: ModelId| fixed.spec(model).kind;
    let mut table = s.table.clone();
    let mut places: Vec<(ModelId, Pose)> = Vec::new();
    let mut left = shape.models.clone();
    // Models of one kind fit into the same spots, and every model that is placed takes some of them.
    let mut spots: Vec<(usize, Vec<Pose>)> =
        left.first().map(|first| (kind(*first), of_first.to_vec())).into_iter().collect();
    loop {
        let before = left.len();
        left.retain(|model| {
            let known = spots.iter().position(|(of, _)| *of == kind(*model)).unwrap_or_else(|| {
                spots.push((kind(*model), free_spots(fixed, s, shape, &table, *model).collect()));
                spots.len() - 1
            });
            let spots = &mut spots[known].1;
            spots.retain(|pose| is_free(fixed, s, shape, &table, *model, *pose));
            let far = |pose: &Pose| {
                let gap = |other: Pose| (other.at - pose.at).squared();
                (places.iter().map(|(_, other)| gap(*other)).sum::<i64>(), gap(start))
            };
            let touch = |pose: &&Pose| in_touch(fixed, s, shape, &table, *model, **pose);
            let mut rooms: Vec<Pose> = spots.iter().filter(touch).copied().collect();
            rooms.sort_by_key(far);
            let room = rooms.into_iter().find(|pose| hangs_together(fixed, s, shape, &table, *model, *pose));
            if let Some(pose) = room {
                put(fixed, s, &mut table, *model, pose);
                places.push((*model, pose));
            }
            room.is_none()
        });
        // Whoever found no place may have one beside those who came after him.
        if left.is_empty() || left.len() == before {
            return places;
        }
    }
}

/// A spot for one model more.
pub fn room_for(fixed: &Fixed, s: &State, shape: &PlaceShape, table: &Table, model: ModelId) -> Option<Pose> {
    free_spots(fixed, s, shape, table, model)
        .filter(|pose| in_touch(fixed, s, shape, table, model, *pose))
        .find(|pose| hangs_together(fixed, s, shape, table, model, *pose))
}

/// The spots one model more would fit into: on a grid of half inches, at every height, long bases turned in several ways.
fn free_spots<'a>(
    fixed: &'a Fixed,
    s: &'a State,
    shape: &'a PlaceShape,
    table: &'a Table,
    model: ModelId,
) -> impl Iterator<Item = Pose> + 'a {
    let (low, high) = region(fixed, s, shape);
    let step = (INCH / 2) as usize;
    let form = s.table.ground().form(fixed.form(model));
    let spots = move || {
        let column = move |x: i32| (low.y..=high.y).step_by(step).map(move |y| Point { x, y });
        (low.x..=high.x).step_by(step).flat_map(column)
    };
    let turned = move |degrees: &i32| {
        let facing = Angle::degrees(*degrees);
        spots().flat_map(move |spot| standing_at(s, spot, facing))
    };
    let turns = facings(&form.footprint).iter();
    turns.flat_map(turned).filter(move |pose| is_free(fixed, s, shape, table, model, *pose))
}

/// Whether a unit is in coherency with one model more.
fn hangs_together(
    fixed: &Fixed,
    s: &State,
    shape: &PlaceShape,
    table: &Table,
    model: ModelId,
    pose: Pose,
) -> bool {
    let own = table.ground().form(fixed.form(model)).body(pose);
    let others = all_models(s, shape);
    let others = others.iter().filter(|other| **other != model);
    let bodies: Vec<&Body> = others.filter_map(|other| table.body(*other)).chain([&own]).collect();
    // 9E-COH-008: one model is always together.
    bodies.len() < 2 || coherency(fixed).check(&bodies).coherent
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
