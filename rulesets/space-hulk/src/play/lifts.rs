//! Lifts: SH-LFT.

use grognard_engine::ctx::Step;
use grognard_engine::switch::{all_apply, applies};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::grid::Cell;
use smallvec::SmallVec;

use super::{Cx, Fate, levels, slay};
use crate::event::{Cause, Event};
use crate::piece::PieceId;
use crate::psychic;
use crate::state::State;
use crate::table::Side;

/// SH-AMB-012: from one level to another, at the mission's price.
pub fn ride(state: &mut State, cx: &mut Cx<'_>, who: PieceId, to: Cell) -> Step {
    let Some(from) = state.table.cell(who) else { return Ok(()) };
    state.table.shift(cx.fixed(), who, to);
    // SH-LFT-002: whatever has become of its door.
    let rules = rules!["SH-AMB-012", "SH-LFT-002", "SH-BRD-008"].iter().chain(levels::roughness(state, to));
    let rules: SmallVec<[RuleId; 8]> = rules.copied().collect();
    cx.emit(&rules, Event::Rode { piece: who, from, to });
    levels::may_fall(state, cx, who)?;
    Ok(())
}

/// SH-LFT-003, SH-LFT-004, SH-END-005: lift doors a side has opened close at the end of its turn, on whatever stands there.
pub fn shut_doors(state: &mut State, cx: &mut Cx<'_>, side: Side) -> Step {
    let opened = std::mem::take(&mut state.table.things.lift_doors);
    let (shut, wait): (Vec<_>, Vec<_>) = opened.into_iter().partition(|(_, by)| *by == side);
    state.table.things.lift_doors = wait;
    for (door, _) in shut {
        // One that was destroyed meanwhile stays so.
        let closes = all_apply(rules!["SH-LFT-003", "SH-END-005"]);
        if !state.table.open.contains(door) || !closes {
            continue;
        }
        // SH-PCD-017, SH-PCD-022: one that is jinxed waits for a turn in which it works.
        if psychic::legal::held(cx.fixed(), &state.table, door).is_some() {
            state.table.things.lift_doors.push((door, side));
            continue;
        }
        if let Some(piece) = state.table.piece_at(door) {
            if !applies(rule!("SH-LFT-004")) {
                continue;
            }
            // Who is still there keeps it open, until it tries again.
            if slay(state, cx, piece, Cause::Crushed, rules!["SH-LFT-004"])? != Fate::Dead {
                state.table.things.lift_doors.push((door, side));
                continue;
            }
        }
        state.table.close_door(cx.fixed(), door);
        cx.emit(rules!["SH-LFT-003", "SH-END-005"], Event::LiftShut { door });
    }
    Ok(())
}
