//! Army lists as documents: units with models, options, cards and powers, every breach and the points as one writes.

use std::collections::BTreeMap;

use grognard_engine::client::{CardCell, CardTable, DocumentCheck, DocumentChoice, DocumentFault, Fact};
use grognard_engine::document;
use grognard_engine::message::{Arg, Message};

use crate::armies::RULER;
use crate::bought;
use crate::data::Data;
use crate::data::troops::{Force, Model, Unit, UnitOption};
use crate::roster::{self, Breach};

/// The kind of army lists.
pub const ARMY: &str = "army";

/// Everything that is wrong with a document.
pub fn check(data: &Data, kind: &str, text: &str) -> DocumentCheck {
    if kind == ARMY { document::checked(text, |force| army(data, &force)) } else { DocumentCheck::default() }
}

/// Everything the rules have against an army, and what it comes to.
fn army(data: &Data, force: &Force) -> DocumentCheck {
    let force = bought::priced(data, force);
    let mut breaches = roster::breaches(data, &force);
    breaches.extend(bought::breaches(data, &force));
    let fault = |breach: Breach| DocumentFault {
        path: place(&breach),
        rule: Some(breach.rule.as_str().to_owned()),
        sentence: data.texts.render(&in_words(data, breach.what)),
        ..DocumentFault::default()
    };
    let note = |(at, unit): (usize, &crate::data::troops::ForceUnit)| {
        let message = Message::new("muster.note-points").number("points", unit.points);
        (format!("unit.{at}"), data.texts.render(&message))
    };
    DocumentCheck {
        facts: facts(data, &force),
        notes: force.unit.iter().enumerate().map(note).collect(),
        faults: breaches.into_iter().map(fault).collect(),
        ..DocumentCheck::default()
    }
}

/// The field a breach is about.
fn place(breach: &Breach) -> String {
    let Some(unit) = breach.unit else {
        let limit = ["breach.limit", "breach.characters", "breach.squads", "breach.support"];
        return if limit.contains(&breach.what.key) { "limit" } else { "unit" }.to_owned();
    };
    let field = match breach.what.key {
        "breach.no-unit" => ".unit",
        "breach.models" => ".models",
        "breach.option" | "breach.too-many" | "breach.excluded" | "breach.item" | "breach.unbuilt" => {
            ".options"
        }
        "breach.powers" => ".powers",
        "breach.cards" | "breach.card" => ".cards",
        _ => "",
    };
    format!("unit.{unit}{field}")
}

/// Names in place of the words of the files.
fn in_words(data: &Data, mut message: Message) -> Message {
    let kinds = ["unit", "vehicle", "model", "option", "card"];
    for (_, arg) in &mut message.args {
        if let Arg::Text(id) = arg {
            let known = kinds.map(|kind| format!("{kind}.{id}")).into_iter().find(|key| data.texts.has(key));
            if let Some(key) = known {
                *arg = Arg::Text(data.texts.get(&key).to_owned());
            }
        }
    }
    message
}

fn facts(data: &Data, force: &Force) -> Vec<Fact> {
    let fact = |key: &str, value: String| Fact { label: data.texts.get(key).to_owned(), value };
    let of = |points: u32, most: u32| {
        data.texts.render(&Message::new("muster.of").number("points", points).number("most", most))
    };
    let limit = u32::from(force.limit);
    let share = |percent: u16| limit * u32::from(percent) / 100;
    let category = |unit: &str| {
        let sheet = data.units.get(&(force.army.clone(), unit.to_owned()));
        sheet.map_or("support", |sheet| sheet.category.as_str())
    };
    let sum = |wanted: &str| -> u32 {
        let units = force.unit.iter().filter(|unit| category(&unit.unit) == wanted);
        units.map(|unit| u32::from(unit.points)).sum()
    };
    let total: u32 = force.unit.iter().map(|unit| u32::from(unit.points)).sum();
    let models: u32 = force.unit.iter().flat_map(|unit| unit.models.values()).copied().map(u32::from).sum();
    let muster = &data.muster;
    vec![
        fact("muster.points", of(total, limit)),
        fact("muster.characters", of(sum("character"), share(muster.characters.most_percent))),
        fact(
            "muster.squads",
            data.texts.render(
                &Message::new("muster.at-least")
                    .number("points", sum("squad"))
                    .number("least", share(muster.squads.least_percent)),
            ),
        ),
        fact("muster.support", of(sum("support"), share(muster.support.most_percent))),
        fact("muster.models", models.to_string()),
    ]
}

/// The choices a schema names.
pub fn choices(data: &Data, list: &str) -> Vec<DocumentChoice> {
    match list {
        "armies" => data
            .armies
            .keys()
            .filter(|army| is_listed(data, army))
            .map(|army| plain(data, "army", army))
            .collect(),
        "units" => units(data),
        "models" => models(data),
        "options" => options(data),
        "items" => items(data),
        "powers" => powers(data),
        "cards" => cards(data),
        _ => Vec::new(),
    }
}

/// Whether there is a list to buy from.
fn is_listed(data: &Data, army: &str) -> bool {
    data.units.keys().any(|(of, _)| of == army)
}

fn plain(data: &Data, kind: &str, id: &str) -> DocumentChoice {
    let label = data.texts.get(&format!("{kind}.{id}")).to_owned();
    DocumentChoice { value: id.to_owned(), label, ..DocumentChoice::default() }
}

fn costs(data: &Data, points: impl Into<i64>) -> String {
    data.texts.render(&Message::new("muster.note-points").number("points", points))
}

