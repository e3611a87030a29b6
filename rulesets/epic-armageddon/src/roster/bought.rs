//! What a side buys for one scenario, and siege vehicles (EA-SAS-001 to EA-SAS-005, EA-SAS-053, EA-SPF-002, EA-SPF-003, EA-SPF-005,
//! EA-SHR-001, EA-SHR-002, EA-SSL-003, EA-SSL-006, EA-SSL-007, EA-SSL-017).

use grognard_engine::message::Message;
use grognard_engine::{RuleId, rule};

use super::{Breach, breach};
use crate::data::Data;
use crate::data::amount::Rounding;
use crate::data::army::{Army, Bought, Count, Force, ForceFormation, Swap};
use crate::data::scenario::Purchase;
use crate::data::unit::UnitType;

/// The scenario of the swaps and formations that are for sieges.
const SIEGE: &str = "siegeline";

/// The rule of a purchase, as the program knows it.
pub fn rule_of(purchase: &Purchase) -> RuleId {
    match purchase.rule.as_str() {
        "EA-SAS-053" => rule!("EA-SAS-053"),
        "EA-SAS-054" => rule!("EA-SAS-054"),
        "EA-SSL-003" => rule!("EA-SSL-003"),
        "EA-SPF-002" => rule!("EA-SPF-002"),
        "EA-SPF-005" => rule!("EA-SPF-005"),
        "EA-SHR-002" => rule!("EA-SHR-002"),
        _ => rule!("EA-SAS-005"),
    }
}

fn known<'a>(data: &'a Data, bought: &Bought) -> Option<&'a Purchase> {
    data.purchases.iter().find(|purchase| purchase.id == bought.id)
}

/// EA-SAS-002: whether a purchase is a fortification, which the bonus of a defender pays for.
fn is_fortification(purchase: &Purchase) -> bool {
    purchase.source == "T-24"
}

/// What something bought costs.
pub fn price(data: &Data, bought: &Bought) -> u32 {
    let Some(purchase) = known(data, bought) else { return 0 };
    let fit = bought.fit.as_ref().and_then(|fit| {
        let unit = purchase.units.first()?;
        data.sheets.get(&unit.unit)?.fit.iter().find(|known| known.id == *fit).map(|fit| fit.points)
    });
    u32::from(fit.unwrap_or(purchase.points)) * u32::from(bought.count)
}

/// EA-SAS-004: what entrenching a formation costs: all of its units that can.
pub fn entrenching(data: &Data, own: &ForceFormation) -> u32 {
    if !own.entrenched {
        return 0;
    }
    let of = |word: &str| {
        let row = data.purchases.iter().find(|known| known.of.as_deref() == Some(word));
        row.map_or(0, |row| u32::from(row.points))
    };
    let each = |count: &Count| {
        let Some(sheet) = data.sheets.get(&count.unit) else { return 0 };
        let has = |ability: &str| sheet.abilities.iter().any(|known| known == ability);
        // EA-SAS-019: neither aircraft nor skimmers.
        if has("skimmer") || sheet.types.contains(&UnitType::Aircraft) {
            return 0;
        }
        let one = if sheet.types.contains(&UnitType::WarEngine) {
            of("war-engine")
        } else if sheet.types.contains(&UnitType::Infantry) {
            of("infantry")
        } else {
            of("vehicle")
        };
        one * u32::from(count.count)
    };
    own.units.iter().map(each).sum()
}

/// What a side bought besides its army, without fortifications.
pub fn extras(data: &Data, force: &Force) -> u32 {
    let paid =
        force.purchase.iter().filter(|bought| known(data, bought).is_some_and(|own| !is_fortification(own)));
    paid.map(|bought| price(data, bought)).sum()
}

