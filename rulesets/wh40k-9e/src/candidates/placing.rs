//! Places for units: clusters around a spot, near enough together.

use grognard_engine::rng::SplitMix;
use grognard_space::table::{Angle, BodyId, FormId, Length, Point, Pose, Table};

use crate::choice::{Choice, Ground, PlaceShape};
use crate::data::amount::INCH;
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::legal::moves::{coherency, together};
use crate::legal::placing::{all_models, is_free, put};
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
    let body = table.ground().form(FormId(fixed.spec(model).kind as u16)).body(pose);
    let mut friends =
        s.unit(shape.unit).models.iter().filter_map(|friend| table.body(BodyId(friend.0))).peekable();
    friends.peek().is_none() || friends.any(|friend| rules.linked(friend, &body))
}

/// All models around a spot, or `None`.
fn whole(fixed: &Fixed, s: &State, shape: &PlaceShape, anchor: Point) -> Option<Vec<(ModelId, Pose)>> {
    let first = shape.models.first()?;
    let form = s.table.ground().form(FormId(fixed.spec(*first).kind as u16));
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

/// 9E-COH-007: one model after another, wherever there is room, as near to the others as can be, until nobody who is
/// left finds any: that answer is always legal where it is forced.
fn as_many_as_fit(fixed: &Fixed, s: &State, shape: &PlaceShape) -> Vec<(ModelId, Pose)> {
    let mut table = s.table.clone();
    let mut places: Vec<(ModelId, Pose)> = Vec::new();
    let mut left = shape.models.clone();
    loop {
        let before = left.len();
        left.retain(|model| {
            let far =
                |pose: &Pose| places.iter().map(|(_, other)| (other.at - pose.at).squared()).sum::<i64>();
            let mut rooms: Vec<Pose> = rooms(fixed, s, shape, &table, *model).collect();
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
    rooms(fixed, s, shape, table, model).find(|pose| hangs_together(fixed, s, shape, table, model, *pose))
}

/// The spots for one model more beside the others: on a grid of half inches, at every height, long bases turned in
/// several ways.
fn rooms<'a>(
    fixed: &'a Fixed,
    s: &'a State,
    shape: &'a PlaceShape,
    table: &'a Table,
    model: ModelId,
) -> impl Iterator<Item = Pose> + 'a {
    let (low, high) = region(fixed, s, shape);
    let step = (INCH / 2) as usize;
    let form = s.table.ground().form(FormId(fixed.spec(model).kind as u16));
    let spots = move || {
        let column = move |x: i32| (low.y..=high.y).step_by(step).map(move |y| Point { x, y });
        (low.x..=high.x).step_by(step).flat_map(column)
    };
    let turned = move |degrees: &i32| {
        let facing = Angle::degrees(*degrees);
        spots().flat_map(move |spot| standing_at(s, spot, facing))
    };
    facings(&form.footprint).iter().flat_map(turned).filter(move |pose| {
        is_free(fixed, s, shape, table, model, *pose) && in_touch(fixed, s, shape, table, model, *pose)
    })
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
    let mut with = table.clone();
    put(fixed, s, &mut with, model, pose);
    together(fixed, &with, &all_models(s, shape)).is_ok()
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
