//! The procedures: what happens in each activity of the outer flow.

pub mod abilities;
pub mod allocation;
pub mod attack;
pub mod charge;
pub mod command;
pub mod damage;
pub mod deployment;
pub mod dispute;
pub mod fight;
pub mod joining;
pub mod morale;
pub mod movement;
pub mod muster;
pub mod perils;
pub mod psychic;
pub mod recall;
pub mod reroll;
pub mod salvo;
pub mod setting_up;
pub mod shooting;
pub mod stratagem;
pub mod transport;
pub mod victory;

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::rule;
use grognard_engine::ruleset::Next;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rules};

use crate::Nine;
use crate::event::Event;
use crate::ids::Side;
use crate::state::{About, Flow, State};

/// Plays one activity.
pub fn step(s: &mut State, cx: &mut Ctx<'_, Nine>) -> Step<Next> {
    s.about = About::default();
    if let Some(side) = s.dispute.take() {
        dispute::settle(s, cx, side)?;
        return Ok(Next::Go);
    }
    match s.flow {
        Flow::Muster => muster::muster(s, cx)?,
        Flow::MarkerRoll => setting_up::marker_roll(s, cx)?,
        Flow::Markers { next } => setting_up::marker(s, cx, next)?,
        Flow::Zones => setting_up::zones(s, cx)?,
        Flow::PreDeploy { side } => deployment::before(s, cx, side)?,
        Flow::Deploy { next } => deployment::deploy(s, cx, next)?,
        Flow::Late { next } => deployment::late(s, cx, next)?,
        Flow::FirstTurn => setting_up::first_turn(s, cx)?,
        Flow::PreBattle => setting_up::pre_battle(s, cx)?,
        Flow::Command => command::phase(s, cx)?,
        Flow::MoveUnits => movement::move_units(s, cx)?,
        Flow::Reinforcements => movement::reinforcements(s, cx)?,
        Flow::Psychic { unit, tried } => psychic::phase(s, cx, unit, tried)?,
        Flow::Shooting => shooting::phase(s, cx)?,
        Flow::Charges => charge::charges(s, cx)?,
        Flow::Heroics => charge::heroics(s, cx)?,
        Flow::Fight { selector, chargers } => fight::phase(s, cx, selector, chargers)?,
        Flow::Morale { selector } => morale::tests(s, cx, selector)?,
        Flow::Coherency { side } => morale::coherency(s, cx, side)?,
        Flow::Over { .. } => {}
    }
    s.about = About::default();
    // 9E-ONW-024, 9E-AMB-091: as soon as what removed the last model is resolved.
    if s.round > 0
        && !matches!(s.flow, Flow::Over { .. })
        && Side::BOTH.into_iter().any(|side| s.is_destroyed(side))
    {
        victory::end(s, cx)?;
    }
    Ok(if matches!(s.flow, Flow::Over { .. }) { Next::Over } else { Next::Go })
}

/// 9E-DIC-013, 9E-DIC-014: both roll until one is higher; nothing changes or repeats these dice.
pub fn roll_off(cx: &mut Ctx<'_, Nine>, what: &'static str, rules: &[RuleId]) -> Step<Side> {
    loop {
        let [red, blue] = cx.roll::<2>(6, "roll.roll-off", rules)?;
        if red != blue || !applies(rule!("9E-DIC-013")) {
            let winner = if red > blue { Side::Red } else { Side::Blue };
            // 9E-DIC-014: not even by those who could roll other dice again.
            let tempting = cx.fixed().packs.stratagems;
            let rules: &[RuleId] =
                if tempting { rules!["9E-DIC-013", "9E-DIC-014"] } else { rules!["9E-DIC-013"] };
            cx.emit(rules, Event::RollOff { winner, what });
            return Ok(winner);
        }
    }
}

/// A new phase: what lasted for the one before is forgotten.
pub fn begin_phase(s: &mut State, cx: &mut Ctx<'_, Nine>, name: &'static str, flow: Flow) {
    begin_phase_by(s, cx, name, flow, rules!["9E-RND-003"]);
}

/// The same, where rules of the section before say when it begins.
pub fn begin_phase_by(
    s: &mut State,
    cx: &mut Ctx<'_, Nine>,
    name: &'static str,
    flow: Flow,
    rules: &[RuleId],
) {
    for model in &mut s.models {
        model.allocated = false;
    }
    for unit in &mut s.units {
        unit.turn.aimed = false;
    }
    s.used = [0; 2];
    s.quiet = [false; 2];
    s.smites = [0; 2];
    s.flow = flow;
    cx.emit(rules, Event::Phase { name });
}
