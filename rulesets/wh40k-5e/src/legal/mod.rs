//! What is allowed: every violation of a proposed answer. Options, refusals, bots and suggestions all ask here.

pub mod alighting;
pub mod allotting;
pub mod charging;
pub mod laying;
pub mod moves;
pub mod placing;
pub mod remarks;
pub mod shooting;
pub mod spots;
pub mod striking;

use grognard_engine::RuleId;
use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::switch::applies;

use crate::choice::{Choice, Shape};
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::state::State;

/// Every violation of a proposed answer.
pub fn check(fixed: &Fixed, s: &State, shape: &Shape, choice: &Choice) -> Vec<Violation> {
    let mut wrong = match shape {
        Shape::Paths(shape) => moves::check(fixed, s, shape, choice),
        Shape::Place(unit) => placing::check(fixed, s, *unit, choice),
        Shape::Fire(unit) => shooting::check(fixed, s, *unit, choice),
        Shape::Aim(shape) => shooting::check_aim(fixed, shape, choice),
        Shape::Allot(shape) => allotting::check(fixed, shape, choice),
        Shape::Take(shape) => allotting::check_take(fixed, shape, choice),
        Shape::Lay(shape) => laying::check(fixed, s, shape, choice),
        Shape::Spot(spot) => spots::check(fixed, s, *spot, choice),
        Shape::Strike(shape) => striking::check(fixed, s, shape, choice),
        Shape::Mark(shape) => shooting::check_mark(fixed, shape, choice),
        Shape::GetOut(shape) => crate::vehicles::transport::check(fixed, s, shape, choice),
        Shape::Roof(shape) => crate::buildings::roof::check(fixed, s, shape, choice),
        Shape::Alight(shape) => alighting::check(fixed, s, *shape, choice),
    };
    // A rule that is left out bars nothing.
    wrong.retain(|violation| applies(violation.rule));
    wrong
}

/// A violation that names the models concerned.
pub fn broken(fixed: &Fixed, rule: RuleId, key: &'static str, models: &[ModelId]) -> Violation {
    let known = models.iter().filter(|model| model.index() < fixed.models.len());
    let names: Vec<String> = known.map(|model| fixed.name(*model).to_owned()).collect();
    let message = Message::new(key).text("models", names.join(", "));
    Violation { pieces: names, ..Violation::new(rule, message) }
}

/// A violation with further rules that say the same.
pub fn with(mut violation: Violation, also: &[RuleId]) -> Violation {
    violation.also.extend(also.iter().copied().filter(|rule| *rule != violation.rule));
    violation
}

/// An answer of another kind than the question asks for.
pub fn other_kind(rule: RuleId) -> Vec<Violation> {
    vec![Violation::new(rule, Message::new("why.other-answer"))]
}
