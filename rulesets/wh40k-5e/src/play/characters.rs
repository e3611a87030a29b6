//! Independent characters join units and leave them (CHA).

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::{RuleId, rule, rules};

use crate::Cx;
use crate::abilities::is_independent;
use crate::choice::Choice;
use crate::edition::MovedFor;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::outfit::Role;
use crate::state::{Boost, Flow, Ground, State};
use crate::vehicles::transport;

/// The independent character of a unit of its own, wherever it is.
pub fn character_of(fixed: &Fixed, unit: UnitId) -> Option<ModelId> {
    match fixed.unit(unit).models[..] {
        [only] if is_independent(fixed, only) => Some(only),
        _ => None,
    }
}

/// Characters of a side that are with a unit, as their own units.
pub fn joined(fixed: &Fixed, s: &State, side: Side) -> Vec<UnitId> {
    s.all_units()
        .filter(|unit| s.unit(*unit).side == side && s.unit(*unit).models.is_empty())
        .filter(|unit| character_of(fixed, *unit).is_some_and(|model| s.stands(model)))
        .collect()
}

/// 5B-CHA-004, 5V-CHA-007, 5V-CHA-008: why a character cannot leave its unit, or another join this one, if so.
fn closed(fixed: &Fixed, s: &State, unit: UnitId) -> Option<(RuleId, &'static str)> {
    let own = s.unit(unit);
    if s.locked(unit) || own.falling_back || own.ground != Ground::Up {
        return Some((rule!("5B-CHA-004"), "why.closed-unit"));
    }
    let _ = fixed;
    None
}

/// Why a character that is with a unit does not leave it now, if so.
pub fn stays(fixed: &Fixed, s: &State, home: UnitId) -> Option<(RuleId, &'static str)> {
    let Some(model) = character_of(fixed, home).filter(|model| s.stands(*model)) else {
        return Some((rule!("5B-CHA-003"), "why.nobody-left"));
    };
    let host = s.model(model).unit;
    let lives = |model: &ModelId| !is_independent(fixed, *model);
    if fixed.unit(host).retinue_of == Some(home) && s.unit(host).models.iter().any(lives) {
        return Some((rule!("5V-CHA-007"), "why.retinue"));
    }
    if s.unit(host).done || s.unit(home).done {
        return Some((rule!("5B-MOV-011"), "why.moved-already"));
    }
    closed(fixed, s, host)
}

/// 5B-CHA-003: a character leaves its unit to move by itself.
pub fn leave(s: &mut State, cx: &mut Cx<'_>, home: UnitId) {
    let Some(model) = character_of(cx.fixed(), home) else { return };
    let host = s.model(model).unit;
    part(cx.fixed(), s, model);
    s.model_mut(model).joined = true;
    let rules = if s.unit(home).aboard.is_some() { rules!["5B-CHA-014"] } else { rules!["5B-CHA-003"] };
    cx.emit(rules, Event::Leaves { model, unit: host });
}

/// The independent character that is with a unit, where it is not all of it.
pub fn guest(fixed: &Fixed, s: &State, unit: UnitId) -> Option<ModelId> {
    let models = &s.unit(unit).models;
    let guests = |model: &ModelId| is_independent(fixed, *model) && fixed.models[model.index()].unit != unit;
    models.iter().copied().find(guests).filter(|_| !models.iter().all(guests))
}

/// 5B-CHA-014: characters that may get out of a vehicle and leave their unit in it, as their own units.
pub fn may_get_out(fixed: &Fixed, s: &State, side: Side) -> Vec<UnitId> {
    let aboard = |unit: &UnitId| {
        let own = s.unit(*unit);
        own.side == side && own.aboard.is_some_and(|carrier| fixed.building(carrier).is_none()) && !own.done
    };
    let hosts = s.all_units().filter(aboard);
    hosts
        .filter_map(|host| {
            let model = guest(fixed, s, host)?;
            let home = fixed.models[model.index()].unit;
            if fixed.unit(host).retinue_of == Some(home) {
                return None;
            }
            let mut there = s.clone();
            part(fixed, &mut there, model);
            transport::stays_in(fixed, &there, home).is_none().then_some(home)
        })
        .collect()
}

/// 5B-CHA-014: the characters with a unit that gets out stay aboard.
pub fn stay_aboard(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) {
    while let Some(model) = guest(cx.fixed(), s, unit) {
        part(cx.fixed(), s, model);
        s.model_mut(model).joined = true;
        cx.emit(rules!["5B-CHA-014"], Event::Leaves { model, unit });
    }
}

/// 5B-CHA-014: a character and a unit in the same vehicle are one unit.
pub fn join_aboard(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, vehicle: ModelId) {
    let Some(other) = s.passengers(vehicle).find(|other| *other != unit) else { return };
    let fixed = cx.fixed();
    let alone = |unit: UnitId| s.unit(unit).models.iter().all(|model| is_independent(fixed, *model));
    if !alone(unit) && !alone(other) {
        return;
    }
    let (guests, host) = if alone(unit) { (unit, other) } else { (other, unit) };
    for model in s.unit(guests).models.clone() {
        s.transfer(fixed, model, host);
        s.model_mut(model).joined = true;
        cx.emit(rules!["5B-CHA-014"], Event::Joins { model, unit: host });
    }
    s.unit_mut(guests).aboard = None;
    let boarded = s.unit(guests).boarded || s.unit(host).boarded;
    s.unit_mut(host).boarded = boarded;
}

