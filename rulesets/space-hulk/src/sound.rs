//! What must be true of every state at every question.

use grognard_space::grid::CellSet;

use crate::Fixed;
use crate::blips::counter::{Counters, FACES};
use crate::goal::{ItemPlace, Progress};
use crate::piece::{Mark, PieceId, Place};
use crate::state::{MOST_OF_A_KIND, State};
use crate::things::Canister;

/// The most points a piece or a side can hold.
const MOST_POINTS: u8 = 100;

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
    if state.hidden.values.iter().any(|face| *face >= FACES) {
        return Err("a blip has a face that no counter has".to_owned());
    }
    for (what, have) in [("blips", table.blips.len()), ("Genestealers", table.stealers.len())] {
        if have > MOST_OF_A_KIND {
            return Err(format!("there are {have} {what}, at most {MOST_OF_A_KIND} have numbers"));
        }
    }
    if table.turn == 0 || table.turn > mission.turns {
        return Err(format!("turn is {}, the mission has {}", table.turn, mission.turns));
    }
    check_counts(state)?;
    crate::psychic::state::check_shape(fixed, state)?;
    crate::guard::check_shape(fixed, table)?;
    crate::eldar::seers::check_shape(fixed, table)?;
    crate::eldar::farseer::check_shape(fixed, state)?;
    crate::harlequin::check_shape(fixed, table)?;
    crate::eldar::warrior::check_shape(fixed, table)?;
    same("canisters", table.things.loads.len(), mission.hazards.canisters.len())?;
    let all = mission.grid.all();
    let things = &table.things;
    let standing = [
        things.crates,
        things.tanks,
        things.bulkheads,
        things.hatches,
        things.rubble,
        things.holes,
        things.ladders,
        things.lifts,
        things.lift_doors.iter().map(|(door, _)| *door).collect(),
    ];
    for set in [table.closed, table.open, table.burning].into_iter().chain(standing) {
        if !set.is_subset(all) {
            return Err("a door or fire is off the map".to_owned());
        }
    }
    check_items(fixed, state)?;
    for load in &things.loads {
        let there = match load.place {
            Canister::On(cell) => all.contains(cell),
            Canister::With(index) => (index as usize) < table.marines.len(),
            Canister::Dropped | Canister::Gone => true,
        };
        if !there {
            return Err("a canister is nowhere".to_owned());
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
        crate::table::Flow::Stealers { active: Some(id @ PieceId::Marine(index)) }
            if index < mission.crew =>
        {
            return Err(format!("flow: {id:?} is active in the Stealer turn"));
        }
        crate::table::Flow::Stealers { active } => active,
        _ => None,
    };
    let aimed_at =
        table.marines.iter().filter_map(|marine| marine.sustained).filter_map(|(mark, _)| match mark {
            Mark::Model(id) => Some(id),
            Mark::Door(_) => None,
        });
    for marine in &table.marines {
        if let Some((Mark::Door(door), _)) = marine.sustained
            && !all.contains(door)
        {
            return Err("sustained: a door is off the map".to_owned());
        }
    }
    let mentioned =
        table.assaults.iter().flat_map(|(a, b)| [*a, *b]).chain(active).chain(table.subject).chain(aimed_at);
    let mentioned = mentioned.chain(crate::eldar::warrior::mentioned(table));
    for id in mentioned {
        if !known(id) {
            return Err(format!("{id:?} does not exist"));
        }
    }
    Ok(())
}

/// Every item of the mission lies on the map, is carried by somebody in play, or is out; there are no others.
fn check_items(fixed: &Fixed, state: &State) -> Result<(), String> {
    let (table, mission) = (&state.table, &fixed.mission);
    for (index, place) in table.items.iter().enumerate() {
        let fits = match (*place, index < mission.items.len()) {
            (ItemPlace::Absent, known) => !known,
            (_, false) => false,
            (ItemPlace::Lies(cell), true) => mission.grid.all().contains(cell),
            (ItemPlace::Carried(marine), true) => {
                table.marines.get(marine as usize).is_some_and(crate::piece::Marine::in_play)
            }
            (ItemPlace::Out, true) => true,
        };
        if !fits {
            return Err(format!("item {index} is where it cannot be"));
        }
    }
    for (index, progress) in table.goals.iter().enumerate() {
        if index >= mission.goals.len() && *progress != Progress::default() {
            return Err(format!("goal {index} does not exist"));
        }
        if progress.turns > mission.turns {
            return Err(format!("goal {index} was held for more turns than there are"));
        }
    }
    Ok(())
}

/// Points and markers leave room for what the rules add to them.
fn check_counts(state: &State) -> Result<(), String> {
    let table = &state.table;
    let small = |what: &str, count: u8| {
        if count <= MOST_POINTS {
            Ok(())
        } else {
            Err(format!("{what} is {count}, it can be {MOST_POINTS} at most"))
        }
    };
    small("cp", state.hidden.cp)?;
    small("cp of the Stealer side", state.hidden.brood_cp)?;
    table.marines.iter().try_for_each(|marine| small("ap", marine.ap))?;
    table.stealers.iter().try_for_each(|stealer| small("ap", stealer.ap))?;
    table.blips.iter().try_for_each(|blip| small("ap", blip.ap))?;
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
    if table.shut().intersects(&table.occupied()) {
        let cells = (*table.shut() & table.occupied()).iter().map(|cell| fixed.mission.grid.coord(cell));
        let places: Vec<_> = cells.map(|at| format!("{at:?}")).collect();
        return Err(format!(
            "SH-DOR-009, SH-MOV-004: a piece stands in a closed door or another thing: {places:?}"
        ));
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
        if marine.overwatch && (marine.jammed || marine.prone || marine.cell().is_none()) {
            return Err("SH-JAM-004: a jammed or missing model is on overwatch".to_owned());
        }
    }
    // All counters are in the pool or in play.
    for face in 0..FACES {
        let in_play = (0..table.blips.len())
            .filter(|index| {
                let blip = &table.blips[*index];
                blip.place != Place::Gone && !blip.ambush && state.hidden.values[*index] == face
            })
            .count();
        let have = in_play + state.hidden.of(face) as usize;
        if have != fixed.mission.of(face) as usize {
            return Err(format!("there are {have} counters `{}`", crate::blips::counter::name(face)));
        }
    }
    Ok(())
}
