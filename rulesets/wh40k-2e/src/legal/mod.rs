//! What is allowed: every violation of a proposed answer. Options, refusals, bots and suggestions all ask here.

pub mod charges;
pub mod moves;
pub mod placing;
pub mod psychic;
pub mod shooting;
pub mod teardrops;
pub mod watching;

use grognard_engine::RuleId;
use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::switch::applies;

use crate::choice::{Choice, Shape};
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::laying;
use crate::state::State;
use crate::vehicles::boarding;

/// Every violation of a proposed answer.
pub fn check(fixed: &Fixed, s: &State, shape: &Shape, choice: &Choice) -> Vec<Violation> {
    let mut wrong = match shape {
        Shape::Paths(shape) => moves::check(fixed, s, shape, choice),
        Shape::Place(unit) => placing::check(fixed, s, *unit, choice, false),
        Shape::Infiltrate(unit) => placing::check(fixed, s, *unit, choice, true),
        Shape::Split(unit) => placing::split(fixed, s, *unit, choice),
        Shape::Fire(unit) => shooting::check(fixed, s, *unit, choice),
        Shape::Template(shape) => teardrops::check(fixed, s, shape, choice),
        Shape::Watch => watching::check(fixed, s, choice),
        Shape::Leave(unit) => boarding::check(fixed, s, *unit, choice),
        Shape::Point(shape) => psychic::point(fixed, *shape, choice),
        Shape::Line(shape) => psychic::line(*shape, choice),
        Shape::Land(shape) => psychic::land(fixed, s, *shape, choice),
        Shape::Spot => laying::check(fixed, s, choice),
    };
    // A rule that is left out bars nothing.
    wrong.retain(|violation| applies(violation.rule));
    wrong
}

/// A reason why something is barred; none where its rule is left out.
pub fn in_force(why: Option<(RuleId, &'static str)>) -> Option<(RuleId, &'static str)> {
    why.filter(|(rule, _)| applies(*rule))
}

/// A violation that names the models concerned.
pub fn broken(fixed: &Fixed, rule: RuleId, key: &'static str, models: &[ModelId]) -> Violation {
    let names: Vec<String> = models.iter().map(|model| fixed.name(*model).to_owned()).collect();
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
