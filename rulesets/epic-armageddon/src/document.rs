//! Army lists as documents: formations with their upgrades and units, every breach and the points as one writes.

use std::collections::{BTreeMap, BTreeSet};

use grognard_engine::client::{DocumentCheck, DocumentChoice, DocumentFault, Fact};
use grognard_engine::document;
use grognard_engine::message::{Arg, Message};

use crate::buying;
use crate::data::Data;
use crate::data::army::{Army, Force, ForceFormation, ListFormation, Upgrade};
use crate::fixed::BATTLES;
use crate::roster::{self, Breach};

/// The kind of army lists.
pub const ARMY: &str = "army";

/// Everything that is wrong with a document.
pub fn check(data: &Data, kind: &str, text: &str) -> DocumentCheck {
    if kind == ARMY { document::checked(text, |force| army(data, &force)) } else { DocumentCheck::default() }
}

/// Everything the rules have against an army, and what it comes to.
fn army(data: &Data, written: &Force) -> DocumentCheck {
    let force = buying::complete(data, written);
    let fault = |path: String, breach: Breach| DocumentFault {
        path,
        rule: Some(breach.rule.as_str().to_owned()),
        sentence: data.texts.render(&in_words(data, &force, breach.what)),
        ..DocumentFault::default()
    };
    let mut faults: Vec<DocumentFault> = roster::breaches(data, &force)
        .into_iter()
        .map(|breach| fault(place(&force, &breach), breach))
        .collect();
    for (at, own) in force.formation.iter().enumerate() {
        let wrong = buying::breaches(data, &force, own).into_iter();
        faults.extend(wrong.map(|breach| {
            let field = match breach.what.key {
                "breach.units" => format!("formation.{at}.units"),
                "breach.price" => format!("formation.{at}"),
                _ => "character".to_owned(),
            };
            fault(field, breach)
        }));
    }
    let homeless = force
        .character
        .iter()
        .enumerate()
        .filter(|(_, known)| !force.formation.iter().any(|formation| formation.id == known.formation));
    faults.extend(homeless.map(|(at, known)| DocumentFault {
        path: format!("character.{at}.formation"),
        rule: Some("EA-LIST-006".to_owned()),
        sentence: data.texts.render(&in_words(
            data,
            &force,
            Message::new("breach.no-host").text("about", known.unit.clone()),
        )),
        ..DocumentFault::default()
    }));
    let note = |(at, own): (usize, &ForceFormation)| {
        let units = own.units.iter().map(|count| format!("{} {}", count.count, unit_name(data, &count.unit)));
        let units: Vec<String> = units.collect();
        (format!("formation.{at}"), format!("{}: {}", costs(data, own.points), units.join(", ")))
    };
    let fact = |key: &str, value: String| Fact { label: data.texts.get(key).to_owned(), value };
    let spent = Message::new("muster.of").number("points", force.points).number("most", force.agreed);
    let units: u32 =
        force.formation.iter().flat_map(|own| &own.units).map(|count| u32::from(count.count)).sum();
    DocumentCheck {
        faults,
        facts: vec![
            fact("muster.points", data.texts.render(&spent)),
            fact("muster.formations", force.formation.len().to_string()),
            fact("muster.units", units.to_string()),
        ],
        notes: force.formation.iter().enumerate().map(note).collect(),
        // Training games have armies of their own.
        suits: BTreeMap::from([("scenario".to_owned(), BATTLES.map(str::to_owned).into())]),
        ..DocumentCheck::default()
    }
}

