//! Regrouping (REG): who may try, on which Leadership, and what it may do then.

use grognard_engine::ctx::Step;
use grognard_engine::{RuleId, rule, rules};
use grognard_tabletop::armies::Armies;
use grognard_tabletop::measure;

use super::{characters, fall_back, morale, movement};
use crate::Cx;
use crate::abilities;
use crate::choice::{Kind, MoveShape};
use crate::data::troops::Type;
use crate::edition::Regroup;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::gait;
use crate::ids::{ModelId, UnitId};
use crate::legal::moves::coherent;
use crate::state::State;

/// Whether an enemy is so near that nobody regroups.
fn enemies_near(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let within = match fixed.edition.regroup {
        Regroup::Half => fixed.numbers().regroup.enemies_within.0,
        Regroup::Matrix => fixed.numbers().enemies_near.enemies_within.0,
    };
    let armies: &dyn Armies = s;
    armies.foes_of(unit).any(|enemy| measure::units_within(armies, unit, enemy, within))
}

fn has(fixed: &Fixed, s: &State, unit: UnitId, rule: &str) -> bool {
    s.unit(unit).models.iter().all(|model| fixed.kind_of(*model).has(rule))
}

/// 5V-USR-016, 5X-RUL-002: whether a unit regroups by itself when its turn starts.
pub fn at_once(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    fixed.edition.regroup == Regroup::Matrix
        && (has(fixed, s, unit, "know-no-fear") || has(fixed, s, unit, "tactical-withdrawal"))
}

/// 5B-REG-001: why a unit cannot try to regroup, if so. By the variant everybody may try (5V-REG-002).
pub fn barred(fixed: &Fixed, s: &State, unit: UnitId) -> Option<&'static str> {
    if fixed.edition.regroup == Regroup::Matrix || has(fixed, s, unit, "know-no-fear") {
        return None;
    }
    let own = s.unit(unit);
    // 5B-AMB-017: characters count neither here nor there.
    let left = own.models.iter().filter(|model| !abilities::is_independent(fixed, **model)).count();
    let guests = left > 0 || own.models.len() > 1;
    if guests && left * 100 < usize::from(own.starting) * fixed.numbers().regroup.share {
        Some("regroup.too-few")
    } else if !coherent(fixed, s, unit) {
        Some("regroup.scattered")
    } else if enemies_near(fixed, s, unit) {
        Some("regroup.enemies-near")
    } else {
        None
    }
}

/// T-26, with 5V-ART-017: of artillery only the crew counts.
pub fn matrix(fixed: &Fixed, s: &State, unit: UnitId) -> (Option<u8>, Vec<RuleId>) {
    let (score, mut rules) = by_strength(fixed, s, unit);
    let gun = |spec: &crate::fixed::UnitSpec| spec.joins == Some(unit) && fixed.is_gun(spec.models[0]);
    if fixed.has_guns && fixed.units.iter().any(gun) {
        rules.push(rule!("5V-ART-017"));
    }
    (score, rules)
}

