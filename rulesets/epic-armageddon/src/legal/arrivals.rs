//! Where formations come into play: teleports, tunnellers, planetfall, and what is recorded of it (EA-ABIL-134, EA-ABIL-150,
//! EA-PLAN-003, EA-SPAC-005).

use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, SeatId, rule, rules};
use grognard_space::table::{Body, Length, MoveRules, Passing, Point, Pose};

use super::landing::{ground, refused};
use super::objectives::in_half;
use super::transport::holds;
use super::{broken, other_kind, with};
use crate::abilities::Ability;
use crate::arrivals::Means;
use crate::choice::Choice;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::state::State;

/// Whom the Avatar appears beside.
const FARSEER: &str = "eld-farseer";

/// How far from a recorded place clear ground is looked for.
const FAR: Length = Length::cm(30);
/// Places are rounded to the grid: so much farther is as near.
const ROUNDING: Length = Length::MILLIMETRE;

/// How a formation is placed when it arrives.
struct Way {
    rule: RuleId,
    /// From one already placed.
    chain: Option<Length>,
    /// From the place recorded.
    around: Option<(Point, Length)>,
    /// From one of these.
    beside: Option<(Vec<Body>, Length)>,
    /// Whether it has to keep to clear ground; else it is moved there afterwards.
    clear: bool,
}

fn way(fixed: &Fixed, s: &State, formation: FormationId) -> Option<Way> {
    let numbers = fixed.numbers();
    let at = s.recorded(formation).first().copied();
    Some(match s.formation(formation).means? {
        Means::Teleport => Way {
            rule: rule!("EA-ABIL-134"),
            chain: Some(numbers.teleport.within.0),
            around: None,
            beside: None,
            clear: true,
        },
        // EA-ARMY-018: beside a Farseer.
        Means::Avatar => Way {
            rule: rule!("EA-ARMY-018"),
            chain: None,
            around: None,
            beside: Some((farseers(fixed, s, s.owner(formation)), numbers.avatar.within.0)),
            clear: true,
        },
        // EA-ARMY-012: the first beside the pod.
        Means::Pod => Way {
            rule: rule!("EA-ARMY-012"),
            chain: Some(numbers.drop_pods.chain.0),
            around: Some((s.formation(formation).entry?, numbers.drop_pods.within.0)),
            beside: None,
            clear: true,
        },
        Means::Tunnel => Way {
            rule: rule!("EA-ABIL-150"),
            chain: Some(numbers.surfacing.chain.0),
            around: Some((at?, numbers.surfacing.within.0)),
            beside: None,
            clear: true,
        },
        Means::Planetfall(_) | Means::SelfPlanetfall => Way {
            rule: rule!("EA-PLAN-003"),
            chain: None,
            around: Some((at?, numbers.drop_zone.within.0)),
            beside: None,
            clear: false,
        },
        Means::Aboard(_) | Means::Edge | Means::Portal => return None,
    })
}

/// How far from a place the nearest clear ground for a unit is.
fn nearest_clear(fixed: &Fixed, s: &State, unit: UnitId, at: Point) -> Option<Length> {
    let rules = MoveRules::up_to(Length::ZERO).among(&Passing::Base);
    let clear = |pose: Pose| ground(fixed, s, &s.table, unit, pose, None).is_none();
    let form = fixed.ground.form(fixed.form(unit));
    let spot = s.table.nearest_spot(form, Pose::at(at), FAR, &rules, &[unit], &clear)?;
    Some((spot.at - at).length())
}

/// EA-ABIL-151: whether a unit cannot surface where it was recorded.
pub fn is_diverted(fixed: &Fixed, s: &State, formation: FormationId, unit: UnitId) -> bool {
    let at = s.recorded(formation).first();
    at.is_some_and(|at| ground(fixed, s, &s.table, unit, Pose::at(*at), None).is_some())
}

/// EA-ARMY-018: the Farseers of a side on the table.
pub fn farseers(fixed: &Fixed, s: &State, side: SeatId) -> Vec<Body> {
    let units = s.of_side(side).flat_map(|id| s.standing(id));
    units.filter(|(unit, _)| fixed.kind(*unit).sheet == FARSEER).map(|(_, body)| body.clone()).collect()
}

