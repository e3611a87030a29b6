//! The procedures: what happens in each activity of the outer flow.

pub mod arrivals;
pub mod aside;
pub mod asking;
pub mod assault;
pub mod characters;
pub mod commands;
pub mod fall_back;
pub mod ground;
pub mod hit_and_run;
pub mod instincts;
pub mod morale;
pub mod movement;
pub mod powers;
pub mod psychic;
pub mod rage;
pub mod regroup;
pub mod setting_up;
pub mod shooting;
pub mod solitary;
pub mod squads;
pub mod suffering;
pub mod turn;
pub mod victory;

use grognard_engine::ctx::Step;
use grognard_engine::rules;
use grognard_engine::ruleset::Next;

use crate::Cx;
use crate::event::Event;
use crate::ids::UnitId;
use crate::state::{Flow, State};

/// Plays one activity.
pub fn step(s: &mut State, cx: &mut Cx<'_>) -> Step<Next> {
    (s.about, s.against) = (None, None);
    match s.flow {
        Flow::RollOff => setting_up::roll_off(s, cx)?,
        Flow::Objectives { side, left } => setting_up::objectives(s, cx, side, left)?,
        Flow::Infiltrate { next } => setting_up::infiltrate(s, cx, next)?,
        Flow::Scouts { next } => setting_up::scouts(s, cx, next)?,
        Flow::Deploy { side } => setting_up::deploy(s, cx, side)?,
        Flow::Seize => setting_up::seize(s, cx)?,
        Flow::StartTurn => turn::start(s, cx)?,
        Flow::Movement => movement::phase(s, cx)?,
        Flow::Shooting => shooting::phase(s, cx)?,
        Flow::Assaults => assault::declare::phase(s, cx)?,
        Flow::React => assault::react::phase(s, cx)?,
        Flow::Combats => assault::phase(s, cx)?,
        Flow::HitAndRun { next } => hit_and_run::phase(s, cx, next)?,
        Flow::EndTurn => turn::end(s, cx)?,
        Flow::Over { .. } => {}
    }
    characters::survivors(s, cx);
    crate::artillery::settle(s, cx);
    crate::buildings::settle(cx.fixed(), s);
    (s.about, s.against) = (None, None);
    Ok(if matches!(s.flow, Flow::Over { .. }) { Next::Over } else { Next::Go })
}

/// 5B-TRN-002: the phases in their order; 5B-MOR-004: losses are counted from here.
pub fn begin(s: &mut State, cx: &mut Cx<'_>, flow: Flow, name: &'static str) {
    for unit in s.all_units() {
        let strength = s.strength(cx.fixed(), unit) as u8;
        s.unit_mut(unit).at_phase_start = strength;
    }
    s.flow = flow;
    cx.emit(rules!["5B-TRN-002"], Event::Phase { name });
}

/// Removes what is left of a unit.
pub fn destroy(
    s: &mut State,
    cx: &mut Cx<'_>,
    unit: UnitId,
    why: &'static str,
    rules: &[grognard_engine::RuleId],
) {
    let models = s.unit(unit).models.to_vec();
    for model in &models {
        s.remove(*model);
    }
    cx.emit(rules, Event::Removed { unit, models, why });
}