/// Every breach of what was bought.
pub fn breaches(data: &Data, army: &Army, force: &Force, all: &mut Vec<Breach>) {
    let numbers = &data.numbers;
    let mut sides: Vec<&str> = Vec::new();
    for bought in &force.purchase {
        let Some(purchase) = known(data, bought) else {
            all.push(breach(rule!("EA-LIST-001"), "breach.no-purchase", &bought.id));
            continue;
        };
        let rule = rule_of(purchase);
        sides.push(&purchase.side);
        // EA-SAS-056: each army may buy the same under names of its own; only some are for one army.
        let army_fits = purchase.army.as_ref().is_none_or(|wanted| *wanted == army.id);
        if purchase.scenario != force.scenario || !army_fits {
            all.push(breach(rule, "breach.other-scenario", &bought.id));
        }
        if purchase.most.is_some_and(|most| bought.count > most) {
            all.push(breach(rule, "breach.bought-too-many", &bought.id));
        }
        let per_points = match purchase.one_per_points.as_deref() {
            Some("EA-SPF-005") => Some((numbers.lasers.points, numbers.lasers.batteries)),
            Some("EA-SHR-002") => Some((numbers.fixed_guns.points, numbers.fixed_guns.guns)),
            _ => None,
        };
        if per_points.is_some_and(|(points, each)| bought.count > (force.agreed / points) as u8 * each) {
            all.push(breach(rule, "breach.bought-too-many", &bought.id));
        }
        // EA-SAS-005: pillboxes come in fours.
        let fours = purchase.id == "pillbox";
        if fours && bought.count % purchase.stands.unwrap_or(1) != 0 {
            all.push(breach(rule!("EA-SAS-005"), "breach.pillboxes", &bought.id));
        }
    }
    sides.dedup();
    if sides.len() > 1 {
        all.push(breach(rule!("EA-LIST-001"), "breach.both-sides", &force.id));
    }
    // EA-SAS-002: a quarter of what the army costs, for fortifications alone.
    let army_cost: u32 = force.formation.iter().map(|own| u32::from(own.points)).sum();
    let dug: u32 = force.formation.iter().map(|own| entrenching(data, own)).sum();
    let stands = force.purchase.iter().filter(|bought| known(data, bought).is_some_and(is_fortification));
    let works: u32 = dug + stands.map(|bought| price(data, bought)).sum::<u32>();
    if works > numbers.fortifications.fortifications.times(army_cost, Rounding::Down) {
        let what = Message::new("breach.fortifications").number("points", works);
        all.push(Breach { rule: rule!("EA-SAS-002"), what });
    }
    if dug > 0 && force.scenario != "assault" {
        all.push(breach(rule!("EA-SAS-004"), "breach.other-scenario", &force.id));
    }
    // EA-SAS-003.
    if force.scenario == "assault" && army_cost > u32::from(numbers.force_most.most) {
        all.push(breach(rule!("EA-SAS-003"), "breach.too-dear", &force.id));
    }
    // EA-SHR-001: a quarter of it is infantry.
    let foot = |own: &&ForceFormation| {
        own.units.iter().any(|count| {
            data.sheets.get(&count.unit).is_some_and(|sheet| sheet.types.contains(&UnitType::Infantry))
        })
    };
    let infantry: u32 = force.formation.iter().filter(foot).map(|own| u32::from(own.points)).sum();
    let share = numbers.raid_infantry.infantry_share.times(army_cost, Rounding::Up);
    if force.scenario == "hit-and-run" && infantry < share {
        all.push(breach(rule!("EA-SHR-001"), "breach.too-little-infantry", &force.id));
    }
    sieges(army, force, all);
}

/// EA-SSL-006, EA-SSL-007, EA-SSL-017: vehicles and formations that are for sieges.
fn sieges(army: &Army, force: &Force, all: &mut Vec<Breach>) {
    for own in &force.formation {
        let Some(listed) = army.formation.iter().find(|listed| listed.id == own.formation) else { continue };
        if listed.when.is_some() && force.scenario != SIEGE {
            all.push(breach(rule!("EA-SSL-007"), "breach.other-scenario", &own.id));
        }
        let bought = own
            .upgrades
            .iter()
            .filter_map(|chosen| army.upgrade.iter().find(|upgrade| upgrade.id == chosen.upgrade));
        let swaps: Vec<&Swap> = listed
            .swap
            .iter()
            .chain(bought.flat_map(|upgrade| &upgrade.swap))
            .filter(|swap| swap.when.is_some())
            .collect();
        let number = |unit: &str| -> u32 {
            own.units.iter().filter(|count| count.unit == unit).map(|count| u32::from(count.count)).sum()
        };
        let taken: Vec<&str> = swaps
            .iter()
            .flat_map(|swap| &swap.choose)
            .map(|count| count.unit.as_str())
            .filter(|unit| number(unit) > 0)
            .collect();
        let mut kinds = taken.clone();
        kinds.sort_unstable();
        kinds.dedup();
        if kinds.is_empty() {
            continue;
        }
        if force.scenario != SIEGE {
            all.push(breach(rule!("EA-SSL-006"), "breach.other-scenario", &own.id));
        }
        // All of one kind, as many as the list says, and none of what they replace.
        let most: u32 = swaps
            .iter()
            .flat_map(|swap| &swap.choose)
            .filter(|count| count.unit == kinds[0])
            .map(|count| u32::from(count.count))
            .sum();
        let kept = swaps.iter().any(|swap| swap.all && number(&swap.from) > 0);
        if kinds.len() > 1 || number(kinds[0]) > most || kept {
            all.push(breach(rule!("EA-SSL-006"), "breach.swap", &own.id));
        }
    }
}
