//! The Commissar: SH-IGF-013 to SH-IGF-015.

use grognard_engine::ctx::Step;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::grid::{Cell, Facing};
use smallvec::SmallVec;

use super::event::Event;
use super::legal::in_range;
use super::{Stint, commissar, is_ranker};
use crate::Fixed;
use crate::choice::Action;
use crate::event::{Event as GameEvent, Shot};
use crate::legal;
use crate::piece::{Mark, PieceId};
use crate::play::{Cx, end_overwatch, shooting};
use crate::profile::Ranged;
use crate::psychic::card::Kind;
use crate::state::State;
use crate::table::{Side, Table};

/// SH-IGF-014: notes how a model stands when it becomes active, while a Commissar watches.
pub fn begin(state: &mut State, fixed: &Fixed, index: u8) {
    let model = PieceId::Marine(index);
    let watched =
        commissar(fixed, &state.table, state.table.side(model)).is_some() && is_ranker(fixed, model);
    let (closed, marine) = (state.table.closed, &state.table.marines[index as usize]);
    let stint = marine.cell().filter(|_| watched).map(|cell| Stint {
        cell,
        facing: marine.facing,
        closed,
        spent: 0,
        useful: false,
    });
    if let Some(guard) = &mut state.table.guard {
        guard.stint = stint;
    }
}

/// SH-IGF-014: an action of the active model has been carried out, and cost so much.
pub fn note(state: &mut State, fixed: &Fixed, who: PieceId, action: Action, cost: u8) {
    let PieceId::Marine(index) = who else { return };
    let idle = match action {
        Action::Move(_) | Action::Turn(_) | Action::Open(_) | Action::Close(_) => true,
        Action::Overwatch => !covers_anything(fixed, &state.table, index),
        _ => false,
    };
    if let Some(stint) = state.table.guard.as_mut().and_then(|guard| guard.stint.as_mut()) {
        stint.spent = stint.spent.saturating_add(cost);
        stint.useful |= !idle;
    }
}

/// SH-IGF-014: what the active model does has shown the Marines what a counter was, and so is no waste.
pub fn discover(state: &mut State) {
    if let Some(stint) = state.table.guard.as_mut().and_then(|guard| guard.stint.as_mut()) {
        stint.useful = true;
    }
}

/// Whether overwatch from where a model stands reaches any square at all.
fn covers_anything(fixed: &Fixed, table: &Table, index: u8) -> bool {
    let marine = &table.marines[index as usize];
    let Some(from) = marine.cell() else { return false };
    let swept = table.seen_by(index) & *fixed.sight().cone(from, marine.facing);
    swept
        .iter()
        .any(|cell| fixed.range(from, cell) <= crate::eldar::warrior::watch_range(fixed, table, index))
}

/// SH-IGF-014: what a model has paid for nothing.
fn wasted(table: &Table, index: u8) -> u8 {
    let marine = &table.marines[index as usize];
    let stint = table.guard.as_ref().and_then(|guard| guard.stint.as_ref());
    let same = |stint: &&Stint| {
        !stint.useful
            && marine.cell() == Some(stint.cell)
            && marine.facing == stint.facing
            && table.closed == stint.closed
    };
    stint.filter(same).filter(|_| applies(rule!("SH-IGF-014"))).map_or(0, |stint| stint.spent)
}

/// SH-IGF-013: the active model is done, and judged.
pub fn judge(state: &mut State, cx: &mut Cx<'_>) -> Step {
    match state.table.flow.active() {
        Some(model) => judge_model(state, cx, model),
        None => Ok(()),
    }
}

/// SH-IGF-013, SH-TIM-001: so is who was overtaken by the clock.
pub fn judge_overtaken(state: &mut State, cx: &mut Cx<'_>) -> Step {
    match state.table.guard.as_mut().and_then(|guard| guard.overtaken.take()) {
        Some(index) => judge_model(state, cx, PieceId::Marine(index)),
        None => Ok(()),
    }
}

