//! Why an answer is not among the options.

use grognard_engine::decision::Ask;
use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule, rules};

use crate::choice::{Choice, Word};
use crate::fixed::Fixed;
use crate::legal::{broken, shooting, with};
use crate::play::rally;
use crate::state::{Moved, Nerve, State};

/// Every reason against an answer; where nothing special is known, the rule that asks.
pub fn why_not(fixed: &Fixed, s: &State, ask: &Ask, choice: &Choice) -> Vec<Violation> {
    let found = match (ask.kind, choice) {
        (_, Choice::Unit(unit)) if s.unit(*unit).side.seat() != ask.owner => {
            Some((rule!("2E-TRN-003"), "why.not-yours"))
        }
        ("move-unit", Choice::Unit(unit)) if s.unit(*unit).nerve == Nerve::Broken => {
            Some((rule!("2E-BRK-005"), "why.broken-moves"))
        }
        ("move-unit", Choice::Unit(unit)) if s.unit(*unit).moved != Moved::NotYet => {
            Some((rule!("2E-MOV-001"), "why.moved-already"))
        }
        ("move-unit", Choice::Word(Word::Done)) => Some((rule!("2E-SQD-005"), "why.must-gather")),
        ("move-type", Choice::Word(Word::Hold)) => Some((rule!("2E-SQD-005"), "why.must-gather")),
        ("shoot", Choice::Unit(unit)) => {
            Some(shooting::barred(s, *unit).unwrap_or((rule!("2E-SHT-009"), "why.nothing-seen")))
        }
        ("rally", Choice::Unit(unit)) if s.unit(*unit).nerve == Nerve::Steady => {
            Some((rule!("2E-RAL-001"), "why.steady"))
        }
        ("rally", Choice::Unit(unit)) => rally::barred(fixed, s, *unit),
        _ => None,
    };
    match found {
        Some((rule, key)) => {
            // Whoever ran neither fires nor throws.
            let also: &[RuleId] =
                if key == "why.ran" { rules!["2E-MVF-002", "2E-GRN-007"] } else { &[] };
            vec![with(broken(fixed, rule, key, &[]), also)]
        }
        None => vec![Violation::new(ask.rule, Message::new("why.not-an-option"))],
    }
}
