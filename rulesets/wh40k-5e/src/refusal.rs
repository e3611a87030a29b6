//! Why an answer is not among the options.

use grognard_engine::decision::Ask;
use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule, rules};

use crate::artillery;
use crate::buildings::roof;
use crate::choice::{Choice, Order, Word};
use crate::edition::{Regroup, Running};
use crate::fixed::Fixed;
use crate::legal::{broken, shooting, with};
use crate::play::assault::{declare, jump};
use crate::play::{characters, movement, rage, regroup, shooting as firing, solitary};
use crate::state::State;
use crate::vehicles::{self, passengers, transport};

/// Every reason against an answer; where nothing special is known, the rule that asks.
pub fn why_not(fixed: &Fixed, s: &State, ask: &Ask, choice: &Choice) -> Vec<Violation> {
    let late = fixed.edition.running == Running::MovementPhase;
    let found = match (ask.kind, choice) {
        (
            _,
            Choice::Unit(unit) | Choice::Order(unit, _) | Choice::Charge(unit, _) | Choice::Leap(unit, _),
        ) if s.unit(*unit).side.seat() != ask.owner && ask.kind != "first-attack" => {
            Some((rule!("5B-TRN-003"), "why.not-yours"))
        }
        ("move-unit", Choice::Order(unit, _)) if s.unit(*unit).models.is_empty() => {
            characters::stays(fixed, s, *unit)
        }
        ("move-unit", Choice::Order(unit, Order::Roof)) => roof::barred(fixed, s, *unit),
        ("move-unit", Choice::Order(unit, order)) if s.unit(*unit).aboard.is_some() => match order {
            Order::Overwatch => Some((rule!("5V-TRA-007"), "why.aboard")),
            Order::Disembark | Order::DisembarkWithout => transport::stays_in(fixed, s, *unit),
            _ => Some((rule!("5B-TRA-003"), "why.aboard")),
        },
        ("move-unit", Choice::Order(unit, order)) if fixed.is_vehicle(*unit) && late => match order {
            Order::Run | Order::RunThrough => {
                let rule = vehicles::moving::no_run(fixed, s, *unit).unwrap_or(rule!("5V-VEH-004"));
                Some((rule, "why.vehicle-order"))
            }
            Order::Station if fixed.walks(*unit) => Some((rule!("5V-WLK-003"), "why.vehicle-order")),
            Order::Station => Some((rule!("5V-VEH-005"), "why.vehicle-order")),
            _ => movement::barred(s, *unit),
        },
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
        (
            "move-unit",
            Choice::Order(unit, Order::Run | Order::RunThrough | Order::Overwatch | Order::Station),
        ) if late && artillery::no_action(fixed, s, *unit).is_some() => {
            artillery::no_action(fixed, s, *unit).map(|rule| (rule, "why.guns-no-action"))
        }
        ("shoot", Choice::Order(unit, _)) if artillery::no_action(fixed, s, *unit).is_some() => {
            artillery::no_action(fixed, s, *unit).map(|rule| (rule, "why.guns-no-action"))
        }
        ("move-unit", Choice::Order(unit, Order::Overwatch | Order::Station))
            if late && crate::gait::never_waits(fixed, s, *unit).is_some() =>
        {
            crate::gait::never_waits(fixed, s, *unit).map(|rule| (rule, "why.never-waits"))
        }
        ("move-unit", Choice::Order(unit, Order::Overwatch | Order::Station))
            if rage::must_move(fixed, s, *unit) =>
        {
            Some((rule!("5B-USR-012"), "why.has-to-rage"))
        }
        ("move-unit", Choice::Order(unit, Order::Overwatch | Order::Station))
            if !movement::orders(fixed, s, *unit).contains(&Order::Station) =>
        {
            Some((rule!("5B-COH-002"), "why.must-gather"))
        }
        ("move-unit", Choice::Word(Word::Done))
            if s.on_table(s.active).any(|unit| solitary::waits(fixed, s, unit)) =>
        {
            Some((rule!("5V-CHA-005"), "why.near-friends"))
        }
        ("move-unit", Choice::Word(Word::Done)) => Some((rule!("5B-COH-002"), "why.must-gather")),
        ("shoot", Choice::Order(unit, _)) if !firing::may_run(fixed, s, *unit) => {
            let rule = if late { rule!("5V-SHO-007") } else { rule!("5B-MOV-012") };
            Some((rule, "why.no-run"))
        }
        ("embark", Choice::Embark(unit, carrier)) => {
            let model = s.unit(*carrier).models.first();
            model.and_then(|model| transport::no_room(fixed, s, *unit, *model))
        }
        ("shoot", Choice::Unit(unit)) if passengers::no_fire(fixed, s, *unit).is_some() => {
            passengers::no_fire(fixed, s, *unit)
        }
        ("shoot", Choice::Unit(unit)) => {
            Some(shooting::barred(s, *unit).unwrap_or((rule!("5B-LOS-005"), "why.nothing-seen")))
        }
        ("assault", Choice::Leap(unit, target)) => jump::barred(fixed, s, *unit, *target),
        ("assault", Choice::Charge(unit, target)) => {
            declare::barred(fixed, s, *unit).or_else(|| declare::no_target(fixed, s, *unit, *target))
        }
        _ => None,
    };
    let also: &[RuleId] = match (found, choice) {
        // 5B-SHO-008: who held its fire has lost its chance.
        (Some((_, "why.fired-already")), _) => rules!["5B-SHO-008"],
        (Some((_, "why.shot-at-another")), Choice::Charge(unit, _)) if s.unit(*unit).fired_at.len() > 1 => {
            rules!["5V-DEC-005"]
        }
        (Some((_, "why.moved-already")), _) if late => rules!["5V-MOV-008", "5B-MOV-006"],
        (Some((_, "why.moved-already")), _) => rules!["5B-MOV-006"],
        (Some((rule, "why.ran")), Choice::Charge(unit, _)) if rule == rule!("5V-MOV-010") => {
            let fleet = crate::abilities::all_have(fixed, s, *unit, "fleet");
            if fleet { rules!["5V-USR-006"] } else { &[] }
        }
        (Some((_, "why.retinue")), _) => rules!["5V-CHA-008"],
        _ => &[],
    };
    match found {
        Some((rule, key)) => vec![with(broken(fixed, rule, key, &[]), also)],
        None => vec![Violation::new(ask.rule, Message::new("why.not-an-option"))],
    }
}
