//! Why an answer is not among the options.

use grognard_engine::decision::Ask;
use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule, rules};

use crate::choice::{Choice, Word};
use crate::fixed::Fixed;
use crate::legal::{broken, charges, shooting, with};
use crate::play::{hiding, overwatch, rally};
use crate::state::{Moved, Nerve, State};

/// Every reason against an answer; where nothing special is known, the rule that asks.
pub fn why_not(fixed: &Fixed, s: &State, ask: &Ask, choice: &Choice) -> Vec<Violation> {
    let found = match (ask.kind, choice) {
        (_, Choice::Unit(unit) | Choice::Overwatch(unit) | Choice::Charge(unit, _) | Choice::Hide(unit))
            if s.unit(*unit).side.seat() != ask.owner =>
        {
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
        ("overwatch", Choice::Overwatch(unit)) => {
            Some(overwatch::barred(s, *unit).unwrap_or((rule!("2E-OVW-001"), "why.nothing-to-fire")))
        }
        ("charge", Choice::Charge(unit, enemy)) => match charges::barred(s, *unit) {
            Some(why) => Some(why),
            None if s.unit(*enemy).side == s.unit(*unit).side => Some((rule!("2E-CHG-004"), "why.own-side")),
            None if !charges::may_be_charged(fixed, s, *unit, *enemy) => {
                Some((rule!("2E-HID-001"), "why.hidden-target"))
            }
            None => None,
        },
        ("hide", Choice::Hide(unit)) => hiding::barred(fixed, s, *unit),
        ("window", Choice::Shoot(watcher, _)) if !s.unit(*watcher).overwatch => {
            Some((rule!("2E-OVW-004"), "why.no-overwatch"))
        }
        ("window", Choice::Shoot(..)) => Some((rule!("2E-OVW-004"), "why.watch-unseen")),
        ("move-unit", Choice::Unit(unit)) if s.unit(*unit).overwatch => {
            Some((rule!("2E-OVW-003"), "why.on-overwatch"))
        }
        ("move-unit", Choice::Unit(unit)) if s.in_combat(*unit) => Some((rule!("2E-HTH-002"), "why.engaged")),
        ("move-unit", Choice::Unit(_)) => Some((rule!("2E-OVW-010"), "why.pledged")),
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
            let also: &[RuleId] = if key == "why.ran" { rules!["2E-MVF-002", "2E-GRN-007"] } else { &[] };
            vec![with(broken(fixed, rule, key, &[]), also)]
        }
        None => vec![Violation::new(ask.rule, Message::new("why.not-an-option"))],
    }
}
