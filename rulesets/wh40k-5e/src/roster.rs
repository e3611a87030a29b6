//! Army lists by the force organisation: every breach with its rule (FOC).

use std::collections::BTreeSet;

use grognard_engine::message::Message;
use grognard_engine::{RuleId, rule};

use crate::data::Data;
use crate::data::troops::{Unit, UnitOption};
use crate::fixed::{Played, Wanted};

/// One thing in which an army breaks the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Breach {
    /// The rule.
    pub rule: RuleId,
    /// Where, by the keys of a list: `unit.2.models`.
    pub place: String,
    /// What is wrong, with its names and numbers.
    pub what: Message,
}

fn breach(rule: RuleId, place: impl Into<String>, what: Message) -> Breach {
    Breach { rule, place: place.into(), what }
}

/// The options of a unit, its own and those it shares.
pub fn options<'a>(data: &'a Data, played: Played, sheet: &'a Unit) -> impl Iterator<Item = &'a UnitOption> {
    let sets = sheet.sets.iter().filter(move |id| played == Played::Variant || !id.starts_with("variant-"));
    sheet.options.iter().chain(sets.filter_map(|id| data.sets.get(id)).flat_map(|set| &set.options))
}

/// 5B-FOC-004: what a unit costs: its models above those in its price, its options, and powers it buys.
pub fn price(data: &Data, played: Played, wanted: &Wanted) -> Option<u16> {
    let sheet = data.units.get(&(wanted.army.clone(), wanted.unit.clone()))?;
    let models = sheet.model.iter().map(|model| {
        let number = |id: &String| u32::from(wanted.models.get(id).copied().unwrap_or(0));
        // One that was made something better is still paid for as one of them.
        let better = sheet.model.iter().filter(|other| other.upgrade_of.as_ref() == Some(&model.id));
        let taken = number(&model.id) + better.map(|other| number(&other.id)).sum::<u32>();
        u32::from(model.points) * taken.saturating_sub(u32::from(model.free))
    });
    let taken = wanted.options.iter().filter_map(|(id, count)| {
        let option = options(data, played, sheet).find(|option| option.id == *id)?;
        let once = option.per.as_deref() == Some("unit");
        Some(u32::from(option.points) * if once { 1 } else { u32::from(*count) })
    });
    let bought = wanted.powers.iter().filter(|_| sheet.buys_powers.is_some());
    let powers = bought.filter_map(|id| Some(u32::from(data.powers.get(id)?.points)));
    let sum = u32::from(sheet.points) + models.sum::<u32>() + taken.sum::<u32>() + powers.sum::<u32>();
    Some(sum.try_into().unwrap_or(u16::MAX))
}

/// 5B-FOC-001 to 5B-FOC-004: every breach of an army in words, each with the id of its rule.
pub fn breaches(data: &Data, played: Played, army: &[Wanted], limit: u16) -> Vec<String> {
    let said = |breach: &Breach| format!("{} ({})", data.texts.render(&breach.what), breach.rule.as_str());
    faults(data, played, army, &[], limit).iter().map(said).collect()
}

/// 5B-FOC-001 to 5B-FOC-004: every breach of an army. `formations` names for each unit the choice it is a part of.
pub fn faults(
    data: &Data,
    played: Played,
    army: &[Wanted],
    formations: &[Option<&str>],
    limit: u16,
) -> Vec<Breach> {
    let mut wrong = Vec::new();
    let mut total: u32 = 0;
    let mut slots: Vec<&str> = Vec::new();
    let mut counted: BTreeSet<&str> = BTreeSet::new();
    for (at, wanted) in army.iter().enumerate() {
        let Some(sheet) = data.units.get(&(wanted.army.clone(), wanted.unit.clone())) else {
            let what = Message::new("breach.no-unit").text("unit", wanted.unit.clone());
            wrong.push(breach(rule!("5B-FOC-004"), format!("unit.{at}.unit"), what));
            continue;
        };
        total += u32::from(price(data, played, wanted).unwrap_or(0));
        // 5B-FOC-002: dedicated transports, and what another unit brings along, take no slot. 5B-FOC-003: the units of one
        // formation are one choice.
        let formation = formations.get(at).copied().flatten();
        if wanted.dedicated_to.is_none() && formation.is_none_or(|name| counted.insert(name)) {
            let models: u8 = wanted.models.values().sum();
            slots.push(sheet.slot_of(usize::from(models)));
        }
        one(data, played, at, sheet, wanted, &mut wrong);
        wrong.extend(too_small(data, played, at, sheet, army));
    }
    for row in &data.numbers.organisation.slots {
        let taken = slots.iter().filter(|slot| **slot == row.id).count();
        if taken < usize::from(row.least) || taken > usize::from(row.most) {
            let what = Message::new("breach.slots")
                .number("taken", taken as i64)
                .text("slot", data.texts.get(&format!("slot.{}", row.id)))
                .number("least", row.least)
                .number("most", row.most);
            wrong.push(breach(rule!("5B-FOC-001"), "unit", what));
        }
    }
    if total > u32::from(limit) {
        let what = Message::new("breach.limit").number("points", total).number("limit", limit);
        wrong.push(breach(rule!("5B-FOC-004"), "limit", what));
    }
    wrong
}

