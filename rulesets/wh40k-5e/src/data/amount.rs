//! Amounts and scores as data files write them.

use grognard_engine::{Rules, rules};
pub use grognard_tabletop::amount::Amount;
use grognard_tabletop::amount::RollsAmounts;

use crate::Fifth;
use crate::fixed::Fixed;

impl RollsAmounts for Fifth {
    /// 5B-DIC-001: a D3 is a D6 halved, rounded up.
    fn d3(fixed: &Fixed, face: u8) -> u8 {
        let halves = &fixed.numbers().half_die.d3;
        halves.get(usize::from(face) - 1).copied().unwrap_or(face)
    }

    /// 5B-DIC-001: dice are added. 5B-DIC-002: what is printed behind them is added.
    fn behind(_amount: Amount) -> Rules {
        rules!["5B-DIC-001"]
    }
}

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
