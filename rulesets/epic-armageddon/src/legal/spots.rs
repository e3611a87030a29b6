//! Places for what moves in a scenario: objectives that walk or shift (EA-OBJ-023, EA-OBJ-024, EA-OBJ-051).

use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule};
use grognard_space::table::{Angle, Length, Point, Pose};

use super::landing::{Bad, ground};
use super::objectives::in_half;
use super::{broken, other_kind};
use crate::choice::{Choice, Spot};
use crate::fixed::Fixed;
use crate::state::State;

const fn rule_of(spot: Spot) -> RuleId {
    match spot {
        Spot::Walk(..) => rule!("EA-OBJ-024"),
        Spot::Shift(..) => rule!("EA-OBJ-051"),
    }
}

fn objective(spot: Spot) -> u8 {
    match spot {
        Spot::Walk(objective, _) | Spot::Shift(objective, _) => objective,
    }
}

/// How far it goes at the most.
fn reach(fixed: &Fixed, spot: Spot) -> Length {
    match spot {
        Spot::Walk(_, far) => far,
        Spot::Shift(..) => fixed.numbers().shift.shift.0,
    }
}

/// Every violation of a place.
pub fn check(fixed: &Fixed, s: &State, spot: Spot, choice: &Choice) -> Vec<Violation> {
    let rule = rule_of(spot);
    let Choice::Entry(at) = choice else { return other_kind(rule) };
    let Some(from) = s.objectives.get(usize::from(objective(spot))).map(|own| own.at) else {
        return other_kind(rule);
    };
    let (x, y) = (fixed.field.size.0.0, fixed.field.size.1.0);
    if !(0..=x).contains(&at.x) || !(0..=y).contains(&at.y) {
        return vec![broken(fixed, rule, "why.objective-off", &[])];
    }
    if (*at - from).length() > reach(fixed, spot) {
        return vec![broken(fixed, rule, "why.spot-too-far", &[])];
    }
    let Spot::Shift(_, formation) = spot else { return Vec::new() };
    let mut wrong = Vec::new();
    if !in_half(fixed, s, s.owner(formation), *at) {
        wrong.push(broken(fixed, rule, "why.garrison-half", &[]));
    }
    let step = *at - from;
    let mut table = s.table.clone();
    let own: Vec<_> = s.standing(formation).map(|(unit, body)| (unit, body.pose)).collect();
    for (unit, _) in &own {
        table.take(*unit);
    }
    for (unit, pose) in own {
        let there = Pose { at: pose.at + step, ..pose };
        let bad = ground(fixed, s, &table, unit, there, None);
        let over = there.at.in_limits() && !in_half(fixed, s, s.owner(formation), there.at);
        if bad.is_some_and(|bad| bad != Bad::Zone) || over {
            wrong.push(broken(fixed, rule, "why.blocked", &[unit]));
        }
    }
    wrong
}

/// Where it stays, and as far as it goes in some directions.
pub fn candidates(fixed: &Fixed, s: &State, spot: Spot) -> Vec<Choice> {
    let Some(from) = s.objectives.get(usize::from(objective(spot))).map(|own| own.at) else {
        return Vec::new();
    };
    let far = reach(fixed, spot) - Length(2);
    let step = |turn: u16| -> Point { from + Angle(turn << 13).step(far) };
    let all = [from].into_iter().chain((0..8).map(step)).map(Choice::Entry);
    all.filter(|choice| check(fixed, s, spot, choice).is_empty()).collect()
}
