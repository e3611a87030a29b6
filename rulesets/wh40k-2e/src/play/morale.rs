//! Break tests and broken troops (BRK, SHK), and squads that were torn apart (SQD).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Body;
use grognard_tabletop::measure;

use super::{combat, command, flight, psychology};
use crate::Second;
use crate::characters;
use crate::choice::{Choice, Word};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::legal::moves::{coherency, coherent};
use crate::sight;
use crate::state::{Flow, Nerve, State};

/// 2E-BRK-003: the leader's Leadership; 2E-BRK-017: the highest there is where the leader is dead.
pub fn leadership(fixed: &Fixed, s: &State, unit: UnitId) -> (u8, RuleId) {
    let models = &s.unit(unit).models;
    let leader = models.iter().find(|model| fixed.kind_of(**model).id == fixed.unit(unit).leader);
    let members = models.iter().filter(|model| !characters::has_joined(fixed, s, **model));
    let all = models.iter().map(|model| fixed.kind_of(*model).values.ld).max();
    let highest = members.map(|model| fixed.kind_of(*model).values.ld).max().or(all).unwrap_or(0);
    // 2E-HAT-001, 2E-AMB-094: those who fight whom they hate.
    let foes = models.iter().flat_map(|model| s.opponents(*model)).map(|foe| s.model(foe).unit);
    let hatred = fixed.numbers().hatred.leadership;
    if foes.into_iter().any(|foe| psychology::hates(fixed, s, unit, foe)) && hatred > highest {
        return (hatred, rule!("2E-HAT-001"));
    }
    // 2E-HER-010, 2E-AMB-096: that of a character with the squad, where it is better.
    let led = leader.map_or(highest, |leader| fixed.kind_of(*leader).values.ld);
    let hero = characters::leadership(fixed, s, unit).filter(|(value, _)| *value > led);
    let own = hero.map_or(led, |(value, _)| value);
    // 2E-CMD-002, 2E-AMB-096: the commander's, where it is better.
    if let Some(lent) = command::lent(fixed, s, unit).filter(|lent| *lent > own) {
        return (lent, rule!("2E-CMD-002"));
    }
    if let Some(by) = hero {
        return by;
    }
    match leader {
        Some(leader) => (fixed.kind_of(*leader).values.ld, rule!("2E-BRK-003")),
        None => (highest, rule!("2E-BRK-017")),
    }
}

/// 2E-GEN-008: two dice, and their sum must not be more than Leadership. The sum, and whether it is.
pub fn test(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    unit: UnitId,
    what: &'static str,
    rules: &[RuleId],
) -> Step<(u8, bool)> {
    let tested = test_once(s, cx, unit, what, rules)?;
    if tested.1 || !near_chaplain(cx.fixed(), s, unit) {
        return Ok(tested);
    }
    // TABX-011: once for each test that failed.
    s.about = Some(unit);
    let ask = Ask::new(s.unit(unit).side.seat(), "chaplain", rule!("2E-GEN-008"));
    match cx.choose(s, ask, &[Word::Again, Word::Keep])? {
        Word::Again => test_once(s, cx, unit, what, rules),
        _ => Ok(tested),
    }
}

/// TABX-011: whether Space Marines are near enough to a Chaplain of their side.
fn near_chaplain(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let Some(within) = fixed.data.auras.get("chaplain").copied() else { return false };
    let own = s.unit(unit);
    let marines = own.models.iter().all(|model| fixed.kind_of(*model).has("shaken"));
    let mut friends = s.on_table(own.side).flat_map(|friend| s.bodies(friend));
    marines
        && !own.models.is_empty()
        && friends.any(|(model, body)| {
            fixed.kind_of(model).has("chaplain") && measure::any_within(s, unit, body, within)
        })
}

