//! The commander and the battle standard (CMD).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_tabletop::measure;

use super::morale;
use crate::Second;
use crate::characters::is_character;
use crate::choice::Word;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::state::{Nerve, Place, State};

/// 2E-CMD-001: the commander of a side is the character with the highest Leadership, of equals the one its owner chose.
pub fn commander(fixed: &Fixed, s: &State, side: Side) -> Option<ModelId> {
    if let Some(chosen) = s.commanders[side.index()] {
        return Some(chosen);
    }
    let all = (0..fixed.models.len() as u16).map(ModelId);
    let own = all.filter(|model| s.side_of(*model) == side && is_character(fixed, *model));
    own.max_by_key(|model| (fixed.kind_of(*model).values.ld, std::cmp::Reverse(*model)))
}

/// 2E-CMD-002: the commander's Leadership, for a unit that has a model near enough; not while he is broken himself.
pub fn lent(fixed: &Fixed, s: &State, unit: UnitId) -> Option<u8> {
    let commander = commander(fixed, s, s.unit(unit).side)?;
    let body = s.table.body(commander)?;
    let near = measure::any_within(s, unit, body, fixed.numbers().commander.within.0);
    (near && !s.is_broken(commander) && applies(rule!("2E-CMD-002")))
        .then(|| fixed.kind_of(commander).values.ld)
}

/// 2E-CMD-005: whether a unit is near enough to a battle standard of its side; 2E-CMD-004: a character carries it.
fn near_standard(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    if !applies(rule!("2E-CMD-005")) {
        return false;
    }
    let within = fixed.numbers().standard.within.0;
    s.on_table(s.unit(unit).side).flat_map(|friend| s.bodies(friend)).any(|(model, body)| {
        let carries = fixed.kind_of(model).equipment.iter().any(|item| item == "battle-standard");
        carries && measure::any_within(s, unit, body, within)
    })
}

/// A break test; 2E-CMD-005: failed near the battle standard it may be rolled again, once a turn; 2E-CMD-006: with the
/// commander's Leadership where he is near, too. 2E-AMB-097: the second roll stands.
pub fn break_test(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId, rules: &[RuleId]) -> Step<bool> {
    let (_, passed) = morale::test(s, cx, unit, "roll.break", rules)?;
    if passed || s.unit(unit).retaken || !near_standard(cx.fixed(), s, unit) {
        return Ok(passed);
    }
    s.about = Some(unit);
    let ask = Ask::new(s.unit(unit).side.seat(), "standard", rule!("2E-CMD-005"));
    if cx.choose(s, ask, &[Word::Again, Word::Keep])? == Word::Keep {
        return Ok(false);
    }
    s.unit_mut(unit).retaken = true;
    let mut rules = [rules, rules!["2E-CMD-004", "2E-CMD-005"]].concat();
    if lent(cx.fixed(), s, unit).is_some() {
        rules.push(rule!("2E-CMD-006"));
    }
    Ok(morale::test(s, cx, unit, "roll.break", &rules)?.1)
}

/// 2E-CMD-003: when the commander is slain, every friendly unit near the place tests, whatever it has tested before.
pub fn slain(s: &mut State, cx: &mut Ctx<'_, Second>, side: Side) -> Step {
    if !applies(rule!("2E-CMD-003")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    let Some(commander) = commander(fixed, s, side) else { return Ok(()) };
    if s.model(commander).place != Place::Gone || s.mourned[side.index()] {
        return Ok(());
    }
    s.mourned[side.index()] = true;
    let Some(pose) = s.model(commander).fell else { return Ok(()) };
    cx.emit(rules!["2E-CMD-001", "2E-CMD-003"], Event::CommanderSlain { model: commander });
    let body = fixed.ground.form(fixed.form(commander)).body(pose);
    let within = fixed.numbers().commander_slain.within.0;
    let near: Vec<UnitId> =
        s.on_table(side).filter(|unit| measure::any_within(s, *unit, &body, within)).collect();
    for unit in near {
        let tests = s.unit(unit).nerve != Nerve::Broken && !crate::vehicles::is_vehicle(fixed, unit);
        if tests && !break_test(s, cx, unit, rules!["2E-CMD-003"])? {
            morale::fail(s, cx, unit)?;
        }
    }
    Ok(())
}
