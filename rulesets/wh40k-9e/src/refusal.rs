//! Why an answer is not among the options.

use grognard_engine::decision::Ask;
use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule};

use crate::choice::{Choice, MoveType};
use crate::fixed::Fixed;
use crate::ids::{Side, UnitId};
use crate::keyword::Keywords;
use crate::legal::{broken, charge, heroic, shooting};
use crate::measure;
use crate::state::{Moved, State};

/// Every reason against an answer; where nothing special is known, the rule that asks.
pub fn why_not(fixed: &Fixed, s: &State, ask: &Ask, choice: &Choice) -> Vec<Violation> {
    let mut wrong: Vec<Violation> = Vec::new();
    let mut add = |rule: RuleId, key: &'static str| wrong.push(broken(fixed, rule, key, &[]));
    match (ask.kind, choice) {
        ("move-unit", Choice::Unit(unit)) if s.unit_exists(*unit) => {
            let own = s.unit(*unit);
            if own.side.seat() != ask.owner {
                add(rule!("9E-MOV-002"), "why.not-yours");
            } else if own.turn.moved == Moved::Arrived {
                add(rule!("9E-REI-005"), "why.arrived");
            } else if own.turn.moved != Moved::NotYet {
                add(rule!("9E-MOV-006"), "why.moved-already");
            }
        }
        ("move-type", Choice::Move(kind)) => move_type(fixed, s, *kind, &mut add),
        ("shoot", Choice::Unit(unit)) if s.unit_exists(*unit) => shoot(fixed, s, ask, *unit, &mut add),
        ("charge-unit", Choice::Unit(unit)) if s.unit_exists(*unit) => {
            charges(fixed, s, ask, *unit, &mut add);
        }
        ("allocate", Choice::Model(_)) => add(rule!("9E-ATK-013"), "why.allocated-before"),
        ("fight", Choice::Unit(unit)) if s.unit_exists(*unit) => {
            let turn = &s.unit(*unit).turn;
            if turn.fought {
                add(rule!("9E-FGT-003"), "why.fought-already");
            } else if !turn.charged && measure::is_engaged(fixed, s, *unit) {
                add(rule!("9E-FGT-007"), "why.chargers-first");
            } else {
                add(rule!("9E-FGT-002"), "why.not-eligible-to-fight");
            }
        }
        ("psyker", Choice::Unit(unit)) if s.unit_exists(*unit) => {
            let turn = &s.unit(*unit).turn;
            if turn.manifested {
                add(rule!("9E-PSY-005"), "why.manifested-already");
            } else if turn.moved == Moved::FellBack {
                add(rule!("9E-MOV-027"), "why.fell-back");
            }
        }
        ("power", Choice::Manifest(_)) => add(rule!("9E-PSY-009"), "why.power-tried"),
        ("heroic", Choice::Unit(unit)) if s.unit_exists(*unit) => {
            for (rule, key) in heroic::faults(fixed, s, Side::of(ask.owner), *unit) {
                add(rule, key);
            }
        }
        _ => {}
    }
    if wrong.is_empty() {
        wrong.push(Violation::new(ask.rule, Message::new("why.not-an-option")));
    }
    wrong
}

fn move_type(fixed: &Fixed, s: &State, kind: MoveType, add: &mut dyn FnMut(RuleId, &'static str)) {
    let Some(unit) = s.about.unit else { return };
    let engaged = measure::is_engaged(fixed, s, unit);
    let moves = s.unit(unit).models.iter().any(|model| crate::figures::reach(fixed, s, *model).is_some());
    if !moves {
        add(rule!("9E-DAT-006"), "why.cannot-move");
        return;
    }
    match kind {
        MoveType::Normal | MoveType::Advance if engaged => add(rule!("9E-MOV-003"), "why.engaged"),
        MoveType::Normal | MoveType::Advance => add(rule!("9E-COH-005"), "why.no-coherent-move"),
        MoveType::FallBack if !engaged => add(rule!("9E-MOV-004"), "why.not-engaged"),
        MoveType::FallBack => add(rule!("9E-MOV-023"), "why.no-way-out"),
        MoveType::Stationary if s.unit(unit).turn.disembarked => add(rule!("9E-TRN-016"), "why.disembarked"),
        MoveType::Stationary => add(rule!("9E-AIR-002"), "why.minimum-move"),
    }
}

fn shoot(fixed: &Fixed, s: &State, ask: &Ask, unit: UnitId, add: &mut dyn FnMut(RuleId, &'static str)) {
    let own = s.unit(unit);
    if own.side.seat() != ask.owner || !s.is_on_table(unit) {
        add(rule!("9E-SHO-001"), "why.not-yours");
        return;
    }
    if own.turn.shot {
        add(rule!("9E-SHO-005"), "why.shot-already");
    }
    if own.turn.moved == Moved::Advanced {
        add(rule!("9E-SHO-002"), "why.advanced-no-shot");
        add(rule!("9E-WPN-002"), "why.advanced-no-shot");
    }
    if own.turn.moved == Moved::FellBack && !s.has(fixed, unit, Keywords::TITANIC) {
        add(rule!("9E-SHO-003"), "why.fell-back");
    }
    let aim = shooting::Aim::new(fixed, s, unit, None);
    let big = s.has(fixed, unit, Keywords::VEHICLE.and(Keywords::MONSTER));
    if !aim.engaged.is_empty() && !aim.can_shoot() && big {
        for (rule, key) in aim.hindrances() {
            add(rule, key);
        }
    } else if !aim.engaged.is_empty() && !aim.can_shoot() {
        add(rule!("9E-SHO-020"), "why.locked");
    } else if !aim.can_shoot() {
        add(rule!("9E-SHO-015"), "why.no-target");
    }
}

fn charges(fixed: &Fixed, s: &State, ask: &Ask, unit: UnitId, add: &mut dyn FnMut(RuleId, &'static str)) {
    let own = s.unit(unit);
    if own.side.seat() != ask.owner || !s.is_on_table(unit) {
        add(rule!("9E-CHG-002"), "why.not-yours");
        return;
    }
    if own.turn.charge_declared {
        add(rule!("9E-CHG-007"), "why.charged-already");
    }
    match own.turn.moved {
        Moved::Advanced => {
            add(rule!("9E-MOV-019"), "why.advanced-no-charge");
            add(rule!("9E-CHG-003"), "why.advanced-no-charge");
        }
        Moved::FellBack => {
            add(rule!("9E-MOV-025"), "why.fell-back");
            add(rule!("9E-CHG-003"), "why.fell-back");
        }
        _ => {}
    }
    if own.turn.escaped {
        add(rule!("9E-CHG-005"), "why.escaped");
    }
    if measure::is_engaged(fixed, s, unit) {
        add(rule!("9E-CHG-004"), "why.engaged");
    }
    if charge::targets(fixed, s, unit).is_empty() {
        add(rule!("9E-CHG-002"), "why.charge-too-far");
    }
}
