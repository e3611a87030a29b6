//! Why an answer is not among the options.

use grognard_engine::decision::Ask;
use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule, rules};

use crate::choice::{Choice, MoveType, Stratagem};
use crate::figures::{self, is_smite};
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::keyword::Keywords;
use crate::legal::{aircraft, broken, charge, heroic, shooting};
use crate::measure;
use crate::state::{Moved, State};

/// Every reason against an answer; where nothing special is known, the rule that asks.
pub fn why_not(fixed: &Fixed, s: &State, ask: &Ask, choice: &Choice) -> Vec<Violation> {
    let mut wrong: Vec<Violation> = embarked(fixed, s, choice);
    if !wrong.is_empty() {
        return wrong;
    }
    if let ("embark" | "start", Choice::Embark(transport)) = (ask.kind, choice)
        && let Some(unit) = s.about.unit
    {
        return embark(fixed, s, ask, unit, *transport);
    }
    let mut add = |rule: RuleId, key: &'static str| {
        let also = also_says(rule);
        wrong.push(broken(fixed, rule, key, &[]).with(also));
    };
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
        ("move-unit", Choice::Disembark(unit)) if s.unit_exists(*unit) => {
            if let Some(carrier) = s.transport_of(*unit) {
                if !s.unit(*unit).turn.began_embarked {
                    add(rule!("9E-TRN-012"), "why.just-embarked");
                } else if !matches!(
                    s.unit(s.model(carrier).unit).turn.moved,
                    Moved::NotYet | Moved::Stationary
                ) {
                    add(rule!("9E-TRN-013"), "why.transport-moved");
                } else if s.unit(*unit).turn.stayed_off {
                    add(rule!("9E-TRN-014"), "why.stayed-off");
                }
            }
        }
        ("reinforcements", Choice::Unit(unit)) if s.unit_exists(*unit) && s.unit(*unit).turn.stayed_off => {
            add(rule!("9E-REI-004"), "why.stayed-off");
        }
        ("move-type", Choice::Move(kind)) => move_type(fixed, s, *kind, &mut add),
        ("salvo", Choice::Unit(unit)) if s.unit_exists(*unit) => {
            add(rule!("9E-SEQ-003"), "why.as-if-shooting");
            shoot(fixed, s, ask, *unit, &mut add);
        }
        ("salvo", Choice::Stratagem(Stratagem::TakeAim, _)) => add(rule!("9E-SEQ-004"), "why.other-phase"),
        ("shoot", Choice::Unit(unit)) if s.unit_exists(*unit) => shoot(fixed, s, ask, *unit, &mut add),
        ("charge-unit", Choice::Unit(unit)) if s.unit_exists(*unit) => {
            charges(fixed, s, ask, *unit, &mut add);
        }
        ("allocate", Choice::Model(_)) if ask.rule == rule!("9E-ATK-013") => {
            add(rule!("9E-ATK-013"), "why.allocated-before");
        }
        ("fight", Choice::Unit(unit)) if s.unit_exists(*unit) => {
            let turn = &s.unit(*unit).turn;
            if s.unit(*unit).side.seat() != ask.owner {
                add(rule!("9E-FGT-001"), "why.not-yours");
            } else if turn.fought {
                add(rule!("9E-FGT-003"), "why.fought-already");
            } else if !turn.charged && measure::is_engaged(fixed, s, *unit) {
                add(rule!("9E-FGT-007"), "why.chargers-first");
            } else {
                add(rule!("9E-FGT-002"), "why.not-eligible-to-fight");
            }
        }
        ("psyker", Choice::Unit(unit)) if s.unit_exists(*unit) => {
            let turn = &s.unit(*unit).turn;
            if s.unit(*unit).side.seat() != ask.owner {
                add(rule!("9E-PSY-001"), "why.not-yours");
            } else if turn.manifested {
                add(rule!("9E-PSY-005"), "why.manifested-already");
            } else if turn.moved == Moved::FellBack {
                add(rule!("9E-MOV-027"), "why.fell-back");
            }
        }
        ("power", Choice::Manifest(power)) => manifest(fixed, s, *power, &mut add),
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

/// Further rules that say the same as the one that is named.
fn also_says(rule: RuleId) -> &'static [RuleId] {
    match rule.as_str() {
        "9E-SHO-003" => rules!["9E-MOV-026"],
        "9E-MOV-027" => rules!["9E-PSY-002"],
        "9E-CHG-005" => rules!["9E-TRN-021"],
        "9E-HER-010" => rules!["9E-TRN-022"],
        "9E-TRN-016" => rules!["9E-TRN-015"],
        "9E-TRN-012" => rules!["9E-TRN-024"],
        "9E-MOV-003" => rules!["9E-ENG-002"],
        "9E-MOV-019" | "9E-MOV-025" => rules!["9E-CHG-003"],
        "9E-MOV-018" => rules!["9E-SHO-002"],
        _ => &[],
    }
}

