//! Garrisons of the tournament game: who may be one, and where it stands (EA-TOUR-029 to EA-TOUR-038).

use grognard_engine::refusal::Violation;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, SeatId, rule};
use grognard_space::table::{Body, Length, Point};

use super::broken;
use super::objectives::in_half;
use crate::abilities::Ability;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::state::{Place, State};

/// EA-TOUR-029: half or more Scouts, or at most one unit faster than foot and no war engine, or somebody who cannot move.
/// EA-TOUR-035, EA-TOUR-036: no other war engines, no aircraft. EA-ARMY-022, EA-ARMY-034: of Eldar only some, of Dark Eldar
/// nobody.
pub fn may_be(fixed: &Fixed, formation: FormationId) -> bool {
    barred(fixed, formation).is_none()
}

/// The rule by which a formation may not be a garrison, if there is one.
pub fn barred(fixed: &Fixed, formation: FormationId) -> Option<RuleId> {
    let spec = fixed.spec(formation);
    let few = rule!("EA-ARMY-022");
    if fixed.has_rule(formation, few)
        && applies(few)
        && !fixed.numbers().eldar_garrisons.formations.contains(&spec.id)
    {
        return Some(few);
    }
    if fixed.has_rule(formation, rule!("EA-ARMY-034")) && applies(rule!("EA-ARMY-034")) {
        return Some(rule!("EA-ARMY-034"));
    }
    let kinds = || spec.units.iter().map(|unit| fixed.kind(*unit));
    if kinds().any(|kind| kind.flight.is_some() || kind.spacecraft) && applies(rule!("EA-TOUR-036")) {
        return Some(rule!("EA-TOUR-036"));
    }
    let all = spec.units.len();
    let scouts = kinds().filter(|kind| kind.has(Ability::Scout)).count();
    let foot = fixed.numbers().garrison_speed.speed.0;
    let fast = kinds().filter(|kind| kind.speed > foot).count();
    let fixed_ones = kinds().any(|kind| kind.speed == Length::ZERO || kind.has(Ability::Immobile));
    let engines = kinds().any(crate::kind::Kind::is_war_engine);
    let may = scouts * 2 >= all || fast <= 1 && !engines || fixed_ones;
    (!may).then_some(if engines { rule!("EA-TOUR-035") } else { rule!("EA-TOUR-029") })
}

/// The formations of a side that may still be set up as garrisons.
pub fn able(fixed: &Fixed, s: &State, side: SeatId) -> Vec<FormationId> {
    let near = |id: &FormationId| s.objectives.iter().any(|own| in_half(fixed, s, s.owner(*id), own.at));
    let waits = |id: &FormationId| {
        let own = s.formation(*id);
        own.side == side
            && !own.garrison
            && own.entry.is_none()
            && own.means.is_none()
            && own.units.iter().all(|unit| s.units[unit.index()].place == Place::Waiting)
            && !own.units.is_empty()
    };
    s.formation_ids().filter(|id| waits(id) && may_be(fixed, *id) && near(id)).collect()
}

/// EA-TOUR-031: the objectives in its own half near which a garrison stands.
pub fn posts(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<Point> {
    if let Some(posted) = s.posted.as_ref().filter(|posted| posted.formation == formation) {
        return posted.at.clone();
    }
    let own = s.objectives.iter().map(|objective| objective.at);
    own.filter(|at| in_half(fixed, s, s.owner(formation), *at)).collect()
}

/// EA-TOUR-031, EA-TOUR-033: one unit near an objective in its own half, nobody in the other half.
pub fn violations(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    standing: &[(UnitId, &Body)],
) -> Vec<Violation> {
    let side = s.owner(formation);
    let mut wrong = Vec::new();
    let within = fixed.numbers().garrison.within.0;
    let posts = posts(fixed, s, formation);
    let near =
        |body: &Body| posts.iter().any(|at| body.horizontal(&Body::point(*at, Length::ZERO)) <= within);
    if !standing.iter().any(|(_, body)| near(body)) {
        let units: Vec<UnitId> = standing.iter().map(|(unit, _)| *unit).take(1).collect();
        wrong.push(broken(fixed, rule!("EA-TOUR-031"), "why.garrison-far", &units));
    }
    // EA-OBJ-054, EA-SHR-004: some garrisons stand wherever their post is.
    if s.posted.as_ref().is_some_and(|posted| posted.formation == formation) {
        return wrong;
    }
    let over = |body: &Body| body.outline.core().iter().any(|corner| !in_half(fixed, s, side, *corner));
    let beyond: Vec<UnitId> = standing.iter().filter(|(_, body)| over(body)).map(|(unit, _)| *unit).collect();
    if !beyond.is_empty() {
        wrong.push(broken(fixed, rule!("EA-TOUR-033"), "why.garrison-half", &beyond));
    }
    wrong
}