fn units(data: &Data) -> Vec<DocumentChoice> {
    let of_sheets = data.units.iter().map(|((army, id), sheet)| {
        let least = sheet.model.iter().filter(|model| model.count[0] > 0);
        let base: u32 =
            least.clone().map(|model| u32::from(model.points) * u32::from(model.count[0])).sum::<u32>()
                + u32::from(sheet.points);
        DocumentChoice {
            note: costs(data, base),
            only: vec![army.clone()],
            proposes: least
                .map(|model| (format!("models.{}", model.id), i32::from(model.count[0])))
                .collect(),
            tables: vec![profiles(data, sheet)],
            ..plain(data, "unit", id)
        }
    });
    let of_datafaxes = data.datafaxes.iter().map(|((army, id), datafax)| DocumentChoice {
        note: costs(data, datafax.points),
        only: vec![army.clone()],
        proposes: BTreeMap::from([(format!("models.{id}"), i32::from(datafax.size[0]))]),
        ..plain(data, "vehicle", id)
    });
    of_sheets.chain(of_datafaxes).collect()
}

/// 2E-CHR-001: the characteristics of a unit's models.
fn profiles(data: &Data, sheet: &Unit) -> CardTable {
    let cell = |text: String| CardCell { text, ..CardCell::default() };
    let heads = ["", "M", "WS", "BS", "S", "T", "W", "I", "A", "Ld"].map(|head| cell(head.to_owned()));
    let row = |model: &Model| {
        let values = &model.values;
        let figures = [values.ws, values.bs, values.s, values.t, values.w, values.i, values.a, values.ld];
        let name = data.texts.get(&format!("model.{}", model.id)).to_owned();
        [name, RULER.write(values.m.0)].into_iter().chain(figures.map(|n| n.to_string())).map(cell).collect()
    };
    CardTable { heads: heads.into(), rows: sheet.model.iter().map(row).collect() }
}

fn models(data: &Data) -> Vec<DocumentChoice> {
    let of_sheets = data.units.iter().flat_map(|((army, unit), sheet)| {
        sheet.model.iter().map(move |model| {
            let [least, most] = model.count;
            let numbers = Message::new("muster.note-number").number("least", least).number("most", most);
            DocumentChoice {
                note: data.texts.render(&numbers),
                only: vec![format!("{army} {unit}")],
                ..plain(data, "model", &model.id)
            }
        })
    });
    let of_datafaxes = data.datafaxes.keys().map(|(army, id)| DocumentChoice {
        only: vec![format!("{army} {id}")],
        ..plain(data, "vehicle", id)
    });
    of_sheets.chain(of_datafaxes).collect()
}

fn options(data: &Data) -> Vec<DocumentChoice> {
    let own = |army: &str, unit: &str, id: &str, note: String| DocumentChoice {
        note,
        only: vec![format!("{army} {unit}")],
        proposes: BTreeMap::from([("count".to_owned(), 1)]),
        ..plain(data, "option", id)
    };
    let of_sheets = data.units.iter().flat_map(|((army, unit), sheet)| {
        let note = |option: &UnitOption| {
            if option.points > 0 { costs(data, option.points) } else { String::new() }
        };
        sheet.options.iter().map(move |option| own(army, unit, &option.id, note(option)))
    });
    let of_datafaxes = data.datafaxes.iter().flat_map(|((army, unit), datafax)| {
        datafax.options.iter().map(move |option| own(army, unit, &option.id, costs(data, option.points)))
    });
    of_sheets.chain(of_datafaxes).collect()
}

/// The items of the price list, each once for an army: where it can be bought stands in `only`.
fn items(data: &Data) -> Vec<DocumentChoice> {
    let mut sold: BTreeMap<(&str, &str), (u16, Vec<String>)> = BTreeMap::new();
    for ((army, unit), sheet) in &data.units {
        for option in &sheet.options {
            for (item, points) in bought::items(data, army, option) {
                let (_, places) = sold.entry((army.as_str(), item)).or_insert_with(|| (points, Vec::new()));
                places.push(format!("{army} {unit} {}", option.id));
            }
        }
    }
    let choice = |((_, item), (points, only)): ((&str, &str), (u16, Vec<String>))| {
        let kind = if data.texts.has(&format!("weapon.{item}")) { "weapon" } else { "equipment" };
        DocumentChoice { note: costs(data, points), only, ..plain(data, kind, item) }
    };
    sold.into_iter().map(choice).collect()
}

/// 2E-PSI-002: the powers, for units with psykers.
fn powers(data: &Data) -> Vec<DocumentChoice> {
    let knows = |sheet: &Unit, power: &crate::data::wargear::Power| {
        sheet.model.iter().any(|model| model.mastery > 0)
            && (power.only.is_empty() || power.only.contains(&sheet.id))
    };
    let choice = |power: &crate::data::wargear::Power| {
        let units = data.units.iter().filter(|(_, sheet)| knows(sheet, power));
        DocumentChoice {
            only: units.map(|((army, unit), _)| format!("{army} {unit}")).collect(),
            ..plain(data, "power", &power.id)
        }
    };
    data.powers.iter().map(choice).filter(|choice| !choice.only.is_empty()).collect()
}

/// 2E-HER-021: the wargear cards that are built, for units with somebody to carry them.
fn cards(data: &Data) -> Vec<DocumentChoice> {
    let bearers: Vec<_> = data
        .units
        .iter()
        .filter(|(_, sheet)| sheet.model.iter().any(|model| model.rank != "-" && model.cards > 0))
        .map(|((army, unit), _)| format!("{army} {unit}"))
        .collect();
    let built = data.cards.iter().filter(|card| crate::fixed::is_built(&card.effect));
    built
        .map(|card| DocumentChoice {
            note: costs(data, card.points),
            only: bearers.clone(),
            ..plain(data, "card", &card.id)
        })
        .collect()
}
