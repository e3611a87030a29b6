//! Passengers: who fires from a vehicle and how well, and who of them is hit (TRA, OPN).

use grognard_engine::ctx::Step;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Body, Length, Pose};
use grognard_tabletop::templates::Counts;

use super::{Chassis, speed};
use crate::Cx;
use crate::choice::LayShape;
use crate::data::troops::WeaponType;
use crate::data::vehicles::{Exposure, VehicleType};
use crate::edition::{PassengersShaken, SpeedBands};
use crate::event::Event;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::legal::laying;
use crate::play::asking;
use crate::play::suffering::{Blow, each_hit};
use crate::state::State;

/// How far passengers' vehicle went.
fn moved_too_far(fixed: &Fixed, s: &State, vehicle: ModelId) -> bool {
    let gone = s.driven(vehicle);
    match fixed.edition.bands {
        SpeedBands::Classes => {
            fixed.chassis(vehicle).is_some_and(|chassis| speed::band_of(fixed, chassis, gone) > 1)
        }
        SpeedBands::Bands => gone > fixed.vehicles().passengers_fast.most_move.0,
    }
}

/// 5B-TRA-002, 5B-TRA-007, 5B-TRA-014, 5V-TRA-009: why passengers cannot fire at all, if so.
pub fn no_fire(fixed: &Fixed, s: &State, unit: UnitId) -> Option<(RuleId, &'static str)> {
    let vehicle = s.unit(unit).aboard?;
    let chassis = fixed.chassis(vehicle)?;
    let hull = s.hull(vehicle)?;
    if fixed.building(vehicle).is_some() && hull.stunned > 0 {
        return Some((rule!("5B-BLD-008"), "why.passengers-shaken"));
    }
    if !chassis.is(VehicleType::OpenTopped) && chassis.fire_points.is_empty() {
        Some((rule!("5B-TRA-002"), "why.no-fire-point"))
    } else if moved_too_far(fixed, s, vehicle) {
        let rule = match (fixed.edition.bands, chassis.is(VehicleType::OpenTopped)) {
            (SpeedBands::Classes, _) => rule!("5B-TRA-014"),
            (SpeedBands::Bands, true) => rule!("5V-OPN-006"),
            (SpeedBands::Bands, false) => rule!("5V-TRA-009"),
        };
        Some((rule, "why.vehicle-too-fast"))
    } else if fixed.edition.passengers_shaken == PassengersShaken::NoFire
        && (!hull.shaken.is_empty() || hull.stunned > 0)
    {
        Some((rule!("5B-TRA-007"), "why.passengers-shaken"))
    } else {
        None
    }
}

/// 5B-TRA-002: how many models with this weapon, and how many in all, may fire from a vehicle.
pub fn fire_points(fixed: &Fixed, s: &State, unit: UnitId) -> Option<usize> {
    let vehicle = s.unit(unit).aboard?;
    let chassis = fixed.chassis(vehicle)?;
    if chassis.is(VehicleType::OpenTopped) {
        return Some(usize::MAX);
    }
    Some(chassis.fire_points.iter().map(|point| usize::from(point.models)).sum())
}

/// 5V-TRA-002: firing from an open fire point opens the vehicle. Closed ones are used first.
pub fn open_hatch(fixed: &Fixed, s: &mut State, unit: UnitId, weapons: &[String], users: &[ModelId]) {
    let Some(vehicle) = s.unit(unit).aboard else { return };
    // Whoever fires from a building is at a fire point of its own.
    if fixed.edition.bands == SpeedBands::Classes || fixed.building(vehicle).is_some() {
        return;
    }
    let Some(chassis) = fixed.chassis(vehicle) else { return };
    let enclosed = |weapon: &String| {
        chassis.fire_points.iter().any(|point| {
            point.variant == Exposure::Enclosed && point.weapon.as_ref().is_none_or(|only| only == weapon)
        })
    };
    let open = !chassis.is(VehicleType::OpenTopped) && weapons.iter().any(|weapon| !enclosed(weapon));
    if let Some(hull) = s.hull_mut(vehicle) {
        hull.hatch |= open;
        if open {
            hull.users.extend(users.iter().copied());
        }
    }
}

/// 5B-TRA-014, 5B-AMB-010: whether passengers count as having moved.
pub fn passengers_moved(s: &State, unit: UnitId) -> Option<bool> {
    let vehicle = s.unit(unit).aboard?;
    Some(s.driven(vehicle) > Length::ZERO || s.unit(unit).boarded)
}

