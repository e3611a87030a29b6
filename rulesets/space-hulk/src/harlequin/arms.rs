//! What Harlequins carry: SH-HRL-003. Each pair of weapons the rule allows is a role of its own.

use crate::force::points::Points;
use crate::harlequin::Rank;
use crate::numbers::TroupePrices;
use crate::profile::{Melee, Profile, Ranged};

/// One of the two.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Arm {
    Pistol,
    Blade(Melee),
}

/// What there is to choose from, by the word a role is called by.
const ARMS: [(Arm, &str); 6] = [
    (Arm::Blade(Melee::Kiss), "kiss"),
    (Arm::Pistol, "pistol"),
    (Arm::Blade(Melee::Chainsword), "chainsword"),
    (Arm::Blade(Melee::PowerSword), "sword"),
    (Arm::Blade(Melee::PowerAxe), "axe"),
    (Arm::Blade(Melee::PowerGlove), "glove"),
];

/// What a weapon costs beside the body, in twelfths.
fn price(prices: &TroupePrices, arm: Arm) -> u8 {
    match arm {
        Arm::Blade(Melee::Kiss) => prices.kiss,
        Arm::Blade(Melee::PowerAxe | Melee::PowerGlove) => prices.heavy,
        _ => 0,
    }
}

/// SH-HRL-003: the roles a body stands for, itself with what its own line says among them; only who leads has the Kiss,
/// and nobody two.
pub fn armed(body: Profile, prices: &TroupePrices) -> Vec<Profile> {
    if !body.two_arms {
        return vec![body];
    }
    let leads = body.rank.is_some_and(Rank::leads);
    let mut all = Vec::new();
    for (at, (first, one)) in ARMS.iter().enumerate() {
        for (second, other) in &ARMS[at..] {
            let kisses = [first, second].into_iter().filter(|arm| **arm == Arm::Blade(Melee::Kiss)).count();
            if kisses > usize::from(leads) {
                continue;
            }
            let pair = [*first, *second];
            let pistols = pair.iter().filter(|arm| **arm == Arm::Pistol).count();
            let blades = pair.iter().filter_map(|arm| match arm {
                Arm::Blade(blade) => Some(*blade),
                Arm::Pistol => None,
            });
            let more: u8 = pair.iter().map(|arm| price(prices, *arm)).sum();
            let name = match (pistols, *one, *other) {
                // What its own line says.
                (1, "pistol", "chainsword") => body.name.clone(),
                (_, one, other) if one == other => format!("{}-{one}s", body.name),
                (_, one, other) => format!("{}-{one}-{other}", body.name),
            };
            all.push(Profile {
                name,
                ranged: (pistols > 0).then_some(Ranged::ShurikenPistol),
                pair: pistols > 1,
                melee: blades.collect(),
                price: body.price.map(|price| price + Points::twelfths(more)),
                ..body.clone()
            });
        }
    }
    all
}
