//! What holds in every state.

use std::sync::Arc;

use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::state::{Place, Pledge, State};

/// Checks invariants: models, units and the table agree.
pub fn check(fixed: &Fixed, s: &State) -> Result<(), String> {
    for (at, model) in s.models.iter().enumerate() {
        let id = ModelId(at as u16);
        let name = fixed.name(id);
        if s.table.body(id).is_some() != (model.place == Place::Table) {
            return Err(format!("{name} is {:?}, but the table disagrees", model.place));
        }
        if let Place::Aboard(vehicle) = model.place
            && (s.vehicle(vehicle).is_none() || s.model(vehicle).place == Place::Gone)
        {
            return Err(format!("{name} is aboard something that is not there"));
        }
        if s.unit(model.unit).models.contains(&id) == (model.place == Place::Gone) {
            return Err(format!("{name} is {:?}, but its unit disagrees", model.place));
        }
        if model.wounds > fixed.kind_of(id).values.w || (model.wounds == 0) != (model.place == Place::Gone) {
            return Err(format!("{name} has {} wounds", model.wounds));
        }
    }
    for contact in &s.contacts {
        let stand = [contact.red, contact.blue].iter().all(|model| s.table.body(*model).is_some());
        if !stand || s.side_of(contact.red) == s.side_of(contact.blue) {
            return Err(format!("{} fights {}", fixed.name(contact.red), fixed.name(contact.blue)));
        }
    }
    for fight in &s.fights {
        if fight.others.is_empty()
            || fight.others.iter().any(|other| !s.opponents(fight.lone).any(|enemy| enemy == *other))
        {
            return Err(format!("{} is to fight somebody it does not touch", fixed.name(fight.lone)));
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
        || !names_known(fixed, s)
    {
        return Err("the state has other models or units than the armies of this game".to_owned());
    }
    s.table.revive(&Arc::clone(&fixed.ground)).map_err(str::to_owned)?;
    if s.table.ids().any(|id| !known(&id)) {
        return Err("something stands on the table that is no model".to_owned());
    }
    check(fixed, s)
}

/// Whether everything a state remembers is about models and units of this game.
fn names_known(fixed: &Fixed, s: &State) -> bool {
    let model = |model: &ModelId| model.index() < fixed.models.len();
    let unit = |unit: &UnitId| unit.index() < fixed.units.len();
    let weapon = |weapon: &u8| usize::from(*weapon) < fixed.melee.len();
    let contacts = s.contacts.iter().all(|contact| model(&contact.red) && model(&contact.blue));
    let fights = s.fights.iter().all(|fight| model(&fight.lone) && fight.others.iter().all(model));
    let blows = s.blows.iter().all(|blows| blows.fighters.iter().all(model));
    let struck = s.struck.iter().all(|(one, other)| model(one) && model(other));
    let path = s.path.iter().all(|path| {
        let seen = path.spots.iter().flat_map(|spot| &spot.seen);
        unit(&path.unit)
            && path.charges.iter().all(unit)
            && path.ways.iter().all(|(mover, ..)| model(mover))
            && seen.into_iter().all(|(watcher, _)| unit(watcher))
    });
    let watch = s.watch.iter().all(|watch| {
        unit(&watch.unit) && unit(&watch.target) && watch.moves.iter().all(|(mover, ..)| model(mover))
    });
    let units = s.units.iter().all(|own| {
        let pledge = match &own.pledge {
            Pledge::Goes(_, ways) => ways.iter().all(|(mover, _)| model(mover)),
            Pledge::None | Pledge::Stays | Pledge::Again(_) => true,
        };
        own.charges.iter().all(unit) && own.mind.afraid.iter().all(unit) && pledge
    });
    let models = s.models.iter().all(|own| {
        own.grip.iter().all(weapon)
            && unit(&own.squad)
            && own.rode.iter().all(model)
            && own.changed.iter().all(unit)
            && !matches!(own.place, Place::Aboard(vehicle) if !model(&vehicle))
    });
    let named = s.assaults.iter().all(model)
        && s.frightened.iter().all(unit)
        && s.commanders.iter().flatten().all(model)
        && s.through.iter().all(|(_, other)| model(other))
        && s.tasks.iter().flatten().all(|task| task.mark.iter().all(model));
    contacts && fights && blows && struck && path && watch && units && models && named
}
