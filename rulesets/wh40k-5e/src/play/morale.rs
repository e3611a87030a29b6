//! Leadership tests and morale checks (CHR, MOR).

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Length;

use super::{asking, fall_back, powers};
use crate::Cx;
use crate::abilities;
use crate::choice::Word;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::state::State;

/// 5B-CHR-005: the highest Leadership of a unit; 5X-RUL-005: or the size of the mob.
pub fn leadership(fixed: &Fixed, s: &State, unit: UnitId) -> u8 {
    let models = &s.unit(unit).models;
    let own = models.iter().map(|model| fixed.kind_of(*model).values.ld).max().unwrap_or(0);
    let mob = abilities::unit_has_without_characters(fixed, s, unit, "mob-rule");
    let own = if mob { own.max((models.len() as u8).min(fixed.numbers().mob.most)) } else { own };
    own.max(disciplined(fixed, s, unit).unwrap_or(0))
}

/// The friendly models with a special rule that are near a unit.
fn near<'a>(
    fixed: &'a Fixed,
    s: &'a State,
    unit: UnitId,
    rule: &'a str,
    within: Length,
) -> impl Iterator<Item = ModelId> + 'a {
    let side = s.unit(unit).side;
    s.on_table(side)
        .flat_map(|friend| s.bodies(friend))
        .filter(move |(model, from)| {
            fixed.kind_of(*model).has(rule) && s.bodies(unit).any(|(_, body)| body.within(from, within))
        })
        .map(|(model, _)| model)
}

/// 5X-RUL-009: the Leadership of a Lord Commissar near a unit of the guard.
fn disciplined(fixed: &Fixed, s: &State, unit: UnitId) -> Option<u8> {
    let within = fixed.numbers().discipline.within.0;
    near(fixed, s, unit, "aura-of-discipline", within).map(|model| fixed.kind_of(model).values.ld).max()
}

/// 5X-RUL-034: whether the Avatar is near.
fn inspired(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    near(fixed, s, unit, "avatar", fixed.numbers().avatar.within.0).next().is_some()
}

/// 5X-RUL-007: whether a unit of tyranids is near a synapse creature.
pub fn in_synapse(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    fixed.armies[s.unit(unit).side.index()] == "tyranids"
        && near(fixed, s, unit, "synapse", fixed.numbers().synapse.within.0).next().is_some()
}

/// 5B-USR-004, 5X-RUL-005: whether a unit passes every morale check and pinning test.
pub fn is_fearless(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let models = &s.unit(unit).models;
    let has = |rule: &str| abilities::unit_has_without_characters(fixed, s, unit, rule);
    has("fearless")
        || (has("mob-rule") && models.len() >= fixed.numbers().mob.fearless_from)
        || inspired(fixed, s, unit)
        || in_synapse(fixed, s, unit)
}

/// 5B-USR-018: a unit is stubborn by itself, or by an independent character with it.
pub fn is_stubborn(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let lends =
        |model: &ModelId| abilities::is_independent(fixed, *model) && fixed.kind_of(*model).has("stubborn");
    abilities::unit_has_without_characters(fixed, s, unit, "stubborn")
        || s.unit(unit).models.iter().any(lends)
}

/// 5B-CHR-005, 5B-MOR-003: two dice against Leadership; a double 1 always passes.
pub fn leadership_test(
    s: &State,
    cx: &mut Cx<'_>,
    unit: UnitId,
    what: &'static str,
    rules: &[RuleId],
    modifier: i8,
) -> Step<bool> {
    let score = leadership(cx.fixed(), s, unit);
    let printed = s.unit(unit).models.iter().map(|model| cx.fixed().kind_of(*model).values.ld).max();
    // 5X-RUL-005: as many as the mob is.
    let lent = disciplined(cx.fixed(), s, unit) == Some(score);
    let mob: &[RuleId] = match printed.is_some_and(|own| own < score) {
        true if lent => rules!["5X-RUL-009"],
        true => rules!["5X-RUL-005"],
        false => &[],
    };
    // 5B-CHA-002: the Leadership of its leader.
    let fixed = cx.fixed();
    let leads = |model: &&ModelId| fixed.kind_of(**model).leads;
    let models = &s.unit(unit).models;
    let others =
        models.iter().filter(|model| !leads(model)).map(|model| fixed.kind_of(*model).values.ld).max();
    let led = models.iter().any(|model| leads(&model))
        && others.is_some_and(|other| other < score)
        && mob.is_empty();
    let leader: &[RuleId] = if led { rules!["5B-CHA-002"] } else { &[] };
    let all = [rules, mob, leader].concat();
    if test_on(cx, unit, what, &all, score, modifier)? {
        return Ok(true);
    }
    // 5B-PSY-007: a warlock emboldens its unit.
    let again = powers::is_under(cx.fixed(), s, unit, "embolden");
    Ok(again && test_on(cx, unit, what, &[all, rules!["5B-PSY-007"].to_vec()].concat(), score, modifier)?)
}

