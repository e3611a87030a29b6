//! One straight line in space against upright prisms, exactly. Touching stops it.

use super::super::body::Span;
use super::super::{Offset, Outline, Point};
use super::SightLine;

/// Something that stops sight: an upright prism.
#[derive(Copy, Clone, Debug)]
pub(super) struct Blocker<'a> {
    pub outline: &'a Outline,
    pub span: Span,
}

/// A part of a line, from `num / den` to another such fraction of it; `den` is positive.
#[derive(Copy, Clone)]
struct Stretch {
    from: (i64, i64),
    to: (i64, i64),
}

impl Blocker<'_> {
    /// Whether the line meets the prism.
    #[inline]
    pub fn stops(&self, line: &SightLine) -> bool {
        let Some(stretch) = at_heights(line, self.span) else { return false };
        let step = line.to.at - line.from.at;
        match self.outline.core() {
            [centre] => disc(*centre, i64::from(self.outline.radius().0), line.from.at, step, stretch),
            [a, b] => seam(*a, *b, line.from.at, step, stretch),
            ring => polygon(ring, line.from.at, step, stretch),
        }
    }
}

/// The part of the line whose height lies in the span, if any does.
#[inline]
fn at_heights(line: &SightLine, span: Span) -> Option<Stretch> {
    let (a, b) = (i64::from(line.from.z.0), i64::from(line.to.z.0));
    let (low, high) = (i64::from(span.low.0), i64::from(span.high.0));
    if a.max(b) < low || a.min(b) > high {
        return None;
    }
    // The way up, counted from the end where it begins.
    let rise = (b - a).abs();
    let (enter, leave) = if b >= a { (low - a, high - a) } else { (a - high, a - low) };
    let from = if enter <= 0 { (0, 1) } else { (enter, rise) };
    let to = if leave >= rise { (1, 1) } else { (leave, rise) };
    Some(Stretch { from, to })
}

/// Whether a stretch of a line comes as near to a centre as the radius.
#[inline]
fn disc(centre: Point, radius: i64, from: Point, step: Offset, stretch: Stretch) -> bool {
    let rest = centre - from;
    let square = step.squared();
    let along = rest.dot(step);
    let limit = i128::from(radius) * i128::from(radius);
    // Where the line is nearest: inside the stretch, or at one of its ends.
    if less((along, square), stretch.from) {
        return end_near(rest, step, stretch.from, limit);
    }
    if less(stretch.to, (along, square)) {
        return end_near(rest, step, stretch.to, limit);
    }
    if square == 0 {
        return i128::from(rest.squared()) <= limit;
    }
    let area = i128::from(step.cross(rest));
    area * area <= limit * i128::from(square)
}

#[inline]
fn end_near(rest: Offset, step: Offset, (num, den): (i64, i64), limit: i128) -> bool {
    let part = |rest: i32, step: i32| i128::from(rest) * i128::from(den) - i128::from(step) * i128::from(num);
    let (x, y) = (part(rest.x, step.x), part(rest.y, step.y));
    x * x + y * y <= limit * i128::from(den) * i128::from(den)
}

/// Whether a stretch of a line meets a convex ring.
fn polygon(ring: &[Point], from: Point, step: Offset, stretch: Stretch) -> bool {
    let mut corner = ring[ring.len() - 1];
    let sides = ring.iter().map(|next| {
        let edge = *next - corner;
        let side = (edge.cross(from - corner), edge.cross(step));
        corner = *next;
        side
    });
    within(sides, stretch)
}

/// Whether a stretch of a line meets the straight way between two points. The sides of a ring of two are one line, which
/// goes on beyond them: the ends have to be asked for, too.
fn seam(a: Point, b: Point, from: Point, step: Offset, stretch: Stretch) -> bool {
    let edge = b - a;
    let beside = (edge.cross(from - a), edge.cross(step));
    let after = (edge.dot(from - a), edge.dot(step));
    let before = (edge.dot(b - from), -edge.dot(step));
    within([beside, (-beside.0, -beside.1), after, before].into_iter(), stretch)
}

/// Whether some of a stretch of a line is inside of all sides: where `inside + along * t >= 0` for each of them.
#[inline]
fn within(sides: impl Iterator<Item = (i64, i64)>, stretch: Stretch) -> bool {
    let Stretch { from: mut start, to: mut end } = stretch;
    for (inside, along) in sides {
        if along == 0 {
            if inside < 0 {
                return false;
            }
        } else if along > 0 {
            if less(start, (-inside, along)) {
                start = (-inside, along);
            }
        } else if less((inside, -along), end) {
            end = (inside, -along);
        }
    }
    !less(end, start)
}

