//! What stays of a card: in shots, in blows, in prices, in what may be done. SH-FSC-003 to SH-FSC-012, SH-AMB-041.

use std::ops::ControlFlow;

use grognard_engine::ruleset::Clock;
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, SeatId, rule, rules};

use super::event::Event;
use super::{Farseer, unit};
use crate::Fixed;
use crate::choice::Action;
use crate::legal::{At, Objections};
use crate::piece::{Mark, PieceId};
use crate::play::assault::Fighter;
use crate::play::{Cx, end_overwatch};
use crate::state::{State, seat};
use crate::table::{Side, Table};

/// The Farseer who watches over a model with a profile, and its place in the squad.
fn own(table: &Table, who: PieceId) -> Option<(&Farseer, u8)> {
    let PieceId::Marine(index) = who else { return None };
    Some((table.farseer_of(table.side(who))?, index))
}

/// The same, to be changed.
fn own_mut(table: &mut Table, who: PieceId) -> Option<(&mut Farseer, u8)> {
    let PieceId::Marine(index) = who else { return None };
    let side = table.side(who);
    Some((table.farseer_of_mut(side)?, index))
}

/// The Farseer who watches over the enemies of a piece.
fn opposed(table: &Table, who: PieceId) -> Option<&Farseer> {
    table.farseer_of(table.side(who).other())
}

/// SH-FSC-003: whether a model's squad has the better of it.
fn fated(fixed: &Fixed, table: &Table, who: PieceId) -> bool {
    let Some((farseer, index)) = own(table, who) else { return false };
    farseer.fated.contains(&unit(fixed, index))
}

/// SH-FSC-005: whether a model's end is foreseen.
fn doomed(table: &Table, who: PieceId) -> bool {
    opposed(table, who).is_some_and(|farseer| farseer.doomed.contains(&who))
}

/// SH-FSC-004: whether a model's next shot is guided.
fn guided(table: &Table, who: PieceId) -> bool {
    let Some((farseer, index)) = own(table, who) else { return false };
    farseer.guided.iter().any(|guided| guided.model == index && !guided.fired)
}

/// SH-FSC-003 to SH-FSC-005: what a shot needs.
pub fn aimed(fixed: &Fixed, table: &Table, who: PieceId, mark: Mark, target: Target) -> Target {
    if table.farseer.is_none() {
        return target;
    }
    let mut target = target;
    if guided(table, who) && matches!(target.need(), Need::AtLeast(_)) {
        target = Target::new(Need::AtLeast(fixed.numbers().guide.need), rule!("SH-FSC-004"));
    }
    destined(fixed, table, who, mark, target)
}

/// SH-FSC-003, SH-FSC-005: what an attack needs that is no firing action.
pub fn destined(fixed: &Fixed, table: &Table, who: PieceId, mark: Mark, target: Target) -> Target {
    let mut target = target;
    if fated(fixed, table, who) {
        target = target.plus(-fixed.numbers().battle_fate.bonus, "reason.battle-fate", rule!("SH-FSC-003"));
    }
    if let Mark::Model(piece) = mark
        && doomed(table, piece)
    {
        target = target.plus(-fixed.numbers().doom.bonus, "reason.doom", rule!("SH-FSC-005"));
    }
    target
}

/// SH-FSC-003, SH-FSC-004: the rules a shot carries for it.
pub fn aimed_rules(fixed: &Fixed, table: &Table, who: PieceId, mark: Mark) -> impl Iterator<Item = RuleId> {
    let fate = fated(fixed, table, who).then_some(rule!("SH-FSC-003"));
    let guide = guided(table, who).then_some(rule!("SH-FSC-004"));
    let doom = matches!(mark, Mark::Model(piece) if doomed(table, piece)).then_some(rule!("SH-FSC-005"));
    fate.into_iter().chain(guide).chain(doom)
}

/// SH-FSC-004: the guided shot is fired; there is no other this turn.
pub fn fired(state: &mut State, cx: &mut Cx<'_>, who: PieceId) {
    if !guided(&state.table, who) {
        return;
    }
    let side = state.table.side(who);
    let Some((farseer, index)) = own_mut(&mut state.table, who) else { return };
    for guided in farseer.guided.iter_mut().filter(|guided| guided.model == index) {
        guided.fired = true;
    }
    cx.emit(rules!["SH-FSC-004"], Event::Guided { model: who }.of(side));
    end_overwatch(state, cx, index, "overwatch.guided", rules!["SH-FSC-004"]);
}

/// SH-FSC-003: what fate adds to a model's own rolls in close combat.
pub fn strengthen(fixed: &Fixed, table: &Table, fighter: &mut Fighter) {
    if fated(fixed, table, fighter.model) {
        fighter.add(fixed.numbers().battle_fate.bonus, "reason.battle-fate", rule!("SH-FSC-003"));
    }
}

/// SH-FSC-005: what doom adds to an attack.
pub fn doom(fixed: &Fixed, table: &Table, attacker: &mut Fighter, defender: PieceId) {
    if doomed(table, defender) {
        attacker.add(fixed.numbers().doom.bonus, "reason.doom", rule!("SH-FSC-005"));
    }
}

/// SH-FSC-006: whether time stands still for a piece.
pub fn stilled(table: &Table, who: PieceId) -> bool {
    opposed(table, who).is_some_and(|farseer| farseer.stilled.contains(&who))
}

