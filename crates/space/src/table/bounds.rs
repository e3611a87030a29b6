//! Upright rectangles around things.

use super::{Length, Offset, Point};

/// A rectangle with sides along the table's, edges included.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The corner with the smallest coordinates.
    pub low: Point,
    /// The corner with the greatest coordinates.
    pub high: Point,
}

impl Bounds {
    /// The smallest rectangle around some points. No points make an inside-out rectangle that touches nothing.
    pub fn of(points: impl IntoIterator<Item = Point>) -> Self {
        let nothing = Self {
            low: Point { x: Point::LIMIT, y: Point::LIMIT },
            high: Point { x: -Point::LIMIT, y: -Point::LIMIT },
        };
        points.into_iter().fold(nothing, |bounds, point| Self {
            low: Point { x: bounds.low.x.min(point.x), y: bounds.low.y.min(point.y) },
            high: Point { x: bounds.high.x.max(point.x), y: bounds.high.y.max(point.y) },
        })
    }

    /// Larger on all sides.
    pub fn grown(self, by: Length) -> Self {
        let by = Offset { x: by.0, y: by.0 };
        Self { low: self.low - by, high: self.high + by }
    }

    /// Elsewhere.
    pub fn shifted(self, by: Offset) -> Self {
        Self { low: self.low + by, high: self.high + by }
    }

    /// The smallest rectangle around both.
    pub fn joined(self, other: Self) -> Self {
        Self::of([self.low, self.high, other.low, other.high])
    }

    /// Whether they share at least a point.
    pub fn touches(self, other: Self) -> bool {
        self.low.x <= other.high.x
            && other.low.x <= self.high.x
            && self.low.y <= other.high.y
            && other.low.y <= self.high.y
    }

    /// Whether the other one lies in this one, edges included.
    pub fn contains(self, other: Self) -> bool {
        self.low.x <= other.low.x
            && self.low.y <= other.low.y
            && other.high.x <= self.high.x
            && other.high.y <= self.high.y
    }
}
