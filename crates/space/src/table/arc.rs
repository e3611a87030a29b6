//! Arcs: what lies before, beside or behind. The edges of an arc belong to it.

use super::{Angle, Body, Offset, Outline, Point};

/// All directions within `half` of a direction, both ends included, seen from a point. The point itself is in it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Arc {
    /// Where it starts.
    pub apex: Point,
    /// Its middle.
    pub facing: Angle,
    /// How far it opens to each side; half a turn is all round.
    pub half: Angle,
}

impl Arc {
    /// The arc of the given whole width before a body, from its turning point.
    pub fn before(body: &Body, width: Angle) -> Self {
        Self { apex: body.pose.at, facing: body.pose.facing, half: Angle(width.0 / 2) }
    }

    /// All round a point.
    pub fn all_round(apex: Point) -> Self {
        Self { apex, facing: Angle::ZERO, half: Angle::HALF }
    }

    /// The same arc, turned.
    pub fn turned(self, by: Angle) -> Self {
        Self { facing: self.facing + by, ..self }
    }

    /// Whether a point lies in the arc, edges included.
    pub fn contains(self, point: Point) -> bool {
        let step = point - self.apex;
        let (right, left) = (side(self.facing - self.half, step), side(self.facing + self.half, step));
        if self.half >= Angle::HALF {
            true
        } else if self.half > Angle::QUARTER {
            // Wider than half a turn: everything but the narrow wedge behind.
            right >= 0 || left <= 0
        } else if self.half == Angle::QUARTER {
            right >= 0
        } else {
            right >= 0 && left <= 0
        }
    }

    /// Whether some part of an outline lies in the arc, edges included.
    pub fn touches(self, outline: &Outline) -> bool {
        if self.half >= Angle::HALF || outline.contains(self.apex) {
            return true;
        }
        outline.core().iter().any(|corner| self.contains(*corner))
            || [self.facing - self.half, self.facing + self.half]
                .into_iter()
                .any(|edge| self.edge_hits(edge, outline))
    }

    /// Whether all of an outline lies in the arc, edges included.
    pub fn covers(self, outline: &Outline) -> bool {
        if self.half >= Angle::HALF {
            return true;
        }
        outline.core().iter().all(|corner| self.contains(*corner))
            && ![self.facing - self.half, self.facing + self.half]
                .into_iter()
                .any(|edge| self.edge_cuts(edge, outline))
    }

    /// The edge of the arc as a line that is longer than any table.
    fn edge(self, direction: Angle) -> Outline {
        Outline::convex([self.apex, self.apex + direction.step(super::Length(Point::LIMIT))])
    }

    fn edge_hits(self, direction: Angle, outline: &Outline) -> bool {
        self.edge(direction).within(outline, super::Length::ZERO)
    }

    fn edge_cuts(self, direction: Angle, outline: &Outline) -> bool {
        self.edge(direction).overlaps(outline)
    }
}

/// Positive if the step points to the left of the direction, negative to the right, 0 along its line.
fn side(direction: Angle, step: Offset) -> i64 {
    direction.cosine() * i64::from(step.y) - direction.sine() * i64::from(step.x)
}

/// The four sides of a body, by the lines through the opposite corners of the rectangle around it in its own frame.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Side {
    /// Before it.
    Front,
    /// To its left.
    Left,
    /// To its right.
    Right,
    /// Behind it.
    Rear,
}

impl Body {
    /// From which side a point is seen: a point on a line through corners counts as front or rear.
    pub fn side_towards(&self, point: Point) -> Side {
        let own = |place: Point| (-self.pose.facing).turn(place - self.pose.at);
        let radius = self.outline.radius().0;
        let corners = self.outline.core().iter().map(|corner| own(*corner));
        let (mut long, mut wide) = (0, 0);
        for corner in corners {
            long = long.max(corner.x.abs() + radius);
            wide = wide.max(corner.y.abs() + radius);
        }
        let step = own(point);
        let (along, across) = (i64::from(step.x), i64::from(step.y));
        if along.abs() * i64::from(wide) >= across.abs() * i64::from(long) {
            if along >= 0 { Side::Front } else { Side::Rear }
        } else if across > 0 {
            Side::Left
        } else {
            Side::Right
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Length;
    use super::*;

    fn quarter() -> Arc {
        Arc { apex: Point::default(), facing: Angle::ZERO, half: Angle::EIGHTH }
    }

    #[test]
    fn edges_belong_to_the_arc() {
        assert!(
            quarter().contains(Point { x: 500, y: 500 }) && quarter().contains(Point { x: 500, y: -500 })
        );
        assert!(!quarter().contains(Point { x: 500, y: 501 }));
        assert!(!quarter().contains(Point { x: -500, y: 0 }));
        let front = Arc { half: Angle::QUARTER, ..quarter() };
        assert!(front.contains(Point { x: 0, y: 9 }) && !front.contains(Point { x: -1, y: 9 }));
        let wide = Arc { half: Angle::degrees(135), ..quarter() };
        assert!(wide.contains(Point { x: -500, y: 500 }) && !wide.contains(Point { x: -501, y: 500 }));
    }

    #[test]
    fn partly_and_wholly() {
        let disc = |x, y| Outline::disc(Point { x, y }, Length(100));
        assert!(quarter().covers(&disc(1_000, 500)));
        assert!(!quarter().covers(&disc(1_000, 900)) && quarter().touches(&disc(1_000, 900)));
        assert!(quarter().touches(&disc(1_000, 1_100)) && !quarter().touches(&disc(1_000, 1_200)));
    }
}
