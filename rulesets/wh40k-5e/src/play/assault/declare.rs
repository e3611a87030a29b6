//! Declaring assaults and moving into them (ASM, DEC, AMV).

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Length;

use crate::Cx;
use crate::candidates::contact;
use crate::choice::{Choice, Kind, MoveShape, Word};
use crate::edition::{AssaultGrenades, ChargeBonus, Difficult, IntoCover, Targets};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::play::{movement, regroup};
use crate::state::{Flow, Ground, State};

/// 5B-ASM-012, 5V-DEC-003: why a unit cannot assault, if so.
pub fn barred(fixed: &Fixed, s: &State, unit: UnitId) -> Option<(RuleId, &'static str)> {
    let own = s.unit(unit);
    let fleet = || own.models.iter().all(|model| fixed.kind_of(*model).has("fleet"));
    let base = fixed.edition.charge == ChargeBonus::Attack;
    if own.charged {
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
        Some((rule!("5B-ASM-012"), "why.fired-heavy"))
    } else if own.falling_back {
        Some((rule!("5B-FAL-006"), "why.falling-back"))
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
    options.push(Choice::Word(Word::Done));
    let ask = Ask::new(side.seat(), "assault", rule!("5B-ASM-001")).default(options.len() - 1);
    if let Choice::Charge(unit, target) = cx.choose(s, ask, &options)? {
        (s.about, s.against) = (Some(unit), Some(target));
        charge(s, cx, unit, target)
    } else {
        s.flow = Flow::React;
        Ok(())
    }
}

/// 5B-ASM-001, 5V-DEC-001: how far an assault goes.
fn reach(fixed: &Fixed) -> Length {
    match fixed.edition.charge {
        ChargeBonus::Attack => fixed.numbers().assault.r#move.0,
        ChargeBonus::Reroll => fixed.numbers().assault_too.r#move.0,
    }
}

/// Whether the way to the nearest enemies leads through difficult ground, or may have to.
fn needs_test(fixed: &Fixed, s: &State, unit: UnitId, target: UnitId) -> bool {
    let field = &fixed.battlefield;
    s.bodies(unit).any(|(_, body)| {
        let nearest = s.bodies(target).min_by_key(|(id, foe)| (body.distance(foe), *id));
        nearest.is_some_and(|(_, foe)| {
            body.distance(foe) <= reach(fixed) && field.crossed("difficult", body, &[foe.pose])
        })
    })
}

/// 5B-ASM-001 to 5B-ASM-008: an assault is declared, measured, and moved or lost.
fn charge(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, target: UnitId) -> Step {
    let rule = match cx.fixed().edition.charge {
        ChargeBonus::Attack => rules!["5B-ASM-001"],
        ChargeBonus::Reroll => rules!["5B-ASM-001", "5V-DEC-001", "5V-AMV-003"],
    };
    cx.emit(rule, Event::ChargeDeclared { unit, target });
    s.unit_mut(unit).charged = true;
    let limit = reach(cx.fixed());
    let mut shape = MoveShape {
        unit,
        kind: Kind::Charge(target),
        inches: Some(limit),
        run: Length::ZERO,
        test: None,
        apart: false,
    };
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
    movement::walk(s, cx, shape)?;
    if s.unit(unit).models.is_empty() || !s.locked(unit) {
        return Ok(());
    }
    let own = s.unit_mut(unit);
    (own.charging, own.reacted) = (Some(target), true);
    let theirs = s.unit_mut(target);
    theirs.reacted = false;
    // 5V-FCC-003: on station when it is assaulted.
    theirs.caught_waiting |= theirs.on_station && !theirs.was_locked;
    cx.emit(rules!["5B-ASM-008"], Event::Locked { unit, target });
    grenades(s, cx, unit, target)
}

/// 5V-FCC-017, D-53, D-54: either side may decline its grenades.
fn grenades(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, target: UnitId) -> Step {
    let fixed = cx.fixed();
    if fixed.edition.grenades == AssaultGrenades::Initiative {
        return Ok(());
    }
    let has = |unit: UnitId, wanted: fn(&crate::fixed::Kind) -> bool| {
        s.unit(unit).models.iter().any(|model| wanted(fixed.kind_of(*model)))
    };
    let asked = [
        (unit, has(unit, |kind| kind.assault_grenades)),
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
pub fn cover_counts(s: &State, target: UnitId) -> bool {
    !s.unit(target).was_locked && s.unit(target).ground == Ground::Up
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
