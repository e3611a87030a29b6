//! Simple polygons: zones, and what terrain covers. They need not be convex.

use serde::{Deserialize, Serialize};

use super::bounds::Bounds;
use super::{Length, Offset, Outline, Point};

/// A polygon whose sides do not cross, edge included.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<Point>", into = "Vec<Point>")]
pub struct Area {
    /// To the left around it.
    corners: Vec<Point>,
    bounds: Bounds,
}

/// Why a list of corners is no area.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct NoArea;

impl std::fmt::Display for NoArea {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(
            "an area needs at least three corners, all on the table, and sides that do not cross each other",
        )
    }
}

impl std::error::Error for NoArea {}

impl TryFrom<Vec<Point>> for Area {
    type Error = NoArea;
    fn try_from(corners: Vec<Point>) -> Result<Self, NoArea> {
        Self::new(corners)
    }
}

impl From<Area> for Vec<Point> {
    fn from(area: Area) -> Self {
        area.corners
    }
}

impl Area {
    /// The area inside a ring of corners, in either direction.
    pub fn new(mut corners: Vec<Point>) -> Result<Self, NoArea> {
        if corners.len() < 3 || !corners.iter().all(|corner| corner.in_limits()) {
            return Err(NoArea);
        }
        let area: i64 = sides(&corners).map(|(a, b)| (a - corners[0]).cross(b - corners[0])).sum();
        if area == 0 {
            return Err(NoArea);
        }
        if area < 0 {
            corners.reverse();
        }
        let bounds = Bounds::of(corners.iter().copied());
        let area = Self { corners, bounds };
        if area.crosses_itself() { Err(NoArea) } else { Ok(area) }
    }

    /// A rectangle with sides along the table's; the two corners must differ in both directions.
    pub fn rectangle(from: Point, to: Point) -> Result<Self, NoArea> {
        Self::new(vec![from, Point { x: to.x, y: from.y }, to, Point { x: from.x, y: to.y }])
    }

    /// Its corners, to the left around it.
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// The smallest rectangle around it.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The same area elsewhere.
    pub fn shifted(&self, by: Offset) -> Self {
        Self {
            corners: self.corners.iter().map(|corner| *corner + by).collect(),
            bounds: self.bounds.shifted(by),
        }
    }

    /// Whether a point lies in the area, its edge included.
    pub fn contains(&self, point: Point) -> bool {
        if !self.bounds.contains(Bounds { low: point, high: point }) {
            return false;
        }
        let mut inside = false;
        for (a, b) in sides(&self.corners) {
            let area = (b - a).cross(point - a);
            if area == 0 && (a - point).dot(b - point) <= 0 {
                return true;
            }
            // A side counts where it crosses the line to the right of the point, its lower end included.
            if (a.y > point.y) != (b.y > point.y) && (area > 0) == (b.y > a.y) {
                inside = !inside;
            }
        }
        inside
    }

    /// The distance between an outline and the area, rounded up; 0 if they touch or overlap.
    pub fn distance(&self, outline: &Outline) -> Length {
        if self.contains(outline.core()[0]) {
            return Length::ZERO;
        }
        sides(&self.corners)
            .map(|(a, b)| outline.distance(&Outline::convex([a, b])))
            .min()
            .unwrap_or(Length::UNBOUNDED)
    }

    /// Whether an outline is at most so far from the area, exactly; touching is within 0.
    pub fn within(&self, outline: &Outline, reach: Length) -> bool {
        self.bounds.grown(reach).touches(outline.bounds())
            && (self.contains(outline.core()[0])
                || sides(&self.corners).any(|(a, b)| outline.within(&Outline::convex([a, b]), reach)))
    }

    /// Whether an outline and the area share more than their edges.
    pub fn overlaps(&self, outline: &Outline) -> bool {
        self.bounds.touches(outline.bounds()) && (self.pieces().iter().any(|piece| piece.overlaps(outline)))
    }

    /// Whether all of an outline lies in the area, edges included.
    pub fn covers(&self, outline: &Outline) -> bool {
        self.bounds.contains(outline.bounds())
            && self.contains(outline.core()[0])
            && !sides(&self.corners).any(|(a, b)| Outline::convex([a, b]).overlaps(outline))
    }

