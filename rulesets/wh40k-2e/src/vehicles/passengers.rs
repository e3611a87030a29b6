//! Shooting out of vehicles: passengers, riders with pistols (VSH, BIK).

use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};

use super::{crew, datafax, is_bike, is_walker, manoeuvres};
use crate::choice::Shot;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::legal::in_force;
use crate::state::State;

/// The rules by which somebody aboard fires a weapon of its own.
pub fn fire_rules(fixed: &Fixed, s: &State, vehicle: ModelId, model: ModelId) -> Vec<RuleId> {
    let open = datafax(fixed, vehicle).is_some_and(|own| own.open_topped);
    if is_bike(fixed, vehicle) {
        rules!["2E-BIK-009"].to_vec()
    } else if open && s.model(model).post.is_none() {
        rules!["2E-VSH-005"].to_vec()
    } else {
        rules!["2E-VSH-006"].to_vec()
    }
}

/// Why somebody aboard cannot fire a weapon, if so: 2E-VSH-005: passengers of open vehicles all may; 2E-VSH-006: two through
/// a hatch; 2E-BIK-009: a rider a pistol in place of the bike's weapons.
pub fn cannot_fire(
    fixed: &Fixed,
    s: &State,
    model: ModelId,
    weapon: WeaponId,
) -> Option<(RuleId, &'static str)> {
    in_force(why_cannot_fire(fixed, s, model, weapon))
}

fn why_cannot_fire(
    fixed: &Fixed,
    s: &State,
    model: ModelId,
    weapon: WeaponId,
) -> Option<(RuleId, &'static str)> {
    let vehicle = crew::vehicle_of(s, model)?;
    let own = fixed.weapon(weapon);
    let passenger = s.model(model).post.is_none();
    if s.table.body(vehicle).is_none() || own.thrown {
        return Some((rule!("2E-VSH-006"), "why.not-from-inside"));
    }
    if s.model(model).takes_over.is_some() {
        return Some((rule!("2E-VEH-006"), "why.changes-post"));
    }
    if is_bike(fixed, vehicle) {
        let pistol = fixed.data.weapons.get(&own.weapon).is_some_and(|weapon| weapon.class == "pistol");
        if manoeuvres::silenced(s, vehicle, passenger) {
            return Some((rule!("2E-BIK-003"), "why.skidded"));
        }
        if !passenger && (!pistol || s.unit(s.model(vehicle).unit).fired) {
            return Some((rule!("2E-BIK-009"), "why.pistol-instead"));
        }
        return None;
    }
    // Crew inside a vehicle have their posts to look after.
    if !passenger || is_walker(fixed, vehicle) {
        return Some((rule!("2E-VSH-001"), "why.at-its-post"));
    }
    None
}

/// 2E-VSH-006: at most two fire through the hatch of a closed vehicle, all units aboard together.
pub fn too_many(fixed: &Fixed, s: &State, shot: &Shot, before: &[Shot]) -> bool {
    if !applies(rule!("2E-VSH-006")) {
        return false;
    }
    let Some(vehicle) = crew::vehicle_of(s, shot.model) else { return false };
    let open = datafax(fixed, vehicle).is_some_and(|own| own.open_topped);
    let same = before.iter().filter(|other| other.model != shot.model);
    let mut firing: Vec<ModelId> = same.map(|other| other.model).collect();
    firing.sort_unstable();
    firing.dedup();
    let others = crew::passengers(s, vehicle)
        .filter(|model| {
            s.model(*model).unit != s.model(shot.model).unit && s.unit(s.model(*model).unit).fired
        })
        .count();
    let most = usize::from(fixed.numbers().hatches.hatch);
    !open && !is_bike(fixed, vehicle) && firing.len() + others.min(most) >= most
}

/// The units of a side that are aboard something on the table.
pub fn aboard_units(s: &State, side: crate::ids::Side) -> Vec<UnitId> {
    let all = (0..s.units.len() as u16).map(UnitId).filter(|unit| s.unit(*unit).side == side);
    all.filter(|unit| crew::transport(s, *unit).is_some_and(|vehicle| s.table.body(vehicle).is_some()))
        .collect()
}
