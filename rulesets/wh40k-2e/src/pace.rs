//! What a way costs: ground by its class (2E-MOV-010 to 2E-MOV-014), obstacles by their height (2E-MOV-015 to 2E-MOV-019).
//!
//! A model is where the middle of its base is; an obstacle is crossed where any part of the base sweeps over it.

use grognard_space::table::{Angle, Area, Body, Length, Offset, Point, Pose};

use crate::data::ground::Class;
use crate::fixed::Fixed;
use crate::state::State;
use crate::terrain::OBSTACLE;

/// What a way costs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Toll {
    /// How long it is.
    pub plain: Length,
    /// What the ground makes of that.
    pub ground: Length,
    /// 2E-MOV-016: how many obstacles cost part of the move.
    pub obstacles: i32,
    /// 2E-MOV-015: how many cost nothing.
    pub low: i32,
    /// 2E-MOV-019: the height of an obstacle that is too high for the model.
    pub too_high: Option<Length>,
    /// The worst ground on the way.
    pub worst: Option<Class>,
}

impl Toll {
    /// 2E-AMB-146: each obstacle costs a part of the allowance of this move; 2E-MOV-021: on top of what the ground costs.
    pub fn total(&self, fixed: &Fixed, allowance: Length) -> Length {
        self.ground + Length(allowance.0 / fixed.numbers().obstacle.divide * self.obstacles)
    }
}

/// Parts of a leg, so many make the whole.
const WHOLE: i64 = 1 << 40;

/// The toll of a way.
pub fn toll(fixed: &Fixed, s: &State, start: &Body, height: Length, stops: &[Pose]) -> Toll {
    let mut toll = Toll { worst: None, ..Toll::default() };
    let (mut plain, mut paid) = (0, 0);
    let mut body = start.clone();
    for stop in stops {
        let step = stop.at - body.pose.at;
        let fine = fine_length(step);
        plain += fine;
        paid += leg_on_ground(fixed, s, body.pose.at, step, fine, &mut toll.worst);
        obstacles(fixed, s, &body, step, height, &mut toll);
        body.outline = body.outline.shifted(step);
        body.pose = *stop;
    }
    toll.plain = Length(plain.div_ceil(1024) as i32);
    toll.ground = Length(paid.div_ceil(1024) as i32);
    toll
}

/// 2E-MOV-014: a leg pays each class only for the distance moved in it.
fn leg_on_ground(
    fixed: &Fixed,
    s: &State,
    from: Point,
    step: Offset,
    fine: u64,
    worst: &mut Option<Class>,
) -> u64 {
    // 2E-AMB-152: what exploded leaves difficult ground.
    let torn: Vec<Area> = s
        .wrecks
        .iter()
        .filter(|wreck| !wreck.stands)
        .filter_map(|wreck| Area::new(corners(&wreck.body(fixed))).ok())
        .collect();
    let laid = fixed.battlefield.features.iter().map(|feature| (&feature.area, feature.piece.ground));
    let slow: Vec<(&Area, Class)> = laid
        .chain(torn.iter().map(|area| (area, Class::Difficult)))
        .filter(|(_, class)| *class > Class::Open)
        .collect();
    if slow.is_empty() || fine == 0 {
        return fine;
    }
    let mut cuts = vec![0, WHOLE];
    for (area, _) in &slow {
        cuts.extend(cuts_of(area, from, step));
    }
    cuts.sort_unstable();
    cuts.dedup();
    let mut more: u128 = 0;
    for pair in cuts.windows(2) {
        let middle = along(from, step, pair[0].midpoint(pair[1]));
        let class = slow.iter().filter(|(area, _)| area.contains(middle)).map(|(_, class)| *class).max();
        let cost = match class {
            Some(Class::Difficult) => fixed.numbers().difficult.cost,
            Some(Class::VeryDifficult) => fixed.numbers().very_difficult.cost,
            Some(Class::Open | Class::Impassable) | None => 1,
        };
        *worst = (*worst).max(class);
        more += u128::from(fine) * (pair[1] - pair[0]) as u128 * u128::from(cost - 1);
    }
    // To the nearest: where a leg crosses an edge is rounded already.
    fine + nearest(more)
}

/// The corners of a body; a disc is taken for its octagon.
fn corners(body: &Body) -> Vec<Point> {
    let radius = body.outline.radius();
    if radius > Length::ZERO {
        return (0..8).map(|at| body.pose.at + Angle::degrees(45 * at).step(radius)).collect();
    }
    body.outline.core().to_vec()
}