fn test_once(
    s: &State,
    cx: &mut Ctx<'_, Second>,
    unit: UnitId,
    what: &'static str,
    rules: &[RuleId],
) -> Step<(u8, bool)> {
    let (leadership, by) = leadership(cx.fixed(), s, unit);
    let need = Target::new(Need::AtMost(leadership), rule!("2E-GEN-008")).summed();
    let rules = [rules, &[rule!("2E-GEN-008"), by]].concat();
    let dice = usize::from(cx.fixed().numbers().leadership.roll.dice);
    let faces = cx.roll_many(dice, 6, what, &rules, Some(&need))?;
    let total: u8 = faces.into_iter().sum();
    let passed = need.met_by(total);
    cx.emit(&rules, Event::Tested { unit, what, total, leadership, passed });
    Ok((total, passed))
}

/// How many models each unit has.
pub fn strengths(s: &State) -> Vec<usize> {
    s.units.iter().map(|unit| unit.models.len()).collect()
}

/// What losses do to every unit that has fewer models than before.
pub fn after_all(s: &mut State, cx: &mut Ctx<'_, Second>, before: &[usize]) -> Step {
    for unit in (0..s.units.len() as u16).map(UnitId) {
        if s.unit(unit).models.len() < before[unit.index()] {
            after_losses(s, cx, unit)?;
        }
    }
    Ok(())
}

/// What losses do to a squad: 2E-RAL-006, then 2E-BRK-001 and 2E-BRK-002.
pub fn after_losses(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId) -> Step {
    // 2E-VEH-005: crews never test while they are aboard.
    let crew = cx.fixed().unit(unit).crew_of.is_some() && crate::vehicles::crew::transport(s, unit).is_some();
    let rides = crew || crate::vehicles::is_vehicle(cx.fixed(), unit);
    let gone = !rides && remnant(s, cx, unit);
    command::slain(s, cx, s.unit(unit).side)?;
    if rides || gone {
        return Ok(());
    }
    if characters::is_alone(cx.fixed(), s, unit) {
        return Ok(());
    }
    let own = s.unit(unit);
    let (began, left) = (u16::from(own.at_turn_start), own.models.len() as u16);
    let enough =
        (began - left.min(began)) * 100 >= began * cx.fixed().numbers().losses.percent && left < began;
    if !enough || own.tested || left == 0 || own.nerve == Nerve::Broken {
        return Ok(());
    }
    s.unit_mut(unit).tested = true;
    let passed = command::break_test(s, cx, unit, rules!["2E-BRK-001", "2E-BRK-002"])?;
    if passed { Ok(()) } else { fail(s, cx, unit) }
}

/// 2E-BRK-004: a squad that fails is broken; 2E-SHK-001, 2E-SHK-005: Space Marines are shaken first.
pub fn fail(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId) -> Step {
    if !applies(rule!("2E-BRK-004")) {
        return Ok(());
    }
    if !breaks(s, cx, unit, &[]) || s.unit(unit).models.is_empty() {
        return Ok(());
    }
    // 2E-BRO-002: in hand-to-hand combat it has to break off at once.
    if s.in_combat(unit) {
        return combat::break_off(s, cx, unit, rules!["2E-BRO-002", "2E-BRK-012"]);
    }
    stay_or_flee(s, cx, unit)
}

