//! Finite distributions with exact weights.

use std::collections::BTreeMap;

use crate::fraction::{Fraction, TOO_LARGE, gcd};

/// A distribution over finitely many values. Weights are whole numbers with a common total, in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dist<T: Ord> {
    weights: BTreeMap<T, u128>,
    total: u128,
}

impl Dist<u32> {
    /// A fair die with faces from 1.
    pub fn die(sides: u32) -> Dist<u32> {
        assert!(sides > 0, "a die has faces");
        Dist::from_weights((1..=sides).map(|face| (face, 1)))
    }
}

impl<T: Ord> Dist<T> {
    /// Values with weights; equal values add up. At least one weight is not 0.
    pub fn from_weights(weights: impl IntoIterator<Item = (T, u128)>) -> Dist<T> {
        let mut all = BTreeMap::new();
        for (value, weight) in weights {
            if weight > 0 {
                let sum: &mut u128 = all.entry(value).or_default();
                *sum = sum.checked_add(weight).expect(TOO_LARGE);
            }
        }
        let common = all.values().fold(0, |common, weight| gcd(common, *weight));
        assert!(common > 0, "a distribution has at least one value");
        for weight in all.values_mut() {
            *weight /= common;
        }
        let total = all.values().try_fold(0u128, |sum, weight| sum.checked_add(*weight)).expect(TOO_LARGE);
        Dist { weights: all, total }
    }

    /// One value for certain.
    pub fn always(value: T) -> Dist<T> {
        Dist::from_weights([(value, 1)])
    }

    /// The values with their chances, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&T, Fraction)> {
        self.weights.iter().map(|(value, weight)| (value, Fraction::new(*weight, self.total)))
    }

    /// The chance of the values that `wanted` holds for.
    pub fn chance(&self, wanted: impl Fn(&T) -> bool) -> Fraction {
        let hits = self.weights.iter().filter(|(value, _)| wanted(value)).map(|(_, weight)| weight).sum();
        Fraction::new(hits, self.total)
    }

    /// Each value turned into another; values that become equal add up.
    pub fn map<U: Ord>(&self, turn: impl Fn(&T) -> U) -> Dist<U> {
        Dist::from_weights(self.weights.iter().map(|(value, weight)| (turn(value), *weight)))
    }

    /// This and something independent of it, put together.
    pub fn with<U: Ord, V: Ord>(&self, other: &Dist<U>, join: impl Fn(&T, &U) -> V) -> Dist<V> {
        Dist::from_weights(self.weights.iter().flat_map(|(left, a)| {
            let join = &join;
            other
                .weights
                .iter()
                .map(move |(right, b)| (join(left, right), a.checked_mul(*b).expect(TOO_LARGE)))
        }))
    }

    /// What follows may depend on what came: a re-roll, a second stage.
    pub fn then<U: Ord>(&self, next: impl Fn(&T) -> Dist<U>) -> Dist<U> {
        let stages: Vec<_> = self.weights.iter().map(|(value, weight)| (next(value), *weight)).collect();
        // Every stage is brought to one common total before the weights are multiplied.
        let common = stages.iter().fold(1u128, |common, (stage, _)| {
            (common / gcd(common, stage.total)).checked_mul(stage.total).expect(TOO_LARGE)
        });
        Dist::from_weights(stages.into_iter().flat_map(|(stage, weight)| {
            let factor = weight.checked_mul(common / stage.total).expect(TOO_LARGE);
            stage.weights.into_iter().map(move |(value, w)| (value, w.checked_mul(factor).expect(TOO_LARGE)))
        }))
    }
}

impl<T: Ord + Clone> Dist<T> {
    /// The distribution once it is known that `known` holds; `None` where it cannot.
    pub fn given(&self, known: impl Fn(&T) -> bool) -> Option<Dist<T>> {
        let kept: Vec<_> = self.weights.iter().filter(|(value, _)| known(value)).collect();
        if kept.is_empty() {
            return None;
        }
        Some(Dist::from_weights(kept.into_iter().map(|(value, weight)| (value.clone(), *weight))))
    }

    /// `n` independent draws folded together, starting from `start`.
    pub fn repeat<U: Ord>(&self, n: u32, start: U, fold: impl Fn(&U, &T) -> U) -> Dist<U> {
        (0..n).fold(Dist::always(start), |sum, _| sum.with(self, &fold))
    }

    /// The highest of `n` independent draws; `n` is not 0.
    pub fn highest_of(&self, n: u32) -> Dist<T> {
        assert!(n > 0, "the highest of no dice is nothing");
        (1..n).fold(self.clone(), |best, _| best.with(self, |a, b| a.max(b).clone()))
    }

    /// The lowest of `n` independent draws; `n` is not 0.
    pub fn lowest_of(&self, n: u32) -> Dist<T> {
        assert!(n > 0, "the lowest of no dice is nothing");
        (1..n).fold(self.clone(), |best, _| best.with(self, |a, b| a.min(b).clone()))
    }

    /// `n` independent draws, each result in ascending order.
    pub fn pool(&self, n: u32) -> Dist<Vec<T>> {
        self.repeat(n, Vec::new(), |pool, value| {
            let mut pool = pool.clone();
            let at = pool.partition_point(|other| other < value);
            pool.insert(at, value.clone());
            pool
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn highest_of_three_dice_agrees_with_enumeration() {
        let highest = Dist::die(6).highest_of(3);
        for face in 1..=6u32 {
            let count = (0..216u32).filter(|n| (n % 6).max(n / 6 % 6).max(n / 36) + 1 == face).count();
            assert_eq!(highest.chance(|f| *f == face), Fraction::new(count as u128, 216));
        }
    }

    #[test]
    fn lowest_mirrors_highest() {
        let die = Dist::die(6);
        assert_eq!(die.lowest_of(2).map(|face| 7 - face), die.highest_of(2));
    }

    #[test]
    fn sums_of_two_dice() {
        let sum = Dist::die(6).repeat(2, 0, |sum, face| sum + face);
        assert_eq!(sum.chance(|n| *n == 7), Fraction::new(1, 6));
        assert_eq!(sum.chance(|_| true), Fraction::ONE);
    }

    #[test]
    fn pools_are_sorted_and_weighed() {
        let pool = Dist::die(6).pool(2);
        assert_eq!(pool.chance(|faces| faces == &[1, 2]), Fraction::new(1, 18));
        assert_eq!(pool.chance(|faces| faces == &[3, 3]), Fraction::new(1, 36));
        assert_eq!(pool.iter().count(), 21);
    }

    #[test]
    fn a_second_stage_with_totals_of_its_own() {
        // A coin: heads a six-sided die, tails a four-sided one.
        let face = Dist::die(2).then(|coin| Dist::die(if *coin == 1 { 6 } else { 4 }));
        assert_eq!(face.chance(|f| *f == 5), Fraction::new(1, 12));
        assert_eq!(face.chance(|f| *f == 1), Fraction::new(1, 12).plus(Fraction::new(1, 8)));
    }

    #[test]
    fn what_is_known_changes_the_chances() {
        let even = Dist::die(6).given(|face| face % 2 == 0).unwrap();
        assert_eq!(even.chance(|face| *face == 6), Fraction::new(1, 3));
        assert_eq!(Dist::die(6).given(|face| *face > 6), None);
    }
}