/// SH-FSC-004, SH-FSC-006: who may not act, and who may not shoot.
pub fn check<O: Objections>(table: &Table, who: PieceId, action: Action, o: &mut O) -> ControlFlow<()> {
    o.must(!stilled(table, who), rules!["SH-FSC-006"], At::Piece(who))?;
    let done = own(table, who).is_some_and(|(farseer, index)| {
        farseer.guided.iter().any(|guided| guided.model == index && guided.fired)
    });
    o.must(!(action.fires() && done), rules!["SH-FSC-004"], At::Piece(who))
}

/// SH-FSC-009: what an action costs in whole points, and whether half a point is left over then.
fn halved(table: &Table, who: PieceId, action: Action, full: u8) -> Option<(u8, bool)> {
    let (farseer, index) = own(table, who)?;
    let wave = farseer.hastened.iter().find(|wave| wave.model == index && wave.haste.covers(action))?;
    // In halves: as many as the full price has points, less the one that is paid for.
    match (full, wave.half) {
        (0, half) => Some((0, half)),
        (full, half) => {
            let due = full - u8::from(half);
            Some((due.div_ceil(2), due % 2 == 1))
        }
    }
}

/// SH-FSC-009: the price of an action.
pub fn price(table: &Table, who: PieceId, action: Action, full: u8) -> u8 {
    if table.farseer.is_none() {
        return full;
    }
    halved(table, who, action, full).map_or(full, |(price, _)| price)
}

/// SH-FSC-009: notes the half point that is left over.
pub fn pay(state: &mut State, cx: &mut Cx<'_>, who: PieceId, action: Action, full: u8) {
    let Some((cost, half)) = halved(&state.table, who, action, full) else { return };
    let side = state.table.side(who);
    let Some((farseer, index)) = own_mut(&mut state.table, who) else { return };
    for wave in farseer.hastened.iter_mut().filter(|wave| wave.model == index && wave.haste.covers(action)) {
        wave.half = half;
    }
    if full > 0 {
        cx.emit(rules!["SH-FSC-009"], Event::Hastened { model: who, cost, full }.of(side));
    }
}

/// SH-FSC-007: the points of a Banshee when she is activated.
pub fn doubled(fixed: &Fixed, table: &Table, index: u8, ap: u8) -> u8 {
    if is_doubled(table, index) { ap.saturating_mul(fixed.numbers().storm.times).min(100) } else { ap }
}

/// SH-FSC-007: whether a Banshee gets them more than once.
pub fn is_doubled(table: &Table, index: u8) -> bool {
    own(table, PieceId::Marine(index)).is_some_and(|(farseer, index)| farseer.doubled.contains(&index))
}

/// SH-FSC-012: how many of so many points a model can be given: those of its squad.
pub fn usable(fixed: &Fixed, table: &Table, piece: PieceId, points: u8) -> u8 {
    match own(table, piece) {
        Some((farseer, index)) => points.min(farseer.blessing(unit(fixed, index))),
        _ => points,
    }
}

/// SH-FSC-012: points of a squad are spent.
pub fn spend(state: &mut State, fixed: &Fixed, who: PieceId, points: u8) -> bool {
    let Some((farseer, index)) = own_mut(&mut state.table, who) else { return false };
    let squad = unit(fixed, index);
    let mut due = points;
    for (other, left) in &mut farseer.blessed {
        if *other == squad {
            let taken = due.min(*left);
            *left -= taken;
            due -= taken;
        }
    }
    farseer.blessed.retain(|(_, left)| *left > 0);
    due < points
}

/// SH-TIM-005, SH-FSC-011: the clock of a Mind War, in the Action Phase of whoever it is waged on.
pub fn clock(fixed: &Fixed, table: &Table) -> Option<Clock> {
    table.farseer.as_ref()?;
    let side = table.flow.acting()?;
    let war = table.farseer_of(side.other()).is_some_and(|farseer| farseer.mind_war.is_some());
    (war && !fixed.options.mind_war_no_clock && applies(rule!("SH-TIM-005"))).then(|| Clock {
        seat: seat(side),
        period: u32::from(table.turn),
        seconds: fixed.numbers().mind_war.seconds,
    })
}

/// SH-TIM-005, SH-FSC-011: what happens when the clock of a Mind War runs out for a seat; nothing where none runs.
pub fn times_out(fixed: &Fixed, table: &Table, for_seat: SeatId) -> Option<crate::event::Event> {
    let hurried = clock(fixed, table).filter(|clock| clock.seat == for_seat);
    hurried.and(table.flow.acting()).map(|side| Event::OutOfTime.of(side.other()))
}

/// SH-FSC-011: whether a side may act no more, where the game is played without clocks.
pub fn out_of_time(fixed: &Fixed, table: &Table, side: Side) -> bool {
    fixed.options.mind_war_no_clock
        && table.farseer_of(side.other()).is_some_and(|farseer| farseer.mind_war == Some(0))
}

/// SH-FSC-011: a side has done something in its own Action Phase.
pub fn count_action(state: &mut State, cx: &mut Cx<'_>, side: Side) {
    let by = side.other();
    let Some(left) = state.table.farseer_of_mut(by).and_then(|farseer| farseer.mind_war.as_mut()) else {
        return;
    };
    if *left > 0 {
        *left -= 1;
        if *left == 0 && cx.fixed().options.mind_war_no_clock {
            cx.emit(rules!["SH-FSC-011"], Event::OutOfTime.of(by));
        }
    }
}
