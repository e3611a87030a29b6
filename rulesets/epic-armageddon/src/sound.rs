//! What holds in every state.

use grognard_tabletop::armies::Named;

use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::legal::works;
use crate::state::{Flow, Place, State};

/// Checks invariants: units and formations agree, and so do units and the table.
pub fn check(fixed: &Fixed, s: &State) -> Result<(), String> {
    for (at, unit) in s.units.iter().enumerate() {
        let id = UnitId(at as u16);
        if s.table.body(id).is_some() != (unit.place == Place::Table) {
            return Err(format!("{} is {:?}, but the table disagrees", fixed.name(id), unit.place));
        }
        if let Place::Aboard(transport) = unit.place {
            let carried = matches!(s.units[transport.index()].place, Place::Table | Place::Waiting)
                || s.wrecks.iter().any(|(wreck, _)| *wreck == transport);
            if !carried {
                return Err(format!("{} is aboard of nothing", fixed.name(id)));
            }
        }
        if s.formation(unit.formation).units.contains(&id) == (unit.place == Place::Gone) {
            return Err(format!("{} is {:?}, but its formation disagrees", fixed.name(id), unit.place));
        }
    }
    for (id, formation) in s.formation_ids().zip(&s.formations) {
        if formation.broken && formation.markers > 0 {
            return Err(format!("{} is Broken and has Blast markers", fixed.unit_name(id)));
        }
    }
    Ok(())
}

/// Checks a state that was read, before anything looks into it.
pub fn revive(fixed: &Fixed, s: &mut State) -> Result<(), String> {
    let sides = fixed.sides.len();
    if s.units.len() != fixed.units.len() || s.formations.len() != fixed.formations.len() {
        return Err("the state has other units or formations than the armies of this game".to_owned());
    }
    let known = |id: FormationId| id.index() < s.formations.len();
    let seat = |seat: grognard_engine::SeatId| seat.index() < sides;
    // EA-SAS-026, EA-SAS-034: bunkers and pillboxes change hands.
    let work = |id: UnitId| id.index() < fixed.units.len() && works::is_work(fixed, id);
    let of_mustering = s.units.iter().zip(&fixed.units).enumerate().all(|(at, (unit, spec))| {
        unit.formation == spec.formation || work(UnitId(at as u16)) && known(unit.formation)
    });
    let formations = s.formations.iter().zip(&fixed.formations).all(|(formation, spec)| {
        formation.side == spec.side
            && formation.team == fixed.sides[spec.side.index()].team
            && formation.units.iter().all(|unit| spec.units.contains(unit) || work(*unit))
    });
    let flow = match s.flow {
        Flow::Garrison { next, first } => seat(next) && seat(first),
        Flow::Objectives { next } | Flow::Deploy { next } | Flow::Rally { next } => seat(next),
        Flow::Activate { side, .. } => seat(side),
        Flow::Assault(_) if s.assault.is_none() => false,
        Flow::Disengage { next } | Flow::Arrive { next, .. } => next.is_none_or(seat),
        Flow::Ambush { done } => usize::from(done) <= s.queue.len(),
        Flow::Prepare { deploys } => seat(deploys),
        Flow::Command { commander } => seat(commander),
        Flow::Space(activation) => known(activation.formation),
        Flow::Air(sortie) => known(sortie.activation.formation) && sortie.target.is_none_or(known),
        Flow::Act(activation) | Flow::Assault(activation) => {
            known(activation.formation)
                && activation.mode.is_none_or(|at| usize::from(at) < fixed.data.actions.len())
        }
        _ => true,
    };
    let lists = s.order.len() == sides && s.zones.len() == sides && s.held.len() == s.objectives.len();
    let order = s.order.iter().all(|id| seat(*id))
        && s.zones.iter().all(|zone| usize::from(*zone) < sides || *zone < crate::edges::choices(fixed));
    let held = s.held.iter().flatten().chain(&s.won).all(|id| seat(*id));
    let unit = |id: &UnitId| id.index() < s.units.len();
    let aboard = s.units.iter().all(|own| match own.place {
        Place::Aboard(transport) => unit(&transport),
        _ => true,
    });
    let fought = s.assault.iter().all(|assault| {
        let sides = assault.sides.iter().all(|side| !side.is_empty());
        let lost = assault.lost.iter().all(|(id, _)| known(*id));
        sides
            && lost
            && assault.sides.iter().flatten().all(|id| known(*id))
            && assault.engaged.iter().flatten().chain(&assault.firefight).all(unit)
    });
    let teams = s.volleys.iter().all(|volley| known(volley.formation) && known(volley.target))
        && s.trail.iter().all(|(id, _)| id.index() < s.units.len())
        && s.stormed.iter().all(|(_, id)| known(*id))
        && s.joined.iter().all(|id| seat(*id));
    let named = s.queue.iter().chain(s.parts.iter().map(|(id, _)| id)).all(|id| known(*id));
    let planned = s.planned.iter().flatten().all(|(id, _)| unit(id))
        && s.guests.iter().all(unit)
        && s.wrecks.iter().all(|(id, _)| unit(id));
    let about =
        s.about.formation.iter().chain(&s.about.target).all(|id| known(*id)) && s.about.unit.iter().all(unit);
    if !(of_mustering
        && formations
        && flow
        && lists
        && order
        && held
        && about
        && aboard
        && fought
        && planned
        && teams
        && named)
    {
        return Err("the state names something that does not exist in this game".to_owned());
    }
    s.settle(fixed)?;
    if s.table.ids().any(|id| id.index() >= s.units.len()) {
        return Err("something stands on the table that is no unit".to_owned());
    }
    check(fixed, s)
}
