//! Two sides roll, each adds a bonus to its highest die, and the totals are compared.

use std::cmp::Ordering;

use crate::{Dist, Fraction};

/// When a side makes use of its re-rolls of enemy dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Parry {
    /// While it would lose, but a tie is good enough.
    #[default]
    WhenLosing,
    /// While it would not win.
    UntilWinning,
}

/// One side of a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Side {
    /// How many dice it rolls; the highest counts.
    pub dice: u32,
    /// The faces of each.
    pub sides: u32,
    /// Added to the highest die.
    pub bonus: i32,
    /// How many enemy dice it may have rolled again once both sides have rolled; the new face stands.
    pub parries: u32,
    /// When it does so.
    pub parry: Parry,
}

impl Side {
    /// Six-sided dice and a bonus, without re-rolls.
    pub const fn new(dice: u32, bonus: i32) -> Side {
        Side { dice, sides: 6, bonus, parries: 0, parry: Parry::WhenLosing }
    }

    /// May have this many enemy dice rolled again.
    pub const fn parries(mut self, parries: u32, parry: Parry) -> Side {
        self.parries = parries;
        self.parry = parry;
        self
    }

    fn total(&self, faces: &[u32]) -> i64 {
        i64::from(faces.last().copied().unwrap_or(0)) + i64::from(self.bonus)
    }

    /// Whether this side, which stands so, has another enemy die rolled again.
    fn wants(&self, stands: Ordering) -> bool {
        match self.parry {
            Parry::WhenLosing => stands == Ordering::Less,
            Parry::UntilWinning => stands != Ordering::Greater,
        }
    }
}

/// How a contest can end, from the first side's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The first side's total is higher.
    pub win: Fraction,
    /// The totals are equal.
    pub tie: Fraction,
    /// The second side's total is higher.
    pub lose: Fraction,
}

/// The odds of one round. Where both sides may parry, the first does so before the second.
///
/// A side always has the enemy's highest die rolled again: another could only help the enemy.
pub fn contest(first: Side, second: Side) -> Outcome {
    let mine = highest_dice(&first, second.parries + 1);
    let theirs = highest_dice(&second, first.parries + 1);
    let rolled = mine.with(&theirs, |a, b| (a.clone(), b.clone()));
    let rolled = (0..first.parries).fold(rolled, |rolled, _| {
        rolled.then(|(a, b)| {
            let stands = first.total(a).cmp(&second.total(b));
            if first.wants(stands) {
                rerolled(b, second.sides).map(|b| (a.clone(), b.clone()))
            } else {
                Dist::always((a.clone(), b.clone()))
            }
        })
    });
    let rolled = (0..second.parries).fold(rolled, |rolled, _| {
        rolled.then(|(a, b)| {
            let stands = second.total(b).cmp(&first.total(a));
            if second.wants(stands) {
                rerolled(a, first.sides).map(|a| (a.clone(), b.clone()))
            } else {
                Dist::always((a.clone(), b.clone()))
            }
        })
    });
    let ends = rolled.map(|(a, b)| first.total(a).cmp(&second.total(b)));
    let chance = |end| ends.chance(|e| *e == end);
    Outcome { win: chance(Ordering::Greater), tie: chance(Ordering::Equal), lose: chance(Ordering::Less) }
}

/// What a side rolls, as far as it can matter: as many re-rolls as the enemy has never bring up a lower die.
fn highest_dice(side: &Side, keep: u32) -> Dist<Vec<u32>> {
    Dist::die(side.sides).repeat(side.dice, Vec::new(), |kept, face| {
        let mut kept: Vec<u32> = kept.clone();
        kept.insert(kept.partition_point(|other| other < face), *face);
        if kept.len() > keep as usize {
            kept.remove(0);
        }
        kept
    })
}

/// Some dice, in ascending order, with the highest rolled again.
fn rerolled(faces: &[u32], sides: u32) -> Dist<Vec<u32>> {
    let kept = &faces[..faces.len().saturating_sub(1)];
    Dist::die(sides).map(|face| {
        let mut faces = kept.to_vec();
        faces.insert(faces.partition_point(|other| other < face), *face);
        faces
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_dice_against_one_agree_with_enumeration() {
        for bonus in -2..=2 {
            let odds = contest(Side::new(3, 0), Side::new(1, bonus));
            let mut ends = [0u128; 3];
            for n in 0..1296i32 {
                let face = |d: u32| n / 6i32.pow(d) % 6 + 1;
                let highest = face(0).max(face(1)).max(face(2));
                ends[match highest.cmp(&(face(3) + bonus)) {
                    Ordering::Greater => 0,
                    Ordering::Equal => 1,
                    Ordering::Less => 2,
                }] += 1;
            }
            assert_eq!(
                [odds.win, odds.tie, odds.lose],
                ends.map(|n| Fraction::new(n, 1296)),
                "bonus {bonus}"
            );
        }
    }

    #[test]
    fn one_parry_agrees_with_enumeration() {
        for (when, dice) in
            [Parry::WhenLosing, Parry::UntilWinning].into_iter().flat_map(|w| [(w, 1), (w, 2), (w, 3)])
        {
            let odds = contest(Side::new(1, 1).parries(1, when), Side::new(dice, 0));
            let mut win = 0;
            let all = 6u32.pow(dice + 2);
            for n in 0..all {
                // The last die is the one that is rolled in case of a parry.
                let mut faces: Vec<_> = (0..dice + 2).map(|d| n / 6u32.pow(d) % 6 + 1).collect();
                let again = faces.pop().unwrap();
                let mine = faces.pop().unwrap() + 1;
                faces.sort_unstable();
                let best = faces[faces.len() - 1];
                if mine < best || (mine == best && when == Parry::UntilWinning) {
                    faces.pop();
                    faces.push(again);
                }
                win += u32::from(mine > faces.iter().copied().max().unwrap());
            }
            assert_eq!(odds.win, Fraction::new(u128::from(win), u128::from(all)), "{when:?} {dice}");
        }
    }

    #[test]
    fn two_parries_are_better_than_one_and_the_second_side_may_parry_too() {
        let won = |n| contest(Side::new(1, 0).parries(n, Parry::UntilWinning), Side::new(3, 0)).win;
        assert!(won(0) < won(1) && won(1) < won(2));
        let lost = |n| contest(Side::new(3, 0), Side::new(1, 0).parries(n, Parry::UntilWinning)).lose;
        assert_eq!((lost(1), lost(2)), (won(1), won(2)), "nobody else parries: the order does not matter");
    }

    #[test]
    fn chances_sum_to_one() {
        let both = Side::new(2, 1).parries(2, Parry::WhenLosing);
        let odds = contest(both, both);
        assert_eq!(odds.win.plus(odds.tie).plus(odds.lose), Fraction::ONE);
    }
}
