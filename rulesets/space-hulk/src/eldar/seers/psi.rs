//! Psi points of Warlocks: SH-WLK-003, SH-WLK-004.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::{rule, rules};
use smallvec::SmallVec;

use super::choice::Choice as SeerChoice;
use super::event::Event;
use super::{MOST, is_warlock, spirit, spirit_mut};
use crate::Fixed;
use crate::choice::Choice;
use crate::piece::PieceId;
use crate::play::Cx;
use crate::play::assault::{Fighter, RoundPlan};
use crate::profile::Melee;
use crate::state::{State, seat};
use crate::table::Side;

/// The Warlocks of a side, on the map or on their way to it.
fn warlocks(fixed: &Fixed, state: &State, side: Side) -> SmallVec<[u8; 4]> {
    if state.table.seers.is_none() {
        return SmallVec::new();
    }
    let own = state.table.squad_of(side);
    own.filter(|index| is_warlock(fixed, *index) && state.table.marines[*index as usize].in_play()).collect()
}

fn has_blade(fixed: &Fixed, index: u8) -> bool {
    fixed.profile(index).has(Melee::WitchBlade)
}

/// SH-WLK-003: before the first turn a Witch Blade holds as many points as a die shows.
pub fn begin(state: &mut State, cx: &mut Cx<'_>, side: Side) -> Step {
    for index in warlocks(cx.fixed(), state, side) {
        if !has_blade(cx.fixed(), index) {
            continue;
        }
        let rules = rules!["SH-WLK-003"];
        let [points] = cx.roll(cx.fixed().numbers().witch_blade.die, "roll.witch-blade", rules)?;
        if let Some(spirit) = spirit_mut(&mut state.table, index) {
            spirit.stored = points;
        }
        let warlock = PieceId::Marine(index);
        cx.emit(rules, Event::Stored { warlock, points, all: points }.into());
    }
    Ok(())
}

/// SH-WLK-004: at the beginning of the Eldar turn a die for each Warlock.
pub fn gather(state: &mut State, cx: &mut Cx<'_>, side: Side) -> Step {
    for index in warlocks(cx.fixed(), state, side) {
        let rules = rules!["SH-WLK-004"];
        let [points] = cx.roll(cx.fixed().numbers().warlock_psi.die, "roll.psi", rules)?;
        if let Some(spirit) = spirit_mut(&mut state.table, index) {
            spirit.psi = points;
        }
        cx.emit(rules, Event::Gathered { warlock: PieceId::Marine(index), points }.into());
    }
    Ok(())
}

/// SH-WLK-003, SH-WLK-004: at the end of his own turn a Warlock puts as many points into his Witch Blade as he likes.
pub fn store(state: &mut State, cx: &mut Cx<'_>, side: Side) -> Step {
    for index in warlocks(cx.fixed(), state, side) {
        let held = spirit(&state.table, index);
        let most = held.psi.min(MOST - held.stored.min(MOST));
        if most == 0 || !has_blade(cx.fixed(), index) {
            continue;
        }
        let warlock = PieceId::Marine(index);
        let mut options: SmallVec<[Choice; 8]> =
            (1..=most).rev().map(|points| SeerChoice::Store(points).into()).collect();
        options.push(Choice::Pass);
        state.table.subject = Some(warlock);
        let ask = Ask::new(seat(state.table.side(warlock)), "store-psi", rule!("SH-WLK-003"));
        let choice = cx.choose(state, ask, &options)?;
        state.table.subject = None;
        let Choice::Seer(SeerChoice::Store(points)) = choice else { continue };
        let Some(spirit) = spirit_mut(&mut state.table, index) else { continue };
        spirit.psi -= points;
        spirit.stored += points;
        let all = spirit.stored;
        cx.emit(rules!["SH-WLK-003", "SH-WLK-004"], Event::Stored { warlock, points, all }.into());
    }
    Ok(())
}

/// SH-WLK-004: at the end of the opponent's turn what is not in a Witch Blade is lost.
pub fn fade(state: &mut State, cx: &mut Cx<'_>, side: Side) {
    for index in state.table.squad_of(side) {
        let Some(spirit) = spirit_mut(&mut state.table, index) else { return };
        if spirit.psi == 0 {
            continue;
        }
        let points = std::mem::take(&mut spirit.psi);
        if state.table.marines[index as usize].cell().is_some() {
            cx.emit(rules!["SH-WLK-004"], Event::Faded { warlock: PieceId::Marine(index), points }.into());
        }
    }
}

/// Spends psi points: those of the turn first, because they do not last.
pub fn spend(state: &mut State, index: u8, points: u8) -> u8 {
    let Some(spirit) = spirit_mut(&mut state.table, index) else { return 0 };
    let fresh = spirit.psi.min(points);
    spirit.psi -= fresh;
    spirit.stored = spirit.stored.saturating_sub(points - fresh);
    spirit.power()
}

/// SH-WLK-003: before the dice of a round a Warlock may put psi points into his blow.
pub fn round(state: &mut State, cx: &mut Cx<'_>, plan: &mut RoundPlan) -> Step {
    if state.table.seers.is_none() {
        return Ok(());
    }
    channel(state, cx, &mut plan.attacker)?;
    channel(state, cx, &mut plan.defender)
}

fn channel(state: &mut State, cx: &mut Cx<'_>, fighter: &mut Fighter) -> Step {
    let PieceId::Marine(index) = fighter.model else { return Ok(()) };
    let most = spirit(&state.table, index).power().min(i8::MAX as u8 / 2);
    let able = is_warlock(cx.fixed(), index) && has_blade(cx.fixed(), index) && !fighter.burdened;
    if !able || most == 0 {
        return Ok(());
    }
    let warlock = fighter.model;
    let mut options: SmallVec<[Choice; 16]> = SmallVec::from_slice(&[Choice::Pass]);
    options.extend((1..=most).map(|points| Choice::from(SeerChoice::Channel(points))));
    state.table.subject = Some(warlock);
    let ask = Ask::new(seat(state.table.side(warlock)), "channel", rule!("SH-WLK-003"));
    let choice = cx.choose(state, ask, &options)?;
    state.table.subject = None;
    let Choice::Seer(SeerChoice::Channel(points)) = choice else { return Ok(()) };
    let left = spend(state, index, points);
    fighter.add(points as i8, "reason.psi", rule!("SH-WLK-003"));
    cx.emit(rules!["SH-WLK-003"], Event::Channelled { warlock, points, left }.into());
    Ok(())
}
