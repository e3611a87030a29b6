//! A vehicle as mustered: its chassis and its weapons.

use grognard_space::table::{Length, Side};

use super::{Chassis, Mount};
use crate::data::amount::Score;
use crate::data::troops::{Base, Profile, ProfileOfVariant, Type, UnitOption};
use crate::data::vehicles::{CrewArmour, Mounted, Mounting, VehicleProfile};
use crate::fixed::{Fixed, Played};
use grognard_tabletop::ruler::Inches;

/// The profile of a vehicle in the words of creatures, for what treats both alike.
pub fn profile(own: &VehicleProfile) -> Profile {
    let walks = own.ws > 0;
    let base = match (own.base, own.hull) {
        (Some(base), _) => base,
        (None, Some([long, wide])) => Base::Hull([long, wide]),
        (None, None) => Base::Round(60),
    };
    Profile {
        id: own.id.clone(),
        source: own.source.clone(),
        origin: own.origin,
        kind: if walks { Type::Walker } else { Type::Vehicle },
        ws: own.ws,
        bs: own.bs,
        s: own.s,
        t: 0,
        w: 1,
        i: own.i,
        a: own.a,
        ld: 0,
        sv: Score(None),
        inv: Score(None),
        roles: Vec::new(),
        variant: ProfileOfVariant {
            m: own.variant.m.unwrap_or(Inches(Length::ZERO)),
            impervious: Score(None),
            role: None,
        },
        base,
        height: own.height,
    }
}

/// An option changes the weapons of a vehicle: one weapon it loses, for each it gains. Whether it could be taken.
pub fn take_option(mounted: &mut Vec<Mounted>, option: &UnitOption) {
    for item in &option.lose {
        if let Some(at) = mounted.iter().position(|mounted| mounted.weapon == *item) {
            if mounted[at].count > 1 {
                mounted[at].count -= 1;
            } else {
                mounted.remove(at);
            }
        }
    }
    if let Some(mount) = option.mount {
        for item in &option.gain {
            mounted.push(Mounted { weapon: item.clone(), mount, count: 1, built_in: None, bs: None });
        }
    }
}

/// The chassis of a vehicle with the weapons it has.
pub fn chassis(
    fixed: &mut Fixed,
    own: &VehicleProfile,
    mounted: &[Mounted],
    carries: &[String],
    printed: &[Mounted],
) -> Result<Chassis, String> {
    let variant = fixed.played == Played::Variant;
    let mut mounts: Vec<Mount> = Vec::new();
    let mut right = false;
    for entry in mounted {
        for _ in 0..entry.count {
            let side = if matches!(entry.mount, Mounting::Sponson | Mounting::SideDoor) {
                right = !right;
                if right { Side::Left } else { Side::Right }
            } else {
                Side::Front
            };
            let part = entry
                .built_in
                .as_ref()
                .and_then(|into| mounts.iter().find(|mount| mount.item == *into))
                .map_or(mounts.len() as u8, |mount| mount.part);
            let weapons = fixed.arm_vehicle(&entry.weapon);
            let blade = fixed.blade(&entry.weapon)?;
            mounts.push(Mount {
                item: entry.weapon.clone(),
                weapons,
                blade,
                mounting: entry.mount,
                side,
                part,
            });
        }
    }
    let has = |item: &str| carries.iter().any(|own| own == item);
    let mut crew_armour = own.variant.crew_armour;
    if has("light-crew-armour") {
        crew_armour = crew_armour.max(CrewArmour::Light);
    }
    if has("heavy-crew-armour") {
        crew_armour = crew_armour.max(CrewArmour::Heavy);
    }
    let mut types = own.types.clone();
    if variant {
        types.extend(own.variant.types.iter().copied());
    }
    let mut arms = 0;
    for entry in printed {
        arms += if fixed.blade(&entry.weapon)?.is_some() { entry.count } else { 0 };
    }
    Ok(Chassis {
        arms,
        types,
        front: own.front,
        side: own.side,
        rear: own.rear,
        capacity: own.capacity,
        access: own.access.clone(),
        fire_points: own.fire_points.clone(),
        crew: own.variant.crew,
        crew_armour,
        mounts,
    })
}