/// EA-ARMY-012, EA-PLAN-003: a pod is meant to fall near the place recorded.
pub fn check_pod(fixed: &Fixed, s: &State, formation: FormationId, choice: &Choice) -> Vec<Violation> {
    let rule = rule!("EA-ARMY-012");
    let Choice::Entry(at) = choice else { return other_kind(rule) };
    let within = fixed.numbers().drop_zone.within.0;
    let near = |recorded: &Point| at.in_limits() && (*at - *recorded).length() <= within;
    if s.recorded(formation).iter().any(near) {
        return Vec::new();
    }
    let violation = broken(fixed, rule, "why.too-far-from-the-record", &[]);
    vec![with(violation, rules!["EA-PLAN-003"])]
}

/// Every violation of the places of a formation that arrives.
pub fn check(fixed: &Fixed, s: &State, formation: FormationId, choice: &Choice) -> Vec<Violation> {
    let Some(way) = way(fixed, s, formation) else { return other_kind(rule!("EA-ABIL-134")) };
    let rule = way.rule;
    let Choice::Place(named, places, rides) = choice else { return other_kind(rule) };
    if *named != formation {
        return vec![broken(fixed, rule, "why.other-formation", &[])];
    }
    let own = &s.formation(formation).units;
    let (mut all, mut table): (Vec<Violation>, _) = (Vec::new(), s.table.clone());
    // EA-AMB-082: where the first unit could not surface on its place, the others keep to where it did.
    let diverted = places.first().filter(|(unit, _)| own.contains(unit)).and_then(|(unit, pose)| {
        let (at, _) = way.around.filter(|_| way.clear)?;
        ground(fixed, s, &s.table, *unit, Pose::at(at), None).map(|_| pose.at)
    });
    // EA-ABIL-151: it surfaces on the nearest clear ground.
    if let (Some(there), Some((at, _)), Some((unit, _))) = (diverted, way.around, places.first())
        && way.rule == rule!("EA-ABIL-150")
        && applies(rule!("EA-ABIL-151"))
        && nearest_clear(fixed, s, *unit, at).is_some_and(|near| (there - at).length() > near + ROUNDING)
    {
        all.push(broken(fixed, rule!("EA-ABIL-151"), "why.not-the-nearest-ground", &[*unit]));
    }
    let around = match (way.around, diverted) {
        (Some((_, within)), Some(at)) => Some((at, within)),
        (around, _) => around,
    };
    let mut placed: Vec<UnitId> = Vec::new();
    for (unit, pose) in places {
        if !own.contains(unit) || placed.contains(unit) || !pose.at.in_limits() {
            all.push(broken(fixed, rule, "why.not-of-the-formation", &[*unit]));
            continue;
        }
        // EA-ABIL-137: nobody else teleports on their own.
        let teleports = rule != rule!("EA-ABIL-134") || fixed.kind(*unit).has(Ability::Teleport);
        if !teleports {
            all.push(broken(fixed, rule!("EA-ABIL-137"), "why.no-ride", &[*unit]));
        }
        let body = Body::new(fixed.ground.form(fixed.form(*unit)), *pose);
        if let Some(bad) = ground(fixed, s, &table, *unit, *pose, None).filter(|_| way.clear) {
            all.push(refused(fixed, bad, *unit, rule));
        }
        // EA-ABIL-138: the chain is the same for Scouts.
        if let Some(chain) = way.chain {
            let near =
                placed.iter().any(|other| table.body(*other).is_some_and(|there| body.within(there, chain)));
            // EA-ARMY-012: near the pod, or near one that is out already.
            let pod = way.around.filter(|_| rule == rule!("EA-ARMY-012"));
            let at_pod = pod.is_some_and(|(at, _)| body.within(&Body::point(at, Length::ZERO), chain));
            let first = placed.is_empty() && pod.is_none();
            if !first && !near && !at_pod && applies(rule) {
                all.push(with(broken(fixed, rule, "why.chain", &[*unit]), rules!["EA-ABIL-138"]));
            }
        }
        if let Some((at, within)) = around
            && !body.within(&Body::point(at, Length::ZERO), within)
        {
            all.push(broken(fixed, rule, "why.too-far-from-the-record", &[*unit]));
        }
        if let Some((others, within)) = &way.beside
            && !others.iter().any(|other| body.within(other, *within))
        {
            all.push(broken(fixed, rule, "why.not-beside", &[*unit]));
        }
        // EA-ABIL-150: in its first turns nobody surfaces in the enemy's half.
        let early = s.turn < fixed.numbers().tunnelling.enemy_half_from;
        let half = s.formation(formation).means == Some(Means::Tunnel) && early;
        if half && body.outline.core().iter().any(|corner| !in_half(fixed, s, s.owner(formation), *corner)) {
            all.push(broken(fixed, rule!("EA-ABIL-148"), "why.enemy-half", &[*unit]));
        }
        placed.push(*unit);
        table.put(*unit, fixed.form(*unit), formation, *pose);
    }
    for (unit, transport) in rides {
        let inside: Vec<UnitId> =
            rides.iter().filter(|(_, into)| into == transport).map(|(unit, _)| *unit).collect();
        if !own.contains(unit)
            || placed.contains(unit)
            || !placed.contains(transport)
            || !holds(fixed, *transport, &inside)
        {
            all.push(broken(fixed, rule!("EA-TRAN-002"), "why.no-ride", &[*unit]));
        }
    }
    let missing: Vec<UnitId> = own
        .iter()
        .copied()
        .filter(|unit| !placed.contains(unit) && !rides.iter().any(|(known, _)| known == unit))
        .filter(|unit| s.transport_of(*unit).is_none())
        // EA-ABIL-137: who finds no room in a transport that teleports is lost.
        .filter(|unit| {
            let room = |transport: &UnitId| {
                let inside = rides.iter().filter(|(_, into)| into == transport).map(|(unit, _)| *unit);
                holds(fixed, *transport, &inside.chain([*unit]).collect::<Vec<_>>())
            };
            rule != rule!("EA-ABIL-134")
                || fixed.kind(*unit).has(Ability::Teleport)
                || placed.iter().any(room)
        })
        .collect();
    // EA-ARMY-012: who finds no room beside a pod is lost with it.
    if !missing.is_empty() && rule != rule!("EA-ARMY-012") {
        all.push(broken(fixed, rule, "why.left-out", &missing));
    }
    all
}

