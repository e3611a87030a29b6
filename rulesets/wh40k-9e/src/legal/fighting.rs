//! Who may strike whom, with what and how often (9E-FGT-014 to 9E-FGT-027).

use grognard_engine::refusal::Violation;
use grognard_engine::rule;
use grognard_engine::switch::applies;
use grognard_odds::attack::Amount;

use super::aircraft::may_fight;
use super::broken;
use crate::choice::{Blow, Choice};
use crate::data::amount::Range;
use crate::data::sheet::WeaponAbility;
use crate::figures;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::measure::{self, Units};
use crate::play::attack::Entry;
use crate::state::State;

/// 9E-FGT-014, 9E-FGT-015, 9E-FGT-019: whether a model reaches an enemy unit, itself or over the shoulder of a
/// friend of its unit. The half inches are plain distances (9E-AMB-078).
pub fn reaches(fixed: &Fixed, s: &State, model: ModelId, target: UnitId) -> bool {
    if measure::model_engaged(fixed, s, model, target) {
        return true;
    }
    let numbers = &fixed.numbers().second_rank;
    let Some(own) = s.body(model) else { return false };
    let unit = s.model(model).unit;
    s.unit(unit).models.iter().any(|friend| {
        *friend != model
            && s.body(*friend).is_some_and(|body| own.within(body, numbers.friend.0))
            && measure::unit_within_of_model(fixed, s, target, *friend, numbers.enemy.0)
    })
}

/// 9E-FGT-018, 9E-HER-012: the enemy units a unit may strike at all.
pub fn may_strike(s: &State, unit: UnitId, target: UnitId) -> bool {
    let own = &s.unit(unit).turn;
    let theirs = s.unit(target);
    s.is_on_table(target)
        && theirs.side != s.unit(unit).side
        && (!own.charged
            || own.charge_targets.contains(&target)
            || (theirs.turn.heroic && applies(rule!("9E-HER-012")))
            || !applies(rule!("9E-FGT-018")))
}

/// The units a model has to choose from.
pub fn targets(fixed: &Fixed, s: &State, model: ModelId) -> Units {
    let unit = s.model(model).unit;
    let side = s.unit(unit).side;
    s.on_table(side.other())
        .filter(|target| {
            may_strike(s, unit, *target)
                && may_fight(fixed, s, unit, *target)
                && reaches(fixed, s, model, *target)
        })
        .collect()
}

/// 9E-OUT-050: whether a unit would have somebody to strike, were it not that one flies and the other does not.
pub fn is_kept_apart(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let reached = |target: UnitId| s.standing(unit).any(|(model, _)| reaches(fixed, s, model, target));
    s.on_table(s.unit(unit).side.other())
        .any(|target| may_strike(s, unit, target) && !may_fight(fixed, s, unit, target) && reached(target))
}

/// Whether a model makes close combat attacks at all (9E-FGT-034).
pub fn can_strike(fixed: &Fixed, s: &State, model: ModelId) -> bool {
    let able = figures::weapon_skill(fixed, s, model).is_some();
    (able || !applies(rule!("9E-FGT-034"))) && figures::attacks(fixed, s, model).is_some()
}

/// 9E-FGT-023, 9E-FGT-024, 9E-AMB-080: the melee weapons of a model; its fists where it has none.
pub fn melee_weapons(fixed: &Fixed, model: ModelId) -> Vec<WeaponId> {
    let melee = |weapon: &&WeaponId| {
        fixed.weapon(**weapon).profiles.iter().any(|arm| arm.profile.range == Range::Melee)
    };
    let found: Vec<_> = fixed.spec(model).weapons.iter().filter(melee).copied().collect();
    if found.is_empty() && applies(rule!("9E-FGT-024")) { vec![fixed.fists()] } else { found }
}

/// 9E-DAT-034, 9E-AMB-081: weapons that give an attack of their own.
pub fn extra(fixed: &Fixed, weapon: WeaponId) -> bool {
    let gives = fixed.weapon(weapon).profiles.iter().any(|arm| arm.has(WeaponAbility::ExtraAttack));
    gives && applies(rule!("9E-DAT-034"))
}

/// How many attacks a model makes in all: its Attacks and those its weapons add (9E-FGT-016).
pub fn total(fixed: &Fixed, model: ModelId, attacks: u8) -> u8 {
    attacks + melee_weapons(fixed, model).into_iter().filter(|weapon| extra(fixed, *weapon)).count() as u8
}

