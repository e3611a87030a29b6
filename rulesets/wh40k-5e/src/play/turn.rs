//! The player turn: its start and its end (TRN), and how long a game is (MIS).

use grognard_engine::ctx::Step;
use grognard_engine::target::{Need, Target};
use grognard_engine::{rule, rules};

use super::{arrivals, begin, commands, instincts, powers, regroup, solitary, victory};
use crate::Cx;
use crate::data::items::Moment;
use crate::event::Event;
use crate::ids::{Side, UnitId};
use crate::state::{Boost, Bound, Call, Flow, Ground, State};
use crate::vehicles::damage;
use crate::vehicles::transport::GotOut;

/// 5B-TRN-002, T-35: what ends when a player's turn starts.
pub fn start(s: &mut State, cx: &mut Cx<'_>) -> Step {
    let side = s.active;
    powers::turn_begins(s, side);
    for unit in s.units.iter_mut().filter(|unit| unit.side == side) {
        // 5V-MOV-012: on station and overwatch last until now.
        (unit.on_station, unit.overwatch) = (false, false);
        (unit.done, unit.moved, unit.all_moved, unit.ran) = (false, false, false, false);
        (unit.fired, unit.bound, unit.charged, unit.charging) = (false, false, false, None);
        unit.fired_at.clear();
        unit.raging = false;
        // 5V-UPG-011: a searchlight shows the vehicle until now.
        unit.shines = false;
        (unit.bound_by, unit.commanded, unit.command) = (Bound::Free, false, None);
        (unit.boarded, unit.got_out, unit.turned) = (false, GotOut::No, false);
        (unit.boost, unit.leapt, unit.landed) = (Boost::None, false, false);
    }
    for at in 0..s.models.len() {
        if s.units[s.models[at].unit.index()].side == side {
            (s.models[at].far, s.models[at].slowed) = (0, false);
            if let Some(hull) = &mut s.models[at].hull {
                // 5V-TRA-002: hatches are shut when the vehicle's turn begins.
                (hull.begun, hull.hatch) = (true, false);
                hull.users.clear();
                hull.posts.clear();
            }
        }
    }
    // 5V-GEN-001 to 5V-GEN-003: the base with the changes of the variant; what that does not speak of stays in force, and where
    // the two disagree the base gives way.
    let fixed = cx.fixed();
    let mut rules = rules!["5B-TRN-001"].to_vec();
    if fixed.uses(rule!("5V-GEN-001")) {
        rules.push(rule!("5V-GEN-001"));
        rules.extend(fixed.uses(rule!("5B-TRN-001")).then_some(rule!("5V-GEN-002")));
        rules.extend((!fixed.uses(rule!("5B-MOV-001"))).then_some(rule!("5V-GEN-003")));
    }
    cx.emit(&rules, Event::Turn { side, turn: s.turn });
    // 5V-USR-016: these regroup at once.
    let units: Vec<UnitId> = s.on_table(side).filter(|unit| s.unit(*unit).falling_back).collect();
    for unit in units {
        if regroup::at_once(cx.fixed(), s, unit) {
            regroup::regroup(s, cx, unit, rules!["5V-USR-016", "5X-RUL-002"])?;
        }
    }
    arrivals::roll(s, cx)?;
    powers::offer(s, cx, Moment::OwnTurnStart)?;
    begin(s, cx, Flow::Movement, "phase.movement");
    regroup::fearless(s, cx)?;
    s.crowded = solitary::crowded(cx.fixed(), s, side);
    instincts::test(s, cx, side)?;
    commands::waaagh(s, cx)?;
    commands::give(s, cx, "movement")
}

/// The end of a player turn: 5B-GTG-003, then the other player's turn, or the next game turn.
pub fn end(s: &mut State, cx: &mut Cx<'_>) -> Step {
    let side = s.active;
    let down: Vec<UnitId> = s.on_table(side).filter(|unit| s.unit(*unit).ground != Ground::Up).collect();
    for unit in down {
        s.unit_mut(unit).ground = Ground::Up;
        cx.emit(rules!["5B-GTG-003"], Event::StandsUp { unit });
    }
    damage::end_of_turn(s, cx, side);
    powers::turn_ends(s);
    s.jumps.clear();
    s.silence = [false; 2];
    for call in s.waaagh.iter_mut().filter(|call| **call == Call::On) {
        *call = Call::Used;
    }
    for unit in &mut s.units {
        // 5V-UPG-010: for the rest of the turn.
        unit.lit_up = false;
        unit.struck = false;
        (unit.charged, unit.charging, unit.caught_waiting) = (false, None, false);
        (unit.was_locked, unit.reacted, unit.fought, unit.grenades) = (false, false, false, true);
        (unit.countered, unit.leapt) = (false, false);
    }
    for model in &mut s.models {
        model.through_cover = false;
        model.stunned = model.stunned.saturating_sub(1);
        (model.joined, model.idle, model.powers, model.orders) = (false, false, 0, 0);
    }
    if side == s.first {
        s.active = side.other();
        s.flow = Flow::StartTurn;
        return Ok(());
    }
    // 5B-MIS-024: nobody left.
    let fixed = cx.fixed();
    let wiped_out = |side: Side| {
        let own = |unit: &UnitId| s.unit(*unit).side == side && fixed.building_of(*unit).is_none();
        s.all_units().filter(own).all(|unit| s.unit(unit).models.is_empty())
    };
    let over = Side::BOTH.into_iter().any(wiped_out);
    if over {
        cx.emit(rules!["5B-MIS-024"], Event::GameLength { turn: s.turn, goes_on: false });
    }
    // 5B-MIS-024: who has somebody left wins, whatever the mission.
    let left: Vec<Side> = Side::BOTH.into_iter().filter(|side| !wiped_out(*side)).collect();
    if let ([winner], true) = (&left[..], over) {
        victory::wiped_out(s, cx, *winner);
        return Ok(());
    }
    if over || !goes_on(s, cx)? {
        victory::end(s, cx);
        return Ok(());
    }
    s.turn += 1;
    s.active = s.first;
    s.flow = Flow::StartTurn;
    Ok(())
}

/// 5B-MIS-004: whether there is another game turn.
fn goes_on(s: &State, cx: &mut Cx<'_>) -> Step<bool> {
    let row = cx.fixed().numbers().length.turns.iter().find(|row| row.after == s.turn);
    let Some(row) = row else { return Ok(true) };
    let goes_on = match row.on.0 {
        None => false,
        Some(score) => {
            let need = Target::new(Need::AtLeast(score), rule!("5B-MIS-004"));
            let [face] = cx.roll_against::<1>(6, "roll.length", rules!["5B-MIS-004"], &need)?;
            need.met_by(face)
        }
    };
    cx.emit(rules!["5B-MIS-004"], Event::GameLength { turn: s.turn, goes_on });
    Ok(goes_on)
}
