//! When a mission is over: tested after every action and in every Endphase.

use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};

use super::Cx;
use crate::Fixed;
use crate::event::Event;
use crate::mission::Objective;
use crate::profile::Ranged;
use crate::state::State;
use crate::table::{EndWhy, Flow, Side, Table};

/// How a mission stands: won, lost, or open.
fn verdict(fixed: &Fixed, table: &Table) -> Option<(Side, EndWhy)> {
    if table.flow == Flow::Deploy {
        return None;
    }
    let won = match &fixed.mission.objective {
        Objective::Burn(section) => table.fires[*section as usize].markers != [0, 0],
        Objective::Open => false,
        Objective::Secure => fixed
            .mission
            .entries
            .iter()
            .zip(&table.secured)
            .all(|(entry, secured)| *secured || !entry.securable),
        Objective::Exit { models, .. } => escaped(table) >= *models,
    };
    // The win is tested before the loss: a flamer that blows up in the nest has won.
    if won {
        return Some((Side::Marine, EndWhy::Goal));
    }
    let alive = table.marines_on_map().count();
    let lost = match &fixed.mission.objective {
        Objective::Burn(_) => !table.marines_on_map().any(|(index, _)| {
            let marine = &table.marines[index as usize];
            fixed.profile(index).ranged.is_some_and(Ranged::is_flamer) && marine.ammo + marine.reloads > 0
        }),
        Objective::Open => false,
        Objective::Secure => alive == 0,
        Objective::Exit { models, .. } => alive + (escaped(table) as usize) < *models as usize,
    };
    lost.then_some((Side::Stealer, EndWhy::OutOfReach))
}

/// Marines who have left the map alive.
pub fn escaped(table: &Table) -> u8 {
    table.marines.iter().filter(|marine| marine.escaped).count() as u8
}

/// Ends the mission where it is decided.
pub fn judge(state: &mut State, cx: &mut Cx<'_>) {
    if matches!(state.table.flow, Flow::Over { .. }) {
        return;
    }
    // SH-BRD-001: the mission says what decides it.
    if applies(rule!("SH-BRD-001"))
        && let Some((winner, why)) = verdict(cx.fixed(), &state.table)
    {
        end(state, cx, winner, why);
    }
}

fn end(state: &mut State, cx: &mut Cx<'_>, winner: Side, why: EndWhy) {
    state.table.flow = Flow::Over { winner, why };
    cx.emit(rules!["SH-BRD-001"], Event::Over { winner, why });
}

/// SH-TRN-010: after the last turn the Stealer side has won.
pub fn out_of_turns(state: &mut State, cx: &mut Cx<'_>) -> bool {
    judge(state, cx);
    if !matches!(state.table.flow, Flow::Over { .. }) && state.table.turn >= cx.fixed().mission.turns {
        state.table.flow = Flow::Over { winner: Side::Stealer, why: EndWhy::TurnLimit };
        let event = Event::Over { winner: Side::Stealer, why: EndWhy::TurnLimit };
        cx.emit(rules!["SH-TRN-010", "SH-END-006"], event);
    }
    matches!(state.table.flow, Flow::Over { .. })
}
