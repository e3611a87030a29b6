//! What the biggest Tyranids grow: SH-TYR-008. Each combination the rule allows is a type of its own.

use crate::numbers::Growth;
use crate::profile::{Grows, Melee, Profile, Ranged};

/// Ranged weapons to choose from, by name.
const RANGED: [(Ranged, &str); 7] = [
    (Ranged::FleshBorer, "flesh-borer"),
    (Ranged::SpikeRifle, "spike-rifle"),
    (Ranged::Strangleweb, "strangleweb"),
    (Ranged::Flamespurt, "flamespurt"),
    (Ranged::Spinefist, "spinefist"),
    (Ranged::Deathspitter, "deathspitter"),
    (Ranged::VenomCannon, "venom-cannon"),
];

/// Two weapons of close assault: what is swung, and how many of them are spinefists.
const CLOSE: [(&[Melee], u8, &str); 6] = [
    (&[Melee::BoneSwords], 0, "swords"),
    (&[Melee::BoneSword, Melee::LashWhip], 0, "sword-whip"),
    (&[Melee::BoneSword], 1, "sword-fist"),
    (&[Melee::LashWhip], 1, "whip-fist"),
    (&[Melee::LashWhip, Melee::LashWhip], 0, "whips"),
    (&[], 2, "fists"),
];

/// What a ranged weapon costs beside the body.
fn price(growth: &Growth, weapon: Ranged) -> u8 {
    match weapon {
        Ranged::Spinefist | Ranged::Deathspitter => 0,
        Ranged::VenomCannon => growth.venom_cannon,
        _ => growth.other,
    }
}

fn shooting(body: &Profile, growth: &Growth, weapon: Ranged, name: &str) -> Profile {
    Profile {
        name: format!("{}-{name}", body.name),
        ranged: Some(weapon),
        cost: body.cost.map(|cost| cost.saturating_add(price(growth, weapon))),
        grows: None,
        grown: true,
        body: Some(body.kind().to_owned()),
        ..body.clone()
    }
}

fn fighting(body: &Profile, melee: &[Melee], fists: u8, name: &str) -> Profile {
    let mut profile = Profile {
        name: format!("{}-{name}", body.name),
        melee: melee.to_vec(),
        grows: None,
        grown: true,
        body: Some(body.kind().to_owned()),
        ..body.clone()
    };
    for _ in 0..fists {
        // A spinefist fires either way; several are one gun to fire with, but each counts in close assault.
        match profile.ranged {
            _ if profile.carries(Ranged::Spinefist) => profile.more_fists += 1,
            None => profile.ranged = Some(Ranged::Spinefist),
            Some(_) => profile.extra.push(Ranged::Spinefist),
        }
    }
    profile
}

/// SH-TYR-008: the types a body stands for; itself, where it grows nothing.
pub fn grown(body: Profile, growth: &Growth) -> Vec<Profile> {
    let armed = |body: &Profile| -> Vec<Profile> {
        RANGED.iter().map(|(weapon, name)| shooting(body, growth, *weapon, name)).collect()
    };
    let clawed = |body: &Profile| -> Vec<Profile> {
        CLOSE.iter().map(|(melee, fist, name)| fighting(body, melee, *fist, name)).collect()
    };
    match body.grows {
        None => vec![body],
        Some(Grows::OneOrTwo) => armed(&body).into_iter().chain(clawed(&body)).collect(),
        Some(Grows::OneAndTwo) => armed(&body).iter().flat_map(clawed).collect(),
    }
}
