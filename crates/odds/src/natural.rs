//! Whole numbers and fractions without an upper bound.

use std::fmt;

use crate::fraction::Fraction;

/// A whole number of any size. Only what exact weights need: adding, and multiplying by small factors.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Natural {
    /// Base 2^64, the lowest digit first, without leading zeros. Zero has no digits.
    digits: Vec<u64>,
}

impl From<u128> for Natural {
    fn from(number: u128) -> Natural {
        let mut digits = vec![number as u64, (number >> 64) as u64];
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Natural { digits }
    }
}

impl Natural {
    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// Adds another number times `factor`, in place.
    pub fn add_times(&mut self, other: &Natural, factor: u64) {
        if factor == 0 || other.is_zero() {
            return;
        }
        if self.digits.len() < other.digits.len() {
            self.digits.resize(other.digits.len(), 0);
        }
        let mut carry = 0u128;
        for (mine, theirs) in self.digits.iter_mut().zip(&other.digits) {
            carry += u128::from(*theirs) * u128::from(factor) + u128::from(*mine);
            *mine = carry as u64;
            carry >>= 64;
        }
        for mine in &mut self.digits[other.digits.len()..] {
            if carry == 0 {
                break;
            }
            carry += u128::from(*mine);
            *mine = carry as u64;
            carry >>= 64;
        }
        if carry > 0 {
            self.digits.push(carry as u64);
        }
    }

    /// Multiplies by `factor`, in place.
    pub fn scale(&mut self, factor: u64) {
        if factor == 0 {
            self.digits.clear();
            return;
        }
        let mut carry = 0u128;
        for digit in &mut self.digits {
            carry += u128::from(*digit) * u128::from(factor);
            *digit = carry as u64;
            carry >>= 64;
        }
        if carry > 0 {
            self.digits.push(carry as u64);
        }
    }

    /// Divides by `divisor` in place and gives the remainder.
    fn divide(&mut self, divisor: u64) -> u64 {
        let mut rest = 0u128;
        for digit in self.digits.iter_mut().rev() {
            rest = rest << 64 | u128::from(*digit);
            *digit = (rest / u128::from(divisor)) as u64;
            rest %= u128::from(divisor);
        }
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
        rest as u64
    }

    fn is_multiple_of(&self, divisor: u64) -> bool {
        let rest = self
            .digits
            .iter()
            .rev()
            .fold(0u128, |rest, digit| (rest << 64 | u128::from(*digit)) % u128::from(divisor));
        rest == 0
    }

    /// The number where it fits into 128 bits.
    pub fn small(&self) -> Option<u128> {
        match self.digits[..] {
            [] => Some(0),
            [low] => Some(u128::from(low)),
            [low, high] => Some(u128::from(high) << 64 | u128::from(low)),
            _ => None,
        }
    }

    /// Its highest 128 bits and how many bits follow them.
    fn leading(&self) -> (u128, u32) {
        let Some(high) = self.digits.last() else { return (0, 0) };
        let bits = self.digits.len() as u32 * 64 - high.leading_zeros();
        let shift = bits.saturating_sub(128);
        let (skip, bit) = ((shift / 64) as usize, shift % 64);
        let digit = |at: usize| u128::from(self.digits.get(skip + at).copied().unwrap_or(0));
        let low = digit(0) | digit(1) << 64;
        let all = if bit == 0 { low } else { low >> bit | digit(2) << (128 - bit) };
        (all, shift)
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const GROUP: u64 = 10_000_000_000_000_000_000;
        let mut rest = self.clone();
        let mut groups = Vec::new();
        while !rest.is_zero() {
            groups.push(rest.divide(GROUP));
        }
        write!(f, "{}", groups.pop().unwrap_or(0))?;
        groups.iter().rev().try_for_each(|group| write!(f, "{group:019}"))
    }
}

