//! The casualty order of a volley: any models of the unit, each once.

use grognard_engine::refusal::Violation;
use grognard_engine::rule;

use super::broken;
use crate::choice::Choice;
use crate::fixed::Fixed;
use crate::ids::UnitId;
use crate::state::State;

/// Every violation of a casualty order.
pub fn check(fixed: &Fixed, s: &State, unit: UnitId, choice: &Choice) -> Vec<Violation> {
    let Choice::Casualties(order) = choice else { return Violation::other_kind(rule!("9E-ATK-012")) };
    let wrong = |at: usize| {
        let model = order[at];
        let own = s.model_exists(model) && s.model(model).unit == unit && s.pose(model).is_some();
        (!own || order[..at].contains(&model)).then_some(model)
    };
    let wrong: Vec<_> = (0..order.len()).filter_map(wrong).collect();
    if wrong.is_empty() {
        Vec::new()
    } else {
        vec![broken(fixed, rule!("9E-ATK-012"), "why.not-of-the-unit", &wrong)]
    }
}