/// How many places are recorded for a formation (EA-SPAC-005, EA-ABIL-149): one for each bombardment of a spacecraft, one for
/// each other formation.
pub fn places(fixed: &Fixed, s: &State, formation: FormationId) -> usize {
    let units = &s.formation(formation).units;
    match s.formation(formation).means {
        Some(_) => 1,
        None => units.iter().map(|unit| fixed.kind(*unit).bombardments.len()).sum(),
    }
}

/// Every violation of what is recorded.
pub fn check_plan(fixed: &Fixed, s: &State, formation: FormationId, choice: &Choice) -> Vec<Violation> {
    let rule = rule!("EA-SPAC-005");
    let Choice::Plan(points) = choice else { return other_kind(rule) };
    let say = |rule: RuleId, key: &'static str| vec![Violation::new(rule, Message::new(key))];
    if points.len() != places(fixed, s, formation) {
        return say(rule, "why.plan-count");
    }
    let (x, y) = (fixed.field.size.0.0, fixed.field.size.1.0);
    if points.iter().any(|at| !(0..=x).contains(&at.x) || !(0..=y).contains(&at.y)) {
        return say(rule, "why.plan-off-table");
    }
    // EA-ABIL-148: before that turn only in the own half.
    let tunnels = s.formation(formation).means == Some(Means::Tunnel);
    let early =
        tunnels && s.due(formation).is_some_and(|turn| turn < fixed.numbers().tunnelling.enemy_half_from);
    let own = |at: &Point| in_half(fixed, s, s.owner(formation), *at);
    if early && applies(rule!("EA-ABIL-148")) && !points.iter().all(own) {
        return say(rule!("EA-ABIL-148"), "why.plan-half");
    }
    Vec::new()
}

