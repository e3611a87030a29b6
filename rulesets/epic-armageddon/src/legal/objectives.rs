//! Where players place objectives (EA-TRNG-002, EA-AMB-053).

use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::{rule, rules};
use grognard_space::table::{Length, Point};

use super::{other_kind, with};
use crate::choice::Choice;
use crate::fixed::Fixed;
use crate::state::State;

/// So far apart places are proposed.
const STEP: Length = Length::cm(15);

/// Every violation of the place proposed for an objective.
pub fn check(fixed: &Fixed, s: &State, choice: &Choice) -> Vec<Violation> {
    let rule = rule!("EA-TRNG-002");
    let Choice::Objective(at) = choice else { return other_kind(rule) };
    let (x, y) = (fixed.field.size.0.0, fixed.field.size.1.0);
    if !(0..=x).contains(&at.x) || !(0..=y).contains(&at.y) {
        return vec![Violation::new(rule!("EA-MOV-004"), Message::new("why.objective-off-table"))];
    }
    let least = fixed.numbers().apart.objective_distance.0;
    let near = s.objectives.iter().flatten().any(|other| (*at - *other).length() < least);
    let wrong = near.then(|| Violation::new(rule, Message::new("why.objective-near")));
    wrong.into_iter().map(|violation| with(violation, rules!["EA-AMB-053"])).collect()
}

/// Places worth proposing: a grid, begun a little aside.
pub fn spots(fixed: &Fixed, s: &State, aside: i32) -> Vec<Choice> {
    let (x, y) = (fixed.field.size.0.0, fixed.field.size.1.0);
    let step = STEP.0 as usize;
    let first = STEP.0 / 2 + aside * 1000;
    let all = (first..y).step_by(step).flat_map(|y| (first..x).step_by(step).map(move |x| Point { x, y }));
    all.map(Choice::Objective).filter(|choice| check(fixed, s, choice).is_empty()).collect()
}
