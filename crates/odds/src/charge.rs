//! A charge: the sum of some dice has to cover the way to every target, and may be rolled once more.

use crate::{Dist, Fraction};

/// What a charge is rolled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charge {
    /// How many dice are added up.
    pub dice: u32,
    /// The faces of each.
    pub sides: u32,
    /// What is added to their sum.
    pub bonus: i32,
    /// Whether all dice of a failed roll are rolled once more.
    pub reroll: bool,
}

impl Charge {
    /// What the dice have to show in sum to come within `reach` of every target, `inch` being an inch in the unit of the
    /// distances. With no target there is nothing to come to.
    pub fn need(&self, distances: impl IntoIterator<Item = i32>, reach: i32, inch: i32) -> Option<i32> {
        let way = (distances.into_iter().max()? - reach).max(0);
        Some(way / inch + i32::from(way % inch != 0) - self.bonus)
    }

    /// The sums of the dice as they fall first.
    pub fn sums(&self) -> Dist<i32> {
        Dist::die(self.sides).repeat(self.dice, 0, |sum, face| sum + *face as i32)
    }

    /// The chance that the dice show so much in sum, in the end.
    pub fn chance(&self, need: i32) -> Fraction {
        let once = self.sums().chance(|sum| *sum >= need);
        if self.reroll { once.plus(once.complement().times(once)) } else { once }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO_DICE: Charge = Charge { dice: 2, sides: 6, bonus: 0, reroll: false };

    #[test]
    fn whole_inches_cover_the_way_to_the_farthest() {
        assert_eq!(TWO_DICE.need([7900, 3000], 1000, 1000), Some(7));
        assert_eq!(TWO_DICE.need([8000], 1000, 1000), Some(7));
        assert_eq!(TWO_DICE.need([8001], 1000, 1000), Some(8));
        assert_eq!(TWO_DICE.need([500], 1000, 1000), Some(0));
        assert_eq!(Charge { bonus: 1, ..TWO_DICE }.need([8001], 1000, 1000), Some(7));
        assert_eq!(TWO_DICE.need([], 1000, 1000), None);
    }

    #[test]
    fn chances_agree_with_enumeration() {
        for need in 0..=14 {
            let pairs = |wanted: i32| {
                (1..=6).flat_map(|a| (1..=6).map(move |b| a + b)).filter(|sum| *sum >= wanted).count() as u128
            };
            let (made, all) = (pairs(need), 36);
            assert_eq!(TWO_DICE.chance(need), Fraction::new(made, all));
            let again = Charge { reroll: true, ..TWO_DICE }.chance(need);
            assert_eq!(again, Fraction::new(made * all + (all - made) * made, all * all));
        }
        assert_eq!(TWO_DICE.chance(7).to_string(), "7/12");
    }
}
