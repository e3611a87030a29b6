//! Reinforcements, lurking and securing: SH-ENP, SH-SEC, SH-TRN-007.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{Audience, RuleId, Rules, rule, rules};
use smallvec::SmallVec;

use super::{Cx, brood, phases, remove};
use crate::Fixed;
use crate::blips::ambush;
use crate::blips::counter::Counters;
use crate::choice::Choice;
use crate::event::{Cause, Event};
use crate::piece::{PieceId, Place};
use crate::state::{STEALER, State};
use crate::table::{Flow, Side, Table};

/// Draws one counter from the pool.
fn draw_one(state: &mut State, cx: &mut Cx<'_>, place: Place) -> Step<Option<PieceId>> {
    let left = state.hidden.all();
    if left == 0 {
        return Ok(None);
    }
    let index = cx.draw(left, "roll.draw")?;
    let value = state.hidden.at(index).unwrap_or(0);
    *state.hidden.count_mut(value) -= 1;
    let blip = state.add_blip(value, place);
    if applies(rule!("SH-BLP-007")) {
        cx.emit_to(
            Audience::only(STEALER),
            rules!["SH-ENP-002", "SH-BLP-007"],
            Event::Looked { blip, value },
        );
    }
    Ok(Some(blip))
}

/// The blips a mission begins with wait in their entry areas, and count as lurking already (SH-ENP-011).
pub fn first_blips(state: &mut State, cx: &mut Cx<'_>) -> Step {
    for entry in cx.fixed().mission.lurking.clone() {
        let open = open_entries(cx.fixed(), &state.table);
        if open.contains(&Choice::Put(entry)) {
            if let Some(blip) = draw_one(state, cx, Place::Entry(entry))? {
                cx.emit(rules!["SH-ENP-011", "SH-ENT-001"], Event::PutIn { blip, entry, lurks: false });
            }
            continue;
        }
        // SH-ENP-003: what is too much for its area goes to another, as its player likes.
        if open.is_empty() {
            break;
        }
        let Some(blip) = draw_one(state, cx, Place::Hand)? else { break };
        state.table.subject = Some(blip);
        let choice = cx.choose(state, Ask::new(STEALER, "put", rule!("SH-ENP-003")), &open)?;
        state.table.subject = None;
        let Choice::Put(entry) = choice else { break };
        state.table.lay(blip, Place::Entry(entry));
        cx.emit(rules!["SH-ENP-011", "SH-ENP-003"], Event::PutIn { blip, entry, lurks: false });
    }
    Ok(())
}

/// SH-FOR-006: a bought force of the Stealer side waits in the entry areas its player chooses.
pub fn enemy_force(state: &mut State, cx: &mut Cx<'_>) -> Step {
    let fixed = cx.fixed();
    let Some(force) = &fixed.enemy else { return Ok(()) };
    cx.emit(&force.rules, Event::Mustered { points: force.points });
    for index in state.table.crew()..state.table.marines.len() as u8 {
        if state.table.place(PieceId::Marine(index)) == Place::Hand {
            wait(state, cx, index, rules!["SH-FOR-006"])?;
        }
    }
    Ok(())
}

/// A model of the Stealer side comes to wait in an entry area its player chooses; it is lost where all are secured
/// (SH-SEC-003).
pub fn wait(state: &mut State, cx: &mut Cx<'_>, index: u8, rules: Rules) -> Step {
    let fixed = cx.fixed();
    let blip = PieceId::Marine(index);
    let open = (0..fixed.mission.entries.len() as u8).filter(|entry| !state.table.secured[*entry as usize]);
    let entries: SmallVec<[Choice; 8]> = open.map(Choice::Put).collect();
    if entries.is_empty() {
        state.table.marines[index as usize].place = Place::Gone;
        return Ok(());
    }
    state.table.subject = Some(blip);
    let choice = cx.choose(state, Ask::new(STEALER, "put", rules[0]), &entries)?;
    state.table.subject = None;
    let Choice::Put(entry) = choice else { return Ok(()) };
    state.table.lay(blip, Place::Entry(entry));
    let model = &mut state.table.marines[index as usize];
    model.facing = fixed.mission.entries[entry as usize].side.back();
    model.came = true;
    cx.emit(rules, Event::PutIn { blip, entry, lurks: false });
    Ok(())
}

