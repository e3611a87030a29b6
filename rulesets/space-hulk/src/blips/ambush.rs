//! Ambush counters: SH-ABU.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, Rules, rule, rules};
use grognard_space::grid::{Cell, CellSet};
use smallvec::SmallVec;

use super::event::BroodEvent;
use crate::Fixed;
use crate::choice::Choice;
use crate::event::Event;
use crate::piece::{PieceId, Place};
use crate::play::act::choose_facing;
use crate::play::{Cx, conversion, remove, window};
use crate::state::{STEALER, State};
use crate::table::{Flow, Table};

/// Ambush counters in play, one that waits to be put down included.
fn in_play(table: &Table) -> usize {
    let standing = table.blips.iter().filter(|blip| blip.ambush && blip.place != Place::Gone).count();
    standing + usize::from(table.lies_in_wait)
}

/// SH-ABU-001, SH-ABU-002, SH-ABU-004: whether the Stealer player takes an ambush counter instead of a blip.
pub fn offer(state: &mut State, cx: &mut Cx<'_>) -> Step<bool> {
    let fixed = cx.fixed();
    let agreed = fixed.options.ambush || !applies(rule!("SH-ABU-001"));
    let limit = fixed.numbers().ambush_limit.counters as usize;
    let room = in_play(&state.table) < limit;
    if !agreed || !room {
        return Ok(false);
    }
    let ask = Ask::new(STEALER, "ambush", rule!("SH-ABU-002"));
    if cx.choose(state, ask, &[Choice::Pass, Choice::TakeAmbush])? != Choice::TakeAmbush {
        return Ok(false);
    }
    state.table.lies_in_wait = true;
    cx.emit(rules!["SH-ABU-001", "SH-ABU-002"], Event::Brood(BroodEvent::AmbushTaken));
    Ok(true)
}

/// SH-ABU-003, SH-AMB-067: where a counter may be put: empty, unseen, and far enough from every Marine by the shortest
/// way.
pub fn places(fixed: &Fixed, table: &Table) -> CellSet {
    let grid = &fixed.mission.grid;
    let mut free = grid.all().minus(&table.occupied()).minus(table.shut()).minus(&table.burning);
    // SH-CHU-003: what goes into a chute follows a Marine.
    free = free.minus(&fixed.mission.hazards.in_chutes());
    let limit = fixed.numbers().ambush_place.distance;
    for (_, cell) in table.marines_on_map() {
        let routes = fixed.ground.routes(grid, cell);
        let near: CellSet = free.iter().filter(|at| routes[at.index()] < limit).collect();
        free = free.minus(&near);
    }
    free.minus(&table.seen())
}

/// SH-ABU-003: at the end of his turn the Stealer player puts the counter down.
pub fn place(state: &mut State, cx: &mut Cx<'_>) -> Step {
    if !state.table.lies_in_wait {
        return Ok(());
    }
    let fixed = cx.fixed();
    let squares: SmallVec<[Choice; 32]> = places(fixed, &state.table).iter().map(Choice::Place).collect();
    if squares.is_empty() {
        // There is nowhere to hide.
        state.table.lies_in_wait = false;
        cx.emit(rules!["SH-ABU-003"], Event::Lost { models: 1 });
        return Ok(());
    }
    let ask = Ask::new(STEALER, "lie-in-wait", rule!("SH-ABU-003"));
    let Choice::Place(at) = cx.choose(state, ask, &squares)? else { return Ok(()) };
    state.table.lies_in_wait = false;
    let blip = state.add_blip(0, Place::Hand);
    if let PieceId::Blip(index) = blip {
        state.table.blips[index as usize].ambush = true;
    }
    state.table.put(fixed, blip, at);
    cx.emit(rules!["SH-ABU-003", "SH-ABU-004"], Event::Brood(BroodEvent::AmbushSet { blip, at }));
    Ok(())
}

/// SH-ABU-006, SH-AMB-068: whether a Marine stands next to an ambush counter; that one is seen is noticed otherwise.
pub fn is_sprung(fixed: &Fixed, table: &Table, index: u8, cell: Cell) -> bool {
    if !table.blips[index as usize].ambush || !applies(rule!("SH-ABU-006")) {
        return false;
    }
    let near = fixed.mission.grid.touching(cell, table.shut());
    table.marines_on_map().any(|(_, at)| near.contains(at))
}

/// SH-ABU-006 to SH-ABU-009: a result is drawn from the cup, and goes back into it.
pub fn spring(state: &mut State, cx: &mut Cx<'_>, index: u8, because: Rules) -> Step {
    let fixed = cx.fixed();
    let blip = PieceId::Blip(index);
    let Some(cell) = state.table.cell(blip) else { return Ok(()) };
    let cup = &fixed.numbers().ambush_results;
    let all = usize::from(cup.genestealer) + usize::from(cup.nothing);
    let drawn = if all == 0 { 0 } else { cx.draw(all, "roll.ambush")? };
    cx.reveal();
    crate::guard::commissar::discover(state);
    let genestealer = drawn < usize::from(cup.genestealer);
    let mut rules: SmallVec<[RuleId; 4]> = SmallVec::from_slice(rules!["SH-ABU-006", "SH-ABU-009"]);
    rules.push(if genestealer { rule!("SH-ABU-007") } else { rule!("SH-ABU-008") });
    rules.extend_from_slice(because);
    cx.emit(&rules, Event::Brood(BroodEvent::AmbushSprung { blip, genestealer }));
    if !genestealer {
        // SH-ABU-008: who watches the square fires before it turns out to be nothing.
        if matches!(state.table.flow, Flow::Stealers { .. }) && applies(rule!("SH-ABU-008")) {
            window::fire_at_nothing(state, cx, blip)?;
        }
        if state.table.cell(blip).is_some() {
            remove(state, cx, blip);
        }
        return Ok(());
    }
    // SH-ABU-007: it goes on with what the counter had left.
    let counter = state.table.blips[index as usize];
    let active = matches!(state.table.flow, Flow::Stealers { active: Some(piece) } if piece == blip);
    remove(state, cx, blip);
    let stealer = conversion::add(state, counter.activated, false);
    state.table.put(fixed, stealer, cell);
    if let (PieceId::Stealer(number), true) = (stealer, active) {
        state.table.stealers[number as usize].ap = counter.ap;
        state.table.flow = Flow::Stealers { active: Some(stealer) };
    }
    cx.emit(rules!["SH-ABU-007"], Event::Placed { stealer, at: Some(cell) });
    choose_facing(state, cx, stealer, rule!("SH-FAC-003"))
}
