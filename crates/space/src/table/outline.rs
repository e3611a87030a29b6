//! Convex outlines: what bases, hulls and their sweeps are in plan.

use super::bounds::Bounds;
use super::hull::{Ring, convex_hull};
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
            _ => convex_hull(self.core.iter().flat_map(|point| [*point, *point + by])),
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
