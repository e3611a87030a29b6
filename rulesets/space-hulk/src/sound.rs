//! What must be true of every state at every question.

use grognard_space::grid::CellSet;

use crate::Fixed;
use crate::piece::{PieceId, Place};
use crate::state::State;

/// Checks that a state read from outside fits the mission, before anything is derived from it.
pub fn check_shape(fixed: &Fixed, state: &State) -> Result<(), String> {
    let table = &state.table;
    let mission = &fixed.mission;
    let same = |what: &str, have: usize, want: usize| {
        if have == want { Ok(()) } else { Err(format!("there are {have} {what}, the mission has {want}")) }
    };
    same("marines", table.marines.len(), mission.squad.len())?;
    same("fires", table.fires.len(), mission.sections.len())?;
    same("entry areas", table.secured.len(), mission.entries.len())?;
    same("blip values", state.hidden.values.len(), table.blips.len())?;
    if state.hidden.values.iter().any(|value| *value > 6) {
        return Err("a blip has a value above 6".to_owned());
    }
    let all = mission.grid.all();
    for set in [table.closed, table.open, table.burning] {
        if !set.is_subset(all) {
            return Err("a door or fire is off the map".to_owned());
        }
    }
    let mut taken = CellSet::EMPTY;
    for id in table.pieces() {
        match table.place(id) {
            Place::Board(cell) if !all.contains(cell) => return Err(format!("{id:?} is off the map")),
            Place::Board(cell) if taken.contains(cell) => return Err(format!("{id:?} shares its square")),
            Place::Board(cell) => {
                taken.insert(cell);
            }
            Place::Entry(entry) if entry as usize >= mission.entries.len() => {
                return Err(format!("{id:?} is in an entry area that does not exist"));
            }
            _ => {}
        }
    }
    let known = |id: PieceId| match id {
        PieceId::Marine(index) => (index as usize) < table.marines.len(),
        PieceId::Stealer(index) => (index as usize) < table.stealers.len(),
        PieceId::Blip(index) => (index as usize) < table.blips.len(),
    };
    let active = match table.flow {
        crate::table::Flow::Marines { active } => active.map(PieceId::Marine),
        crate::table::Flow::Stealers { active } => active,
        _ => None,
    };
    let mentioned = table.assaults.iter().flat_map(|(a, b)| [*a, *b]).chain(active).chain(table.subject);
    for id in mentioned {
        if !known(id) {
            return Err(format!("{id:?} does not exist"));
        }
    }
    Ok(())
}

/// Checks the invariants of a state in play.
pub fn check(fixed: &Fixed, state: &State) -> Result<(), String> {
    check_shape(fixed, state)?;
    let table = &state.table;
    let mut fresh = table.clone();
    fresh.rebuild(fixed);
    if !fresh.same_derived(table) {
        return Err("who stands where or who sees what is out of date".to_owned());
    }
    if table.closed.intersects(&table.occupied()) {
        return Err("SH-DOR-009: a piece stands in a closed door".to_owned());
    }
    if table.closed.intersects(&table.open) {
        return Err("a door is both open and closed".to_owned());
    }
    for (section, fire) in table.fires.iter().enumerate() {
        let burns = table.burning.intersects(&fixed.mission.sections[section]);
        if burns != (fire.markers != [0, 0]) {
            return Err(format!("section {section} burns without a marker, or the other way round"));
        }
    }
    for marine in &table.marines {
        if marine.overwatch && (marine.jammed || marine.cell().is_none()) {
            return Err("SH-JAM-004: a jammed or missing model is on overwatch".to_owned());
        }
    }
    // All counters are in the pool or in play.
    for value in 0..fixed.mission.pool.len() {
        let in_play = (0..table.blips.len())
            .filter(|index| {
                table.blips[*index].place != Place::Gone && state.hidden.values[*index] as usize == value
            })
            .count();
        let have = in_play + state.hidden.pool[value] as usize;
        if have != fixed.mission.pool[value] as usize {
            return Err(format!("there are {have} counters of value {value}"));
        }
    }
    Ok(())
}
