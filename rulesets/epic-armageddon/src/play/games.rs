//! Games of the book with an end of their own: Cleanse, Escalating Engagement, Breakout (EA-SCEN-001, EA-SEE, EA-SBO).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{SeatId, rule, rules};
use grognard_space::table::Point;

use super::damage;
use crate::Epic;
use crate::air::Sky;
use crate::choice::Word;
use crate::data::amount::Part;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::legal::flights::{EdgePart, is_on};
use crate::state::{Place, State};

/// EA-VICT-004, EA-AMB-086: whether a formation is at half strength or less; a war engine counts by its damage capacity.
pub fn is_weak(fixed: &Fixed, s: &State, formation: FormationId) -> bool {
    let half = fixed.numbers().half_strength.half_strength;
    let whole: u32 = fixed.spec(formation).units.iter().map(|unit| u32::from(fixed.kind(*unit).dc)).sum();
    let left: u32 =
        s.formation(formation).units.iter().map(|unit| u32::from(damage::left(fixed, s, *unit))).sum();
    left * half.by <= whole * half.of
}

/// The quarter of the table a place lies in.
fn quarter(fixed: &Fixed, at: Point) -> usize {
    usize::from(at.x * 2 >= fixed.field.size.0.0) + 2 * usize::from(at.y * 2 >= fixed.field.size.1.0)
}

/// The quarter in which most units of a formation stand.
fn quarter_of(fixed: &Fixed, s: &State, formation: FormationId) -> Option<usize> {
    let mut counts = [0_usize; 4];
    for (_, body) in s.standing(formation) {
        counts[quarter(fixed, body.pose.at)] += 1;
    }
    let most = counts.iter().copied().max().filter(|most| *most > 0)?;
    counts.iter().position(|count| *count == most)
}

/// EA-SCEN-001: how many quarters a side controls: a formation there that is neither Broken nor at half strength or less, and none
/// of the enemy's.
pub fn quarters(fixed: &Fixed, s: &State, side: SeatId) -> usize {
    let team = fixed.sides[side.index()].team;
    let sound = |id: &FormationId| s.is_on_ground(*id) && !s.formation(*id).broken && !is_weak(fixed, s, *id);
    let there = |at: usize, own: bool| {
        s.formation_ids()
            .filter(|id| (s.formation(*id).team == team) == own)
            .any(|id| sound(&id) && quarter_of(fixed, s, id) == Some(at))
    };
    (0..4).filter(|at| there(*at, true) && !there(*at, false)).count()
}

/// EA-SBO-003: the edges by which a side may leave the table.
fn exits(fixed: &Fixed, side: SeatId) -> Vec<EdgePart> {
    let (x, y) = (fixed.field.size.0.0, fixed.field.size.1.0);
    let edge = |name: &String| {
        let ends = match name.as_str() {
            "x-0" => ((0, 0), (0, y)),
            "x-far" => ((x, 0), (x, y)),
            "y-0" => ((0, 0), (x, 0)),
            _ => ((0, y), (x, y)),
        };
        let point = |(x, y): (i32, i32)| Point { x, y };
        (point(ends.0), point(ends.1))
    };
    let own = fixed.scenario.side.get(side.index());
    // EA-SHR-013: by any edge.
    if own.is_some_and(|own| own.exits.iter().any(|exit| exit == "any")) {
        return crate::legal::flights::all_edges(fixed);
    }
    own.map_or_else(Vec::new, |own| own.exits.iter().map(edge).collect())
}

/// EA-SBO-003, EA-AMB-091, DEC-80: a formation whose units all reach an edge by which it may leave goes off the table, all of it
/// or nobody.
pub fn leave(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    let side = s.owner(formation);
    let edges = exits(cx.fixed(), side);
    let reached = |edge: &EdgePart| {
        s.standing(formation).all(|(_, body)| {
            let corners = body.outline.core();
            corners.iter().any(|corner| is_on(std::slice::from_ref(edge), *corner))
        })
    };
    if edges.is_empty()
        || !s.is_on_ground(formation)
        || !edges.iter().any(reached)
        || !applies(rule!("EA-SBO-003"))
    {
        return Ok(());
    }
    s.about.formation = Some(formation);
    let raid = super::raids::is_on(cx.fixed());
    let rule = if raid { rule!("EA-SHR-013") } else { rule!("EA-SBO-003") };
    let ask = Ask::new(side, "exit", rule);
    if cx.choose(s, ask, &[Word::Stay, Word::Exit])? == Word::Stay {
        return Ok(());
    }
    let units: Vec<UnitId> = s.formation(formation).units.to_vec();
    for unit in &units {
        s.table.take(*unit);
        s.units[unit.index()].place = Place::Waiting;
    }
    s.exited.extend(units);
    s.formation_mut(formation).flight.sky = Sky::Away;
    let rules = if raid { rules!["EA-SHR-013"] } else { rules!["EA-SBO-003", "EA-AMB-091"] };
    cx.emit(rules, Event::Left { formation, own_edge: true });
    Ok(())
}

/// EA-SBO-004: whether enough formations of a side have left: one at half strength or less counts as half.
pub fn escaped(fixed: &Fixed, s: &State, side: SeatId, share: Part) -> bool {
    let own: Vec<FormationId> = s.formation_ids().filter(|id| s.owner(*id) == side).collect();
    let halves: u32 = own
        .iter()
        .filter(|id| s.formation(**id).units.iter().any(|unit| s.exited.contains(unit)))
        .map(|id| if is_weak(fixed, s, *id) { 1 } else { 2 })
        .sum();
    halves * share.by >= own.len() as u32 * 2 * share.of
}

/// EA-AMB-137: whether a side has nobody left in the game but those who left.
pub fn is_gone(s: &State, side: SeatId) -> bool {
    s.formation_ids()
        .filter(|id| s.owner(*id) == side)
        .all(|id| s.formation(id).units.is_empty() || s.formation(id).flight.sky == Sky::Away)
}
