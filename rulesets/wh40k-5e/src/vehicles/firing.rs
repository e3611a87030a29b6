//! What vehicles fire, and where (VSH, VEH): arcs of mountings, numbers of weapons.

use grognard_engine::refusal::Violation;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Angle, Arc, Body, Length, Point, Side};

use super::{Chassis, Mount, speed};
use crate::choice::Shot;
use crate::cover;
use crate::data::troops::WeaponType;
use crate::data::vehicles::{Mounting, VehicleType};
use crate::edition::{Shooting, VehicleFire};
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::legal::{broken, with};
use crate::play::shooting::{Attack, barrage};
use crate::scores::ToHit;
use crate::state::State;

/// Where a weapon is mounted on a hull.
pub fn muzzle(body: &Body, mount: &Mount) -> Point {
    let turn = body.pose.facing;
    let own = |place: &Point| (-turn).turn(*place - body.pose.at);
    let radius = body.outline.radius().0;
    let (mut long, mut wide) = (radius, radius);
    for corner in body.outline.core().iter().map(own) {
        long = long.max(corner.x.abs() + radius);
        wide = wide.max(corner.y.abs() + radius);
    }
    let (x, y) = match (mount.mounting, mount.side) {
        (Mounting::Hull | Mounting::BoltOn, _) => (long, 0),
        (Mounting::Sponson | Mounting::SideDoor, Side::Left) => (0, wide),
        (Mounting::Sponson | Mounting::SideDoor, _) => (0, -wide),
        _ => (0, 0),
    };
    body.pose.at + turn.turn(grognard_space::table::Offset { x, y })
}

/// 5B-VSH-003, 5B-VSH-006, 5V-UPG-006, 5V-UPG-007: where a weapon can be pointed; 5B-WLK-002: a walker turns as it aims.
pub fn arc(fixed: &Fixed, chassis: &Chassis, body: &Body, mount: &Mount) -> Arc {
    let numbers = &fixed.vehicles().arcs;
    let apex = muzzle(body, mount);
    let (degrees, facing) = match mount.mounting {
        Mounting::Turret => (numbers.turret, body.pose.facing),
        Mounting::Pintle => (numbers.pintle, body.pose.facing),
        Mounting::Sponson | Mounting::SideDoor => {
            let out = if mount.side == Side::Left { Angle::QUARTER } else { Angle::HALF + Angle::QUARTER };
            (numbers.sponson, body.pose.facing + out)
        }
        Mounting::Hull | Mounting::BoltOn => (numbers.hull, body.pose.facing),
        Mounting::Arm => (fixed.vehicles().walker_arc.arc, body.pose.facing),
    };
    if degrees >= 360 || chassis.walks() {
        return Arc::all_round(apex);
    }
    Arc { apex, facing, half: Angle(Angle::degrees(degrees).0 / 2) }
}

/// The models of a target in the arc of a weapon, seen or not.
fn in_arc(fixed: &Fixed, s: &State, vehicle: ModelId, mount: u8, target: UnitId) -> Vec<ModelId> {
    let (Some(chassis), Some(body)) = (fixed.chassis(vehicle), s.table.body(vehicle)) else {
        return Vec::new();
    };
    let Some(own) = chassis.mounts.get(usize::from(mount)) else { return Vec::new() };
    let arc = arc(fixed, chassis, body, own);
    let models = s.unit(target).models.iter().copied();
    models.filter(|model| s.table.body(*model).is_some_and(|other| arc.touches(&other.outline))).collect()
}

/// The models of a target a weapon sees in its arc.
pub fn seen(fixed: &Fixed, s: &State, vehicle: ModelId, mount: u8, target: UnitId) -> Vec<ModelId> {
    let (Some(chassis), Some(body)) = (fixed.chassis(vehicle), s.table.body(vehicle)) else {
        return Vec::new();
    };
    let Some(own) = chassis.mounts.get(usize::from(mount)) else { return Vec::new() };
    let arc = arc(fixed, chassis, body, own);
    let from = Body::point(arc.apex, body.volume.low + (body.volume.high - body.volume.low) / 4 * 3);
    let rules = cover::sight_rules_of(fixed, s.model(vehicle).unit, target);
    s.unit(target)
        .models
        .iter()
        .copied()
        .filter(|model| s.table.body(*model).is_some_and(|other| arc.touches(&other.outline)))
        .filter(|model| s.table.sight_line_from(&from, Some(vehicle), *model, &rules).is_some())
        .collect()
}

