//! Datasheets as they are printed, for those who muster an army: what each kind of model can do, and every weapon it has or
//! may take.

use grognard_engine::client::{CardCell, CardTable};

use super::datasheet::{WEAPON_HEADS, ability_key, kind_key, range};
use super::names;
use crate::data::Data;
use crate::data::amount::{Move, Stat, Strength};
use crate::data::sheet::{Model, Sheet, Weapon};

/// The characteristics in the order of the book, with the rule of each.
const STATS: [(&str, &str); 9] = [
    ("M", "9E-DAT-006"),
    ("WS", "9E-DAT-007"),
    ("BS", "9E-DAT-008"),
    ("S", "9E-DAT-009"),
    ("T", "9E-DAT-010"),
    ("W", "9E-DAT-011"),
    ("A", "9E-DAT-012"),
    ("Ld", "9E-DAT-013"),
    ("Sv", "9E-DAT-014"),
];

/// The profiles of a datasheet, and the weapons of its models and options.
pub fn tables(data: &Data, sheet: &Sheet) -> Vec<CardTable> {
    let mut ids: Vec<&str> = Vec::new();
    let carried = sheet.models.iter().flat_map(|model| &model.weapons);
    for id in carried.chain(sheet.options.iter().map(|option| &option.gain)) {
        if !ids.contains(&id.as_str()) {
            ids.push(id);
        }
    }
    let weapons: Vec<&Weapon> = ids.iter().filter_map(|id| data.weapons.get(*id)).collect();
    let mut all = vec![profiles(data, sheet)];
    if !weapons.is_empty() {
        all.push(arms(data, &weapons));
    }
    all
}

fn plain(text: String) -> CardCell {
    CardCell { text, ..CardCell::default() }
}

/// 9E-DAT-006 to 9E-DAT-014: a row for each kind of model; a star is looked up in the damage table.
fn profiles(data: &Data, sheet: &Sheet) -> CardTable {
    let mut heads = vec![plain(data.texts.get("card.models").to_owned())];
    heads.extend(STATS.map(|(key, rule)| CardCell {
        text: key.to_owned(),
        about: Some(data.texts.get(&format!("card.stat.{key}")).to_owned()),
        rule: Some(rule.to_owned()),
    }));
    let row = |model: &Model| {
        let name = data.texts.get(&format!("model.{}.{}", sheet.id, model.id)).to_owned();
        let movement = match model.m {
            Move::Inches(distance) => names::length(distance.0.0),
            Move::Random(dice) => format!("{dice}\""),
            Move::Between(least, most) => format!("{}-{}", names::length(least.0.0), names::length(most.0.0)),
            Move::None => "-".to_owned(),
            Move::Table => "*".to_owned(),
        };
        let cells = [
            name,
            movement,
            stat(&model.ws, |need| format!("{}+", need.0)),
            stat(&model.bs, |need| format!("{}+", need.0)),
            stat(&model.s, u8::to_string),
            model.t.to_string(),
            model.w.to_string(),
            stat(&model.a, ToString::to_string),
            stat(&model.ld, u8::to_string),
            format!("{}+", model.sv.0),
        ];
        cells.map(plain).into()
    };
    CardTable { heads, rows: sheet.models.iter().map(row).collect() }
}

fn stat<T>(stat: &Stat<T>, said: impl Fn(&T) -> String) -> String {
    match stat {
        Stat::Is(value) => said(value),
        Stat::None => "-".to_owned(),
        Stat::Table => "*".to_owned(),
    }
}

/// 9E-DAT-021 to 9E-DAT-028: a row for each profile of each weapon.
fn arms(data: &Data, weapons: &[&Weapon]) -> CardTable {
    let heads = WEAPON_HEADS.map(|(key, rule)| CardCell {
        text: data.texts.get(&format!("card.weapon.{key}")).to_owned(),
        about: Some(data.texts.get(&format!("card.weapon-about.{key}")).to_owned()),
        rule: Some(rule.to_owned()),
    });
    let rows = weapons.iter().flat_map(|weapon| {
        weapon.profiles.iter().map(|profile| {
            let key = if profile.id.is_empty() {
                weapon.id.clone()
            } else {
                format!("{}-{}", weapon.id, profile.id)
            };
            let kind = data.texts.get(kind_key(profile.kind));
            let attacks = profile.attacks.map(|attacks| attacks.to_string()).unwrap_or_default();
            let reach = range(profile);
            let abilities: Vec<_> =
                profile.abilities.iter().map(|own| data.texts.get(ability_key(*own))).collect();
            let cells = [
                data.texts.get(&format!("weapon.{key}")).to_owned(),
                if reach.is_empty() { "-".to_owned() } else { reach },
                format!("{kind} {attacks}").trim().to_owned(),
                strength(data, profile.strength),
                profile.ap.to_string(),
                profile.damage.to_string(),
                abilities.join("; "),
            ];
            cells.map(plain).into()
        })
    });
    CardTable { heads: heads.into(), rows: rows.collect() }
}

/// 9E-DAT-024: as it is written; the user's own where it says so.
fn strength(data: &Data, strength: Strength) -> String {
    match strength {
        Strength::Is(own) => own.to_string(),
        Strength::User => data.texts.get("card.user").to_owned(),
        Strength::Plus(more) => format!("+{more}"),
        Strength::Times(times) => format!("x{times}"),
    }
}
