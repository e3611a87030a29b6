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
use crate::play::shooting::barrage;
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

/// What a marker or template with its hole over an open-topped transport strikes first.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Struck {
    /// 5V-OPN-014, 5V-OPN-015: the vehicle, and some passengers too.
    Vehicle,
    /// 5V-OPN-016: the passengers, and the vehicle with half the Strength.
    Passengers,
    /// 5V-OPN-019: the vehicle, by the die of a barrage.
    ByChance,
}

/// 5V-OPN-016, 5V-OPN-017, 5V-OPN-019: what is struck; a barrage cannot choose, others strike the passengers where they were aimed at
/// and the die showed a hit.
pub fn struck(
    s: &State,
    cx: &mut Cx<'_>,
    vehicle: ModelId,
    weapon: WeaponId,
    aimed: bool,
    hole: bool,
) -> Step<Struck> {
    let open = s.hull(vehicle).is_some_and(|hull| hull.exposes) && s.passengers(vehicle).next().is_some();
    let template = cx.fixed().weapon(weapon).has("template");
    if !open || !hole || template {
        return Ok(Struck::Vehicle);
    }
    if barrage::is(cx.fixed(), weapon) {
        let numbers = &cx.fixed().vehicles().open_barrage;
        let face = numbers.roll.roll(cx, "roll.passengers", rules!["5V-OPN-019"])?;
        let [low, high] = numbers.passengers;
        return Ok(if (low..=high).contains(&face) { Struck::Passengers } else { Struck::ByChance });
    }
    Ok(if aimed { Struck::Passengers } else { Struck::Vehicle })
}

/// The rules behind how the hull is struck: 5V-OPN-016 to 5V-OPN-019.
pub fn why(s: &State, struck: Struck, vehicle: ModelId, hole: bool) -> &'static [RuleId] {
    if !s.hull(vehicle).is_some_and(|hull| hull.exposes) {
        return &[];
    }
    match struck {
        _ if !hole => rules!["5V-OPN-018"],
        Struck::Passengers => rules!["5V-OPN-016"],
        Struck::ByChance => rules!["5V-OPN-019"],
        Struck::Vehicle => &[],
    }
}

/// 5V-OPN-014, 5V-OPN-015, 5V-OPN-020, 5V-AMB-051: a template on an open-topped transport, or a marker with its hole over it,
/// also hits some passengers, one each; their owner says who.
pub fn also_hit(s: &mut State, cx: &mut Cx<'_>, vehicle: ModelId, weapon: WeaponId, struck: Struck) -> Step {
    let fixed = cx.fixed();
    if !s.hull(vehicle).is_some_and(|hull| hull.exposes) {
        return Ok(());
    }
    let template = fixed.weapon(weapon).has("template");
    let (dice, rule) = if struck == Struck::Passengers {
        (fixed.vehicles().open_aimed.hits, rule!("5V-OPN-016"))
    } else if template {
        (fixed.vehicles().open_template.hits, rule!("5V-OPN-014"))
    } else {
        (fixed.vehicles().open_blast.hits, rule!("5V-OPN-015"))
    };
    // 5V-OPN-012: less cover from what comes from above.
    let own = &fixed.vehicles().open_cover;
    let cover = if barrage::is(fixed, weapon) { own.barrage_cover } else { own.cover };
    let by_chance: &[RuleId] =
        if struck != Struck::Vehicle && barrage::is(fixed, weapon) { rules!["5V-OPN-019"] } else { &[] };
    let units: Vec<UnitId> = s.passengers(vehicle).collect();
    for unit in units {
        let count = dice.roll(cx, "roll.passengers", &[rule])?;
        let models = s.unit(unit).models.to_vec();
        let owner = s.unit(unit).side;
        let hit = asking::take(s, cx, owner, rule, (unit, models, count))?;
        cx.emit(&[&[rule], by_chance].concat(), Event::Under { target: unit, models: hit.clone() });
        let weapon = fixed.weapon(weapon);
        let level = (!template).then_some(cover.0.unwrap_or(0));
        let blow =
            |model: &ModelId| Blow { strength: weapon.strength, ap: weapon.ap, level, ..Blow::wound(*model) };
        let hits: Vec<Blow> = hit.iter().map(blow).collect();
        each_hit(s, cx, unit, &hits, &hit, &[])?;
    }
    Ok(())
}

/// 5V-TRA-003: the users of open fire points that a marker or template covers. The hatch lies in the middle of the hull.
/// 5V-BSH-005: in a building those at the points that are covered.
pub fn at_hatches(fixed: &Fixed, s: &State, shape: &LayShape, at: Pose) -> Vec<(ModelId, WeaponId)> {
    let laid = laying::kind(fixed, shape).laid(at);
    if let Some(own) = fixed.building_of(shape.target) {
        let users = crate::buildings::firing::covered(fixed, s, own, &laid, at, shape.weapon);
        return users.into_iter().map(|user| (user, shape.weapon)).collect();
    }
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
    let house = s.unit(unit).aboard.and_then(|carrier| fixed.building(carrier));
    let weapon = fixed.weapon(weapon);
    let rules: &[RuleId] = match (house, weapon.has("template")) {
        (None, _) => rules!["5V-TRA-003", "5V-TRA-005"],
        (Some(_), false) => rules!["5V-BSH-005"],
        (Some(_), true) => rules!["5V-BSH-005", "5V-BSH-007"],
    };
    cx.emit(rules, Event::Under { target: unit, models: vec![user] });
    let cover = match house {
        Some(own) => crate::buildings::firing::cover_at(fixed, own),
        None => fixed.vehicles().open_cover.cover.0.unwrap_or(0),
    };
    let level = weapon.leaves_cover().then_some(cover);
    let hit = Blow { strength: weapon.strength, ap: weapon.ap, level, ..Blow::wound(user) };
    each_hit(s, cx, unit, &[hit], &[user], &[])?;
    Ok(())
}
