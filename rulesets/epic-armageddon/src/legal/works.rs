//! Bunkers and pillboxes of Assault!: whose they are, who is in them or on them (EA-SAS-026 to EA-SAS-035).

use grognard_engine::refusal::Violation;
use grognard_engine::rule;
use grognard_space::table::{Body, Length, Moved, Outline};

use super::broken;
use crate::abilities::Ability;
use crate::choice::Way;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::kind::Class;
use crate::state::State;

/// EA-SAS-026: whether a unit is a bunker.
pub fn is_bunker(fixed: &Fixed, unit: UnitId) -> bool {
    fixed.kind(unit).has(Ability::Bunker)
}

/// EA-SAS-033: whether a unit is a pillbox.
pub fn is_pillbox(fixed: &Fixed, unit: UnitId) -> bool {
    fixed.kind(unit).has(Ability::Pillbox)
}

/// Whether a unit is either: it owes nobody coherency.
pub fn is_work(fixed: &Fixed, unit: UnitId) -> bool {
    is_bunker(fixed, unit) || is_pillbox(fixed, unit)
}

/// Whether there are any in this game.
pub fn any(fixed: &Fixed) -> bool {
    fixed.kinds.iter().any(|kind| kind.has(Ability::Bunker) || kind.has(Ability::Pillbox))
}

/// EA-SAS-034: whether a formation has another unit near enough to a pillbox.
pub fn is_near(fixed: &Fixed, s: &State, pillbox: UnitId, formation: FormationId) -> bool {
    let Some(body) = s.table.body(pillbox) else { return false };
    let within = fixed.numbers().pillboxes.within.0;
    let manned = |unit: UnitId| !is_work(fixed, unit) || s.aboard(unit).next().is_some();
    s.standing(formation).any(|(unit, other)| unit != pillbox && manned(unit) && body.within(other, within))
}

/// EA-SAS-034: the formations a pillbox may fight with.
pub fn commanders(fixed: &Fixed, s: &State, pillbox: UnitId) -> Vec<FormationId> {
    let owner = s.owner(s.units[pillbox.index()].formation);
    s.of_side(owner).filter(|id| is_near(fixed, s, pillbox, *id)).collect()
}

/// EA-SAS-034, EA-SAS-035: whether a unit of a formation may fire: of pillboxes only those near the others.
pub fn may_fire(fixed: &Fixed, s: &State, unit: UnitId, formation: FormationId) -> bool {
    !is_pillbox(fixed, unit) || is_near(fixed, s, unit, formation)
}

/// EA-SAS-026, EA-SAS-028: whether a bunker is open to a formation: it is of its side, and nobody else is in it.
pub fn is_open(fixed: &Fixed, s: &State, formation: FormationId, bunker: UnitId) -> bool {
    is_bunker(fixed, bunker)
        && s.owner(s.units[bunker.index()].formation) == s.owner(formation)
        && s.aboard(bunker).all(|unit| s.units[unit.index()].formation == formation)
}

/// EA-SAS-028: whether a unit may stand on the roof of a bunker.
pub fn climbs(fixed: &Fixed, unit: UnitId, bunker: UnitId) -> bool {
    let kind = fixed.kind(unit);
    kind.class == Class::Infantry && !kind.has(Ability::Mounted) && is_bunker(fixed, bunker)
}

fn stands_on(body: &Body, bunker: &Body) -> bool {
    bunker.outline.within(&Outline::point(body.pose.at), Length::ZERO)
}

/// The bunker on whose roof a unit stands.
pub fn under(fixed: &Fixed, s: &State, unit: UnitId) -> Option<UnitId> {
    if fixed.kind(unit).class != Class::Infantry || !any(fixed) {
        return None;
    }
    let body = s.table.body(unit)?;
    let near = s.table.ids_within(&body.outline, Length::ZERO);
    near.into_iter().find(|other| {
        climbs(fixed, unit, *other) && s.table.body(*other).is_some_and(|bunker| stands_on(body, bunker))
    })
}

/// EA-SAS-028: what is wrong with a way that ends over a bunker: so many find room on the roof, and nobody stands half on it.
pub fn on_top(fixed: &Fixed, s: &State, moved: &Moved<'_>, (unit, stops): &Way) -> Option<Violation> {
    if !any(fixed) || fixed.kind(*unit).class != Class::Infantry {
        return None;
    }
    let (body, form, end) = (s.table.body(*unit)?, s.table.form(*unit)?, stops.last()?);
    let there = body.moved(form, *end);
    let near = s.table.ids_within(&there.outline, Length::ZERO);
    for bunker in near.into_iter().filter(|other| climbs(fixed, *unit, *other)) {
        let Some(own) = s.table.body(bunker) else { continue };
        if !own.outline.overlaps(&there.outline) {
            continue;
        }
        if !stands_on(&there, own) {
            return Some(broken(fixed, rule!("EA-SAS-028"), "why.blocked", &[*unit, bunker]));
        }
        let others = s.table.ids().filter(|other| other != unit && climbs(fixed, *other, bunker));
        let full =
            others.filter(|other| moved.body(*other).is_some_and(|other| stands_on(other, own))).count();
        if full >= usize::from(fixed.numbers().bunker.roof) {
            return Some(broken(fixed, rule!("EA-SAS-028"), "why.no-room", &[bunker]));
        }
    }
    None
}
