//! Ready forces as formations of a game (EA-LIST-004, EA-LIST-006, EA-TOUR-002).

use grognard_engine::SeatId;

use crate::data::Data;
use crate::data::army::{Army, Force, ForceFormation};
use crate::fixed::{Mustered, Stock};

/// What each unit of a formation is, with its fit and its characters. EA-LIST-006: a character belongs to the first unit of
/// its host's kind that has none yet.
fn units(army: &Army, force: &Force, formation: &ForceFormation) -> Vec<String> {
    let fit = |unit: &str| formation.fits.iter().find(|fit| fit.unit == unit);
    let name = |unit: &str| fit(unit).map_or(unit.to_owned(), |fit| format!("{unit}:{}", fit.fit));
    let counts = formation.units.iter();
    let mut all: Vec<String> =
        counts.flat_map(|count| std::iter::repeat_n(name(&count.unit), count.count.into())).collect();
    for character in force.character.iter().filter(|known| known.formation == formation.id) {
        let host = name(&character.host);
        let free = all.iter().position(|unit| *unit == host);
        let any = || all.iter().position(|unit| unit.split('+').next() == Some(host.as_str()));
        if let Some(at) = free.or_else(any) {
            all[at] = format!("{}+{}", all[at], character.unit);
        }
    }
    // EA-ARMY-024: what fills the mounts of each Titan.
    for chosen in &formation.mounts {
        let upgrade = army.upgrade.iter().find(|known| known.id == chosen.upgrade);
        let fill = upgrade.and_then(|upgrade| upgrade.mount.as_ref());
        let titan = usize::from(chosen.titan.unwrap_or(1).max(1)) - 1;
        if let (Some(fill), Some(unit)) = (fill, all.get_mut(titan)) {
            *unit = format!("{unit}+{}@{}", fill.fill, chosen.mount);
        }
    }
    all
}

/// The formations of a force for one side.
pub fn muster(data: &Data, force: &str, side: u8) -> Result<Vec<Mustered>, String> {
    let force = data.forces.iter().find(|known| known.id == force);
    let force = force.ok_or("there is no such force")?;
    let army = data.armies.iter().find(|known| known.id == force.army);
    let army = army.ok_or_else(|| format!("there is no army list `{}`", force.army))?;
    let make = |formation: &ForceFormation| -> Result<Mustered, String> {
        let listed = army.formation.iter().find(|known| known.id == formation.formation);
        let listed = listed.ok_or_else(|| format!("there is no formation `{}`", formation.formation))?;
        Ok(Mustered {
            side,
            id: formation.formation.clone(),
            units: units(army, force, formation),
            initiative: listed.initiative.0,
            rules: rules(data, army, formation),
            zone: None,
            points: formation.points,
            entrenched: formation.entrenched,
        })
    };
    let mut all: Vec<Mustered> = Vec::new();
    for formation in force.formation.iter().filter(|formation| !formation.units.is_empty()) {
        let mut own = make(formation)?;
        // EA-ARMY-036: an assault boat is a formation of its own, behind the one that rides in it.
        let boat = boat(army, formation);
        own.points = own.points.saturating_sub(boat.map_or(0, |boat| boat.points));
        let made = boat.and_then(|boat| {
            let craft = boat.formation_of_its_own.as_ref()?;
            Some(Mustered {
                id: BOAT.to_owned(),
                units: vec![craft.unit.clone()],
                initiative: craft.initiative.0,
                points: boat.points,
                entrenched: false,
                ..own.clone()
            })
        });
        all.push(own);
        all.extend(made);
    }
    all.extend(bought(data, force, side));
    Ok(all)
}

