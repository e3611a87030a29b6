//! The procedures of the game: one file a section of the rules.

pub mod act;
pub mod assault;
pub mod brood;
pub mod canisters;
pub mod chutes;
pub mod compound;
pub mod conversion;
pub mod explosions;
pub mod flames;
pub mod launch;
pub mod levels;
pub mod lifts;
pub mod objective;
pub mod phases;
pub mod reinforcement;
pub mod rubble;
pub mod shooting;
pub mod window;

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::switch::{all_apply, applies};
use grognard_engine::{RuleId, Rules, rule, rules};
use smallvec::SmallVec;

use crate::SpaceHulk;
use crate::blips::event::BroodEvent;
use crate::eldar::seers::{self, event::Damage};
use crate::event::{Cause, Event};
use crate::hazard::Thing;
use crate::piece::{PieceId, Place};
use crate::profile::Folk;
use crate::psychic;
use crate::state::State;
use crate::table::{Flow, Side};
use crate::things::Canister;

/// The context of an activity.
pub type Cx<'a> = Ctx<'a, SpaceHulk>;

/// Whose turn it is.
pub fn whose_turn(state: &State) -> Side {
    match state.table.flow {
        Flow::Cards { side, .. } => side,
        Flow::Draw | Flow::Distribute | Flow::Stealers { .. } | Flow::StealerEnd => Side::Stealer,
        _ => Side::Marine,
    }
}

/// Takes a piece out of the game; a blip's counter goes back to the pool.
pub fn remove(state: &mut State, cx: &mut Cx<'_>, piece: PieceId) {
    if let PieceId::Marine(index) = piece
        && let Some(load) = state.table.load_of(index)
    {
        // SH-TOX-004: nothing happens to the canister.
        let left = state.table.cell(piece).filter(|_| applies(rule!("SH-TOX-004")));
        let place = left.map_or(Canister::Gone, Canister::On);
        state.table.things.loads[load].place = place;
    }
    state.table.lift(cx.fixed(), piece, Place::Gone);
    crate::eldar::warrior::forget(&mut state.table, piece);
    match piece {
        PieceId::Marine(index) => {
            let marine = &mut state.table.marines[index as usize];
            marine.overwatch = false;
            marine.sustained = None;
        }
        // SH-ABU-009: an ambush counter is none of the pool.
        PieceId::Blip(index) if state.table.blips[index as usize].ambush => {}
        PieceId::Blip(index) => {
            let face = state.hidden.values[index as usize];
            *state.hidden.count_mut(face) += 1;
        }
        PieceId::Stealer(_) => {}
    }
    // A dead piece is active no longer.
    match &mut state.table.flow {
        Flow::Marines { active } if *active == marine_index(piece) => *active = None,
        Flow::Stealers { active } if *active == Some(piece) => *active = None,
        _ => {}
    }
}

fn marine_index(piece: PieceId) -> Option<u8> {
    match piece {
        PieceId::Marine(index) => Some(index),
        _ => None,
    }
}

/// What became of a piece that was to be killed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It is out of the game.
    Dead,
    /// It is still there: it has lost a wound, or its armour has held.
    Alive,
    /// It is still there as it was: an Aura has saved it, or time stands still around it.
    Saved,
}

/// Kills a piece, unless it can take more or its player saves it.
pub fn kill(
    state: &mut State,
    cx: &mut Cx<'_>,
    piece: PieceId,
    cause: Cause,
    rules: &[RuleId],
) -> Step<Fate> {
    // SH-PCD-001, SH-PCD-022: what is cancelled takes no wound either.
    if state.table.psychic.is_some() && psychic::aura::saves(state, cx, piece)? {
        return Ok(Fate::Saved);
    }
    if let Some(index) = marine_index(piece)
        && state.table.marines[index as usize].wounds > 1
        && all_apply(rules!["SH-CLA-016", "SH-IGF-017"])
    {
        // SH-CLA-016, SH-AMB-056, SH-IGF-017: a wound, not a life.
        let marine = &mut state.table.marines[index as usize];
        marine.wounds -= 1;
        let left = marine.wounds;
        let rules = if cx.fixed().profile(index).folk == Folk::Tyranid {
            rules!["SH-CLA-016", "SH-TYR-002"]
        } else {
            rules!["SH-CLA-016", "SH-IGF-017"]
        };
        cx.emit(rules, Event::Wounded { piece, left });
        return Ok(Fate::Alive);
    }
    end(state, cx, piece, cause, rules)
}

/// Kills a piece that has nothing left to lose, unless its armour holds.
fn end(state: &mut State, cx: &mut Cx<'_>, piece: PieceId, cause: Cause, rules: &[RuleId]) -> Step<Fate> {
    if state.table.seers.is_some()
        && let Some(damage) = seers::damage::roll(state, cx, piece, cause)?
    {
        // SH-WGD-006: wraithbone takes a good deal.
        if matches!(damage, Damage::None | Damage::Down) {
            return Ok(Fate::Alive);
        }
        let section = seers::damage::section_of(cx, state, piece);
        doom(state, cx, piece, cause, rules);
        if let (Damage::Released, Some(section)) = (damage, section) {
            seers::damage::release(state, cx, section)?;
        }
        return Ok(Fate::Dead);
    }
    if state.table.warriors.is_some() && crate::eldar::dragon::saves(state, cx, piece, cause)? {
        return Ok(Fate::Alive);
    }
    doom(state, cx, piece, cause, rules);
    Ok(Fate::Dead)
}

