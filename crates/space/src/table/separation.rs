//! How far apart two convex cores are, exactly.
//!
//! The distance of two convex shapes is that of the origin from their difference (every point of one minus every point
//! of the other), which is again a convex ring: its edges are those of both shapes, in the order of their directions.
//! One walk around it, edge by edge, finds the nearest feature. Everything fits `i64`; only the square of an area,
//! when the nearest feature is an edge, needs `i128`.

use super::length::ceil_sqrt;
use super::{Length, Offset, Outline, Point};

/// The square of a distance as a fraction.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Squared {
    pub num: u128,
    pub den: u64,
}

impl Squared {
    const ZERO: Self = Self { num: 0, den: 1 };

    const fn whole(square: i64) -> Self {
        Self { num: square as u128, den: 1 }
    }

    /// Whether the distance is at most `reach`; touching counts.
    pub fn within(self, reach: Length) -> bool {
        reach.0 >= 0 && self.num <= u128::from(self.den) * reach.squared() as u128
    }

    /// Whether the distance is less than `reach`.
    pub fn closer_than(self, reach: Length) -> bool {
        reach.0 > 0 && self.num < u128::from(self.den) * reach.squared() as u128
    }

    /// The distance, rounded up.
    pub fn distance(self) -> Length {
        // The square is below 2^44 in all limits, so that the quotient is one of `u64`.
        Length(ceil_sqrt(self.num.div_ceil(u128::from(self.den)) as u64))
    }
}

/// The square of the distance between the cores of two outlines; 0 if they touch or overlap.
pub(super) fn core_distance(a: &Outline, b: &Outline) -> Squared {
    match (a.core(), b.core()) {
        ([a], [b]) => Squared::whole((*b - *a).squared()),
        ([a], ring) | (ring, [a]) => point_ring(*a, ring),
        (a, b) => ring_ring(a, b),
    }
}

/// The square of the distance between a point and a ring of at least two corners.
pub(super) fn point_ring(point: Point, ring: &[Point]) -> Squared {
    let mut walk = Walk::new();
    let mut from = ring[ring.len() - 1] - point;
    for corner in ring {
        let to = *corner - point;
        if let Some(found) = walk.edge(from, to) {
            return found;
        }
        from = to;
    }
    walk.end()
}

/// The square of the distance between two rings of at least two corners.
fn ring_ring(a: &[Point], b: &[Point]) -> Squared {
    let mut walk = Walk::new();
    around_difference(a, b, |from, to| walk.edge(from, to)).unwrap_or_else(|| walk.end())
}

/// Walks around the difference of two rings of at least two corners, `b` less `a`, edge by edge to the left, until
/// `visit` has an answer.
#[inline]
pub(super) fn around_difference<T>(
    a: &[Point],
    b: &[Point],
    mut visit: impl FnMut(Offset, Offset) -> Option<T>,
) -> Option<T> {
    // The difference starts at the lowest corner of `b` less the highest one of `a`. Rings start at their lowest one.
    let top = (0..a.len()).max_by_key(|i| (a[*i].y, a[*i].x)).unwrap_or(0);
    let edge = |ring: &[Point], i: usize| ring[(i + 1) % ring.len()] - ring[i % ring.len()];
    let mut from = b[0] - a[top];
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        // `a` is taken away: its edges count turned around.
        let of_a = -edge(a, top + i);
        let of_b = edge(b, j);
        let step = if j == b.len() {
            i += 1;
            of_a
        } else if i == a.len() {
            j += 1;
            of_b
        } else if before(of_a, of_b) {
            i += 1;
            of_a
        } else {
            j += 1;
            of_b
        };
        let to = from + step;
        if let Some(found) = visit(from, to) {
            return Some(found);
        }
        from = to;
    }
    None
}

/// Whether the direction of `a` comes no later than that of `b` on a turn to the left that starts along x.
fn before(a: Offset, b: Offset) -> bool {
    let lower = |step: Offset| step.y < 0 || (step.y == 0 && step.x < 0);
    match (lower(a), lower(b)) {
        (false, true) => true,
        (true, false) => false,
        _ => a.cross(b) >= 0,
    }
}

/// A walk around a convex ring that looks for the point nearest to the origin.
struct Walk {
    outside: bool,
    nearest: i64,
}

impl Walk {
    fn new() -> Self {
        Self { outside: false, nearest: i64::MAX }
    }

    /// Takes an edge; the answer, if the origin lies straight before it.
    #[inline]
    fn edge(&mut self, from: Offset, to: Offset) -> Option<Squared> {
        let along = to - from;
        let area = from.cross(along);
        self.nearest = self.nearest.min(to.squared());
        if area <= 0 {
            // A line of no width has all of the plane on both its right-hand sides; on the line it is a corner's turn.
            if area == 0 && from.dot(along) <= 0 && to.dot(along) >= 0 {
                return Some(Squared::ZERO);
            }
            if area < 0 {
                self.outside = true;
                if from.dot(along) <= 0 && to.dot(along) >= 0 {
                    let area = area.unsigned_abs() as u128;
                    return Some(Squared { num: area * area, den: along.squared() as u64 });
                }
            } else {
                self.outside = true;
            }
        }
        None
    }

    fn end(self) -> Squared {
        if self.outside { Squared::whole(self.nearest) } else { Squared::ZERO }
    }
}
