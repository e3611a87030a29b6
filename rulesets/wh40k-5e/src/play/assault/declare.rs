//! Declaring assaults and moving into them (ASM, DEC, AMV).

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Length;

use super::jump;
use crate::Cx;
use crate::abilities;
use crate::buildings::{self, roof::Climb};
use crate::candidates::contact;
use crate::choice::{Choice, Kind, MoveShape, Order, Word};
use crate::data::troops::Type;
use crate::edition::{AssaultGrenades, ChargeBonus, Difficult, IntoCover, Targets};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::gait;
use crate::ids::{ModelId, UnitId};
use crate::play::{instincts, morale, movement, regroup};
use crate::state::{Boost, Flow, Ground, State};
use crate::vehicles::transport::GotOut;

/// 5B-ASM-012, 5V-DEC-003: why a unit cannot assault, if so.
pub fn barred(fixed: &Fixed, s: &State, unit: UnitId) -> Option<(RuleId, &'static str)> {
    let own = s.unit(unit);
    let fleet = || abilities::all_have(fixed, s, unit, "fleet");
    let base = fixed.edition.charge == ChargeBonus::Attack;
    if let Some(rule) = crate::artillery::no_assault(fixed, s, unit) {
        Some((rule, "why.guns-left"))
    } else if fixed.drives(unit) {
        Some((rule!("5B-VMV-007"), "why.vehicles-do-not-assault"))
    } else if matches!(own.got_out, GotOut::After { assault: false } | GotOut::Emergency) {
        Some((rule!("5B-TRA-005"), "why.just-got-out"))
    } else if let GotOut::House { .. } = own.got_out {
        let rule = match own.got_out {
            _ if base => rule!("5B-BLD-005"),
            GotOut::House { roof: true } => rule!("5V-ROF-007"),
            _ => rule!("5V-ROF-009"),
        };
        Some((rule, "why.just-got-out"))
    } else if own.charged {
        Some((rule!("5B-ASM-001"), "why.charged-already"))
    } else if s.locked(unit) {
        Some((rule!("5B-ASM-012"), "why.locked"))
    } else if own.ran && !(base && fleet()) {
        Some((if base { rule!("5B-ASM-012") } else { rule!("5V-MOV-010") }, "why.ran"))
    } else if own.ground != Ground::Up {
        Some((rule!("5B-GTG-003"), "why.on-the-ground"))
    } else if own.overwatch {
        Some((rule!("5V-MOV-018"), "why.on-overwatch"))
    } else if own.on_station {
        Some((rule!("5V-MOV-014"), "why.on-station"))
    } else if own.bound {
        Some((if base { rule!("5B-ASM-012") } else { rule!("5V-DEC-003") }, "why.fired-heavy"))
    } else if own.boost != Boost::None {
        Some((rule!("5B-USR-021"), "why.boosted"))
    } else if own.landed {
        Some((rule!("5B-ASM-010"), "why.landed"))
    } else if own.leapt {
        Some((rule!("5B-JMP-005"), "why.jumped"))
    } else if own.falling_back {
        Some((rule!("5B-FAL-006"), "why.falling-back"))
    } else if let Some(rule) = instincts::rule_of(own.bound_by) {
        Some((rule, "why.bound"))
    } else {
        None
    }
}

/// 5B-ASM-013, 5V-DEC-004: why a unit cannot assault another, if so.
pub fn no_target(fixed: &Fixed, s: &State, unit: UnitId, target: UnitId) -> Option<(RuleId, &'static str)> {
    let own = s.unit(unit);
    if s.unit(target).side == own.side || s.unit(target).models.is_empty() {
        return Some((rule!("5B-ASM-011"), "why.own-side"));
    }
    // 5V-ROF-014: nor what is under its feet.
    if s.roof_of(fixed, unit).is_some_and(|roof| roof.unit == target) {
        return Some((rule!("5V-ROF-014"), "why.below-its-feet"));
    }
    // 5V-JAS-002: nor who is fallen upon from above.
    if s.jumps.iter().any(|leap| leap.on == target) {
        return Some((rule!("5V-JAS-002"), jump::IN_A_LEAP));
    }
    let rule = match fixed.edition.targets {
        Targets::One => rule!("5B-ASM-013"),
        Targets::Two => rule!("5V-DEC-004"),
    };
    let bound = own.fired && !own.fired_at.is_empty() && !own.fired_at.contains(&target);
    bound.then_some((rule, "why.shot-at-another"))
}

