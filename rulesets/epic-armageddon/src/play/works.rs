//! Bunkers and pillboxes of Assault!: attached before deployment, shared in the game, claimed after an assault (EA-SAS-026 to
//! EA-SAS-036).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::{RuleId, rule, rules};

use super::air::landing::enlist;
use super::{Pick, divided, fortified, losses, wrecks};
use crate::Epic;
use crate::air::Sky;
use crate::assault::{Assault, Role};
use crate::event::{Event, Facts, Loss};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::legal::works::{any, commanders, is_bunker, is_pillbox, is_work};
use crate::state::{Place, State};

/// A bunker or pillbox belongs to a formation from now on.
pub fn attach(fixed: &Fixed, s: &mut State, unit: UnitId, formation: FormationId) {
    enlist(s, unit, formation);
    if let Some(pose) = s.table.body(unit).map(|body| body.pose) {
        s.put(fixed, unit, pose);
    }
}

fn told(s: &State, cx: &mut Ctx<'_, Epic>, unit: UnitId, rules: &[RuleId]) {
    let about =
        Facts { unit: Some(unit), formation: Some(s.units[unit.index()].formation), ..Facts::default() };
    cx.emit(rules, Event::of("event.attached", about));
}

/// The bunkers and pillboxes that have yet to be attached, and the formations they may be attached to.
fn loose(fixed: &Fixed, s: &State) -> Option<(UnitId, Vec<FormationId>)> {
    let defender = divided::side_of(fixed, "defender")?;
    let hosts: Vec<FormationId> = fortified::own(s, defender)
        .into_iter()
        .filter(|id| !fortified::is_a_work(fixed, *id) && fixed.spec(*id).initiative.is_some())
        .filter(|id| s.formation(*id).flight.sky == Sky::Ground && s.formation(*id).means.is_none())
        .collect();
    let free = |unit: &UnitId| {
        let own = &s.units[unit.index()];
        is_work(fixed, *unit)
            && own.place == Place::Waiting
            && own.formation == fixed.units[unit.index()].formation
            && s.owner(own.formation) == defender
    };
    let unit = (0..s.units.len() as u16).map(UnitId).find(free)?;
    (!hosts.is_empty()).then_some((unit, hosts))
}

/// Whether there is one to be attached.
pub fn is_loose(fixed: &Fixed, s: &State) -> bool {
    any(fixed) && loose(fixed, s).is_some()
}

/// EA-SAS-026, EA-SAS-033: the defender says which formation the next bunker or pillbox is attached to; a group may be spread.
pub fn attach_next(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    let Some((unit, hosts)) = loose(cx.fixed(), s) else { return Ok(()) };
    let bunker = is_bunker(cx.fixed(), unit);
    let rule = if bunker { rule!("EA-SAS-026") } else { rule!("EA-SAS-033") };
    s.about.unit = Some(unit);
    s.about.formation = Some(s.units[unit.index()].formation);
    let ask = Ask::new(s.owner(hosts[0]), if bunker { "bunker" } else { "attach" }, rule);
    let formation = cx.choose(s, ask, &hosts)?;
    attach(cx.fixed(), s, unit, formation);
    // EA-SAS-027: and so the formation does not hide.
    let rules = if bunker { rules!["EA-SAS-026", "EA-SAS-027"] } else { rules!["EA-SAS-033"] };
    told(s, cx, unit, rules);
    Ok(())
}

/// EA-SAS-034, EA-SAS-035, DEC-66: at the start of a turn each pillbox joins a formation near it, or is alone.
pub fn join(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    if !any(cx.fixed()) {
        return Ok(());
    }
    let all: Vec<UnitId> = s.table.ids().filter(|unit| is_pillbox(cx.fixed(), *unit)).collect();
    for unit in all {
        let near = commanders(cx.fixed(), s, unit);
        let alone = cx.fixed().units[unit.index()].formation;
        let before = s.units[unit.index()].formation;
        let formation = if near.len() > 1 {
            s.about.unit = Some(unit);
            s.about.formation = Some(before);
            cx.choose(s, Ask::new(s.owner(before), "attach", rule!("EA-SAS-034")), &near)?
        } else {
            near.first().copied().unwrap_or(alone)
        };
        if formation != before {
            attach(cx.fixed(), s, unit, formation);
            told(s, cx, unit, if formation == alone { rules!["EA-SAS-035"] } else { rules!["EA-SAS-034"] });
        }
    }
    s.about = crate::state::About::default();
    Ok(())
}

/// EA-SAS-026: a formation that goes into a bunker has it from then on.
pub fn taken(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId, bunker: UnitId) {
    if is_bunker(cx.fixed(), bunker) && s.units[bunker.index()].formation != formation {
        attach(cx.fixed(), s, bunker, formation);
        told(s, cx, bunker, rules!["EA-SAS-026"]);
    }
}

/// EA-SAS-036: the pillboxes of a formation that lost an assault are destroyed.
pub fn lost(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) {
    let fixed = cx.fixed();
    let own = s.formation(formation).units.iter().copied();
    let all: Vec<UnitId> = own.filter(|unit| is_pillbox(fixed, *unit)).collect();
    for unit in all {
        losses::lose(s, cx, unit, Loss::Abandoned, rules!["EA-SAS-036"]);
    }
}

/// EA-SAS-031: whoever is still in a bunker when their formation has withdrawn and the enemy stands before it is lost.
pub fn cleared(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    let within = cx.fixed().numbers().too_near.within.0;
    let bunkers: Vec<UnitId> = s
        .standing(formation)
        .filter(|(unit, _)| is_bunker(cx.fixed(), *unit))
        .filter(|(_, body)| s.enemy_units(formation).any(|(_, foe)| body.horizontal(foe) <= within))
        .map(|(unit, _)| unit)
        .collect();
    let inside: Vec<UnitId> = bunkers.iter().flat_map(|bunker| s.aboard(*bunker)).collect();
    for unit in inside {
        losses::lose(s, cx, unit, Loss::RunDown, rules!["EA-SAS-031", "EA-WDRW-005"]);
    }
    wrecks::settle(s, cx, wrecks::Wreck::Withdrawn)?;
    Ok(())
}

/// EA-SAS-031: the winners of an assault may take over bunkers the losers have left.
pub fn claim(s: &mut State, cx: &mut Ctx<'_, Epic>, assault: &Assault, role: Role) -> Step {
    if !any(cx.fixed()) {
        return Ok(());
    }
    let winners: Vec<FormationId> =
        assault.of(role).iter().copied().filter(|id| s.is_on_table(*id)).collect();
    let Some(first) = winners.first().copied() else { return Ok(()) };
    let left: Vec<UnitId> = assault
        .of(role.other())
        .iter()
        .flat_map(|id| s.standing(*id))
        .map(|(unit, _)| unit)
        .filter(|unit| is_bunker(cx.fixed(), *unit) && s.aboard(*unit).next().is_none())
        .collect();
    for bunker in left {
        (s.about.unit, s.about.formation) = (Some(bunker), Some(s.units[bunker.index()].formation));
        let options: Vec<Pick> =
            [Pick::Nobody].into_iter().chain(winners.iter().copied().map(Pick::Formation)).collect();
        let ask = Ask::new(s.owner(first), "bunker", rule!("EA-SAS-031"));
        if let Pick::Formation(formation) = cx.choose(s, ask, &options)? {
            attach(cx.fixed(), s, bunker, formation);
            told(s, cx, bunker, rules!["EA-SAS-031"]);
        }
    }
    s.about.unit = None;
    Ok(())
}