/// Whether one fraction is less than another.
#[inline]
fn less(a: (i64, i64), b: (i64, i64)) -> bool {
    i128::from(a.0) * i128::from(b.1) < i128::from(b.0) * i128::from(a.1)
}

/// Whether nothing stops the line.
pub(super) fn clear(blockers: &[Blocker<'_>], line: &SightLine) -> bool {
    !blockers.iter().any(|blocker| blocker.stops(line))
}

#[cfg(test)]
mod tests {
    use super::super::super::Length;
    use super::super::Spot;
    use super::*;

    fn spot(x: i32, y: i32, z: i32) -> Spot {
        Spot { at: Point { x, y }, z: Length(z) }
    }

    fn stops(outline: &Outline, low: i32, high: i32, from: Spot, to: Spot) -> bool {
        let span = Span { low: Length(low), high: Length(high) };
        let there = Blocker { outline, span }.stops(&SightLine { from, to });
        let back = Blocker { outline, span }.stops(&SightLine { from: to, to: from });
        assert_eq!(there, back, "the same both ways");
        there
    }

    #[test]
    fn over_a_block() {
        let block = Outline::rectangle(Point { x: 40, y: -10 }, Point { x: 60, y: 10 });
        assert!(stops(&block, 0, 50, spot(0, 0, 20), spot(100, 0, 20)));
        assert!(!stops(&block, 0, 50, spot(0, 0, 51), spot(100, 0, 51)));
        assert!(stops(&block, 0, 50, spot(0, 0, 50), spot(100, 0, 50)), "touching its top");
        // Falling from 80 to 20 the line is at 56 where the block begins and at 44 where it ends.
        assert!(stops(&block, 0, 50, spot(0, 0, 80), spot(100, 0, 20)));
        assert!(!stops(&block, 0, 43, spot(0, 0, 80), spot(100, 0, 20)));
        assert!(stops(&block, 0, 44, spot(0, 0, 80), spot(100, 0, 20)));
        assert!(!stops(&block, 0, 50, spot(0, 11, 20), spot(100, 11, 20)));
        assert!(stops(&block, 0, 50, spot(0, 10, 20), spot(100, 10, 20)), "along its side");
    }

    #[test]
    fn beside_a_disc() {
        let disc = Outline::disc(Point { x: 50, y: 0 }, Length(10));
        assert!(stops(&disc, 0, 50, spot(0, 10, 20), spot(100, 10, 20)), "touching");
        assert!(!stops(&disc, 0, 50, spot(0, 11, 20), spot(100, 11, 20)));
        assert!(!stops(&disc, 0, 43, spot(0, 0, 80), spot(100, 0, 20)));
        assert!(stops(&disc, 0, 44, spot(0, 0, 80), spot(100, 0, 20)));
        assert!(!stops(&disc, 0, 50, spot(0, 0, 20), spot(39, 0, 20)), "short of it");
    }

    #[test]
    fn beside_a_seam() {
        let seam = Outline::convex([Point { x: 50, y: -10 }, Point { x: 50, y: 10 }]);
        assert_eq!(seam.core().len(), 2);
        assert!(stops(&seam, 0, 50, spot(0, 0, 20), spot(100, 0, 20)));
        assert!(stops(&seam, 0, 50, spot(0, 10, 20), spot(100, 10, 20)), "touching its end");
        assert!(!stops(&seam, 0, 50, spot(0, 11, 20), spot(100, 11, 20)), "past its end");
        assert!(stops(&seam, 0, 50, spot(50, -40, 20), spot(50, 40, 20)), "along it");
        assert!(!stops(&seam, 0, 50, spot(50, 11, 20), spot(50, 40, 20)), "beyond it");
        assert!(!stops(&seam, 0, 50, spot(0, 0, 51), spot(100, 0, 51)), "over it");
    }

    #[test]
    fn straight_up() {
        let slab = Outline::rectangle(Point { x: -5, y: -5 }, Point { x: 5, y: 5 });
        assert!(stops(&slab, 30, 31, spot(0, 0, 0), spot(0, 0, 80)));
        assert!(!stops(&slab, 30, 31, spot(6, 0, 0), spot(6, 0, 80)));
        let disc = Outline::disc(Point::default(), Length(5));
        assert!(stops(&disc, 30, 31, spot(5, 0, 0), spot(5, 0, 80)));
        assert!(!stops(&disc, 30, 31, spot(5, 1, 0), spot(5, 1, 80)));
    }
}
