//! The turn: its start, and who comes next (TRN).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::rules;

use super::{begin, bursts, lasting, morale, victory};
use crate::Second;
use crate::event::Event;
use crate::ids::UnitId;
use crate::state::{Flow, Moved, Nerve, State};
use crate::vehicles::control;

/// 2E-TRN-004, 2E-AMB-004: what happens at the very start of a turn: broken squads stay in cover or flee again.
pub fn start(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    for unit in &mut s.units {
        // 2E-AMB-026: losses of each player's turn count by themselves.
        unit.at_turn_start = unit.models.len() as u8;
        (unit.tested, unit.fled, unit.fired, unit.rallied) = (false, false, false, false);
        unit.moved = Moved::NotYet;
    }
    let side = s.active;
    for at in 0..s.models.len() {
        if s.units[s.models[at].unit.index()].side == side {
            s.models[at].far = 0;
        }
    }
    cx.emit(rules!["2E-TRN-001"], Event::Turn { side, turn: s.turn });
    bursts::recharge(s);
    control::burn(s, cx)?;
    lasting::start(s, cx)?;
    let broken: Vec<UnitId> = s.on_table(side).filter(|unit| s.unit(*unit).nerve == Nerve::Broken).collect();
    for unit in broken {
        morale::stay_or_flee(s, cx, unit)?;
    }
    morale::cut_off_flee(s, cx, side)?;
    lasting::burn(s, cx)?;
    control::compulsory(s, cx)?;
    begin(s, cx, Flow::Moves, "phase.movement");
    Ok(())
}

/// 2E-TRN-001: the other player's turn; 2E-MIS-017: after as many turns each as agreed the game ends.
pub fn end(s: &mut State, cx: &mut Ctx<'_, Second>) {
    lasting::end(s);
    control::end_of_turn(s);
    if s.active != s.first {
        if s.turn >= cx.fixed().turns {
            victory::end(s, cx);
            return;
        }
        s.turn += 1;
    }
    s.active = s.active.other();
    s.flow = Flow::StartTurn;
}
