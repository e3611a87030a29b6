//! The cheap proof that nothing is seen: something as high as any line between the two bodies reaches across the whole
//! way between them.
//!
//! All lines between the two bodies lie in the hull of the two. Whatever holds a path from above that hull to below it,
//! between the two bodies, is met by every line: it has to get from before the path to behind it. One convex blocker
//! holds the straight path between any two of its points; several that touch hold a path through where they touch.

use smallvec::SmallVec;

use super::super::{Body, Outline};
use super::frame::{FINE, Frame, Kind, Place, Shape};
use super::segment::Blocker;

/// So many blockers are looked at together at the most; one by one all of them are.
const MOST: usize = 16;

/// Whether blockers that no line goes over close the way between two bodies.
pub(super) fn walled_off(from: &Body, to: &Body, blockers: &[Blocker<'_>]) -> bool {
    let low = from.volume.low.min(to.volume.low);
    let least = from.volume.high.min(to.volume.high);
    let high_enough = |blocker: &&Blocker<'_>| blocker.span.low <= low && least <= blocker.span.high;
    let mut walls = blockers.iter().filter(high_enough).peekable();
    if walls.peek().is_none() {
        return false;
    }
    let Some(way) = Way::new(from, to) else { return false };
    // Pieces of the chain: the blocker, and to which sides it reaches beyond the way.
    let mut pieces: SmallVec<[(&Outline, bool, bool); MOST]> = SmallVec::new();
    for wall in walls {
        let shape = Shape::new(&way.frame, wall.outline);
        if !way.rises_above(&shape, i64::from(wall.span.high.0)) {
            continue;
        }
        let (above, below) = way.reached(&shape);
        if above && below {
            return true;
        }
        let inside = way.front <= shape.least_depth && shape.most_depth <= way.back;
        if pieces.len() < MOST && inside {
            pieces.push((wall.outline, above, below));
        }
    }
    chained(&pieces)
}

/// Whether pieces that touch lead from one side of the way to the other.
fn chained(pieces: &[(&Outline, bool, bool)]) -> bool {
    if !pieces.iter().any(|piece| piece.1) || !pieces.iter().any(|piece| piece.2) {
        return false;
    }
    let touch = |a: &Outline, b: &Outline| a.within(b, super::super::Length::ZERO);
    let mut reached: SmallVec<[bool; MOST]> = pieces.iter().map(|piece| piece.1).collect();
    let mut open: SmallVec<[usize; MOST]> = (0..pieces.len()).filter(|at| reached[*at]).collect();
    while let Some(at) = open.pop() {
        if pieces[at].2 {
            return true;
        }
        for other in 0..pieces.len() {
            if !reached[other] && touch(pieces[at].0, pieces[other].0) {
                reached[other] = true;
                open.push(other);
            }
        }
    }
    false
}

/// The way between two bodies: the part between them of the hull of the rectangles around them, in the frame from the
/// one to the other. Everything is kept a unit larger than it is, because the frame is rounded.
struct Way {
    frame: Frame,
    /// From behind the one to before the other.
    front: i64,
    back: i64,
    /// The tops of the two, and the depths at their outer sides.
    tops: (i64, i64),
    start: i64,
    end: i64,
    above: Side,
    below: Side,
}

/// One side of the way: a straight line.
#[derive(Copy, Clone)]
struct Side {
    at: Place,
    depth: i64,
    across: i64,
}

impl Side {
    /// The line over (or under, where `sign` is -1) two rectangles.
    fn over(near: &Shape, far: &Shape, sign: i64) -> Self {
        let edge = |shape: &Shape| if sign > 0 { shape.most_across } else { -shape.least_across };
        let (a, b) = (edge(near) + FINE, edge(far) + FINE);
        // A rising line goes along the first corners it meets, a falling one along the last.
        let (from, to) = if b >= a {
            (near.least_depth - FINE, far.least_depth - FINE)
        } else {
            (near.most_depth + FINE, far.most_depth + FINE)
        };
        Self { at: Place { depth: from, across: a }, depth: (to - from).max(1), across: b - a }
    }

    /// Whether a place is on the line or beyond it; `across` is counted upwards.
    fn beyond(&self, depth: i64, across: i64) -> bool {
        (across - self.at.across) * self.depth >= self.across * (depth - self.at.depth)
    }
}

impl Way {
    fn new(from: &Body, to: &Body) -> Option<Self> {
        let frame = Frame::new(from.pose.at, to.pose.at)?;
        let (near, far) = (Shape::new(&frame, &from.outline), Shape::new(&frame, &to.outline));
        let (front, back) = (near.most_depth + FINE, far.least_depth - FINE);
        (front < back).then(|| Self {
            frame,
            front,
            back,
            tops: (i64::from(from.volume.high.0), i64::from(to.volume.high.0)),
            start: near.least_depth - FINE,
            end: far.most_depth + FINE,
            above: Side::over(&near, &far, 1),
            below: Side::over(&near, &far, -1),
        })
    }

    /// Whether something that stands between the two is higher than any line there. The highest line is highest near the
    /// higher body; it leaves that body at its inner side and meets the other one at its outer side.
    fn rises_above(&self, shape: &Shape, high: i64) -> bool {
        let (near, far) = self.tops;
        if high >= near.max(far) {
            return true;
        }
        let (at, of, fall) = if near >= far {
            (shape.least_depth.max(self.front) - self.front, self.end - self.front, near - far)
        } else {
            (self.back - shape.most_depth.min(self.back), self.back - self.start, far - near)
        };
        // `high >= top - fall * at / of`, and a unit more for the rounding.
        at > 0 && (near.max(far) + 1 - high) * of <= fall * at
    }

    /// To which sides of the way a shape reaches beyond it, counting only its part between the two bodies.
    fn reached(&self, shape: &Shape) -> (bool, bool) {
        let (mut above, mut below) = (false, false);
        let mut meet = |depth: i64, across: i64| {
            above |= self.above.beyond(depth, across);
            below |= self.below.beyond(depth, -across);
        };
        match &shape.kind {
            Kind::Round { centre, radius, .. } => {
                if self.front <= centre.depth && centre.depth <= self.back {
                    meet(centre.depth, centre.across + radius);
                    meet(centre.depth, centre.across - radius);
                }
            }
            Kind::Ring(ring) => {
                let mut before = ring[ring.len() - 1];
                for here in ring {
                    let (a, b) = if before.depth <= here.depth { (before, *here) } else { (*here, before) };
                    for cut in [self.front, self.back] {
                        if a.depth < cut && cut < b.depth {
                            let part = (b.across - a.across) * (cut - a.depth) / (b.depth - a.depth);
                            meet(cut, a.across + part);
                        }
                    }
                    if self.front <= here.depth && here.depth <= self.back {
                        meet(here.depth, here.across);
                    }
                    before = *here;
                }
            }
        }
        (above, below)
    }
}
