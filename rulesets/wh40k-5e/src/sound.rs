//! What holds in every state.

use std::sync::Arc;

use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::state::{Place, State};

/// Checks invariants: models, units and the table agree.
pub fn check(fixed: &Fixed, s: &State) -> Result<(), String> {
    for (at, model) in s.models.iter().enumerate() {
        let id = ModelId(at as u16);
        let name = fixed.name(id);
        if s.table.body(id).is_some() != (model.place == Place::Table) {
            return Err(format!("{name} is {:?}, but the table disagrees", model.place));
        }
        if s.unit(model.unit).models.contains(&id) == (model.place == Place::Gone) {
            return Err(format!("{name} is {:?}, but its unit disagrees", model.place));
        }
        if model.wounds > fixed.kind_of(id).values.w || (model.wounds == 0) != (model.place == Place::Gone) {
            return Err(format!("{name} has {} wounds", model.wounds));
        }
    }
    for (at, unit) in s.units.iter().enumerate() {
        if unit.models.iter().any(|model| s.model(*model).unit != UnitId(at as u16)) {
            return Err(format!("unit {at} has a model of another"));
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
    {
        return Err("the state has other models or units than the armies of this game".to_owned());
    }
    s.table.revive(&Arc::clone(&fixed.ground)).map_err(str::to_owned)?;
    if s.table.ids().any(|id| !known(&id)) {
        return Err("something stands on the table that is no model".to_owned());
    }
    check(fixed, s)
}
