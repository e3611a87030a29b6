//! What is allowed: every violation of a proposed answer, and what there is to choose from.

pub mod actions;
pub mod arrivals;
pub mod assault;
pub mod barging;
pub mod carrying;
pub mod charges;
pub mod coherency;
pub mod crossfire;
pub mod entries;
pub mod flak;
pub mod flights;
pub mod garrisons;
pub mod landing;
pub mod laying;
pub mod moves;
pub mod objectives;
pub mod pivots;
pub mod placing;
pub mod pop_ups;
pub mod portals;
pub mod shooting;
pub mod spots;
pub mod steps;
pub mod templates;
pub mod transport;
pub mod works;
pub mod wrecks;
pub mod zones;

use grognard_engine::RuleId;
use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::switch::applies;
use grognard_tabletop::armies::Named;

use crate::choice::{Choice, Shape};
use crate::fixed::Fixed;
use crate::ids::UnitId;
use crate::state::State;

/// Every violation of a proposed answer.
pub fn check(fixed: &Fixed, s: &State, shape: &Shape, choice: &Choice) -> Vec<Violation> {
    let mut wrong = match shape {
        Shape::Paths(formation, kind, left) => moves::check(fixed, s, *formation, *kind, *left, choice),
        Shape::Place(formation) => placing::check(fixed, s, *formation, choice),
        Shape::Objective(side, number) => objectives::check(fixed, s, *side, *number, choice),
        Shape::Support(units) => assault::check_support(fixed, s, units, choice),
        Shape::With(enemies, friends) => assault::check_with(fixed, enemies, friends, choice),
        Shape::Firefight(units) => assault::check_firefight(fixed, units, choice),
        Shape::Survivors(transport, units) => wrecks::check(fixed, s, *transport, units, choice),
        Shape::Entry(formation) => entries::check(fixed, s, *formation, choice),
        Shape::PopUp(units) => pop_ups::check(fixed, units, choice),
        Shape::Templates(barrage) => templates::check(fixed, s, barrage, choice),
        Shape::Flight(formation, mission) => flights::check(fixed, s, *formation, *mission, choice),
        Shape::Arrive(formation) => arrivals::check(fixed, s, *formation, choice),
        Shape::Pod(formation) => arrivals::check_pod(fixed, s, *formation, choice),
        Shape::Pivot(formation) => pivots::check(fixed, s, *formation, choice),
        Shape::Plan(formation) => arrivals::check_plan(fixed, s, *formation, choice),
        Shape::Orbital(count) => templates::check_orbital(fixed, *count, choice),
        Shape::Flak(target, units) => flak::check(fixed, s, *target, units, choice),
        Shape::Spot(spot) => spots::check(fixed, s, *spot, choice),
        Shape::Lay(lay) => laying::check(fixed, s, lay, choice),
        Shape::Unload(formation, target) => landing::check_unload(fixed, s, *formation, *target, choice),
    };
    // A rule that is left out bars nothing.
    wrong.retain(|violation| applies(violation.rule));
    wrong
}

/// A violation that names the units concerned.
pub fn broken(fixed: &Fixed, rule: RuleId, key: &'static str, units: &[UnitId]) -> Violation {
    let name = |unit: &UnitId| {
        fixed.units.get(unit.index()).map_or_else(String::new, |_| fixed.name(*unit).to_owned())
    };
    let names: Vec<String> = units.iter().map(name).collect();
    let message = Message::new(key).text("units", names.join(", "));
    Violation { pieces: names, ..Violation::new(rule, message) }
}

/// A violation with further rules that say the same.
pub fn with(mut violation: Violation, also: &[RuleId]) -> Violation {
    violation.also.extend(also.iter().copied());
    violation
}

/// An answer of another kind than the question asks for.
pub fn other_kind(rule: RuleId) -> Vec<Violation> {
    vec![Violation::new(rule, Message::new("why.other-answer"))]
}
