//! Why an answer is not among the options.

use grognard_engine::decision::Ask;
use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::rule;

use crate::choice::{Choice, Order, Word};
use crate::edition::{Regroup, Running};
use crate::fixed::Fixed;
use crate::legal::{broken, shooting};
use crate::play::assault::declare;
use crate::play::{movement, regroup, shooting as firing};
use crate::state::State;

/// Every reason against an answer; where nothing special is known, the rule that asks.
pub fn why_not(fixed: &Fixed, s: &State, ask: &Ask, choice: &Choice) -> Vec<Violation> {
    let late = fixed.edition.running == Running::MovementPhase;
    let found = match (ask.kind, choice) {
        (_, Choice::Unit(unit) | Choice::Order(unit, _) | Choice::Charge(unit, _))
            if s.unit(*unit).side.seat() != ask.owner && ask.kind != "first-attack" =>
        {
            Some((rule!("5B-TRN-003"), "why.not-yours"))
        }
        ("move-unit", Choice::Order(unit, _)) if movement::barred(s, *unit).is_some() => {
            movement::barred(s, *unit)
        }
        ("move-unit", Choice::Order(unit, Order::Regroup)) => {
            let rule = match fixed.edition.regroup {
                Regroup::Half => rule!("5B-REG-001"),
                Regroup::Matrix => rule!("5V-REG-001"),
            };
            Some((rule, regroup::barred(fixed, s, *unit).unwrap_or("why.not-falling-back")))
        }
        ("move-unit", Choice::Order(unit, _)) if s.unit(*unit).falling_back => {
            Some((rule!("5B-FAL-002"), "why.falling-back"))
        }
        ("move-unit", Choice::Order(_, Order::Run | Order::RunThrough)) if !late => {
            Some((rule!("5B-MOV-009"), "why.run-later"))
        }
        ("move-unit", Choice::Order(unit, Order::Overwatch | Order::Station))
            if !movement::orders(fixed, s, *unit).contains(&Order::Station) =>
        {
            Some((rule!("5B-COH-002"), "why.must-gather"))
        }
        ("move-unit", Choice::Word(Word::Done)) => Some((rule!("5B-COH-002"), "why.must-gather")),
        ("shoot", Choice::Order(unit, _)) if !firing::may_run(fixed, s, *unit) => {
            let rule = if late { rule!("5V-SHO-007") } else { rule!("5B-MOV-012") };
            Some((rule, "why.no-run"))
        }
        ("shoot", Choice::Unit(unit)) => {
            Some(shooting::barred(s, *unit).unwrap_or((rule!("5B-LOS-005"), "why.nothing-seen")))
        }
        ("assault", Choice::Charge(unit, target)) => {
            declare::barred(fixed, s, *unit).or_else(|| declare::no_target(fixed, s, *unit, *target))
        }
        _ => None,
    };
    match found {
        Some((rule, key)) => vec![broken(fixed, rule, key, &[])],
        None => vec![Violation::new(ask.rule, Message::new("why.not-an-option"))],
    }
}