/// 5B-ASM-014: the active player declares and moves one assault after another.
pub fn phase(s: &mut State, cx: &mut Cx<'_>) -> Step {
    let side = s.active;
    let fixed = cx.fixed();
    let mut options: Vec<Choice> = Vec::new();
    for unit in s.on_table(side).filter(|unit| barred(fixed, s, *unit).is_none()) {
        let targets = s.on_table(side.other()).filter(|target| no_target(fixed, s, unit, *target).is_none());
        options.extend(targets.map(|target| Choice::Charge(unit, target)));
    }
    for unit in s.on_table(side) {
        let targets = s.on_table(side.other());
        let targets = targets.filter(|target| jump::barred(fixed, s, unit, *target).is_none());
        options.extend(targets.map(|target| Choice::Leap(unit, target)));
    }
    let leaps = s.on_table(side).filter(|unit| may_leap(fixed, s, *unit));
    options.extend(leaps.map(|unit| Choice::Order(unit, Order::Jump)));
    options.push(Choice::Word(Word::Done));
    let ask = Ask::new(side.seat(), "assault", rule!("5B-ASM-001")).default(options.len() - 1);
    match cx.choose(s, ask, &options)? {
        Choice::Charge(unit, target) => {
            (s.about, s.against) = (Some(unit), Some(target));
            charge(s, cx, unit, target, &[])
        }
        Choice::Leap(unit, target) => {
            (s.about, s.against) = (Some(unit), Some(target));
            jump::declare(s, cx, unit, target)
        }
        Choice::Order(unit, _) => leap(s, cx, unit),
        _ => {
            s.flow = Flow::React;
            Ok(())
        }
    }
}

/// 5B-JMP-005, 5B-BIK-003, 5X-RUL-017: whether a unit may move in the Assault phase without an assault.
pub fn may_leap(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let own = s.unit(unit);
    let able = |model: &ModelId| {
        let kind = fixed.kind_of(*model);
        kind.kind() == Type::JetPack || kind.has("assault-phase-move")
    };
    own.models.iter().all(able)
        && !own.leapt
        && !own.charged
        && !own.falling_back
        && own.ground == Ground::Up
        && own.boost == Boost::None
        && !s.locked(unit)
}

