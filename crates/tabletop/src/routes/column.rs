//! A unit on the march: one model after another along the cheapest way, each as far as it may and finds room.

use grognard_space::table::{Angle, BodyId, Footprint, Length, MoveRules, Moved, Point, Pose};
use smallvec::SmallVec;

use super::Costs;
use crate::moves::{Manoeuvre, Way, allowed, travelled};

/// Ways are rounded to the grid: so much shorter, no leg makes them too long.
const SLACK: i32 = 8;
/// So much less is tried where there is no room at the end, and so often.
const BACK: i32 = super::SQUARE * 3 / 4;
const TRIES: i32 = 10;

/// The stops of a way.
type Stops = SmallVec<[Pose; 2]>;

/// The whole unit along a way, at full speed or, where that would tear it apart, at half.
pub(super) fn column(manoeuvre: &dyn Manoeuvre, costs: &Costs<'_>) -> Option<Vec<Way>> {
    [2, 1].into_iter().find_map(|halves| at_speed(manoeuvre, costs, halves))
}

fn at_speed(manoeuvre: &dyn Manoeuvre, costs: &Costs<'_>, halves: i32) -> Option<Vec<Way>> {
    let armies = manoeuvre.armies();
    let mut order: Vec<(i64, BodyId, Pose)> =
        armies.standing(manoeuvre.unit()).map(|(body, pose)| (costs.from(pose.at), body, pose)).collect();
    order.sort_unstable_by_key(|(cost, body, _)| (*cost, *body));
    let mut moved = Moved::new(armies.table());
    let mut ways: Vec<Way> = Vec::new();
    for (_, body, pose) in order {
        let most = (manoeuvre.limit(body)? - manoeuvre.spent(body)) / 2 * halves - Length(SLACK);
        let mut rules = MoveRules { first_fault_only: true, ..manoeuvre.rules(body) };
        rules.limit -= manoeuvre.spent(body);
        let bends = costs.route(pose.at, most.0);
        let long = length(pose.at, &bends).min(most.0);
        let fits = |stops: &Stops| travelled(manoeuvre, &moved, &(body, stops.clone()), &rules).legal();
        let round =
            matches!(moved.form(body).map(|form| &form.footprint), Some(Footprint::Disc { .. }) | None);
        // A model that cannot pivot in place is not tried at each length.
        let turns = !round && {
            let first = cut(pose, &bends, long);
            turned(pose, &first).is_some_and(|way| fits(&SmallVec::from_slice(&way[..1])))
        };
        let mut tries = (0..TRIES).map(|back| long - back * BACK).filter(|long| *long > 0).flat_map(|long| {
            let straight = cut(pose, &bends, long);
            let turned = if turns { turned(pose, &straight) } else { None };
            std::iter::once(straight).chain(turned)
        });
        if let Some(stops) = tries.find(fits)
            && let Some(end) = stops.last()
        {
            moved.move_to(body, *end);
            ways.push((body, stops));
        }
    }
    (!ways.is_empty() && allowed(manoeuvre, &ways)).then_some(ways)
}

fn length(from: Point, bends: &[Point]) -> i32 {
    let legs = std::iter::once(&from).chain(bends).zip(bends);
    legs.map(|(a, b)| (*b - *a).length().0).sum()
}

/// The first part of a way, on the ground.
fn cut(from: Pose, bends: &[Point], most: i32) -> Stops {
    let (mut at, mut left) = (from.at, most);
    let mut stops = Stops::new();
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
fn turned(from: Pose, stops: &[Pose]) -> Option<Stops> {
    let facing = Angle::of(stops.first()?.at - from.at);
    let along = stops.iter().map(|stop| Pose { facing, ..*stop });
    Some(std::iter::once(Pose { facing, ..from }).chain(along).collect())
}
