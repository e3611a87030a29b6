//! What a formation costs and which units it may have (EA-LIST-001, EA-LIST-004, EA-LIST-006).

use std::collections::BTreeMap;

use grognard_engine::message::Message;
use grognard_engine::rule;

use crate::data::Data;
use crate::data::army::{Army, Count, Force, ForceFormation, ListFormation, Pick, Size, Swap, Upgrade};
use crate::roster::Breach;

/// Upgrades paid for by the unit; all others are paid once.
const PER_UNIT: &str = "unit";

/// As many as one likes: the list gives no number.
const MANY: u32 = 99;

fn list<'a>(data: &'a Data, force: &Force) -> Option<&'a Army> {
    data.armies.iter().find(|army| army.id == force.army)
}

fn listed<'a>(army: &'a Army, own: &ForceFormation) -> Option<&'a ListFormation> {
    army.formation.iter().find(|known| known.id == own.formation)
}

fn size<'a>(listed: &'a ListFormation, own: &ForceFormation) -> Option<&'a Size> {
    listed.sizes.iter().find(|size| Some(&size.id) == own.size.as_ref())
}

/// The upgrades a formation bought, with their numbers.
fn bought<'a>(army: &'a Army, own: &'a ForceFormation) -> impl Iterator<Item = (&'a Upgrade, u32)> {
    own.upgrades.iter().filter_map(|chosen| {
        let upgrade = army.upgrade.iter().find(|known| known.id == chosen.upgrade)?;
        Some((upgrade, u32::from(chosen.count)))
    })
}

/// EA-LIST-004: what a formation costs: its core, its upgrades, transports for what they add.
pub fn cost(data: &Data, force: &Force, own: &ForceFormation) -> Option<u32> {
    let army = list(data, force)?;
    let listed = listed(army, own)?;
    let core = size(listed, own).map_or(listed.points, |size| size.points);
    let characters = || force.character.iter().filter(|known| known.formation == own.id);
    let price = |(upgrade, number): (&Upgrade, u32)| {
        let one = u32::from(upgrade.points);
        let other =
            upgrade.character_points.iter().find(|price| characters().any(|known| known.unit == price.unit));
        match (other, upgrade.pair_points) {
            (Some(price), _) => u32::from(price.points),
            (None, Some(pair)) => u32::from(pair) * (number / 2) + one * (number % 2),
            (None, None) => one * number,
        }
    };
    let upgrades: u32 = bought(army, own).map(price).sum();
    Some(u32::from(core) + upgrades + carriers(army, listed, own))
}

/// Carriers for what upgrades add, beyond those of the core: each is paid for.
fn carriers(army: &Army, listed: &ListFormation, own: &ForceFormation) -> u32 {
    let Some(chimeras) = bought(army, own).find_map(|(upgrade, _)| upgrade.chimeras.as_ref()) else {
        return 0;
    };
    let has: u32 = own
        .units
        .iter()
        .filter(|count| count.unit == chimeras.unit)
        .map(|count| u32::from(count.count))
        .sum();
    let room = Room::of(army, listed, own, false);
    let free = room.most.get(chimeras.unit.as_str()).copied().unwrap_or(0);
    has.saturating_sub(free) * u32::from(chimeras.points)
}

/// How many of each unit a formation may have.
#[derive(Default)]
struct Room<'a> {
    least: BTreeMap<&'a str, u32>,
    most: BTreeMap<&'a str, u32>,
    /// Units that are exchanged for others: fewer of them may stay.
    fewer: BTreeMap<&'a str, u32>,
}

