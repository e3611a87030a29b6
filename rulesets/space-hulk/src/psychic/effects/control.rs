//! Control: SH-PCD-003, SH-AMB-089.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::{rule, rules};
use grognard_space::grid::Cell;
use smallvec::SmallVec;

use super::super::event::Event;
use crate::Fixed;
use crate::choice::{Action, Choice};
use crate::legal::flame_extent;
use crate::piece::PieceId;
use crate::play::{Cx, act, end_overwatch};
use crate::state::{State, seat};
use crate::table::{Side, Table};

/// SH-PCD-003, SH-AMB-089: what a victim can be made to do: a step, a turn or a mechanism, nothing that could kill.
pub fn orders(fixed: &Fixed, table: &Table, victim: PieceId) -> SmallVec<[Choice; 24]> {
    let most = fixed.numbers().control.most;
    let own = table.cell(victim).map(|cell| Table::section(fixed, cell));
    let deadly = |to: Cell| {
        let hazards = &fixed.mission.hazards;
        let marked = table.burning.contains(to) || table.effect_at(fixed, to).is_some();
        table.is_pitfall(to)
            // SH-AMB-089: into a marked section; who is in one already may be moved about there.
            || marked && own != Some(Table::section(fixed, to))
            // SH-CHU-005, SH-LFT-004: nor into a chute it does not come out of, nor where a lift's door shuts.
            || table.side(victim) == Side::Stealer && hazards.chute_of(to).is_some()
            || hazards.is_lift_door(to)
    };
    let harmless = |action: &Action| match *action {
        Action::Move(to) | Action::Climb(to) | Action::Ride(to) => !deadly(to),
        Action::Open(door) => !lets_fire_in(fixed, table, victim, door),
        Action::Turn(_) | Action::Close(_) => true,
        _ => false,
    };
    crate::legal::menu(fixed, table, victim, most).into_iter().filter(harmless).map(Choice::Do).collect()
}

/// SH-DOR-021: whether the fire of a section would come upon a model through a door of that section.
fn lets_fire_in(fixed: &Fixed, table: &Table, victim: PieceId, door: Cell) -> bool {
    let section = fixed.mission.sections[Table::section(fixed, door)];
    let fires = table.burning & section;
    let Some(cell) = table.cell(victim).filter(|cell| section.contains(*cell) && !fires.contains(*cell))
    else {
        return false;
    };
    if fires.is_empty() {
        return false;
    }
    let mut after = table.clone();
    after.open_door(fixed, door);
    fires.iter().any(|fire| flame_extent(fixed, &after, fire).contains(cell))
}

/// SH-PCD-003: one action of the caster's choice, at no cost to the victim; it loses overwatch.
pub fn control(state: &mut State, cx: &mut Cx<'_>, who: PieceId, victim: PieceId) -> Step {
    let fixed = cx.fixed();
    let mut options = orders(fixed, &state.table, victim);
    options.push(Choice::Pass);
    let owner = seat(state.table.side(who));
    state.table.subject = Some(victim);
    let ask = Ask::new(owner, "control", rule!("SH-PCD-003")).default(options.len() - 1);
    let choice = cx.choose(state, ask, &options)?;
    state.table.subject = None;
    if let PieceId::Marine(index) = victim {
        end_overwatch(state, cx, index, "overwatch.controlled", rules!["SH-PCD-003"]);
    }
    cx.emit(rules!["SH-PCD-003", "SH-AMB-089"], Event::Controlled { victim }.into());
    if let Choice::Do(action) = choice {
        act::perform(state, cx, victim, action)?;
    }
    Ok(())
}
