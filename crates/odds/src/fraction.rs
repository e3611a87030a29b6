//! A chance as an exact fraction.

use std::cmp::Ordering;
use std::fmt;

/// A fraction in lowest terms. Chances lie between 0 and 1, but expectations need not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fraction {
    num: u128,
    den: u128,
}

/// The greatest common divisor; `gcd(0, n)` is `n`.
pub(crate) fn gcd(a: u128, b: u128) -> u128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Fraction {
    /// Never.
    pub const ZERO: Fraction = Fraction { num: 0, den: 1 };
    /// Always.
    pub const ONE: Fraction = Fraction { num: 1, den: 1 };

    /// A fraction, put into lowest terms. The denominator is not 0.
    pub fn new(num: u128, den: u128) -> Fraction {
        assert!(den != 0, "a fraction has a denominator");
        let common = gcd(num, den);
        Fraction { num: num / common, den: den / common }
    }

    /// The upper number.
    pub const fn num(self) -> u128 {
        self.num
    }

    /// The lower number.
    pub const fn den(self) -> u128 {
        self.den
    }

    /// The chance that it does not happen. Only for chances.
    pub fn complement(self) -> Fraction {
        assert!(self.num <= self.den, "{self} is not a chance");
        Fraction { num: self.den - self.num, den: self.den }
    }

    /// What is left without a part of it.
    pub fn minus(self, part: Fraction) -> Fraction {
        let common = gcd(self.den, part.den);
        let left = self.num.checked_mul(part.den / common).expect(TOO_LARGE);
        let right = part.num.checked_mul(self.den / common).expect(TOO_LARGE);
        let den = self.den.checked_mul(part.den / common).expect(TOO_LARGE);
        assert!(left >= right, "{part} is no part of {self}");
        Fraction::new(left - right, den)
    }

    /// Both of two independent things.
    pub fn times(self, other: Fraction) -> Fraction {
        // Cancelling across first keeps the products as small as they can be.
        let (left, right) = (gcd(self.num, other.den), gcd(other.num, self.den));
        let num = (self.num / left).checked_mul(other.num / right);
        let den = (self.den / right).checked_mul(other.den / left);
        Fraction { num: num.expect(TOO_LARGE), den: den.expect(TOO_LARGE) }
    }

    /// Either of two things that exclude one another.
    pub fn plus(self, other: Fraction) -> Fraction {
        let common = gcd(self.den, other.den);
        let left = self.num.checked_mul(other.den / common).expect(TOO_LARGE);
        let right = other.num.checked_mul(self.den / common).expect(TOO_LARGE);
        let den = self.den.checked_mul(other.den / common).expect(TOO_LARGE);
        Fraction::new(left.checked_add(right).expect(TOO_LARGE), den)
    }

    /// In hundredths of a per cent, rounded to the nearest, halves up: 3056 for 11/36.
    pub fn basis_points(self) -> u32 {
        self.scaled(10_000)
    }

    /// The fraction as a number of `parts`, rounded to the nearest, halves up.
    pub fn scaled(self, parts: u32) -> u32 {
        let parts = u128::from(parts);
        // Past 96 bits the lowest ones cannot be seen in the result any more.
        let shift = (128 - self.num.max(self.den).leading_zeros()).saturating_sub(90);
        let (num, den) = (self.num >> shift, (self.den >> shift).max(1));
        u32::try_from((num * parts * 2 + den) / (den * 2)).unwrap_or(u32::MAX)
    }

    /// As a percentage with two decimals: `30.56 %`.
    pub fn percent(self) -> String {
        let points = self.basis_points();
        format!("{}.{:02} %", points / 100, points % 100)
    }
}

/// The text of the panic where an exact result needs more than 128 bits: some 49 six-sided dice at once.
pub(crate) const TOO_LARGE: &str = "exact odds of this many dice do not fit into 128 bits";

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.den == 1 { write!(f, "{}", self.num) } else { write!(f, "{}/{}", self.num, self.den) }
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    /// Compares whole parts, then the remainders turned over: exact without products that could overflow.
    fn cmp(&self, other: &Fraction) -> Ordering {
        let (mut a, mut b) = (*self, *other);
        let mut turned = false;
        loop {
            let order = (a.num / a.den).cmp(&(b.num / b.den));
            let (left, right) = (a.num % a.den, b.num % b.den);
            let order = match (order, left, right) {
                (Ordering::Equal, 0, 0) => return Ordering::Equal,
                (Ordering::Equal, 0, _) => Ordering::Less,
                (Ordering::Equal, _, 0) => Ordering::Greater,
                (Ordering::Equal, _, _) => {
                    (a, b) = (Fraction { num: a.den, den: left }, Fraction { num: b.den, den: right });
                    turned = !turned;
                    continue;
                }
                (order, _, _) => order,
            };
            return if turned { order.reverse() } else { order };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lowest_terms_and_display() {
        assert_eq!(Fraction::new(22, 72).to_string(), "11/36");
        assert_eq!(Fraction::new(0, 5), Fraction::ZERO);
        assert_eq!(Fraction::new(5, 5).to_string(), "1");
        assert_eq!(Fraction::new(11, 36).percent(), "30.56 %");
        assert_eq!(Fraction::new(1, 20_000).basis_points(), 1, "halves go up");
    }

    #[test]
    fn arithmetic() {
        let (third, sixth) = (Fraction::new(1, 3), Fraction::new(1, 6));
        assert_eq!(third.plus(sixth), Fraction::new(1, 2));
        assert_eq!(third.times(sixth), Fraction::new(1, 18));
        assert_eq!(third.complement(), Fraction::new(2, 3));
    }

    #[test]
    fn order_agrees_with_cross_multiplication() {
        for (a, b, c, d) in (0..9u128).flat_map(|a| {
            (1..9).flat_map(move |b| (0..9).flat_map(move |c| (1..9).map(move |d| (a, b, c, d))))
        }) {
            assert_eq!(
                Fraction::new(a, b).cmp(&Fraction::new(c, d)),
                (a * d).cmp(&(c * b)),
                "{a}/{b} {c}/{d}"
            );
        }
        assert!(Fraction::new(u128::MAX - 1, u128::MAX) < Fraction::ONE, "no overflow");
    }

    #[test]
    fn rounding_of_very_long_fractions() {
        let long = Fraction { num: u128::MAX / 3, den: u128::MAX };
        assert_eq!(long.basis_points(), 3333);
    }
}
