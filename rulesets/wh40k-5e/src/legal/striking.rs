//! Which weapons and targets models may choose in a combat (FCC, CCB, MCB).

use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule, rules};

use super::{broken, other_kind, with};
use crate::abilities;
use crate::choice::{Blows, Choice, StrikeShape};
use crate::data::troops::Type;
use crate::edition::Struck;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::play::assault::figures::attacks;
use crate::play::assault::{SERVO_ARM, jump, servo_arm};
use crate::scores;
use crate::state::State;

/// Every violation of the weapons and targets named; 5B-MCB-002: who touches one unit only strikes that.
pub fn check(fixed: &Fixed, s: &State, shape: &StrikeShape, choice: &Choice) -> Vec<Violation> {
    let Choice::Strike(all) = choice else { return other_kind(rule!("5B-CCB-016")) };
    let once = |model: &ModelId| {
        // 5X-RUL-023: one blow of a servo-arm may be named beside the others.
        let arm = |blows: &&Blows| fixed.blade_of(blows.blade).has(SERVO_ARM);
        let own = all.iter().filter(|blows| blows.model == *model);
        let (arms, own): (Vec<&Blows>, Vec<&Blows>) = own.partition(arm);
        if arms.len() > 1 {
            return false;
        }
        own.len() == 1 && own[0].share.is_none() || is_split(fixed, s, &own)
    };
    let missing: Vec<ModelId> =
        shape.rows.iter().map(|(model, ..)| *model).filter(|model| !once(model)).collect();
    if !missing.is_empty() {
        return vec![broken(fixed, rule!("5B-CCB-002"), "why.each-strikes-once", &missing)];
    }
    let mut wrong = crowds(fixed, s, shape, all);
    for blows in all {
        let row = shape.rows.iter().find(|(model, ..)| *model == blows.model);
        let arm = servo_arm(fixed, blows.model) == Some(blows.blade);
        match row {
            Some((_, _, units)) if arm && units.contains(&blows.target) => {}
            None => wrong.push(broken(fixed, rule!("5B-CCB-002"), "why.does-not-strike", &[blows.model])),
            // 5V-MON-007: grenades are used in contact with a monstrous creature.
            Some((_, blades, _))
                if !blades.contains(&blows.blade) && fixed.blade_of(blows.blade).has("bomb") =>
            {
                wrong.push(broken(fixed, rule!("5V-MON-007"), "why.not-its-weapon", &[blows.model]));
            }
            Some((_, blades, _)) if !blades.contains(&blows.blade) => {
                wrong.push(broken(fixed, rule!("5B-CCB-003"), "why.not-its-weapon", &[blows.model]));
            }
            Some((_, _, units)) if !units.contains(&blows.target) => {
                let also: &[RuleId] =
                    if fixed.edition.struck == Struck::Engaged { rules!["5V-FCC-008"] } else { &[] };
                let violation = broken(fixed, rule!("5B-MCB-002"), "why.not-in-contact", &[blows.model]);
                wrong.push(with(violation, also));
            }
            // 5V-MON-009: grenades are for monstrous creatures.
            Some(_) if fixed.blade_of(blows.blade).has("bomb") && !is_monstrous(fixed, blows.target) => {
                wrong.push(broken(fixed, rule!("5V-MON-009"), "why.not-its-weapon", &[blows.model]));
            }
            Some(_) => {}
        }
    }
    wrong
}

/// 5V-JAS-010: not more than so many of a unit strike at a character from above, where there is anybody else; characters may.
fn crowds(fixed: &Fixed, s: &State, shape: &StrikeShape, all: &[Blows]) -> Vec<Violation> {
    let mut targets: Vec<UnitId> = all.iter().map(|blows| blows.target).collect();
    targets.sort_unstable();
    targets.dedup();
    let mut wrong = Vec::new();
    for target in targets {
        let mut strikers: Vec<ModelId> = all
            .iter()
            .filter(|blows| blows.target == target && !abilities::is_independent(fixed, blows.model))
            .map(|blows| blows.model)
            .collect();
        strikers.dedup();
        let alone =
            shape.rows.iter().all(|(_, _, units)| units.iter().all(|unit| jump::is_hero(fixed, *unit)));
        if jump::crowded(fixed, s, shape.unit, target, alone, strikers.len()) {
            wrong.push(broken(fixed, rule!("5V-JAS-010"), "why.too-many-at-one", &strikers));
        }
    }
    wrong
}

/// 5V-FCC-005, 5B-CCB-016: attacks split between units: one weapon, each unit named once, and no more or fewer than the model
/// has against any of them.
fn is_split(fixed: &Fixed, s: &State, own: &[&Blows]) -> bool {
    let Some(first) = own.first() else { return false };
    let twice =
        own.iter().enumerate().any(|(at, blows)| own[..at].iter().any(|other| other.target == blows.target));
    let shares: u16 = own.iter().map(|blows| u16::from(blows.share.unwrap_or(0))).sum();
    let has = own.iter().map(|blows| attacks(fixed, s, blows.model, blows.blade, blows.target).0).min();
    own.len() > 1
        && !twice
        && own.iter().all(|blows| blows.blade == first.blade && blows.share.is_some_and(|share| share > 0))
        && Some(shares) == has.map(u16::from)
}

fn is_monstrous(fixed: &Fixed, unit: crate::ids::UnitId) -> bool {
    let large = |model: &ModelId| fixed.kind_of(*model).kind() == Type::MonstrousCreature;
    let models = &fixed.unit(unit).models;
    !models.is_empty() && models.iter().all(large)
}

/// 5V-FCC-005, 5B-CCB-016: every way in which a model splits its attacks with a weapon between two of the units it may strike.
pub fn splits(
    fixed: &Fixed,
    s: &State,
    model: ModelId,
    blade: crate::fixed::BladeId,
    units: &[crate::ids::UnitId],
) -> Vec<[Blows; 2]> {
    let mut all = Vec::new();
    for (at, one) in units.iter().enumerate() {
        for other in &units[at + 1..] {
            let has = |target: crate::ids::UnitId| attacks(fixed, s, model, blade, target).0;
            let count = has(*one).min(has(*other));
            for share in 1..count {
                let blows = |target, share| Blows { model, blade, target, share: Some(share) };
                all.push([blows(*one, share), blows(*other, count - share)]);
            }
        }
    }
    all
}

/// Everybody at its first target with its strongest weapon (5V-FCC-007).
pub fn plain(fixed: &Fixed, shape: &StrikeShape) -> Choice {
    let blows = |(model, blades, units): &(ModelId, Vec<u8>, Vec<crate::ids::UnitId>)| {
        let own = fixed.kind_of(*model).values.s;
        let strength = |blade: &&u8| {
            let blade = fixed.blade_of(**blade);
            (!blade.has("bomb"), scores::blow(fixed, own, blade.strength))
        };
        let blade = *blades.iter().max_by_key(strength)?;
        Some(Blows { model: *model, blade, target: *units.first()?, share: None })
    };
    Choice::Strike(shape.rows.iter().filter_map(blows).collect())
}