/// The field a breach of the whole list is about.
fn place(force: &Force, breach: &Breach) -> String {
    let about = breach.what.args.iter().find_map(|(name, arg)| match arg {
        Arg::Text(text) if *name == "about" => Some(text.as_str()),
        _ => None,
    });
    let about = about.unwrap_or_default();
    let buys = |own: &ForceFormation| own.upgrades.iter().any(|chosen| chosen.upgrade == about);
    let at = |test: &dyn Fn(&ForceFormation) -> bool| force.formation.iter().position(test);
    match breach.what.key {
        "breach.no-army" => "army".to_owned(),
        "breach.points" => "agreed".to_owned(),
        "breach.no-upgrade" | "breach.upgrade-twice" | "breach.excluded" => at(&|own| buys(own))
            .map_or_else(|| "formation".to_owned(), |at| format!("formation.{at}.upgrades")),
        _ => at(&|own| own.id == about || own.formation == about)
            .map_or_else(|| "formation".to_owned(), |at| format!("formation.{at}")),
    }
}

fn unit_name(data: &Data, id: &str) -> String {
    data.texts.get(&format!("unit.{id}")).to_owned()
}

/// Names in place of the words of the files.
fn in_words(data: &Data, force: &Force, mut message: Message) -> Message {
    for (_, arg) in &mut message.args {
        if let Arg::Text(id) = arg {
            let army = &force.army;
            let keys = [
                format!("formation.{army}.{id}"),
                format!("upgrade.{army}.{id}"),
                format!("group.{army}.{id}"),
                format!("unit.{id}"),
            ];
            if let Some(key) = keys.iter().find(|key| data.texts.has(key)) {
                *arg = Arg::Text(data.texts.get(key).to_owned());
            }
        }
    }
    message
}

fn costs(data: &Data, points: u16) -> String {
    data.texts.render(&Message::new("muster.note-points").number("points", points))
}

/// The choices a schema names.
pub fn choices(data: &Data, list: &str) -> Vec<DocumentChoice> {
    let each = |of: &dyn Fn(&Army) -> Vec<DocumentChoice>| data.armies.iter().flat_map(of).collect();
    match list {
        "armies" => data.armies.iter().map(|army| plain(data, "army", &army.id)).collect(),
        "formations" => each(&|army| army.formation.iter().map(|one| formation(data, army, one)).collect()),
        "sizes" => each(&|army| army.formation.iter().flat_map(|one| sizes(data, army, one)).collect()),
        "upgrades" => each(&|army| army.upgrade.iter().map(|one| upgrade(data, army, one)).collect()),
        "units" => each(&|army| units(data, army)),
        "characters" => each(&|army| characters(data, army)),
        "fits" => fits(data),
        "hosts" => each(&|army| hosts(data, army)),
        "scenarios" => data.scenarios.iter().map(|one| plain(data, "scenario", &one.id)).collect(),
        "purchases" => data.purchases.iter().map(|one| plain(data, "purchase", &one.id)).collect(),
        _ => Vec::new(),
    }
}

fn plain(data: &Data, kind: &str, id: &str) -> DocumentChoice {
    let label = data.texts.get(&format!("{kind}.{id}")).to_owned();
    DocumentChoice { value: id.to_owned(), label, ..DocumentChoice::default() }
}

fn formation(data: &Data, army: &Army, one: &ListFormation) -> DocumentChoice {
    let points = one.sizes.first().map_or(one.points, |size| size.points);
    let label = data.texts.get(&format!("formation.{}.{}", army.id, one.id)).to_owned();
    DocumentChoice {
        value: one.id.clone(),
        label,
        note: costs(data, points),
        only: vec![army.id.clone()],
        ..DocumentChoice::default()
    }
}

fn sizes(data: &Data, army: &Army, one: &ListFormation) -> Vec<DocumentChoice> {
    let choice = |size: &crate::data::army::Size| DocumentChoice {
        note: costs(data, size.points),
        only: vec![format!("{} {}", army.id, one.id)],
        ..plain(data, "size", &size.id)
    };
    one.sizes.iter().map(choice).collect()
}

fn upgrade(data: &Data, army: &Army, one: &Upgrade) -> DocumentChoice {
    let buyers = army.formation.iter().filter(|formation| formation.upgrades.contains(&one.id));
    DocumentChoice {
        value: one.id.clone(),
        label: data.texts.get(&format!("upgrade.{}.{}", army.id, one.id)).to_owned(),
        note: costs(data, one.points),
        only: buyers.map(|formation| format!("{} {}", army.id, formation.id)).collect(),
        proposes: BTreeMap::from([("count".to_owned(), 1)]),
        ..DocumentChoice::default()
    }
}

