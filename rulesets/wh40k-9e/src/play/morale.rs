//! The Morale phase in two steps (9E-MOR-001): tests, Combat Attrition and the coherency check (9E-MOR), and the end of the turn.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::refusal::Bars;
use grognard_engine::switch::{all_apply, applies};
use grognard_engine::{RuleId, rule, rules};

use crate::Nine;
use crate::choice::{Choice, Stratagem, Word};
use crate::course::Course;
use crate::data::sheet::Ability;
use crate::event::Event;
use crate::figures;
use crate::ids::{ModelId, Side, UnitId};
use crate::legal::coherency::coherent;
use crate::play::damage::{self, Cause};
use crate::play::{begin_phase_by, setting_up, stratagem, victory};
use crate::state::{Flow, State, ThisTurn};

/// The phase begins with the active player (9E-MOR-002).
pub fn begin(s: &mut State, cx: &mut Ctx<'_, Nine>, rules: &[RuleId]) {
    let selector = if applies(rule!("9E-MOR-002")) { s.active } else { s.active.other() };
    begin_phase_by(s, cx, "phase.morale", Flow::Morale { selector }, rules);
    cx.emit(rules!["9E-MOR-001"], Event::Course(Course::Step { name: "step.morale-tests" }));
}

/// 9E-MOR-002 to 9E-MOR-005: by turns, units of both players (9E-MOR-003), each that lost models once.
pub fn tests(s: &mut State, cx: &mut Ctx<'_, Nine>, selector: Side) -> Step {
    let due = |side: Side| -> Vec<UnitId> {
        let due = |unit: &UnitId| {
            let turn = &s.unit(*unit).turn;
            let mut bars = Bars::default();
            bars.need(&[], || turn.lost > 0);
            bars.bar(rules!["9E-MOR-004"], || turn.tested);
            bars.open()
        };
        let tests = side == s.active || applies(rule!("9E-MOR-003"));
        s.on_table(side).filter(|_| tests).filter(due).collect()
    };
    let (own, theirs) = (due(selector), due(selector.other()));
    let (side, units) = match (own.is_empty(), theirs.is_empty()) {
        (false, _) => (selector, own),
        (true, false) if applies(rule!("9E-MOR-005")) => (selector.other(), theirs),
        (true, _) => {
            // 9E-MOR-001, 9E-MOR-012: the second step of the phase.
            if !all_apply(rules!["9E-MOR-001", "9E-MOR-012"]) {
                return end_turn(s, cx);
            }
            s.flow = Flow::Coherency { side: s.active };
            let step = Event::Course(Course::Step { name: "step.coherency" });
            cx.emit(rules!["9E-MOR-001", "9E-MOR-012"], step);
            return Ok(());
        }
    };
    // 9E-MOR-005: the other has no unit left to test.
    let alone = side != selector;
    let rule = if alone { rule!("9E-MOR-005") } else { rule!("9E-MOR-002") };
    let unit = cx.choose(s, Ask::new(side.seat(), "morale", rule), &units)?;
    s.unit_mut(unit).turn.tested = true;
    s.flow = Flow::Morale { selector: side.other() };
    test(s, cx, unit, alone)
}

/// 9E-MOR-006, 9E-MOR-007: a die and the models lost against the highest Leadership.
fn test(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId, alone: bool) -> Step {
    let side = s.unit(unit).side;
    s.about.unit = Some(unit);
    // 9E-OUT-007: Insane Bravery, before the test.
    if stratagem::can_use(cx.fixed(), s, side, Stratagem::InsaneBravery) {
        let options = [Choice::Word(Word::No), Choice::Stratagem(Stratagem::InsaneBravery, Some(unit))];
        if cx.choose(s, Ask::new(side.seat(), "insane-bravery", rule!("9E-OUT-007")), &options)? != options[0]
        {
            stratagem::pay(s, cx, side, Stratagem::InsaneBravery, Some(unit));
            return Ok(());
        }
    }
    let (best, inspired) = figures::leadership(cx.fixed(), s, unit);
    let leadership = best + inspired;
    let [face] = cx.roll::<1>(6, "roll.morale", rules!["9E-MOR-006"])?;
    let lost = if applies(rule!("9E-MOR-006")) { s.unit(unit).turn.lost } else { 0 };
    let total = face.saturating_add(lost);
    let always = face == cx.fixed().numbers().morale_pass.face;
    let passed = always || total <= leadership;
    let mut rules = vec![rule!("9E-MOR-006")];
    if always && total > leadership {
        rules.push(rule!("9E-MOR-007"));
    } else if inspired > 0 {
        rules.push(rule!("9E-ONW-005"));
    }
    if alone {
        rules.push(rule!("9E-MOR-005"));
    }
    cx.emit(&rules, Event::MoraleTest { unit, total, leadership, passed });
    if passed {
        return Ok(());
    }
    // 9E-MOR-008: one flees, then the others are tested.
    if applies(rule!("9E-MOR-008")) {
        flee(s, cx, unit, rules!["9E-MOR-008", "9E-MOR-009"])?;
    }
    attrition(s, cx, unit)
}