/// 5B-VMV-001: how far the nearest model a weapon sees is from its muzzle.
pub fn range(fixed: &Fixed, s: &State, shot: &Shot, mount: u8) -> Length {
    let (Some(chassis), Some(body)) = (fixed.chassis(shot.model), s.table.body(shot.model)) else {
        return Length::UNBOUNDED;
    };
    let Some(own) = chassis.mounts.get(usize::from(mount)) else { return Length::UNBOUNDED };
    let from = Body::point(muzzle(body, own), body.pose.z);
    seen(fixed, s, shot.model, mount, shot.target)
        .into_iter()
        .filter_map(|model| s.table.body(model))
        .map(|other| from.horizontal(other))
        .min()
        .unwrap_or(Length::UNBOUNDED)
}

/// Why a weapon of a vehicle cannot be fired at all, if so: 5B-VDM-010, 5B-VDM-009, 5V-VDM-012, 5B-WPN-007, 5B-VDM-006.
pub fn silent(fixed: &Fixed, s: &State, vehicle: ModelId, mount: u8) -> Option<(RuleId, &'static str)> {
    let chassis = fixed.chassis(vehicle)?;
    let hull = s.hull(vehicle)?;
    let own = chassis.mounts.get(usize::from(mount))?;
    if hull.lost.contains(&own.part) {
        Some((rule!("5B-VDM-009"), "why.weapon-lost"))
    } else if hull.silenced.iter().any(|(part, _)| *part == own.part) {
        Some((rule!("5V-VDM-012"), "why.weapon-stunned"))
    } else if hull.spent.contains(&mount) {
        Some((rule!("5B-WPN-007"), "why.one-shot"))
    } else if hull.silent {
        Some((rule!("5B-VDM-006"), "why.vehicle-silent"))
    } else if fixed.edition.shooting == Shooting::Wounds && (!hull.shaken.is_empty() || hull.stunned > 0) {
        Some((rule!("5B-VDM-010"), "why.crew-shaken"))
    } else if own.mounting == Mounting::BoltOn {
        bolt_on(fixed, s, vehicle)
    } else {
        None
    }
}

/// 5V-UPG-007: a bolt-on weapon is fired by a passenger who may fire.
fn bolt_on(fixed: &Fixed, s: &State, vehicle: ModelId) -> Option<(RuleId, &'static str)> {
    let fires = s.passengers(vehicle).any(|unit| super::passengers::no_fire(fixed, s, unit).is_none());
    (!fires).then_some((rule!("5V-UPG-007"), "why.no-gunner"))
}

/// 5B-VSH-001: whether a weapon is defensive.
pub fn is_defensive(fixed: &Fixed, weapon: WeaponId) -> bool {
    // 5B-AMB-028: a weapon with several modes counts by its strongest.
    let own = &fixed.weapon(weapon).weapon;
    let most = fixed.vehicles().defensive.defensive;
    let weak = |mode: &crate::fixed::Weapon| mode.strength.is_some_and(|strength| strength <= most);
    fixed.weapons.iter().filter(|mode| mode.weapon == *own).all(weak)
}

fn is_ordnance(fixed: &Fixed, weapon: WeaponId) -> bool {
    matches!(fixed.weapon(weapon).kind, WeaponType::Ordnance | WeaponType::OrdnanceBarrage)
}

/// What is wrong with one shot of a vehicle, by itself.
pub fn shot_fault(fixed: &Fixed, s: &State, shot: &Shot, before: &[Shot]) -> Option<(RuleId, &'static str)> {
    let mount = shot.mount?;
    if before.iter().any(|other| (other.model, other.mount) == (shot.model, shot.mount)) {
        return Some((rule!("5B-SHO-011"), "why.fired-already"));
    }
    let own = fixed.chassis(shot.model)?.mounts.get(usize::from(mount));
    if !own.is_some_and(|own| own.weapons.contains(&shot.weapon)) {
        return Some((rule!("5B-SHO-011"), "why.no-such-weapon"));
    }
    if let Some(why) = silent(fixed, s, shot.model, mount) {
        return Some(why);
    }
    let sightless = barrage::needs_no_sight(fixed, shot.weapon);
    let found = if sightless {
        in_arc(fixed, s, shot.model, mount, shot.target)
    } else {
        seen(fixed, s, shot.model, mount, shot.target)
    };
    if found.is_empty() {
        return Some((rule!("5B-VSH-003"), "why.out-of-arc"));
    }
    None
}

