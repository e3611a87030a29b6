//! Psychic power in a blow: SH-WFW-003, SH-WFW-004, SH-PSQ-003.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};
use smallvec::SmallVec;

use super::choice::Choice as PsychicChoice;
use super::event::Event;
use super::{Mode, has_force_weapon, level, marine_level};
use crate::choice::Choice;
use crate::piece::PieceId;
use crate::play::Cx;
use crate::play::assault::{Fighter, RoundPlan};
use crate::state::{MARINE, State};

/// Before the dice of a round: who fights with a force weapon may put more into it.
pub fn round(state: &mut State, cx: &mut Cx<'_>, plan: &mut RoundPlan) -> Step {
    if state.table.psychic.is_none() {
        return Ok(());
    }
    fighter(state, cx, &mut plan.attacker)?;
    fighter(state, cx, &mut plan.defender)
}

/// SH-WFW-003, SH-PSQ-003: any number of psi points, +1 each, declared before the dice.
pub fn fighter(state: &mut State, cx: &mut Cx<'_>, fighter: &mut Fighter) -> Step {
    let PieceId::Marine(index) = fighter.model else { return Ok(()) };
    let fixed = cx.fixed();
    let Some(psychic) = &state.table.psychic else { return Ok(()) };
    let left = psychic.psi[index as usize];
    // SH-WFW-004: who looks away from his attacker cannot.
    let able = fixed.mission.psychic == Mode::Psi
        && level(fixed, &state.table, fighter.model).is_some()
        && has_force_weapon(fixed, fighter.model)
        && (fighter.front || !applies(rule!("SH-WFW-004")));
    if !able || left == 0 || !applies(rule!("SH-WFW-003")) || !applies(rule!("SH-PSQ-003")) {
        return Ok(());
    }
    let mut options: SmallVec<[Choice; 48]> = SmallVec::from_slice(&[Choice::Pass]);
    options.extend((1..=left).map(|points| Choice::Psychic(PsychicChoice::Psi(points))));
    state.table.subject = Some(fighter.model);
    let choice = cx.choose(state, Ask::new(MARINE, "psi", rule!("SH-WFW-003")), &options)?;
    state.table.subject = None;
    if let (Choice::Psychic(PsychicChoice::Psi(points)), Some(psychic)) = (choice, &mut state.table.psychic) {
        // SH-PSQ-002: what is spent is gone for the mission.
        let spent = if applies(rule!("SH-PSQ-002")) { points } else { 0 };
        let left = left - spent;
        psychic.psi[index as usize] = left;
        fighter.add(points as i8, "reason.psi", rule!("SH-PSQ-003"));
        let rules = rules!["SH-PSQ-003", "SH-WFW-003", "SH-PSQ-002"];
        cx.emit(rules, Event::PsiSpent { psyker: fighter.model, points, left }.into());
    }
    Ok(())
}

/// SH-PSQ-002, SH-PSQ-004: before the first turn everybody is told what the Librarians can do.
pub fn begin(state: &State, cx: &mut Cx<'_>) {
    let Some(psychic) = &state.table.psychic else { return };
    let fixed = cx.fixed();
    for (index, points) in psychic.psi.iter().enumerate() {
        let Some(level) = marine_level(fixed, index as u8) else { continue };
        // Without a word of the mission he is a beginner.
        let rules = if fixed.mission.squad[index].level.is_some() {
            rules!["SH-PSQ-001", "SH-PSQ-002", "SH-TRM-007"]
        } else {
            rules!["SH-PSQ-001", "SH-PSQ-002", "SH-PSQ-004", "SH-TRM-007"]
        };
        let psyker = PieceId::Marine(index as u8);
        cx.emit(rules, Event::Mastery { psyker, level, points: *points }.into());
    }
}