/// 9E-MOR-010, 9E-MOR-011: a die for each model left; those of 1 flee, and those of 2 where fewer than half are left.
fn attrition(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId) -> Step {
    let count = s.standing(unit).count();
    if count == 0 {
        return Ok(());
    }
    let numbers = cx.fixed().numbers();
    // 9E-OUT-040: modifiers may be ignored.
    let fearless = cx.fixed().packs.angels_of_death
        && s.any_kind(cx.fixed(), unit).is_some_and(|kind| kind.has(&Ability::AngelsOfDeath));
    // 9E-AMB-085: looked at once, now.
    let below = s.below_half(unit);
    let half = below && !fearless;
    let modifier = if half { numbers.attrition_half.modifier } else { 0 };
    let upto = numbers.attrition.upto as i8;
    let rules: &[RuleId] = match (below, half) {
        (true, true) => rules!["9E-MOR-010", "9E-MOR-011", "9E-STR-003", "9E-DIC-007"],
        (true, false) => rules!["9E-MOR-010", "9E-OUT-040"],
        _ => rules!["9E-MOR-010"],
    };
    let mut fleeing = 0;
    let mut left = count;
    while left > 0 {
        let now = left.min(40);
        let dice = cx.roll_many(now, 6, "roll.attrition", rules, None)?;
        // 9E-DIC-007: never below 1.
        fleeing += dice.iter().filter(|face| (**face as i8 + modifier).max(1) <= upto).count();
        left -= now;
    }
    for _ in 0..fleeing {
        flee(s, cx, unit, rules)?;
    }
    Ok(())
}

/// The owner says which model flees.
fn flee(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId, rules: &[RuleId]) -> Step {
    let models: Vec<ModelId> = s.standing(unit).map(|(model, _)| model).collect();
    if models.is_empty() {
        return Ok(());
    }
    s.about.unit = Some(unit);
    let ask = Ask::new(s.unit(unit).side.seat(), "flee", rule!("9E-MOR-008"));
    let model = cx.choose(s, ask, &models)?;
    cx.emit(rules, Event::Fled { model });
    damage::bring_down(s, cx, model, Cause::Fled)
}

/// 9E-MOR-014, 9E-AMB-086: models are removed one at a time until what is left hangs together.
pub fn coherency(s: &mut State, cx: &mut Ctx<'_, Nine>, side: Side) -> Step {
    let torn = |unit: &UnitId| coherent(cx.fixed(), s, *unit).is_err();
    let broken = s.on_table(side).find(torn).filter(|_| applies(rule!("9E-MOR-014")));
    if let Some(unit) = broken {
        let models: Vec<ModelId> = s.standing(unit).map(|(model, _)| model).collect();
        s.about.unit = Some(unit);
        let off = coherent(cx.fixed(), s, unit).err().unwrap_or_default();
        let default = models.iter().position(|model| off.contains(model)).unwrap_or(0);
        let ask = Ask::new(side.seat(), "remove", rule!("9E-MOR-014")).default(default);
        let model = cx.choose(s, ask, &models)?;
        // 9E-MOR-016: the tests are over.
        cx.emit(rules!["9E-MOR-014", "9E-MOR-015", "9E-MOR-016"], Event::Removed { model });
        return damage::bring_down(s, cx, model, Cause::Removed);
    }
    if side == s.active {
        s.flow = Flow::Coherency { side: side.other() };
        return Ok(());
    }
    end_turn(s, cx)
}

/// 9E-MOR-017, 9E-RND-004: the turn ends, then the round, then the battle.
fn end_turn(s: &mut State, cx: &mut Ctx<'_, Nine>) -> Step {
    cx.emit(rules!["9E-MOR-017"], Event::Course(Course::TurnEnds { side: s.active }));
    for unit in &mut s.units {
        unit.turn = ThisTurn::default();
    }
    for model in &mut s.models {
        model.counts_for = None;
        model.allocated = false;
    }
    s.used = [0; 2];
    s.quiet = [false; 2];
    if s.active == s.first {
        s.active = s.first.other();
        s.flow = Flow::Command;
        return Ok(());
    }
    // 9E-ONW-024: the last round.
    if s.round >= cx.fixed().rounds(s.mission) || !applies(rule!("9E-ONW-024")) {
        return victory::end(s, cx);
    }
    setting_up::begin_round(s, cx);
    Ok(())
}