/// 5B-VSH-001, 5B-VSH-002, 5V-VEH-007 to 5V-VEH-013, 5V-VSH-002, 5V-UPG-005: what is wrong with all shots of a unit together.
pub fn faults(fixed: &Fixed, s: &State, shots: &[Shot]) -> Vec<Violation> {
    let mut wrong = Vec::new();
    let mut models: Vec<ModelId> =
        shots.iter().filter(|shot| fixed.chassis(shot.model).is_some()).map(|shot| shot.model).collect();
    models.sort_unstable();
    models.dedup();
    for model in models {
        let own: Vec<&Shot> = shots.iter().filter(|shot| shot.model == model).collect();
        let arms = speed::arms(fixed, s, model);
        let ordnance = own.iter().filter(|shot| is_ordnance(fixed, shot.weapon)).count();
        let barrage = own.iter().any(|shot| fixed.weapon(shot.weapon).kind == WeaponType::OrdnanceBarrage);
        let braced =
            fixed.kind_of(model).bears("braced-ordnance") || fixed.kind_of(model).has("braced-ordnance");
        let others = own.len() - ordnance;
        if ordnance > 0 && (!arms.ordnance || (barrage && !arms.barrage)) {
            // 5B-WPN-006: a barrage of ordnance is both.
            let also: &[RuleId] = if barrage { rules!["5B-WPN-006"] } else { &[] };
            wrong.push(with(broken(fixed, arms.rule, "why.no-ordnance", &[model]), also));
        } else if ordnance > 1 || (ordnance == 1 && others > 0 && !braced && !lumbers(fixed, model)) {
            let rule = match fixed.edition.vehicle_fire {
                VehicleFire::One => rule!("5B-VSH-002"),
                VehicleFire::Two => arms.rule,
            };
            wrong.push(broken(fixed, rule, "why.ordnance-alone", &[model]));
        }
        let plain = own.iter().filter(|shot| !is_ordnance(fixed, shot.weapon));
        let defensive = plain.clone().filter(|shot| is_defensive(fixed, shot.weapon)).count();
        let main = plain.count() - defensive;
        // What may be fired as a main weapon may be a defensive one.
        let spare = arms.main.map_or(usize::MAX, |most| usize::from(most).saturating_sub(main));
        let too_many = arms.main.is_some_and(|most| main > usize::from(most));
        if too_many || (!arms.defensive && defensive > spare) {
            let extra: &[RuleId] = if is_fast(fixed, model) { rules!["5B-VSH-001"] } else { &[] };
            wrong.push(with(broken(fixed, arms.rule, "why.too-many-weapons", &[model]), extra));
        }
        if fixed.edition.vehicle_fire == VehicleFire::Two {
            let mut targets: Vec<UnitId> = own.iter().map(|shot| shot.target).collect();
            targets.dedup();
            let crew = fixed.chassis(model).map_or(0, |chassis| chassis.crew);
            if targets.len() > 1 && crew < fixed.vehicles().crew.least_crew {
                wrong.push(broken(fixed, rule!("5V-VSH-002"), "why.one-gunner", &[model]));
            }
        }
    }
    wrong
}

fn is_fast(fixed: &Fixed, model: ModelId) -> bool {
    fixed.chassis(model).is_some_and(|chassis| chassis.is(VehicleType::Fast))
}

/// 5X-RUL-010: a Leman Russ fires its turret besides all else.
fn lumbers(fixed: &Fixed, model: ModelId) -> bool {
    fixed.kind_of(model).has("leman-russ")
}

/// 5V-EQP-003, 5V-AMB-079: a weapon with a targeter; 5V-TRA-008, 5V-OPN-006: passengers of a vehicle that moved.
pub fn to_hit(fixed: &Fixed, s: &State, shooter: ModelId, weapon: WeaponId, mut found: ToHit) -> ToHit {
    let mut add = |amount: i8, why: &'static str, rule: RuleId| {
        found.need = found.need.clone().plus(-amount, why, rule);
        found.skill = (i16::from(found.skill) + i16::from(amount)).clamp(0, 10) as u8;
    };
    if fixed.weapon(weapon).has("targeter") && fixed.edition.shooting == Shooting::Hits {
        add(fixed.vehicles().targeter.bs, "need.targeter", rule!("5V-EQP-003"));
    }
    if let Some((amount, rule)) = super::passengers::unsteady(fixed, s, shooter) {
        add(amount, "need.moving-vehicle", rule);
    }
    if found.skill == 0 && fixed.edition.shooting == Shooting::Hits {
        // 5V-HIT-004: seven and more cannot be rolled.
        found.need = Target::new(Need::Impossible, rule!("5V-HIT-004"));
    }
    found
}

