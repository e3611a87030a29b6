//! Lengths and distances.

use std::fmt;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

use serde::{Deserialize, Serialize};

/// A length in hundredths of a millimetre. Inches, centimetres and base sizes are exact in it.
///
/// A distance between two things is a `Length` rounded *up*. Rounding up to whole units keeps every comparison with
/// a whole limit exact: the true distance is at most `x` if and only if the rounded one is.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Length(pub i32);

impl Length {
    /// No length.
    pub const ZERO: Self = Self(0);
    /// One millimetre.
    pub const MILLIMETRE: Self = Self(100);
    /// One centimetre.
    pub const CENTIMETRE: Self = Self(1_000);
    /// One inch.
    pub const INCH: Self = Self(2_540);
    /// Longer than anything on a table: twice [`Point::LIMIT`](super::Point::LIMIT).
    pub const UNBOUNDED: Self = Self(1 << 21);
    /// Two bases this near to each other are in contact. A disc cannot always be put exactly against another one on a
    /// grid of hundredths; there is always a spot this near.
    pub const CONTACT: Self = Self(2);

    /// Whole millimetres.
    pub const fn mm(millimetres: i32) -> Self {
        Self(millimetres * Self::MILLIMETRE.0)
    }

    /// Whole centimetres.
    pub const fn cm(centimetres: i32) -> Self {
        Self(centimetres * Self::CENTIMETRE.0)
    }

    /// Whole inches.
    pub const fn inches(inches: i32) -> Self {
        Self(inches * Self::INCH.0)
    }

    /// Tenths of an inch; exact, since a tenth of an inch is 2.54 mm.
    pub const fn tenths(tenths: i32) -> Self {
        Self(tenths * (Self::INCH.0 / 10))
    }

    /// Half of it, rounded down.
    pub const fn half(self) -> Self {
        Self(self.0.div_euclid(2))
    }

    /// The length without its sign.
    pub const fn abs(self) -> Self {
        Self(self.0.abs())
    }

    /// The square, for comparisons.
    pub(super) const fn squared(self) -> i64 {
        self.0 as i64 * self.0 as i64
    }
}

impl Add for Length {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Length {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Length {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl SubAssign for Length {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Neg for Length {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul<i32> for Length {
    type Output = Self;
    fn mul(self, times: i32) -> Self {
        Self(self.0 * times)
    }
}

/// Rounded towards nothing.
impl Div<i32> for Length {
    type Output = Self;
    fn div(self, parts: i32) -> Self {
        Self(self.0 / parts)
    }
}

impl std::iter::Sum for Length {
    fn sum<I: Iterator<Item = Self>>(lengths: I) -> Self {
        lengths.fold(Self::ZERO, Add::add)
    }
}

/// In inches with two digits, rounded down: `6.25"`.
impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = i64::from(self.0.unsigned_abs()) * 100 / i64::from(Self::INCH.0);
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}{}", hundredths / 100)?;
        match hundredths % 100 {
            0 => {}
            rest if rest % 10 == 0 => write!(f, ".{}", rest / 10)?,
            rest => write!(f, ".{rest:02}")?,
        }
        f.write_str("\"")
    }
}

/// The smallest whole number whose square is at least `square`.
pub(super) fn ceil_sqrt(square: u64) -> i32 {
    let root = square.isqrt();
    (root + u64::from(root * root < square)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_exact() {
        assert_eq!(Length::inches(48), Length(121_920));
        assert_eq!(Length::tenths(16), Length(4_064));
        assert_eq!(Length::mm(32), Length(3_200));
        assert_eq!(Length::cm(5), Length::mm(50));
    }

    #[test]
    fn is_shown_in_inches() {
        assert_eq!(Length::inches(6).to_string(), "6\"");
        assert_eq!(Length::tenths(15).to_string(), "1.5\"");
        assert_eq!(Length(2_565).to_string(), "1\"");
        assert_eq!(Length(2_566).to_string(), "1.01\"");
        assert_eq!(Length(-1_270).to_string(), "-0.5\"");
    }

    #[test]
    fn roots_are_rounded_up() {
        assert_eq!([0, 1, 2, 4, 5, 9].map(ceil_sqrt), [0, 1, 2, 2, 3, 3]);
    }
}
