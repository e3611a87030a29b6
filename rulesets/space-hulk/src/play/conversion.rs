//! Blips become models: SH-CNV, SH-ENP-013.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::switch::{all_apply, applies};
use grognard_engine::{RuleId, Rules, SeatId, rule, rules};
use grognard_space::grid::{Cell, CellSet};
use smallvec::SmallVec;

use super::act::choose_facing;
use super::{Cx, remove, window};
use crate::Fixed;
use crate::blips::ambush;
use crate::blips::muster::{self, Body, Muster, Roster};
use crate::choice::Choice;
use crate::event::Event;
use crate::piece::{PieceId, Place, Stealer};
use crate::psychic::card::Kind;
use crate::state::{MARINE, MOST_OF_A_KIND, STEALER, State};
use crate::table::{Flow, Side, Table};
use grognard_space::grid::Facing;

/// SH-CNV-003, SH-CNV-011: every blip in sight is converted, one at a time, in the Marine player's order.
pub fn sweep(state: &mut State, cx: &mut Cx<'_>) -> Step {
    uncover(state, cx, None)
}

/// The same, after a model has left a square, or died on it, that may have screened some of them (SH-CNV-005).
pub fn uncover(state: &mut State, cx: &mut Cx<'_>, left: Option<Cell>) -> Step {
    revealed(state, cx, left)?;
    Ok(())
}

/// The same, and tells whether there was any.
pub fn revealed(state: &mut State, cx: &mut Cx<'_>, left: Option<Cell>) -> Step<bool> {
    let mut any = false;
    loop {
        let seen = |cell: &Cell| state.table.is_seen(*cell);
        let in_sight: SmallVec<[Choice; 8]> = state
            .table
            .blips_on_map()
            .filter(|(index, cell)| seen(cell) || ambush::is_sprung(cx.fixed(), &state.table, *index, *cell))
            .filter(|(_, cell)| {
                applies(rule!("SH-CNV-005")) || !screened(cx.fixed(), &state.table, *cell, left)
            })
            .map(|(index, _)| Choice::Reveal(PieceId::Blip(index)))
            .collect();
        if in_sight.is_empty() || !applies(rule!("SH-CNV-003")) {
            return Ok(any);
        }
        any = true;
        let ask = Ask::new(MARINE, "reveal", rule!("SH-CNV-011"));
        if let Choice::Reveal(PieceId::Blip(index)) = cx.choose(state, ask, &in_sight)? {
            involuntary(state, cx, index, left, &[])?;
        }
    }
}

/// SH-CNV-005: whether a square would be out of everybody's sight if a model still stood where one has left.
fn screened(fixed: &Fixed, table: &Table, cell: Cell, left: Option<Cell>) -> bool {
    let Some(left) = left else { return false };
    let models = table.models().with(left);
    table
        .marines_on_map()
        .filter(|(index, _)| table.seen_by(*index).contains(cell))
        .all(|(_, from)| !fixed.sight().clear(from, cell, &table.opaque(), &models))
}

/// SH-CNV-003 to SH-CNV-010: a blip that is seen. The Marine player places, the Stealer player faces.
fn involuntary(
    state: &mut State,
    cx: &mut Cx<'_>,
    index: u8,
    left: Option<Cell>,
    fallen_upon: Rules,
) -> Step {
    let own_doing =
        matches!(state.table.flow, Flow::Stealers { active: Some(acting) } if acting == PieceId::Blip(index));
    let placed = unveil(state, cx, index, left, fallen_upon)?;
    face_all(state, cx, &placed)?;
    // SH-CNV-013, SH-OVW-022, SH-FAQ-009, SH-CNV-017: nothing answers their appearance.
    let unanswered = if own_doing {
        rules!["SH-CNV-013", "SH-OVW-022", "SH-FAQ-009", "SH-CNV-017"]
    } else {
        rules!["SH-CNV-013", "SH-OVW-022", "SH-FAQ-009"]
    };
    if !all_apply(unanswered) {
        for stealer in placed {
            window::answer_appearance(state, cx, stealer)?;
        }
    }
    Ok(())
}

