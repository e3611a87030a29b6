//! What is hidden from one place: the far body as a stretch of a line across it, and what covers of that stretch.

use smallvec::SmallVec;

use super::frame::{Item, Kind, Place, Shape};

/// Heights between which sight is looked for: at the near place, and where the line across the far body is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Sheet {
    pub near: i64,
    pub far: i64,
    /// The depth of the line across the far body.
    pub gate: i64,
}

/// What a place sees of the far body.
pub(super) enum Seen {
    /// Places on the line across the far body to which a line seems clear, the widest gap first.
    Gaps(SmallVec<[i64; 4]>),
    /// Nothing; by how much the covers at least overlap, and how much faster than the place they move at the most
    /// (in 1/16).
    Hidden { slack: i64, speed: i64 },
}

/// A stretch of the line across the far body.
#[derive(Copy, Clone)]
struct Stretch {
    from: i64,
    to: i64,
    speed: i64,
}

/// What a place sees of the far body past some items.
pub(super) fn look(place: Place, far: &Shape, items: &[Item], sheet: Sheet) -> Seen {
    let reach = sheet.gate - place.depth;
    if reach <= 0 {
        return Seen::Gaps(SmallVec::new());
    }
    let Some(target) = stretch(place, far, reach, 1, i64::MAX) else { return Seen::Gaps(SmallVec::new()) };
    let mut covers: SmallVec<[Stretch; 16]> = SmallVec::new();
    for item in items {
        let Some((from, to)) = strip(place, item, sheet, reach) else { continue };
        // Round shapes are quick to look at, and their rings for part of a depth a little larger than they are.
        if matches!(item.shape.kind, Kind::Ring(_))
            && !may_cover(place, &item.shape, reach, (from, to), target)
        {
            continue;
        }
        if let Some(cover) = stretch(place, &item.shape, reach, from, to)
            && cover.from < target.to
            && cover.to > target.from
        {
            covers.push(cover);
        }
    }
    covers.sort_unstable_by_key(|cover| cover.from);
    let mut gaps: SmallVec<[(i64, i64); 4]> = SmallVec::new();
    let (mut at, mut slack, mut speed) = (target.from, i64::MAX, 0);
    for cover in covers {
        if cover.from > at + 1 {
            gaps.push((at - cover.from, at.midpoint(cover.from)));
        } else if cover.to > at {
            slack = slack.min(at - cover.from);
            speed = speed.max(cover.speed);
        }
        at = at.max(cover.to);
    }
    if at + 1 < target.to {
        gaps.push((at - target.to, at.midpoint(target.to)));
    } else {
        slack = slack.min(at - target.to);
    }
    if gaps.is_empty() {
        Seen::Hidden { slack, speed }
    } else {
        gaps.sort_unstable();
        Seen::Gaps(gaps.into_iter().map(|(_, middle)| middle).collect())
    }
}

/// The depths, counted from the place, at which a line of the sheet is as high as the item; none if it never is.
fn strip(place: Place, item: &Item, sheet: Sheet, reach: i64) -> Option<(i64, i64)> {
    let (near, far) = (sheet.near, sheet.far);
    if near.max(far) < item.low || near.min(far) > item.high {
        return None;
    }
    let (from, to) = if item.low <= near.min(far) && near.max(far) <= item.high {
        (1, reach)
    } else {
        let at = |height: i64| (height - near) * reach / (far - near);
        let (a, b) = (at(item.low), at(item.high));
        (a.min(b).max(1), a.max(b).min(reach))
    };
    let (least, most) = (item.shape.least_depth - place.depth, item.shape.most_depth - place.depth);
    (from <= to && most > from && least < to).then_some((from, to))
}

/// The stretch of the line at depth `reach` that a shape covers, seen from a place, counting only the shape's part
/// between two depths.
fn stretch(place: Place, shape: &Shape, reach: i64, from: i64, to: i64) -> Option<Stretch> {
    let nearest = (shape.least_depth - place.depth).max(from);
    // How much faster than the place the shadow of the shape's nearest part moves.
    let speed = ((reach - nearest).max(0) * 16 / nearest.max(1)).min(1 << 20);
    match &shape.kind {
        Kind::Round { centre, radius, ring } => {
            let (depth, across) = (centre.depth - place.depth, centre.across - place.across);
            if depth - radius >= from && depth + radius <= to {
                let (a, b) = tangents(depth, across, *radius, reach);
                return Some(Stretch { from: place.across + a, to: place.across + b, speed });
            }
            let ring = ring.get_or_init(|| Shape::ring(*centre, *radius));
            ring_stretch(place, &ring[..], reach, from, to, speed)
        }
        Kind::Ring(ring) => {
            let whole =
                shape.least_depth - place.depth >= from.max(1) && shape.most_depth - place.depth <= to;
            if whole && ring.len() >= 4 * STRIDE {
                return Some(far_stretch(place, ring, reach, speed));
            }
            ring_stretch(place, ring, reach, from, to, speed)
        }
    }
}

