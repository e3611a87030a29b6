//! What the army rules say of lists: transports that come along, Drop Pods, Commissars, Warlords, weapon mounts, spacecraft
//! (EA-ARMY-010, EA-ARMY-011, EA-ARMY-013, EA-ARMY-014, EA-ARMY-024, EA-ARMY-025, EA-ARMY-035, EA-SPAC-001).

use grognard_engine::rule;

use super::{Breach, breach};
use crate::data::Data;
use crate::data::army::{Army, Force, ForceFormation, ListFormation};
use crate::data::unit::{Bay, Sheet, UnitType};
use crate::legal::transport::takes;

const RHINO: &str = "sm-rhino";
const DROP_POD: &str = "sm-drop-pod";
const COMMISSAR: &str = "ig-commissar";
const WARLORD: &str = "ork-warlord";

/// The sheets of a formation's units, one for each unit.
fn sheets<'a>(data: &'a Data, own: &'a ForceFormation) -> impl Iterator<Item = &'a Sheet> + 'a {
    own.units.iter().flat_map(move |count| {
        data.sheets
            .get(&count.unit)
            .into_iter()
            .flat_map(move |sheet| std::iter::repeat_n(sheet, count.count.into()))
    })
}

fn number(own: &ForceFormation, unit: &str) -> usize {
    own.units.iter().filter(|count| count.unit == unit).map(|count| usize::from(count.count)).sum()
}

/// How many units a bay has room for.
fn room(sheet: &Sheet) -> usize {
    sheet.transport.iter().filter_map(|bay| bay.places).map(usize::from).max().unwrap_or(0)
}

/// EA-ARMY-010, EA-ARMY-035: transports that come along: the fewest that carry everybody, after those bought, or none.
pub fn transports(data: &Data, listed: &ListFormation, own: &ForceFormation, all: &mut Vec<Breach>) {
    let Some(plus) = &listed.plus_transport else { return };
    let Some(sheet) = data.sheets.get(&plus.unit) else { return };
    let fits = |unit: &Sheet, carrier: &Sheet| carrier.transport.iter().any(|bay: &Bay| takes(unit, bay));
    let riders = sheets(data, own).filter(|unit| fits(unit, sheet)).count();
    let others: usize =
        sheets(data, own).filter(|unit| unit.id != plus.unit && !unit.transport.is_empty()).map(room).sum();
    let needed = riders.saturating_sub(others).div_ceil(room(sheet).max(1));
    let taken = number(own, &plus.unit);
    let fewest = plus.unit == RHINO;
    let most = plus.most.map_or(needed, |most| needed.min(usize::from(most)));
    if fewest && taken != 0 && taken != needed || taken > most {
        let rule = if fewest { rule!("EA-ARMY-010") } else { rule!("EA-ARMY-035") };
        all.push(breach(rule, "breach.transports", &own.id));
    }
    let infantry = sheets(data, own).filter(|unit| unit.types.contains(&UnitType::Infantry)).count();
    if listed.infantry_most.is_some_and(|most| infantry > usize::from(most)) {
        all.push(breach(rule!("EA-ARMY-035"), "breach.too-much-infantry", &own.id));
    }
}

/// EA-ARMY-011: Drop Pods need a spacecraft to fall from, and units that can ride in them.
pub fn pods(data: &Data, force: &Force, own: &ForceFormation, all: &mut Vec<Breach>) {
    if own.entry.as_deref() != Some("drop-pods") {
        return;
    }
    let numbers = &data.numbers.pods_from.needs_one_of;
    let craft = force.formation.iter().any(|other| numbers.iter().any(|craft| number(other, craft) > 0));
    let pod = data.sheets.get(DROP_POD);
    let ride = |unit: &Sheet| pod.is_some_and(|pod| pod.transport.iter().any(|bay| takes(unit, bay)));
    if !craft || !sheets(data, own).all(ride) {
        all.push(breach(rule!("EA-ARMY-011"), "breach.drop-pods", &own.id));
    }
}