/// Units that were bought for a scenario: each a formation of its own, but for those that come as one.
fn bought(data: &Data, force: &Force, side: u8) -> Vec<Mustered> {
    let mut all = Vec::new();
    for bought in &force.purchase {
        let Some(purchase) = data.purchases.iter().find(|known| known.id == bought.id) else { continue };
        let fit = |unit: &str| bought.fit.as_ref().map_or(unit.to_owned(), |fit| format!("{unit}:{fit}"));
        let given = purchase.give.iter().fold(String::new(), |given, ability| given + "+!" + ability);
        let units: Vec<String> = purchase
            .units
            .iter()
            .flat_map(|count| std::iter::repeat_n(format!("{}{given}", fit(&count.unit)), count.count.into()))
            .collect();
        if units.is_empty() {
            continue;
        }
        for _ in 0..bought.count {
            all.push(Mustered {
                side,
                id: purchase.id.clone(),
                units: units.clone(),
                initiative: purchase.initiative.and_then(|initiative| initiative.0),
                rules: Vec::new(),
                zone: None,
                points: purchase.points,
                entrenched: false,
            });
        }
    }
    all
}

/// Stands of terrain that were bought for a scenario.
pub fn stock(data: &Data, force: &str, side: u8) -> Vec<Stock> {
    let Some(force) = data.forces.iter().find(|known| known.id == force) else { return Vec::new() };
    let stands = |bought: &&crate::data::army::Bought| {
        let purchase = data.purchases.iter().find(|known| known.id == bought.id);
        purchase.is_some_and(|known| known.terrain.is_some() || !known.parts.is_empty())
    };
    let make = |bought: &crate::data::army::Bought| Stock {
        side: SeatId(side),
        purchase: bought.id.clone(),
        count: bought.count,
    };
    force.purchase.iter().filter(stands).map(make).collect()
}

/// EA-ARMY-036: what an assault boat is called that starts with the formation before it aboard.
pub const BOAT: &str = "slavebringer";

/// EA-ARMY-036: the upgrade of a formation that is a formation of its own.
pub fn boat<'a>(army: &'a Army, formation: &ForceFormation) -> Option<&'a crate::data::army::Upgrade> {
    let chosen = |upgrade: &&crate::data::army::Upgrade| {
        upgrade.formation_of_its_own.is_some()
            && formation.upgrades.iter().any(|chosen| chosen.upgrade == upgrade.id)
    };
    army.upgrade.iter().find(chosen)
}

/// Whose units know no fear.
const MARINES: &str = "space-marine";
/// They Shall Know No Fear.
const NO_FEAR: [&str; 7] =
    ["EA-ARMY-001", "EA-ARMY-002", "EA-ARMY-003", "EA-ARMY-004", "EA-ARMY-005", "EA-ARMY-006", "EA-ARMY-007"];

/// EA-UNIT-013: the army rules of a formation. EA-ARMY-011: only some come in Drop Pods. EA-ARMY-029: allies know fear.
fn rules(data: &Data, army: &Army, formation: &ForceFormation) -> Vec<String> {
    let pods = formation.entry.as_deref() == Some("drop-pods");
    let marines = formation
        .units
        .iter()
        .all(|count| data.sheets.get(&count.unit).is_some_and(|sheet| sheet.faction == MARINES));
    let holds =
        |rule: &&String| (pods || *rule != "EA-ARMY-012") && (marines || !NO_FEAR.contains(&rule.as_str()));
    army.rules.iter().filter(holds).cloned().collect()
}

/// EA-ARMY-019, EA-ARMY-034: whether a force has a portal that is an objective.
pub fn has_gate(data: &Data, force: &str) -> bool {
    let force = data.forces.iter().find(|known| known.id == force);
    force.is_some_and(|force| {
        let army = data.armies.iter().find(|army| army.id == force.army);
        let gate = |id: &str| {
            army.is_some_and(|army| army.formation.iter().any(|listed| listed.id == id && listed.objective))
        };
        force.formation.iter().any(|formation| gate(&formation.formation))
    })
}

/// EA-STRT-001: the Strategy Rating of a force's army.
pub fn strategy(data: &Data, force: &str) -> u8 {
    let army = data.forces.iter().find(|known| known.id == force).map(|force| &force.army);
    data.armies.iter().find(|known| Some(&known.id) == army).map_or(0, |army| army.strategy)
}