/// SH-PCD-005: every blip on some squares is turned over, one after the other in the Marine player's order; the Stealer
/// player faces all the models at the end.
pub fn scanned(state: &mut State, cx: &mut Cx<'_>, cells: CellSet) -> Step {
    let mut all = Vec::new();
    loop {
        let blips = state.table.blips_on_map().filter(|(_, cell)| cells.contains(*cell));
        let blips: SmallVec<[Choice; 8]> =
            blips.map(|(index, _)| Choice::Reveal(PieceId::Blip(index))).collect();
        if blips.is_empty() {
            break;
        }
        let ask = Ask::new(MARINE, "reveal", rule!("SH-PCD-005"));
        let Choice::Reveal(PieceId::Blip(index)) = cx.choose(state, ask, &blips)? else { break };
        all.extend(unveil(state, cx, index, None, rules!["SH-PCD-005"])?);
    }
    face_all(state, cx, &all)
}

/// SH-CNV-015, SH-PEF-002: a blip that a psychic attack is aimed at is turned over at once. Tells what it was.
pub fn struck(state: &mut State, cx: &mut Cx<'_>, index: u8) -> Step<Vec<PieceId>> {
    let placed = unveil(state, cx, index, None, rules!["SH-CNV-015", "SH-PEF-002", "SH-PCD-010"])?;
    face_all(state, cx, &placed)?;
    Ok(placed)
}

/// A blip is turned over and its models are placed by the Marine player.
fn unveil(
    state: &mut State,
    cx: &mut Cx<'_>,
    index: u8,
    left: Option<Cell>,
    fallen_upon: Rules,
) -> Step<Vec<PieceId>> {
    let Some(cell) = state.table.cell(PieceId::Blip(index)) else { return Ok(Vec::new()) };
    if state.table.blips[index as usize].ambush {
        ambush::spring(state, cx, index, fallen_upon)?;
        return Ok(Vec::new());
    }
    // SH-CNV-004: models of a blip that was already activated may not act.
    let acted = |state: &State, blip: u8| state.table.blips[blip as usize].activated;
    let spent = acted(state, index);
    let own_doing =
        matches!(state.table.flow, Flow::Stealers { active: Some(acting) } if acting == PieceId::Blip(index));
    let because: Rules = if own_doing {
        rules!["SH-CNV-014", "SH-CNV-017"]
    } else if !fallen_upon.is_empty() {
        fallen_upon
    } else if screened(cx.fixed(), &state.table, cell, left) {
        rules!["SH-CNV-005"]
    } else {
        &[]
    };
    let face = turn_over(state, cx, index, Some(because));
    let Muster { roster, with } = muster::roster(state, cx, index, face, Place::Board(cell), true)?;
    let spent = (spent || with.is_some_and(|other| acted(state, other))) && applies(rule!("SH-CNV-004"));
    // SH-CNV-008: in or out of sight, as the Marine player likes.
    let conversion = Conversion { owner: MARINE, cell, spent, unseen: false };
    Ok(place_all(state, cx, &conversion, &roster)?.into_vec())
}