/// EA-ARMY-024, EA-ARMY-025: every mount of a Titan holds one weapon that goes there; few different ones cost more.
pub fn mounts(data: &Data, army: &Army, listed: &ListFormation, own: &ForceFormation, all: &mut Vec<Breach>) {
    for (at, sheet) in sheets(data, own).enumerate().filter(|(_, sheet)| !sheet.mounts.is_empty()) {
        let chosen: Vec<_> =
            own.mounts.iter().filter(|chosen| usize::from(chosen.titan.unwrap_or(1)) == at + 1).collect();
        let full = sheet.mounts.iter().all(|mount| {
            chosen.iter().filter(|chosen| chosen.mount == mount.kind).count() == usize::from(mount.count)
        });
        let goes = |chosen: &&&crate::data::army::ChosenMount| {
            let upgrade = army.upgrade.iter().find(|known| known.id == chosen.upgrade);
            upgrade
                .and_then(|upgrade| upgrade.mount.as_ref())
                .is_some_and(|fill| fill.kinds.contains(&chosen.mount))
        };
        if !full || chosen.iter().filter(goes).count() != chosen.len() {
            all.push(breach(rule!("EA-ARMY-024"), "breach.mounts", &own.id));
        }
        let mut kinds: Vec<&str> = chosen.iter().map(|chosen| chosen.upgrade.as_str()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let numbers = &data.numbers.few_weapons;
        let price = |chosen: &&crate::data::army::ChosenMount| {
            army.upgrade.iter().find(|known| known.id == chosen.upgrade).map_or(0, |upgrade| upgrade.points)
        };
        let cost: u16 = own.mounts.iter().map(|chosen| price(&chosen)).sum();
        if kinds.len() < usize::from(numbers.different_weapons)
            && own.points < listed.points + cost + numbers.points
        {
            all.push(breach(rule!("EA-ARMY-025"), "breach.few-weapons", &own.id));
        }
    }
}

/// EA-ARMY-013, EA-ARMY-014: the characters that come free with an army, whatever its formations are.
pub fn of_the_army(army: &Army) -> Vec<&'static str> {
    let has = |rule: &str| army.rules.iter().any(|known| known == rule);
    let all = [("EA-ARMY-013", COMMISSAR), ("EA-ARMY-014", WARLORD)];
    all.into_iter().filter(|(rule, _)| has(rule)).map(|(_, unit)| unit).collect()
}

/// EA-ARMY-013, EA-ARMY-014, EA-SPAC-001: characters that come free, and spacecraft, for the army as a whole.
pub fn whole(data: &Data, army: &Army, force: &Force, all: &mut Vec<Breach>) {
    let has = |rule: &str| army.rules.iter().any(|known| known == rule);
    let of = |unit: &str| force.character.iter().filter(|known| known.unit == unit).collect::<Vec<_>>();
    let numbers = &data.numbers;
    if has("EA-ARMY-013") {
        let commissars = of(COMMISSAR);
        let most = usize::from(force.points).div_ceil(usize::from(numbers.commissars.points));
        let crowded = commissars.iter().any(|one| {
            let together = commissars.iter().filter(|other| other.formation == one.formation).count();
            together > usize::from(numbers.commissars.per_formation)
        });
        if commissars.len() > most || crowded {
            all.push(breach(rule!("EA-ARMY-013"), "breach.commissars", &force.id));
        }
    }
    if has("EA-ARMY-014") && of(WARLORD).len() != usize::from(numbers.warlord.warlords) {
        all.push(breach(rule!("EA-ARMY-014"), "breach.warlord", &force.id));
    }
    kabal(data, army, force, all);
    let space = |sheet: &&Sheet| sheet.types.contains(&UnitType::Spacecraft);
    let craft = force.formation.iter().flat_map(|own| sheets(data, own)).filter(space).count();
    // EA-SPF-003: who comes from the sky may have two.
    let two = force.scenario == "planetfall";
    let most = if two { numbers.two_spacecraft.spacecraft } else { numbers.spacecraft.most };
    if craft > usize::from(most) {
        let rule = if two { rule!("EA-SPF-003") } else { rule!("EA-SPAC-001") };
        all.push(breach(rule, "breach.spacecraft", &force.id));
    }
}

/// EA-ARMY-036: whoever rides in an assault boat has no other transports and fits into it; one character replaces another in the
/// formation it is meant for, where there is one.
fn kabal(data: &Data, army: &Army, force: &Force, all: &mut Vec<Breach>) {
    let rule = rule!("EA-ARMY-036");
    for own in &force.formation {
        let listed = army.formation.iter().find(|listed| listed.id == own.formation);
        let boat = crate::muster::boat(army, own).and_then(|boat| boat.formation_of_its_own.as_ref());
        if let Some(craft) = boat.and_then(|boat| data.sheets.get(&boat.unit)) {
            let raiders = listed.and_then(|listed| listed.plus_transport.as_ref());
            let other = raiders.is_some_and(|plus| number(own, &plus.unit) > 0);
            let rides = |unit: &Sheet| craft.transport.iter().any(|bay| takes(unit, bay));
            if other || !sheets(data, own).all(rides) {
                all.push(breach(rule, "breach.transports", &own.id));
            }
        }
        for chosen in &own.upgrades {
            let Some(upgrade) = army.upgrade.iter().find(|known| known.id == chosen.upgrade) else {
                continue;
            };
            let meant = |listed: &&ListFormation| {
                upgrade.limit.as_deref() == Some("in-coterie-if-any")
                    && upgrade.replaces.as_ref().is_some_and(|unit| listed.characters.contains(unit))
            };
            let Some(coterie) = army.formation.iter().find(meant) else { continue };
            let there = force.formation.iter().any(|other| other.formation == coterie.id);
            if there && own.formation != coterie.id {
                all.push(breach(rule, "breach.characters-elsewhere", &own.id));
            }
        }
    }
}
