//! Guns fire (5B-ART-003, 5V-ART-004): each needs a crewman near it, who sees what it fires at and fires nothing himself.

use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule, rules};

use super::gunners;
use crate::choice::Shot;
use crate::cover;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::{broken, with};
use crate::play::shooting::barrage;
use crate::state::State;

/// Why a gun cannot fire, if so.
pub fn silent(fixed: &Fixed, s: &State, gun: ModelId) -> Option<(RuleId, &'static str)> {
    if s.model(gun).far > 0 || s.unit(s.model(gun).unit).all_moved {
        Some((rule!("5B-ART-003"), "why.gun-moved"))
    } else if s.model(gun).stunned > 0 {
        Some((rule!("5V-ART-012"), "why.gun-silenced"))
    } else if near(fixed, s, gun).is_empty() {
        Some((rule!("5B-ART-003"), "why.gun-unserved"))
    } else {
        None
    }
}

/// The crew near enough to serve a gun.
fn near(fixed: &Fixed, s: &State, gun: ModelId) -> Vec<ModelId> {
    let within = fixed.numbers().gun_service.within.0;
    let Some(body) = s.table.body(gun) else { return Vec::new() };
    let close = |model: &ModelId| s.table.body(*model).is_some_and(|own| own.within(body, within));
    gunners(fixed, s, s.model(gun).unit).into_iter().filter(close).collect()
}

/// A crewman for each gun that fires, none of them one of `busy`; `None` where some gun has nobody.
pub fn servants(fixed: &Fixed, s: &State, guns: &[Shot], busy: &[ModelId]) -> Option<Vec<ModelId>> {
    let Some((first, rest)) = guns.split_first() else { return Some(Vec::new()) };
    let blind = barrage::needs_no_sight(fixed, first.weapon);
    let serves = |model: &ModelId| {
        !busy.contains(model) && (blind || !cover::seen(s, *model, first.target).is_empty())
    };
    near(fixed, s, first.model).into_iter().filter(serves).find_map(|model| {
        let busy = [busy, &[model]].concat();
        let mut found = servants(fixed, s, rest, &busy)?;
        found.push(model);
        Some(found)
    })
}

/// 5B-ART-003, 5V-ART-004: guns do not split their fire, the crew may fire at one other unit, and each gun is served.
pub fn faults(fixed: &Fixed, s: &State, shots: &[Shot]) -> Vec<Violation> {
    let (guns, crew): (Vec<Shot>, Vec<Shot>) =
        shots.iter().copied().partition(|shot| fixed.is_gun(shot.model));
    let names = |shots: &[Shot]| shots.iter().map(|shot| shot.model).collect::<Vec<_>>();
    let split = |shots: &[Shot]| shots.iter().any(|shot| shot.target != shots[0].target);
    let also: &[RuleId] = if fixed.uses(rule!("5V-ART-004")) { rules!["5V-ART-004"] } else { &[] };
    let mut wrong = Vec::new();
    if split(&guns) {
        wrong.push(with(broken(fixed, rule!("5B-ART-003"), "why.guns-split", &names(&guns)), also));
    }
    if split(&crew) {
        wrong.push(with(broken(fixed, rule!("5B-ART-003"), "why.crew-splits", &names(&crew)), also));
    }
    if servants(fixed, s, &guns, &names(&crew)).is_none() {
        wrong.push(broken(fixed, rule!("5B-ART-003"), "why.gun-unserved", &names(&guns)));
    }
    wrong
}

/// The shots of a proposal without those of the crew that serve guns.
pub fn without_servants(fixed: &Fixed, s: &State, unit: UnitId, shots: Vec<Shot>) -> Vec<Shot> {
    if s.guns(fixed, unit).is_empty() {
        return shots;
    }
    let (mut guns, crew): (Vec<Shot>, Vec<Shot>) =
        shots.into_iter().partition(|shot| fixed.is_gun(shot.model));
    while !guns.is_empty() && servants(fixed, s, &guns, &[]).is_none() {
        guns.pop();
    }
    let busy = servants(fixed, s, &guns, &[]).unwrap_or_default();
    guns.extend(crew.into_iter().filter(|shot| !busy.contains(&shot.model)));
    guns
}