/// Every violation of the blows declared: attacks may be split among units, weapons and profiles (9E-FGT-020,
/// 9E-FGT-025, 9E-FGT-026). `attacks` are those of the models that fight, extra ones not counted.
pub fn check(
    fixed: &Fixed,
    s: &State,
    unit: UnitId,
    attacks: &[(ModelId, u8)],
    choice: &Choice,
) -> Vec<Violation> {
    let Choice::Strike(named, blows) = choice else { return Violation::other_kind(rule!("9E-FGT-017")) };
    let mut wrong = Vec::new();
    if *named != unit {
        wrong.push(broken(fixed, rule!("9E-FGT-017"), "why.other-unit", &[]));
        return wrong;
    }
    for blow in blows {
        if !attacks.iter().any(|(model, _)| *model == blow.model) || !s.unit_exists(blow.target) {
            let models: &[ModelId] = if s.model_exists(blow.model) { &[blow.model] } else { &[] };
            let able = models.iter().all(|model| can_strike(fixed, s, *model));
            let (rule, key) = if able {
                (rule!("9E-FGT-014"), "why.does-not-fight")
            } else {
                (rule!("9E-FGT-034"), "why.no-blows")
            };
            wrong.push(broken(fixed, rule, key, models));
            continue;
        }
        // 9E-FGT-018.
        if !may_strike(s, unit, blow.target) {
            wrong.push(broken(fixed, rule!("9E-FGT-018"), "why.not-charged", &[blow.model]));
        }
        if !may_fight(fixed, s, unit, blow.target) {
            wrong.push(broken(fixed, rule!("9E-OUT-050"), "why.airborne-fight", &[blow.model]));
        }
        // 9E-FGT-019.
        if !reaches(fixed, s, blow.model, blow.target) {
            wrong.push(broken(fixed, rule!("9E-FGT-019"), "why.out-of-reach", &[blow.model]));
        }
        let profiles = &fixed.weapon(blow.weapon).profiles;
        let melee = profiles.get(blow.profile as usize).is_some_and(|arm| arm.profile.range == Range::Melee);
        if !melee || !melee_weapons(fixed, blow.model).contains(&blow.weapon) {
            wrong.push(broken(fixed, rule!("9E-FGT-023"), "why.no-such-weapon", &[blow.model]));
        }
    }
    for (model, own) in attacks {
        wrong.extend(split(fixed, *model, blows));
        let made: u32 =
            blows.iter().filter(|blow| blow.model == *model).map(|blow| u32::from(blow.attacks)).sum();
        // 9E-FGT-016, 9E-AMB-079: all of them, no more and no fewer.
        if made != u32::from(total(fixed, *model, *own)) {
            wrong.push(broken(fixed, rule!("9E-FGT-016"), "why.number-of-attacks", &[*model]));
        }
        for weapon in melee_weapons(fixed, *model) {
            let with =
                blows.iter().any(|blow| blow.model == *model && blow.weapon == weapon && blow.attacks > 0);
            // 9E-AMB-081: the additional attack is made with the weapon that gives it.
            if extra(fixed, weapon) && !with {
                wrong.push(broken(fixed, rule!("9E-DAT-034"), "why.extra-attack", &[*model]));
            }
        }
    }
    wrong
}

/// 9E-FGT-020, 9E-FGT-025, 9E-FGT-026: a model may split its attacks among units, weapons and profiles. What a rule
/// permits falls away with it.
fn split(fixed: &Fixed, model: ModelId, blows: &[Blow]) -> Option<Violation> {
    let own = || blows.iter().filter(|blow| blow.model == model && blow.attacks > 0);
    let among = |differ: fn(&Blow, &Blow) -> bool| own().any(|one| own().any(|other| differ(one, other)));
    let barred = (!applies(rule!("9E-FGT-020")) && among(|one, other| one.target != other.target))
        || (!applies(rule!("9E-FGT-025")) && among(|one, other| one.weapon != other.weapon))
        || (!applies(rule!("9E-FGT-026"))
            && among(|one, other| one.weapon == other.weapon && one.profile != other.profile));
    barred.then(|| broken(fixed, rule!("9E-FGT-016"), "why.number-of-attacks", &[model]))
}

/// A blow as attacks to be resolved.
pub fn entry(blow: &Blow) -> Entry {
    Entry {
        model: blow.model,
        weapon: blow.weapon,
        profile: blow.profile,
        target: blow.target,
        attacks: Amount::fixed(blow.attacks),
    }
}