/// Entry areas that are not secured and have room for a blip (SH-ENP-003, SH-SEC-003).
fn open_entries(fixed: &Fixed, table: &Table) -> SmallVec<[Choice; 8]> {
    let limit = fixed.numbers().entry_blips.blips as usize;
    (0..fixed.mission.entries.len() as u8)
        .filter(|entry| !table.secured[*entry as usize])
        .filter(|entry| table.blips.iter().filter(|blip| blip.place == Place::Entry(*entry)).count() < limit)
        .map(Choice::Put)
        .collect()
}

/// Ends all compulsory lurking, and says whether there was any.
fn set_free(state: &mut State) -> bool {
    let mut any = false;
    for blip in &mut state.table.blips {
        any |= std::mem::take(&mut blip.lurks) && blip.place != Place::Gone;
    }
    for stealer in &mut state.table.stealers {
        any |= std::mem::take(&mut stealer.lurks) && stealer.place != Place::Gone;
    }
    for model in &mut state.table.marines {
        any |= std::mem::take(&mut model.lurks) && model.place != Place::Gone;
    }
    any
}

/// SH-ENP-011: what has waited in an entry area since before a Marine came near.
fn waiting_near(fixed: &Fixed, table: &Table) -> SmallVec<[PieceId; 4]> {
    let waits = |id: &PieceId| match (table.place(*id), *id) {
        (Place::Entry(entry), PieceId::Blip(index)) => {
            !table.blips[index as usize].lurks && marines_near(fixed, table, entry)
        }
        (Place::Entry(entry), PieceId::Stealer(index)) => {
            !table.stealers[index as usize].lurks && marines_near(fixed, table, entry)
        }
        (Place::Entry(entry), PieceId::Marine(index)) => {
            !table.marines[index as usize].lurks && marines_near(fixed, table, entry)
        }
        _ => false,
    };
    table.pieces().filter(waits).collect()
}

/// Makes pieces lurk after all; only while a check has switched SH-ENP-011 off.
fn hold_back(state: &mut State, pieces: &[PieceId]) {
    for piece in pieces {
        match *piece {
            PieceId::Blip(index) => state.table.blips[index as usize].lurks = true,
            PieceId::Stealer(index) => state.table.stealers[index as usize].lurks = true,
            PieceId::Marine(index) => state.table.marines[index as usize].lurks = true,
        }
    }
}

/// SH-TRN-003, SH-TRN-007, SH-ENP-018: the Reinforcement Phase draws blips.
pub fn draw(state: &mut State, cx: &mut Cx<'_>) -> Step {
    let fixed = cx.fixed();
    // SH-TRN-006: a led Stealer side has its Command Phase first.
    brood::command(state, cx)?;
    crate::guard::ogryn::begin_turn(state, fixed, Side::Stealer);
    super::launch::begin_turn(state, fixed, Side::Stealer);
    crate::eldar::warrior::begin_turn(&mut state.table, Side::Stealer);
    let mut rules: SmallVec<[RuleId; 4]> = SmallVec::from_slice(rules!["SH-TRN-003", "SH-TRN-007"]);
    // SH-ENP-011: Marines who have come close since do not hold back what waits already.
    let waits = waiting_near(fixed, &state.table);
    // SH-ENP-012: nothing lurks longer than a turn.
    if applies(rule!("SH-ENP-012")) && set_free(state) {
        rules.push(rule!("SH-ENP-012"));
    }
    if !waits.is_empty() {
        rules.push(rule!("SH-ENP-011"));
    }
    if !applies(rule!("SH-ENP-011")) {
        hold_back(state, &waits);
    }
    cx.emit(&rules, Event::Phase { side: Side::Stealer, phase: "phase.reinforcement" });
    let limit = fixed.numbers().entry_blips.blips as usize;
    let room: usize = (0..fixed.mission.entries.len() as u8)
        .filter(|entry| !state.table.secured[*entry as usize])
        .map(|entry| {
            limit - state.table.blips.iter().filter(|b| b.place == Place::Entry(entry)).count().min(limit)
        })
        .sum();
    let mut drawn = 0;
    let room = if applies(rule!("SH-ENP-018")) { room } else { usize::MAX };
    let granted = if applies(rule!("SH-TRN-007")) { fixed.mission.per_turn as usize } else { 0 };
    // SH-ABU-002: an ambush counter instead of one of them.
    let taken = granted > 0 && ambush::offer(state, cx)?;
    let granted = granted - usize::from(taken);
    for _ in 0..granted.min(room) {
        drawn += u8::from(draw_one(state, cx, Place::Hand)?.is_some());
    }
    // SH-ENP-018: fewer than the mission gives, where the pool or the room ran out.
    let short = drawn + u8::from(taken) < fixed.mission.per_turn;
    let rules = match (short, drawn) {
        (true, _) => rules!["SH-TRN-007", "SH-ENP-018"],
        (false, 0) => rules!["SH-TRN-007"],
        (false, _) => rules!["SH-TRN-007", "SH-ENP-002"],
    };
    if drawn == 0 {
        cx.emit(rules, Event::NoneDrawn);
    } else {
        cx.emit(rules, Event::Drawn { blips: drawn });
    }
    state.table.flow = Flow::Distribute;
    Ok(())
}

