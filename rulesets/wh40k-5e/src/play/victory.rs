//! Kill points and the end of the game (MIS).

use std::cmp::Ordering;

use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Outline, Point};

use super::destroy;
use crate::Cx;
use crate::data::ground::Objectives;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::outfit::Role;
use crate::state::{Flow, State};

/// 5B-MIS-007: the kill points of a side: enemy units that are gone.
pub fn total(fixed: &Fixed, s: &State, side: Side) -> u16 {
    let gone = s.all_units().filter(|unit| s.unit(*unit).side != side && s.gone(fixed, *unit)).count() as u16;
    gone * fixed.numbers().kill_points.points
}

/// 5B-MIS-007, 5B-MIS-016, 5B-MIS-020: whoever falls back is gone; most points win, equal points are a draw.
pub fn end(s: &mut State, cx: &mut Cx<'_>) {
    let fleeing: Vec<UnitId> =
        s.all_units().filter(|unit| s.unit(*unit).falling_back && !s.unit(*unit).models.is_empty()).collect();
    for unit in fleeing {
        destroy(s, cx, unit, "removed.still-falling-back", rules!["5B-MIS-020"]);
    }
    // 5B-MIS-018: who is still in reserve is gone.
    let kept: Vec<UnitId> =
        Side::BOTH.into_iter().flat_map(|side| s.in_reserve(side).collect::<Vec<_>>()).collect();
    for unit in kept {
        // With those who wait in it.
        let riders: Vec<UnitId> =
            s.unit(unit).models.iter().flat_map(|model| s.passengers(*model).collect::<Vec<_>>()).collect();
        for rider in riders {
            destroy(s, cx, rider, "removed.still-in-reserve", rules!["5B-MIS-018"]);
            s.unit_mut(rider).aboard = None;
        }
        destroy(s, cx, unit, "removed.still-in-reserve", rules!["5B-MIS-018"]);
    }
    let fixed = cx.fixed();
    if fixed.objectives != Objectives::None {
        return by_objectives(s, cx);
    }
    for unit in s.all_units().filter(|unit| s.gone(fixed, *unit)) {
        let (side, points) = (s.unit(unit).side.other(), fixed.numbers().kill_points.points);
        cx.emit(rules!["5B-MIS-007"], Event::Scored { side, unit, points });
    }
    let [red, blue] = Side::BOTH.map(|side| total(fixed, s, side));
    let winner = match red.cmp(&blue) {
        Ordering::Greater => Some(Side::Red),
        Ordering::Less => Some(Side::Blue),
        Ordering::Equal => None,
    };
    s.flow = Flow::Over { winner, resigned: false };
    let rules: &[RuleId] =
        if winner.is_none() { rules!["5B-MIS-007", "5B-MIS-016"] } else { rules!["5B-MIS-007"] };
    cx.emit(rules, Event::Over { winner, red, blue });
}

/// 5B-MIS-024: a side has nobody left; the other one wins.
pub fn wiped_out(s: &mut State, cx: &mut Cx<'_>, winner: Side) {
    let [red, blue] = Side::BOTH.map(|side| total(cx.fixed(), s, side));
    s.flow = Flow::Over { winner: Some(winner), resigned: false };
    cx.emit(rules!["5B-MIS-024"], Event::Over { winner: Some(winner), red, blue });
}

/// 5B-MIS-009: whether a unit can control objectives: troops, but no swarms and nobody with a rule against it.
pub fn is_scoring(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let barred = |model: &ModelId| {
        let kind = fixed.kind_of(*model);
        kind.has("swarms") || kind.has("not-scoring") || kind.outfit.role == Role::Solitary
    };
    fixed.unit(unit).slot == "troops" && !s.unit(unit).models.iter().any(barred)
}

/// 5B-MIS-008, 5B-MIS-009: who controls an objective: a scoring unit near it and no enemy unit.
pub fn controller(fixed: &Fixed, s: &State, at: Point) -> Option<Side> {
    let within = fixed.numbers().control.within.0;
    let here = Outline::point(at);
    let near = |unit: &UnitId| {
        let carrier = s.unit(*unit).aboard.and_then(|carrier| s.table.body(carrier));
        let mut bodies = s.bodies(*unit).map(|(_, body)| body).chain(carrier);
        bodies.any(|body| body.outline.within(&here, within))
    };
    // 5V-ROF-012: who is in a building or on its roof holds it; the building itself holds nothing.
    let there = |side: Side| {
        let units =
            s.all_units().filter(|unit| s.unit(*unit).side == side && fixed.building_of(*unit).is_none());
        let home = |unit: UnitId| s.unit(unit).party_of.unwrap_or(unit);
        units.filter(near).map(home).collect::<Vec<UnitId>>()
    };
    let [red, blue] = Side::BOTH.map(there);
    let scores = |units: &[UnitId]| units.iter().any(|unit| is_scoring(fixed, s, *unit));
    match (red.is_empty(), blue.is_empty()) {
        (false, true) if scores(&red) => Some(Side::Red),
        (true, false) if scores(&blue) => Some(Side::Blue),
        _ => None,
    }
}

/// How many objectives a side controls.
pub fn controlled(fixed: &Fixed, s: &State, side: Side) -> u16 {
    s.objectives.iter().filter(|at| controller(fixed, s, **at) == Some(side)).count() as u16
}

/// 5B-MIS-005, 5B-MIS-006, 5B-MIS-016: most objectives win.
fn by_objectives(s: &mut State, cx: &mut Cx<'_>) {
    let fixed = cx.fixed();
    for (at, spot) in s.objectives.iter().enumerate() {
        let side = controller(fixed, s, *spot);
        let number = at as u8 + 1;
        let here = Outline::point(*spot);
        let high = |unit: UnitId| s.roof_of(fixed, unit).is_some() && fixed.is_mustered(unit);
        let near = |unit: UnitId| {
            s.bodies(unit).any(|(_, body)| body.outline.within(&here, fixed.numbers().control.within.0))
        };
        // 5V-ROF-012: from the roof of a building nobody is in.
        let roof = side.is_some_and(|side| s.on_table(side).any(|unit| high(unit) && near(unit)));
        let more: &[RuleId] =
            if roof && fixed.uses(rule!("5V-ROF-012")) { rules!["5V-ROF-012"] } else { &[] };
        cx.emit(&[rules!["5B-MIS-008", "5B-MIS-009"], more].concat(), Event::Controlled { number, side });
    }
    let [red, blue] = Side::BOTH.map(|side| controlled(fixed, s, side));
    let winner = match red.cmp(&blue) {
        Ordering::Greater => Some(Side::Red),
        Ordering::Less => Some(Side::Blue),
        Ordering::Equal => None,
    };
    s.flow = Flow::Over { winner, resigned: false };
    let own =
        if fixed.objectives == Objectives::Rolled { rules!["5B-MIS-005"] } else { rules!["5B-MIS-006"] };
    let rules: Vec<RuleId> =
        if winner.is_none() { [own, rules!["5B-MIS-016"]].concat() } else { own.to_vec() };
    cx.emit(&rules, Event::Over { winner, red, blue });
}
