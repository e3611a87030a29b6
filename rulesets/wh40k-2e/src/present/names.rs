//! What things are called.

use crate::fixed::{Fixed, MeleeId, WeaponId};
use crate::ids::{ModelId, Side, UnitId};
use crate::state::State;

/// A side by the name of its army.
pub fn side(fixed: &Fixed, side: Side) -> String {
    fixed.data.texts.get(&format!("army.{}", fixed.armies[side.index()])).to_owned()
}

/// A unit: its name in the army list, and a number where there are several.
pub fn unit(fixed: &Fixed, unit: UnitId) -> String {
    let own = fixed.unit(unit);
    let key = format!("unit.{}", own.unit);
    let key = if fixed.data.texts.has(&key) { key } else { format!("vehicle.{}", own.unit) };
    let name = fixed.data.texts.get(&key).to_owned();
    let same = |other: &&crate::fixed::UnitSpec| other.side == own.side && other.unit == own.unit;
    let before = fixed.units[..unit.index()].iter().filter(same).count();
    let several = fixed.units.iter().filter(same).count() > 1;
    if several { format!("{name} {}", before + 1) } else { name }
}

/// A model by its kind and its number.
pub fn model(fixed: &Fixed, model: ModelId) -> String {
    let kind = fixed.kind_of(model);
    let set = match (kind.datafax, kind.unit.as_str()) {
        (Some(_), _) => "vehicle",
        (None, "crew") => "crew",
        _ => "model",
    };
    let key = format!("{set}.{}", kind.id);
    let name = if fixed.data.texts.has(&key) { fixed.data.texts.get(&key) } else { &kind.id };
    format!("{name} ({})", fixed.name(model))
}

/// A weapon profile.
pub fn weapon(fixed: &Fixed, weapon: WeaponId) -> String {
    let own = fixed.weapon(weapon);
    let name = fixed.data.texts.get(&format!("weapon.{}", own.weapon)).to_owned();
    match &own.profile {
        Some(profile) => {
            let key = format!("ammunition.{}.{profile}", own.weapon);
            // A launcher fires what is a weapon of its own.
            let loaded = format!("weapon.{profile}");
            let key = if fixed.data.texts.has(&key) { key } else { loaded };
            format!("{name}: {}", fixed.data.texts.get(&key))
        }
        None => name,
    }
}

/// The first living model of a unit.
pub fn first_model(fixed: &Fixed, s: &State, unit: UnitId) -> Option<String> {
    s.unit(unit).models.first().map(|model| fixed.name(*model).to_owned())
}

/// A location of a vehicle.
pub fn location(fixed: &Fixed, model: ModelId, location: u8) -> String {
    let own = crate::vehicles::datafax(fixed, model).and_then(|own| own.location.get(usize::from(location)));
    own.map_or_else(String::new, |own| fixed.data.texts.get(&format!("location.{}", own.id)).to_owned())
}

/// A post of a vehicle's crew.
pub fn post(fixed: &Fixed, vehicle: Option<ModelId>, post: u8) -> String {
    let own = vehicle.and_then(|vehicle| crate::vehicles::datafax(fixed, vehicle));
    let id = own.and_then(|own| own.crew.get(usize::from(post))).map_or("", |crew| crew.post.as_str());
    let key = format!("post.{id}");
    if fixed.data.texts.has(&key) { fixed.data.texts.get(&key).to_owned() } else { id.to_owned() }
}

/// What is used against a vehicle or a building.
pub fn tool(fixed: &Fixed, tool: crate::choice::Tool) -> String {
    match tool {
        crate::choice::Tool::Fists => melee(fixed, None),
        crate::choice::Tool::Hand(id) => melee(fixed, Some(id)),
        crate::choice::Tool::Ranged(id) => weapon(fixed, id),
    }
}

/// A piece of terrain by its kind and its name on the table.
pub fn feature(fixed: &Fixed, feature: u8) -> String {
    let Some(own) = fixed.battlefield.features.get(usize::from(feature)) else { return String::new() };
    let key = format!("piece.{}", own.piece.id);
    let name = if fixed.data.texts.has(&key) { fixed.data.texts.get(&key) } else { &own.piece.id };
    format!("{name} ({})", own.id)
}

/// A kind of terrain.
pub fn piece(fixed: &Fixed, piece: u16) -> String {
    let id = crate::laying::piece(&fixed.data, piece).map_or("", |piece| piece.id.as_str());
    let key = format!("piece.{id}");
    (if fixed.data.texts.has(&key) { fixed.data.texts.get(&key) } else { id }).to_owned()
}

/// A wargear card.
pub fn card(fixed: &Fixed, card: u8) -> String {
    let id = fixed.data.cards.get(usize::from(card)).map_or("", |card| &card.id);
    fixed.data.texts.get(&format!("card.{id}")).to_owned()
}

/// A mission card.
pub fn mission(fixed: &Fixed, mission: u8) -> String {
    let id = fixed.data.missions.get(usize::from(mission)).map_or("", |mission| &mission.id);
    fixed.data.texts.get(&format!("mission.{id}")).to_owned()
}

/// A psychic power.
pub fn power(fixed: &Fixed, power: u8) -> String {
    let id = fixed.data.powers.get(usize::from(power)).map_or("", |power| &power.id);
    fixed.data.texts.get(&format!("power.{id}")).to_owned()
}

/// A lasting marker.
pub fn marker(fixed: &Fixed, kind: u8) -> String {
    let id = fixed.data.markers.lasting.get(usize::from(kind)).map_or("", |marker| &marker.id);
    fixed.data.texts.get(&format!("marker.{id}")).to_owned()
}

/// A weapon as it is used in hand-to-hand combat.
pub fn melee(fixed: &Fixed, weapon: Option<MeleeId>) -> String {
    let Some(weapon) = weapon else { return fixed.data.texts.get("option.fists").to_owned() };
    let own = fixed.melee(weapon);
    let name = fixed.data.texts.get(&format!("weapon.{}", own.weapon)).to_owned();
    match &own.profile {
        Some(profile) => {
            let key = format!("ammunition.{}.{profile}", own.weapon);
            format!("{name}: {}", fixed.data.texts.get(&key))
        }
        None => name,
    }
}
