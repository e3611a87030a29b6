//! Amounts and scores as data files write them.

use grognard_engine::ctx::Step;
use grognard_engine::{RuleId, rules};

use crate::Cx;

/// A number or dice: `"1"`, `"D6"`, `"2D6"`, `"D3"`, `"D3+3"`.
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
        let known = matches!(sides, 3 | 6) && (1..=10).contains(&dice);
        known.then_some(Amount { dice, sides, plus })
    }

    /// The faces of one roll of it.
    pub fn faces(self, cx: &mut Cx<'_>, purpose: &'static str, rules: &[RuleId]) -> Step<Vec<u8>> {
        cx.roll_many(usize::from(self.dice), 6, purpose, rules, None)
    }

    /// 5B-DIC-001: dice are added; a D3 is a D6 halved, rounded up. 5B-DIC-002: what is printed behind them is added.
    pub fn roll(self, cx: &mut Cx<'_>, purpose: &'static str, rules: &[RuleId]) -> Step<u8> {
        if self.dice == 0 {
            return Ok(self.plus);
        }
        let halves = &cx.fixed().numbers().half_die.d3;
        let face = |face: u8| match self.sides {
            3 => halves.get(usize::from(face) - 1).copied().unwrap_or(face),
            _ => face,
        };
        let more = [rules, rules!["5B-DIC-001"]].concat();
        Ok(self.faces(cx, purpose, &more)?.into_iter().map(face).sum::<u8>() + self.plus)
    }
}

grognard_engine::text_form!(
    Amount,
    Amount::read,
    "a number or dice such as \"1\", \"D6\", \"2D6\" or \"D3\""
);

/// A score on a die: `"4+"`; `"-"` where there is none.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Score(pub Option<u8>);

impl Score {
    /// Reads the text form.
    pub fn read(text: &str) -> Option<Score> {
        match text {
            "-" => Some(Score(None)),
            _ => text.strip_suffix('+').unwrap_or(text).parse().ok().map(|score| Score(Some(score))),
        }
    }
}

grognard_engine::text_form!(Score, Score::read, "a score such as \"4+\", or \"-\"");
