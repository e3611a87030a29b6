//! Random numbers of weapons and rules (EA-GEN-001, EA-GEN-002, EA-WPN-007).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::{RuleId, rule};

use crate::Epic;
use crate::data::amount::Amount;

/// An amount, rolled where it is random. EA-GEN-002: a D3 is half a D6.
pub fn roll(cx: &mut Ctx<'_, Epic>, amount: Amount, purpose: &'static str, rules: &[RuleId]) -> Step<u8> {
    if amount.dice == 0 {
        return Ok(amount.plus);
    }
    let own = if amount.sides == 3 { rule!("EA-GEN-002") } else { rule!("EA-GEN-001") };
    let rules: Vec<RuleId> = rules.iter().copied().chain([own]).collect();
    let faces = cx.roll_many(amount.dice.into(), 6, purpose, &rules, None)?;
    let d3 = cx.fixed().numbers().d3.faces;
    let value = |face: &u8| if amount.sides == 3 { d3[usize::from(face - 1) % d3.len()] } else { *face };
    Ok(amount.plus + faces.iter().map(value).sum::<u8>())
}