/// Makes a character a unit of its own again, in the state its unit is in.
fn part(fixed: &Fixed, s: &mut State, model: ModelId) {
    let home = fixed.models[model.index()].unit;
    let from = s.model(model).unit;
    let host = s.unit(from).clone();
    s.transfer(fixed, model, home);
    // 5B-MOR-004: who leaves is no loss.
    let left = s.unit_mut(from);
    left.at_phase_start = left.at_phase_start.saturating_sub(1);
    let own = s.unit_mut(home);
    (own.falling_back, own.ground, own.was_locked) = (host.falling_back, host.ground, host.was_locked);
    (own.ran, own.on_station, own.overwatch) = (host.ran, host.on_station, host.overwatch);
    (own.charged, own.charging, own.fought) = (host.charged, host.charging, host.fought);
    (own.fired, own.bound, own.at_phase_start) = (host.fired, host.bound, 1);
    own.fired_at = host.fired_at;
    (own.aboard, own.boarded, own.got_out) = (host.aboard, host.boarded, host.got_out);
}

/// 5B-CHA-003 to 5B-CHA-005, 5V-CHA-003: the units a character may join where it stands.
fn near(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<UnitId> {
    let within = fixed.numbers().joining.within.0;
    let side = s.unit(unit).side;
    let fits = |host: &UnitId| {
        let models = &s.unit(*host).models;
        // 5B-CHA-005: not units that always consist of one model.
        let single = fixed.unit(*host).single;
        let character = models.iter().any(|model| fixed.kind_of(*model).outfit.role == Role::Independent);
        let solitary = models.iter().any(|model| fixed.kind_of(*model).outfit.role == Role::Solitary);
        // Nor vehicles, however many.
        let vehicles = fixed.is_vehicle(*host);
        *host != unit && !vehicles && (!single || character) && !solitary && closed(fixed, s, *host).is_none()
    };
    let touches = |host: &UnitId| {
        s.bodies(unit).any(|(_, own)| s.bodies(*host).any(|(_, other)| own.within(other, within)))
    };
    s.on_table(side).filter(fits).filter(touches).collect()
}

/// 5B-CHA-003, D-20: a character that ends its move near a unit joins it.
pub fn join(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    let fixed = cx.fixed();
    let own: Vec<ModelId> = s.unit(unit).models.to_vec();
    let free = |model: &ModelId| fixed.kind_of(*model).outfit.role == Role::Independent;
    if own.is_empty() || !own.iter().all(free) || s.unit(unit).falling_back {
        return Ok(());
    }
    let hosts = near(fixed, s, unit);
    let Some(mut host) = hosts.first().copied() else { return Ok(()) };
    if hosts.len() > 1 {
        s.about = Some(unit);
        let options: Vec<Choice> = hosts.iter().map(|host| Choice::Unit(*host)).collect();
        let ask = Ask::new(s.unit(unit).side.seat(), "join", rule!("5B-CHA-003"));
        if let Choice::Unit(chosen) = cx.choose(s, ask, &options)? {
            host = chosen;
        }
    }
    // 5B-USR-021: who boosted has done as much as who ran; 5V-MOV-016: who is on overwatch may still shoot.
    let own_unit = s.unit(unit);
    let ran = own_unit.ran || own_unit.boost == Boost::Far;
    let waits = own_unit.on_station && !own_unit.overwatch;
    for model in own {
        s.transfer(cx.fixed(), model, host);
        let joining = s.model_mut(model);
        (joining.joined, joining.idle) = (true, ran || waits);
        let moved = joining.far > 0;
        let whole = s.unit_mut(host);
        whole.at_phase_start = whole.at_phase_start.saturating_add(1);
        // 5B-SHO-010: with one model that moved the whole unit counts as moving.
        whole.moved |= moved && fixed.edition.moved == MovedFor::Unit;
        let mut rules: Vec<RuleId> = rules!["5B-CHA-003", "5B-CHA-006"].to_vec();
        if s.unit(host).overwatch {
            rules.push(rule!("5V-MOV-019"));
        }
        // 5B-CHA-005: other characters, though they are units of one model.
        if cx.fixed().unit(host).single {
            rules.push(rule!("5B-CHA-005"));
        }
        cx.emit(&rules, Event::Joins { model, unit: host });
    }
    if ran {
        s.unit_mut(host).bound = true;
    }
    Ok(())
}

/// 5B-CHA-012, 5V-CHA-009: characters whose unit is dead are units of one from then on; 5V-CHA-010: and shaken by it.
pub fn survivors(s: &mut State, cx: &mut Cx<'_>) {
    let fixed = cx.fixed();
    for unit in s.all_units() {
        let models = &s.unit(unit).models;
        let guests =
            |model: &ModelId| is_independent(fixed, *model) && fixed.models[model.index()].unit != unit;
        let Some(first) = models.first().copied().filter(|_| models.iter().all(guests)) else { continue };
        let retinue = fixed.unit(unit).retinue_of.is_some();
        for model in models.clone() {
            part(fixed, s, model);
        }
        let home = s.model(first).unit;
        let shot = matches!(s.flow, Flow::Shooting) && fixed.uses(rule!("5V-CHA-010"));
        s.unit_mut(home).bereaved = shot;
        let rules: &[RuleId] =
            if retinue { rules!["5B-CHA-012", "5V-CHA-009"] } else { rules!["5B-CHA-012"] };
        cx.emit(rules, Event::Leaves { model: first, unit });
    }
}
