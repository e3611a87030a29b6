//! The procedures: what happens in each activity of the outer flow.

pub mod action;
pub mod air;
pub mod allocation;
pub mod ambush;
pub mod amounts;
pub mod arrivals;
pub mod assault;
pub mod barrage;
pub mod carrying;
pub mod column;
pub mod commanders;
pub mod criticals;
pub mod damage;
pub mod divided;
pub mod end;
pub mod engineers;
pub mod fortified;
pub mod games;
pub mod garrisons;
pub mod hits;
pub mod losses;
pub mod markers;
pub mod marks;
pub mod movement;
pub mod objectives;
pub mod overwatch;
pub mod plant;
pub mod pods;
pub mod pop_ups;
pub mod portals;
pub mod raids;
pub mod reserves;
pub mod set_up;
pub mod shelling;
pub mod shields;
pub mod shooting;
pub mod space;
pub mod strategy;
pub mod teams;
pub mod terrain;
pub mod together;
pub mod verdicts;
pub mod victory;
pub mod volleys;
pub mod weather;
pub mod withdrawal;
pub mod works;
pub mod wrecks;

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::ruleset::Next;
use grognard_engine::{RuleId, SeatId, rules};
use grognard_space::table::Length;

use crate::Epic;
use crate::choice::{Choice, Word};
use crate::event::Event;
use crate::ids::{FormationId, UnitId};
use crate::sight;
use crate::state::{About, EndWhy, Flow, State};

/// A formation that is picked, or nobody.
#[derive(Clone, Copy)]
pub enum Pick {
    /// This one.
    Formation(FormationId),
    /// Nobody else.
    Nobody,
}

impl From<Pick> for Choice {
    fn from(pick: Pick) -> Choice {
        match pick {
            Pick::Formation(formation) => Choice::Formation(formation),
            Pick::Nobody => Choice::Word(Word::NoMore),
        }
    }
}

/// Plays one activity.
pub fn step(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step<Next> {
    s.about = About::default();
    match s.flow {
        Flow::Edges => set_up::edges(s, cx)?,
        Flow::Objectives { next } => objectives::place(s, cx, next)?,
        Flow::Garrison { next, first } => garrisons::place(s, cx, next, first)?,
        Flow::Deploy { next } => set_up::deploy(s, cx, next)?,
        Flow::Prepare { deploys } => reserves::prepare(s, cx, deploys)?,
        Flow::Weather => weather::first(s, cx)?,
        Flow::Strategy => strategy::phase(s, cx)?,
        Flow::Arrive { step, next } => arrivals::step(s, cx, step, next)?,
        Flow::Roll => strategy::roll_for_order(s, cx)?,
        Flow::Ambush { done } => ambush::step(s, cx, done)?,
        Flow::Space(activation) => space::act(s, cx, activation)?,
        Flow::Command { commander } => teams::command(s, cx, commander)?,
        Flow::Activate { side, retaining } => action::activate(s, cx, side, retaining)?,
        Flow::Act(activation) => action::act(s, cx, activation)?,
        Flow::Assault(activation) => assault::step(s, cx, activation)?,
        Flow::Air(sortie) => air::step(s, cx, sortie)?,
        Flow::Disengage { next } => air::disengage::phase(s, cx, next)?,
        Flow::RallyStart => end::rally_start(s, cx)?,
        Flow::Rally { next } => end::rally(s, cx, next)?,
        Flow::Victory => victory::check(s, cx)?,
        Flow::Over { .. } => {}
    }
    together::settle(s, cx)?;
    s.about = About::default();
    let before =
        matches!(s.flow, Flow::Over { .. } | Flow::Edges | Flow::Prepare { .. } | Flow::Deploy { .. });
    if let (Some((team, rule)), false) = (verdicts::decided(cx.fixed(), s), before) {
        let why = EndWhy::Destroyed;
        cx.emit(&[rule], Event::Over { team, why });
        s.flow = Flow::Over { team, why };
    }
    Ok(if matches!(s.flow, Flow::Over { .. }) { Next::Over } else { Next::Go })
}

/// EA-GEN-010: everybody who is tied rolls, the highest goes first; those who are equal roll again.
pub fn roll_off(cx: &mut Ctx<'_, Epic>, among: &[SeatId], also: &[RuleId]) -> Step<SeatId> {
    let mut tied = among.to_vec();
    let mut rules = rules!["EA-GEN-010"].to_vec();
    rules.extend(also);
    let die = cx.fixed().numbers().roll_off.roll.sides;
    while tied.len() > 1 {
        let faces = cx.roll_many(tied.len(), die, "roll.roll-off", &rules, None)?;
        let best = faces.iter().copied().max().unwrap_or(0);
        tied = tied.iter().zip(&faces).filter(|(_, face)| **face == best).map(|(seat, _)| *seat).collect();
    }
    let Some(winner) = tied.first().copied() else { return cx.broken("nobody was there to roll off") };
    cx.emit(&rules, Event::RollOff { winner });
    Ok(winner)
}

/// The units that come first by distance, so many of them; their owner chooses between unlike units that are equally far
/// (EA-SUPP-004, EA-AMB-020). Those that are alike need no question.
pub fn first_by(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    mut all: Vec<(Length, UnitId)>,
    count: usize,
    ask: Ask,
) -> Step<Vec<UnitId>> {
    let mut picked = Vec::new();
    while picked.len() < count && !all.is_empty() {
        all.sort_by_key(|(far, unit)| (*far, *unit));
        let nearest = all[0].0;
        let tied: Vec<UnitId> =
            all.iter().filter(|(far, _)| *far == nearest).map(|(_, unit)| *unit).collect();
        let left = count - picked.len();
        let fixed = cx.fixed();
        let like = |unit: &UnitId| (fixed.units[unit.index()].kind, sight::stands_in_cover(fixed, s, *unit));
        let alike = tied.iter().all(|unit| like(unit) == like(&tied[0]));
        let unit = if tied.len() > left && !alike {
            s.about.number = u8::try_from(left).ok();
            cx.choose(s, ask, &tied)?
        } else {
            tied[0]
        };
        all.retain(|(_, other)| *other != unit);
        picked.push(unit);
    }
    Ok(picked)
}