/// The same against a given Leadership.
pub fn test_on(
    cx: &mut Cx<'_>,
    unit: UnitId,
    what: &'static str,
    rules: &[RuleId],
    score: u8,
    modifier: i8,
) -> Step<bool> {
    let need = Target::new(Need::AtMost(score), rule!("5B-CHR-005")).summed().plus(
        modifier,
        "need.lost-combat",
        rule!("5B-ARS-002"),
    );
    let all = [rules, rules!["5B-CHR-005"]].concat();
    let faces = cx.roll_against::<2>(6, "roll.leadership", &all, &need)?;
    let heroic = faces == [cx.fixed().numbers().heroism.double; 2];
    let passed = need.met_by_roll(&faces.map(u16::from));
    let mut rules = all;
    if heroic && !passed {
        rules.push(rule!("5B-MOR-003"));
    }
    let (total, leadership) = (faces.iter().sum(), (i16::from(score) + i16::from(modifier)).max(0) as u8);
    cx.emit(&rules, Event::Tested { unit, what, total, leadership, passed: passed || heroic });
    Ok(passed || heroic)
}

/// 5B-MOR-001: a morale check; `false` where it fails. 5B-FAL-006: who falls back already fails.
pub fn check(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, modifier: i8, rules: &[RuleId]) -> Step<bool> {
    s.about = Some(unit);
    if s.unit(unit).falling_back {
        return Ok(false);
    }
    if is_fearless(cx.fixed(), s, unit) {
        let own = abilities::unit_has_without_characters(cx.fixed(), s, unit, "fearless");
        let avatar = !own && inspired(cx.fixed(), s, unit);
        let linked = !own && in_synapse(cx.fixed(), s, unit);
        let rules: &[RuleId] = match (avatar, linked) {
            (true, _) => rules!["5B-USR-004", "5X-RUL-034"],
            (false, true) => rules!["5B-USR-004", "5X-RUL-007"],
            (false, false) => rules!["5B-USR-004"],
        };
        cx.emit(rules, Event::Fearless { unit });
        return Ok(true);
    }
    let fixed = cx.fixed();
    // 5X-RUL-003: the owner may fail it.
    if abilities::unit_has_without_characters(fixed, s, unit, "combat-tactics") {
        let ask = Ask::new(s.unit(unit).side.seat(), "fail-check", rule!("5X-RUL-003"));
        if cx.choose(s, ask, &[Word::No, Word::Yes])? == Word::Yes {
            return Ok(false);
        }
    }
    let stubborn = is_stubborn(fixed, s, unit);
    let (modifier, more): (i8, &[RuleId]) =
        if stubborn && modifier < 0 { (0, rules!["5B-USR-018"]) } else { (modifier, &[]) };
    let rules = [rules, rules!["5B-MOR-001"], more].concat();
    let passed = leadership_test(s, cx, unit, "test.morale", &rules, modifier)?;
    Ok(passed || execute(s, cx, unit)?)
}

/// 5X-RUL-009: a commissar shoots the best of a unit that fails a morale check, and it passes; its owner names one of equals.
fn execute(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step<bool> {
    let fixed = cx.fixed();
    let models = s.unit(unit).models.clone();
    let judge = |model: &ModelId| fixed.kind_of(*model).has("summary-execution");
    let rest = || models.iter().copied().filter(|model| !judge(model));
    let best = rest().map(|model| fixed.kind_of(model).values.ld).max();
    let Some(best) = best.filter(|_| models.iter().any(judge)) else { return Ok(false) };
    let equals: Vec<ModelId> = rest().filter(|model| fixed.kind_of(*model).values.ld == best).collect();
    let owner = s.unit(unit).side;
    let shot = asking::take(s, cx, owner, rule!("5X-RUL-009"), (unit, equals, 1))?;
    for model in shot {
        s.remove(model);
        cx.emit(rules!["5X-RUL-009"], Event::Executed { unit, model });
    }
    Ok(true)
}

/// 5B-MOR-004, 5B-CAS-004: units that lost a quarter of their models in a phase check when it ends; 5B-SIC-001: those in
/// combat do not.
pub fn after_losses(s: &mut State, cx: &mut Cx<'_>) -> Step {
    let share = cx.fixed().numbers().losses.share;
    let units: Vec<UnitId> = s
        .all_units()
        .filter(|unit| {
            let own = s.unit(*unit);
            let (before, now) = (usize::from(own.at_phase_start), s.strength(cx.fixed(), *unit));
            // 5B-VMV-007, 5V-OPN-011: never vehicles, nor those in them.
            let tests = !cx.fixed().is_vehicle(*unit) && own.aboard.is_none();
            // 5V-ROF-023: losses on a roof are counted against the whole unit.
            let inside = own.party_of.map_or(0, |home| s.unit(home).models.len());
            let lost = now < before && (before - now) * 100 >= (before + inside) * share;
            tests && now > 0 && (lost || own.bereaved) && !s.locked(*unit)
        })
        .collect();
    for unit in units {
        let alone = std::mem::take(&mut s.unit_mut(unit).bereaved);
        let roof = s.unit(unit).party_of.is_some();
        let rules: &[RuleId] = if roof {
            rules!["5B-MOR-004", "5V-ROF-023"]
        } else if alone {
            rules!["5B-MOR-004", "5V-CHA-010"]
        } else {
            rules!["5B-MOR-004", "5B-CAS-004"]
        };
        if !check(s, cx, unit, 0, rules)? {
            fall_back::fall_back(s, cx, unit, rules!["5B-MOR-001"])?;
        }
    }
    s.about = None;
    Ok(())
}
