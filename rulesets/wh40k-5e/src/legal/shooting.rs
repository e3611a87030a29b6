//! Who may fire at whom (SHO, LOS, SWG, WPN): every violation of the shots proposed. Nothing here asks for a range.

use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule, rules};

use super::{broken, other_kind, with};
use crate::artillery;
use crate::buildings::firing as house;
use crate::choice::{AimShape, Choice, MarkShape, Shot};
use crate::cover;
use crate::data::troops::WeaponType;
use crate::edition::{MovedFor, Targets};
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::play::shooting::barrage;
use crate::play::{commands, instincts, psychic};
use crate::state::{Boost, Command, Ground, State};
use crate::vehicles::{firing, passengers};

/// 5B-SHO-002: why a unit cannot shoot at all, if so.
pub fn barred(s: &State, unit: UnitId) -> Option<(RuleId, &'static str)> {
    let own = s.unit(unit);
    if own.fired {
        Some((rule!("5B-SHO-007"), "why.fired-already"))
    } else if own.ran {
        Some((rule!("5B-SHO-002"), "why.ran"))
    } else if own.boost != Boost::None {
        Some((rule!("5B-USR-021"), "why.boosted"))
    } else if own.smoke {
        Some((rule!("5V-EQP-005"), "why.smoke"))
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
    let id = s.model(model).unit;
    let unit = s.unit(id);
    let kind = fixed.weapon(weapon).kind;
    // 5B-VSH-004: not vehicles.
    if fixed.is_vehicle(id) {
        return false;
    }
    if fixed.kind_of(model).has("relentless") {
        return false;
    }
    // 5B-TRA-014: passengers as their vehicle.
    if let Some(moved) = passengers::passengers_moved(s, id) {
        return moved;
    }
    match fixed.edition.moved {
        MovedFor::Unit => unit.moved || unit.all_moved,
        MovedFor::WeaponType => {
            let carries = |other: &ModelId| {
                fixed.kind_of(*other).weapons.iter().any(|weapon| fixed.weapon(*weapon).kind == kind)
            };
            let moved = |other: &ModelId| s.model(*other).far > 0;
            // 5V-AMB-032: a model that moved itself counts as moved with all its weapons.
            // 5V-RNG-005: characters that joined or left in this phase neither cause it nor suffer it.
            let guest = |other: &ModelId| s.model(*other).joined;
            let shared = || unit.models.iter().any(|other| moved(other) && carries(other) && !guest(other));
            unit.all_moved || moved(&model) || (!guest(&model) && shared())
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
    if let Some(chassis) = fixed.chassis(model) {
        let own = chassis.mounts.iter().enumerate().filter(|(_, mount)| mount.weapons.contains(&weapon));
        let mut why = own.map(|(at, _)| firing::silent(fixed, s, model, at as u8));
        let first = why.next().unwrap_or(None);
        return if first.is_none() || why.any(|why| why.is_none()) { None } else { first };
    }
    if fixed.is_gun(model) {
        return artillery::firing::silent(fixed, s, model);
    }
    if let Some(why) = passengers::no_fire(fixed, s, s.model(model).unit) {
        return Some(why);
    }
    if s.model(model).spent.contains(&weapon) {
        Some((rule!("5B-WPN-007"), "why.one-shot"))
    } else if s.model(model).idle {
        Some((rule!("5V-MOV-010"), "why.ran"))
    } else if fixed.weapon(weapon).has("psychic") && psychic::barred(fixed, s, model).is_some() {
        psychic::barred(fixed, s, model)
    } else if fixed.kind_of(model).values.bs == 0 {
        Some((rule!("5B-CHR-002"), "why.no-skill"))
    } else if kind == WeaponType::Heavy && counts_as_moved(fixed, s, model, weapon) {
        // 5V-RNG-004: a mate with such a weapon moved.
        let shared = fixed.edition.moved == MovedFor::WeaponType && s.model(model).far == 0;
        Some((if shared { rule!("5V-RNG-004") } else { rule!("5B-WPN-003") }, "why.moved-heavy"))
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
    s.unit(unit).models.iter().copied().filter(|model| s.lives(*model)).filter(able).collect()
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
    // 5V-OPN-007: passengers of open-topped transports are targets of their own.
    let aboard = s.all_units().filter(|target| {
        s.unit(*target).aboard.is_some() && s.unit(*target).models.iter().any(|model| s.is_exposed(*model))
    });
    let aboard = aboard.filter(|target| s.unit(*target).side != side);
    let found = s.on_table(side.other()).chain(aboard);
    found.filter(|target| no_target(s, unit, *target).is_none()).collect()
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
        // 5B-ART-003: guns and crew have a target each.
        if s.guns(fixed, unit).is_empty() {
            wrong.extend(target_faults(fixed, shots));
        } else {
            wrong.extend(artillery::firing::faults(fixed, s, shots));
        }
        if fixed.edition.targets == Targets::Two {
            wrong.extend(weapon_faults(fixed, s, unit, shots));
        }
        // 5X-RUL-028: the big one is its target, or one of its targets.
        let ordered = s.unit(unit).command == Some(Command::MarkTheBigOne);
        if ordered && !shots.is_empty() && !shots.iter().any(|shot| commands::is_big(fixed, s, shot.target)) {
            wrong.push(broken(fixed, rule!("5X-RUL-028"), "why.not-the-big-one", &[]));
        }
        wrong.extend(firing::faults(fixed, s, shots));
        wrong.extend(fire_point_faults(fixed, s, unit, shots));
    }
    wrong
}

/// What is wrong with one model's fire, whatever the others do.
pub fn shot_faults(fixed: &Fixed, s: &State, unit: UnitId, shot: &Shot, before: &[Shot]) -> Vec<Violation> {
    let one = |rule, key| vec![broken(fixed, rule, key, &[shot.model])];
    let own = s.models.get(shot.model.index()).is_some_and(|model| model.unit == unit);
    if !own || !s.lives(shot.model) || !fixed.kind_of(shot.model).weapons.contains(&shot.weapon) {
        return one(rule!("5B-SHO-011"), "why.not-its-weapon");
    }
    // 5B-SHO-011, 5V-SHO-003: one weapon a model; 5V-SHO-008: and so one target.
    // 5B-MON-001: monstrous creatures fire two, at one target.
    let driven = fixed.chassis(shot.model).is_some();
    let own: Vec<&Shot> = before.iter().filter(|other| other.model == shot.model).collect();
    let again = own.iter().any(|other| other.weapon == shot.weapon || other.target != shot.target);
    if !driven && (again || own.len() >= usize::from(fixed.kind_of(shot.model).outfit.fires)) {
        let violation = broken(fixed, rule!("5B-SHO-011"), "why.one-weapon", &[shot.model]);
        let also: &[RuleId] =
            if fixed.edition.targets == Targets::Two { rules!["5V-SHO-003", "5V-SHO-008"] } else { &[] };
        // 5B-PSY-005: one psychic shooting attack, however many powers.
        let psychic = |other: &Shot| fixed.weapon(other.weapon).has("psychic");
        let powers: &[RuleId] =
            if psychic(shot) && own.iter().any(|other| psychic(other)) { rules!["5B-PSY-005"] } else { &[] };
        return vec![with(with(violation, also), powers)];
    }
    if let Some((rule, key)) = barred(s, unit).or_else(|| cannot_fire(fixed, s, shot.model, shot.weapon)) {
        let also: &[RuleId] = match (key, fixed.edition.moved) {
            ("why.moved-heavy", MovedFor::Unit) => rules!["5B-SHO-010"],
            ("why.moved-heavy", MovedFor::WeaponType) => rules!["5V-RNG-002", "5V-MOV-004"],
            _ => &[],
        };
        return vec![with(broken(fixed, rule, key, &[shot.model]), also)];
    }
    if shot.single && fixed.weapon(shot.weapon).kind != WeaponType::RapidFire {
        return one(rule!("5B-WPN-001"), "why.not-rapid");
    }
    if s.unit(shot.target).aboard.is_some()
        && !s.unit(shot.target).models.iter().any(|model| s.is_exposed(*model))
    {
        let variant = fixed.edition.targets == Targets::Two;
        let house = s.unit(shot.target).aboard.is_some_and(|carrier| fixed.building(carrier).is_some());
        if house && !variant {
            return one(rule!("5B-BLD-012"), "why.aboard");
        }
        return one(if variant { rule!("5V-OPN-009") } else { rule!("5B-TRA-010") }, "why.aboard");
    }
    // 5X-RUL-019: a seeker missile needs a marker of its own.
    let seeks = |shot: &Shot| fixed.weapon(shot.weapon).has("seeker");
    let used = before.iter().filter(|other| other.target == shot.target && seeks(other)).count();
    if seeks(shot) && usize::from(s.unit(shot.target).marks) <= used {
        return one(rule!("5X-RUL-019"), "why.no-mark");
    }
    if let Some((rule, key)) = instincts::no_target(fixed, s, unit, shot.target) {
        return one(rule, key);
    }
    // 5B-BLD-004: nobody shoots at a building without anybody in it.
    if fixed.building_of(shot.target).is_some_and(|own| s.occupier(own).is_none()) {
        return one(rule!("5B-BLD-004"), "why.nobody-inside");
    }
    // 5B-WCH-007: a barrage needs no sight.
    let blind = barrage::is_blind(fixed, s, shot.model, shot.weapon, shot.target);
    let unseen = |why: &(RuleId, &'static str)| !(blind && why.1 == "why.unseen");
    if let Some((rule, key)) = no_target(s, unit, shot.target)
        .filter(unseen)
        .or_else(|| house::no_target(fixed, s, unit, shot.target))
    {
        let also: &[RuleId] = if key == "why.target-locked" { rules!["5B-SIC-001"] } else { &[] };
        return vec![with(broken(fixed, rule, key, &[shot.model]), also)];
    }
    // 5B-BLD-011: who is in a building needs a fire point that sees the target.
    if let Some(own) = house::inside(fixed, s, shot.model) {
        let seen = house::points(fixed, s, own, shot.target);
        let named = shot.mount.is_none_or(|at| seen.contains(&at));
        if seen.is_empty() || !named {
            return one(rule!("5B-BLD-011"), "why.no-fire-point");
        }
    } else if shot.mount.is_some() && !driven {
        return one(rule!("5B-SHO-011"), "why.no-such-weapon");
    }
    // 5V-OPN-014, 5V-OPN-015: markers and templates go at the vehicle, and hit some of those in it.
    let marker =
        ["template", "blast", "large-blast"].into_iter().any(|word| fixed.weapon(shot.weapon).has(word));
    // 5V-OPN-016: or at the passengers of an open-topped one; in a building at the building.
    let house = s.unit(shot.target).aboard.is_some_and(|carrier| fixed.building(carrier).is_some());
    if marker && house {
        return one(rule!("5V-BSH-005"), "why.marker-at-vehicle");
    }
    if driven {
        return match firing::shot_fault(fixed, s, shot, before) {
            Some((rule, key)) => one(rule, key),
            None => Vec::new(),
        };
    }
    // 5B-SHO-005: each model needs sight of its own.
    if !blind && cover::seen(s, shot.model, shot.target).is_empty() {
        let violation = broken(fixed, rule!("5B-SHO-005"), "why.unseen-by-it", &[shot.model]);
        return vec![with(violation, rules!["5B-LOS-001", "5B-LOS-003"])];
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
                fixed.chassis(shot.model).is_none()
                    && arms(other.model) == arms(shot.model)
                    && fixed.kind_of(shot.model).outfit.fires < 2
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

/// 5V-SVQ-002: every shot goes at one vehicle of the squadron it sees.
pub fn check_mark(fixed: &Fixed, shape: &MarkShape, choice: &Choice) -> Vec<Violation> {
    let Choice::Mark(all) = choice else { return other_kind(rule!("5V-SVQ-002")) };
    let fits = all.len() == shape.rows.len()
        && shape.rows.iter().all(|(model, mount, seen)| {
            let own =
                |(other, number, _): &&(ModelId, Option<u8>, ModelId)| (other, number) == (model, mount);
            let mut found = all.iter().filter(own);
            found.next().is_some_and(|(.., vehicle)| seen.contains(vehicle)) && found.next().is_none()
        });
    let models: Vec<ModelId> = shape.rows.iter().map(|(model, ..)| *model).collect();
    if fits { Vec::new() } else { vec![broken(fixed, rule!("5V-SVQ-002"), "why.no-such-vehicle", &models)] }
}

/// 5B-TRA-002: no more models than a vehicle has fire points for.
fn fire_point_faults(fixed: &Fixed, s: &State, unit: UnitId, shots: &[Shot]) -> Option<Violation> {
    let models: Vec<ModelId> = shots.iter().map(|shot| shot.model).collect();
    if house::assign(fixed, s, shots).is_none() {
        return Some(broken(fixed, rule!("5B-BLD-011"), "why.fire-points", &models));
    }
    let most = passengers::fire_points(fixed, s, unit)?;
    // 5B-PSY-006: a psyker aboard counts as one of those who fire.
    let psychic = shots.iter().any(|shot| fixed.weapon(shot.weapon).has("psychic"));
    let also: &[RuleId] = if psychic { rules!["5B-PSY-006"] } else { &[] };
    (models.len() > most).then(|| with(broken(fixed, rule!("5B-TRA-002"), "why.fire-points", &models), also))
}