impl<'a> Room<'a> {
    fn of(army: &'a Army, listed: &'a ListFormation, own: &'a ForceFormation, carriers: bool) -> Room<'a> {
        let mut room = Room::default();
        let times = size(listed, own).map_or(1, |size| u32::from(size.times));
        for core in &listed.units {
            *room.least.entry(&core.unit).or_default() += u32::from(core.count) * times;
            room.may(&core.unit, u32::from(core.count) * times);
        }
        listed.pick.iter().for_each(|pick| room.pick(pick, times));
        if let Some(plus) = &listed.plus_transport {
            room.may(&plus.unit, plus.most.map_or(MANY, u32::from));
        }
        listed.swap.iter().for_each(|swap| room.swap(swap));
        for (upgrade, number) in bought(army, own) {
            room.upgrade(upgrade, number, carriers);
        }
        room
    }

    fn may(&mut self, unit: &'a str, number: u32) {
        *self.most.entry(unit).or_default() += number;
    }

    fn pick(&mut self, pick: &'a Pick, times: u32) {
        pick.from.iter().for_each(|unit| self.may(unit, u32::from(pick.count) * times));
    }

    fn swap(&mut self, swap: &'a Swap) {
        *self.fewer.entry(&swap.from).or_default() += MANY;
        swap.to.iter().for_each(|unit| self.may(unit, MANY));
        swap.choose.iter().for_each(|count| self.may(&count.unit, MANY));
    }

    fn upgrade(&mut self, upgrade: &'a Upgrade, number: u32, carriers: bool) {
        let by_unit = upgrade.per == PER_UNIT;
        for added in &upgrade.add {
            let most = added.most.or(added.least).map_or(MANY, u32::from);
            self.may(&added.unit, if by_unit { number } else { most * number });
        }
        upgrade.add_pick.iter().for_each(|pick| self.pick(pick, number));
        for replace in &upgrade.replace {
            let exchanged = if by_unit { number } else { replace.most.map_or(MANY, u32::from) };
            *self.fewer.entry(&replace.from).or_default() += exchanged;
            replace.to.iter().for_each(|unit| self.may(unit, exchanged));
        }
        if let Some(free) = &upgrade.free_with {
            self.may(&free.unit, u32::from(free.most) * number);
        }
        if let Some(chimeras) = upgrade.chimeras.as_ref().filter(|_| carriers) {
            self.may(&chimeras.unit, MANY);
        }
        upgrade.swap.iter().for_each(|swap| self.swap(swap));
    }
}

/// The units of a formation for which nobody wrote any: its core with what its upgrades add, the first of several.
pub fn usual(army: &Army, own: &ForceFormation) -> Vec<Count> {
    let Some(listed) = listed(army, own) else { return Vec::new() };
    let times = size(listed, own).map_or(1, |size| size.times);
    let mut units: Vec<Count> = Vec::new();
    let mut put = |unit: &str, count: u8| match units.iter_mut().find(|known| known.unit == unit) {
        Some(known) => known.count = known.count.saturating_add(count),
        None if count > 0 => units.push(Count { unit: unit.to_owned(), count }),
        None => {}
    };
    let first = |pick: &Pick| pick.from.first().cloned().unwrap_or_default();
    listed.units.iter().for_each(|core| put(&core.unit, core.count.saturating_mul(times)));
    listed.pick.iter().for_each(|pick| put(&first(pick), pick.count.saturating_mul(times)));
    for (upgrade, number) in bought(army, own) {
        let number = u8::try_from(number).unwrap_or(u8::MAX);
        let by_unit = upgrade.per == PER_UNIT;
        for (at, added) in upgrade.add.iter().enumerate() {
            let each = added.least.or(added.most).unwrap_or(1);
            match (by_unit, at) {
                (true, 0) => put(&added.unit, number),
                (true, _) => {}
                (false, _) => put(&added.unit, each.saturating_mul(number)),
            }
        }
        upgrade.add_pick.iter().for_each(|pick| put(&first(pick), pick.count.saturating_mul(number)));
    }
    for (upgrade, number) in bought(army, own) {
        for replace in &upgrade.replace {
            let wanted = if upgrade.per == PER_UNIT { number } else { replace.most.map_or(MANY, u32::from) };
            let Some(from) = units.iter_mut().find(|known| known.unit == replace.from) else { continue };
            let exchanged = from.count.min(u8::try_from(wanted).unwrap_or(u8::MAX));
            from.count -= exchanged;
            if let Some(to) = replace.to.first() {
                units.push(Count { unit: to.clone(), count: exchanged });
            }
        }
    }
    units.retain(|count| count.count > 0);
    units
}

/// A force with the units and prices its list gives, where nobody wrote them down.
pub fn complete(data: &Data, force: &Force) -> Force {
    let mut whole = force.clone();
    let Some(army) = list(data, force) else { return whole };
    for own in whole.formation.iter_mut().filter(|own| own.units.is_empty()) {
        own.units = usual(army, own);
    }
    let prices: Vec<u32> =
        whole.formation.iter().map(|own| cost(data, &whole, own).unwrap_or_default()).collect();
    for (own, price) in whole.formation.iter_mut().zip(prices) {
        if own.points == 0 {
            own.points = price.try_into().unwrap_or(u16::MAX);
        }
    }
    if whole.points == 0 {
        let extras = u16::try_from(crate::roster::bought::extras(data, &whole)).unwrap_or(u16::MAX);
        whole.points = whole.formation.iter().fold(extras, |sum, own| sum.saturating_add(own.points));
    }
    whole
}

/// Every breach of a formation in its units, its characters and its price.
pub fn breaches(data: &Data, force: &Force, own: &ForceFormation) -> Vec<Breach> {
    let Some((army, listed)) = list(data, force).and_then(|army| Some((army, listed(army, own)?))) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    let room = Room::of(army, listed, own, true);
    let mut units: BTreeMap<&str, u32> = room.least.keys().map(|unit| (*unit, 0)).collect();
    for count in &own.units {
        *units.entry(&count.unit).or_default() += u32::from(count.count);
    }
    for (unit, has) in units {
        let fewer = room.fewer.get(unit).copied().unwrap_or(0);
        let least = room.least.get(unit).copied().unwrap_or(0).saturating_sub(fewer);
        let most = room.most.get(unit).copied().unwrap_or(0);
        if !(least..=most).contains(&has) {
            let what = Message::new("breach.units")
                .text("about", unit)
                .number("taken", has)
                .number("least", least)
                .number("most", most);
            all.push(Breach { rule: rule!("EA-LIST-001"), what });
        }
    }
    // EA-LIST-006: a character is bought for a unit of its formation.
    let own_characters = || force.character.iter().filter(|known| known.formation == own.id);
    for (upgrade, number) in bought(army, own).filter(|(upgrade, _)| !upgrade.character.is_empty()) {
        let of_it = own_characters().filter(|known| upgrade.character.contains(&known.unit)).count();
        // One character may take another's place.
        let replaced =
            |other: &Upgrade| other.replaces.as_ref().is_some_and(|unit| upgrade.character.contains(unit));
        let replaced: u32 =
            bought(army, own).filter(|(other, _)| replaced(other)).map(|(_, number)| number).sum();
        if of_it != number.saturating_sub(replaced) as usize {
            let what = Message::new("breach.characters").text("about", upgrade.id.clone());
            all.push(Breach { rule: rule!("EA-LIST-006"), what: what.number("number", number) });
        }
    }
    for character in own_characters() {
        let host = own.units.iter().any(|count| count.unit == character.host);
        // What no upgrade sells is a gift of the army's own rules.
        let sold = army.upgrade.iter().any(|upgrade| upgrade.character.contains(&character.unit));
        let paid = !sold
            || bought(army, own).any(|(upgrade, _)| upgrade.character.contains(&character.unit))
            || listed.characters.contains(&character.unit);
        if !host || !paid {
            let key = if host { "breach.unpaid-character" } else { "breach.no-host" };
            let what = Message::new(key).text("about", character.unit.clone());
            all.push(Breach { rule: rule!("EA-LIST-006"), what });
        }
    }
    if let Some(price) = cost(data, force, own).filter(|price| *price != u32::from(own.points)) {
        let what = Message::new("breach.price").text("about", own.id.clone()).number("points", price);
        all.push(Breach { rule: rule!("EA-LIST-004"), what });
    }
    all
}