/// SH-IGF-013: if a model has points left, or wasted some, the Commissar fires at it.
fn judge_model(state: &mut State, cx: &mut Cx<'_>, model: PieceId) -> Step {
    let fixed = cx.fixed();
    let PieceId::Marine(index) = model else { return Ok(()) };
    let judge = commissar(fixed, &state.table, state.table.side(model));
    let (Some((judge, from)), Some(at)) = (judge, state.table.cell(model)) else { return Ok(()) };
    let waste = wasted(&state.table, index);
    let unspent = if applies(rule!("SH-IGF-013")) { state.table.marines[index as usize].ap } else { 0 };
    let mut points = unspent.saturating_add(waste);
    let seen = state.table.seen_by(judge).contains(at);
    let reached = in_range(fixed, judge, fixed.range(from, at));
    if points == 0 || judge == index || !is_ranker(fixed, model) || !seen || !reached {
        return Ok(());
    }
    let Some(weapon) = fixed.profile(judge).ranged else { return Ok(()) };
    let who = PieceId::Marine(judge);
    // SH-PCD-017, SH-PCD-022: not with a gun that does not work, and not where time stands still.
    let still = |piece| state.table.is_under(fixed, piece, Kind::Stasis);
    if state.table.is_under(fixed, who, Kind::Jinx) && weapon.has_trigger() || still(who) || still(model) {
        return Ok(());
    }
    let mut rules: SmallVec<[RuleId; 2]> = SmallVec::new();
    if unspent > 0 {
        rules.push(rule!("SH-IGF-013"));
    }
    if waste > 0 {
        rules.push(rule!("SH-IGF-014"));
    }
    cx.emit(&rules, Event::Punishes { commissar: who, model, points }.into());
    end_overwatch(state, cx, judge, "overwatch.acted", rules!["SH-OVW-008"]);
    while state.table.cell(model).is_some() {
        let Some((cost, facing)) = aim(fixed, &state.table, judge, weapon, model) else { break };
        if cost > points {
            break;
        }
        points -= cost;
        let shot =
            if facing == state.table.marines[judge as usize].facing { Shot::Plain } else { Shot::Turning };
        if shot == Shot::Turning {
            state.table.turn_to(fixed, who, facing);
            cx.emit(&rules, GameEvent::Turned { piece: who, to: facing });
        }
        shooting::fire(state, cx, who, weapon, Mark::Model(model), shot, &rules)?;
    }
    state.table.marines[judge as usize].sustained = None;
    Ok(())
}

/// SH-IGF-013: what it costs to fire at a model, and how one faces to do it: as one stands, or after a quarter turn.
fn aim(fixed: &Fixed, table: &Table, judge: u8, weapon: Ranged, model: PieceId) -> Option<(u8, Facing)> {
    let (from, at) = (table.marines[judge as usize].cell()?, table.cell(model)?);
    let facing = table.marines[judge as usize].facing;
    let in_arc = |facing: Facing| fixed.sight().cone(from, facing).contains(at);
    let (action, facing) = if in_arc(facing) {
        (Action::Fire(weapon, Mark::Model(model)), facing)
    } else {
        let facing = [facing.left(), facing.right()].into_iter().find(|facing| in_arc(*facing))?;
        (Action::TurnFire(facing, weapon, Mark::Model(model)), facing)
    };
    Some((legal::cost(fixed, table, PieceId::Marine(judge), action)?, facing))
}

/// SH-IGF-015: the Commissar shoots one of his own; if he dies, the others who stand by get another point.
pub fn inspire(state: &mut State, cx: &mut Cx<'_>, who: PieceId, victim: u8) -> Step {
    let fixed = cx.fixed();
    let (PieceId::Marine(index), Some(weapon)) = (who, marine_weapon(fixed, who)) else { return Ok(()) };
    let target = PieceId::Marine(victim);
    let (Some(own), Some(fell)) = (state.table.cell(who), state.table.cell(target)) else { return Ok(()) };
    if let Some(guard) = &mut state.table.guard {
        guard.inspired = true;
    }
    let witnesses = witnesses(fixed, &state.table, state.table.side(who), own, fell);
    shooting::fire(state, cx, who, weapon, Mark::Model(target), Shot::Plain, rules!["SH-IGF-015"])?;
    state.table.marines[index as usize].sustained = None;
    if state.table.cell(target).is_some() {
        return Ok(());
    }
    let more = fixed.numbers().inspiration.points;
    let mut models = 0;
    let active = state.table.flow.active();
    for other in witnesses.into_iter().filter(|other| *other != victim) {
        // Who acts at this moment has it at once, the others when their time comes.
        let points = if active == Some(PieceId::Marine(other)) {
            Some(&mut state.table.marines[other as usize].ap)
        } else {
            state.table.guard.as_mut().map(|guard| &mut guard.troopers[other as usize].extra)
        };
        if let Some(points) = points {
            *points = points.saturating_add(more);
            models += 1;
        }
    }
    cx.emit(rules!["SH-IGF-015"], Event::Inspired { commissar: who, models }.into());
    Ok(())
}

fn marine_weapon(fixed: &Fixed, who: PieceId) -> Option<Ranged> {
    match who {
        PieceId::Marine(index) => fixed.profile(index).ranged,
        _ => None,
    }
}

/// SH-IGF-015: the men who act or have yet to act, in the section of either or with either in sight.
fn witnesses(fixed: &Fixed, table: &Table, side: Side, own: Cell, fell: Cell) -> SmallVec<[u8; 16]> {
    let near = [Table::section(fixed, own), Table::section(fixed, fell)];
    let active = table.flow.active();
    let stands_by = |index: u8, cell: Cell| {
        let seen = table.seen_by(index);
        near.contains(&Table::section(fixed, cell)) || seen.contains(own) || seen.contains(fell)
    };
    table
        .models_of(side)
        .filter(|(index, cell)| {
            is_ranker(fixed, PieceId::Marine(*index))
                && (!table.marines[*index as usize].activated || active == Some(PieceId::Marine(*index)))
                && stands_by(*index, *cell)
        })
        .map(|(index, _)| index)
        .collect()
}