/// EA-TOUR-017: by which means a formation may come into play instead of being set up.
pub fn means(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<Means> {
    let own = s.formation(formation);
    let all = |ability: Ability| own.units.iter().all(|unit| fixed.kind(*unit).has(ability));
    let mut found = Vec::new();
    let flies = own.units.iter().any(|unit| fixed.kind(*unit).flight.is_some());
    // EA-ABIL-137: with those who ride in them.
    let carried = own
        .units
        .iter()
        .any(|unit| fixed.kind(*unit).has(Ability::Teleport) && super::transport::is_transport(fixed, *unit));
    if (all(Ability::Teleport) || carried) && applies(rule!("EA-ABIL-132")) {
        found.push(Means::Teleport);
    }
    if all(Ability::SelfPlanetfall) && applies(rule!("EA-ABIL-107")) {
        found.push(Means::SelfPlanetfall);
    }
    if super::portals::may_wait(fixed, s, formation) {
        found.push(Means::Portal);
    }
    // EA-ABIL-146: with those who ride in them.
    let tunnels = own.units.iter().any(|unit| fixed.kind(*unit).has(Ability::Tunneller));
    if tunnels && rides_in(fixed, s, formation, Ability::Tunneller).is_some() {
        found.push(Means::Tunnel);
    }
    for other in s.formation_ids().filter(|id| s.owner(*id) == own.side && *id != formation) {
        let craft = &s.formation(other).units;
        let space = craft.iter().any(|unit| fixed.kind(*unit).spacecraft);
        // EA-ARMY-011: Drop Pods take up no room.
        let pods = fixed.has_pods(formation);
        if space && (pods || all(Ability::Planetfall) && fits(fixed, s, other, formation)) {
            found.push(Means::Planetfall(other));
        }
        let planes = !craft.is_empty() && craft.iter().all(|unit| fixed.kind(*unit).flight.is_some());
        if planes && !flies && super::landing::loads(fixed, s, other, formation).is_some() {
            found.push(Means::Aboard(other));
        }
    }
    found
}

/// Whether a spacecraft has room for a formation beside those it carries already (EA-PLAN-001).
fn fits(fixed: &Fixed, s: &State, craft: FormationId, formation: FormationId) -> bool {
    let carried = s.formation_ids().filter(|id| s.formation(*id).means == Some(Means::Planetfall(craft)));
    let mut units: Vec<UnitId> = carried.flat_map(|id| s.formation(id).units.to_vec()).collect();
    units.extend(s.formation(formation).units.iter().copied());
    s.formation(craft).units.iter().any(|unit| holds(fixed, *unit, &units))
}

/// Who of a formation rides in which of its units with an ability; none where somebody is left over.
pub fn rides_in(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    ability: Ability,
) -> Option<Vec<(UnitId, UnitId)>> {
    let (rides, left) = seats(fixed, s, formation, ability);
    left.is_empty().then_some(rides)
}

/// The same, with those for whom there is no room.
pub fn seats(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    ability: Ability,
) -> (Vec<(UnitId, UnitId)>, Vec<UnitId>) {
    let own = &s.formation(formation).units;
    let (craft, others): (Vec<UnitId>, Vec<UnitId>) =
        own.iter().copied().partition(|unit| fixed.kind(*unit).has(ability));
    let mut inside: Vec<(UnitId, Vec<UnitId>)> = craft.into_iter().map(|unit| (unit, Vec::new())).collect();
    let (mut rides, mut left) = (Vec::new(), Vec::new());
    for unit in others {
        let fits = |(transport, aboard): &&mut (UnitId, Vec<UnitId>)| {
            let mut full = aboard.clone();
            full.push(unit);
            holds(fixed, *transport, &full)
        };
        match inside.iter_mut().find(fits) {
            Some((transport, aboard)) => {
                aboard.push(unit);
                rides.push((unit, *transport));
            }
            None => left.push(unit),
        }
    }
    (rides, left)
}
