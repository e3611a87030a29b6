//! Going over things: which heights a straight way takes, and what of that counts.

use smallvec::SmallVec;

use super::check::Climbed;
use super::ground::Ground;
use super::path::{MoveRules, fine_length};
use super::terrain::{PartKind, TerrainId};
use super::{Area, Body, Length, Offset, Outline, Point, Pose, Tags};

/// The climbing of one leg.
pub(super) struct Climb {
    /// What counts of it.
    pub counted: Length,
    /// Features on the way that may not be crossed.
    pub barred: Vec<TerrainId>,
}

/// One stretch of a leg, in 2^-40 parts of it, and the height it is walked at.
#[derive(Copy, Clone)]
struct Stretch {
    from: i64,
    to: i64,
    height: Length,
}

const WHOLE: i64 = 1 << 40;

/// The climbing on a straight leg of a body, whose sweep is given. What its base sweeps over and is higher than the way is climbed over; what
/// its turning point is above and is no higher than the way is walked on. `over` are bodies on the leg that are climbed over, too.
pub(super) fn climb(
    ground: &Ground,
    body: &Body,
    swept: &Outline,
    stop: Pose,
    height: Length,
    rules: &MoveRules<'_>,
    over: &Climbed,
) -> Climb {
    let (from, to) = (body.pose.z, stop.z);
    let step = stop.at - body.pose.at;
    let way = from.max(to);
    let mut barred = Vec::new();
    let mut stretches: SmallVec<[Stretch; 8]> = SmallVec::new();
    if rules.barred != Tags::NONE {
        let bars = |id: &TerrainId| {
            let feature = ground.feature(*id);
            feature.tags.any(rules.barred) && feature.area.overlaps(swept)
        };
        barred.extend(ground.areas_near(swept.bounds()).into_iter().filter(bars));
    }
    for number in ground.parts_near(swept.bounds()) {
        let part = &ground.parts()[number];
        if part.tags.any(rules.through) {
            continue;
        }
        let obstacle = part.span.high > way && part.span.low < way + height;
        if obstacle && part.outline.overlaps(swept) {
            if part.tags.any(rules.barred) {
                barred.push(part.terrain);
            }
            let (start, end) = overlap(body, step, part.outline.core());
            stretches.push(Stretch { from: start, to: end, height: part.span.high });
        } else if part.kind != PartKind::Opening && part.span.high <= way {
            let (start, end) = clip(body.pose.at, step, part.outline.core(), |_| 0);
            if start < end {
                stretches.push(Stretch { from: start, to: end, height: part.span.high });
            }
        }
    }
    for (_, other) in over {
        let (start, end) = overlap(body, step, other.outline.core());
        stretches.push(Stretch { from: start, to: end, height: other.volume.high });
    }
    barred.sort_unstable();
    barred.dedup();
    let counted = if rules.flies { Length::ZERO } else { profile(&stretches, from, to, rules.free_step) };
    Climb { counted, barred }
}

/// The steps up and down between stretches that are higher than the free step, added up.
fn profile(stretches: &[Stretch], from: Length, to: Length, free: Length) -> Length {
    let mut cuts: SmallVec<[i64; 16]> = SmallVec::from_slice(&[0, WHOLE]);
    cuts.extend(stretches.iter().flat_map(|stretch| [stretch.from, stretch.to]));
    cuts.sort_unstable();
    cuts.dedup();
    let mut at = from;
    let mut counted = Length::ZERO;
    let mut go = |to: Length| {
        let by = (to - at).abs();
        if by > free {
            counted += by;
        }
        at = to;
    };
    for pair in cuts.windows(2) {
        let middle = pair[0].midpoint(pair[1]);
        let under = stretches.iter().filter(|stretch| stretch.from <= middle && middle <= stretch.to);
        go(under.map(|stretch| stretch.height).max().unwrap_or(Length::ZERO));
    }
    go(to);
    counted
}

/// The stretch of a leg on which a body overlaps a convex ring: each edge is moved out by as much as the body reaches
/// towards it. Near corners this is a little more than the true stretch; it decides no legality, only which of two
/// obstacles are climbed in one go.
fn overlap(body: &Body, step: Offset, ring: &[Point]) -> (i64, i64) {
    let radius = i64::from(body.outline.radius().0);
    let reach = |edge: Offset| {
        let corners = body.outline.core().iter().map(|corner| edge.cross(*corner - body.pose.at));
        corners.max().unwrap_or(0) + radius * i64::from(edge.length().0)
    };
    clip(body.pose.at, step, ring, reach)
}

/// The stretch of the way from a point on which it lies in a ring whose edges are moved out.
fn clip(from: Point, step: Offset, ring: &[Point], reach: impl Fn(Offset) -> i64) -> (i64, i64) {
    let (mut start, mut end) = (0, WHOLE);
    for (i, corner) in ring.iter().enumerate() {
        let edge = ring[(i + 1) % ring.len()] - *corner;
        let inside = edge.cross(from - *corner) + reach(edge);
        let along = edge.cross(step);
        // Inside where inside + along * t >= 0.
        let at = |num: i64, den: i64| {
            ((i128::from(num) << 40) / i128::from(den)).clamp(0, i128::from(WHOLE)) as i64
        };
        match along {
            0 if inside < 0 => return (0, 0),
            0 => {}
            along if along > 0 => start = start.max(at(-inside, along)),
            along => end = end.min(at(inside, -along)),
        }
    }
    (start, end)
}

/// How much of a straight way lies in an area, in 1/1024 units, to the nearest.
pub(super) fn length_inside(area: &Area, from: Point, to: Point) -> u64 {
    let step = to - from;
    if step == Offset::default() {
        return 0;
    }
    let mut cuts: SmallVec<[i64; 8]> = SmallVec::from_slice(&[0, WHOLE]);
    let corners = area.corners();
    for (i, corner) in corners.iter().enumerate() {
        let edge = corners[(i + 1) % corners.len()] - *corner;
        let across = step.cross(edge);
        if across != 0 {
            let num = i128::from((*corner - from).cross(edge)) << 40;
            let at = (num / i128::from(across)).clamp(0, i128::from(WHOLE));
            cuts.push(at as i64);
        }
    }
    cuts.sort_unstable();
    cuts.dedup();
    let inside: i64 = cuts
        .windows(2)
        .filter(|pair| area.contains(from.towards(to, pair[0].midpoint(pair[1]), WHOLE)))
        .map(|pair| pair[1] - pair[0])
        .sum();
    let whole = WHOLE as u128;
    ((u128::from(fine_length(step)) * inside as u128 + whole / 2) / whole) as u64
}
