//! Disposal chutes: SH-CHU.

use grognard_engine::switch::{all_apply, applies};
use grognard_engine::{rule, rules};

use super::{Cx, doom, objective, remove};
use crate::event::{Cause, Event};
use crate::piece::PieceId;
use crate::state::State;
use crate::table::Side;

/// SH-CHU-002 to SH-CHU-005: who is in a chute whose outer door is gone is out of the ship; Genestealers do not come
/// back from one where no Marine is left to fight.
pub fn settle(state: &mut State, cx: &mut Cx<'_>) {
    let fixed = cx.fixed();
    for chute in &fixed.mission.hazards.chutes {
        let open = !state.table.things.hatches.contains(chute.hatch);
        let inside: Vec<_> = (chute.squares & state.table.occupied())
            .iter()
            .filter_map(|cell| state.table.piece_at(cell))
            .collect();
        if open && all_apply(rules!["SH-CHU-002", "SH-CHU-004"]) {
            for marine in &inside {
                if let PieceId::Marine(index) = *marine
                    && state.table.side(*marine) == Side::Marine
                {
                    remove(state, cx, *marine);
                    state.table.marines[index as usize].escaped = true;
                    cx.emit(rules!["SH-CHU-002", "SH-CHU-004"], Event::Escaped { marine: *marine });
                    objective::carry_out(state, cx, *marine);
                }
            }
        }
        let marines =
            inside.iter().any(|piece| state.table.cell(*piece).is_some() && is_marine(state, *piece));
        for piece in inside {
            if !marines && !is_marine(state, piece) && applies(rule!("SH-CHU-005")) {
                doom(state, cx, piece, Cause::Chute, rules!["SH-CHU-005"]);
            }
        }
    }
}

fn is_marine(state: &State, piece: PieceId) -> bool {
    state.table.side(piece) == Side::Marine
}
