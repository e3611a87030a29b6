//! Distances between bodies. All limits are inclusive, and all answers are exact.

use super::length::ceil_sqrt;
use super::separation::core_distance;
use super::{Body, Length};

impl Body {
    /// The distance in plan between the nearest parts, rounded up; 0 if one stands above the other.
    pub fn horizontal(&self, other: &Self) -> Length {
        self.outline.distance(&other.outline)
    }

    /// The gap between the measured heights; 0 if they meet.
    pub fn vertical(&self, other: &Self) -> Length {
        self.measured.gap(other.measured)
    }

    /// The distance in space between the nearest measured parts, rounded up.
    pub fn distance(&self, other: &Self) -> Length {
        let (across, up) = (self.horizontal(other), self.vertical(other));
        if up == Length::ZERO || across == Length::ZERO {
            return across.max(up);
        }
        // Rounding the way across up before adding the height can be one too much, never more.
        let rounded = Length(ceil_sqrt((across.squared() + up.squared()) as u64));
        let shorter = rounded - Length(1);
        if self.within(other, shorter) { shorter } else { rounded }
    }

    /// Whether some parts of the two are at most `reach` apart in space.
    pub fn within(&self, other: &Self, reach: Length) -> bool {
        self.within_at(other, self.vertical(other), reach)
    }

    /// The same where the lower of the two is measured with all of its height.
    pub fn within_from_top(&self, other: &Self, reach: Length) -> bool {
        let (lower, higher) = if self.pose.z <= other.pose.z { (self, other) } else { (other, self) };
        let up = lower.heights().gap(higher.measured);
        self.within_at(other, up, reach)
    }

    /// Whether two bodies that are so far apart in height are at most `reach` apart in space.
    fn within_at(&self, other: &Self, up: Length, reach: Length) -> bool {
        if up == Length::ZERO {
            return self.outline.within(&other.outline, reach);
        }
        if up > reach || !self.outline.within(&other.outline, reach) {
            return false;
        }
        // Across is root(n/d) - r, and must be at most root(s) with s = reach² - up².
        let square = core_distance(&self.outline, &other.outline);
        let radius = u128::from((self.outline.radius() + other.outline.radius()).0.unsigned_abs());
        let room = (reach.squared() - up.squared()) as u128;
        let den = u128::from(square.den);
        let straight = den * (radius * radius + room);
        if square.num <= straight {
            return true;
        }
        // n - d(r² + s) <= 2 r d root(s), both sides squared.
        let over = square.num - straight;
        at_most(wide_mul(over, over), wide_mul(4 * radius * radius * room, den * den))
    }

    /// Whether some parts are at most so far apart in plan, and the measured heights at most so far in height.
    pub fn within_split(&self, other: &Self, horizontal: Length, vertical: Length) -> bool {
        self.vertical(other) <= vertical && self.outline.within(&other.outline, horizontal)
    }

    /// Whether every measured part of `self` is at most `reach` from `other` in space. At equal heights this is exact;
    /// otherwise it may refuse what is less than a hundredth of a millimetre short of the limit.
    pub fn wholly_within(&self, other: &Self, reach: Length) -> bool {
        let up = self.measured.furthest(other.measured);
        if up > reach {
            return false;
        }
        let left = (reach.squared() - up.squared()) as u64;
        self.outline.wholly_within(&other.outline, Length(left.isqrt() as i32))
    }

    /// Whether the bases touch: nearest parts at most [`Length::CONTACT`] apart in plan, and no gap in height.
    pub fn in_contact(&self, other: &Self) -> bool {
        self.heights().gap(other.heights()) == Length::ZERO
            && self.outline.within(&other.outline, Length::CONTACT)
    }

    /// Whether the two would stand in each other: more than edges shared in plan and in height.
    pub fn collides(&self, other: &Self) -> bool {
        let meet = self.fills(other.volume) || other.fills(self.volume);
        meet && self.outline.overlaps(&other.outline)
    }
}

/// The distance between two groups: the nearest pair, rounded up, and who they are; ties go to the first. None if one
/// group is empty.
pub fn closest_pair<'a>(
    ours: impl IntoIterator<Item = &'a Body>,
    theirs: impl IntoIterator<Item = &'a Body> + Clone,
) -> Option<(Length, usize, usize)> {
    let pairs = ours
        .into_iter()
        .enumerate()
        .flat_map(|(i, a)| theirs.clone().into_iter().enumerate().map(move |(j, b)| (a.distance(b), i, j)));
    pairs.min()
}

/// A product of 256 bits as high and low half.
fn wide_mul(a: u128, b: u128) -> (u128, u128) {
    let (ah, al) = (a >> 64, a & u128::from(u64::MAX));
    let (bh, bl) = (b >> 64, b & u128::from(u64::MAX));
    let low = al * bl;
    let (cross, carry) = (ah * bl).overflowing_add(al * bh);
    let (low, carried) = low.overflowing_add(cross << 64);
    (ah * bh + (cross >> 64) + (u128::from(carry) << 64) + u128::from(carried), low)
}

fn at_most(a: (u128, u128), b: (u128, u128)) -> bool {
    a <= b
}

#[cfg(test)]
mod tests {
    use super::super::{Form, Point, Pose};
    use super::*;

    fn figure(x: i32, y: i32, z: i32) -> Body {
        Form::on_round_base(Length::mm(32), Length::tenths(16))
            .body(Pose::at(Point { x, y }).raised(Length(z)))
    }

    #[test]
    fn heights_count_in_space() {
        // Bases 3,000 apart in plan and 4,000 in height are 5,000 apart in space.
        let (a, b) = (figure(0, 0, 0), figure(6_200, 0, 4_000));
        assert_eq!(a.horizontal(&b), Length(3_000));
        assert_eq!(a.vertical(&b), Length(4_000));
        assert_eq!(a.distance(&b), Length(5_000));
        assert!(a.within(&b, Length(5_000)) && !a.within(&b, Length(4_999)));
        assert!(a.within_split(&b, Length(3_000), Length(4_000)));
        assert!(!a.within_split(&b, Length(3_000), Length(3_999)));
    }

    #[test]
    fn a_distance_decides_within() {
        for (x, y, z) in [(5_003, 1_777, 901), (9_001, 3, 2_540), (4_000, 4_001, 1)] {
            let (a, b) = (figure(0, 0, 0), figure(x, y, z));
            let distance = a.distance(&b);
            assert!(a.within(&b, distance) && !a.within(&b, distance - Length(1)));
        }
    }

    #[test]
    fn wide_products() {
        assert_eq!(wide_mul(u128::MAX, u128::MAX), (u128::MAX - 1, 1));
        assert_eq!(wide_mul(1 << 100, 1 << 100), (1 << 72, 0));
    }
}
