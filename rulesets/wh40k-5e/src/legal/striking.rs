//! Which weapons and targets models may choose in a combat (FCC, CCB, MCB).

use grognard_engine::refusal::Violation;
use grognard_engine::rule;

use super::{broken, other_kind};
use crate::choice::{Blows, Choice, StrikeShape};
use crate::fixed::Fixed;
use crate::ids::ModelId;

/// Every violation of the weapons and targets named; 5B-MCB-002: who touches one unit only strikes that.
pub fn check(fixed: &Fixed, shape: &StrikeShape, choice: &Choice) -> Vec<Violation> {
    let Choice::Strike(all) = choice else { return other_kind(rule!("5B-CCB-016")) };
    let once = |model: &ModelId| all.iter().filter(|blows| blows.model == *model).count() == 1;
    let missing: Vec<ModelId> =
        shape.rows.iter().map(|(model, ..)| *model).filter(|model| !once(model)).collect();
    if !missing.is_empty() {
        return vec![broken(fixed, rule!("5B-CCB-002"), "why.each-strikes-once", &missing)];
    }
    let mut wrong = Vec::new();
    for blows in all {
        let row = shape.rows.iter().find(|(model, ..)| *model == blows.model);
        match row {
            None => wrong.push(broken(fixed, rule!("5B-CCB-002"), "why.does-not-strike", &[blows.model])),
            Some((_, blades, _)) if !blades.contains(&blows.blade) => {
                wrong.push(broken(fixed, rule!("5B-CCB-003"), "why.not-its-weapon", &[blows.model]));
            }
            Some((_, _, units)) if !units.contains(&blows.target) => {
                wrong.push(broken(fixed, rule!("5B-MCB-002"), "why.not-in-contact", &[blows.model]));
            }
            Some(_) => {}
        }
    }
    wrong
}

/// Everybody with its first weapon at its first target.
pub fn plain(shape: &StrikeShape) -> Choice {
    let blows = |(model, blades, units): &(ModelId, Vec<u8>, Vec<crate::ids::UnitId>)| {
        Some(Blows { model: *model, blade: *blades.last()?, target: *units.first()? })
    };
    Choice::Strike(shape.rows.iter().filter_map(blows).collect())
}
