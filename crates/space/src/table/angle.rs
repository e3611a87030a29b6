//! Directions as whole parts of a turn.

use std::ops::{Add, Neg, Sub};

use serde::{Deserialize, Serialize};

use super::point::div_round;
use super::sine::{COARSE, FINE_COSINE, FINE_SINE};
use super::{Length, Offset};

/// A direction or a turn in 1/65536 of a full one: 0 is along x, and angles grow to the left (towards y).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Angle(pub u16);

impl Angle {
    /// Along x.
    pub const ZERO: Self = Self(0);
    /// An eighth of a turn: 45 degrees.
    pub const EIGHTH: Self = Self(1 << 13);
    /// A quarter turn to the left.
    pub const QUARTER: Self = Self(1 << 14);
    /// Half a turn.
    pub const HALF: Self = Self(1 << 15);
    /// The value of one in [`Angle::sine`] and [`Angle::cosine`].
    pub const ONE: i64 = 1 << 30;
    /// Twice pi in units of 2^-30, rounded up.
    pub(super) const TWO_PI: i64 = 6_746_518_853;

    /// Whole degrees, rounded to the nearest angle; full turns are dropped.
    pub const fn degrees(degrees: i32) -> Self {
        Self(div_round(degrees.rem_euclid(360) as i64 * 65_536, 360) as u16)
    }

    /// The sine in units of 2^-30, from the table: within two units of the true one, and exact at quarter turns.
    pub fn sine(self) -> i64 {
        let within = self.0 & 0x3fff;
        match self.0 >> 14 {
            0 => first_quarter(within),
            1 => first_quarter(0x4000 - within),
            2 => -first_quarter(within),
            _ => -first_quarter(0x4000 - within),
        }
    }

    /// The cosine in units of 2^-30.
    pub fn cosine(self) -> i64 {
        (self + Self::QUARTER).sine()
    }

    /// The step of the given length in this direction, rounded to the grid.
    pub fn step(self, length: Length) -> Offset {
        let part = |unit: i64| div_round(i64::from(length.0) * unit, Self::ONE) as i32;
        Offset { x: part(self.cosine()), y: part(self.sine()) }
    }

    /// The step turned by this angle, rounded to the grid. Quarter turns are exact.
    pub fn turn(self, step: Offset) -> Offset {
        self.turning()(step)
    }

    /// The same for many steps.
    pub(super) fn turning(self) -> impl Fn(Offset) -> Offset {
        let (sine, cosine) = (self.sine(), self.cosine());
        move |step| {
            let (x, y) = (i64::from(step.x), i64::from(step.y));
            Offset {
                x: div_round(x * cosine - y * sine, Self::ONE) as i32,
                y: div_round(x * sine + y * cosine, Self::ONE) as i32,
            }
        }
    }

    /// The direction of a step: the greatest angle that does not point further left than it. No step points along x.
    pub fn of(step: Offset) -> Self {
        // Where the step lies to the left of the angle's direction, seen within half a turn.
        let reached = |angle: Self| {
            let (x, y) = (i128::from(angle.cosine()), i128::from(angle.sine()));
            x * i128::from(step.y) - y * i128::from(step.x) >= 0
        };
        let start = match (step.x, step.y) {
            (0, 0) => return Self::ZERO,
            (x, y) if x > 0 && y >= 0 => 0,
            (x, y) if x <= 0 && y > 0 => 1,
            (x, y) if x < 0 && y <= 0 => 2,
            _ => 3,
        };
        let base = Self(start << 14);
        let (mut low, mut high) = (0u16, 1 << 14);
        while high - low > 1 {
            let middle = low.midpoint(high);
            if reached(base + Self(middle)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        base + Self(low)
    }

    /// How far it is from this direction to another one, the shorter way round: at most half a turn.
    pub const fn between(self, other: Self) -> Self {
        let left = other.0.wrapping_sub(self.0);
        let right = self.0.wrapping_sub(other.0);
        Self(if left < right { left } else { right })
    }
}

/// The sine of an angle of at most a quarter turn, by the sum of a coarse and a fine one.
fn first_quarter(angle: u16) -> i64 {
    let (coarse, fine) = (usize::from(angle >> 6), usize::from(angle & 63));
    if fine == 0 {
        return COARSE[coarse];
    }
    (COARSE[coarse] * FINE_COSINE[fine] + COARSE[256 - coarse] * FINE_SINE[fine] + (1 << 29)) >> 30
}

impl Add for Angle {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl Sub for Angle {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Angle {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::cast_precision_loss, reason = "the values stay far below 2^52")]
    fn the_table_is_the_sine() {
        for angle in 0..=u16::MAX {
            let turn = f64::from(angle) / 65_536.0 * std::f64::consts::TAU;
            let off = (Angle(angle).sine() as f64 - turn.sin() * Angle::ONE as f64).abs();
            assert!(off < 2.0, "{angle}: {off}");
        }
    }

    #[test]
    fn quarter_turns_are_exact() {
        let step = Offset { x: 123, y: -77 };
        assert_eq!(Angle::QUARTER.turn(step), step.left());
        assert_eq!(Angle::HALF.turn(step), -step);
        assert_eq!(Angle::QUARTER.step(Length(9)), Offset { x: 0, y: 9 });
    }

    #[test]
    fn a_direction_is_found_again() {
        for angle in (0..=u16::MAX).step_by(7) {
            let found = Angle::of(Angle(angle).step(Length(1_000_000)));
            assert!(found.between(Angle(angle)).0 <= 1, "{angle} {found:?}");
        }
        assert_eq!(Angle::of(Offset { x: 0, y: -5 }), Angle(3 << 14));
        assert_eq!(Angle::of(Offset { x: -5, y: 5 }), Angle(3 << 13));
    }
}
