//! Armies by points (2E-SET-001, TABX-015): what a force costs, and everything in which it breaks the rules of mustering.

use grognard_engine::message::Message;
use grognard_engine::{RuleId, rule};

use crate::data::Data;
use crate::data::troops::{Force, ForceUnit, Unit};
use crate::data::wargear::Who;
use crate::fixed::is_built;
use crate::weapons;

/// The trait of named characters (2E-HER-024).
pub const NAMED: &str = "named";

/// Equipment whose rules are not built yet (`deferred`): it cannot be bought.
pub const UNBUILT: [&str; 4] = ["jump-pack", "ram-bar", "bulldozer-blade", "searchlight"];

/// One thing in which a force breaks the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Breach {
    /// The rule.
    pub rule: RuleId,
    /// The unit of the force it is about, counted from 0; none where it is about all of it.
    pub unit: Option<usize>,
    /// What is wrong, with its names and numbers.
    pub what: Message,
}

fn breach(rule: RuleId, unit: Option<usize>, key: &'static str, about: &str) -> Breach {
    Breach { rule, unit, what: Message::new(key).text("about", about.to_owned()) }
}

/// 2E-SET-001: what a unit costs: its models, its options at the army's prices, its cards; none where the list has no such unit.
pub fn cost(data: &Data, army: &str, unit: &ForceUnit) -> Option<u32> {
    let cards: u32 = unit
        .cards
        .iter()
        .filter_map(|card| data.cards.iter().find(|known| known.id == *card))
        .map(|card| u32::from(card.points))
        .sum();
    let key = (army.to_owned(), unit.unit.clone());
    if let Some(sheet) = data.units.get(&key) {
        let models: u32 = unit
            .models
            .iter()
            .filter_map(|(id, count)| {
                let model = sheet.model.iter().find(|model| model.id == *id)?;
                Some(u32::from(model.points) * u32::from(*count))
            })
            .sum();
        let options = unit.options.iter().map(|taken| {
            let Some(option) = sheet.options.iter().find(|option| option.id == taken.option) else {
                return 0;
            };
            let each = match option.per.as_str() {
                "list" => taken.item.as_ref().and_then(|item| data.price(army, item)).unwrap_or(0),
                _ => option.points,
            };
            let times = if option.per == "unit" { 1 } else { u32::from(taken.count) };
            u32::from(each) * times
        });
        return Some(u32::from(sheet.points) + models + options.sum::<u32>() + cards);
    }
    let datafax = data.datafaxes.get(&key)?;
    let options = unit.options.iter().filter_map(|taken| {
        let option = datafax.options.iter().find(|option| option.id == taken.option)?;
        Some(u32::from(option.points) * u32::from(taken.count))
    });
    let number: u32 = unit.models.values().map(|count| u32::from(*count)).sum();
    Some(u32::from(datafax.points) * number.max(1) + options.sum::<u32>() + cards)
}

/// Every breach of a force.
pub fn breaches(data: &Data, force: &Force) -> Vec<Breach> {
    let mut all = Vec::new();
    let (mut total, mut characters, mut squads, mut support) = (0, 0, 0, 0);
    let (mut leaders, mut standards) = (0, 0);
    all.extend(named_twice(data, force));
    for (at, unit) in force.unit.iter().enumerate() {
        let Some(points) = cost(data, &force.army, unit) else {
            all.push(breach(rule!("2E-SET-001"), Some(at), "breach.no-unit", &unit.unit));
            continue;
        };
        if points != u32::from(unit.points) {
            let what = Message::new("breach.price").text("about", unit.id.clone()).number("points", points);
            all.push(Breach { rule: rule!("2E-SET-001"), unit: Some(at), what });
        }
        total += points;
        let sheet = data.units.get(&(force.army.clone(), unit.unit.clone()));
        match sheet.map_or("support", |sheet| sheet.category.as_str()) {
            "character" => characters += points,
            "squad" => squads += points,
            _ => support += points,
        }
        if let Some(sheet) = sheet {
            one(data, at, sheet, unit, &mut all);
            let ranks =
                sheet.model.iter().filter(|model| unit.models.get(&model.id).is_some_and(|count| *count > 0));
            leaders += ranks.clone().filter(|model| model.rank != "-").count();
            leaders += usize::from(sheet.category == "character");
            let banner = |items: &Vec<String>| items.iter().any(|item| item == "battle-standard");
            let bought = unit.options.iter().any(|taken| {
                sheet.options.iter().any(|option| option.id == taken.option && banner(&option.equipment))
            });
            standards += usize::from(bought) + ranks.filter(|model| banner(&model.equipment)).count();
        }
    }
    shares(data, force, [total, characters, squads, support], &mut all);
    if leaders < usize::from(data.muster.characters.least_commanders) {
        all.push(breach(rule!("2E-CMD-001"), None, "breach.no-commander", &force.id));
    }
    if standards > usize::from(data.muster.unique.battle_standards) {
        all.push(breach(rule!("2E-CMD-004"), None, "breach.standards", &force.id));
    }
    cards(data, force, &mut all);
    all
}

/// 2E-HER-024: a named character is one of a kind.
fn named_twice(data: &Data, force: &Force) -> Vec<Breach> {
    let is_named = |unit: &&ForceUnit| {
        let sheet = data.units.get(&(force.army.clone(), unit.unit.clone()));
        sheet.is_some_and(|sheet| {
            sheet.model.iter().any(|model| model.traits.iter().any(|word| word == NAMED))
        })
    };
    let again = |(at, unit): (usize, &ForceUnit)| {
        let before = force.unit[..at].iter().any(|other| other.unit == unit.unit);
        (before && is_named(&unit)).then(|| breach(rule!("2E-HER-024"), Some(at), "breach.named", &unit.unit))
    };
    force.unit.iter().enumerate().filter_map(again).collect()
}