/// SH-ENP-002, SH-ENP-003, SH-ENP-009: drawn blips are put into entry areas; near Marines they must lurk.
pub fn distribute(state: &mut State, cx: &mut Cx<'_>) -> Step {
    let fixed = cx.fixed();
    while let Some(index) = state.table.blips.iter().position(|blip| blip.place == Place::Hand) {
        let blip = PieceId::Blip(index as u8);
        let entries = open_entries(fixed, &state.table);
        // SH-ENP-002: as the player likes.
        if entries.is_empty() {
            // Nothing is drawn without room, so this only ends the loop.
            remove(state, cx, blip);
            continue;
        }
        state.table.subject = Some(blip);
        let ask = Ask::new(STEALER, "put", rule!("SH-ENP-002"));
        let Choice::Put(entry) = cx.choose(state, ask, &entries)? else { break };
        state.table.subject = None;
        let lurks = marines_near(fixed, &state.table, entry);
        state.table.blips[index].place = Place::Entry(entry);
        state.table.blips[index].lurks = lurks;
        let rules = if lurks {
            rules!["SH-ENP-002", "SH-ENP-003", "SH-ENP-009", "SH-ENP-010"]
        } else {
            rules!["SH-ENP-002", "SH-ENP-003"]
        };
        cx.emit(rules, Event::PutIn { blip, entry, lurks });
    }
    // SH-TRN-003: the Action Phase follows.
    state.table.flow =
        if applies(rule!("SH-TRN-003")) { Flow::Stealers { active: None } } else { Flow::StealerEnd };
    phases::begin_player_turn(state);
    cx.emit(rules!["SH-TRN-003"], Event::Phase { side: Side::Stealer, phase: "phase.action" });
    crate::eldar::farseer::play::foretell(state, cx, Side::Marine)
}

/// SH-ENP-009, SH-ENP-010: whether a Marine is so near that arrivals have to lurk.
pub fn marines_near(fixed: &Fixed, table: &Table, entry: u8) -> bool {
    let square = fixed.mission.entries[entry as usize].square;
    let limit = fixed.numbers().lurking.distance;
    // SH-ENP-010: doors, fire and pieces do not lengthen the way, but walls do.
    if !applies(rule!("SH-ENP-010")) {
        let near = |(_, cell)| fixed.mission.grid.distance(square, cell) <= limit;
        return table.marines_on_map().any(near);
    }
    let routes = &fixed.ground.routes_from_entries[entry as usize];
    debug_assert_eq!(routes[square.0 as usize], 0, "a route begins at its square");
    applies(rule!("SH-ENP-009")) && table.marines_on_map().any(|(_, cell)| routes[cell.0 as usize] <= limit)
}

/// SH-SEC-003, SH-SEC-004: an entry area is closed for good, and what lurks there is gone.
pub fn secure(state: &mut State, cx: &mut Cx<'_>, who: PieceId, entry: u8) {
    state.table.secured[entry as usize] = true;
    cx.emit(
        rules!["SH-SEC-001", "SH-SEC-002", "SH-SEC-003", "SH-ACT-023", "SH-ENT-002"],
        Event::Secured { by: who, entry },
    );
    let inside: Vec<_> =
        state.table.pieces().filter(|id| state.table.place(*id) == Place::Entry(entry)).collect();
    if !applies(rule!("SH-SEC-004")) {
        return;
    }
    for piece in inside {
        remove(state, cx, piece);
        cx.emit(rules!["SH-SEC-004"], Event::Killed { piece, at: None, cause: Cause::Secured });
    }
}