/// Kills a piece that nothing can save.
pub fn doom(state: &mut State, cx: &mut Cx<'_>, piece: PieceId, cause: Cause, rules: &[RuleId]) {
    let at = state.table.cell(piece);
    remove(state, cx, piece);
    let event = Event::Killed { piece, at, cause };
    match marine_index(piece) {
        // SH-TRM-005: the points a dead Captain brought stay for this turn.
        Some(index) if cx.fixed().profile(index).command => {
            if !applies(rule!("SH-TRM-005")) {
                let brought = cx.fixed().numbers().command_bonus.captain.unsigned_abs();
                state.hidden.cp = state.hidden.cp.saturating_sub(brought);
            }
            let rules: Vec<_> = rules.iter().copied().chain([rule!("SH-TRM-005")]).collect();
            cx.emit(&rules, event);
        }
        _ => cx.emit(rules, event),
    }
    objective::drop_items(state, cx, piece, at);
    silence(state, cx, piece);
}

/// SH-CMD-022: with its last officer the Guard loses its command points.
fn silence(state: &mut State, cx: &mut Cx<'_>, piece: PieceId) {
    let fixed = cx.fixed();
    let officer = |index: u8| fixed.profile(index).officer;
    let Some(index) = marine_index(piece).filter(|index| officer(*index)) else { return };
    let side = state.table.side(piece);
    let in_play = |other: u8| state.table.marines[other as usize].in_play();
    let left = state.table.squad_of(side).any(|other| other != index && officer(other) && in_play(other));
    // SH-CMD-026: Marines who go with it are led from outside.
    let left = left || crate::guard::led_from_outside(fixed, &state.table, side);
    if !left && state.cp(side) > 0 && applies(rule!("SH-CMD-022")) {
        let points = std::mem::take(state.cp_mut(side));
        let event = match side {
            Side::Marine => Event::Expired { points },
            Side::Stealer => Event::Brood(BroodEvent::Expired { points }),
        };
        cx.emit(rules!["SH-CMD-022"], event);
    }
}

/// Kills a piece however much it could still take.
pub fn slay(
    state: &mut State,
    cx: &mut Cx<'_>,
    piece: PieceId,
    cause: Cause,
    rules: &[RuleId],
) -> Step<Fate> {
    if state.table.psychic.is_some() && psychic::aura::saves(state, cx, piece)? {
        return Ok(Fate::Saved);
    }
    end(state, cx, piece, cause, rules)
}

/// SH-OVW-008: a Marine is no longer on overwatch.
pub fn end_overwatch(state: &mut State, cx: &mut Cx<'_>, index: u8, why: &'static str, rules: &[RuleId]) {
    let marine = &mut state.table.marines[index as usize];
    if marine.overwatch && rules.first().is_none_or(|rule| applies(*rule)) {
        marine.overwatch = false;
        cx.emit(rules, Event::OverwatchEnded { marine: PieceId::Marine(index), why });
    }
}

/// The rules by which something is attacked like a door, or not quite.
pub fn thing_rules(thing: Option<Thing>) -> Rules {
    match thing {
        Some(Thing::Crate) => rules!["SH-CRT-002", "SH-CLA-015"],
        Some(Thing::Tank) => rules!["SH-CRY-002"],
        Some(Thing::Bulkhead) => rules!["SH-BLK-001"],
        Some(Thing::Hatch) => rules!["SH-CHU-001"],
        Some(Thing::Ladder) => rules!["SH-LAD-006"],
        Some(Thing::Lift) => rules!["SH-LFT-001"],
        Some(Thing::Door) | None => &[],
    }
}

/// SH-DOR-019: breaks a door or another thing; fire may come through (SH-DOR-021), rubble may be left (SH-CRT-003,
/// SH-CRY-002).
pub fn break_door(
    state: &mut State,
    cx: &mut Cx<'_>,
    door: grognard_space::grid::Cell,
    cause: Cause,
    rules: &[RuleId],
) -> grognard_engine::ctx::Step {
    let thing = state.table.thing(door);
    match thing {
        Some(Thing::Door) | None => {
            state.table.destroy_door(cx.fixed(), door);
            if cx.fixed().mission.hazards.is_lift_door(door) {
                // SH-LFT-002: the lift goes on working without it.
                let rules: SmallVec<[RuleId; 8]> =
                    rules.iter().copied().chain([rule!("SH-LFT-002")]).collect();
                cx.emit(&rules, Event::DoorDestroyed { door, cause });
            } else {
                cx.emit(rules, Event::DoorDestroyed { door, cause });
            }
        }
        Some(thing) => {
            let left = match thing {
                Thing::Crate => rules!["SH-CRT-003"],
                Thing::Tank => rules!["SH-CRY-002"],
                Thing::Bulkhead => rules!["SH-DOR-019"],
                Thing::Ladder => rules!["SH-LAD-009"],
                Thing::Lift => rules!["SH-LFT-001", "SH-LFT-002"],
                _ => rules!["SH-CHU-001"],
            };
            // SH-WCB-003: a conversion beamer leaves nothing at all.
            let nothing = thing == Thing::Crate
                && cause == Cause::Shot(crate::profile::Ranged::ConversionBeamer)
                && applies(rule!("SH-WCB-003"));
            let left = if nothing { rules!["SH-WCB-003"] } else { left };
            let rubble = !nothing && all_apply(left);
            state.table.destroy_thing(cx.fixed(), door, rubble);
            let own = rules.iter().copied().filter(|rule| *rule != rule!("SH-DOR-019"));
            let rules: SmallVec<[RuleId; 8]> = own.chain(left.iter().copied()).collect();
            cx.emit(&rules, Event::DoorDestroyed { door, cause });
        }
    }
    flames::spread(state, cx, door)
}

/// The rules behind a round of ordinary fire.
pub(crate) const FIRE_RULES: &[RuleId] = rules!["SH-WPN-002"];
