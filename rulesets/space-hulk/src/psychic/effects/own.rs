//! Effects on the caster himself, and Switch: SH-PCD-018 to SH-PCD-021.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};
use grognard_space::grid::Cell;
use smallvec::SmallVec;

use super::super::card::Kind;
use super::super::event::Event;
use super::super::targeting;
use crate::Fixed;
use crate::choice::Choice;
use crate::event::{Cause, Event as Happening};
use crate::piece::PieceId;
use crate::play::act::choose_facing;
use crate::play::{Cx, flames, kill, levels, whose_turn};
use crate::state::{State, seat};
use crate::table::Table;

/// SH-PCD-018: a door opens or closes.
pub fn switch(state: &mut State, cx: &mut Cx<'_>, who: PieceId, door: Cell) -> Step {
    let fixed = cx.fixed();
    let rules = rules!["SH-PCD-018", "SH-PEF-003"];
    if state.table.open.contains(door) {
        state.table.close_door(fixed, door);
        cx.emit(rules, Happening::DoorClosed { by: who, door });
        return Ok(());
    }
    state.table.open_door(fixed, door);
    if fixed.mission.hazards.is_lift_door(door) {
        state.table.things.lift_doors.push((door, state.table.side(who)));
    }
    cx.emit(rules, Happening::DoorOpened { by: who, door });
    flames::spread(state, cx, door)
}

/// SH-PCD-019: where a psyker can teleport to.
pub fn destinations(fixed: &Fixed, table: &Table, who: PieceId) -> SmallVec<[Choice; 64]> {
    let reach = targeting::squares(fixed, table, who, fixed.data.deck.attack_of(Kind::Teleport));
    let mut free = reach.minus(&table.occupied()).minus(table.shut());
    if !fixed.climbs(who) && applies(rule!("SH-AIR-001")) {
        // SH-AIR-001: he does not fit into an air shaft.
        free = free.minus(&fixed.mission.hazards.in_shafts());
    }
    let plain = |cell: &Cell| table.effect_at(fixed, *cell).is_none();
    free.iter().filter(plain).map(Choice::Place).collect()
}

/// SH-PCD-019: to any empty square without a psychic marker, facing as he likes; fire there burns him at once.
pub fn teleport(state: &mut State, cx: &mut Cx<'_>, who: PieceId) -> Step {
    let fixed = cx.fixed();
    let Some(from) = state.table.cell(who) else { return Ok(()) };
    let options = destinations(fixed, &state.table, who);
    if options.is_empty() {
        return Ok(());
    }
    let owner = seat(state.table.side(who));
    state.table.subject = Some(who);
    let choice = cx.choose(state, Ask::new(owner, "teleport", rule!("SH-PCD-019")), &options)?;
    state.table.subject = None;
    let Choice::Place(to) = choice else { return Ok(()) };
    state.table.shift(fixed, who, to);
    cx.emit(rules!["SH-PCD-019", "SH-PTG-006"], Event::Teleported { psyker: who, from, to }.into());
    choose_facing(state, cx, who, rule!("SH-PCD-019"))?;
    if state.table.burning.contains(to) {
        let weapon = state.table.fires[Table::section(fixed, to)].weapon;
        let target = flames::burn_target(fixed, who, weapon);
        let [face] = cx.roll_against(6, "roll.flames", rules!["SH-PCD-019", "SH-WHF-003"], &target)?;
        if target.need().met_by(face) {
            kill(state, cx, who, Cause::Flames, rules!["SH-PCD-019", "SH-WHF-003"])?;
        }
    }
    // SH-PIT-005: also who has an Aura to thank that he is still there.
    levels::may_fall(state, cx, who)?;
    Ok(())
}

/// SH-PCD-020: his activation begins anew.
pub fn burst(state: &mut State, cx: &mut Cx<'_>, who: PieceId) {
    let PieceId::Marine(index) = who else { return };
    let ap = cx.fixed().marine_points(index);
    state.table.marines[index as usize].ap = ap;
    cx.emit(rules!["SH-PCD-020"], Event::Hastened { psyker: who, ap }.into());
}

/// SH-PCD-021: until the end of the next enemy turn, and for the rest of the one that is played now.
pub fn foresee(state: &mut State, cx: &mut Cx<'_>, who: PieceId) {
    let turns = if whose_turn(state) == state.table.side(who) { 1 } else { 2 };
    if let Some(psychic) = &mut state.table.psychic {
        psychic.foresight.retain(|(other, _)| *other != who);
        psychic.foresight.push((who, turns));
    }
    cx.emit(rules!["SH-PCD-021"], Event::Foresees { psyker: who }.into());
}