/// Units a formation can come to have, by its core, its upgrades and its exchanges.
fn units(data: &Data, army: &Army) -> Vec<DocumentChoice> {
    let mut places: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for formation in &army.formation {
        let upgrades = army.upgrade.iter().filter(|upgrade| formation.upgrades.contains(&upgrade.id));
        let swaps = |swap: &'_ [crate::data::army::Swap]| -> Vec<String> {
            let to = swap
                .iter()
                .flat_map(|swap| swap.to.iter().chain(swap.choose.iter().map(|count| &count.unit)));
            to.cloned().collect()
        };
        let mut found: Vec<String> = formation.units.iter().map(|count| count.unit.clone()).collect();
        found.extend(formation.pick.iter().flat_map(|pick| pick.from.clone()));
        found.extend(formation.plus_transport.iter().map(|plus| plus.unit.clone()));
        found.extend(swaps(&formation.swap));
        for upgrade in upgrades {
            found.extend(upgrade.add.iter().map(|added| added.unit.clone()));
            found.extend(upgrade.add_pick.iter().flat_map(|pick| pick.from.clone()));
            found.extend(upgrade.replace.iter().flat_map(|replace| replace.to.clone()));
            found.extend(upgrade.chimeras.iter().map(|carrier| carrier.unit.clone()));
            found.extend(upgrade.free_with.iter().map(|free| free.unit.clone()));
            found.extend(swaps(&upgrade.swap));
        }
        for unit in found {
            let Some((known, _)) = data.sheets.get_key_value(&unit) else { continue };
            places.entry(known).or_default().insert(format!("{} {}", army.id, formation.id));
        }
    }
    let choice = |(unit, only): (&str, BTreeSet<String>)| DocumentChoice {
        only: only.into_iter().collect(),
        ..plain(data, "unit", unit)
    };
    places.into_iter().map(choice).collect()
}

/// EA-LIST-006: weapon fits a unit comes in.
fn fits(data: &Data) -> Vec<DocumentChoice> {
    let of = |(unit, sheet): (&String, &crate::data::unit::Sheet)| -> Vec<DocumentChoice> {
        let choice = |fit: &crate::data::unit::Fit| DocumentChoice {
            only: vec![unit.clone()],
            ..plain(data, &format!("fit.{unit}"), &fit.id)
        };
        sheet.fit.iter().map(choice).collect()
    };
    data.sheets.iter().flat_map(of).collect()
}

fn of_army(data: &Data, army: &Army, units: BTreeSet<&String>) -> Vec<DocumentChoice> {
    let choice = |unit: &String| DocumentChoice { only: vec![army.id.clone()], ..plain(data, "unit", unit) };
    units.into_iter().map(choice).collect()
}

fn characters(data: &Data, army: &Army) -> Vec<DocumentChoice> {
    let bought = army.upgrade.iter().flat_map(|upgrade| &upgrade.character);
    let free = army.formation.iter().flat_map(|formation| &formation.characters);
    // EA-ARMY-013, EA-ARMY-014: and those that come with the army.
    let own = crate::roster::of_the_army(army);
    let own = own.iter().filter_map(|unit| data.sheets.get_key_value(*unit)).map(|(unit, _)| unit);
    of_army(data, army, bought.chain(free).chain(own).collect())
}

fn hosts(data: &Data, army: &Army) -> Vec<DocumentChoice> {
    let core = army.formation.iter().flat_map(|formation| formation.units.iter().map(|count| &count.unit));
    let picked =
        army.formation.iter().flat_map(|formation| formation.pick.iter().flat_map(|pick| &pick.from));
    let added = army.upgrade.iter().flat_map(|upgrade| upgrade.add.iter().map(|added| &added.unit));
    of_army(data, army, core.chain(picked).chain(added).collect())
}