/// What a failed test makes of a squad, without its flight: whether it is broken now.
pub fn breaks(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId, why: &[RuleId]) -> bool {
    let own = s.unit(unit);
    let stubborn = own.models.iter().all(|model| cx.fixed().kind_of(*model).has("shaken"));
    if stubborn && own.nerve == Nerve::Steady && applies(rule!("2E-SHK-001")) {
        s.unit_mut(unit).nerve = Nerve::Shaken;
        cx.emit(&[why, rules!["2E-SHK-001"]].concat(), Event::Shaken { unit });
        return false;
    }
    let rules: &[RuleId] = if stubborn { rules!["2E-BRK-004", "2E-SHK-005"] } else { rules!["2E-BRK-004"] };
    s.unit_mut(unit).nerve = Nerve::Broken;
    s.unit_mut(unit).overwatch = false;
    let mut rules = [why, rules].concat();
    // 2E-HER-012: characters break with the squad they are with.
    if s.unit(unit).models.iter().any(|model| characters::has_joined(cx.fixed(), s, *model)) {
        rules.push(rule!("2E-HER-012"));
    }
    // 2E-FRZ-008: frenzy ends for good where it is broken in hand-to-hand combat.
    if s.unit(unit).mind.frenzied {
        s.unit_mut(unit).mind.calm = s.in_combat(unit);
        s.unit_mut(unit).mind.frenzied = false;
        rules.push(rule!("2E-FRZ-008"));
    }
    cx.emit(&rules, Event::Broken { unit });
    !remnant(s, cx, unit)
}

/// Some models of a broken squad stay in cover or flee.
pub fn stay_or_flee_part(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId, models: &[ModelId]) -> Step {
    if sight::in_cover(cx.fixed(), s, models) {
        cx.emit(rules!["2E-BRK-006"], Event::StaysInCover { unit });
        return Ok(());
    }
    let dice = cx.fixed().numbers().flight.flee;
    flight::flee(s, cx, unit, models, dice, rules!["2E-BRK-007", "2E-BRK-010"])
}

/// 2E-RAL-006, 2E-AMB-092: a broken squad at a quarter of its strength or less is removed at once.
pub fn remnant(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId) -> bool {
    if !applies(rule!("2E-RAL-006")) {
        return false;
    }
    let own = s.unit(unit);
    let (all, left) = (u16::from(own.starting), own.models.len() as u16);
    let small = left > 0 && left * 100 <= all * cx.fixed().numbers().remnant.percent;
    if own.nerve != Nerve::Broken || !small {
        return false;
    }
    remove(s, cx, unit, "removed.remnant", rules!["2E-RAL-006"]);
    true
}

/// All of a squad is gone.
pub fn remove(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId, why: &'static str, rules: &[RuleId]) {
    let models: Vec<ModelId> = s.unit(unit).models.to_vec();
    for model in &models {
        s.remove(*model);
    }
    cx.emit(rules, Event::Removed { unit, models, why });
}

/// 2E-BRK-006: a broken squad in cover stays; 2E-BRK-007, 2E-BRK-008: in the open it flees.
pub fn stay_or_flee(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId) -> Step {
    if !applies(rule!("2E-BRK-006")) {
        return Ok(());
    }
    // 2E-AMB-151: passengers stay aboard until their next turn.
    if let Some(vehicle) = crate::vehicles::crew::transport(s, unit) {
        let models = s.unit(unit).models.len() as u8;
        let what = "event.stays-aboard";
        cx.emit(rules!["2E-BRK-007"], Event::Boarding { what, unit, vehicle, models });
        return Ok(());
    }
    let models: Vec<ModelId> = s.unit(unit).models.to_vec();
    if sight::in_cover(cx.fixed(), s, &models) {
        cx.emit(rules!["2E-BRK-006"], Event::StaysInCover { unit });
        return Ok(());
    }
    let again = s.flow == Flow::StartTurn;
    let rules: &[RuleId] =
        if again { rules!["2E-BRK-008", "2E-BRK-010"] } else { rules!["2E-BRK-007", "2E-BRK-010"] };
    let dice = cx.fixed().numbers().flight.flee;
    flight::flee(s, cx, unit, &models, dice, rules)
}

/// 2E-SQD-007: as soon as a squad is together again, the part that was cut off rallies.
pub fn together(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId) {
    if !applies(rule!("2E-SQD-007")) {
        return;
    }
    let cut: Vec<ModelId> =
        s.unit(unit).models.iter().copied().filter(|model| s.model(*model).cut_off).collect();
    if !cut.is_empty() && coherent(cx.fixed(), s, unit) {
        for model in cut {
            s.model_mut(model).cut_off = false;
        }
        cx.emit(rules!["2E-SQD-005", "2E-SQD-007"], Event::Together { unit });
    }
}

