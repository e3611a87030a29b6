//! Amounts as data files write them: fixed numbers and dice.

use std::fmt;

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::ruleset::Ruleset;
use grognard_engine::{RuleId, Rules};

/// A fixed or random number: `"3"`, `"D6"`, `"2D6"`, `"D3"`, `"D6+1"`.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Hash)]
pub struct Amount {
    /// How many dice; none where the number is fixed.
    pub dice: u8,
    /// Their sides.
    pub sides: u8,
    /// What is added, or the fixed number.
    pub plus: u8,
}

/// The dice there are.
const SIDES: [u8; 7] = [3, 4, 6, 8, 10, 12, 20];

impl Amount {
    /// A fixed number.
    pub const fn fixed(plus: u8) -> Amount {
        Amount { dice: 0, sides: 6, plus }
    }

    /// Reads the text form.
    pub fn read(text: &str) -> Option<Amount> {
        let Some((dice, rest)) = text.split_once('D') else { return text.parse().ok().map(Amount::fixed) };
        let dice = if dice.is_empty() { 1 } else { dice.parse().ok()? };
        let (sides, plus) = rest.split_once('+').unwrap_or((rest, "0"));
        let (sides, plus) = (sides.parse().ok()?, plus.parse().ok()?);
        let known = SIDES.contains(&sides) && (1..=10).contains(&dice);
        known.then_some(Amount { dice, sides, plus })
    }

    /// Whether it needs dice.
    pub const fn random(self) -> bool {
        self.dice > 0
    }

    /// The least it can come to.
    pub const fn least(self) -> u8 {
        self.dice + self.plus
    }

    /// The most it can come to.
    pub const fn most(self) -> u8 {
        self.dice * self.sides + self.plus
    }

    /// Rolls the dice and adds them up; a fixed number rolls nothing.
    pub fn roll<R: RollsAmounts>(
        self,
        cx: &mut Ctx<'_, R>,
        purpose: &'static str,
        rules: &[RuleId],
    ) -> Step<u8> {
        if !self.random() {
            return Ok(self.plus);
        }
        let rules = [rules, R::behind(self)].concat();
        let sides = if self.sides == 3 { R::D3_SIDES } else { self.sides };
        let faces = cx.roll_many(usize::from(self.dice), sides, purpose, &rules, None)?;
        let shown = |face: u8| if self.sides == 3 { R::d3(cx.fixed(), face) } else { face };
        Ok(faces.into_iter().map(shown).sum::<u8>() + self.plus)
    }
}

/// How a system rolls amounts.
pub trait RollsAmounts: Ruleset {
    /// The sides of the die that is rolled for a D3.
    const D3_SIDES: u8 = 6;

    /// What that die's face counts as.
    fn d3(fixed: &Self::Fixed, face: u8) -> u8;

    /// The rules behind a roll of this amount, beside those of its purpose.
    fn behind(_amount: Amount) -> Rules {
        &[]
    }
}

grognard_engine::text_form!(
    Amount,
    Amount::read,
    "a number or dice such as \"2\", \"D6\", \"2D6\", \"D3\" or \"D6+1\""
);

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.dice == 0 {
            return write!(f, "{}", self.plus);
        }
        if self.dice > 1 {
            write!(f, "{}", self.dice)?;
        }
        write!(f, "D{}", self.sides)?;
        if self.plus > 0 { write!(f, "+{}", self.plus) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_read_and_written() {
        assert_eq!(Amount::read("2D6"), Some(Amount { dice: 2, sides: 6, plus: 0 }));
        assert_eq!(Amount::read("D3+1").map(|amount| (amount.least(), amount.most())), Some((2, 4)));
        for wrong in ["D7", "0D6", "D", "six", "2D6-1", "11D6"] {
            assert_eq!(Amount::read(wrong), None, "{wrong}");
        }
        for text in ["4", "D6", "2D6", "D3+1", "4D20"] {
            assert_eq!(Amount::read(text).map(|amount| amount.to_string()).as_deref(), Some(text));
        }
    }
}