/// A fraction of whole numbers of any size, in lowest terms as long as the denominator is a product of primes below
/// 256: the only ones that dice bring in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ratio {
    num: Natural,
    den: Natural,
}

impl Ratio {
    /// A fraction, put into lowest terms. The denominator is not 0.
    pub fn new(num: Natural, den: Natural) -> Ratio {
        assert!(!den.is_zero(), "a fraction has a denominator");
        let (mut num, mut den) = (num, den);
        if num.is_zero() {
            return Ratio { num, den: Natural::from(1) };
        }
        for prime in (2..256).filter(|n| (2..*n).all(|divisor| n % divisor != 0)) {
            while den.is_multiple_of(prime) && num.is_multiple_of(prime) {
                num.divide(prime);
                den.divide(prime);
            }
        }
        Ratio { num, den }
    }

    /// The nearest number with 53 bits, or one beside it.
    #[expect(clippy::cast_precision_loss, reason = "the result has 53 bits")]
    pub fn to_f64(&self) -> f64 {
        let ((num, up), (den, down)) = (self.num.leading(), self.den.leading());
        let exponent = (i64::from(up) - i64::from(down)).clamp(-1022, 1023);
        num as f64 / den as f64 * f64::from_bits(((1023 + exponent) as u64) << 52)
    }

    /// In hundredths of a per cent, rounded to the nearest. Only for chances.
    pub fn basis_points(&self) -> u32 {
        self.small().map_or_else(|| (self.to_f64() * 10_000.0).round() as u32, Fraction::basis_points)
    }

    /// As a fraction of 128-bit numbers, where both fit.
    pub fn small(&self) -> Option<Fraction> {
        Some(Fraction::new(self.num.small()?, self.den.small()?))
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.den == Natural::from(1) { self.num.fmt(f) } else { write!(f, "{}/{}", self.num, self.den) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn power(base: u64, exponent: u32) -> Natural {
        let mut power = Natural::from(1);
        for _ in 0..exponent {
            power.scale(base);
        }
        power
    }

    #[test]
    fn powers_are_written_out() {
        assert_eq!(power(10, 50).to_string(), format!("1{}", "0".repeat(50)));
        assert_eq!(power(2, 128).to_string(), "340282366920938463463374607431768211456");
        assert_eq!(Natural::from(0).to_string(), "0");
        assert_eq!(power(3, 81).to_string(), "443426488243037769948249630619149892803");
    }

    #[test]
    fn sums_agree_with_128_bits() {
        for (a, b, factor) in
            [(0u128, 7, 3), (u128::from(u64::MAX), 1, 1), (1 << 90, (1 << 100) + 5, 1 << 20)]
        {
            let mut sum = Natural::from(a);
            sum.add_times(&Natural::from(b), factor);
            assert_eq!(sum, Natural::from(a + b * u128::from(factor)));
        }
        let mut sum = power(2, 192);
        sum.add_times(&Natural::from(u128::MAX), 1);
        sum.add_times(&Natural::from(1), 1);
        assert_eq!(
            (sum.to_string(), sum.small()),
            (
                {
                    let mut n = power(2, 192);
                    n.add_times(&power(2, 128), 1);
                    n
                }
                .to_string(),
                None
            )
        );
    }

    #[test]
    fn fractions_are_in_lowest_terms() {
        let ratio = Ratio::new(power(6, 200), power(12, 200));
        assert_eq!(ratio, Ratio::new(Natural::from(1), power(2, 200)));
        assert_eq!(ratio.to_f64().to_bits(), 2f64.powi(-200).to_bits());
        assert_eq!(Ratio::new(Natural::from(22), Natural::from(72)).small(), Some(Fraction::new(11, 36)));
        assert_eq!(Ratio::new(Natural::from(0), power(7, 90)).to_string(), "0");
        let third = Ratio::new(power(3, 299), power(3, 300));
        assert!((third.to_f64() - 1.0 / 3.0).abs() < 1e-16);
    }
}
