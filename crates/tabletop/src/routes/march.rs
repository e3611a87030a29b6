//! The best move towards a place: along the cheapest way, in formation, or model by model.

use grognard_space::table::{Angle, BodyId, Length, Offset, Point, Pose};
use smallvec::smallvec;

use super::column::column;
use super::{Costs, Routes, gain};
use crate::marches::{common_limit, formation_by, walk};
use crate::moves::{Manoeuvre, Way, allowed};

/// So many moves are tried before a unit stays where it is.
const TRIES: usize = 90;

/// The best way there: of steps in all directions, short and long, the legal one from which the rest of the way is
/// shortest.
pub fn march(manoeuvre: &dyn Manoeuvre, routes: &Routes, to: Point) -> Option<Vec<Way>> {
    let (armies, unit) = (manoeuvre.armies(), manoeuvre.unit());
    let from = armies.middle(unit)?;
    let costs = routes.to(armies, unit, to);
    let most = common_limit(manoeuvre)?;
    // What all models have left, once they have moved.
    let left = |paths: &[Way]| {
        let ends = armies.standing(unit).map(|(model, pose)| {
            let moved = paths.iter().find(|(other, _)| *other == model).and_then(|(_, stops)| stops.last());
            costs.from(moved.map_or(pose.at, |pose| pose.at))
        });
        ends.sum::<i64>()
    };
    let stay = left(&[]);
    let straight = to - from;
    let along = column(manoeuvre, &costs);
    let models = armies.standing(unit).count() as i64;
    // Most of a whole move gained, and not there yet: nothing else does much better.
    let whole = models * gain(most.0);
    if straight.length().0 > most.0
        && let Some(paths) = &along
        && (stay - left(paths)) * 10 >= whole * 7
    {
        return along;
    }
    let mut steps: Vec<Offset> = Vec::new();
    if straight.length().0 < most.0 {
        steps.push(straight);
    }
    for turn in 0..24u16 {
        let way = Angle(turn * (65_536 / 24) as u16);
        steps.extend((1..=7).map(|part| way.step(most / 7 * part - Length(2))));
    }
    let now = costs.from(from);
    let mut ranked: Vec<(i64, usize)> = steps
        .iter()
        .enumerate()
        .map(|(at, step)| (costs.from(from + *step), at))
        .filter(|(cost, _)| *cost < now)
        .collect();
    ranked.sort_unstable();
    let shifted = ranked.iter().take(TRIES).find_map(|(_, at)| formation_by(manoeuvre, steps[*at]));
    let shifted =
        if along.is_none() { shifted.or_else(|| around(manoeuvre, &costs, from, most.0)) } else { shifted };
    // Model by model, where the unit as a whole does not fit.
    let walked = match &shifted {
        Some(_) if straight.length().0 > most.0 => None,
        _ => {
            let via = ranked.first().map_or(to, |(_, at)| from + steps[*at]);
            walk(manoeuvre, via)
        }
    };
    shifted
        .into_iter()
        .chain(along)
        .chain(walked)
        .map(|paths| (left(&paths), paths))
        .filter(|(cost, _)| *cost < stay)
        .min_by_key(|(cost, _)| *cost)
        .map(|(_, paths)| paths)
}

/// Around a corner, where no straight step leads on: two steps, of which the second goes as far as it may.
fn around(manoeuvre: &dyn Manoeuvre, costs: &Costs<'_>, from: Point, most: i32) -> Option<Vec<Way>> {
    let (armies, unit) = (manoeuvre.armies(), manoeuvre.unit());
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
        let mut standing: Vec<(BodyId, Pose)> = armies.standing(unit).collect();
        let ahead = |pose: &Pose| (pose.at - Point::default()).dot(first + second);
        standing.sort_by_key(|(_, pose)| std::cmp::Reverse(ahead(pose)));
        let bent = |(model, pose): (BodyId, Pose)| {
            let corner = Pose { at: pose.at + first, ..pose };
            (model, smallvec![corner, Pose { at: corner.at + second, ..pose }])
        };
        let paths: Vec<Way> = standing.into_iter().map(bent).collect();
        allowed(manoeuvre, &paths).then_some(paths)
    })
}