/// T-26: the Leadership a unit of the variant tests on; `None` where only a double 1 helps. And the rules behind it.
fn by_strength(fixed: &Fixed, s: &State, unit: UnitId) -> (Option<u8>, Vec<RuleId>) {
    let own = s.unit(unit);
    let numbers = fixed.numbers();
    let full = morale::leadership(fixed, s, unit);
    // 5B-DIC-005: halves are rounded up.
    let half = full.div_ceil(numbers.halved.divided_by);
    let (now, then) = (s.strength(fixed, unit) * 100, usize::from(own.starting));
    let (at_half, at_quarter) = (now <= then * numbers.strength.half, now <= then * numbers.strength.quarter);
    if !coherent(fixed, s, unit) {
        return (None, rules!["5V-REG-005"].to_vec());
    }
    if enemies_near(fixed, s, unit) {
        return (None, rules!["5V-REG-006"].to_vec());
    }
    if morale::is_stubborn(fixed, s, unit) {
        return (Some(full), rules!["5V-USR-013"].to_vec());
    }
    if has(fixed, s, unit, "determined") && at_half {
        return (Some(if at_quarter { half } else { full }), rules!["5V-USR-015"].to_vec());
    }
    let large = |model: &ModelId| fixed.kind_of(*model).kind() == Type::MonstrousCreature;
    if own.starting == 1 || own.models.iter().all(large) {
        return (Some(full), rules!["5V-REG-012"].to_vec());
    }
    if own.starting <= numbers.small_unit.models {
        return (None, rules!["5V-REG-011"].to_vec());
    }
    if at_quarter {
        return (None, rules!["5V-REG-004", "5V-REG-008", "5V-REG-009"].to_vec());
    }
    if at_half {
        return (Some(half), rules!["5V-REG-003", "5V-REG-008", "5V-REG-009", "5B-DIC-005"].to_vec());
    }
    (Some(full), rules!["5V-REG-001"].to_vec())
}

/// A unit that falls back tries to regroup; where it fails it falls back again.
pub fn attempt(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    let fixed = cx.fixed();
    let passed = match fixed.edition.regroup {
        Regroup::Half if has(fixed, s, unit, "know-no-fear") => true,
        Regroup::Half => {
            morale::leadership_test(s, cx, unit, "test.regroup", rules!["5B-REG-001", "5B-REG-003"], 0)?
        }
        Regroup::Matrix if leader(fixed, s, unit).is_some() => return attempt_led(s, cx, unit),
        Regroup::Matrix => {
            let (score, mut rules) = matrix(fixed, s, unit);
            rules.extend(rules!["5V-REG-001", "5V-REG-002"]);
            morale::test_on(cx, unit, "test.regroup", &rules, score.unwrap_or(0), 0)?
        }
    };
    if !passed {
        return fall_back::fall_back(s, cx, unit, rules!["5B-FAL-002"]);
    }
    let rules: Vec<RuleId> = match fixed.edition.regroup {
        Regroup::Half if has(fixed, s, unit, "know-no-fear") => rules!["5B-REG-001", "5X-RUL-002"].to_vec(),
        Regroup::Half => rules!["5B-REG-001"].to_vec(),
        Regroup::Matrix => rules!["5V-REG-001"].to_vec(),
    };
    regroup(s, cx, unit, &rules)?;
    // 5X-RUL-002: in the base it then moves as it likes.
    if fixed.edition.regroup == Regroup::Half && has(fixed, s, unit, "know-no-fear") {
        let shape = movement::shape(cx.fixed(), s, unit, Kind::Walk, None);
        return movement::walk(s, cx, shape);
    }
    regrouped(s, cx, unit)
}

/// 5B-REG-002: three inches, and it counts as having moved.
fn regrouped(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    s.unit_mut(unit).all_moved = true;
    let far = cx.fixed().numbers().regrouped.r#move.0;
    let shape = movement::shape(cx.fixed(), s, unit, Kind::Regrouped, Some(far));
    movement::walk(s, cx, shape)?;
    if cx.fixed().edition.running == crate::edition::Running::MovementPhase && !s.unit(unit).models.is_empty()
    {
        // 5B-REG-002: the move is used up; run or on station may follow it.
        let run = MoveShape::plain(unit, Kind::RunOn);
        let pace = |at: usize| gait::pace(cx.fixed(), s, &run, s.unit(unit).models[at]).0;
        let used: Vec<i32> = (0..s.unit(unit).models.len()).map(pace).collect();
        for (at, far) in used.into_iter().enumerate() {
            let model = s.unit(unit).models[at];
            s.model_mut(model).far = far;
        }
        movement::after_move(s, cx, unit, None)?;
    }
    Ok(())
}

