//! Who may fire at aircraft (EA-AA, EA-FLAK).

use grognard_engine::refusal::Violation;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, SeatId, rule, rules};
use grognard_space::table::{Body, Length, Offset};

use super::shooting::{in_arc, is_spent};
use super::{broken, other_kind, with};
use crate::choice::{Choice, Way};
use crate::fixed::{Fixed, Gun};
use crate::ids::{FormationId, UnitId};
use crate::state::State;

/// Ways are looked at in steps of this length where a weapon has an arc.
const STEP: i32 = Length::CENTIMETRE.0;

/// The stretches of a way as bodies and steps.
fn stretches(fixed: &Fixed, (unit, stops): &Way) -> Vec<(Body, Offset)> {
    let form = fixed.ground.form(fixed.form(*unit));
    let legs = stops.windows(2).map(|leg| (form.body(leg[0].facing(leg[1].facing)), leg[1].at - leg[0].at));
    let mut all: Vec<(Body, Offset)> = legs.collect();
    if let Some(end) = stops.last() {
        all.push((form.body(*end), Offset::default()));
    }
    all
}

/// EA-FLAK-002: whether a way passes within range and arc of a weapon at any point.
pub fn passes(fixed: &Fixed, gun: &Gun, from: &Body, way: &Way) -> bool {
    stretches(fixed, way).iter().any(|(body, step)| {
        let near = body.outline.swept(*step).within(&from.outline, gun.range);
        if !near || gun.arc.is_none() {
            return near;
        }
        let parts = (step.length().0 / STEP).max(1);
        (0..=parts).any(|part| {
            let share = |way: i32| (i64::from(way) * i64::from(part) / i64::from(parts)) as i32;
            let there = body.outline.shifted(Offset { x: share(step.x), y: share(step.y) });
            there.within(&from.outline, gun.range) && super::shooting::in_arc_of(fixed, gun.arc, from, &there)
        })
    })
}

/// Whether a unit has a weapon that reaches a formation in flight where it is now (EA-AIR-034, EA-FLAK-003).
pub fn reaches_end(fixed: &Fixed, s: &State, unit: UnitId, target: FormationId) -> bool {
    fixed.kind(unit).guns.iter().any(|gun| !at_end(fixed, s, unit, gun, target).is_empty())
}

/// The aircraft of a formation that a weapon reaches where they are now.
pub fn at_end(fixed: &Fixed, s: &State, unit: UnitId, gun: &Gun, target: FormationId) -> Vec<UnitId> {
    let Some(body) = s.table.body(unit).filter(|_| gun.aa.is_some()) else { return Vec::new() };
    let reached = s
        .standing(target)
        .filter(|(_, there)| body.horizontal(there) <= gun.range && in_arc(fixed, gun.arc, body, there));
    reached.map(|(unit, _)| unit).collect()
}

/// The aircraft of a formation that passed a weapon.
pub fn on_the_way(fixed: &Fixed, s: &State, unit: UnitId, gun: &Gun, target: FormationId) -> Vec<UnitId> {
    let Some(body) = s.table.body(unit).filter(|_| gun.aa.is_some()) else { return Vec::new() };
    let path = s.formation(target).flight.path.iter();
    let passed = path.filter(|way| s.table.body(way.0).is_some() && passes(fixed, gun, body, way));
    passed.map(|(unit, _)| *unit).collect()
}

/// The aircraft a weapon of a unit may hit: those that passed it, or for aircraft in flight those in reach of it now.
pub fn hit_by(fixed: &Fixed, s: &State, unit: UnitId, gun: &Gun, target: FormationId) -> Vec<UnitId> {
    if is_spent(fixed, s, unit, gun) {
        Vec::new()
    } else if s.flies(unit) {
        at_end(fixed, s, unit, gun, target)
    } else {
        on_the_way(fixed, s, unit, gun, target)
    }
}