/// Where a leg crosses the edge of an area.
fn cuts_of(area: &Area, from: Point, step: Offset) -> Vec<i64> {
    let corners = area.corners();
    let mut cuts = Vec::new();
    for (at, corner) in corners.iter().enumerate() {
        let edge = corners[(at + 1) % corners.len()] - *corner;
        let across = step.cross(edge);
        if across != 0 {
            let num = i128::from((*corner - from).cross(edge)) << 40;
            cuts.push((num / i128::from(across)).clamp(0, i128::from(WHOLE)) as i64);
        }
    }
    cuts
}

fn along(from: Point, step: Offset, part: i64) -> Point {
    let share = |length: i32| (i128::from(length) * i128::from(part) / i128::from(WHOLE)) as i32;
    Point { x: from.x + share(step.x), y: from.y + share(step.y) }
}

/// How much of a straight way lies in an area.
pub fn inside(area: &Area, from: Point, to: Point) -> Length {
    let step = to - from;
    let mut cuts = vec![0, WHOLE];
    cuts.extend(cuts_of(area, from, step));
    cuts.sort_unstable();
    cuts.dedup();
    let within = |pair: &&[i64]| area.contains(along(from, step, pair[0].midpoint(pair[1])));
    let inside: i64 = cuts.windows(2).filter(within).map(|pair| pair[1] - pair[0]).sum();
    Length(nearest(u128::from(fine_length(step)) * inside as u128).div_ceil(1024) as i32)
}

/// A sum of lengths times parts of a leg as a length, to the nearest.
fn nearest(sum: u128) -> u64 {
    ((sum + WHOLE as u128 / 2) / WHOLE as u128) as u64
}

/// A length in 1/1024 units, rounded up.
fn fine_length(step: Offset) -> u64 {
    let square = (step.squared() as u64) << 20;
    let root = square.isqrt();
    root + u64::from(root * root < square)
}

/// What is crossed on a leg. Parts that are crossed in one go, such as two lengths of one wall at their joint, are one
/// obstacle, as high as the highest.
fn obstacles(fixed: &Fixed, s: &State, body: &Body, step: Offset, height: Length, toll: &mut Toll) {
    let swept = body.outline.swept(step);
    let reach = i64::from(body.outline.radius().0) * i64::from(step.length().0);
    let mut met: Vec<(i64, i64, Length)> = Vec::new();
    for number in fixed.ground.parts_near(swept.bounds()) {
        let part = &fixed.ground.parts()[number];
        if !part.tags.any(OBSTACLE) || !part.outline.overlaps(&swept) || part.outline.overlaps(&body.outline)
        {
            continue;
        }
        let along = part.outline.core().iter().map(|corner| (*corner - body.pose.at).dot(step));
        let (least, most) = (along.clone().min().unwrap_or(0), along.max().unwrap_or(0));
        met.push((least - reach, most + reach, part.span.high - body.pose.z));
    }
    // 2E-AMB-152: a wreck is an obstacle.
    for wreck in s.wrecks.iter().filter(|wreck| wreck.stands) {
        let hull = wreck.body(fixed);
        if !hull.outline.overlaps(&swept) || hull.outline.overlaps(&body.outline) {
            continue;
        }
        let along = hull.outline.core().iter().map(|corner| (*corner - body.pose.at).dot(step));
        let (least, most) = (along.clone().min().unwrap_or(0), along.max().unwrap_or(0));
        let reach = reach + i64::from(hull.outline.radius().0) * i64::from(step.length().0);
        met.push((least - reach, most + reach, hull.volume.high - body.pose.z));
    }
    met.sort_unstable_by_key(|(from, ..)| *from);
    let mut crossed: Vec<(i64, Length)> = Vec::new();
    for (from, to, high) in met {
        match crossed.last_mut() {
            Some((end, top)) if from <= *end => (*end, *top) = ((*end).max(to), (*top).max(high)),
            _ => crossed.push((to, high)),
        }
    }
    let numbers = fixed.numbers();
    for (_, high) in crossed {
        if high > Length(height.0 * numbers.high_obstacle.heights) {
            toll.too_high = toll.too_high.max(Some(high));
        } else if high > numbers.low_obstacle.height.0 {
            // 2E-AMB-010: only what is higher than that costs anything.
            toll.obstacles += 1;
        } else {
            toll.low += 1;
        }
    }
}
