//! What things are called.

use grognard_engine::message::Message;

use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, Side, UnitId};
use crate::state::State;

/// A side by the name of its army.
pub fn side(fixed: &Fixed, side: Side) -> String {
    fixed.data.texts.get(&format!("army.{}", fixed.armies[side.index()])).to_owned()
}

/// A unit: its name in the army list, and a number where there are several.
pub fn unit(fixed: &Fixed, unit: UnitId) -> String {
    let own = fixed.unit(unit);
    let piece = |id: &str| fixed.data.texts.get(&format!("piece.{id}")).to_owned();
    if let Some(house) = fixed.building_of(unit) {
        return format!("{} ({})", piece(&own.unit), fixed.feature_of(house).id);
    }
    if let Some(house) = fixed.party_at(unit) {
        let feature = fixed.feature_of(house);
        let message = Message::new("scene.roof-party").text("building", piece(&feature.piece.id));
        return fixed.data.texts.render(&message);
    }
    // 5V-ART-007: a gun that is struck for itself.
    if let Some(gun) = own.models.first().filter(|_| fixed.is_gun_unit(unit)) {
        return model(fixed, *gun);
    }
    let name = fixed.data.texts.get(&format!("unit.{}", own.unit)).to_owned();
    let same = |other: &&crate::fixed::UnitSpec| {
        let gun = other.models.first().is_some_and(|model| fixed.is_gun(*model));
        other.side == own.side && other.unit == own.unit && !gun
    };
    let before = fixed.units[..unit.index()].iter().filter(same).count();
    let several = fixed.units.iter().filter(same).count() > 1;
    if several { format!("{name} {}", before + 1) } else { name }
}

/// A model by its kind and its number.
pub fn model(fixed: &Fixed, model: ModelId) -> String {
    let kind = fixed.kind_of(model);
    let kind_of = if fixed.building(model).is_some() { "piece" } else { "model" };
    let key = format!("{kind_of}.{}", kind.id);
    let name = if fixed.data.texts.has(&key) { fixed.data.texts.get(&key) } else { &kind.id };
    format!("{name} ({})", fixed.name(model))
}

/// A weapon profile.
pub fn weapon(fixed: &Fixed, weapon: WeaponId) -> String {
    let own = fixed.weapon(weapon);
    // A psychic shooting attack has the name of its power.
    let kind = if own.has("psychic") { "power" } else { "weapon" };
    let name = fixed.data.texts.get(&format!("{kind}.{}", own.weapon)).to_owned();
    match &own.mode {
        Some(mode) => {
            let key = format!("mode.{mode}");
            format!("{name}: {}", fixed.data.texts.get(&key))
        }
        None => name,
    }
}

/// The first living model of a unit.
pub fn first_model(fixed: &Fixed, s: &State, unit: UnitId) -> Option<String> {
    let there = s.unit(unit).models.first();
    let gun = || fixed.unit(unit).models.first().filter(|model| s.stands(**model));
    there.or_else(gun).map(|model| fixed.name(*model).to_owned())
}

/// A close combat weapon.
pub fn blade(fixed: &Fixed, blade: crate::fixed::BladeId) -> String {
    let id = &fixed.blade_of(blade).id;
    // A grenade that is clamped on or struck with has its name among the grenades.
    let grenade = format!("grenade.{id}");
    let key = match id.as_str() {
        "none" => "weapon.bare-hands".to_owned(),
        _ if fixed.data.texts.has(&grenade) => grenade,
        _ => format!("weapon.{id}"),
    };
    fixed.data.texts.get(&key).to_owned()
}
