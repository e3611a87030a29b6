//! Perils of the Warp (9E-PSY-022 to 9E-PSY-024).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::{RuleId, rules};

use crate::Nine;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::measure;
use crate::play::damage::{self, Cause};
use crate::play::reroll;
use crate::state::State;

/// 9E-PSY-022: a unit suffers them; says whether it lives.
pub fn suffer(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId) -> Step<bool> {
    let amount = cx.fixed().numbers().perils.mortal;
    let wounds =
        reroll::sum(cx, amount.dice, amount.sides, "roll.perils", rules!["9E-PSY-022"])? + amount.plus;
    cx.emit(rules!["9E-PSY-012", "9E-PSY-022"], Event::Perils { unit, wounds });
    damage::mortal_wounds_of_rule(s, cx, unit, wounds, Cause::Perils, rules!["9E-PSY-022", "9E-ATK-023"])?;
    Ok(s.is_on_table(unit))
}

/// 9E-PSY-024: a psyker's last model tears at everybody around it just before it is removed, and is measured from
/// (9E-AMB-034) where it still stands.
pub fn tear(s: &mut State, cx: &mut Ctx<'_, Nine>, last: ModelId) -> Step {
    let side = s.side_of(last);
    let mut left = around(cx.fixed(), s, last);
    while let Some(other) = damage::next_in_sequence(s, cx, &mut left)? {
        let amount = cx.fixed().numbers().perils_blast.mortal;
        let wounds =
            reroll::sum(cx, amount.dice, amount.sides, "roll.perils", rules!["9E-PSY-024"])? + amount.plus;
        // 9E-GEN-016: friends and enemies alike.
        let rules: &[RuleId] = if s.unit(other).side == side {
            rules!["9E-PSY-024", "9E-GEN-016"]
        } else {
            rules!["9E-PSY-024"]
        };
        damage::mortal_wounds_of_rule(s, cx, other, wounds, Cause::Mortal(side), rules)?;
    }
    Ok(())
}

/// Every other unit that a psyker's last model reaches.
fn around(fixed: &Fixed, s: &State, last: ModelId) -> Vec<UnitId> {
    let (own, within) = (s.model(last).unit, fixed.numbers().perils_blast.within.0);
    let near =
        |other: &UnitId| *other != own && measure::unit_within_of_model(fixed, s, *other, last, within);
    s.unit_ids().filter(near).collect()
}