/// Units of one formation that could fire at aircraft, and how far from their way each is.
pub struct Battery {
    /// The formation.
    pub formation: FormationId,
    /// EA-FLAK-010, EA-AMB-016: all with a weapon of that range, the number of units its Blast markers suppress among them.
    pub could: Vec<(Length, UnitId)>,
    /// Those with anti-aircraft weapons that have not fired at these aircraft yet.
    pub able: Vec<UnitId>,
}

/// The formations of a side that may fire at a formation of aircraft. EA-FLAK-003, EA-FLAK-006, EA-FLAK-011, EA-FLAK-012.
pub fn batteries(fixed: &Fixed, s: &State, side: SeatId, target: FormationId) -> Vec<Battery> {
    let may = |id: &FormationId| {
        let own = s.formation(*id);
        // EA-ARMY-032: Dark Eldar fire even after a march.
        let fleet = fixed.has_rule(*id, rule!("EA-ARMY-032")) && applies(rule!("EA-ARMY-032"));
        let barred = (own.marched && !fleet || own.broken) && applies(rule!("EA-FLAK-006"));
        own.side == side && s.is_on_table(*id) && !barred && (!s.is_flying(*id) || defends(s, *id, target))
    };
    let battery = |id: FormationId| {
        let fired = &s.formation(target).flight.flaked;
        let able = s.standing(id).map(|(unit, _)| unit).filter(|unit| {
            let again = fired.contains(unit) && applies(rule!("EA-FLAK-011"));
            !again
                && fixed.kind(*unit).guns.iter().any(|gun| !hit_by(fixed, s, *unit, gun, target).is_empty())
        });
        let able: Vec<UnitId> = able.collect();
        let could =
            s.standing(id).filter_map(|(unit, body)| Some((near(fixed, s, unit, body, target)?, unit)));
        Battery { formation: id, could: could.collect(), able }
    };
    s.formation_ids().filter(may).map(battery).filter(|battery| !battery.able.is_empty()).collect()
}

/// EA-FLAK-003, EA-AMB-145: aircraft in flight fire only at those who intercept them in a Ground Attack.
fn defends(s: &State, own: FormationId, target: FormationId) -> bool {
    s.formation(own).flight.attacking && s.about.target == Some(own) && s.about.formation == Some(target)
}

/// How far a unit is from the way of aircraft, if one of its weapons reaches it, whatever it is for (EA-AMB-016).
fn near(fixed: &Fixed, s: &State, unit: UnitId, body: &Body, target: FormationId) -> Option<Length> {
    let reach = fixed.kind(unit).guns.iter().map(|gun| gun.range).max()?;
    let path = &s.formation(target).flight.path;
    let far = path
        .iter()
        .flat_map(|way| stretches(fixed, way))
        .map(|(there, step)| there.outline.swept(step).distance(&body.outline));
    far.min().filter(|far| *far <= reach)
}

/// Every violation of a choice of who fires.
pub fn check(
    fixed: &Fixed,
    s: &State,
    target: FormationId,
    may: &[UnitId],
    choice: &Choice,
) -> Vec<Violation> {
    let rule = rule!("EA-FLAK-002");
    let Choice::Flak(units) = choice else { return other_kind(rule) };
    let wrong: Vec<UnitId> = units
        .iter()
        .enumerate()
        .filter(|(at, unit)| !may.contains(unit) || units[..*at].contains(unit))
        .map(|(_, unit)| *unit)
        .collect();
    let Some(first) = wrong.first().filter(|unit| unit.index() < s.units.len()) else {
        return if wrong.is_empty() { Vec::new() } else { vec![broken(fixed, rule, "why.no-flak", &wrong)] };
    };
    // Why the first of them may not.
    let own = s.formation(s.units[first.index()].formation);
    let also: &[RuleId] = if own.marched || own.broken {
        rules!["EA-FLAK-006"]
    } else if s.formation(target).flight.flaked.contains(first) {
        rules!["EA-FLAK-007", "EA-FLAK-011"]
    } else if own.markers > 0 {
        rules!["EA-FLAK-010"]
    } else {
        &[]
    };
    vec![with(broken(fixed, rule, "why.no-flak", &wrong), also)]
}
