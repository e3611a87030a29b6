//! Amounts as data files write them: fixed numbers and dice.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::{RuleId, rules};
use serde::{Deserialize, Deserializer, de};

use crate::Second;

/// A number or dice: `"1"`, `"D6"`, `"2D6"`, `"D3"`, `"D6+1"`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Amount {
    /// How many dice; none where the number is fixed.
    pub dice: u8,
    /// Their sides.
    pub sides: u8,
    /// What is added, or the fixed number.
    pub plus: u8,
}

impl Amount {
    /// Reads the text form.
    pub fn read(text: &str) -> Option<Amount> {
        let Some((dice, rest)) = text.split_once('D') else {
            return text.parse().ok().map(|plus| Amount { dice: 0, sides: 6, plus });
        };
        let dice = if dice.is_empty() { 1 } else { dice.parse().ok()? };
        let (sides, plus) = rest.split_once('+').unwrap_or((rest, "0"));
        let (sides, plus) = (sides.parse().ok()?, plus.parse().ok()?);
        let known = matches!(sides, 3 | 4 | 6 | 8 | 10 | 12 | 20) && (1..=10).contains(&dice);
        known.then_some(Amount { dice, sides, plus })
    }

    /// 2E-GEN-003: so many dice are rolled and added; 2E-AMB-056: a D3 is half a D6, rounded up.
    pub fn roll(self, cx: &mut Ctx<'_, Second>, purpose: &'static str, rules: &[RuleId]) -> Step<u8> {
        if self.dice == 0 {
            return Ok(self.plus);
        }
        let divide = cx.fixed().numbers().half_die.divide;
        let sides = if self.sides == 3 { self.sides * divide } else { self.sides };
        let more: &[RuleId] = if self.dice > 1 { rules!["2E-GEN-003"] } else { &[] };
        let rules = [rules, more].concat();
        let faces = cx.roll_many(usize::from(self.dice), sides, purpose, &rules, None)?;
        let face = |face: u8| if self.sides == 3 { face.div_ceil(divide) } else { face };
        Ok(faces.into_iter().map(face).sum::<u8>() + self.plus)
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Amount, D::Error> {
        let text = String::deserialize(deserializer)?;
        let right = "a number or dice such as \"1\", \"D6\", \"2D6\" or \"D3\"";
        Amount::read(&text).ok_or_else(|| de::Error::custom(format!("`{text}` should be {right}")))
    }
}