/// 5V-TRA-018: a dedicated transport carries all of its unit.
fn too_small(data: &Data, played: Played, at: usize, sheet: &Unit, army: &[Wanted]) -> Option<Breach> {
    let riders = army[at].dedicated_to.and_then(|of| army.get(of)).filter(|_| played == Played::Variant)?;
    let vehicle = sheet.model.iter().find_map(|model| data.vehicles.get(model.vehicle.as_ref()?))?;
    let own = data.units.get(&(riders.army.clone(), riders.unit.clone()))?;
    let bulky =
        |model: &crate::data::troops::Model| model.gear.iter().any(|item| item == "terminator-armour");
    let each = |model: &crate::data::troops::Model| {
        let places = if bulky(model) { data.vehicle_numbers.capacity.bulky } else { 1 };
        u32::from(riders.models.get(&model.id).copied().unwrap_or(0)) * u32::from(places)
    };
    let needed: u32 = own.model.iter().map(each).sum();
    (needed > u32::from(vehicle.capacity)).then(|| {
        let what = Message::new("breach.transport").number("taken", needed).number("most", vehicle.capacity);
        breach(rule!("5V-TRA-018"), format!("unit.{at}.unit"), what)
    })
}

/// An option has a name of its own, or that of the thing it gives.
pub fn option_name(data: &Data, id: &str) -> String {
    let kinds = ["option", "weapon", "item", "grenade", "ability"];
    let found = kinds.iter().map(|kind| format!("{kind}.{id}")).find(|key| data.texts.has(key));
    found.map_or_else(|| id.to_owned(), |key| data.texts.get(&key).to_owned())
}

/// 5B-FOC-004: what is wrong with one unit: its models, its size, its options, its powers.
fn one(data: &Data, played: Played, at: usize, sheet: &Unit, wanted: &Wanted, wrong: &mut Vec<Breach>) {
    let mut say = |field: &str, what: Message| {
        wrong.push(breach(rule!("5B-FOC-004"), format!("unit.{at}.{field}"), what));
    };
    let number = |key: &'static str, name: &str, taken: u32, least: u8, most: u8| {
        let what = Message::new(key).text("name", name).number("taken", taken);
        what.number("least", least).number("most", most)
    };
    let model_name = |id: &str| data.texts.get(&format!("model.{id}")).to_owned();
    for model in &sheet.model {
        let taken = wanted.models.get(&model.id).copied().unwrap_or(0);
        if taken < model.least || taken > model.most {
            let name = model_name(&model.id);
            say("models", number("breach.models", &name, taken.into(), model.least, model.most));
        }
    }
    for id in wanted.models.keys().filter(|id| !sheet.model.iter().any(|model| model.id == **id)) {
        say("models", Message::new("breach.no-model").text("name", model_name(id)));
    }
    let all: u32 = wanted.models.values().copied().map(u32::from).sum();
    if let Some([least, most]) = sheet.size
        && !(u32::from(least)..=u32::from(most)).contains(&all)
    {
        say("models", number("breach.size", "", all, least, most));
    }
    for (id, _) in wanted.options.iter().filter(|(_, count)| **count > 0) {
        let name = option_name(data, id);
        let Some(option) = options(data, played, sheet).find(|option| option.id == *id) else {
            say("options", Message::new("breach.no-option").text("name", name));
            continue;
        };
        if option.at.is_some_and(|least| all < u32::from(least)) {
            let what = Message::new("breach.too-few").text("name", name.clone());
            say("options", what.number("least", option.at.unwrap_or_default()));
        }
        if option.needs.as_ref().is_some_and(|needed| !wanted.options.contains_key(needed)) {
            say("options", Message::new("breach.needs").text("name", name.clone()));
        }
        if option.all || option.per.as_deref() == Some("unit") {
            continue;
        }
        // A group shares its number of takers.
        let same = |other: &&UnitOption| {
            other.id == option.id || (option.group.is_some() && other.group == option.group)
        };
        let taken: u32 = options(data, played, sheet)
            .filter(same)
            .filter_map(|other| wanted.options.get(&other.id))
            .copied()
            .map(u32::from)
            .sum();
        // What every model has to take is counted once, below.
        if sheet.must.iter().any(|must| Some(&must.group) == option.group.as_ref()) {
            continue;
        }
        let most = match (option.each, option.most) {
            (Some(each), _) => all / u32::from(each.max(1)),
            (None, Some(0)) => u32::from(u8::MAX),
            (None, most) => u32::from(most.unwrap_or(1)),
        };
        if taken > most {
            let most = u8::try_from(most).unwrap_or(u8::MAX);
            say("options", number("breach.option", &name, taken, 0, most));
        }
    }
    for must in &sheet.must {
        let of_group =
            options(data, played, sheet).filter(|option| option.group.as_ref() == Some(&must.group));
        let taken = of_group.filter_map(|option| wanted.options.get(&option.id));
        let taken: u32 = taken.copied().map(u32::from).sum();
        let needed = u32::from(must.count) * all;
        if taken != needed {
            say("options", Message::new("breach.must").number("taken", taken).number("needed", needed));
        }
    }
    let most = sheet.buys_powers.as_ref().map_or(sheet.powers, |buys| buys.most);
    if wanted.powers.len() > usize::from(most) {
        say("powers", number("breach.powers", "", wanted.powers.len() as u32, 0, most));
    }
}
