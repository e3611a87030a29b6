//! The Command phase (9E-CMD), and who controls which marker (9E-OBJ).

use std::cmp::Ordering;

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::refusal::Bars;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};

use crate::Nine;
use crate::choice::Choice;
use crate::course::Course;
use crate::data::sheet::{Ability, Role};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::keyword::Keywords;
use crate::measure;
use crate::play::{abilities, begin_phase, begin_phase_by};
use crate::state::{Flow, State};

#[derive(Clone, Copy)]
struct MarkerPick(u8);

impl From<MarkerPick> for Choice {
    fn from(pick: MarkerPick) -> Choice {
        Choice::Marker(pick.0)
    }
}

/// The whole phase: points, abilities, scoring.
pub fn phase(s: &mut State, cx: &mut Ctx<'_, Nine>) -> Step {
    let side = s.active;
    cx.emit(rules!["9E-RND-004"], Event::Turn { side, round: s.round });
    begin_phase(s, cx, "phase.command", Flow::Command);
    // 9E-CMD-001: before anything else.
    if cx.fixed().packs.battle_forged {
        let points = cx.fixed().numbers().command_bonus.points;
        s.cp[side.index()] = s.cp[side.index()].saturating_add(points);
        cx.emit(rules!["9E-CMD-001"], Event::CommandPoints { side, points });
    }
    for unit in s.unit_ids() {
        if s.unit(unit).side == side {
            s.unit_mut(unit).drilled = 0;
        }
    }
    abilities::resolve(s, cx, side)?;
    // 9E-CMD-004, 9E-ONW-009: at the end of the phase.
    choose_markers(s, cx)?;
    tell_markers(s, cx);
    let markers = controlled(cx.fixed(), s, side);
    if !markers.is_empty() && applies(rule!("9E-CMD-004")) {
        let points = markers.len() as u8 * cx.fixed().numbers().capture.points;
        s.vp[side.index()] += u16::from(points);
        let mut rules = rules!["9E-CMD-004", "9E-ONW-008", "9E-ONW-009"].to_vec();
        for marker in 0..s.markers.len() {
            let (holder, rule) = control_by(cx.fixed(), s, marker);
            if holder == Some(side) && !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        cx.emit(&rules, Event::Scored { side, points, why: "scored.markers", markers });
    }
    // 9E-CMD-003, 9E-TRN-012: units that are embarked now may get out.
    for unit in s.unit_ids() {
        let embarked = s.transport_of(unit).is_some();
        s.unit_mut(unit).turn.began_embarked = embarked;
    }
    begin_phase_by(s, cx, "phase.movement", Flow::MoveUnits, rules!["9E-RND-003", "9E-CMD-003"]);
    Ok(())
}

/// 9E-OBJ-008, 9E-AIR-013: aircraft and fortifications hold nothing.
fn holds_ground(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let role = fixed.data.sheets.get(s.unit(unit).sheet as usize).map(|sheet| sheet.role);
    let mut bars = Bars::default();
    bars.bar(rules!["9E-OBJ-008"], || role == Some(Role::Fortifications));
    bars.bar(rules!["9E-OBJ-008", "9E-AIR-013"], || s.has(fixed, unit, Keywords::AIRCRAFT));
    bars.open()
}

/// The markers a model is in range of.
fn in_range(fixed: &Fixed, s: &State, model: ModelId) -> Vec<u8> {
    let near = |number: &u8| measure::in_marker_range(fixed, s, model, s.markers[*number as usize]);
    (0..s.markers.len() as u8).filter(near).collect()
}

/// 9E-OBJ-006, 9E-AMB-094: a model counts for one marker in a turn; its owner says which where it is near several.
pub fn choose_markers(s: &mut State, cx: &mut Ctx<'_, Nine>) -> Step {
    for side in [s.active, s.active.other()] {
        let units: Vec<UnitId> = s.on_table(side).filter(|unit| holds_ground(cx.fixed(), s, *unit)).collect();
        let models: Vec<ModelId> =
            units.iter().flat_map(|unit| s.standing(*unit).map(|(model, _)| model)).collect();
        for model in models {
            if s.model(model).counts_for.is_some() {
                continue;
            }
            let near: Vec<MarkerPick> = in_range(cx.fixed(), s, model).into_iter().map(MarkerPick).collect();
            if near.is_empty() {
                continue;
            }
            s.about.model = Some(model);
            let MarkerPick(marker) =
                cx.choose(s, Ask::new(side.seat(), "count-for", rule!("9E-OBJ-006")), &near)?;
            s.model_mut(model).counts_for = Some(marker);
        }
    }
    s.about.model = None;
    Ok(())
}

/// Says who controls each marker that somebody is near.
pub fn tell_markers(s: &State, cx: &mut Ctx<'_, Nine>) {
    if !cx.logging() {
        return;
    }
    for marker in 0..s.markers.len() {
        let (red, blue) = (count(cx.fixed(), s, marker, Side::Red), count(cx.fixed(), s, marker, Side::Blue));
        let rules = marker_rules(cx.fixed(), s, marker, [&red, &blue]);
        if rules.is_empty() {
            continue;
        }
        let (holder, rule) = control_by(cx.fixed(), s, marker);
        let mut all = vec![rule];
        all.extend(rules);
        let models = [red.models, blue.models];
        cx.emit(&all, Event::Course(Course::Marker { number: marker as u8 + 1, models, holder }));
    }
}

/// What mattered to the count at a marker: nothing where nobody is near.
fn marker_rules(fixed: &Fixed, s: &State, marker: usize, counts: [&Count; 2]) -> Vec<RuleId> {
    let at = s.markers[marker];
    let near =
        |unit: &UnitId| s.standing(*unit).any(|(model, _)| measure::in_marker_range(fixed, s, model, at));
    let units: Vec<UnitId> = s.unit_ids().filter(near).collect();
    if units.is_empty() {
        return Vec::new();
    }
    let mut rules = vec![rule!("9E-OBJ-004")];
    // 9E-OBJ-008: somebody there holds nothing.
    let mut idle = units.iter().filter(|unit| !holds_ground(fixed, s, **unit)).peekable();
    if idle.peek().is_some() {
        rules.push(rule!("9E-OBJ-008"));
    }
    if idle.any(|unit| s.has(fixed, *unit, Keywords::AIRCRAFT)) {
        rules.push(rule!("9E-AIR-013"));
    }
    // 9E-OBJ-001, 9E-OBJ-003: somebody is near the marker's rim and not its middle.
    let by_rim = |unit: &UnitId| {
        s.standing(*unit).any(|(model, _)| {
            measure::in_marker_range(fixed, s, model, at) && !measure::in_middle_range(fixed, s, model, at)
        })
    };
    if units.iter().any(by_rim) {
        rules.extend([rule!("9E-OBJ-001"), rule!("9E-OBJ-003")]);
    }
    // 9E-OBJ-007: by heads, where units or wounds would say otherwise.
    let [red, blue] = counts;
    let by_heads = red.models.cmp(&blue.models);
    if red.units.cmp(&blue.units) != by_heads || red.wounds.cmp(&blue.wounds) != by_heads {
        rules.push(rule!("9E-OBJ-007"));
    }
    rules
}

/// What a side has in range of a marker that counts for it.
#[derive(Default)]
struct Count {
    models: u8,
    units: u8,
    wounds: u16,
    secured: bool,
}

fn count(fixed: &Fixed, s: &State, marker: usize, side: Side) -> Count {
    let mut count = Count::default();
    for unit in s.on_table(side).filter(|unit| holds_ground(fixed, s, *unit)) {
        let before = count.models;
        for (model, _) in s.standing(unit) {
            let here = s.model(model).counts_for.is_none_or(|counts| counts as usize == marker);
            if here && measure::in_marker_range(fixed, s, model, s.markers[marker]) {
                count.models += 1;
                count.wounds += u16::from(s.model(model).wounds);
                count.secured |= fixed.kind(model).has(&Ability::ObjectiveSecured);
            }
        }
        count.units += u8::from(count.models > before);
    }
    count
}

/// Who controls a marker.
pub fn control(fixed: &Fixed, s: &State, marker: usize) -> Option<Side> {
    control_by(fixed, s, marker).0
}

/// The numbers of the markers that a side controls, from 1.
pub fn controlled(fixed: &Fixed, s: &State, side: Side) -> Vec<u8> {
    let own = |marker: &usize| control(fixed, s, *marker) == Some(side);
    (0..s.markers.len()).filter(own).map(|marker| marker as u8 + 1).collect()
}

/// 9E-OBJ-005 to 9E-OBJ-010: who controls a marker, by heads (9E-OBJ-007), and the rule that decides it.
fn control_by(fixed: &Fixed, s: &State, marker: usize) -> (Option<Side>, RuleId) {
    let [red, blue] = Side::BOTH.map(|side| count(fixed, s, marker, side));
    let order = if applies(rule!("9E-OBJ-007")) {
        red.models.cmp(&blue.models)
    } else {
        red.wounds.cmp(&blue.wounds)
    };
    let more = match order {
        Ordering::Greater => Some(Side::Red),
        Ordering::Less => Some(Side::Blue),
        Ordering::Equal => None,
    };
    let secures = |secured: bool| secured && applies(rule!("9E-OBJ-009"));
    match (secures(red.secured), secures(blue.secured)) {
        // 9E-OBJ-009.
        (true, false) => (Some(Side::Red), rule!("9E-OBJ-009")),
        (false, true) => (Some(Side::Blue), rule!("9E-OBJ-009")),
        (true, true) => (more.filter(|_| applies(rule!("9E-OBJ-010"))), rule!("9E-OBJ-010")),
        (false, false) => (more.filter(|_| applies(rule!("9E-OBJ-005"))), rule!("9E-OBJ-005")),
    }
}