    /// Convex pieces that make up the area: itself, or triangles.
    pub fn pieces(&self) -> Vec<Outline> {
        let whole = Outline::convex(self.corners.iter().copied());
        let turns = corner_turns(&self.corners);
        if turns.iter().all(|turn| *turn >= 0) {
            return vec![whole];
        }
        let mut left = self.corners.clone();
        let mut pieces = Vec::new();
        while left.len() > 3 {
            let n = left.len();
            // A simple polygon always has an ear: a corner whose triangle holds no other corner.
            let ear = (0..n).find(|i| is_ear(&left, *i)).unwrap_or(0);
            pieces.push([left[(ear + n - 1) % n], left[ear], left[(ear + 1) % n]]);
            left.remove(ear);
        }
        pieces.push([left[0], left[1], left[2]]);
        pieces.into_iter().map(Outline::convex).collect()
    }

    fn crosses_itself(&self) -> bool {
        let sides: Vec<_> = sides(&self.corners).collect();
        let last = sides.len() - 1;
        (0..=last).any(|one| {
            (one + 1..=last).any(|two| {
                if two == one + 1 {
                    runs_back(sides[one].0, sides[one].1, sides[two].1)
                } else if one == 0 && two == last {
                    runs_back(sides[two].0, sides[one].0, sides[one].1)
                } else {
                    let ends = |(a, b): (Point, Point)| Outline::convex([a, b]);
                    ends(sides[one]).within(&ends(sides[two]), Length::ZERO)
                }
            })
        })
    }
}

fn sides(corners: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    corners.iter().copied().zip(corners.iter().copied().cycle().skip(1))
}

fn corner_turns(corners: &[Point]) -> Vec<i64> {
    let n = corners.len();
    let turn = |i: usize| {
        let (before, at, after) = (corners[(i + n - 1) % n], corners[i], corners[(i + 1) % n]);
        (at - before).cross(after - at)
    };
    (0..n).map(turn).collect()
}

/// Whether the way over a corner turns straight back.
fn runs_back(before: Point, corner: Point, after: Point) -> bool {
    let (to, from) = (corner - before, after - corner);
    to.cross(from) == 0 && to.dot(from) < 0
}

fn is_ear(corners: &[Point], at: usize) -> bool {
    let n = corners.len();
    let triangle = [corners[(at + n - 1) % n], corners[at], corners[(at + 1) % n]];
    let [a, b, c] = triangle;
    if (b - a).cross(c - b) <= 0 {
        return (b - a).cross(c - b) == 0;
    }
    let inside =
        |p: Point| (b - a).cross(p - a) >= 0 && (c - b).cross(p - b) >= 0 && (a - c).cross(p - c) >= 0;
    !corners.iter().any(|corner| !triangle.contains(corner) && inside(*corner))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(corners: &[(i32, i32)]) -> Result<Area, NoArea> {
        Area::new(corners.iter().map(|(x, y)| Point { x: *x, y: *y }).collect())
    }

    fn elbow() -> Area {
        area(&[(0, 0), (30, 0), (30, 10), (10, 10), (10, 30), (0, 30)]).expect("a simple ring")
    }

    fn disc(x: i32, y: i32, radius: i32) -> Outline {
        Outline::disc(Point { x, y }, Length(radius))
    }

    #[test]
    fn an_elbow() {
        let elbow = elbow();
        assert!(elbow.contains(Point { x: 30, y: 10 }) && elbow.contains(Point { x: 10, y: 10 }));
        assert!(!elbow.contains(Point { x: 11, y: 11 }));
        assert!(elbow.covers(&disc(5, 5, 5)), "touching two sides");
        assert!(!elbow.covers(&disc(6, 6, 6)), "over the edge to the left");
        assert!(elbow.covers(&disc(7, 7, 4)), "the inner corner is 4.24 away");
        assert!(!elbow.covers(&disc(7, 7, 5)));
        assert_eq!(elbow.distance(&disc(20, 20, 3)), Length(7));
        assert!(!elbow.overlaps(&disc(20, 13, 3)) && elbow.overlaps(&disc(20, 12, 3)));
    }

    #[test]
    fn triangles_make_up_the_elbow() {
        let pieces = elbow().pieces();
        assert_eq!(pieces.len(), 4);
        let doubled = |piece: &Outline| {
            let [a, b, c] = piece.core() else { panic!("a triangle") };
            (*b - *a).cross(*c - *a)
        };
        assert_eq!(pieces.iter().map(doubled).sum::<i64>(), 2 * 500);
    }

    #[test]
    fn crossing_sides_are_no_area() {
        assert_eq!(area(&[(0, 0), (10, 10), (10, 0), (0, 10)]), Err(NoArea));
        assert_eq!(area(&[(0, 0), (10, 0), (5, 0), (5, 5)]), Err(NoArea));
        assert_eq!(area(&[(0, 0), (10, 0)]), Err(NoArea));
        assert!(area(&[(0, 10), (10, 10), (10, 0), (0, 0)]).is_ok(), "to the right around it");
    }
}