/// SH-CNV-001, SH-CNV-002, SH-CNV-007: its owner turns a blip over instead of activating it.
pub fn voluntary(state: &mut State, cx: &mut Cx<'_>, index: u8) -> Step {
    let fixed = cx.fixed();
    let waits =
        |state: &State, blip: u8| state.table.blips[blip as usize].lurks && applies(rule!("SH-ENP-014"));
    let lurks = waits(state, index);
    // SH-CNV-002: each of them can still be activated.
    let spent = !applies(rule!("SH-CNV-002"));
    match state.table.blips[index as usize].place {
        Place::Board(cell) => {
            let face = turn_over(state, cx, index, None);
            let Muster { roster, .. } = muster::roster(state, cx, index, face, Place::Board(cell), false)?;
            let conversion = Conversion { owner: STEALER, cell, spent, unseen: true };
            let placed = place_all(state, cx, &conversion, &roster)?;
            face_all(state, cx, &placed)
        }
        Place::Entry(entry) => {
            let face = turn_over(state, cx, index, None);
            let Muster { roster, with } = muster::roster(state, cx, index, face, Place::Entry(entry), false)?;
            let lurks = lurks || with.is_some_and(|other| waits(state, other));
            let room = room_for_stealers(fixed, &state.table, entry) as usize;
            let roster = forgo(state, cx, STEALER, roster, room, None)?;
            for body in roster.iter().take(room) {
                // SH-ENP-014: they lurk as the blip would have.
                let stealer = body.bring(state, cx, spent, lurks);
                state.table.lay(stealer, Place::Entry(entry));
                let towards = fixed.mission.entries[entry as usize].side.back();
                state.table.turn_to(fixed, stealer, towards);
                let mut rules: SmallVec<[RuleId; 8]> = SmallVec::from_slice(rules!["SH-ENP-013"]);
                if lurks {
                    rules.push(rule!("SH-ENP-014"));
                }
                rules.extend(body.rules(fixed));
                cx.emit(&rules, Event::Placed { stealer, at: None });
            }
            muster::send_back(state, roster.get(room..).unwrap_or_default());
            lose(state, cx, roster.len().saturating_sub(room) as u8, None);
            Ok(())
        }
        Place::Hand | Place::Gone => Ok(()),
    }
}

/// SH-ENP-013: how many converted models an entry area still holds.
pub fn room_for_stealers(fixed: &Fixed, table: &Table, entry: u8) -> u8 {
    let here = |place: Place| place == Place::Entry(entry);
    let stealers = table.stealers.iter().filter(|stealer| here(stealer.place)).count();
    let there = (stealers + table.marines.iter().filter(|model| here(model.place)).count()) as u8;
    fixed.numbers().entry_stealers.stealers.saturating_sub(there)
}

/// SH-CNV-001, SH-CNV-014: whether a blip may be turned over by its owner now; in a Stasis it may not (SH-PCD-022).
/// What finds no room in an entry area is lost, all of it if need be (SH-AMB-054).
pub fn may_convert(fixed: &Fixed, table: &Table, index: u8) -> bool {
    let blip = &table.blips[index as usize];
    let spent = blip.activated && all_apply(rules!["SH-CNV-001", "SH-CNV-014"]);
    !spent
        && matches!(blip.place, Place::Board(_) | Place::Entry(_))
        // SH-ABU-006: an ambush counter is turned over only by who meets it.
        && !blip.ambush
        && !table.is_under(fixed, PieceId::Blip(index), Kind::Stasis)
}

/// Reveals a blip and takes the counter away: for the rules given because it was seen, for none by its owner's choice.
pub(crate) fn turn_over(state: &mut State, cx: &mut Cx<'_>, index: u8, seen: Option<Rules>) -> u8 {
    let value = state.hidden.values[index as usize];
    state.table.blips[index as usize].shown = Some(value);
    let blip = PieceId::Blip(index);
    cx.reveal();
    let mut rules: SmallVec<[RuleId; 8]> =
        SmallVec::from_slice(rules!["SH-CNV-013", "SH-BLP-001", "SH-BLP-007"]);
    if let Some(because) = seen {
        crate::guard::commissar::discover(state);
        rules.push(rule!("SH-CNV-003"));
        rules.extend_from_slice(because);
        if let Flow::Stealers { .. } = state.table.flow {
            rules.push(rule!("SH-CNV-004"));
        }
    } else {
        rules.extend_from_slice(rules!["SH-CNV-001", "SH-CNV-002"]);
    }
    if crate::blips::counter::letter(value).is_some() {
        // SH-HBL-001, SH-HBL-002, SH-MOV-007: until now it was a blip like any other.
        rules.extend_from_slice(rules!["SH-HBL-001", "SH-HBL-002", "SH-MOV-007"]);
    }
    remove(state, cx, blip);
    cx.emit(&rules, Event::Converted { blip, value, voluntary: seen.is_none() });
    value
}