/// 2E-SET-001, 2E-AMB-141: no more than the limit; shares of it for characters, squads and support.
fn shares(data: &Data, force: &Force, [total, characters, squads, support]: [u32; 4], all: &mut Vec<Breach>) {
    let limit = u32::from(force.limit);
    let muster = &data.muster;
    let mut check = |wrong: bool, key: &'static str, points: u32| {
        if wrong {
            let what = Message::new(key).number("points", points).number("limit", limit);
            all.push(Breach { rule: rule!("2E-SET-001"), unit: None, what });
        }
    };
    check(total > limit, "breach.limit", total);
    check(
        characters * 100 > limit * u32::from(muster.characters.most_percent),
        "breach.characters",
        characters,
    );
    check(squads * 100 < limit * u32::from(muster.squads.least_percent), "breach.squads", squads);
    check(support * 100 > limit * u32::from(muster.support.most_percent), "breach.support", support);
}

/// What is wrong with one unit: its numbers, its options, its powers.
fn one(data: &Data, at: usize, sheet: &Unit, unit: &ForceUnit, all: &mut Vec<Breach>) {
    for (id, count) in &unit.models {
        match sheet.model.iter().find(|model| model.id == *id) {
            Some(model) if (model.count[0]..=model.count[1]).contains(count) => {}
            _ => all.push(breach(rule!("2E-SET-001"), Some(at), "breach.models", id)),
        }
    }
    let missing = sheet.model.iter().find(|model| model.count[0] > 0 && !unit.models.contains_key(&model.id));
    if let Some(model) = missing {
        all.push(breach(rule!("2E-SET-001"), Some(at), "breach.models", &model.id));
    }
    for (number, taken) in unit.options.iter().enumerate() {
        let Some(option) = sheet.options.iter().find(|option| option.id == taken.option) else {
            all.push(breach(rule!("2E-SET-001"), Some(at), "breach.option", &taken.option));
            continue;
        };
        let same = unit.options.iter().filter(|other| other.option == taken.option);
        if same.map(|taken| u32::from(taken.count)).sum::<u32>() > u32::from(option.most)
            && !option.from.iter().any(|kind| kind == "grenade")
        {
            all.push(breach(rule!("2E-SET-001"), Some(at), "breach.too-many", &taken.option));
        }
        // TABX-008 to TABX-011: what does nothing yet is not sold.
        let does_nothing = option.equipment.iter().any(|item| UNBUILT.contains(&item.as_str()))
            || option.weapons.iter().chain(&taken.item).any(|weapon| !weapons::is_built(data, weapon));
        if does_nothing {
            all.push(breach(rule!("2E-SET-001"), Some(at), "breach.unbuilt", &taken.option));
        }
        if option
            .excludes
            .iter()
            .any(|other| unit.options[..number].iter().any(|taken| taken.option == *other))
        {
            all.push(breach(rule!("2E-SET-001"), Some(at), "breach.excluded", &taken.option));
        }
    }
    // 2E-PSI-002, 2E-AMB-145: one power a level, none twice; some are for some psykers only.
    let level: u8 = sheet.model.iter().map(|model| model.mastery).max().unwrap_or(0);
    let mut powers: Vec<&String> = sheet.powers.iter().chain(&unit.powers).collect();
    powers.sort_unstable();
    powers.dedup();
    let known = |id: &&String| {
        data.powers
            .iter()
            .any(|power| power.id == **id && (power.only.is_empty() || power.only.contains(&sheet.id)))
    };
    if powers.len() > usize::from(level) || !powers.iter().all(known) {
        all.push(breach(rule!("2E-PSI-002"), Some(at), "breach.powers", &unit.id));
    }
}

/// 2E-HER-021: how many cards a character may carry, which, and how many of each an army has.
fn cards(data: &Data, force: &Force, all: &mut Vec<Breach>) {
    for (at, unit) in force.unit.iter().enumerate().filter(|(_, unit)| !unit.cards.is_empty()) {
        let sheet = data.units.get(&(force.army.clone(), unit.unit.clone()));
        let bearer = sheet.and_then(|sheet| {
            sheet.model.iter().find(|model| model.rank != "-" && unit.models.contains_key(&model.id))
        });
        if unit.cards.len() > usize::from(bearer.map_or(0, |model| model.cards)) {
            all.push(breach(rule!("2E-HER-021"), Some(at), "breach.cards", &unit.id));
        }
        for card in &unit.cards {
            let known = data.cards.iter().find(|known| known.id == *card);
            let fits = known.is_some_and(|known| {
                is_built(&known.effect)
                    && match known.who {
                        Who::Psyker => bearer.is_some_and(|model| model.mastery > 0),
                        Who::OnFootNoPsyker => bearer.is_some_and(|model| model.mastery == 0),
                        Who::Anyone | Who::OnFoot | Who::RangedWeapon => true,
                    }
            });
            if !fits {
                all.push(breach(rule!("2E-HER-021"), Some(at), "breach.card", card));
            }
        }
    }
    for card in &data.cards {
        let taken = force.unit.iter().flat_map(|unit| &unit.cards).filter(|id| **id == card.id).count();
        if taken > usize::from(card.copies) {
            all.push(breach(rule!("2E-HER-021"), None, "breach.copies", &card.id));
        }
    }
}