/// 2E-SQD-006: at the end of its movement phase a squad that is still apart loses its smaller parts: they are broken.
pub fn cut_off(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId) -> Step {
    if !applies(rule!("2E-SQD-006")) {
        return Ok(());
    }
    together(s, cx, unit);
    if coherent(cx.fixed(), s, unit) || s.unit(unit).nerve == Nerve::Broken {
        return Ok(());
    }
    let parts = parts(cx.fixed(), s, unit);
    let most = parts.iter().map(Vec::len).max().unwrap_or(0);
    let largest: Vec<&Vec<ModelId>> = parts.iter().filter(|part| part.len() == most).collect();
    let leads = |part: &&&Vec<ModelId>| {
        part.iter().any(|model| cx.fixed().kind_of(*model).id == cx.fixed().unit(unit).leader)
    };
    // 2E-AMB-121: of equal parts the one with the leader stands; without a leader the owner chooses.
    let stands: Vec<ModelId> = match (&largest[..], largest.iter().find(leads)) {
        ([only], _) => (*only).clone(),
        (_, Some(led)) => (**led).clone(),
        _ => {
            let all: Vec<ModelId> = s.unit(unit).models.to_vec();
            let rest =
                |part: &Vec<ModelId>| all.iter().copied().filter(|model| !part.contains(model)).collect();
            let options: Vec<Choice> = largest.iter().map(|part| Choice::CutOff(rest(part))).collect();
            s.about = Some(unit);
            let ask = Ask::new(s.unit(unit).side.seat(), "cut-off", rule!("2E-SQD-006"));
            let Choice::CutOff(broken) = cx.choose(s, ask, &options)? else {
                return cx.broken("a part was answered with something else");
            };
            all.into_iter().filter(|model| !broken.contains(model)).collect()
        }
    };
    let cut: Vec<ModelId> =
        s.unit(unit).models.iter().copied().filter(|model| !stands.contains(model)).collect();
    for model in s.unit(unit).models.clone() {
        s.model_mut(model).cut_off = cut.contains(&model);
    }
    cx.emit(rules!["2E-SQD-006"], Event::CutOff { unit, models: cut.clone() });
    part_flees(s, cx, unit, &cut)
}

/// At the start of its side's turn a part that was cut off flees again where it is in the open.
pub fn cut_off_flee(s: &mut State, cx: &mut Ctx<'_, Second>, side: Side) -> Step {
    let units: Vec<UnitId> = s.on_table(side).filter(|unit| s.unit(*unit).nerve != Nerve::Broken).collect();
    for unit in units {
        let cut: Vec<ModelId> =
            s.unit(unit).models.iter().copied().filter(|model| s.model(*model).cut_off).collect();
        if !cut.is_empty() {
            part_flees(s, cx, unit, &cut)?;
        }
    }
    Ok(())
}

fn part_flees(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId, cut: &[ModelId]) -> Step {
    if sight::in_cover(cx.fixed(), s, cut) {
        cx.emit(rules!["2E-SQD-006"], Event::StaysInCover { unit });
        return Ok(());
    }
    let dice = cx.fixed().numbers().part_flees.flee;
    flight::flee(s, cx, unit, cut, dice, rules!["2E-SQD-006", "2E-BRK-010"])
}

/// The parts of a squad that hang together.
fn parts(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<Vec<ModelId>> {
    let (models, bodies): (Vec<ModelId>, Vec<&Body>) = s.bodies(unit).unzip();
    let found = coherency(fixed, s, unit).check(&bodies);
    let mut names: Vec<usize> = found.group.clone();
    names.sort_unstable();
    names.dedup();
    let part =
        |name: usize| (0..models.len()).filter(|at| found.group[*at] == name).map(|at| models[at]).collect();
    names.into_iter().map(part).collect()
}
