//! Declarations worth making: shots, blows, charges, casualty orders.

use crate::choice::{Blow, Choice, Shot};
use crate::data::amount::Range;
use crate::data::sheet::{WeaponAbility, WeaponKind};
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::legal::shooting::{Aim, ranged_weapons};
use crate::legal::{charge as charging, fighting};
use crate::measure;
use crate::state::State;

/// The shots a model makes at one of some units, the first preferred: all its other weapons, or else its Pistols.
fn volley(fixed: &Fixed, aim: &Aim<'_>, model: ModelId, wanted: &[UnitId], profile: usize) -> Vec<Shot> {
    let mut pistols = Vec::new();
    let mut others = Vec::new();
    for weapon in ranged_weapons(fixed, model) {
        let profiles = &fixed.weapon(weapon).profiles;
        let at = profile.min(profiles.len() - 1);
        let arm = &profiles[at];
        if arm.profile.kind == WeaponKind::Grenade || !aim.weapon_faults(model, arm).is_empty() {
            continue;
        }
        if let Some(target) = wanted.iter().copied().find(|target| aim.allows(model, arm, *target)) {
            let shot = Shot { model, weapon, profile: at as u8, target };
            if arm.profile.kind == WeaponKind::Pistol { pistols.push(shot) } else { others.push(shot) }
        }
    }
    if others.is_empty() { pistols } else { others }
}

/// The first model that can throw a Grenade at a unit, in place of its other shots.
fn grenade(fixed: &Fixed, s: &State, aim: &Aim<'_>, unit: UnitId, target: UnitId) -> Option<Shot> {
    s.standing(unit).find_map(|(model, _)| {
        ranged_weapons(fixed, model).find_map(|weapon| {
            let arm = &fixed.weapon(weapon).profiles[0];
            let throws = arm.profile.kind == WeaponKind::Grenade && aim.allows(model, arm, target);
            throws.then_some(Shot { model, weapon, profile: 0, target })
        })
    })
}

/// Everything at one unit, for each unit there is; with a Grenade among it where one can be thrown; and nothing.
pub fn fire(fixed: &Fixed, s: &State, unit: UnitId, overwatch: Option<UnitId>) -> Vec<Choice> {
    let aim = Aim::new(fixed, s, unit, overwatch);
    let enemies = aim.enemies();
    let mut all: Vec<Vec<Shot>> = Vec::new();
    let several = s
        .standing(unit)
        .any(|(model, _)| ranged_weapons(fixed, model).any(|weapon| fixed.weapon(weapon).profiles.len() > 1));
    for first in &enemies {
        let mut wanted = vec![*first];
        wanted.extend(enemies.iter().copied().filter(|other| other != first));
        for profile in 0..=usize::from(several) {
            let shots: Vec<Shot> = s
                .standing(unit)
                .flat_map(|(model, _)| volley(fixed, &aim, model, &wanted, profile))
                .collect();
            if shots.iter().any(|shot| shot.target == *first) && !all.contains(&shots) {
                if let Some(thrown) = grenade(fixed, s, &aim, unit, *first).filter(|_| profile == 0) {
                    let mut with: Vec<Shot> =
                        shots.iter().copied().filter(|shot| shot.model != thrown.model).collect();
                    with.push(thrown);
                    all.push(with);
                }
                all.push(shots);
            }
        }
    }
    all.push(Vec::new());
    all.into_iter().map(|shots| Choice::Fire(unit, shots)).collect()
}

/// The blows of a model at a unit: all with one weapon, but for those another weapon adds.
fn blows(fixed: &Fixed, model: ModelId, attacks: u8, target: UnitId, profile: usize) -> Vec<Blow> {
    let weapons = fighting::melee_weapons(fixed, model);
    let extra = |weapon: WeaponId| {
        fixed.weapon(weapon).profiles.iter().any(|arm| arm.has(WeaponAbility::ExtraAttack))
    };
    let melee = |weapon: WeaponId| {
        let profiles = &fixed.weapon(weapon).profiles;
        let is = |at: &usize| profiles[*at].profile.range == Range::Melee;
        (0..profiles.len()).filter(is).nth(profile).or_else(|| (0..profiles.len()).find(is)).unwrap_or(0)
            as u8
    };
    let main = weapons.iter().copied().find(|weapon| extra(*weapon)).unwrap_or(weapons[0]);
    let mut left = fighting::total(fixed, model, attacks);
    let mut all = Vec::new();
    for weapon in weapons.iter().copied().filter(|weapon| *weapon != main && extra(*weapon)) {
        all.push(Blow { model, weapon, profile: melee(weapon), target, attacks: 1 });
        left -= 1;
    }
    all.push(Blow { model, weapon: main, profile: melee(main), target, attacks: left });
    all
}

/// All attacks at one unit where it is in reach, otherwise at the first that is.
pub fn strike(fixed: &Fixed, s: &State, unit: UnitId, attacks: &[(ModelId, u8)]) -> Vec<Choice> {
    let targets: Vec<measure::Units> =
        attacks.iter().map(|(model, _)| fighting::targets(fixed, s, *model)).collect();
    let mut firsts: Vec<UnitId> = targets.iter().flatten().copied().collect();
    firsts.sort_unstable();
    firsts.dedup();
    let several = attacks.iter().any(|(model, _)| {
        fighting::melee_weapons(fixed, *model).iter().any(|weapon| fixed.weapon(*weapon).profiles.len() > 1)
    });
    let mut all = Vec::new();
    for first in firsts {
        for profile in 0..=usize::from(several) {
            let of = |((model, attacks), targets): (&(ModelId, u8), &measure::Units)| {
                let target = if targets.contains(&first) { first } else { targets[0] };
                blows(fixed, *model, *attacks, target, profile)
            };
            let choice = Choice::Strike(unit, attacks.iter().zip(&targets).flat_map(of).collect());
            if !all.contains(&choice) {
                all.push(choice);
            }
        }
    }
    all
}

/// Each target by itself, and the nearest two together.
pub fn charge(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<Choice> {
    let mut targets = charging::targets(fixed, s, unit);
    targets.sort_by_key(|target| measure::unit_distance(s, unit, *target));
    let mut all: Vec<Choice> = targets.iter().map(|target| Choice::Charge(vec![*target])).collect();
    if let [first, second, ..] = targets[..] {
        all.push(Choice::Charge(vec![first, second]));
    }
    all
}

/// Casualty orders: nearest to the attacker first, farthest first, leaders and special weapons last; or each wound
/// asked.
pub fn casualties(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<Choice> {
    let mut near: Vec<ModelId> = s.standing(unit).map(|(model, _)| model).collect();
    let from = s.about.unit.filter(|other| *other != unit);
    let distance = |model: &ModelId| from.and_then(|from| measure::distance_to_unit(s, *model, from));
    near.sort_by_cached_key(|model| (distance(model), *model));
    let far: Vec<ModelId> = near.iter().rev().copied().collect();
    // What most models carry is ordinary; the others are kept.
    let same = |model: &ModelId| {
        let (own, kind) = (&fixed.spec(*model).weapons, fixed.spec(*model).kind);
        near.iter()
            .filter(|other| fixed.spec(**other).weapons == *own && fixed.spec(**other).kind == kind)
            .count()
    };
    let mut keep = near.clone();
    keep.sort_by_cached_key(|model| std::cmp::Reverse(same(model)));
    let mut all = vec![keep, near, far];
    all.dedup();
    all.push(Vec::new());
    all.into_iter().map(Choice::Casualties).collect()
}
