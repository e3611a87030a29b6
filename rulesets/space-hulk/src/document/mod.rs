//! What people write for this system in its editors: missions and forces.

pub mod balance;
pub mod force;
pub mod generate;

use std::sync::Arc;

use grognard_engine::client::{DocumentCheck, DocumentChoice, DocumentFault};
use grognard_engine::message::Message;
use grognard_engine::rule;
use grognard_space::grid::CellSet;

use crate::choice::square_name;
use crate::fault::Fault;
use crate::fixed::{Data, Fixed};
use crate::mission::Mission;
use crate::profile::{Folk, Profile};

/// The kind of missions.
pub const MISSION: &str = "mission";

/// The kind of forces that are bought.
pub const FORCE: &str = "force";

/// The lists that schemas name.
pub fn choices(data: &Data, list: &str) -> Vec<DocumentChoice> {
    let all = data.profiles.iter();
    let profiles: Vec<&Profile> = match list {
        "profiles" => all.collect(),
        // SH-TYR-001: what has a price in blip points.
        "tyranids" => all.filter(|profile| profile.cost.is_some()).collect(),
        // SH-HBL-001: whoever a letter may stand for, special models among them.
        "letters" => all.filter(|it| matches!(it.folk, Folk::Hybrid | Folk::Tyranid)).collect(),
        _ => return force::choices(data, list).unwrap_or_default(),
    };
    let choice = |profile: &Profile| DocumentChoice {
        value: profile.name.clone(),
        label: crate::present::names::role(data, profile),
        ..DocumentChoice::default()
    };
    profiles.into_iter().map(choice).collect()
}

/// A document of a seed.
pub fn generate(data: &Arc<Data>, kind: &str, seed: u64) -> Option<String> {
    (kind == MISSION).then(|| balance::mission(data, seed))
}

/// Everything that is wrong with a document.
pub fn check(data: &Arc<Data>, kind: &str, text: &str) -> DocumentCheck {
    let faults = match kind {
        MISSION => mission_faults(data, text),
        FORCE => return force::check(data, text),
        _ => Vec::new(),
    };
    let sound = faults.is_empty();
    let mut faults: Vec<DocumentFault> = faults.into_iter().map(Fault::shown).collect();
    if sound && kind == MISSION {
        faults.extend(unreached(data, text));
    }
    DocumentCheck { faults, ..DocumentCheck::default() }
}

/// Advice on squares nobody can come to, from where Marines start or from where Genestealers enter. Where ladders, lifts or
/// shafts lead from level to level it is not given.
fn unreached(data: &Arc<Data>, text: &str) -> Option<DocumentFault> {
    let mission = Mission::parse(MISSION, text, &data.profiles, data.hybrids).ok()?;
    if mission.hazards.has_passages() {
        return None;
    }
    let entered = mission.entries.iter().map(|entry| entry.square);
    let from: CellSet = mission.start.iter().copied().chain(entered).collect();
    let routes = mission.grid.routes(from, mission.grid.all());
    let cells: Vec<String> = mission
        .grid
        .all()
        .iter()
        .filter(|cell| routes.to(*cell).is_none())
        .map(|cell| square_name(&mission.grid, cell))
        .collect();
    let sentence = Message::new("mission-check.unreached").number("n", cells.len() as i64);
    (!cells.is_empty()).then(|| DocumentFault {
        path: "map".to_owned(),
        cells,
        rule: Some(rule!("SH-BRD-001").as_str().to_owned()),
        sentence: data.texts.render(&sentence),
        hint: true,
    })
}

/// Everything that is wrong with a mission: with its file, and with the force it sends in place of blips.
fn mission_faults(data: &Arc<Data>, text: &str) -> Vec<Fault> {
    let mut faults = Mission::faults(text, &data.profiles, data.hybrids);
    let read = || Mission::parse(MISSION, text, &data.profiles, data.hybrids).ok();
    let against = |mission: &Mission| mission.enemy.is_some();
    if faults.is_empty()
        && let Some(what) = read().filter(against).and_then(|mission| Fixed::on_trial(data, mission).err())
    {
        // Whoever buys a force says which rule it breaks, and that first.
        let watch = rule!("SH-ELD-002");
        let (place, rule, near) = if what.starts_with(watch.as_str()) {
            ("stealers.farseer", watch, "[stealers]")
        } else {
            ("stealers.force", rule!("SH-FOR-006"), "force =")
        };
        faults.push(Fault::new(place, rule, what).near(near));
    }
    faults
}
