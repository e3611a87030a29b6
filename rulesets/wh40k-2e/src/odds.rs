//! Exact chances of a declared shot, by range band: which band it is nobody knows before it is measured (2E-GEN-011).

use grognard_engine::target::{Need, Target};
use grognard_odds::attack::{
    Amount as Dice, Body, Gate, Losses, Need as Asked, Plan, Reroll, Throw, Volley, exact,
};
use grognard_odds::{Dist, Fraction, Natural};

use crate::choice::{Shot, Tool};
use crate::fixed::{Fixed, WeaponId};
use crate::ids::ModelId;
use crate::legal::shooting::aimed_at;
use crate::play::assault;
use crate::play::casualties::{to_save, to_wound};
use crate::state::State;
use crate::to_hit::{Band, needed};
use crate::vehicles::datafax;
use crate::vehicles::penetration::{Formula, armour};

/// A number with its reasons as a throw of dice.
fn throw(target: &Target) -> Throw {
    let need = match target.need() {
        Need::AtLeast(number) => Asked::AtLeast(number),
        Need::AtMost(number) => Asked::AtMost(number),
        Need::Then { first, then } => Asked::Then { first, then },
        Need::Automatic => Asked::Always,
        Need::Impossible => Asked::Never,
    };
    Throw { dice: if target.is_summed() { 2 } else { 1 }, sides: 6, need, reroll: Reroll::Never }
}

/// The models of a target a shot may fell, as they are known before anything is measured: those it is aimed at.
fn bodies(fixed: &Fixed, s: &State, shot: &Shot) -> Vec<ModelId> {
    aimed_at(fixed, s, shot)
}

/// What a hit has to pass: to wound, then saves.
fn gates(fixed: &Fixed, weapon: WeaponId, model: ModelId) -> Vec<Gate> {
    let mut gates = vec![Gate::passed_by(throw(&to_wound(fixed, weapon, model)))];
    gates.extend(to_save(fixed, weapon, model).map(|need| Gate::stopped_by(vec![throw(&need)])));
    let second = fixed.kind_of(model).armour.second;
    if second > 0 {
        gates.push(Gate::stopped_by(vec![Throw::d6(second)]));
    }
    gates
}

/// What some equal plain shots do to their target in a band; `None` where it has nobody to hit.
pub fn volley(fixed: &Fixed, s: &State, shots: &[Shot], band: Band) -> Option<Losses<Natural>> {
    let shot = shots.first()?;
    let models = bodies(fixed, s, shot);
    let first = *models.first()?;
    let own = fixed.weapon(shot.weapon);
    let hit = needed(fixed, s, shot, first, Some(band));
    let mut all = vec![Gate::passed_by(throw(&hit))];
    all.extend(gates(fixed, shot.weapon, first));
    let body = |model: &ModelId| Body { wounds: s.model(*model).wounds, class: 0, ignore: 7 };
    let volley = Volley {
        weapons: shots.len() as u8,
        attacks: Dice::fixed(own.barrels()),
        gates: all,
        damage: dice(own.damage),
        spills: false,
        extra: None,
    };
    Some(exact(&Plan { volleys: vec![volley], bodies: models.iter().map(body).collect() }))
}

fn dice(amount: crate::data::amount::Amount) -> Dice {
    Dice { plus: amount.plus, ..Dice::dice(amount.dice, amount.sides) }
}

/// One die of a number with its reasons.
fn made(target: &Target) -> Dist<bool> {
    let first = throw(target);
    let one = |need: Asked, dice: u8| {
        let sum = Dist::die(6).repeat(u32::from(dice), 0_u32, |sum, face| sum + face);
        sum.map(move |sum| match need {
            Asked::AtLeast(number) => *sum >= u32::from(number),
            Asked::AtMost(number) => *sum <= u32::from(number),
            Asked::Then { first, .. } => *sum >= u32::from(first),
            Asked::Always => true,
            Asked::Never => false,
        })
    };
    let hit = one(first.need, first.dice);
    match first.need {
        Asked::Then { then, .. } => hit.with(&one(Asked::AtLeast(then), 1), |one, two| *one && *two),
        _ => hit,
    }
}

