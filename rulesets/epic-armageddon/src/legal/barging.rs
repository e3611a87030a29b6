//! War engines that charge push aside whoever is in their way (EA-WE-041 to EA-WE-043, EA-AMB-061).

use grognard_engine::refusal::Violation;
use grognard_engine::rule;
use grognard_engine::switch::applies;
use grognard_space::table::{Body, Length, MoveRules, Moved, Passing, Pose, Table};

use super::charges::charged;
use super::moves::Move;
use super::{broken, with, zones};
use crate::assault::Role;
use crate::choice::{MoveKind, Way};
use crate::fixed::Fixed;
use crate::ids::UnitId;
use crate::state::State;
use crate::terrain::impassable;

/// EA-WE-041, EA-WE-043: whether a unit pushes another one aside: a war engine that charges or counter charges, no other war
/// engine, and only those it fights.
pub fn may_barge(fixed: &Fixed, s: &State, kind: MoveKind, engine: UnitId, unit: UnitId) -> bool {
    let role = match kind {
        MoveKind::Charge => Role::Defender,
        MoveKind::CounterCharge => Role::Attacker,
        _ => return false,
    };
    let fought =
        |assault: &crate::assault::Assault| assault.of(role).contains(&s.units[unit.index()].formation);
    fixed.kind(engine).is_war_engine()
        && fixed.kind(engine).flight.is_none()
        && !fixed.kind(unit).is_war_engine()
        && s.assault.as_deref().is_some_and(fought)
        && applies(rule!("EA-WE-041"))
}

/// What a body covers on each leg of a way.
fn legs<'a>(body: &'a Body, stops: &'a [Pose]) -> impl Iterator<Item = grognard_space::table::Outline> + 'a {
    let mut at = body.pose.at;
    stops.iter().map(move |stop| {
        let from = std::mem::replace(&mut at, stop.at);
        body.outline.shifted(from - body.pose.at).swept(stop.at - from)
    })
}

/// Those a war engine pushes aside on its way, in the order of their names.
pub fn pushed(fixed: &Fixed, s: &State, kind: MoveKind, body: &Body, (engine, stops): &Way) -> Vec<UnitId> {
    if !fixed.kind(*engine).is_war_engine() {
        return Vec::new();
    }
    let Some(assault) = &s.assault else { return Vec::new() };
    let all = assault.sides.iter().flatten().flat_map(|formation| s.standing(*formation));
    let met = |other: &Body| legs(body, stops).any(|leg| leg.overlaps(&other.outline));
    let mut units: Vec<UnitId> = all
        .filter(|(unit, other)| may_barge(fixed, s, kind, *engine, *unit) && met(other))
        .map(|(unit, _)| unit)
        .collect();
    units.sort_unstable();
    units
}

/// EA-WE-042, EA-AMB-061: where a unit that was pushed aside comes to stand: in contact with the war engine, as near as can be to
/// where it stood. Those of `waiting` have yet to be placed, this unit among them.
pub fn aside(fixed: &Fixed, table: &Table, engine: &Body, unit: UnitId, waiting: &[UnitId]) -> Option<Pose> {
    let form = fixed.ground.form(fixed.form(unit));
    let wish = table.body(unit)?.pose;
    let rules = MoveRules {
        barred: impassable(fixed.kind(unit).column()),
        ..MoveRules::up_to(Length::ZERO).among(&Passing::Base)
    };
    let touches = |pose: Pose| form.body(pose).in_contact(engine);
    // From where it stood a contact is at most a war engine away.
    table.nearest_spot(form, wish, Length::cm(30), &rules, waiting, &touches)
}

/// What is wrong with the way of a war engine that pushes others aside.
pub fn check(by: &Move<'_>, moved: &Moved<'_>, way: &Way, pushed: &[UnitId]) -> Option<Violation> {
    let (engine, stops) = way;
    let (own, form) = (moved.body(*engine)?, moved.form(*engine)?);
    let end = own.moved(form, *stops.last()?);
    let met: Vec<UnitId> = charged(by, moved)
        .filter(|(unit, body)| pushed.contains(unit) || end.in_contact(body))
        .map(|(unit, _)| unit)
        .collect();
    let most = usize::from(by.fixed.numbers().barging.units) * usize::from(by.fixed.kind(*engine).dc);
    if met.len() > most {
        let units: Vec<UnitId> = [*engine].into_iter().chain(met).collect();
        return Some(broken(by.fixed, rule!("EA-WE-041"), "why.barges-too-many", &units));
    }
    // EA-WE-043: who enters a zone touches that unit, or pushes it aside.
    let entered = |(unit, body): &(UnitId, &Body)| {
        let zone = zones::zone(by.fixed, *unit);
        !met.contains(unit)
            && zones::has_zone(by.fixed, by.s, moved, *unit)
            && !own.within(body, zone)
            && legs(own, stops).any(|leg| leg.within(&body.outline, zone))
    };
    if let Some((unit, _)) = charged(by, moved).find(entered) {
        let violation = broken(by.fixed, rule!("EA-WE-043"), "why.must-touch", &[*engine, unit]);
        return Some(with(violation, &[rule!("EA-AMB-061")]));
    }
    let mut table = by.s.table.clone();
    for unit in &by.s.formation(by.formation).units {
        if let Some(body) = moved.body(*unit) {
            table.move_to(*unit, body.pose);
        }
    }
    table.move_to(*engine, end.pose);
    for (at, unit) in pushed.iter().enumerate() {
        let Some(pose) = aside(by.fixed, &table, &end, *unit, &pushed[at..]) else {
            let violation = broken(by.fixed, rule!("EA-WE-042"), "why.no-room-aside", &[*engine, *unit]);
            return Some(with(violation, &[rule!("EA-AMB-061")]));
        };
        table.move_to(*unit, pose);
    }
    None
}
