//! Calling for backup: SH-IGF-007.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::target::{Need, Target};
use grognard_engine::{rule, rules};
use smallvec::SmallVec;

use super::Trooper;
use super::event::Event;
use crate::Fixed;
use crate::choice::Choice;
use crate::event::Event as GameEvent;
use crate::piece::{Marine, PieceId, Place};
use crate::play::{Cx, conversion, objective, reinforcement, remove};
use crate::state::{MARINE, State, seat};
use crate::table::{Side, Table};

/// Com-link officers of a side who are the last of their squads.
fn alone(fixed: &Fixed, table: &Table, side: Side) -> SmallVec<[u8; 4]> {
    let unit = |index: u8| fixed.mission.squad[index as usize].unit;
    let lives = |index: u8| table.marines[index as usize].in_play() || table.marines[index as usize].escaped;
    table
        .models_of(side)
        .map(|(index, _)| index)
        .filter(|index| fixed.profile(*index).comlink)
        .filter(|officer| {
            let mut squad = table.squad_of(side).filter(|other| unit(*other) == unit(*officer));
            squad.all(|other| other == *officer || !lives(other))
        })
        .collect()
}

/// SH-IGF-007: at the start of his turn a Com-link officer who is the last of his squad may call for another like it.
pub fn call(state: &mut State, cx: &mut Cx<'_>, side: Side) -> Step {
    let fixed = cx.fixed();
    if !fixed.options.backup || state.table.guard.is_none() {
        return Ok(());
    }
    for officer in alone(fixed, &state.table, side) {
        let piece = PieceId::Marine(officer);
        state.table.subject = Some(piece);
        let ask = Ask::new(seat(side), "backup", rule!("SH-IGF-007"));
        let choice = cx.choose(state, ask, &[Choice::CallBackup, Choice::Pass])?;
        state.table.subject = None;
        if choice != Choice::CallBackup {
            continue;
        }
        let need = fixed.numbers().backup.comes;
        let target = Target::new(Need::AtLeast(need), rule!("SH-IGF-007"));
        let [face] = cx.roll_against(6, "roll.backup", rules!["SH-IGF-007"], &target)?;
        cx.emit(rules!["SH-IGF-007"], Event::Called { officer: piece, comes: face >= need }.into());
        if face >= need {
            reinforce(state, cx, officer)?;
        }
    }
    Ok(())
}

/// The officer goes, and a squad like the one he came with takes his place: where the Marines began, as far as there is room;
/// on the other side in the entry areas, as its force did at first.
fn reinforce(state: &mut State, cx: &mut Cx<'_>, officer: u8) -> Step {
    let fixed = cx.fixed();
    let unit = fixed.mission.squad[officer as usize].unit;
    let side = state.table.side(PieceId::Marine(officer));
    // What he carries stays where he was: nobody brings it along from there.
    let at = state.table.cell(PieceId::Marine(officer));
    remove(state, cx, PieceId::Marine(officer));
    objective::drop_items(state, cx, PieceId::Marine(officer), at);
    let own = state.table.squad_of(side).filter(|index| fixed.mission.squad[*index as usize].unit == unit);
    let squad: SmallVec<[u8; 16]> = own.collect();
    for index in &squad {
        let index = *index as usize;
        state.table.forget(PieceId::Marine(index as u8));
        state.table.marines[index] = Marine { place: Place::Hand, ..fixed.fresh_marine(index) };
        if let Some(guard) = &mut state.table.guard {
            guard.troopers[index] = Trooper::default();
        }
    }
    if side == Side::Stealer {
        return squad
            .iter()
            .try_for_each(|index| reinforcement::wait(state, cx, *index, rules!["SH-IGF-007"]));
    }
    let mut waiting = squad;
    while !waiting.is_empty() {
        let free: SmallVec<[Choice; 16]> = fixed
            .mission
            .start
            .iter()
            .filter(|cell| !(state.table.occupied() | *state.table.shut()).contains(**cell))
            .map(|cell| Choice::Place(*cell))
            .collect();
        if free.is_empty() {
            break;
        }
        let next = first_of(state, cx, &waiting, free.len())?;
        let marine = PieceId::Marine(waiting.remove(next));
        state.table.subject = Some(marine);
        let ask = Ask::new(MARINE, "reinforce", rule!("SH-IGF-007"));
        let choice = cx.choose(state, ask, &free)?;
        state.table.subject = None;
        if let Choice::Place(at) = choice {
            state.table.put(fixed, marine, at);
            cx.emit(rules!["SH-IGF-007"], GameEvent::Deployed { marine, at });
        }
    }
    for index in waiting {
        state.table.marines[index as usize].place = Place::Gone;
    }
    // SH-CNV-003: they may see blips nobody saw before.
    conversion::sweep(state, cx)
}

/// Where there is no room for all of a squad, its player says who comes first.
fn first_of(state: &mut State, cx: &mut Cx<'_>, waiting: &[u8], room: usize) -> Step<usize> {
    let profile = |place: usize| cx.fixed().mission.squad[waiting[place] as usize].profile;
    let other = |place: &usize| (0..*place).all(|before| profile(before) != profile(*place));
    let kinds: SmallVec<[Choice; 8]> = (0..waiting.len())
        .filter(other)
        .map(|place| Choice::First(Some(PieceId::Marine(waiting[place]))))
        .collect();
    if room >= waiting.len() || kinds.len() < 2 {
        return Ok(0);
    }
    let ask = Ask::new(MARINE, "first", rule!("SH-IGF-007"));
    let Choice::First(Some(PieceId::Marine(whom))) = cx.choose(state, ask, &kinds)? else { return Ok(0) };
    Ok(waiting.iter().position(|index| *index == whom).unwrap_or(0))
}