/// Where the two tangents from the origin to a disc ahead of it meet the line at depth `reach`.
fn tangents(depth: i64, across: i64, radius: i64, reach: i64) -> (i64, i64) {
    let square = depth * depth - radius * radius;
    let root = ((square + across * across).max(0) as u64).isqrt() as i64;
    let (middle, side) = (across * depth, radius * root);
    let at = |num: i64| {
        // As many digits of the slope as fit.
        let shift = num.unsigned_abs().leading_zeros().saturating_sub(2).min(40);
        let slope = (num << shift) / square.max(1);
        ((i128::from(slope) * i128::from(reach)) >> shift) as i64
    };
    (at(middle - side), at(middle + side))
}

/// The stretch of a ring: where the lines to its outermost corners meet the line at depth `reach`. Slopes are compared
/// as fractions, so that only the outermost two are divided.
fn ring_stretch(place: Place, ring: &[Place], reach: i64, from: i64, to: i64, speed: i64) -> Option<Stretch> {
    // Depth and across of the corners with the least and the greatest slope.
    let mut least: Option<(i64, i64)> = None;
    let mut most: Option<(i64, i64)> = None;
    let mut meet = |depth: i64, across: i64| {
        let depth = depth.max(1);
        if least.is_none_or(|(d, a)| across * d < a * depth) {
            least = Some((depth, across));
        }
        if most.is_none_or(|(d, a)| across * d > a * depth) {
            most = Some((depth, across));
        }
    };
    let last = ring[ring.len() - 1];
    let mut before = (last.depth - place.depth, last.across - place.across);
    for corner in ring {
        let here = (corner.depth - place.depth, corner.across - place.across);
        // The edge where it crosses either end of the depths that count.
        if (before.0 < from) != (here.0 < from) || (before.0 > to) != (here.0 > to) {
            let (a, b) = if before.0 <= here.0 { (before, here) } else { (here, before) };
            for cut in [from, to] {
                if a.0 < cut && cut < b.0 {
                    meet(cut, a.1 + (b.1 - a.1) * (cut - a.0) / (b.0 - a.0));
                }
            }
        }
        if from <= here.0 && here.0 <= to {
            meet(here.0, here.1);
        }
        before = here;
    }
    let at = |(depth, across): (i64, i64)| place.across + across * reach / depth;
    Some(Stretch { from: at(least?), to: at(most?), speed })
}

/// Every so manieth corner is looked at first where a ring has many.
const STRIDE: usize = 8;

/// The same for a ring of many corners that counts as a whole. Seen from outside the slopes to its corners rise to the
/// greatest one and fall to the least one: both are next to the best of some corners all around.
fn far_stretch(place: Place, ring: &[Place], reach: i64, speed: i64) -> Stretch {
    let corner = |at: usize| {
        let corner = ring[at % ring.len()];
        (corner.depth - place.depth, corner.across - place.across)
    };
    let best = |better: fn(i64, i64) -> bool| {
        let improves = |at: usize, than: usize| {
            let ((d, a), (depth, across)) = (corner(than), corner(at));
            better(across * d, a * depth)
        };
        let mut most = 0;
        for at in (STRIDE..ring.len()).step_by(STRIDE) {
            if improves(at, most) {
                most = at;
            }
        }
        let around = most + ring.len();
        for at in around - STRIDE + 1..around + STRIDE {
            if improves(at, most) {
                most = at;
            }
        }
        let (depth, across) = corner(most);
        place.across + across * reach / depth
    };
    Stretch { from: best(|a, b| a < b), to: best(|a, b| a > b), speed }
}

/// Whether a shape could cover a part of a stretch of the line at depth `reach`: the shape's rectangle in the frame does,
/// its part between two depths alone counted.
fn may_cover(place: Place, shape: &Shape, reach: i64, (from, to): (i64, i64), target: Stretch) -> bool {
    let near = (shape.least_depth - place.depth).max(from).max(1);
    let far = (shape.most_depth - place.depth).min(to).max(near);
    let (low, high) = (shape.least_across - place.across, shape.most_across - place.across);
    // The lowest line goes to the near corner where the rectangle is below the place, to the far one where it is above.
    let least = low * reach / if low < 0 { near } else { far };
    let most = high * reach / if high < 0 { far } else { near };
    // One more for what the divisions dropped.
    place.across + least - 1 < target.to && place.across + most + 1 > target.from
}

#[cfg(test)]
mod tests {
    use super::super::super::{Angle, Footprint, Length, Point};
    use super::super::frame::Frame;
    use super::*;

    /// The outermost corners of an oval are the same whether some or all of its corners are looked at.
    #[test]
    fn an_oval_is_as_wide_from_few_corners_as_from_all() {
        let oval = Footprint::Oval { length: Length::mm(120), width: Length::mm(92) };
        let frame = Frame::new(Point { x: 0, y: 0 }, Point { x: 40_000, y: 9_000 }).expect("two places");
        for step in 0..400 {
            let facing = Angle((step * 163) as u16);
            let at = Point { x: 15_000 + 37 * step, y: 9_000 - 41 * step };
            let shape = Shape::new(&frame, &oval.outline(at, facing));
            let Kind::Ring(ring) = &shape.kind else { unreachable!("an oval is a ring") };
            let place = Place { depth: shape.least_depth - 1 - i64::from(step % 50) * 900, across: 100 };
            let (reach, most) = (400_000, i64::MAX);
            let all = ring_stretch(place, ring, reach, 1, most, 16).expect("it is ahead");
            let few = far_stretch(place, ring, reach, 16);
            assert_eq!((all.from, all.to), (few.from, few.to), "{facing:?}");
        }
    }
}
