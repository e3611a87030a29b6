//! Names for people.

use grognard_engine::message::Message;
use grognard_space::table::Length;

use crate::choice::unit_name;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, Side, UnitId};
use crate::state::State;

/// A unit as answers name it, with what it is: `Levy Rifles (red-3)`. This is what cases read; people are told
/// [`unit_in`].
pub fn unit(fixed: &Fixed, id: UnitId) -> String {
    let name = unit_name(fixed, id);
    match fixed.units.get(id.index()) {
        Some(spec) => format!("{} ({name})", sheet(fixed, spec.sheet)),
        None => name,
    }
}

/// A model as answers name it, with what it is: `Rifle red-3.2`. People are told [`model_in`].
pub fn model(fixed: &Fixed, id: ModelId) -> String {
    format!("{} {}", kind(fixed, id), fixed.name(id))
}

/// A sentence with every unit and model called as people are told, and single things in the singular.
pub fn told(fixed: &Fixed, sentence: String) -> String {
    let mut told = sentence;
    for at in 0..fixed.units.len() as u16 {
        let (id, spec) = (UnitId(at), &fixed.units[at as usize]);
        if told.contains(fixed.units[at as usize].side.id()) {
            told = told.replace(&unit(fixed, id), &called(fixed, spec.side, spec.sheet, id));
        }
    }
    // Where models of both sides are spoken of, their numbers alone do not tell them apart.
    let named =
        |of: Side| (0..fixed.models.len() as u16).map(ModelId).any(|id| names_it(fixed, &told, id, of));
    let both = Side::BOTH.into_iter().all(named);
    // From the last: `red-1.1` begins `red-1.10`.
    for model_id in (0..fixed.models.len() as u16).rev().map(ModelId) {
        if told.contains(fixed.name(model_id)) {
            told = told.replace(&model(fixed, model_id), &model_in(fixed, model_id));
            let plain = if both { sided(fixed, model_id) } else { number(fixed, model_id) };
            told = told.replace(fixed.name(model_id), &plain);
        }
    }
    // `1 wounds>1 wound|…`: the sentences of events have one form for every number.
    for (many, one) in fixed.data.texts.get("told.single").split('|').filter_map(|pair| pair.split_once('>'))
    {
        let alone = |at: usize| !told[..at].ends_with(|before: char| before.is_ascii_digit());
        if let Some(at) = told.match_indices(many).map(|(at, _)| at).find(|at| alone(*at)) {
            told.replace_range(at..at + many.len(), one);
        }
    }
    told
}

/// Whether a sentence names a model of a side by its number alone.
fn names_it(fixed: &Fixed, sentence: &str, id: ModelId, of: Side) -> bool {
    fixed.name(id).starts_with(of.id())
        && sentence.contains(fixed.name(id))
        && !sentence.contains(&model(fixed, id))
}

/// A model by its side and number: `Red 3.2`.
fn sided(fixed: &Fixed, id: ModelId) -> String {
    let of = fixed.name(id).split('-').next().and_then(Side::named);
    of.map_or_else(|| number(fixed, id), |of| format!("{} {}", side(fixed, of), number(fixed, id)))
}

/// A unit, which may have been made by a split: `Red Levy Rifles 3`.
pub fn unit_in(fixed: &Fixed, s: &State, id: UnitId) -> String {
    if s.unit_exists(id) { called(fixed, s.unit(id).side, s.unit(id).sheet, id) } else { unit(fixed, id) }
}

/// A unit by its side and datasheet, with the mark its models carry on the table.
fn called(fixed: &Fixed, of: Side, at: u8, id: UnitId) -> String {
    let message = Message::new("name.unit")
        .text("side", side(fixed, of))
        .text("unit", sheet(fixed, at))
        .text("mark", mark(fixed, id));
    fixed.data.texts.render(&message)
}

/// The mark of a unit on the table: its number, with a sign where it was made by a split.
pub fn mark(fixed: &Fixed, id: UnitId) -> String {
    let name = unit_name(fixed, id);
    let number = name.rsplit('-').next().unwrap_or_default();
    if name.starts_with("split") { format!("{number}s") } else { number.to_owned() }
}

/// A datasheet's name.
pub fn sheet(fixed: &Fixed, at: u8) -> String {
    let id = fixed.data.sheets.get(at as usize).map_or("", |sheet| sheet.id.as_str());
    fixed.data.texts.get(&format!("sheet.{id}")).to_owned()
}

/// A model: `Red Rifle 3.2`.
pub fn model_in(fixed: &Fixed, id: ModelId) -> String {
    let of = fixed.name(id).split('-').next().unwrap_or_default();
    let of = Side::named(of).map_or_else(String::new, |of| side(fixed, of));
    let message = Message::new("name.model")
        .text("side", of)
        .text("model", kind(fixed, id))
        .text("number", number(fixed, id));
    fixed.data.texts.render(&message)
}

/// What a model is: `Rifle`.
pub fn kind(fixed: &Fixed, id: ModelId) -> String {
    let kind = fixed.kind(id);
    let sheet = fixed.data.sheets.get(kind.sheet).map_or("", |sheet| sheet.id.as_str());
    fixed.data.texts.get(&format!("model.{sheet}.{}", kind.profile.id)).to_owned()
}

/// A model's number as it stands on the table: `3.2`.
pub fn number(fixed: &Fixed, id: ModelId) -> String {
    let name = fixed.name(id);
    name.split_once('-').map_or(name, |(_, number)| number).to_owned()
}

/// A weapon, whichever of its profiles is used.
pub fn weapon_whole(fixed: &Fixed, id: WeaponId) -> String {
    fixed.data.texts.get(&format!("weapon.{}", fixed.weapon(id).id)).to_owned()
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
