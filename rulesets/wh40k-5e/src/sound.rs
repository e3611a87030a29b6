//! What holds in every state.

use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::state::{Place, State};

/// Checks invariants: models, units and the table agree.
pub fn check(fixed: &Fixed, s: &State) -> Result<(), String> {
    for (at, model) in s.models.iter().enumerate() {
        let id = ModelId(at as u16);
        let name = fixed.name(id);
        let there = matches!(model.place, Place::Table | Place::Wreck);
        if s.table.body(id).is_some() != there {
            return Err(format!("{name} is {:?}, but the table disagrees", model.place));
        }
        let lost = matches!(model.place, Place::Gone | Place::Wreck);
        if s.unit(model.unit).models.contains(&id) == lost {
            return Err(format!("{name} is {:?}, but its unit disagrees", model.place));
        }
        if model.wounds > fixed.kind_of(id).values.w || (model.wounds == 0) != lost {
            return Err(format!("{name} has {} wounds", model.wounds));
        }
    }
    for (at, unit) in s.units.iter().enumerate() {
        if unit.models.iter().any(|model| s.model(*model).unit != UnitId(at as u16)) {
            return Err(format!("unit {at} has a model of another"));
        }
        let aboard = unit.models.iter().filter(|model| s.model(**model).place == Place::Aboard).count();
        if aboard != if unit.aboard.is_some() { unit.models.len() } else { 0 } {
            return Err(format!("unit {at} is not in the vehicle it is in"));
        }
    }
    Ok(())
}

/// Checks a state that was read, before anything looks into it.
pub fn revive(fixed: &Fixed, s: &mut State) -> Result<(), String> {
    let models = fixed.models.len();
    let known = |model: &ModelId| model.index() < models;
    let same = s.models.len() == models && s.units.len() == fixed.units.len();
    if !same
        || s.models.iter().any(|model| model.unit.index() >= fixed.units.len())
        || s.units.iter().any(|unit| !unit.models.iter().all(known))
        || s.about.is_some_and(|unit| unit.index() >= fixed.units.len())
        || s.units.iter().any(|unit| unit.aboard.is_some_and(|vehicle| !known(&vehicle)))
        || s.fallen.iter().any(|feature| usize::from(*feature) >= fixed.battlefield.features.len())
        || s.units.iter().any(|unit| unit.party_of.is_some_and(|home| home.index() >= fixed.units.len()))
        || s.jumps.iter().any(|leap| {
            leap.by.index() >= fixed.units.len()
                || leap.on.index() >= fixed.units.len()
                || usize::from(leap.site) >= fixed.battlefield.features.len()
        })
        || s.crowded.iter().flatten().any(|unit| unit.index() >= fixed.units.len())
        || s.craters.iter().any(|crater| usize::from(crater.form.0) >= fixed.kinds.len())
    {
        return Err("the state has other models or units than the armies of this game".to_owned());
    }
    s.table.revive(&crate::buildings::ground(fixed, s)).map_err(str::to_owned)?;
    if s.table.ids().any(|id| !known(&id)) {
        return Err("something stands on the table that is no model".to_owned());
    }
    check(fixed, s)
}
