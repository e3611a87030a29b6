//! Army lists as documents: units with models, options and powers, every breach and the points as one writes.
//!
//! A list is checked by the variant's options, which are those of the base and some more; both sets buy by the same prices.

use std::collections::{BTreeMap, BTreeSet};

use grognard_engine::client::{DocumentCheck, DocumentChoice, DocumentFault, Fact};
use grognard_engine::document;
use grognard_engine::message::Message;

use crate::data::Data;
use crate::data::troops::{Force, ForceUnit, UnitOption};
use crate::fixed::{Played, Wanted};
use crate::roster::{self, Breach};

/// The kind of army lists.
pub const ARMY: &str = "army";

/// Everything that is wrong with a document.
pub fn check(data: &Data, kind: &str, text: &str) -> DocumentCheck {
    if kind == ARMY { document::checked(text, |force| army(data, &force)) } else { DocumentCheck::default() }
}

/// A unit of a list as it is mustered.
fn wanted(force: &Force, unit: &ForceUnit) -> Wanted {
    let place = |id: &String| force.unit.iter().position(|other| other.id == *id);
    Wanted {
        army: force.army.clone(),
        unit: unit.unit.clone(),
        models: unit.models.clone(),
        options: unit.options.clone(),
        dedicated_to: unit.dedicated_to.as_ref().and_then(place),
        joins: None,
        powers: unit.powers.clone(),
    }
}

/// Everything the rules have against an army, and what it comes to.
fn army(data: &Data, force: &Force) -> DocumentCheck {
    let units: Vec<Wanted> = force.unit.iter().map(|unit| wanted(force, unit)).collect();
    let formations: Vec<_> = force.unit.iter().map(|unit| unit.formation.as_deref()).collect();
    let limit = force.limit.unwrap_or(u16::MAX);
    let prices: Vec<u16> =
        units.iter().map(|unit| roster::price(data, Played::Variant, unit).unwrap_or_default()).collect();
    let total: u32 = prices.iter().copied().map(u32::from).sum();
    let fault = |breach: Breach| DocumentFault {
        path: breach.place,
        rule: Some(breach.rule.as_str().to_owned()),
        sentence: data.texts.render(&breach.what),
        ..DocumentFault::default()
    };
    let note = |(at, points): (usize, &u16)| (format!("unit.{at}"), costs(data, *points));
    let fact = |key: &str, value: String| Fact { label: data.texts.get(key).to_owned(), value };
    let spent = force.limit.map_or_else(
        || total.to_string(),
        |limit| data.texts.render(&Message::new("muster.of").number("points", total).number("most", limit)),
    );
    let models: u32 = units.iter().flat_map(|unit| unit.models.values()).copied().map(u32::from).sum();
    DocumentCheck {
        faults: roster::faults(data, Played::Variant, &units, &formations, limit)
            .into_iter()
            .map(fault)
            .collect(),
        facts: vec![
            fact("muster.points", spent),
            fact("muster.units", units.len().to_string()),
            fact("muster.models", models.to_string()),
        ],
        notes: prices.iter().enumerate().map(note).collect(),
        ..DocumentCheck::default()
    }
}

/// The choices a schema names.
pub fn choices(data: &Data, list: &str) -> Vec<DocumentChoice> {
    match list {
        "armies" => {
            let mut armies: Vec<&String> = data.units.keys().map(|(army, _)| army).collect();
            armies.dedup();
            armies.into_iter().map(|army| plain(data, "army", army)).collect()
        }
        "units" => units(data),
        "models" => models(data),
        "options" => options(data),
        "powers" => powers(data),
        _ => Vec::new(),
    }
}

fn plain(data: &Data, kind: &str, id: &str) -> DocumentChoice {
    let label = data.texts.get(&format!("{kind}.{id}")).to_owned();
    DocumentChoice { value: id.to_owned(), label, ..DocumentChoice::default() }
}

fn costs(data: &Data, points: u16) -> String {
    data.texts.render(&Message::new("muster.note-points").number("points", points))
}

fn units(data: &Data) -> Vec<DocumentChoice> {
    let choice = |((army, id), sheet): (&(String, String), &crate::data::troops::Unit)| {
        let slot = data.texts.get(&format!("slot.{}", sheet.slot)).to_owned();
        let least = sheet.model.iter().filter(|model| model.least.max(model.free) > 0);
        DocumentChoice {
            note: format!("{slot}, {}", costs(data, sheet.points)),
            only: vec![army.clone()],
            proposes: least
                .map(|model| (format!("models.{}", model.id), i32::from(model.least.max(model.free))))
                .collect(),
            ..plain(data, "unit", id)
        }
    };
    data.units.iter().map(choice).collect()
}

fn models(data: &Data) -> Vec<DocumentChoice> {
    let of = |((army, unit), sheet): (&(String, String), &crate::data::troops::Unit)| -> Vec<DocumentChoice> {
        let choice = |model: &crate::data::troops::Model| {
            let (least, most) = (model.least, model.most);
            let numbers = Message::new("muster.note-number").number("least", least).number("most", most);
            DocumentChoice {
                note: data.texts.render(&numbers),
                only: vec![format!("{army} {unit}")],
                ..plain(data, "model", &model.id)
            }
        };
        sheet.model.iter().map(choice).collect()
    };
    data.units.iter().flat_map(of).collect()
}

fn options(data: &Data) -> Vec<DocumentChoice> {
    let of = |((army, unit), sheet): (&(String, String), &crate::data::troops::Unit)| -> Vec<DocumentChoice> {
        let choice = |option: &UnitOption| DocumentChoice {
            value: option.id.clone(),
            label: roster::option_name(data, &option.id),
            note: costs(data, option.points),
            only: vec![format!("{army} {unit}")],
            ..DocumentChoice::default()
        };
        // What a unit and one of its sets offer alike is one option: the unit's own.
        let mut known = BTreeSet::new();
        let all = roster::options(data, Played::Variant, sheet);
        all.filter(|option| known.insert(&option.id)).map(choice).collect()
    };
    data.units.iter().flat_map(of).collect()
}

/// Powers, for units that know or buy some.
fn powers(data: &Data) -> Vec<DocumentChoice> {
    let mut places: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for ((army, unit), sheet) in &data.units {
        let user = sheet.buys_powers.as_ref().map_or(unit.as_str(), |buys| &buys.user);
        let any = sheet.powers > 0 || sheet.buys_powers.is_some();
        for (id, power) in data.powers.iter().filter(|_| any) {
            let carried =
                sheet.model.iter().any(|model| model.profile.as_deref() == Some(power.user.as_str()));
            if power.user == user || carried {
                places.entry(id).or_default().push(format!("{army} {unit}"));
            }
        }
    }
    let choice = |(id, only): (&str, Vec<String>)| DocumentChoice { only, ..plain(data, "power", id) };
    places.into_iter().map(choice).collect()
}
