//! Army lists as documents: units by datasheet, size and options, with every breach and the Power as one writes.

use std::collections::BTreeMap;

use grognard_engine::client::{DocumentCheck, DocumentChoice, DocumentFault, Fact};
use grognard_engine::message::Message;
use grognard_engine::rule;
use grognard_engine::switch::applies;

use crate::data::Data;
use crate::data::amount::INCH;
use crate::data::battle::{ForceFile, UnitFile};
use crate::data::sheet::Sheet;
use crate::present::printed;
use crate::roster::{self, Breach};

/// Everything the rules have against an army, and what it comes to.
pub fn check(data: &Data, file: &ForceFile) -> DocumentCheck {
    let power = roster::power_of(data, &file.units);
    let mut breaches = roster::breaches(data, &file.units);
    // 9E-ONW-001: how much each side brings is a matter of agreement; here it is kept to.
    if let Some(agreed) = file.power.filter(|agreed| power > *agreed)
        && applies(rule!("9E-ONW-001"))
    {
        let message = Message::new("army.too-much").number("power", power).number("agreed", agreed);
        breaches.push(Breach { rule: Some(rule!("9E-ONW-001")), place: "power".to_owned(), message });
    }
    let shown = |breach: Breach| DocumentFault {
        path: breach.place,
        rule: breach.rule.map(|rule| rule.as_str().to_owned()),
        sentence: data.texts.render(&breach.message),
        ..DocumentFault::default()
    };
    DocumentCheck {
        faults: breaches.into_iter().map(shown).collect(),
        facts: facts(data, file, power),
        notes: notes(data, file),
        ..DocumentCheck::default()
    }
}

/// 9E-DAT-004: what each unit adds to the Power.
fn notes(data: &Data, file: &ForceFile) -> BTreeMap<String, String> {
    let note = |(number, unit): (usize, &UnitFile)| {
        let power = roster::power(roster::sheet(data, unit).ok()?.1, unit.models);
        let message = Message::new("army.note-power").number("power", power);
        Some((format!("unit.{number}"), data.texts.render(&message)))
    };
    file.units.iter().enumerate().filter_map(note).collect()
}

fn facts(data: &Data, file: &ForceFile, power: u16) -> Vec<Fact> {
    let fact = |key: &str, value: String| Fact { label: data.texts.get(key).to_owned(), value };
    let spent = file.power.map_or_else(
        || power.to_string(),
        |agreed| {
            data.texts.render(&Message::new("army.power-of").number("power", power).number("agreed", agreed))
        },
    );
    let models: u32 = file.units.iter().map(|unit| u32::from(unit.models)).sum();
    // 9E-ONW-002, 9E-ONW-011: what a battle against as much again comes to.
    let at = roster::size_of(data, power.saturating_mul(2));
    let (long, wide) = roster::least_table(data, at);
    let size = data.numbers.battle_sizes.sizes.get(at).map_or("", |size| size.id.as_str());
    let battle = Message::new("army.battle")
        .text("size", data.texts.get(&format!("size.{size}")))
        .number("long", long / INCH)
        .number("wide", wide / INCH);
    vec![
        fact("army.power", spent),
        fact("army.units", file.units.len().to_string()),
        fact("army.models", models.to_string()),
        fact("army.against-equal", data.texts.render(&battle)),
    ]
}

/// The choices an army's schema names.
pub fn choices(data: &Data, list: &str) -> Option<Vec<DocumentChoice>> {
    Some(match list {
        "sheets" => data.sheets.iter().map(|sheet| sheet_choice(data, sheet)).collect(),
        // 9E-TRN-001: what a unit may start in.
        "transports" => {
            let carriers = data.sheets.iter().filter(|sheet| roster::room(sheet).is_some());
            carriers.map(|sheet| sheet_choice(data, sheet)).collect()
        }
        "options" => data.sheets.iter().flat_map(|sheet| option_choices(data, sheet)).collect(),
        // 9E-DAT-017: what an understrength unit may lack.
        "kinds" => data.sheets.iter().flat_map(|sheet| kind_choices(data, sheet)).collect(),
        _ => return None,
    })
}

/// A datasheet with its sizes and their Power (9E-DAT-004, 9E-DAT-005).
fn sheet_choice(data: &Data, sheet: &Sheet) -> DocumentChoice {
    let (least, most) = roster::limits(sheet);
    let size = if most == 1 {
        Message::new("army.note-one")
    } else if least == most {
        Message::new("army.note-size").number("models", least)
    } else {
        Message::new("army.note-sizes").number("least", least).number("most", most)
    };
    let step = |step: &crate::data::sheet::PowerStep| {
        let key = if step.from <= least { "army.note-power" } else { "army.note-power-from" };
        data.texts.render(&Message::new(key).number("power", step.rating).number("from", step.from))
    };
    let powers: Vec<_> = sheet.power.iter().map(step).collect();
    DocumentChoice {
        value: sheet.id.clone(),
        label: data.texts.get(&format!("sheet.{}", sheet.id)).to_owned(),
        note: format!("{}; {}", data.texts.render(&size), powers.join(", ")),
        proposes: [("models".to_owned(), i32::from(least))].into(),
        tables: printed::tables(data, sheet),
        ..DocumentChoice::default()
    }
}

fn option_choices(data: &Data, sheet: &Sheet) -> Vec<DocumentChoice> {
    let option = |option: &crate::data::sheet::Swap| DocumentChoice {
        value: option.id.clone(),
        label: data.texts.get(&format!("option.{}.{}", sheet.id, option.id)).to_owned(),
        only: vec![sheet.id.clone()],
        ..DocumentChoice::default()
    };
    sheet.options.iter().map(option).collect()
}

fn kind_choices(data: &Data, sheet: &Sheet) -> Vec<DocumentChoice> {
    let kind = |kind: &crate::data::sheet::Model| DocumentChoice {
        value: kind.id.clone(),
        label: data.texts.get(&format!("model.{}.{}", sheet.id, kind.id)).to_owned(),
        only: vec![sheet.id.clone()],
        ..DocumentChoice::default()
    };
    sheet.models.iter().map(kind).collect()
}