/// 2E-SUS-001: the hits of a burst, none where it misses; and whether it jams.
pub fn burst(fixed: &Fixed, s: &State, shot: &Shot, band: Band) -> Option<Dist<(u32, bool)>> {
    let first = *bodies(fixed, s, shot).first()?;
    let own = fixed.weapon(shot.weapon);
    let dice = shot.dice.unwrap_or(own.sustained * own.barrels());
    let values = &fixed.numbers().sustained_die.hits;
    let faces = values.len() as u32 + u32::from(fixed.numbers().sustained_die.jam_faces);
    let die = Dist::die(faces)
        .map(|face| values.get(*face as usize - 1).map_or((0, true), |hits| (u32::from(*hits), false)));
    let rolled = if dice == 0 {
        Dist::always((1, false))
    } else {
        die.repeat(u32::from(dice), (0, false), |sum, one| (sum.0 + one.0, sum.1 || one.1))
    };
    let hit = made(&needed(fixed, s, shot, first, Some(band)));
    Some(hit.then(|hit| if *hit { rolled.clone() } else { Dist::always((0, false)) }))
}

/// The wounds of a burst that go through, if all its hits go on its first target.
pub fn burst_wounds(fixed: &Fixed, s: &State, shot: &Shot, band: Band) -> Option<Dist<u32>> {
    let first = *bodies(fixed, s, shot).first()?;
    let wounds = made(&to_wound(fixed, shot.weapon, first));
    let saved = to_save(fixed, shot.weapon, first).map_or_else(|| Dist::always(false), |need| made(&need));
    let through = wounds.with(&saved, |wound, saved| u32::from(*wound && !*saved));
    Some(burst(fixed, s, shot, band)?.then(|(hits, _)| through.repeat(*hits, 0, |sum, one| sum + one)))
}

/// What a formula of dice comes to.
fn sum(formula: &Formula) -> Dist<u32> {
    formula.dice.iter().fold(Dist::always(u32::from(formula.plus)), |sum, (count, sides)| {
        let dice = Dist::die(u32::from(*sides)).repeat(u32::from(*count), 0_u32, |sum, face| sum + face);
        sum.with(&dice, |one, other| one + other)
    })
}

/// 2E-VHH-004: the armour of a location of a vehicle, and the chance that a blow goes through it.
pub fn by_hand(
    fixed: &Fixed,
    s: &State,
    model: ModelId,
    vehicle: ModelId,
    location: u8,
    tool: Tool,
) -> (u8, Fraction) {
    let from = s.pose(model).map(|pose| pose.at);
    let armour = armour(fixed, s, vehicle, usize::from(location), from);
    let (formula, _) = assault::formula(fixed, model, tool, assault::stands(s, vehicle));
    let through =
        formula.map_or(Fraction::ONE, |formula| sum(&formula).chance(|total| *total >= u32::from(armour)));
    (armour, through)
}

/// 2E-PEN-001: the chance to go through each location of a vehicle as it is seen from a model, before what range costs.
pub fn penetrating(
    fixed: &Fixed,
    s: &State,
    shooter: ModelId,
    weapon: WeaponId,
    target: ModelId,
) -> Vec<(u8, u8, Fraction)> {
    let (Some(own), Some(from)) = (datafax(fixed, target), s.pose(shooter)) else { return Vec::new() };
    let gun = fixed.weapon(weapon);
    let total = Formula::read(&gun.penetration, gun.strength).map(|formula| sum(&formula));
    (0..own.location.len())
        .map(|at| {
            let armour = armour(fixed, s, target, at, Some(from.at));
            let chance = match &total {
                Some(total) => total.chance(|sum| *sum >= u32::from(armour)),
                None if gun.penetration == "auto" => Fraction::ONE,
                None => Fraction::ONE.complement(),
            };
            (at as u8, armour, chance)
        })
        .collect()
}
