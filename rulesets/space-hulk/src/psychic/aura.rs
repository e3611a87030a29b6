//! Auras: SH-PCD-001, SH-PLY-005, SH-PEF-010.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};
use smallvec::SmallVec;

use super::card::Kind;
use super::choice::Choice as PsychicChoice;
use super::event::Event;
use super::{Mode, hand, level};
use crate::choice::Choice;
use crate::piece::PieceId;
use crate::play::Cx;
use crate::state::{State, seat};

/// SH-PCD-022, SH-PCD-001: whether a piece that was to be killed lives on: because time stands still around it, or
/// because its player has an Aura for it. He is asked whether he has one or not, so that the question tells nothing.
pub fn saves(state: &mut State, cx: &mut Cx<'_>, piece: PieceId) -> Step<bool> {
    let fixed = cx.fixed();
    if state.table.is_under(fixed, piece, Kind::Stasis) {
        cx.emit(rules!["SH-PCD-022"], Event::Withstood { piece, kind: Kind::Stasis }.into());
        return Ok(true);
    }
    let psyker = fixed.mission.psychic == Mode::Cards && level(fixed, &state.table, piece).is_some();
    if !psyker || state.table.cell(piece).is_none() || !state.table.may_shield(fixed, piece) {
        return Ok(false);
    }
    let side = state.table.side(piece);
    if hand::count(state, side) == 0 || !applies(rule!("SH-PLY-005")) {
        return Ok(false);
    }
    let auras = fixed.data.deck.auras(hand::of(state, side));
    let mut options: SmallVec<[Choice; 8]> =
        auras.iter().map(|card| Choice::Psychic(PsychicChoice::Shield(card))).collect();
    options.push(Choice::Pass);
    let before = state.table.subject.replace(piece);
    let ask = Ask::new(seat(side), "shield", rule!("SH-PCD-001")).always().secret();
    let choice = cx.choose(state, ask, &options)?;
    state.table.subject = before;
    let Choice::Psychic(PsychicChoice::Shield(card)) = choice else { return Ok(false) };
    // SH-PEF-010: it saves once; next time it takes another.
    if applies(rule!("SH-PEF-010")) {
        hand::play(state, side, card);
    }
    let rules = rules!["SH-PCD-001", "SH-PLY-005", "SH-PEF-010", "SH-ACT-026", "SH-PSY-005"];
    cx.emit(rules, Event::Shielded { psyker: piece, card }.into());
    Ok(true)
}