/// The shots a vehicle fires at a target by default: as many as it may, the strongest first.
pub fn volley(fixed: &Fixed, s: &State, vehicle: ModelId, target: UnitId) -> Vec<Shot> {
    let Some(chassis) = fixed.chassis(vehicle) else { return Vec::new() };
    let mut all: Vec<Shot> = Vec::new();
    let mut order: Vec<(u8, WeaponId)> = chassis
        .mounts
        .iter()
        .enumerate()
        .flat_map(|(at, mount)| mount.weapons.iter().map(move |weapon| (at as u8, *weapon)))
        .collect();
    order.sort_by_key(|(at, weapon)| (std::cmp::Reverse(fixed.weapon(*weapon).strength), *at));
    for (mount, weapon) in order {
        let shot = Shot { model: vehicle, weapon, target, single: false, mount: Some(mount) };
        if shot_fault(fixed, s, &shot, &all).is_some() {
            continue;
        }
        all.push(shot);
        if !faults(fixed, s, &all).is_empty() {
            all.pop();
        }
    }
    all
}

/// The rules behind the fire of vehicles and of those in them, for the log.
pub fn remarks(fixed: &Fixed, s: &State, attack: &Attack, weapon: WeaponId) -> Vec<RuleId> {
    let mut rules: Vec<RuleId> = Vec::new();
    let variant = fixed.edition.vehicle_fire == VehicleFire::Two;
    let own = s.unit(attack.unit);
    if fixed.is_vehicle(attack.unit) {
        rules.extend(rules!["5B-VSH-004", "5B-VMV-001", "5B-VSH-006", "5B-LOS-004", "5B-CHR-007"]);
        rules.extend(if variant {
            rules!["5V-VSH-001", "5V-VSH-003", "5V-VSH-004"]
        } else {
            rules!["5B-VSH-002"]
        });
        if own.models.len() > 1 {
            rules.extend(if variant { rules!["5V-SQD-006", "5V-SQD-007"] } else { rules!["5B-SQD-003"] });
        }
        let foes = s.enemies(own.side);
        let near = foes
            .into_iter()
            .any(|(_, foe)| s.bodies(attack.unit).any(|(_, body)| crate::state::touch(body, foe)));
        if near && fixed.drives(attack.unit) {
            rules.push(rule!("5B-VSH-005"));
        }
        if fixed.walks(attack.unit) {
            rules.push(rule!("5B-WLK-002"));
        }
        let fires = attack.groups.iter().flat_map(|group| &group.fire);
        let pintle = fires.into_iter().any(|fire| {
            let chassis = fixed.chassis(fire.model);
            let mount = chassis.zip(fire.mount).and_then(|(own, at)| own.mounts.get(usize::from(at)));
            mount.is_some_and(|mount| mount.mounting == Mounting::Pintle)
        });
        if pintle && variant {
            rules.push(rule!("5V-UPG-006"));
        }
        let ordnance = attack.groups.iter().any(|group| is_ordnance(fixed, group.weapon));
        if ordnance && attack.groups.len() > 1 {
            rules.push(if variant { rule!("5V-UPG-005") } else { rule!("5X-RUL-010") });
        }
        let ponderous = fixed.chassis_of(attack.unit).is_some_and(|own| own.is(VehicleType::Ponderous));
        if ponderous && own.moved {
            rules.push(rule!("5V-PON-003"));
        }
        let shocked = own.models.iter().any(|model| s.hull(*model).is_some_and(|hull| hull.shocked));
        if shocked && variant {
            rules.push(rule!("5V-TNK-012"));
        }
        if fixed.weapon(weapon).weapon == "hunter-killer-missile" && variant {
            rules.push(rule!("5V-UPG-012"));
        }
    }
    if let Some(vehicle) = own.aboard.filter(|vehicle| fixed.building(*vehicle).is_some()) {
        rules.extend(crate::buildings::firing::remarks(fixed, s, vehicle));
    } else if let Some(vehicle) = own.aboard {
        rules.extend(rules!["5B-TRA-002", "5B-TRA-010", "5B-TRA-012"]);
        let open = fixed.chassis(vehicle).is_some_and(|chassis| chassis.is(VehicleType::OpenTopped));
        match (open, variant) {
            (true, true) => rules.push(rule!("5V-OPN-005")),
            (true, false) => rules.push(rule!("5B-OPN-002")),
            (false, true) if s.hull(vehicle).is_some_and(|hull| hull.hatch) => {
                rules.extend(rules!["5V-TRA-001", "5V-TRA-002", "5V-TRA-006"]);
            }
            _ => {}
        }
        let ponderous = fixed.chassis(vehicle).is_some_and(|own| own.is(VehicleType::Ponderous));
        if ponderous && variant && s.driven(vehicle) > Length::ZERO {
            rules.push(rule!("5V-PON-004"));
        }
        let shaken = s.hull(vehicle).is_some_and(|hull| !hull.shaken.is_empty());
        if shaken && variant {
            rules.push(rule!("5V-TRA-014"));
        }
    }
    rules
}
