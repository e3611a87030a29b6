//! Who may fire at whom (SHO, LOS, SWG, WPN): every violation of the shots proposed. Nothing here asks for a range.

use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule, rules};

use super::{broken, other_kind, with};
use crate::choice::{AimShape, Choice, Shot};
use crate::cover;
use crate::data::troops::WeaponType;
use crate::edition::{MovedFor, Targets};
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::state::{Ground, State};

/// 5B-SHO-002: why a unit cannot shoot at all, if so.
pub fn barred(s: &State, unit: UnitId) -> Option<(RuleId, &'static str)> {
    let own = s.unit(unit);
    if own.fired {
        Some((rule!("5B-SHO-007"), "why.fired-already"))
    } else if own.ran {
        Some((rule!("5B-SHO-002"), "why.ran"))
    } else if own.ground != Ground::Up {
        Some((rule!("5B-GTG-003"), "why.on-the-ground"))
    } else if own.on_station && !own.overwatch {
        Some((rule!("5V-MOV-014"), "why.on-station"))
    } else if s.locked(unit) {
        Some((rule!("5B-SHO-002"), "why.locked"))
    } else {
        None
    }
}

/// Whether a model counts as having moved for a weapon: 5B-SHO-010 by the whole unit, 5V-RNG-004 by the type of weapon;
/// 5B-USR-013: never where it is relentless.
pub fn counts_as_moved(fixed: &Fixed, s: &State, model: ModelId, weapon: WeaponId) -> bool {
    let unit = s.unit(s.model(model).unit);
    let kind = fixed.weapon(weapon).kind;
    if fixed.kind_of(model).has("relentless") {
        return false;
    }
    match fixed.edition.moved {
        MovedFor::Unit => unit.moved || unit.all_moved,
        MovedFor::WeaponType => {
            let carries = |other: &ModelId| {
                fixed.kind_of(*other).weapons.iter().any(|weapon| fixed.weapon(*weapon).kind == kind)
            };
            let moved = |other: &ModelId| s.model(*other).far > 0;
            // 5V-AMB-032: a model that moved itself counts as moved with all its weapons.
            unit.all_moved || moved(&model) || unit.models.iter().any(|other| moved(other) && carries(other))
        }
    }
}

/// Why a model cannot fire a weapon, if so.
pub fn cannot_fire(
    fixed: &Fixed,
    s: &State,
    model: ModelId,
    weapon: WeaponId,
) -> Option<(RuleId, &'static str)> {
    let kind = fixed.weapon(weapon).kind;
    if fixed.kind_of(model).values.bs == 0 {
        Some((rule!("5B-CHR-002"), "why.no-skill"))
    } else if kind == WeaponType::Heavy && counts_as_moved(fixed, s, model, weapon) {
        Some((rule!("5B-WPN-003"), "why.moved-heavy"))
    } else {
        None
    }
}

