//! Distances between outlines in plan. Touching counts as within; it does not count as overlapping.

use super::separation::{around_difference, core_distance, point_ring};
use super::{Length, Offset, Outline, Point};

impl Outline {
    /// The distance between the nearest points of the two, rounded up; 0 if they touch or overlap.
    pub fn distance(&self, other: &Self) -> Length {
        (core_distance(self, other).distance() - self.radius() - other.radius()).max(Length::ZERO)
    }

    /// Whether some parts of the two are at most `reach` apart, exactly; touching is within 0.
    pub fn within(&self, other: &Self, reach: Length) -> bool {
        let sum = self.radius() + other.radius() + reach;
        self.bounds().grown(reach).touches(other.bounds()) && core_distance(self, other).within(sum)
    }

    /// Whether the two share more than their edges.
    pub fn overlaps(&self, other: &Self) -> bool {
        if !self.bounds().touches(other.bounds()) {
            return false;
        }
        let sum = self.radius() + other.radius();
        if sum > Length::ZERO {
            core_distance(self, other).closer_than(sum)
        } else if self.core().len() < 2 || other.core().len() < 2 {
            !separated(self, other) && !separated(other, self)
        } else {
            // Where the two share more than an edge, the origin lies inside their difference.
            let outside = |from: Offset, to: Offset| (from.cross(to - from) <= 0).then_some(());
            around_difference(self.core(), other.core(), outside).is_none()
        }
    }

    /// The distance of the part of `self` that is furthest from `other`, rounded up; 0 if all of it is covered.
    pub fn furthest(&self, other: &Self) -> Length {
        let covered = |point: &Point| Self::point(*point).distance(other);
        if self.radius() == Length::ZERO {
            return self.core().iter().map(covered).max().unwrap_or(Length::ZERO);
        }
        // A round part reaches as far beyond its centre as its radius, and a centre inside stays so much short of it.
        let reach = self.core().iter().map(|point| signed_distance(*point, other) + self.radius()).max();
        reach.unwrap_or(Length::ZERO).max(Length::ZERO)
    }

    /// Whether every part of `self` is at most `reach` from `other`, exactly.
    pub fn wholly_within(&self, other: &Self, reach: Length) -> bool {
        self.furthest(other) <= reach
    }

    /// Whether a point lies in the shape, its edge included.
    pub fn contains(&self, point: Point) -> bool {
        match self.core() {
            [centre] => (point - *centre).squared() <= self.radius().squared(),
            // A ring is on the left of all its sides.
            ring if ring.len() > 2 && self.radius() == Length::ZERO => {
                let mut from = ring[ring.len() - 1];
                ring.iter().all(|to| {
                    let left = (*to - from).cross(point - from) >= 0;
                    from = *to;
                    left
                })
            }
            _ => Self::point(point).within(self, Length::ZERO),
        }
    }

    /// The nearest point of the shape to a place, rounded to the grid: the place itself if it lies in the shape.
    pub fn nearest_to(&self, place: Point) -> Point {
        if self.contains(place) {
            return place;
        }
        let on_edge = |(from, to): (Point, Point)| {
            let along = to - from;
            let part = (place - from).dot(along).clamp(0, along.squared());
            from.towards(to, part, along.squared())
        };
        let key = |point: &Point| (place - *point).squared();
        let core = self.edges().map(on_edge).min_by_key(key).unwrap_or(self.core()[0]);
        core + (place - core).with_length(self.radius().min((place - core).length()))
    }

    /// A grid point of the shape next to a place. Unlike [`Outline::nearest_to`] it never lies outside by a rounding.
    pub fn inside_near(&self, place: Point) -> Point {
        if self.contains(place) {
            return place;
        }
        let near = self.nearest_to(place);
        let corners = self.core();
        let middle = |axis: fn(&Point) -> i32| {
            (corners.iter().map(|corner| i64::from(axis(corner))).sum::<i64>() / corners.len() as i64) as i32
        };
        let inward = Point { x: middle(|corner| corner.x), y: middle(|corner| corner.y) } - near;
        let steps = (0..=8).map(|step| near + inward.with_length(Length(step)));
        steps.into_iter().find(|point| self.contains(*point)).unwrap_or(near)
    }

    /// The points of the two shapes nearest to each other, rounded to the grid. Of shapes that overlap, some points of
    /// theirs near each other.
    pub fn closest_points(&self, other: &Self) -> (Point, Point) {
        // One end is a corner of one of the cores, or the cores overlap: then every common point serves.
        let pair = |a: Point, b: Point| ((b - a).squared(), a, b);
        let (one, two) = (self.bare(), other.bare());
        let ours = one.core().iter().map(|corner| pair(*corner, two.nearest_to(*corner)));
        let theirs = two.core().iter().map(|corner| pair(one.nearest_to(*corner), *corner));
        let Some((_, a, b)) = ours.chain(theirs).min_by_key(|(square, ..)| *square) else { unreachable!() };
        let (out, gap) = (b - a, (b - a).length());
        let a_end = a + out.with_length(self.radius().min(gap));
        let b_end = b - out.with_length(other.radius().min(gap));
        (a_end, b_end)
    }

