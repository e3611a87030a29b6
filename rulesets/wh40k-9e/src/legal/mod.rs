//! What is allowed: every violation of a proposed answer, and what there is to choose from. Options, refusals, bots
//! and suggestions all ask here.

pub mod aircraft;
pub mod approach;
pub mod boxed_in;
pub mod casualties;
pub mod charge;
pub mod coherency;
mod faults;
pub mod fighting;
pub mod heroic;
pub mod moves;
pub mod passing;
pub mod placing;
pub mod remarks;
pub mod setup;
pub mod shooting;
pub mod terms;

use grognard_engine::RuleId;
use grognard_engine::refusal::Violation;
use grognard_tabletop::armies;

use crate::choice::{Choice, Shape};
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::state::State;

/// Every violation of a proposed answer.
pub fn check(fixed: &Fixed, s: &State, shape: &Shape, choice: &Choice) -> Vec<Violation> {
    Violation::in_force(match shape {
        Shape::Marker => setup::check_marker(fixed, s, choice),
        Shape::Split(unit) => setup::check_split(fixed, s, *unit, choice),
        Shape::Paths(shape) => moves::check(fixed, s, shape, choice),
        Shape::Place(shape) => placing::check(fixed, s, shape, choice),
        Shape::Fire(unit, charger) => shooting::check(fixed, s, *unit, *charger, choice),
        Shape::Strike(unit, attacks) => fighting::check(fixed, s, *unit, attacks, choice),
        Shape::Charge(unit) => charge::check(fixed, s, *unit, choice),
        Shape::Casualties(unit) => casualties::check(fixed, s, *unit, choice),
    })
}

/// A violation that names the models concerned; where nothing better is known the rule's own sentence is said.
pub fn broken(fixed: &Fixed, rule: RuleId, key: &'static str, models: &[ModelId]) -> Violation {
    armies::broken(fixed, rule, key, "models", models)
}
