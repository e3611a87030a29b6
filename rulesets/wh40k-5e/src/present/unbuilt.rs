//! What army lists offer and no rule here knows yet. A card says so: nobody pays for it unawares.

use crate::fixed::{Fixed, Kind};
use crate::play::powers;

/// Special rules and equipment without effect.
pub const UNBUILT: [&str; 34] = [
    "repair-5",
    "repair-4",
    "machine-spirit",
    "special-operations",
    "lone-arrival",
    "rocket-run",
    "glory-hogs",
    "extra-klaw",
    "master-strategist",
    "warp-jump",
    "mixed-types",
    "stealth-field",
    "siege-shield",
    "enclosed-crew",
    "camo-nets",
    "disruption-pod",
    "warphead",
    "bosspole",
    "meks-tools",
    "weapon-platform",
    "champion",
    "company-standard",
    "servo-harness",
    "regimental-standard",
    "snares",
    "ammo-runt",
    "bladestorm",
    "shimmershield",
    "war-shout",
    "veil-of-tears",
    "vectored-engines",
    "star-engines",
    "shield-drone",
    "living-battering-ram",
];

/// What a model has that does nothing, by name.
pub fn of(fixed: &Fixed, kind: &Kind) -> Vec<String> {
    let texts = &fixed.data.texts;
    let name = |id: &String| {
        let kinds = ["power", "ability", "item", "option"];
        let found = kinds.iter().map(|kind| format!("{kind}.{id}")).find(|key| texts.has(key));
        found.map_or_else(|| id.clone(), |key| texts.get(&key).to_owned())
    };
    let idle = |id: &&String| {
        let power = fixed.data.powers.get(*id);
        let power = power.is_some_and(|power| power.attack.is_none() && !powers::is_built(id));
        power || UNBUILT.contains(&id.as_str())
    };
    kind.rules.iter().chain(&kind.carries).filter(idle).map(name).collect()
}
