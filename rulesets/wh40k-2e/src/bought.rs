//! What is bought beside models (2E-SET-001): items of the price list, and vehicles with their options.

use grognard_engine::message::Message;
use grognard_engine::rule;

use crate::data::Data;
use crate::data::datafaxes::Datafax;
use crate::data::troops::{Force, ForceUnit, Taken, Unit, UnitOption};
use crate::roster::{Breach, cost};

/// Per what an option is paid whose price stands in the list.
const BY_LIST: &str = "list";

/// A force with the prices the list gives, where nobody wrote them down.
pub fn priced(data: &Data, force: &Force) -> Force {
    let mut force = force.clone();
    for unit in force.unit.iter_mut().filter(|unit| unit.points == 0) {
        let points = cost(data, &force.army, unit).unwrap_or_default();
        unit.points = points.try_into().unwrap_or(u16::MAX);
    }
    if force.points == 0 {
        force.points = force.unit.iter().fold(0, |sum, unit| sum.saturating_add(unit.points));
    }
    force
}

/// The items of the price list that an option offers an army.
pub fn items<'a>(
    data: &'a Data,
    army: &'a str,
    option: &'a UnitOption,
) -> impl Iterator<Item = (&'a str, u16)> {
    let kinds = data.item_kinds.iter().filter(|_| option.per == BY_LIST);
    kinds
        .filter(|(_, kind)| option.from.contains(kind))
        .filter_map(move |(item, _)| Some((item.as_str(), data.price(army, item)?)))
}

/// Every breach of a force in what is bought beside its models.
pub fn breaches(data: &Data, force: &Force) -> Vec<Breach> {
    let mut all = Vec::new();
    for (at, unit) in force.unit.iter().enumerate() {
        let key = (force.army.clone(), unit.unit.clone());
        if let Some(sheet) = data.units.get(&key) {
            let wrong = unit.options.iter().filter(|taken| !is_sold(data, &force.army, sheet, taken));
            all.extend(wrong.map(|taken| named("breach.item", at, &taken.option)));
        } else if let Some(datafax) = data.datafaxes.get(&key) {
            machine(at, datafax, unit, &mut all);
        }
    }
    all
}

fn named(key: &'static str, at: usize, about: &str) -> Breach {
    let what = Message::new(key).text("about", about.to_owned());
    Breach { rule: rule!("2E-SET-001"), unit: Some(at), what }
}

/// Whether an option names an item where it needs one, and one that the army may buy for it.
fn is_sold(data: &Data, army: &str, sheet: &Unit, taken: &Taken) -> bool {
    let Some(option) = sheet.options.iter().find(|option| option.id == taken.option) else { return true };
    match &taken.item {
        Some(item) => items(data, army, option).any(|(sold, _)| sold == item),
        None => option.per != BY_LIST,
    }
}

/// A vehicle is itself and nothing else, as many as are bought together, with its own options.
fn machine(at: usize, datafax: &Datafax, unit: &ForceUnit, all: &mut Vec<Breach>) {
    let [least, most] = datafax.size;
    let fits = |(id, count): (&String, &u8)| *id == datafax.id && (least..=most).contains(count);
    if unit.models.is_empty() || !unit.models.iter().all(fits) {
        all.push(named("breach.models", at, &datafax.id));
    }
    let known = |taken: &&Taken| datafax.options.iter().any(|option| option.id == taken.option);
    let unknown = unit.options.iter().filter(|taken| !known(taken));
    all.extend(unknown.map(|taken| named("breach.option", at, &taken.option)));
    // 2E-WPN-014: launchers are loaded with grenades of one type.
    let launchers = |taken: &&Taken| {
        let own = datafax.options.iter().find(|option| option.id == taken.option);
        own.is_some_and(|option| option.mounts.iter().any(|mount| mount.load.is_some()))
    };
    let mut loads = unit.options.iter().filter(launchers);
    if let (Some(_), Some(second)) = (loads.next(), loads.next()) {
        all.push(Breach { rule: rule!("2E-WPN-014"), ..named("breach.excluded", at, &second.option) });
    }
}