/// 5V-TRA-008, 5V-OPN-006, 5V-PON-004, 5V-AMB-050: passengers at open fire points of a vehicle that moved aim badly.
pub fn unsteady(fixed: &Fixed, s: &State, shooter: ModelId) -> Option<(i8, RuleId)> {
    let vehicle = s.unit(s.model(shooter).unit).aboard?;
    let chassis = fixed.chassis(vehicle)?;
    if fixed.edition.bands == SpeedBands::Classes || s.driven(vehicle) == Length::ZERO {
        return None;
    }
    if chassis.is(VehicleType::Ponderous) {
        return None;
    }
    let enclosed = |chassis: &Chassis| {
        chassis.fire_points.iter().any(|point| {
            point.variant == Exposure::Enclosed
                && point.weapon.as_ref().is_none_or(|only| fixed.kind_of(shooter).bears(only))
        })
    };
    if chassis.is(VehicleType::OpenTopped) {
        Some((fixed.vehicles().passengers_moved.bs, rule!("5V-OPN-006")))
    } else if enclosed(chassis) {
        None
    } else {
        Some((fixed.vehicles().passengers_moved.bs, rule!("5V-TRA-008")))
    }
}

/// Whether a weapon may be fired out of a vehicle at all.
pub fn fires_out(kind: WeaponType) -> bool {
    !matches!(kind, WeaponType::Ordnance | WeaponType::OrdnanceBarrage)
}

/// 5V-OPN-014, 5V-OPN-015, 5V-OPN-020, 5V-AMB-051: a template on an open-topped transport, or a marker with its hole over it,
/// also hits some passengers, one each; their owner says who.
pub fn also_hit(s: &mut State, cx: &mut Cx<'_>, vehicle: ModelId, weapon: WeaponId) -> Step {
    let fixed = cx.fixed();
    if !s.hull(vehicle).is_some_and(|hull| hull.exposes) {
        return Ok(());
    }
    let template = fixed.weapon(weapon).has("template");
    let (dice, rule) = if template {
        (fixed.vehicles().open_template.hits, rule!("5V-OPN-014"))
    } else {
        (fixed.vehicles().open_blast.hits, rule!("5V-OPN-015"))
    };
    let units: Vec<UnitId> = s.passengers(vehicle).collect();
    for unit in units {
        let count = dice.roll(cx, "roll.passengers", &[rule])?;
        let models = s.unit(unit).models.to_vec();
        let owner = s.unit(unit).side;
        let hit = asking::take(s, cx, owner, rule, (unit, models, count))?;
        cx.emit(&[rule], Event::Under { target: unit, models: hit.clone() });
        let weapon = fixed.weapon(weapon);
        let level = (!template).then_some(fixed.vehicles().open_cover.cover.0.unwrap_or(0));
        let blow =
            |model: &ModelId| Blow { strength: weapon.strength, ap: weapon.ap, level, ..Blow::wound(*model) };
        let hits: Vec<Blow> = hit.iter().map(blow).collect();
        each_hit(s, cx, unit, &hits, &hit, &[])?;
    }
    Ok(())
}

/// 5V-TRA-003: the users of open fire points that a marker or template covers. The hatch lies in the middle of the hull.
pub fn at_hatches(fixed: &Fixed, s: &State, shape: &LayShape, at: Pose) -> Vec<(ModelId, WeaponId)> {
    let laid = laying::kind(fixed, shape).laid(at);
    let covered = |vehicle: &ModelId| {
        s.table.body(*vehicle).is_some_and(|body| {
            let hatch = Body::point(body.pose.at, body.pose.z);
            Counts::Partly.holds(&laid, &hatch)
        })
    };
    let vehicles = s.unit(shape.target).models.iter().filter(|vehicle| covered(vehicle));
    let users = vehicles.filter_map(|vehicle| s.hull(*vehicle)).filter(|hull| !hull.exposes && hull.hatch);
    users.flat_map(|hull| hull.users.iter().map(|user| (*user, shape.weapon))).collect()
}

/// 5V-TRA-003, 5V-TRA-005: somebody at an open fire point under a marker is hit like a passenger of an open-topped transport.
pub fn hit_at_hatch(s: &mut State, cx: &mut Cx<'_>, user: ModelId, weapon: WeaponId) -> Step {
    if !s.lives(user) {
        return Ok(());
    }
    let fixed = cx.fixed();
    let unit = s.model(user).unit;
    cx.emit(rules!["5V-TRA-003", "5V-TRA-005"], Event::Under { target: unit, models: vec![user] });
    let weapon = fixed.weapon(weapon);
    let level = weapon.leaves_cover().then_some(fixed.vehicles().open_cover.cover.0.unwrap_or(0));
    let hit = Blow { strength: weapon.strength, ap: weapon.ap, level, ..Blow::wound(user) };
    each_hit(s, cx, unit, &[hit], &[user], &[])?;
    Ok(())
}