/// A new Genestealer, not on the table yet.
pub(crate) fn add(state: &mut State, activated: bool, lurks: bool) -> PieceId {
    let stealers = &mut state.table.stealers;
    let stealer = Stealer {
        place: Place::Hand,
        facing: Facing::North,
        activated,
        ap: 0,
        turned: false,
        lurks,
        prone: false,
    };
    if stealers.len() >= MOST_OF_A_KIND
        && let Some(index) = stealers.iter().position(|stealer| stealer.place == Place::Gone)
    {
        // As with blips: in a very long game the dead lend their numbers.
        stealers[index] = stealer;
        state.table.forget(PieceId::Stealer(index as u8));
        return PieceId::Stealer(index as u8);
    }
    stealers.push(stealer);
    PieceId::Stealer((state.table.stealers.len() - 1) as u8)
}

/// SH-CNV-006, SH-PIT-009, SH-PIT-010: empty squares next to a square that a model could be put on; a Genestealer where none
/// is named.
pub fn free_squares(fixed: &Fixed, table: &Table, cell: Cell, who: Option<PieceId>) -> CellSet {
    let own = fixed.mission.sections[Table::section(fixed, cell)];
    let near =
        if applies(rule!("SH-CNV-006")) { fixed.mission.grid.touching(cell, table.shut()) } else { own };
    free_among(fixed, table, cell, near, who)
}

/// Those of some squares near a square that a model could be put on.
fn free_among(fixed: &Fixed, table: &Table, cell: Cell, near: CellSet, who: Option<PieceId>) -> CellSet {
    let own = fixed.mission.sections[Table::section(fixed, cell)];
    let mut free = near.minus(&table.occupied()).minus(table.shut());
    // A burning square only if the blip itself stands in that section.
    let inside = if table.burning.contains(cell) { own } else { CellSet::EMPTY };
    free = free.minus(&table.burning.minus(&inside));
    if table.psychic.is_some() {
        free = free.minus(&crate::psychic::endphase::barred(fixed, table).minus(&own));
    }
    let hazards = &fixed.mission.hazards;
    if who.is_some_and(|who| !fixed.climbs(who)) {
        // SH-AIR-001: nobody else crawls into an air shaft.
        free = free.minus(&hazards.in_shafts());
    }
    if !matches!(who, Some(who) if fixed.side(who) == Side::Marine) {
        // SH-CHU-003: what goes into a chute follows a Marine; nobody is put there.
        free = free.minus(&hazards.in_chutes());
    }
    free
}

/// SH-CNV-012: the squares straight above and below, where a hole leads there.
fn across(fixed: &Fixed, table: &Table, cell: Cell, who: Option<PieceId>) -> CellSet {
    if table.things.holes.is_empty() || !applies(rule!("SH-CNV-012")) {
        return CellSet::EMPTY;
    }
    let near = [fixed.mission.above(cell), fixed.mission.below(cell)];
    let near: CellSet = near
        .into_iter()
        .flatten()
        .filter(|other| crate::legal::shaft_between(fixed, table, cell, *other).is_some())
        .collect();
    free_among(fixed, table, cell, near, who)
}

/// SH-PIT-018: a Marine comes down on a counter, which is turned over first.
pub fn fallen_upon(state: &mut State, cx: &mut Cx<'_>, index: u8) -> Step {
    involuntary(state, cx, index, None, rules!["SH-PIT-018"])
}

/// Who places what a counter stood for, and where.
struct Conversion {
    owner: SeatId,
    cell: Cell,
    /// SH-CNV-004: the models may not act this turn.
    spent: bool,
    /// SH-CNV-007: out of the Marines' sight.
    unseen: bool,
}

