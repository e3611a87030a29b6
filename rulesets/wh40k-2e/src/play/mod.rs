//! The procedures: what happens in each activity of the outer flow.

pub mod aftermath;
pub mod assault;
pub mod blasts;
pub mod bursts;
pub mod casualties;
pub mod charging;
pub mod combat;
pub mod command;
pub mod flight;
pub mod follow_up;
pub mod hiding;
pub mod joining;
pub mod lasting;
pub mod laying;
pub mod mandibles;
pub mod missions;
pub mod morale;
pub mod movement;
pub mod overwatch;
pub mod pairs;
pub mod path;
pub mod powers;
pub mod psychic;
pub mod psychology;
pub mod radiation;
pub mod rally;
pub mod salvo;
pub mod setting_up;
pub mod shooting;
pub mod teardrops;
pub mod tending;
pub mod torpedo;
pub mod turn;
pub mod victory;
pub mod wargear;

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::rules;
use grognard_engine::ruleset::Next;

use crate::Second;
use crate::event::Event;
use crate::ids::Side;
use crate::state::{Flow, State};

/// Plays one activity.
pub fn step(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step<Next> {
    s.about = None;
    match s.flow {
        Flow::Muster { side } => joining::muster(s, cx, side)?,
        Flow::Terrain => laying::place(s, cx)?,
        Flow::Zones => setting_up::zones(s, cx)?,
        Flow::Missions => missions::take(s, cx)?,
        Flow::Split => setting_up::split(s, cx)?,
        Flow::Infiltrate => setting_up::infiltrate(s, cx)?,
        Flow::Deploy { side } => setting_up::deploy(s, cx, side)?,
        Flow::FirstTurn => setting_up::first_turn(s, cx)?,
        Flow::HideFirst { side } => hiding::at_first(s, cx, side)?,
        Flow::StartTurn => turn::start(s, cx)?,
        Flow::Overwatch => overwatch::declare(s, cx)?,
        Flow::Charges => charging::declare(s, cx)?,
        Flow::FirstWindow => overwatch::window(s, cx, false)?,
        Flow::Compulsory => psychology::compulsory(s, cx)?,
        Flow::Chargers => charging::chargers(s, cx)?,
        Flow::Moves => movement::moves(s, cx)?,
        Flow::LastWindow => overwatch::window(s, cx, true)?,
        Flow::Hide => hiding::phase(s, cx)?,
        Flow::Shooting => shooting::phase(s, cx)?,
        Flow::BreakOff { side } => combat::break_offs(s, cx, side)?,
        Flow::Pairs => pairs::phase(s, cx)?,
        Flow::HandToHand => combat::phase(s, cx)?,
        Flow::Psychic { side, passed } => psychic::phase(s, cx, side, passed)?,
        Flow::Rally => rally::phase(s, cx)?,
        Flow::Over { .. } => {}
    }
    s.about = None;
    joining::settle(s, cx.fixed());
    let wiped_out = |side: Side| s.units.iter().all(|unit| unit.side != side || unit.models.is_empty());
    if s.turn > 0 && !matches!(s.flow, Flow::Over { .. }) && Side::BOTH.into_iter().any(wiped_out) {
        victory::end(s, cx);
    }
    victory::sudden_death(s, cx);
    Ok(if matches!(s.flow, Flow::Over { .. }) { Next::Over } else { Next::Go })
}

/// 2E-GEN-009: the phases in their order, each finished before the next.
pub fn begin(s: &mut State, cx: &mut Ctx<'_, Second>, flow: Flow, name: &'static str) {
    s.flow = flow;
    cx.emit(rules!["2E-TRN-002", "2E-GEN-009"], Event::Phase { name });
}