    fn bare(&self) -> Self {
        self.grown(-self.radius())
    }
}

/// Whether some edge of `a` has all of `b` on its outer side, touching allowed. Both have no radius.
fn separated(a: &Outline, b: &Outline) -> bool {
    a.edges().any(|(from, to)| b.core().iter().all(|point| (to - from).cross(*point - from) <= 0))
}

/// The distance of a point from a shape, rounded up, or, inside, how deep it lies below the edge, negative (the depth
/// rounded down).
fn signed_distance(point: Point, shape: &Outline) -> Length {
    let outside = match shape.core() {
        [centre] => return point.distance(*centre) - shape.radius(),
        ring => point_ring(point, ring),
    };
    if outside.num > 0 {
        return outside.distance() - shape.radius();
    }
    // Inside a core the depth is the smallest distance from the line of an edge.
    let depth = |(from, to): (Point, Point)| {
        let along = to - from;
        let area = along.cross(point - from).unsigned_abs() as u128;
        ((area * area / along.squared() as u128) as u64).isqrt() as i32
    };
    Length(-shape.edges().map(depth).min().unwrap_or(0)) - shape.radius()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    fn disc(x: i32, y: i32, radius: i32) -> Outline {
        Outline::disc(at(x, y), Length(radius))
    }

    #[test]
    fn discs() {
        let (a, b) = (disc(0, 0, 2), disc(9, 12, 3));
        assert_eq!(a.distance(&b), Length(10));
        assert!(a.within(&b, Length(10)) && !a.within(&b, Length(9)));
        assert_eq!(a.furthest(&b), Length(14));
        assert!(disc(0, 0, 2).overlaps(&disc(4, 0, 3)));
        assert!(!disc(0, 0, 2).overlaps(&disc(5, 0, 3)), "touching");
        assert_eq!(disc(1, 0, 2).furthest(&disc(0, 0, 3)), Length(0), "touching from within");
        assert_eq!(disc(2, 0, 2).furthest(&disc(0, 0, 3)), Length(1));
    }

    #[test]
    fn a_disc_and_a_box() {
        let square = Outline::rectangle(at(0, 0), at(10, 10));
        assert_eq!(disc(5, 15, 2).distance(&square), Length(3));
        assert_eq!(disc(13, 14, 2).distance(&square), Length(3), "the corner");
        assert!(!disc(5, 12, 2).overlaps(&square) && disc(5, 12, 2).within(&square, Length(0)));
        assert!(disc(5, 11, 2).overlaps(&square));
        assert!(disc(3, 3, 3).wholly_within(&square, Length(0)));
        assert!(!disc(3, 3, 4).wholly_within(&square, Length(0)));
        assert!(disc(3, 3, 4).wholly_within(&square, Length(1)));
    }

    #[test]
    fn boxes() {
        let a = Outline::rectangle(at(0, 0), at(10, 10));
        let b = Outline::rectangle(at(13, 14), at(20, 20));
        let touching = Outline::rectangle(at(10, 3), at(12, 30));
        assert_eq!(a.distance(&b), Length(5));
        assert_eq!(a.distance(&touching), Length(0));
        assert!(!a.overlaps(&touching));
        assert!(a.overlaps(&Outline::rectangle(at(9, 9), at(30, 30))));
        assert!(a.overlaps(&Outline::rectangle(at(4, 4), at(5, 5))), "one inside the other");
        assert_eq!(b.furthest(&a), Length(15), "its far corner is (10, 10) away, rounded up");
    }

    /// The walk around the difference says what the lines between two shapes say.
    #[test]
    fn overlapping_is_not_being_separated() {
        let shapes = [
            Outline::rectangle(at(0, 0), at(10, 10)),
            Outline::convex([at(0, 0), at(8, 1), at(5, 9)]),
            Outline::convex([at(0, 0), at(10, 10)]),
            Outline::convex([at(0, 4), at(9, 4)]),
            Outline::convex([at(2, 0), at(7, 0), at(9, 4), at(7, 8), at(2, 8), at(0, 4)]),
        ];
        for one in &shapes {
            for other in &shapes {
                for x in -11..=11 {
                    for y in -11..=11 {
                        let other = other.shifted(Offset { x, y });
                        let apart = separated(one, &other) || separated(&other, one);
                        assert_eq!(one.overlaps(&other), !apart, "{one:?} {other:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn nearest_points() {
        let (a, b) = (disc(0, 0, 200), disc(1000, 0, 300));
        assert_eq!(a.closest_points(&b), (at(200, 0), at(700, 0)));
        let wall = Outline::rectangle(at(400, -500), at(420, 500));
        assert_eq!(a.closest_points(&wall), (at(200, 0), at(400, 0)));
    }
}