/// SH-CNV-006 to SH-CNV-009: one model on the counter's square, the rest next to it, one at a time. Where they differ, the
/// one who places them says which goes where.
fn place_all(
    state: &mut State,
    cx: &mut Cx<'_>,
    conversion: &Conversion,
    roster: &[Body],
) -> Step<SmallVec<[PieceId; 8]>> {
    let fixed = cx.fixed();
    let Conversion { owner, cell, spent, unseen } = *conversion;
    let mut waiting = Roster::from_slice(roster);
    let differ = |roster: &[Body]| roster.iter().any(|body| !body.alike(fixed, &roster[0]));
    if !unseen && differ(&waiting) {
        // SH-CNV-006, SH-CNV-009: whoever places what Marines have seen says which go without.
        let room = room(fixed, &state.table, conversion).len();
        waiting = forgo(state, cx, owner, waiting, room, Some(cell))?;
    }
    let mixed = differ(&waiting);
    let mut placed: SmallVec<[PieceId; 8]> = SmallVec::new();
    while !waiting.is_empty() {
        let left = waiting.len();
        let next = if mixed { first_of(state, cx, conversion, &waiting)? } else { 0 };
        let body = waiting.remove(next);
        let open = !state.table.occupied().contains(cell);
        if open && (!mixed || left == 1) {
            let model = body.bring(state, cx, spent, false);
            state.table.put(fixed, model, cell);
            let rules = if unseen {
                SmallVec::from_slice(rules!["SH-CNV-006", "SH-CNV-001"])
            } else {
                appearing(fixed, &state.table, cell, rules!["SH-CNV-006", "SH-CNV-003"])
            };
            let rules: SmallVec<[RuleId; 8]> = rules.iter().copied().chain(body.rules(fixed)).collect();
            cx.emit(&rules, Event::Placed { stealer: model, at: Some(cell) });
            placed.push(model);
            continue;
        }
        let mut free = free_squares(fixed, &state.table, cell, body.slot())
            | across(fixed, &state.table, cell, body.slot());
        if unseen {
            // SH-CNV-007: its owner may not put models into a Marine's sight.
            free = free.minus(&state.table.seen());
        }
        if open {
            free.insert(cell);
        }
        let squares: SmallVec<[Choice; 8]> = free.iter().map(Choice::Place).collect();
        if squares.is_empty() {
            // Another may fit where this one does not.
            let full = !mixed || room(fixed, &state.table, conversion).is_empty();
            let gone = if full { std::mem::take(&mut waiting) } else { Roster::new() };
            muster::send_back(state, &[body]);
            muster::send_back(state, &gone);
            lose(state, cx, 1 + gone.len() as u8, Some(cell));
            continue;
        }
        let rule = if unseen { rule!("SH-CNV-007") } else { rule!("SH-CNV-008") };
        if mixed {
            state.table.subject = body.slot();
        }
        let ask = Ask::new(owner, "place", rule);
        let Choice::Place(at) = cx.choose(state, ask, &squares)? else { break };
        state.table.subject = None;
        let model = body.bring(state, cx, spent, false);
        state.table.put(fixed, model, at);
        let rules =
            if unseen { rules!["SH-CNV-006", "SH-CNV-007"] } else { rules!["SH-CNV-006", "SH-CNV-008"] };
        let mut rules = appearing(fixed, &state.table, at, rules);
        if fixed.mission.grid.coord(at).level != fixed.mission.grid.coord(cell).level {
            rules.push(rule!("SH-CNV-012"));
        }
        rules.extend(body.rules(fixed));
        cx.emit(&rules, Event::Placed { stealer: model, at: Some(at) });
        placed.push(model);
    }
    Ok(placed)
}

/// The squares there are for what a counter stood for, its own among them.
fn room(fixed: &Fixed, table: &Table, conversion: &Conversion) -> CellSet {
    let cell = conversion.cell;
    let mut room = free_squares(fixed, table, cell, None) | across(fixed, table, cell, None);
    if conversion.unseen {
        room = room.minus(&table.seen());
    }
    if table.occupied().contains(cell) { room } else { room.with(cell) }
}

