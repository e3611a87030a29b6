//! Questions asked of a handful of fair dice.

use crate::{Dist, Fraction};

/// The faces of some dice, each result in ascending order.
pub fn pool(dice: u32, sides: u32) -> Dist<Vec<u32>> {
    Dist::die(sides).pool(dice)
}

/// The chance that one die shows `need` or more. A need of 1 or less is certain, one above the faces impossible.
pub fn at_least(sides: u32, need: i32) -> Fraction {
    Dist::die(sides).chance(|face| i64::from(*face) >= i64::from(need))
}

/// The chance that at least one of some dice shows `need` or more.
pub fn any_at_least(dice: u32, sides: u32, need: i32) -> Fraction {
    hits(dice, sides, need).chance(|hits| *hits > 0)
}

/// How many of some dice show `need` or more.
pub fn hits(dice: u32, sides: u32, need: i32) -> Dist<u32> {
    let die = Dist::die(sides).map(|face| i64::from(*face) >= i64::from(need));
    die.repeat(dice, 0, |sum, hit| sum + u32::from(*hit))
}

/// The chance that at least two of some dice show the same face.
pub fn doubles(dice: u32, sides: u32) -> Fraction {
    let mut different = Fraction::ONE;
    for n in 0..dice {
        if n >= sides {
            return Fraction::ONE;
        }
        different = different.times(Fraction::new(u128::from(sides - n), u128::from(sides)));
    }
    different.complement()
}

/// The chance that all of some dice show the same face.
pub fn all_alike(dice: u32, sides: u32) -> Fraction {
    (1..dice).fold(Fraction::ONE, |chance, _| chance.times(Fraction::new(1, u128::from(sides))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every result of some six-sided dice.
    fn every(dice: u32) -> impl Iterator<Item = Vec<u32>> {
        (0..6u32.pow(dice)).map(move |n| (0..dice).map(|d| n / 6u32.pow(d) % 6 + 1).collect())
    }

    fn counted(dice: u32, wanted: impl Fn(&[u32]) -> bool) -> Fraction {
        let hits = every(dice).filter(|faces| wanted(faces)).count();
        Fraction::new(hits as u128, 6u128.pow(dice))
    }

    #[test]
    fn hits_agree_with_enumeration() {
        for (dice, need) in (1..=4).flat_map(|dice| (-1..=8).map(move |need| (dice, need))) {
            let hit = |face: &u32| *face as i32 >= need;
            assert_eq!(any_at_least(dice, 6, need), counted(dice, |faces| faces.iter().any(hit)));
            let two = counted(dice, |faces| faces.iter().filter(|face| hit(face)).count() == 2);
            assert_eq!(hits(dice, 6, need).chance(|n| *n == 2), two);
        }
        assert_eq!(any_at_least(2, 6, 6).to_string(), "11/36");
    }

    #[test]
    fn doubles_and_triples_agree_with_enumeration() {
        for dice in 1..=4 {
            let same = |faces: &[u32]| (1..faces.len()).any(|i| faces[..i].contains(&faces[i]));
            assert_eq!(doubles(dice, 6), counted(dice, same));
            assert_eq!(all_alike(dice, 6), counted(dice, |faces| faces.iter().all(|f| *f == faces[0])));
        }
        assert_eq!(doubles(7, 6), Fraction::ONE);
    }
}
