//! Who is aboard a vehicle: crew at their posts and passengers (VEH).

use grognard_engine::ctx::Ctx;
use grognard_engine::rule;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rules};

use super::{control, datafax};
use crate::Second;
use crate::data::datafaxes::Datafax;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::state::{Place, State};

/// The post of the driver, pilot or rider: the first of every datafax.
pub const DRIVER: u8 = 0;

/// Everybody aboard a vehicle: crew and passengers.
pub fn aboard(s: &State, vehicle: ModelId) -> impl Iterator<Item = ModelId> + '_ {
    let all = (0..s.models.len() as u16).map(ModelId);
    all.filter(move |model| s.model(*model).place == Place::Aboard(vehicle))
}

/// The crew at their posts.
pub fn crew(s: &State, vehicle: ModelId) -> impl Iterator<Item = ModelId> + '_ {
    aboard(s, vehicle).filter(|model| s.model(*model).post.is_some())
}

/// Those without a post.
pub fn passengers(s: &State, vehicle: ModelId) -> impl Iterator<Item = ModelId> + '_ {
    aboard(s, vehicle).filter(|model| s.model(*model).post.is_none() && s.model(*model).takes_over.is_none())
}

/// Those at one post.
pub fn at_post(s: &State, vehicle: ModelId, post: u8) -> impl Iterator<Item = ModelId> + '_ {
    crew(s, vehicle).filter(move |model| s.model(*model).post == Some(post))
}

/// 2E-VEH-003: positions left empty cannot be used; without a driver nobody drives.
pub fn is_driven(s: &State, vehicle: ModelId) -> bool {
    if !applies(rule!("2E-VEH-003")) {
        return true;
    }
    at_post(s, vehicle, DRIVER).next().is_some()
}

/// The vehicle a model is aboard of.
pub fn vehicle_of(s: &State, model: ModelId) -> Option<ModelId> {
    match s.model(model).place {
        Place::Aboard(vehicle) => Some(vehicle),
        _ => None,
    }
}

/// The vehicle all models of a unit are aboard of, if they are.
pub fn transport(s: &State, unit: UnitId) -> Option<ModelId> {
    s.unit(unit).models.iter().find_map(|model| vehicle_of(s, *model))
}

/// 2E-VBD-001: the places that passengers take in a vehicle.
pub fn taken(fixed: &Fixed, s: &State, vehicle: ModelId) -> u8 {
    let own = |model: &ModelId| fixed.models[model.index()].crew_of.is_none_or(|(of, _)| of != vehicle);
    aboard(s, vehicle).filter(own).map(|model| fixed.kind_of(model).places.max(1)).sum()
}

/// The number of a post.
pub fn post_named(own: &Datafax, post: &str) -> Option<u8> {
    own.crew.iter().position(|crew| crew.post == post).map(|at| at as u8)
}

/// Somebody aboard dies: crew leave their post empty (2E-VEH-003); without a driver a moving vehicle goes out of control.
pub fn slay(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, rules: &[RuleId]) {
    let Some(vehicle) = vehicle_of(s, model) else { return };
    let post = s.model(model).post;
    s.remove(model);
    if post.is_none() {
        cx.emit(rules, Event::Casualty { model });
    }
    lost(s, cx, vehicle, post, rules);
}

/// What follows from the death of somebody aboard who is removed already.
pub fn lost(s: &mut State, cx: &mut Ctx<'_, Second>, vehicle: ModelId, post: Option<u8>, rules: &[RuleId]) {
    if post.is_none() {
        return;
    }
    if let Some(own) = s.vehicle_mut(vehicle) {
        own.damaged = true;
    }
    // 2E-VEH-005: nobody tests for it.
    let rules = [rules, rules!["2E-VEH-003", "2E-VEH-005"]].concat();
    cx.emit(&rules, Event::CrewKilled { model: vehicle, dead: 1 });
    if post == Some(DRIVER) && !is_driven(s, vehicle) {
        control::driver_lost(s, cx, vehicle);
    }
}

/// 2E-VEH-006: somebody leaves its post, or none, for another one, and does nothing else in this turn.
pub fn take_over(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, post: u8) {
    if !applies(rule!("2E-VEH-006")) {
        return;
    }
    let Some(vehicle) = vehicle_of(s, model) else { return };
    let left = s.model(model).post;
    (s.model_mut(model).post, s.model_mut(model).takes_over) = (None, Some(post));
    let rules: &[RuleId] =
        if left.is_some() { rules!["2E-VEH-006"] } else { rules!["2E-VEH-006", "2E-VEH-007"] };
    cx.emit(rules, Event::Happened { what: "event.changes-post", model, other: Some(vehicle) });
    if left == Some(DRIVER) && !is_driven(s, vehicle) {
        control::driver_lost(s, cx, vehicle);
    }
}

/// 2E-VEH-006: at the end of a turn those who took over a post are there.
pub fn settle(s: &mut State, cx: &mut Ctx<'_, Second>) {
    for at in (0..s.models.len() as u16).map(ModelId) {
        if s.side_of(at) != s.active {
            continue;
        }
        if let (Some(post), Some(vehicle)) = (s.model(at).takes_over, vehicle_of(s, at)) {
            (s.model_mut(at).post, s.model_mut(at).takes_over) = (Some(post), None);
            cx.emit(rules!["2E-VEH-006"], Event::TookOver { model: vehicle, post });
            // 2E-OOC-004: with a driver it is under control again.
            if post == DRIVER
                && let Some(own) = s.vehicle_mut(vehicle)
                && own.out_of_control == control::UNTIL_STEERED
            {
                own.out_of_control = 0;
            }
        }
    }
}

/// 2E-VEH-006, 2E-VEH-007: who may take over which post of a vehicle now: crew any other post, passengers only if they
/// are trained for it.
pub fn may_take_over(fixed: &Fixed, s: &State, vehicle: ModelId) -> Vec<(ModelId, u8)> {
    let Some(own) = datafax(fixed, vehicle) else { return Vec::new() };
    let empty: Vec<u8> =
        (0..own.crew.len() as u8).filter(|post| at_post(s, vehicle, *post).next().is_none()).collect();
    let able = |model: &ModelId| {
        let known = s.model(*model);
        let free = known.takes_over.is_none() && !s.unit(known.unit).fired;
        free && (known.post.is_some() || fixed.kind_of(*model).has("takes-over-posts"))
    };
    // Whoever is on the way to a post is waited for.
    let claimed = |post: &u8| aboard(s, vehicle).any(|model| s.model(model).takes_over == Some(*post));
    let able: Vec<ModelId> = aboard(s, vehicle).filter(able).collect();
    let free = empty.into_iter().filter(|post| !claimed(post));
    free.flat_map(|post| able.iter().map(move |model| (*model, post))).collect()
}