/// One choice for each kind of model among some.
fn kinds(fixed: &Fixed, roster: &[Body], choice: fn(Option<PieceId>) -> Choice) -> SmallVec<[Choice; 8]> {
    let first = |place: &usize| roster[..*place].iter().all(|other| !roster[*place].alike(fixed, other));
    (0..roster.len()).filter(first).map(|place| choice(roster[place].slot())).collect()
}

/// SH-CNV-009: where models that differ do not all fit, a player says which go without.
fn forgo(
    state: &mut State,
    cx: &mut Cx<'_>,
    owner: SeatId,
    mut roster: Roster,
    room: usize,
    at: Option<Cell>,
) -> Step<Roster> {
    let before = roster.len();
    while roster.len() > room {
        let kinds = kinds(cx.fixed(), &roster, Choice::Lose);
        if kinds.len() < 2 {
            break;
        }
        let ask = Ask::new(owner, "lose", rule!("SH-CNV-009"));
        let Choice::Lose(whom) = cx.choose(state, ask, &kinds)? else { break };
        let Some(place) = roster.iter().position(|body| body.slot() == whom) else { break };
        let body = roster.remove(place);
        muster::send_back(state, &[body]);
    }
    lose(state, cx, (before - roster.len()) as u8, at);
    Ok(roster)
}

/// SH-CNV-009: where there may be no room for all of models that differ, their owner says who comes first: each one placed may
/// hide further squares from the Marines, or take one from another.
fn first_of(state: &mut State, cx: &mut Cx<'_>, conversion: &Conversion, waiting: &[Body]) -> Step<usize> {
    let fixed = cx.fixed();
    let kinds = kinds(fixed, waiting, Choice::First);
    let room = room(fixed, &state.table, conversion).len();
    let short = (1..waiting.len()).contains(&room);
    if !conversion.unseen || kinds.len() < 2 || !short {
        return Ok(0);
    }
    let ask = Ask::new(conversion.owner, "first", rule!("SH-CNV-009"));
    let Choice::First(whom) = cx.choose(state, ask, &kinds)? else { return Ok(0) };
    Ok(waiting.iter().position(|body| body.slot() == whom).unwrap_or(0))
}

/// SH-OVW-022, SH-FAQ-009: a model that appears where overwatch covers it has not acted, and draws no shot.
fn appearing(fixed: &Fixed, table: &Table, at: Cell, rules: Rules) -> SmallVec<[RuleId; 8]> {
    let mut all = SmallVec::from_slice(rules);
    if table.marines_on_map().any(|(index, _)| window::covers(fixed, table, index, at)) {
        all.extend_from_slice(rules!["SH-OVW-022", "SH-FAQ-009"]);
    }
    all
}

/// SH-CNV-009: models that do not fit are lost.
fn lose(state: &mut State, cx: &mut Cx<'_>, models: u8, at: Option<Cell>) {
    // SH-AIR-004: there is little room in an air shaft.
    let in_shaft = at.is_some_and(|cell| cx.fixed().mission.hazards.in_shafts().contains(cell));
    let rules = if in_shaft { rules!["SH-CNV-009", "SH-AIR-004"] } else { rules!["SH-CNV-009"] };
    if models > 0 && all_apply(rules) {
        state.table.lost += u16::from(models);
        cx.emit(rules, Event::Lost { models });
    }
}

/// SH-CNV-010, SH-FAC-003: the Stealer player faces each new model.
fn face_all(state: &mut State, cx: &mut Cx<'_>, placed: &[PieceId]) -> Step {
    if all_apply(rules!["SH-CNV-010", "SH-FAC-003"]) {
        for stealer in placed {
            choose_facing(state, cx, *stealer, rule!("SH-FAC-003"))?;
        }
    }
    Ok(())
}
