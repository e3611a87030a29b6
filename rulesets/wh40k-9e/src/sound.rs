//! What holds in every state.

use std::sync::Arc;

use crate::data::sheet::Ability;
use crate::fixed::{Fixed, Kind};
use crate::ids::{ModelId, UnitId};
use crate::state::{Place, State};

/// Checks invariants: models and units agree, and so do models and the table.
pub fn check(fixed: &Fixed, s: &State) -> Result<(), String> {
    for (at, model) in s.models.iter().enumerate() {
        let id = ModelId(at as u16);
        let name = fixed.name(id);
        let on_table = s.body(id).is_some();
        if on_table != (model.place == Place::Table) {
            return Err(format!("{name} is {:?}, but the table disagrees", model.place));
        }
        let member = s.unit(model.unit).models.contains(&id);
        if member == (model.place == Place::Gone) {
            return Err(format!("{name} is {:?}, but its unit disagrees", model.place));
        }
        if model.wounds > fixed.kind(id).profile.w {
            return Err(format!("{name} has {} wounds", model.wounds));
        }
        if let Place::Embarked(carrier) = model.place
            && s.model(carrier).place == Place::Gone
        {
            return Err(format!("{name} is in a transport that is gone"));
        }
        // A model without wounds is removed at once, but for those that something happens around first.
        if model.place == Place::Table
            && model.wounds == 0
            && !goes_with_a_bang(fixed.kind(id))
            && s.about == crate::state::About::default()
        {
            return Err(format!("{name} stands without wounds"));
        }
    }
    for (at, unit) in s.units.iter().enumerate() {
        if unit.models.iter().any(|model| s.model(*model).unit != UnitId(at as u16)) {
            return Err(format!("unit {at} has a model of another"));
        }
    }
    Ok(())
}

/// Whether a destroyed model stands until those in it are out (9E-TRN-019), those around it are hurt (9E-TRN-017), or its
/// Perils are over (9E-PSY-024).
fn goes_with_a_bang(kind: &Kind) -> bool {
    let explodes = |ability: &Ability| matches!(ability, Ability::Explodes { .. }).then_some(());
    kind.transport.is_some() || kind.psyker.is_some() || kind.find(explodes).is_some()
}

/// Checks a state that was read, before anything looks into it.
pub fn revive(fixed: &Fixed, s: &mut State) -> Result<(), String> {
    let models = s.models.len();
    if models != fixed.models.len() || s.units.len() < fixed.units.len() || s.units.len() > 200 {
        return Err("the state has other models or units than the armies of this game".to_owned());
    }
    let units = s.units.len();
    let known = |model: &ModelId| model.index() < models;
    if s.models.iter().any(|model| model.unit.index() >= units)
        || s.units.iter().any(|unit| {
            !unit.models.iter().chain(&unit.dead).all(known)
                || unit.sheet as usize >= fixed.data.sheets.len()
                || unit.turn.charge_targets.iter().any(|target| target.index() >= units)
        })
        || s.models.iter().any(|model| matches!(model.place, Place::Embarked(carrier) if !known(&carrier)))
    {
        return Err("the state names models or units that do not exist".to_owned());
    }
    let about = &s.about;
    let in_about = about.order.iter().chain(&about.escaped).chain(&about.model).all(known)
        && about.witness.iter().all(|(model, _)| known(model))
        && about.unit.iter().chain(&about.target).all(|unit| unit.index() < units);
    let flow_unit = match s.flow {
        crate::state::Flow::Psychic { unit, .. } => unit,
        _ => None,
    };
    if !in_about || flow_unit.is_some_and(|unit| unit.index() >= units) {
        return Err("the question is about something that does not exist".to_owned());
    }
    s.table.revive(&Arc::clone(&fixed.ground)).map_err(str::to_owned)?;
    if s.table.ids().any(|id| !known(&id)) {
        return Err("something stands on the table that is no model".to_owned());
    }
    check(fixed, s)
}
