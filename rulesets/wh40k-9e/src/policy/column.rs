//! A unit on the march: one model after another along the cheapest way, each as far as it may and finds room.

use grognard_space::table::{Angle, Footprint, Length, Point, Pose};

use super::ways::Costs;
use crate::candidates::moves::legal;
use crate::choice::{MoveShape, Path};
use crate::data::amount::INCH;
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::legal::moves::{limit, move_rules};
use crate::legal::passing::Others;
use crate::state::State;

/// Ways are rounded to the grid: so much shorter, no leg makes them too long.
const SLACK: i32 = 8;
/// So much less is tried where there is no room at the end, and so often.
const BACK: i32 = INCH * 3 / 4;
const TRIES: i32 = 10;

/// The whole unit along a way, at full speed or, where that would tear it apart, at half.
pub fn column(fixed: &Fixed, s: &State, shape: &MoveShape, costs: &Costs<'_>) -> Option<Vec<Path>> {
    [2, 1].into_iter().find_map(|halves| at_speed(fixed, s, shape, costs, halves))
}

fn at_speed(
    fixed: &Fixed,
    s: &State,
    shape: &MoveShape,
    costs: &Costs<'_>,
    halves: i32,
) -> Option<Vec<Path>> {
    let others = Others::new(fixed, s, shape.unit, shape.kind);
    let mut order: Vec<(i64, ModelId, Pose)> =
        s.standing(shape.unit).map(|(model, pose)| (costs.from(pose.at), model, pose)).collect();
    order.sort_unstable_by_key(|(cost, model, _)| (*cost, *model));
    let mut table = s.table.clone();
    let mut paths: Vec<Path> = Vec::new();
    for (_, model, pose) in order {
        let most = limit(fixed, s, shape, model)? / 2 * halves - Length(SLACK);
        let rules = move_rules(fixed, s, shape, model, &others);
        let bends = costs.route(pose.at, most.0);
        let long = length(pose.at, &bends).min(most.0);
        let fits = |way: &Vec<Pose>| table.check_move(model, way, &rules).legal();
        let round =
            matches!(table.form(model).map(|form| &form.footprint), Some(Footprint::Disc { .. }) | None);
        // Who cannot turn where he stands need not try it for every length.
        let turns = !round && {
            let first = cut(pose, &bends, long);
            turned(pose, &first).is_some_and(|way| fits(&way[..1].to_vec()))
        };
        let mut ways = (0..TRIES).map(|back| long - back * BACK).filter(|long| *long > 0).flat_map(|long| {
            let straight = cut(pose, &bends, long);
            let turned = if turns { turned(pose, &straight) } else { None };
            std::iter::once(straight).chain(turned)
        });
        if let Some(way) = ways.find(fits)
            && let Some(end) = way.last()
        {
            table.move_to(model, *end);
            paths.push((model, way.into_iter().collect()));
        }
    }
    (!paths.is_empty() && legal(fixed, s, shape, &paths)).then_some(paths)
}

fn length(from: Point, bends: &[Point]) -> i32 {
    let legs = std::iter::once(&from).chain(bends).zip(bends);
    legs.map(|(a, b)| (*b - *a).length().0).sum()
}

/// The first part of a way, on the ground.
fn cut(from: Pose, bends: &[Point], most: i32) -> Vec<Pose> {
    let (mut at, mut left) = (from.at, most);
    let mut stops = Vec::new();
    for bend in bends {
        let leg = *bend - at;
        let long = leg.length().0;
        if long == 0 {
            continue;
        }
        let end = if long <= left { *bend } else { at + leg.with_length(Length(left)) };
        stops.push(Pose { at: end, z: Length::ZERO, ..from });
        if long >= left {
            break;
        }
        (at, left) = (end, left - long);
    }
    stops
}

/// The same with a long base turned along the first leg before it sets off.
fn turned(from: Pose, stops: &[Pose]) -> Option<Vec<Pose>> {
    let facing = Angle::of(stops.first()?.at - from.at);
    let along = stops.iter().map(|stop| Pose { facing, ..*stop });
    Some(std::iter::once(Pose { facing, ..from }).chain(along).collect())
}