/// The independent character that tests for a unit it is with: the one with the highest Leadership.
fn leader(fixed: &Fixed, s: &State, unit: UnitId) -> Option<ModelId> {
    let models = &s.unit(unit).models;
    let guest = |model: &ModelId| abilities::is_independent(fixed, *model);
    let led = models.iter().any(|model| !guest(model));
    models
        .iter()
        .copied()
        .filter(|model| led && guest(model))
        .max_by_key(|model| (fixed.kind_of(*model).values.ld, std::cmp::Reverse(*model)))
}

/// 5V-CHA-012 to 5V-CHA-017: the character tests first; above half strength the unit follows it, else it tests by itself.
fn attempt_led(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    let fixed = cx.fixed();
    let Some(leader) = leader(fixed, s, unit) else { return Ok(()) };
    let full = fixed.kind_of(leader).values.ld;
    let near = enemies_near(fixed, s, unit);
    let score = if near { 0 } else { full };
    if !morale::test_on(cx, unit, "test.regroup", rules!["5V-CHA-012", "5V-REG-002"], score, 0)? {
        return fall_back::fall_back(s, cx, unit, rules!["5V-CHA-017", "5B-FAL-002"]);
    }
    let own = s.unit(unit);
    let above = s.strength(fixed, unit) * 100 > usize::from(own.starting) * fixed.numbers().strength.half;
    let (passed, rule) = if above {
        (true, rule!("5V-CHA-013"))
    } else {
        let score = if near || !coherent(fixed, s, unit) { 0 } else { full };
        let rules = rules!["5V-CHA-014", "5V-REG-010"];
        (morale::test_on(cx, unit, "test.regroup", rules, score, 0)?, rule!("5V-CHA-015"))
    };
    if passed {
        regroup(s, cx, unit, &[rule, rule!("5V-REG-001")])?;
        return regrouped(s, cx, unit);
    }
    let home = fixed.models[leader.index()].unit;
    characters::leave(s, cx, home);
    regroup(s, cx, home, rules!["5V-CHA-016"])?;
    regrouped(s, cx, home)?;
    s.unit_mut(home).done = true;
    fall_back::fall_back(s, cx, unit, rules!["5V-CHA-016", "5B-FAL-002"])
}

/// A unit is itself again.
pub fn regroup(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, rules: &[RuleId]) -> Step {
    s.unit_mut(unit).falling_back = false;
    cx.emit(rules, Event::Regrouped { unit });
    Ok(())
}

/// 5B-REG-003: a unit that falls back and is fearless now regroups when its Movement phase starts, whatever the restrictions.
pub fn fearless(s: &mut State, cx: &mut Cx<'_>) -> Step {
    let units: Vec<UnitId> = s.on_table(s.active).filter(|unit| s.unit(*unit).falling_back).collect();
    for unit in units {
        if morale::is_fearless(cx.fixed(), s, unit) {
            s.about = Some(unit);
            regroup(s, cx, unit, rules!["5B-REG-003"])?;
            regrouped(s, cx, unit)?;
            s.unit_mut(unit).done = true;
        }
    }
    Ok(())
}

/// 5B-FAL-007, 5V-REG-007: a unit that is assaulted while it falls back tests on its full Leadership, or is destroyed.
pub fn when_assaulted(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step<bool> {
    let mut rules: Vec<RuleId> = rules!["5B-FAL-007"].to_vec();
    if cx.fixed().edition.regroup == Regroup::Matrix {
        rules.push(rule!("5V-REG-007"));
    }
    let sure = has(cx.fixed(), s, unit, "know-no-fear") && cx.fixed().edition.regroup == Regroup::Half;
    let passed = sure || morale::leadership_test(s, cx, unit, "test.regroup", &rules, 0)?;
    if passed {
        regroup(s, cx, unit, &rules)?;
    } else {
        super::destroy(s, cx, unit, "removed.run-down", &rules);
    }
    Ok(passed)
}