/// The models of a unit that can fire something.
pub fn shooters(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<ModelId> {
    let able = |model: &ModelId| {
        fixed.kind_of(*model).weapons.iter().any(|weapon| cannot_fire(fixed, s, *model, *weapon).is_none())
    };
    if barred(s, unit).is_some() {
        return Vec::new();
    }
    s.bodies(unit).map(|(model, _)| model).filter(able).collect()
}

/// Why an enemy unit cannot be shot at, if so.
fn no_target(s: &State, unit: UnitId, target: UnitId) -> Option<(RuleId, &'static str)> {
    if s.unit(target).side == s.unit(unit).side {
        Some((rule!("5B-SHO-003"), "why.own-side"))
    } else if s.locked(target) {
        Some((rule!("5B-SHO-004"), "why.target-locked"))
    } else if !cover::unit_sees(s, unit, target) {
        Some((rule!("5B-LOS-005"), "why.unseen"))
    } else {
        None
    }
}

/// The enemy units a unit may shoot at.
pub fn targets(s: &State, unit: UnitId) -> Vec<UnitId> {
    let side = s.unit(unit).side;
    s.on_table(side.other()).filter(|target| no_target(s, unit, *target).is_none()).collect()
}

/// Every violation of shots.
pub fn check(fixed: &Fixed, s: &State, unit: UnitId, choice: &Choice) -> Vec<Violation> {
    let Choice::Fire(of, shots) = choice else { return other_kind(rule!("5B-SHO-005")) };
    if *of != unit {
        return other_kind(rule!("5B-SHO-005"));
    }
    let mut wrong: Vec<Violation> = Vec::new();
    for (at, shot) in shots.iter().enumerate() {
        wrong.extend(shot_faults(fixed, s, unit, shot, &shots[..at]));
    }
    if wrong.is_empty() {
        wrong.extend(target_faults(fixed, shots));
        if fixed.edition.targets == Targets::Two {
            wrong.extend(weapon_faults(fixed, s, unit, shots));
        }
    }
    wrong
}

/// What is wrong with one model's fire, whatever the others do.
pub fn shot_faults(fixed: &Fixed, s: &State, unit: UnitId, shot: &Shot, before: &[Shot]) -> Vec<Violation> {
    let one = |rule, key| vec![broken(fixed, rule, key, &[shot.model])];
    let own = s.models.get(shot.model.index()).is_some_and(|model| model.unit == unit);
    if !own || !s.stands(shot.model) || !fixed.kind_of(shot.model).weapons.contains(&shot.weapon) {
        return one(rule!("5B-SHO-011"), "why.not-its-weapon");
    }
    // 5B-SHO-011, 5V-SHO-003: one weapon a model; 5V-SHO-008: and so one target.
    if before.iter().any(|other| other.model == shot.model) {
        let violation = broken(fixed, rule!("5B-SHO-011"), "why.one-weapon", &[shot.model]);
        let also: &[RuleId] =
            if fixed.edition.targets == Targets::Two { rules!["5V-SHO-003", "5V-SHO-008"] } else { &[] };
        return vec![with(violation, also)];
    }
    if let Some((rule, key)) = barred(s, unit).or_else(|| cannot_fire(fixed, s, shot.model, shot.weapon)) {
        return one(rule, key);
    }
    if shot.single && fixed.weapon(shot.weapon).kind != WeaponType::RapidFire {
        return one(rule!("5B-WPN-001"), "why.not-rapid");
    }
    if let Some((rule, key)) = no_target(s, unit, shot.target) {
        return one(rule, key);
    }
    // 5B-SHO-005: each model needs sight of its own.
    if cover::seen(s, shot.model, shot.target).is_empty() {
        return one(rule!("5B-SHO-005"), "why.unseen-by-it");
    }
    Vec::new()
}

/// 5B-SHO-003: one target unit; 5V-SHO-005: at most two.
fn target_faults(fixed: &Fixed, shots: &[Shot]) -> Option<Violation> {
    let mut targets: Vec<UnitId> = shots.iter().map(|shot| shot.target).collect();
    targets.sort_unstable();
    targets.dedup();
    let most = match fixed.edition.targets {
        Targets::One => 1,
        Targets::Two => fixed.numbers().two_targets.targets,
    };
    let models: Vec<ModelId> = shots.iter().map(|shot| shot.model).collect();
    let rule = fixed.edition.targets.rule();
    (targets.len() > most).then(|| broken(fixed, rule, "why.too-many-targets", &models))
}

/// 5V-SWG-002, 5V-AMB-011: models whose ranged weapons are identical choose the same one.
fn weapon_faults(fixed: &Fixed, s: &State, unit: UnitId, shots: &[Shot]) -> Option<Violation> {
    let arms = |model: ModelId| fixed.kind_of(model).weapons.clone();
    let able = |model: ModelId, weapon: WeaponId| cannot_fire(fixed, s, model, weapon).is_none();
    let astray: Vec<ModelId> = shots
        .iter()
        .filter(|shot| {
            shots.iter().any(|other| {
                arms(other.model) == arms(shot.model)
                    && other.weapon < shot.weapon
                    && able(shot.model, other.weapon)
            })
        })
        .map(|shot| shot.model)
        .collect();
    let _ = unit;
    (!astray.is_empty()).then(|| broken(fixed, rule!("5V-SWG-002"), "why.same-weapon", &astray))
}

/// 5V-TGN-001, 5V-TGN-002: every model that has a choice aims at one target group of its weapon group.
pub fn check_aim(fixed: &Fixed, shape: &AimShape, choice: &Choice) -> Vec<Violation> {
    let Choice::Aim(all) = choice else { return other_kind(rule!("5V-TGN-001")) };
    let once = |model: &ModelId| all.iter().filter(|(aimed, _)| aimed == model).count() == 1;
    let mut wrong: Vec<ModelId> =
        shape.rows.iter().map(|(model, _)| *model).filter(|model| !once(model)).collect();
    wrong.extend(
        all.iter()
            .filter(|(model, level)| {
                let row = shape.rows.iter().find(|(row, _)| row == model);
                row.is_none_or(|(_, levels)| !levels.contains(level))
            })
            .map(|(model, _)| *model),
    );
    if wrong.is_empty() {
        Vec::new()
    } else {
        vec![with(broken(fixed, rule!("5V-TGN-001"), "why.no-such-group", &wrong), rules!["5V-TGN-002"])]
    }
}