/// 9E-TRN-008 to 9E-TRN-010: an embarked unit does nothing, no ability reaches it and no Stratagem is for it.
fn embarked(fixed: &Fixed, s: &State, choice: &Choice) -> Vec<Violation> {
    let (unit, rule) = match choice {
        Choice::Unit(unit) if s.about.unit.is_some() => (*unit, rule!("9E-TRN-009")),
        Choice::Unit(unit) | Choice::Deny(unit) => (*unit, rule!("9E-TRN-008")),
        Choice::Stratagem(_, Some(unit)) => (*unit, rule!("9E-TRN-010")),
        _ => return Vec::new(),
    };
    let inside = s.unit_exists(unit) && s.transport_of(unit).is_some();
    if inside { vec![broken(fixed, rule, "why.embarked", &[])] } else { Vec::new() }
}

/// Everything against a unit's embarking in a transport.
fn embark(fixed: &Fixed, s: &State, ask: &Ask, unit: UnitId, transport: ModelId) -> Vec<Violation> {
    let mut wrong = Vec::new();
    let room = s.model_exists(transport).then(|| fixed.kind(transport).transport).flatten();
    let Some((capacity, keyword)) = room else {
        return vec![broken(fixed, rule!("9E-TRN-001"), "why.wrong-passengers", &[])];
    };
    let lacks = |model: &ModelId| !fixed.kind(*model).keywords.any(keyword);
    let strangers: Vec<ModelId> = s.unit(unit).models.iter().copied().filter(lacks).collect();
    if !strangers.is_empty() {
        // 9E-GEN-009: only for those with the keyword; 9E-GEN-013: and in a mixed unit for each model by itself.
        let mixed = strangers.len() < s.unit(unit).models.len();
        let by = if mixed { rule!("9E-GEN-013") } else { rule!("9E-GEN-009") };
        wrong.push(broken(fixed, rule!("9E-TRN-001"), "why.wrong-passengers", &strangers).with(&[by]));
    }
    let aboard: usize = s.passengers(transport).map(|other| s.unit(other).models.len()).sum();
    if aboard + s.unit(unit).models.len() > capacity as usize {
        wrong.push(broken(fixed, rule!("9E-TRN-002"), "why.no-room-aboard", &[]));
    }
    if ask.kind == "embark" {
        let within = fixed.numbers().embark.within.0;
        if !measure::every_model_within(s, unit, transport, within) {
            let far = broken(fixed, rule!("9E-TRN-004"), "why.not-near-transport", &s.unit(unit).models);
            wrong.push(far.with(&[rule!("9E-MEA-009")]));
        }
        if measure::is_engaged(fixed, s, s.model(transport).unit) {
            wrong.push(broken(fixed, rule!("9E-TRN-005"), "why.transport-engaged", &[]));
        }
    }
    if wrong.is_empty() {
        wrong.push(Violation::new(ask.rule, Message::new("why.not-an-option")));
    }
    wrong
}

fn move_type(fixed: &Fixed, s: &State, kind: MoveType, add: &mut dyn FnMut(RuleId, &'static str)) {
    let Some(unit) = s.about.unit else { return };
    let engaged = measure::is_engaged(fixed, s, unit);
    let moves = s.unit(unit).models.iter().any(|model| figures::reach(fixed, s, *model).is_some());
    if !moves {
        add(rule!("9E-DAT-006"), "why.cannot-move");
        return;
    }
    match kind {
        MoveType::Normal | MoveType::Advance if engaged => add(rule!("9E-MOV-003"), "why.engaged"),
        MoveType::Normal | MoveType::Advance => add(rule!("9E-COH-005"), "why.no-coherent-move"),
        MoveType::FallBack if engaged => add(rule!("9E-MOV-023"), "why.boxed-in"),
        MoveType::FallBack => add(rule!("9E-MOV-004"), "why.not-engaged"),
        MoveType::Stationary if s.unit(unit).turn.disembarked => add(rule!("9E-TRN-016"), "why.disembarked"),
        MoveType::Stationary => add(rule!("9E-AIR-002"), "why.cannot-hover"),
    }
}

/// Against a power: nobody taught it (9E-PSY-010), it was tried before (9E-PSY-009), or the unit has tried enough
/// (9E-PSY-004).
fn manifest(fixed: &Fixed, s: &State, power: u8, add: &mut dyn FnMut(RuleId, &'static str)) {
    let Some(unit) = s.about.unit else { return };
    if !figures::powers_known(fixed, s, unit).contains(&power) {
        add(rule!("9E-PSY-010"), "why.power-unknown");
    } else if s.attempted[s.active.index()] & (1 << power) != 0 && !is_smite(fixed, power) {
        add(rule!("9E-PSY-009"), "why.power-tried");
    } else {
        add(rule!("9E-PSY-004"), "why.powers-enough");
    }
}

fn shoot(fixed: &Fixed, s: &State, ask: &Ask, unit: UnitId, add: &mut dyn FnMut(RuleId, &'static str)) {
    let own = s.unit(unit);
    if own.side.seat() != ask.owner || !s.is_on_table(unit) {
        add(rule!("9E-SHO-001"), "why.not-yours");
        return;
    }
    if own.turn.shot && ask.kind == "shoot" {
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
    if aircraft::airborne(fixed, s, unit) {
        add(rule!("9E-OUT-050"), "why.airborne");
    }
    if measure::is_engaged(fixed, s, unit) {
        add(rule!("9E-CHG-004"), "why.engaged");
    }
    if charge::targets(fixed, s, unit).is_empty() {
        add(rule!("9E-CHG-002"), "why.charge-too-far");
    }
}
