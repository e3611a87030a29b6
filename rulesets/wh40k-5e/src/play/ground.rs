//! Dangerous ground (5B-TER-004) and going to ground (GTG).

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::{RuleId, rule, rules};

use super::suffering::{self, Blow};
use crate::Cx;
use crate::choice::Word;
use crate::data::troops::Type;
use crate::edition::Shooting;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::state::{Boost, Ground, State};

/// 5B-TER-004: a die for each; a 1 is a wound, and only invulnerable saves are taken.
pub fn dangerous(s: &mut State, cx: &mut Cx<'_>, models: &[(ModelId, RuleId)]) -> Step {
    if models.is_empty() {
        return Ok(());
    }
    let face = cx.fixed().numbers().dangerous.face;
    let mut rules: Vec<RuleId> = rules!["5B-TER-004"].to_vec();
    for (_, rule) in models {
        if !rules.contains(rule) {
            rules.push(*rule);
        }
    }
    if rules.contains(&rule!("5B-BIK-001")) && cx.fixed().uses(rule!("5V-BIK-001")) {
        rules.push(rule!("5V-BIK-001"));
    }
    let mut faces = cx.roll_many(models.len(), 6, "roll.dangerous", &rules, None)?;
    // 5B-USR-015: skilled riders roll again.
    let rides = |model: ModelId| {
        let kind = cx.fixed().kind_of(model);
        let mounted = matches!(kind.kind(), Type::Bike | Type::Jetbike | Type::Cavalry);
        mounted && kind.has("skilled-rider")
    };
    let again: Vec<usize> =
        (0..faces.len()).filter(|at| faces[*at] == face && rides(models[*at].0)).collect();
    let hero = again.iter().any(|at| crate::abilities::is_independent(cx.fixed(), models[*at].0));
    let more: &[RuleId] = if hero { rules!["5B-CHA-008"] } else { &[] };
    let why = [rules!["5B-USR-015", "5B-DIC-003"], more].concat();
    let new = cx.roll_many(again.len(), 6, "roll.again", &why, None)?;
    for (at, shown) in again.into_iter().zip(new) {
        faces[at] = shown;
    }
    for ((model, _), shown) in models.iter().zip(faces) {
        if shown == face && s.stands(*model) && cx.fixed().chassis(*model).is_some() {
            // 5B-WLK-001: a walker sticks.
            crate::vehicles::damage::immobilise(s, cx, *model, rules!["5B-WLK-001", "5B-TER-004"])?;
            continue;
        }
        if shown == face && s.stands(*model) {
            cx.emit(&rules, Event::Dangerous { model: *model });
            suffering::one_wound(s, cx, &Blow { armour: false, ..Blow::wound(*model) })?;
        }
    }
    Ok(())
}

/// 5B-GTG-005, 5V-OPN-011, 5V-BLD-002, 5V-BSH-003: the rule by which a unit never goes to ground, whatever its owner wants.
fn never(fixed: &Fixed, s: &State, unit: UnitId) -> Option<RuleId> {
    let own = s.unit(unit);
    let large = |model: &ModelId| fixed.kind_of(*model).kind() == Type::MonstrousCreature;
    match own.aboard {
        Some(carrier) if fixed.building(carrier).is_some() => Some(rule!("5V-BLD-002")),
        Some(_) => Some(rule!("5V-OPN-011")),
        None if own.models.iter().any(large) || own.boost != Boost::None || own.falling_back => {
            Some(rule!("5B-GTG-005"))
        }
        None => None,
    }
}

/// 5B-GTG-005: why a unit cannot go to ground, if so.
fn barred(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let own = s.unit(unit);
    let large = |model: &ModelId| fixed.kind_of(*model).kind() == Type::MonstrousCreature;
    // 5V-SVQ-006, 5V-OPN-011: nor vehicles, nor those in them.
    fixed.is_vehicle(unit)
        || own.aboard.is_some()
        || own.ground != Ground::Up
        || own.falling_back
        || own.models.is_empty()
        || s.locked(unit)
        || own.models.iter().any(large)
        || own.boost != Boost::None
}

/// 5B-GTG-001, 5V-GTG-004: the defender may go to ground once it is known what hit.
pub fn offer(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    if let Some(rule) = never(cx.fixed(), s, unit) {
        let more: &[RuleId] =
            if rule == rule!("5V-BLD-002") { rules!["5V-BSH-003"] } else { rules!["5B-GTG-005"] };
        cx.emit(&[&[rule][..], more].concat(), Event::StaysUp { unit });
        return Ok(());
    }
    if barred(cx.fixed(), s, unit) {
        return Ok(());
    }
    let rule = match cx.fixed().edition.shooting {
        Shooting::Wounds => rule!("5B-GTG-001"),
        Shooting::Hits => rule!("5V-GTG-004"),
    };
    let ask = Ask::new(s.unit(unit).side.seat(), "go-to-ground", rule);
    if cx.choose(s, ask, &[Word::No, Word::Yes])? == Word::Yes {
        go(s, cx, unit, false, &[rule]);
    }
    Ok(())
}

/// A unit goes to ground: 5V-GTG-002, 5V-GTG-003, 5V-WCH-016.
pub fn go(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, pinned: bool, rules: &[RuleId]) {
    let variant = cx.fixed().edition.shooting == Shooting::Hits;
    let own = s.unit_mut(unit);
    own.ground = if pinned { Ground::Pinned } else { Ground::Down };
    let mut rules = rules.to_vec();
    // 5B-MDL-004: all of the unit.
    rules.extend(rules!["5B-GTG-003", "5B-MDL-004"]);
    if variant {
        if own.overwatch {
            rules.push(rule!("5V-GTG-003"));
        }
        (own.on_station, own.overwatch) = (true, false);
        rules.extend(if pinned {
            rules!["5V-WCH-016", "5V-WCH-018"]
        } else {
            rules!["5V-GTG-002", "5V-GTG-001"]
        });
    }
    cx.emit(&rules, Event::ToGround { unit, pinned });
}

/// 5B-WCH-009, 5V-WCH-015: a unit that was hurt by a pinning weapon tests when the attack is over.
pub fn pinning(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    pinning_at(s, cx, unit, 0)
}

/// The same with something added to the test.
pub fn pinning_at(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, modifier: i8) -> Step {
    // 5B-USR-021: who turbo-boosts passes; 5B-MON-002: monstrous creatures are never pinned.
    if barred(cx.fixed(), s, unit) {
        return Ok(());
    }
    let mut rules: Vec<RuleId> = rules!["5B-WCH-009"].to_vec();
    if cx.fixed().edition.shooting == Shooting::Hits {
        rules.push(rule!("5V-WCH-015"));
    }
    if super::morale::is_fearless(cx.fixed(), s, unit) {
        cx.emit(rules!["5B-USR-004"], Event::Fearless { unit });
        return Ok(());
    }
    // 5X-RUL-019: a marker was spent on it.
    let marked = s.unit(unit).lit.leadership;
    if marked != 0 {
        rules.push(rule!("5X-RUL-019"));
    }
    if !super::morale::leadership_test(s, cx, unit, "test.pinning", &rules, marked + modifier)? {
        go(s, cx, unit, true, &rules);
    }
    Ok(())
}
