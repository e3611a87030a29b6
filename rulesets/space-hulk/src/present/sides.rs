//! What the two sides are called: after who fights on them. The seats keep their names in answers.

use crate::Fixed;
use crate::mission::Model;
use crate::profile::{Folk, Profile};
use crate::table::Side;
use crate::weapon::Class;

/// The key of a side's name.
pub fn side_key(fixed: &Fixed, side: Side) -> &'static str {
    let mission = &fixed.mission;
    let crew = mission.crew as usize;
    let marines = common(fixed, &mission.squad[..crew]);
    match side {
        Side::Marine => marines,
        Side::Stealer if fixed.enemy.is_none() => "side.stealer",
        Side::Stealer => match common(fixed, &mission.squad[crew..]) {
            // Brothers fight each other: only one side can have the name.
            same if same == marines => "side.renegades",
            other => other,
        },
    }
}

/// What all of some models are.
fn common(fixed: &Fixed, models: &[Model]) -> &'static str {
    let mut all: Vec<_> = models.iter().map(|model| kind(&fixed.data.profiles[model.profile])).collect();
    all.sort_unstable();
    all.dedup();
    match all[..] {
        [only] => only,
        ["side.marine", "side.power-armour"] => "side.power-armour",
        ["side.eldar", "side.harlequins"] => "side.eldar",
        [] => "side.marine",
        _ => "side.mixed",
    }
}

/// What a model is.
fn kind(profile: &Profile) -> &'static str {
    match (profile.folk, profile.class) {
        (Folk::Eldar, _) => "side.eldar",
        (Folk::Harlequin, _) => "side.harlequins",
        (Folk::Hybrid | Folk::Tyranid, _) => "side.stealer",
        (Folk::Human, Class::PowerArmour) if profile.wounds <= 1 => "side.power-armour",
        (Folk::Human, Class::PowerArmour | Class::Hybrid) => "side.guard",
        (Folk::Human, _) => "side.marine",
    }
}