/// The move of the Assault phase.
fn leap(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    s.about = Some(unit);
    s.unit_mut(unit).leapt = true;
    let rules = rules!["5B-JMP-005", "5B-BIK-003", "5X-RUL-017"];
    cx.emit(rules, Event::Ordered { unit, order: Order::Jump });
    let numbers = cx.fixed().numbers();
    let far = numbers.jet_pack.assault_phase_move.0.min(numbers.assault_jump.r#move.0);
    let shape = movement::shape(cx.fixed(), s, unit, Kind::AssaultJump, Some(far));
    movement::walk(s, cx, shape)
}

/// Whether the way to the nearest enemies leads through difficult ground, or may have to.
fn needs_test(fixed: &Fixed, s: &State, unit: UnitId, target: UnitId) -> bool {
    let (reach, _) = gait::assault_reach(fixed, s, unit);
    let charge = Kind::Charge(target);
    if s.unit(unit).models.iter().any(|model| gait::is_slow(fixed, s, *model)) {
        return true;
    }
    s.bodies(unit).filter(|(model, _)| gait::is_slowed(fixed, charge, *model)).any(|(_, body)| {
        let nearest = s.bodies(target).min_by_key(|(id, foe)| (body.distance(foe), *id));
        nearest.is_some_and(|(_, foe)| {
            body.distance(foe) <= reach && s.crossed(fixed, "difficult", body, &[foe.pose])
        })
    })
}

/// 5B-ASM-001 to 5B-ASM-008: an assault is declared, measured, and moved or lost.
pub fn charge(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, target: UnitId, more: &[RuleId]) -> Step {
    let (limit, by_type) = gait::assault_reach(cx.fixed(), s, unit);
    let mut rules: Vec<RuleId> = [&[rule!("5B-ASM-001"), by_type], more].concat();
    if cx.fixed().edition.charge == ChargeBonus::Reroll {
        rules.push(rule!("5V-AMV-003"));
        if by_type == rule!("5B-BST-001") {
            rules.extend(rules!["5V-DEC-002", "5V-BST-006"]);
        }
    }
    if cx.fixed().walks(unit) {
        rules.push(rule!("5B-WLK-003"));
    }
    let jumps = |model: &ModelId| cx.fixed().kind_of(*model).kind() == Type::JumpInfantry;
    if s.unit(unit).models.iter().all(jumps) {
        rules.push(rule!("5B-JMP-004"));
    }
    if s.unit(unit).ran {
        rules.push(rule!("5B-USR-006"));
    }
    cx.emit(&rules, Event::ChargeDeclared { unit, target });
    s.unit_mut(unit).charged = true;
    let mut shape = MoveShape { inches: Some(limit), ..MoveShape::plain(unit, Kind::Charge(target)) };
    // 5B-ASM-002, 5V-AMV-002: the test comes before the move, with Initiative one higher by the variant.
    if needs_test(cx.fixed(), s, unit, target) {
        let faster = u8::from(cx.fixed().edition.difficult == Difficult::Modifier);
        shape.test = Some(movement::difficult_test(s, cx, unit, faster)?);
    }
    cx.reveal();
    let found = contact::charge(cx.fixed(), s, &mut shape);
    let Some(_) = found else {
        let needed = grognard_tabletop::measure::between_units(s, unit, target).unwrap_or(Length::UNBOUNDED);
        s.unit_mut(unit).charged = false;
        s.unit_mut(unit).bound = true;
        cx.emit(rules!["5B-ASM-002"], Event::ChargeFails { unit, target, needed, limit });
        return Ok(());
    };
    // 5B-FAL-007, 5V-REG-007: who falls back regroups or is destroyed, and then the assaulters stay.
    if s.unit(target).falling_back && !regroup::when_assaulted(s, cx, target)? {
        return Ok(());
    }
    let before = s.locked_with(unit);
    let high = s.roof_of(cx.fixed(), unit).is_some();
    movement::walk(s, cx, shape)?;
    if s.unit(unit).models.is_empty() {
        return Ok(());
    }
    also_met(s, cx, unit, target, &before)?;
    if cx.fixed().drives(target) {
        // 5B-VAS-001: vehicles do not react, and nobody is locked with them.
        s.unit_mut(unit).charging = Some(target);
        return crate::vehicles::assault::shut_hatches(s, cx, target);
    }
    if !s.locked(unit) {
        return Ok(());
    }
    let own = s.unit_mut(unit);
    (own.charging, own.reacted) = (Some(target), true);
    let theirs = s.unit_mut(target);
    theirs.reacted = false;
    // 5V-FCC-003: on station when it is assaulted.
    theirs.caught_waiting |= (theirs.on_station || theirs.overwatch) && !theirs.was_locked;
    // 5V-RAS-001, 5V-RAS-002: units on one roof assault each other across it.
    let up = s.unit(unit).models.iter().any(|model| s.roof_under(cx.fixed(), *model).is_some());
    let roof = up;
    let more: &[RuleId] = match (roof, high) {
        (true, true) => rules!["5V-RAS-002"],
        (true, false) => rules!["5V-RAS-001"],
        (false, _) => &[],
    };
    cx.emit(&[rules!["5B-ASM-008"], more].concat(), Event::Locked { unit, target });
    buildings::roof::reinforce(s, cx, unit, Climb::Charge)?;
    grenades(s, cx, unit, target, true)?;
    counter_attack(s, cx, target)
}

/// 5B-ASM-007: other units that an assault met are assaulted too.
fn also_met(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, first: UnitId, before: &[UnitId]) -> Step {
    for target in s.locked_with(unit).into_iter().filter(|foe| *foe != first && !before.contains(foe)) {
        // 5B-FAL-007, 5V-REG-007: who falls back regroups or is destroyed.
        if s.unit(target).falling_back && !regroup::when_assaulted(s, cx, target)? {
            continue;
        }
        s.unit_mut(unit).reacted = true;
        let theirs = s.unit_mut(target);
        theirs.reacted = false;
        theirs.caught_waiting |= (theirs.on_station || theirs.overwatch) && !theirs.was_locked;
        cx.emit(rules!["5B-ASM-007", "5B-ASM-008"], Event::Locked { unit, target });
        counter_attack(s, cx, target)?;
    }
    Ok(())
}

/// 5B-USR-002, 5V-USR-001: who is assaulted and was not locked tests on Leadership for the bonus of a charge.
pub fn counter_attack(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    let fixed = cx.fixed();
    let own = s.unit(unit);
    // Who met another assault before is locked already.
    let locked = own.was_locked || s.locked_with(unit).len() > 1;
    if locked || own.countered || !abilities::all_have(fixed, s, unit, "counter-attack") {
        return Ok(());
    }
    let rules: &[RuleId] = if fixed.edition.charge == ChargeBonus::Reroll {
        rules!["5B-USR-002", "5V-USR-001"]
    } else {
        rules!["5B-USR-002"]
    };
    let passed = morale::leadership_test(s, cx, unit, "test.counter-attack", rules, 0)?;
    s.unit_mut(unit).countered = passed;
    Ok(())
}

/// 5V-FCC-017, D-53, D-54: either side may decline its grenades.
pub fn grenades(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, target: UnitId, once: bool) -> Step {
    let fixed = cx.fixed();
    if fixed.edition.grenades == AssaultGrenades::Initiative {
        return Ok(());
    }
    let has = |unit: UnitId, wanted: fn(&crate::fixed::Kind) -> bool| {
        s.unit(unit).models.iter().any(|model| wanted(fixed.kind_of(*model)))
    };
    let asked = [
        (unit, once && has(unit, |kind| kind.assault_grenades)),
        (target, has(target, |kind| kind.defensive_grenades) && s.unit(target).ground != Ground::Pinned),
    ];
    for (unit, _) in asked.into_iter().filter(|(_, has)| *has) {
        s.about = Some(unit);
        let ask = Ask::new(s.unit(unit).side.seat(), "grenades", rule!("5V-FCC-017"));
        s.unit_mut(unit).grenades = cx.choose(s, ask, &[Word::Yes, Word::No])? == Word::Yes;
    }
    Ok(())
}

/// 5B-CCB-007, 5B-GTG-004, 5V-FCC-011: enemies that were locked already or lie on the ground cost chargers nothing.
pub fn cover_counts(fixed: &Fixed, s: &State, target: UnitId) -> bool {
    let own = s.unit(super::stands_in(fixed, s, target));
    !own.was_locked && own.ground == Ground::Up
}

/// The rule of a charge through cover.
pub fn cover_rule(fixed: &Fixed) -> RuleId {
    match fixed.edition.into_cover {
        IntoCover::First => rule!("5B-CCB-007"),
        IntoCover::Less => rule!("5V-FCC-010"),
    }
}

/// Models of a unit that are in contact with nobody.
pub fn apart(s: &State, unit: UnitId) -> Vec<ModelId> {
    s.unit(unit).models.iter().copied().filter(|model| s.touching(*model).is_empty()).collect()
}
