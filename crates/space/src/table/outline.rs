//! Convex outlines: what bases, hulls and their sweeps are in plan.

use super::bounds::Bounds;
use super::hull::{Ring, convex_hull, convex_ring};
use super::{Length, Offset, Point};

/// A closed convex shape in plan: the hull of some corners (its *core*), grown on all sides by a radius. A disc is one
/// corner and a radius, a hull several corners and none, a disc on its way along a line two corners and a radius.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outline {
    core: Ring,
    radius: Length,
    bounds: Bounds,
}

impl Outline {
    /// A straight way is divided into so many moments.
    pub const WAY: i64 = super::interval::WHOLE;

    /// A disc.
    pub fn disc(centre: Point, radius: Length) -> Self {
        Self::around(Ring::from_slice(&[centre]), radius)
    }

    /// A point.
    pub fn point(at: Point) -> Self {
        Self::disc(at, Length::ZERO)
    }

    /// The convex hull of some points; at least one is needed.
    pub fn convex(points: impl IntoIterator<Item = Point>) -> Self {
        Self::around(convex_hull(points), Length::ZERO)
    }

    /// The convex hull of some points that mostly are its corners in order already.
    pub(super) fn ring(points: impl IntoIterator<Item = Point>) -> Self {
        Self::around(convex_ring(points), Length::ZERO)
    }

    /// A rectangle with sides along the table's.
    pub fn rectangle(from: Point, to: Point) -> Self {
        Self::convex([from, Point { x: to.x, y: from.y }, to, Point { x: from.x, y: to.y }])
    }

    /// The hull of some points, grown by a radius.
    pub fn rounded(points: impl IntoIterator<Item = Point>, radius: Length) -> Self {
        Self::around(convex_hull(points), radius)
    }

    fn around(core: Ring, radius: Length) -> Self {
        assert!(!core.is_empty(), "an outline has at least one corner");
        let bounds = Bounds::of(core.iter().copied()).grown(radius);
        Self { core, radius, bounds }
    }

    /// The corners of the core, to the left around it, from the lowest one.
    pub fn core(&self) -> &[Point] {
        &self.core
    }

    /// By how much the core is grown.
    pub fn radius(&self) -> Length {
        self.radius
    }

    /// The smallest rectangle around it.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The centre of a disc; none for other shapes.
    pub fn disc_centre(&self) -> Option<Point> {
        match self.core[..] {
            [centre] => Some(centre),
            _ => None,
        }
    }

    /// The part of a straight way on which this outline is at most `reach` from another one, as two moments in
    /// 1/[`Outline::WAY`] of the way; what began before the way begins before 0.
    pub fn near_on(&self, step: Offset, other: &Self, reach: Length) -> Option<(i64, i64)> {
        let met = super::interval::times(self, step, other, super::interval::Meeting::Within(reach))?;
        Some((met.from, met.to))
    }

    /// The same shape, grown on all sides.
    pub fn grown(&self, by: Length) -> Self {
        Self::around(self.core.clone(), self.radius + by)
    }

    /// The same shape elsewhere.
    pub fn shifted(&self, by: Offset) -> Self {
        Self {
            core: self.core.iter().map(|point| *point + by).collect(),
            radius: self.radius,
            bounds: self.bounds.shifted(by),
        }
    }

    /// Everything the shape covers on its way along a straight line.
    pub fn swept(&self, by: Offset) -> Self {
        if by == Offset::default() {
            return self.clone();
        }
        let core = match self.core[..] {
            [centre] if (by.y, by.x) > (0, 0) => Ring::from_slice(&[centre, centre + by]),
            [centre] => Ring::from_slice(&[centre + by, centre]),
            [_, _] => convex_hull(self.core.iter().flat_map(|point| [*point, *point + by])),
            _ => swept_ring(&self.core, by),
        };
        Self::around(core, self.radius)
    }

    /// The smallest convex shape around both; the greater radius serves for both, so that it may be a little larger.
    pub fn joined(&self, other: &Self) -> Self {
        Self::around(convex_hull(self.core.iter().chain(&other.core).copied()), self.radius.max(other.radius))
    }

    /// The edges of the core, in order. A line has two, one each way; a point has none.
    pub(super) fn edges(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        let corners = if self.core.len() < 2 { &[][..] } else { &self.core[..] };
        corners.iter().copied().zip(corners.iter().copied().cycle().skip(1))
    }
}

/// The hull of a ring of at least three corners and the same ring elsewhere. A corner is one of the hull's where it
/// stands, if one of its two sides looks back, and where it goes to, if one of them looks ahead.
fn swept_ring(ring: &[Point], by: Offset) -> Ring {
    // How much a side looks ahead.
    let ahead = |from: Point, to: Point| by.cross(to - from);
    let mut swept = Ring::new();
    let mut last = ahead(ring[ring.len() - 1], ring[0]);
    for (at, corner) in ring.iter().enumerate() {
        let next = ahead(*corner, ring[(at + 1) % ring.len()]);
        let (stays, goes) = (last < 0 || next < 0, last > 0 || next > 0);
        match (stays, goes) {
            (true, true) if last < 0 => swept.extend([*corner, *corner + by]),
            (true, true) => swept.extend([*corner + by, *corner]),
            (true, false) => swept.push(*corner),
            _ => swept.push(*corner + by),
        }
        last = next;
    }
    let lowest = (0..swept.len()).min_by_key(|at| (swept[*at].y, swept[*at].x)).unwrap_or(0);
    swept.rotate_left(lowest);
    swept
}

#[cfg(test)]
mod tests {
    use super::super::{Angle, Footprint};
    use super::*;

    #[test]
    fn a_sweep_is_the_hull_of_both_ends() {
        let shapes = [
            Footprint::Oval { length: Length::mm(90), width: Length::mm(52) },
            Footprint::rectangle(Length::inches(4), Length::inches(3)),
            Footprint::Hull([(0, 0), (500, 0), (0, 700)].map(|(x, y)| Offset { x, y }).to_vec()),
        ];
        let steps =
            [(100, 0), (0, -300), (-7, 0), (0, 9), (4_000, 3_000), (-2_541, 17), (1, 1), (-999, -3_001)];
        for shape in &shapes {
            for facing in [0u16, 5_000, 16_384, 40_001] {
                let outline = shape.outline(Point { x: 10_000, y: 20_000 }, Angle(facing));
                for (x, y) in steps {
                    let by = Offset { x, y };
                    let hull = convex_hull(outline.core().iter().flat_map(|point| [*point, *point + by]));
                    assert_eq!(outline.swept(by).core(), &hull[..], "{shape:?} {facing} {by:?}");
                }
            }
        }
    }
}
