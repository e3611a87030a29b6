//! Places on the table and the steps between them.

use std::ops::{Add, Neg, Sub};

use serde::{Deserialize, Serialize};

use super::Length;
use super::length::ceil_sqrt;

/// A place in plan: hundredths of a millimetre from the table's corner, x to the right and y up the table.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Point {
    /// To the right.
    pub x: i32,
    /// Up the table.
    pub y: i32,
}

impl Point {
    /// No coordinate may be further from zero: about ten metres. Within it no product overflows.
    pub const LIMIT: i32 = 1 << 20;

    /// A place.
    pub const fn new(x: Length, y: Length) -> Self {
        Self { x: x.0, y: y.0 }
    }

    /// Whether the arithmetic here is sure to hold for the point. Anything read from outside is asked this first.
    pub const fn in_limits(self) -> bool {
        self.x.unsigned_abs() <= Self::LIMIT as u32 && self.y.unsigned_abs() <= Self::LIMIT as u32
    }

    /// The distance between two places, rounded up.
    pub fn distance(self, other: Self) -> Length {
        Length(ceil_sqrt((other - self).squared() as u64))
    }

    /// Whether the places are at most this far apart, exactly.
    pub fn within(self, other: Self, reach: Length) -> bool {
        reach.0 >= 0 && (other - self).squared() <= reach.squared()
    }

    /// The point at the part `num / den` of the way to another one, rounded to the grid.
    pub(super) fn towards(self, other: Self, num: i64, den: i64) -> Self {
        // With a product of two lengths for `num` three lengths are multiplied, which at the limit needs more than 64 bits.
        let part = |step: i32| match i64::from(step).checked_mul(num) {
            Some(product) => div_round(product, den) as i32,
            None => div_round_wide(i128::from(step) * i128::from(num), i128::from(den)) as i32,
        };
        let step = other - self;
        self + Offset { x: part(step.x), y: part(step.y) }
    }
}

/// A step from one place to another.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Offset {
    /// To the right.
    pub x: i32,
    /// Up the table.
    pub y: i32,
}

impl Offset {
    /// A step.
    pub const fn new(x: Length, y: Length) -> Self {
        Self { x: x.0, y: y.0 }
    }

    /// Twice the signed area between the two steps: positive if `other` points to the left of this one.
    pub const fn cross(self, other: Self) -> i64 {
        self.x as i64 * other.y as i64 - self.y as i64 * other.x as i64
    }

    /// Positive if the two steps point to the same side.
    pub const fn dot(self, other: Self) -> i64 {
        self.x as i64 * other.x as i64 + self.y as i64 * other.y as i64
    }

    /// The square of its length.
    pub const fn squared(self) -> i64 {
        self.dot(self)
    }

    /// Its length, rounded up.
    pub fn length(self) -> Length {
        Length(ceil_sqrt(self.squared() as u64))
    }

    /// A step of the given length in the same direction, rounded to the grid; no step has no direction.
    pub fn with_length(self, length: Length) -> Self {
        // Ten more bits of the root, so that the rounding of the result is that of the grid alone.
        let root = ((self.squared() as u64) << 20).isqrt() as i64;
        if root == 0 {
            return Self::default();
        }
        let part = |along: i32| {
            div_round_wide((i128::from(along) * i128::from(length.0)) << 10, i128::from(root)) as i32
        };
        Self { x: part(self.x), y: part(self.y) }
    }

    /// A quarter turn to the left.
    pub const fn left(self) -> Self {
        Self { x: -self.y, y: self.x }
    }
}

/// Division to the nearest whole number, halves away from zero.
pub(super) const fn div_round(num: i64, den: i64) -> i64 {
    let half = den.abs() / 2;
    if num >= 0 { (num + half) / den } else { (num - half) / den }
}

const fn div_round_wide(num: i128, den: i128) -> i128 {
    if num >= 0 { (num + den / 2) / den } else { (num - den / 2) / den }
}

impl Sub for Point {
    type Output = Offset;
    fn sub(self, from: Self) -> Offset {
        Offset { x: self.x - from.x, y: self.y - from.y }
    }
}

impl Add<Offset> for Point {
    type Output = Self;
    fn add(self, step: Offset) -> Self {
        Self { x: self.x + step.x, y: self.y + step.y }
    }
}

impl Sub<Offset> for Point {
    type Output = Self;
    fn sub(self, step: Offset) -> Self {
        Self { x: self.x - step.x, y: self.y - step.y }
    }
}

impl Add for Offset {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Sub for Offset {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Neg for Offset {
    type Output = Self;
    fn neg(self) -> Self {
        Self { x: -self.x, y: -self.y }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_the_way_is_found_across_all_of_the_table() {
        let (a, b) = (Point { x: -Point::LIMIT, y: 0 }, Point { x: Point::LIMIT, y: 0 });
        let way = b - a;
        assert_eq!(a.towards(b, way.dot(way), way.squared()), b);
        assert_eq!(b.towards(a, way.dot(way) / 2, way.squared()), Point::default());
    }

    #[test]
    fn distances_are_exact_at_the_limit() {
        let (a, b) = (Point { x: 0, y: 0 }, Point { x: 3, y: 4 });
        assert!(a.within(b, Length(5)));
        assert!(!a.within(b, Length(4)));
        assert_eq!(a.distance(b), Length(5));
        assert_eq!(a.distance(Point { x: 3, y: 5 }), Length(6), "root of 34 is 5.83");
    }

    #[test]
    fn a_step_keeps_its_direction() {
        let step = Offset { x: 300, y: -400 }.with_length(Length(5_000));
        assert_eq!(step, Offset { x: 3_000, y: -4_000 });
        assert_eq!(Offset::default().with_length(Length(5)), Offset::default());
    }

    #[test]
    fn far_input_is_out_of_limits() {
        assert!(!Point { x: i32::MIN, y: 0 }.in_limits());
        assert!(Point { x: -Point::LIMIT, y: Point::LIMIT }.in_limits());
    }
}
