//! Ready forces as formations of a game (EA-LIST-004, EA-LIST-006, EA-TOUR-002).

use crate::data::Data;
use crate::data::army::{Force, ForceFormation};
use crate::data::unit::UnitType;
use crate::fixed::Mustered;

/// Whether a formation flies or orbits; such formations cannot be played yet.
fn is_aerospace(data: &Data, formation: &ForceFormation) -> bool {
    formation.units.iter().any(|count| {
        let types = data.sheets.get(&count.unit).map_or(&[][..], |sheet| &sheet.types);
        types.contains(&UnitType::Aircraft) || types.contains(&UnitType::Spacecraft)
    })
}

/// What each unit of a formation is, with its fit and its characters. EA-LIST-006: a character belongs to the first unit of
/// its host's kind that has none yet.
fn units(force: &Force, formation: &ForceFormation) -> Vec<String> {
    let fit = |unit: &str| formation.fits.iter().find(|fit| fit.unit == unit);
    let name = |unit: &str| fit(unit).map_or(unit.to_owned(), |fit| format!("{unit}:{}", fit.fit));
    let counts = formation.units.iter();
    let mut all: Vec<String> =
        counts.flat_map(|count| std::iter::repeat_n(name(&count.unit), count.count.into())).collect();
    for character in force.character.iter().filter(|known| known.formation == formation.id) {
        let host = name(&character.host);
        if let Some(unit) = all.iter_mut().find(|unit| **unit == host) {
            *unit = format!("{unit}+{}", character.unit);
        }
    }
    all
}

/// The formations of a force for one side, and how many were left out because they fly.
pub fn muster(data: &Data, force: &str, side: u8) -> Result<(Vec<Mustered>, usize), String> {
    let force = data.forces.iter().find(|known| known.id == force);
    let force = force.ok_or("there is no such force")?;
    let army = data.armies.iter().find(|known| known.id == force.army);
    let army = army.ok_or_else(|| format!("there is no army list `{}`", force.army))?;
    let (flying, ground): (Vec<_>, Vec<_>) = force
        .formation
        .iter()
        .filter(|formation| !formation.units.is_empty())
        .partition(|formation| is_aerospace(data, formation));
    let make = |formation: &&ForceFormation| {
        let listed = army.formation.iter().find(|known| known.id == formation.formation);
        let listed = listed.ok_or_else(|| format!("there is no formation `{}`", formation.formation))?;
        Ok(Mustered {
            side,
            id: formation.formation.clone(),
            units: units(force, formation),
            initiative: listed.initiative.0,
            rules: army.rules.clone(),
            zone: None,
            points: formation.points,
        })
    };
    Ok((ground.iter().map(make).collect::<Result<_, String>>()?, flying.len()))
}

/// EA-STRT-001: the Strategy Rating of a force's army.
pub fn strategy(data: &Data, force: &str) -> u8 {
    let army = data.forces.iter().find(|known| known.id == force).map(|force| &force.army);
    data.armies.iter().find(|known| Some(&known.id) == army).map_or(0, |army| army.strategy)
}
