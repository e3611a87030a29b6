//! Amounts as data files write them: fixed numbers and dice.

use grognard_engine::{Rules, rules};
pub use grognard_tabletop::amount::Amount;
use grognard_tabletop::amount::RollsAmounts;

use crate::Second;
use crate::fixed::Fixed;

impl RollsAmounts for Second {
    /// 2E-AMB-056: a D3 is half a D6, rounded up.
    fn d3(fixed: &Fixed, face: u8) -> u8 {
        face.div_ceil(fixed.numbers().half_die.divide)
    }

    /// 2E-GEN-003: several dice are rolled and added; 2E-GEN-007: and there are dice of other sizes.
    fn behind(amount: Amount) -> Rules {
        match (amount.dice, amount.sides) {
            (0, _) | (1, 3 | 6) => &[],
            (1, _) => rules!["2E-GEN-007"],
            (_, 3 | 6) => rules!["2E-GEN-003"],
            _ => rules!["2E-GEN-003", "2E-GEN-007"],
        }
    }
}
