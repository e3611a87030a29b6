//! Target numbers: a value with reasons.

use smallvec::SmallVec;

use crate::RuleId;
use crate::switch::applies;

/// One reason why a number is what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// What it adds to the number.
    pub amount: i8,
    /// The message key of the reason.
    pub why: &'static str,
    /// The rule behind it.
    pub rule: RuleId,
}

/// What the modifiers come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// A die must show this or more.
    AtLeast(u8),
    /// A die, or the sum of several, must show this or less.
    AtMost(u8),
    /// A die must show the first number or more, and then a second die the other.
    Then {
        /// On the first die.
        first: u8,
        /// On the second, rolled only where the first was enough.
        then: u8,
    },
    /// No roll is needed.
    Automatic,
    /// No roll can do it.
    Impossible,
}

impl Need {
    /// Whether a face is enough; where two dice are needed, whether the second may be rolled.
    pub const fn met_by(self, face: u8) -> bool {
        match self {
            Need::AtLeast(number) | Need::Then { first: number, .. } => face >= number,
            Need::AtMost(number) => face <= number,
            Need::Automatic => true,
            Need::Impossible => false,
        }
    }

    /// How many faces of a die are enough; where two dice are needed, how many of the first.
    pub fn good_faces(self, sides: u8) -> u32 {
        (1..=sides).map(|face| u32::from(self.met_by(face))).sum()
    }

    /// What a second die must show, where one is needed.
    pub const fn then(self) -> Option<Need> {
        match self {
            Need::Then { then, .. } => Some(Need::AtLeast(then)),
            _ => None,
        }
    }
}

/// A number needed on a die: a base and its modifiers, folded to a [`Need`].
///
/// The same value decides legality, stands in the tooltip and the log, and feeds the odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    base: Need,
    floor: u8,
    modifiers: Vec<Modifier>,
    rule: RuleId,
    summed: bool,
    beyond: Option<(u8, SmallVec<[u8; 4]>)>,
}

impl Target {
    /// A number straight from a table.
    pub const fn new(base: Need, rule: RuleId) -> Target {
        Target { base, floor: 2, modifiers: Vec::new(), rule, summed: false, beyond: None }
    }

    /// Sets the lowest number modifiers can reach.
    pub fn with_floor(mut self, floor: u8) -> Target {
        self.floor = floor;
        self
    }

    /// Compares the sum of all dice with the number, instead of each die.
    pub fn summed(mut self) -> Target {
        self.summed = true;
        self
    }

    /// Whether the sum of all dice is compared.
    pub const fn is_summed(&self) -> bool {
        self.summed
    }

    /// Says what numbers above the highest face mean: `beyond(6, &[4, 5, 6])` makes of a 7 a six and then a four, of an 8 a
    /// six and then a five, of a 9 two sixes, and of more nothing that can be rolled.
    pub fn beyond(mut self, highest: u8, then: &[u8]) -> Target {
        self.beyond = Some((highest, then.into()));
        self
    }

    /// Adds a reason; an amount of zero is left out, and so is what a rule that is off would add.
    pub fn plus(mut self, amount: i8, why: &'static str, rule: RuleId) -> Target {
        if amount != 0 && applies(rule) {
            self.modifiers.push(Modifier { amount, why, rule });
        }
        self
    }

    /// What is needed in the end. A rule that is off gives no number that could be reached.
    pub fn need(&self) -> Need {
        if !applies(self.rule) {
            return Need::Impossible;
        }
        let sum = |n: u8| {
            let sum = self.modifiers.iter().fold(i32::from(n), |sum, m| sum + i32::from(m.amount));
            sum.clamp(0, i32::from(u8::MAX)) as u8
        };
        match (self.base, &self.beyond) {
            (Need::AtLeast(n), Some((highest, then))) if sum(n) > *highest => {
                match then.get(usize::from(sum(n) - highest) - 1) {
                    Some(then) => Need::Then { first: *highest, then: *then },
                    None => Need::Impossible,
                }
            }
            (Need::AtLeast(n), _) => Need::AtLeast(sum(n).max(self.floor)),
            (Need::AtMost(n), _) => Need::AtMost(sum(n)),
            (fixed, _) => fixed,
        }
    }

    /// Whether a face is enough; where two dice are needed, whether the second may be rolled.
    pub fn met_by(&self, face: u8) -> bool {
        self.need().met_by(face)
    }

    /// Whether any die of a roll is enough, or their sum where the sum is compared.
    pub fn met_by_roll(&self, faces: &[u16]) -> bool {
        let need = self.need();
        let is_enough = |face: u16| need.met_by(u8::try_from(face).unwrap_or(u8::MAX));
        if self.summed { is_enough(faces.iter().sum()) } else { faces.iter().any(|face| is_enough(*face)) }
    }

    /// The number before modifiers.
    pub const fn base(&self) -> Need {
        self.base
    }

    /// The rule the base number comes from.
    pub const fn rule(&self) -> RuleId {
        self.rule
    }

    /// The reasons in order.
    pub fn modifiers(&self) -> &[Modifier] {
        &self.modifiers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule;

    fn need(base: u8, amount: i8) -> Need {
        let target = Target::new(Need::AtLeast(base), rule!("EX-FGT-003")).beyond(6, &[4, 5, 6]);
        target.plus(amount, "why", rule!("EX-FGT-004")).need()
    }

    #[test]
    fn numbers_beyond_the_highest_face_need_a_second_die() {
        assert_eq!(need(4, 2), Need::AtLeast(6));
        assert_eq!(need(4, 3), Need::Then { first: 6, then: 4 });
        assert_eq!(need(4, 5), Need::Then { first: 6, then: 6 });
        assert_eq!(need(4, 6), Need::Impossible);
        assert_eq!(need(4, -3), Need::AtLeast(2), "the floor holds");
        assert!(need(4, 3).met_by(6) && !need(4, 3).met_by(5));
        assert_eq!(need(4, 3).then(), Some(Need::AtLeast(4)));
    }

    #[test]
    fn a_test_of_two_dice_compares_their_sum() {
        let target = Target::new(Need::AtMost(7), rule!("EX-FGT-003")).summed();
        assert!(target.met_by_roll(&[3, 4]) && !target.met_by_roll(&[4, 4]));
        let harder = target.plus(-1, "why", rule!("EX-FGT-004"));
        assert!(!harder.met_by_roll(&[3, 4]) && harder.met_by_roll(&[3, 3]));
    }
}
