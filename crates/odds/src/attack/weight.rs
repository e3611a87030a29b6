//! What chances are counted in: floats for an answer at once, whole numbers for an exact one.

#![expect(clippy::cast_precision_loss, reason = "float weights are rounded to 53 bits; exact ones are whole")]

use crate::Natural;
use crate::fraction::{TOO_LARGE, gcd};

/// How many ways lead to each outcome of one attack: where it stands after it, and out of how many ways in all.
#[derive(Clone, Debug)]
pub struct Spread<N> {
    /// Steps further along the target's wounds, each with its ways.
    pub to: Vec<(usize, N)>,
    /// All ways.
    pub of: N,
}

/// The steps from one state, each with its factor.
pub type Factors<P> = Vec<(usize, P)>;

/// What ways are counted in while the outcomes of one attack are worked out.
pub trait Ways: Copy {
    /// A count.
    fn count(n: u64) -> Self;
    /// Either of two.
    fn plus(self, other: Self) -> Self;
    /// One after the other.
    fn times(self, other: Self) -> Self;
}

impl Ways for f64 {
    fn count(n: u64) -> f64 {
        n as f64
    }
    fn plus(self, other: f64) -> f64 {
        self + other
    }
    fn times(self, other: f64) -> f64 {
        self * other
    }
}

impl Ways for u128 {
    fn count(n: u64) -> u128 {
        u128::from(n)
    }
    fn plus(self, other: u128) -> u128 {
        self.checked_add(other).expect(TOO_LARGE)
    }
    fn times(self, other: u128) -> u128 {
        self.checked_mul(other).expect(TOO_LARGE)
    }
}

/// The weight of a state of the target. The default is nothing.
///
/// A float weight is a chance. A whole one is a number of ways out of a total that grows with every die, so that it
/// is multiplied by [`Weight::part`]s that are not chances but ways themselves.
pub trait Weight: Clone + Default {
    /// What one attack is counted in.
    type Ways: Ways;
    /// A factor.
    type Part: Copy;

    /// Certain.
    fn one() -> Self;
    /// Whether it is nothing.
    fn is_zero(&self) -> bool;
    /// The factor for `ways` out of `of`; the factor for all of them keeps a whole weight in step with the others.
    fn part(ways: u64, of: u64) -> Self::Part;
    /// Multiplies by a factor.
    fn scale(&mut self, part: Self::Part);
    /// Adds another weight times a factor.
    fn add_times(&mut self, other: &Self, part: Self::Part);
    /// Turns ways into factors, all of them out of the same total, which comes second.
    fn parts(spreads: Vec<Spread<Self::Ways>>) -> (Vec<Factors<Self::Part>>, Self::Part);
}

impl Weight for f64 {
    type Ways = f64;
    type Part = f64;

    fn one() -> f64 {
        1.0
    }
    fn is_zero(&self) -> bool {
        *self == 0.0
    }
    fn part(ways: u64, of: u64) -> f64 {
        ways as f64 / of as f64
    }
    fn scale(&mut self, part: f64) {
        *self *= part;
    }
    fn add_times(&mut self, other: &f64, part: f64) {
        *self += other * part;
    }
    fn parts(spreads: Vec<Spread<f64>>) -> (Vec<Factors<f64>>, f64) {
        let row = |spread: Spread<f64>| {
            let Spread { to, of } = spread;
            to.into_iter().map(|(step, ways)| (step, ways / of)).collect()
        };
        (spreads.into_iter().map(row).collect(), 1.0)
    }
}

/// Brings ways to their lowest common total. Panics where that needs more than 64 bits.
fn whole_parts(spreads: Vec<Spread<u128>>) -> (Vec<Factors<u64>>, u64) {
    let lowest: Vec<_> = spreads
        .into_iter()
        .map(|Spread { to, of }| {
            let common = to.iter().fold(of, |common, (_, ways)| gcd(common, *ways));
            (to, common, of / common)
        })
        .collect();
    let all = lowest.iter().fold(1, |all: u128, (_, _, of)| (all / gcd(all, *of)).times(*of));
    let narrow = |ways: u128| u64::try_from(ways).expect(TOO_LARGE);
    let row = |(to, common, of): (Vec<(usize, u128)>, u128, u128)| {
        to.into_iter().map(|(step, ways)| (step, narrow((ways / common).times(all / of)))).collect()
    };
    (lowest.into_iter().map(row).collect(), narrow(all))
}

impl Weight for u128 {
    type Ways = u128;
    type Part = u64;

    fn one() -> u128 {
        1
    }
    fn is_zero(&self) -> bool {
        *self == 0
    }
    fn part(ways: u64, _: u64) -> u64 {
        ways
    }
    fn scale(&mut self, part: u64) {
        *self = self.checked_mul(u128::from(part)).expect(TOO_LARGE);
    }
    fn add_times(&mut self, other: &u128, part: u64) {
        let product = other.checked_mul(u128::from(part)).expect(TOO_LARGE);
        *self = self.checked_add(product).expect(TOO_LARGE);
    }
    fn parts(spreads: Vec<Spread<u128>>) -> (Vec<Factors<u64>>, u64) {
        whole_parts(spreads)
    }
}

impl Weight for Natural {
    type Ways = u128;
    type Part = u64;

    fn one() -> Natural {
        Natural::from(1)
    }
    fn is_zero(&self) -> bool {
        Natural::is_zero(self)
    }
    fn part(ways: u64, _: u64) -> u64 {
        ways
    }
    fn scale(&mut self, part: u64) {
        Natural::scale(self, part);
    }
    fn add_times(&mut self, other: &Natural, part: u64) {
        Natural::add_times(self, other, part);
    }
    fn parts(spreads: Vec<Spread<u128>>) -> (Vec<Factors<u64>>, u64) {
        whole_parts(spreads)
    }
}
