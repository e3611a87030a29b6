//! Striking Scorpions: SH-SSC-003.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::target::{Need, Target};
use grognard_engine::{rule, rules};
use smallvec::SmallVec;

use super::aspect;
use super::event::Event;
use super::farseer;
use crate::Fixed;
use crate::choice::Choice;
use crate::event::Cause;
use crate::piece::{Mark, PieceId};
use crate::play::assault::RoundPlan;
use crate::play::{Cx, Fate, kill};
use crate::profile::{Aspect, Ranged};
use crate::psychic::card::Kind;
use crate::state::{State, seat};
use crate::table::Table;

/// A sting before its die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sting {
    /// Whose.
    pub by: PieceId,
    /// At whom.
    pub at: PieceId,
    /// What the die needs.
    pub target: Target,
}

/// SH-SSC-003: the stings of a round; none at an opponent who is not faced, and none under a Jinx (SH-PCD-017,
/// SH-AMB-088). Fate and doom count for them as for any attack (SH-FSC-003, SH-FSC-005).
pub fn stings(fixed: &Fixed, table: &Table, plan: &RoundPlan) -> SmallVec<[Sting; 2]> {
    let (attacker, defender) = (&plan.attacker, &plan.defender);
    let mut stings = SmallVec::new();
    let Some(listed) = fixed.weapon(Ranged::Mandiblaster) else { return stings };
    for (own, other) in [(attacker, defender), (defender, attacker)] {
        let stings_now = aspect(fixed, own.model) == Some(Aspect::StrikingScorpion)
            && own.front
            && !table.is_under(fixed, own.model, Kind::Jinx);
        let need = listed.need(fixed.class(other.model), 0);
        if stings_now && need != Need::Impossible {
            let target = Target::new(need, rule!("SH-SSC-003"));
            let target = farseer::effect::destined(fixed, table, own.model, Mark::Model(other.model), target);
            stings.push(Sting { by: own.model, at: other.model, target });
        }
    }
    stings
}

/// SH-SSC-003: one free die before any of close combat, if its owner wishes; tells whether a kill has ended it.
pub fn sting(state: &mut State, cx: &mut Cx<'_>, plan: &RoundPlan) -> Step<bool> {
    for Sting { by, at, target } in stings(cx.fixed(), &state.table, plan) {
        state.table.subject = Some(by);
        let ask = Ask::new(seat(state.table.side(by)), "sting", rule!("SH-SSC-003"));
        let choice = cx.choose(state, ask, &[Choice::Shoot(Mark::Model(at)), Choice::Pass])?;
        state.table.subject = None;
        if choice == Choice::Pass {
            continue;
        }
        let rules = match by {
            PieceId::Marine(index) if cx.fixed().profile(index).exarch => {
                rules!["SH-SSC-003", "SH-EXA-012", "SH-WPN-010"]
            }
            _ => rules!["SH-SSC-003", "SH-WPN-010"],
        };
        let [face] = cx.roll_against(6, "roll.sting", rules, &target)?;
        let hit = target.need().met_by(face);
        cx.emit(rules, Event::Stings { by, target: at, hit }.into());
        let cause = Cause::Shot(Ranged::Mandiblaster);
        if hit && kill(state, cx, at, cause, rules!["SH-SSC-003"])? == Fate::Dead {
            return Ok(true);
        }
    }
    Ok(false)
}
