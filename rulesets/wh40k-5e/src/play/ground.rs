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
use crate::state::{Ground, State};

/// 5B-TER-004: a die for each; a 1 is a wound, and only invulnerable saves are taken.
pub fn dangerous(s: &mut State, cx: &mut Cx<'_>, models: &[ModelId]) -> Step {
    if models.is_empty() {
        return Ok(());
    }
    let face = cx.fixed().numbers().dangerous.face;
    let faces = cx.roll_many(models.len(), 6, "roll.dangerous", rules!["5B-TER-004"], None)?;
    for (model, shown) in models.iter().zip(faces) {
        if shown == face && s.stands(*model) {
            cx.emit(rules!["5B-TER-004"], Event::Dangerous { model: *model });
            suffering::one_wound(s, cx, &Blow { armour: false, ..Blow::wound(*model) })?;
        }
    }
    Ok(())
}

/// 5B-GTG-005: why a unit cannot go to ground, if so.
fn barred(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let own = s.unit(unit);
    let large = |model: &ModelId| fixed.kind_of(*model).kind() == Type::MonstrousCreature;
    own.ground != Ground::Up
        || own.falling_back
        || own.models.is_empty()
        || s.locked(unit)
        || own.models.iter().any(large)
}

/// 5B-GTG-001, 5V-GTG-004: the defender may go to ground once it is known what hit.
pub fn offer(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
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
    rules.push(rule!("5B-GTG-003"));
    if variant {
        if own.overwatch {
            rules.push(rule!("5V-GTG-003"));
        }
        (own.on_station, own.overwatch) = (true, false);
        rules.push(if pinned { rule!("5V-WCH-016") } else { rule!("5V-GTG-002") });
    }
    cx.emit(&rules, Event::ToGround { unit, pinned });
}

/// 5B-WCH-009, 5V-WCH-015: a unit that was hurt by a pinning weapon tests when the attack is over.
pub fn pinning(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
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
    if !super::morale::leadership_test(s, cx, unit, "test.pinning", &rules, 0)? {
        go(s, cx, unit, true, &rules);
    }
    Ok(())
}
