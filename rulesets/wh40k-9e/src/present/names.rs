//! Names for people.

use grognard_space::table::Length;

use crate::choice::unit_name;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, Side, UnitId};
use crate::state::State;

/// A unit: `Levy Rifles (red-3)`.
pub fn unit(fixed: &Fixed, id: UnitId) -> String {
    let name = unit_name(fixed, id);
    match fixed.units.get(id.index()) {
        Some(spec) => format!("{} ({name})", sheet(fixed, spec.sheet)),
        None => name,
    }
}

/// A unit that may have been made by a split.
pub fn unit_in(fixed: &Fixed, s: &State, id: UnitId) -> String {
    if s.unit_exists(id) {
        format!("{} ({})", sheet(fixed, s.unit(id).sheet), unit_name(fixed, id))
    } else {
        unit(fixed, id)
    }
}

/// A datasheet's name.
pub fn sheet(fixed: &Fixed, at: u8) -> String {
    let id = fixed.data.sheets.get(at as usize).map_or("", |sheet| sheet.id.as_str());
    fixed.data.texts.get(&format!("sheet.{id}")).to_owned()
}

/// A model: `Rifle red-3.2`.
pub fn model(fixed: &Fixed, id: ModelId) -> String {
    let kind = fixed.kind(id);
    let sheet = fixed.data.sheets.get(kind.sheet).map_or("", |sheet| sheet.id.as_str());
    format!("{} {}", fixed.data.texts.get(&format!("model.{sheet}.{}", kind.profile.id)), fixed.name(id))
}

/// A weapon profile.
pub fn weapon(fixed: &Fixed, id: WeaponId, profile: u8) -> String {
    let weapon = fixed.weapon(id);
    let key = match weapon.profiles.get(profile as usize) {
        Some(arm) if !arm.profile.id.is_empty() => format!("weapon.{}-{}", weapon.id, arm.profile.id),
        _ => format!("weapon.{}", weapon.id),
    };
    fixed.data.texts.get(&key).to_owned()
}

/// A side.
pub fn side(fixed: &Fixed, side: Side) -> String {
    fixed.data.texts.get(if side == Side::Red { "side.red" } else { "side.blue" }).to_owned()
}

/// A power.
pub fn power(fixed: &Fixed, at: u8) -> String {
    let id = fixed.data.powers.get(at as usize).map_or("", |power| power.id.as_str());
    fixed.data.texts.get(&format!("power.{id}")).to_owned()
}

/// A length in inches.
pub fn length(value: i32) -> String {
    Length(value).to_string()
}
