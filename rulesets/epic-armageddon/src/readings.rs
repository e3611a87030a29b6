//! How the players read the rules: presets and single options, and how objectives come to be something special (EA-TOUR-010,
//! EA-OBJ-001, T-39).

use std::collections::BTreeMap;

use grognard_engine::rule;

use crate::data::Data;
use crate::data::amount::Rounding;
use crate::data::army::{Battle, Force};
use crate::data::scenario::{Kind, Scenario};
use crate::fixed::Setup;

/// Ways to find out what objectives are (EA-OBJ-001), besides those of the presets.
const AFTER_DEPLOYMENT: &str = "after-deployment";

/// A preset with the options that differ from it.
pub fn options(data: &Data, preset: &str, changes: &str) -> Result<BTreeMap<String, String>, String> {
    let known = || data.presets.iter().map(|preset| preset.id.as_str()).collect::<Vec<_>>().join(", ");
    let found = data.presets.iter().find(|known| known.id == preset);
    let found = found.ok_or_else(|| format!("there is no preset `{preset}`; there are: {}", known()))?;
    let mut all = found.options.clone();
    for change in changes.split(',').map(str::trim).filter(|change| !change.is_empty()) {
        let (id, value) = change.split_once('=').unwrap_or((change, "on"));
        let option = data.options.iter().find(|option| option.id == id.trim());
        let option = option.ok_or_else(|| {
            let names: Vec<&str> = data.options.iter().map(|option| option.id.as_str()).collect();
            format!("there is no option `{id}`; there are: {}", names.join(", "))
        })?;
        if !option.values.iter().any(|known| known == value.trim()) {
            return Err(format!("`{id}` is one of: {}", option.values.join(", ")));
        }
        all.insert(option.id.clone(), value.trim().to_owned());
    }
    Ok(all)
}

/// EA-OBJ-001: the ways to find out what objectives are.
pub fn methods(data: &Data) -> Vec<String> {
    let option = data.options.iter().find(|option| option.id == "alternative-objectives");
    let mut all: Vec<String> = option.map_or_else(Vec::new, |option| option.values.clone());
    all.push(AFTER_DEPLOYMENT.to_owned());
    all
}

/// One of them.
pub fn marks(data: &Data, how: &str) -> Result<String, String> {
    let all = methods(data);
    if how.is_empty() || all.iter().any(|known| known == how) {
        return Ok(how.to_owned());
    }
    Err(format!("`{how}` is no way to find out what objectives are; there are: {}", all.join(", ")))
}

/// EA-OBJ-001: what an umpire has decided, by name.
pub fn umpire(data: &Data, names: &str) -> Result<Vec<u8>, String> {
    let kind = |name: &str| {
        let at = data.alternative_objectives.iter().position(|known| known.id == name);
        at.map(|at| at as u8).ok_or_else(|| format!("there is no objective `{name}`"))
    };
    names.split([',', ' ']).map(str::trim).filter(|name| !name.is_empty()).map(kind).collect()
}

/// EA-SCEN-002, EA-SBO-001, EA-SAS-001, EA-SHR-001: what the armies of a scenario may cost, and which they are.
pub fn limits(data: &Data, battle: &Battle, scenario: &Scenario) -> Result<(), String> {
    if scenario.kind != Kind::Scenario {
        return Ok(());
    }
    let forces: Vec<&Force> =
        battle.forces.iter().filter_map(|id| data.forces.iter().find(|known| known.id == *id)).collect();
    for (at, force) in forces.iter().enumerate() {
        let side = scenario.side.get(at);
        let wanted = side.and_then(|side| side.army.as_ref());
        if let Some(wanted) = wanted.filter(|wanted| **wanted != force.army) {
            let rule = rule!("EA-SBO-001");
            return Err(format!("`{}` is no army of `{wanted}` ({rule})", force.id));
        }
        let part = side.and_then(|side| side.points_of_defender);
        if let (Some(part), Some(defender)) = (part, forces.first()) {
            // EA-SAS-001: so much of what the defender has.
            let most = part.times(defender.agreed.into(), Rounding::Down);
            if u32::from(force.points) > most {
                let rule = rule!("EA-SAS-001");
                return Err(format!("`{}` costs more than {most} points ({rule})", force.id));
            }
            continue;
        }
        let Some(points) = &scenario.points else { continue };
        let (least, most) = (points.least.unwrap_or(0), points.most.unwrap_or(u16::MAX));
        if !(least..=most).contains(&force.agreed) {
            // EA-SAS-001: so much for whoever defends.
            let rule = if scenario.rules.iter().any(|own| own == "EA-SAS-001") {
                rule!("EA-SAS-001")
            } else {
                rule!("EA-SCEN-002")
            };
            let id = &force.id;
            return Err(format!(
                "`{id}` is a force of {}, and not of {least} to {most} points ({rule})",
                force.agreed
            ));
        }
    }
    // EA-SHR-001: both have the same to spend.
    if scenario.points_by == "equal" && forces.windows(2).any(|pair| pair[0].agreed != pair[1].agreed) {
        let rule = rule!("EA-SHR-001");
        return Err(format!("both sides of `{}` have equal points ({rule})", battle.id));
    }
    Ok(())
}

/// Scenarios that are played on the terrain of a map.
const WITH_A_MAP: [&str; 4] = ["breakout", "ambush", "water-plant", "fog-lights"];

/// EA-SCEN-005: a scenario with a map is played on it, all others on any terrain.
pub fn map(scenario: &Scenario, setup: &Setup) -> Result<(), String> {
    if !setup.country.is_empty() && WITH_A_MAP.contains(&scenario.id.as_str()) {
        let rule = rule!("EA-SCEN-005");
        return Err(format!("`{}` has a map of its own ({rule})", scenario.id));
    }
    Ok(())
}
