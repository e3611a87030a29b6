//! The psychic blast of a Nemesis weapon: SH-WNM-003 to SH-WNM-005, SH-AMB-081.

use std::ops::ControlFlow;

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{Audience, RuleId, rule, rules};
use smallvec::SmallVec;

use super::card::{CardSet, Kind};
use super::choice::Choice as PsychicChoice;
use super::effects::foresight;
use super::event::Event;
use super::{Mode, enhance, hand, level};
use crate::Fixed;
use crate::choice::{Action, Choice};
use crate::event::Cause;
use crate::legal::{At, Objections, allowed, menu};
use crate::piece::PieceId;
use crate::play::{Cx, act, assault, kill, phases, whose_turn};
use crate::profile::Melee;
use crate::state::{State, seat};
use crate::table::{Flow, Side, Table};

/// Whether a model carries a Nemesis weapon.
fn knight(fixed: &Fixed, who: PieceId) -> Option<u8> {
    match who {
        PieceId::Marine(index) if fixed.profile(index).has(Melee::Nemesis) => Some(index),
        _ => None,
    }
}

/// SH-WNM-003: a model in sight, arc and range; not from where no cards are played.
pub fn check<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    target: PieceId,
    o: &mut O,
) -> ControlFlow<()> {
    let reasons = rules!["SH-WNM-003"];
    let armed = knight(fixed, who).filter(|_| fixed.mission.psychic == Mode::Cards);
    let (Some(index), Some(from)) = (armed, table.cell(who)) else {
        return o.must(false, reasons, At::Piece(who));
    };
    o.by(rules!["SH-WNM-003"], At::Piece(who))?;
    let able = level(fixed, table, who).is_some() && table.may_play(fixed, who);
    let held = table.psychic.as_ref().map_or(0, |psychic| psychic.held[table.side(who).index()]);
    o.must(able && held > 0, rules!["SH-WNM-003", "SH-PSY-006"], At::Piece(who))?;
    let model = !matches!(target, PieceId::Blip(_)) && target != who;
    o.must(model && table.enemies(who, target), rules!["SH-WNM-003", "SH-TGT-004"], At::Piece(target))?;
    let Some(at) = table.cell(target) else { return o.must(false, rules!["SH-ENP-006"], At::Piece(target)) };
    // SH-PEF-012: nothing of the mind reaches into a Miasma.
    let drained = table.effect_at(fixed, at) == Some(Kind::Miasma);
    o.must(!drained, rules!["SH-PCD-004", "SH-PEF-012"], At::Cell(at))?;
    let facing = table.marines[index as usize].facing;
    let swept = table.seen_by(index) & *fixed.sight().cone(from, facing);
    let seen = swept.contains(at) && fixed.discernible(from, target, at);
    o.must(seen, rules!["SH-WNM-003", "SH-TGT-001"], At::Cell(at))?;
    o.must(fixed.range(from, at) <= fixed.numbers().nemesis_blast.range, reasons, At::Cell(at))
}

/// SH-WNM-005: who has spent himself does nothing more before his side's next turn.
pub fn check_spent<O: Objections>(table: &Table, who: PieceId, o: &mut O) -> ControlFlow<()> {
    o.must(!is_spent(table, who), rules!["SH-WNM-005"], At::Piece(who))
}

/// SH-WNM-005: whether a model has spent itself.
pub fn is_spent(table: &Table, who: PieceId) -> bool {
    table.psychic.as_ref().is_some_and(|psychic| psychic.spent.contains(&who))
}

/// SH-WNM-005: with its side's turn a model has its strength back.
pub fn recover(state: &mut State, side: Side) {
    if let Some(mut psychic) = state.table.psychic.take() {
        psychic.spent.retain(|who| state.table.side(*who) != side);
        state.table.psychic = Some(psychic);
    }
}

/// SH-WNM-003: what a model can blast, if some card in the hand lends it strength.
pub fn blasts(
    fixed: &Fixed,
    table: &Table,
    cards: CardSet,
    who: PieceId,
    points: u8,
) -> SmallVec<[Action; 8]> {
    let strong = cards.iter().any(|card| fixed.data.deck.face(card).bonus > 0);
    let Some(index) = knight(fixed, who).filter(|_| strong) else { return SmallVec::new() };
    let near = table.seen_by(index) & table.models();
    let targets = near.iter().filter_map(|cell| table.piece_at(cell)).map(Action::Blast);
    targets.filter(|action| allowed(fixed, table, who, *action, points)).collect()
}

/// SH-WNM-003 to SH-WNM-005: cards and a die against the dice of whom it is aimed at.
pub fn blast(state: &mut State, cx: &mut Cx<'_>, who: PieceId, target: PieceId) -> Step {
    let fixed = cx.fixed();
    let side = state.table.side(who);
    let rules = rules!["SH-WNM-003"];
    let options: Vec<_> = enhance::subsets(fixed, hand::of(state, side))
        .into_iter()
        .map(|cards| Choice::Psychic(PsychicChoice::Bonus(cards)))
        .collect();
    state.table.subject = Some(who);
    let ask = Ask::new(seat(side), "nemesis-cards", rule!("SH-WNM-003")).always().secret();
    let choice = cx.choose(state, ask, &options)?;
    state.table.subject = None;
    let Choice::Psychic(PsychicChoice::Bonus(cards)) = choice else { return Ok(()) };
    for card in cards.iter() {
        hand::play(state, side, card);
    }
    let bonus = fixed.data.deck.bonus(cards);
    cx.emit(rules, Event::Enhanced { psyker: who, cards, bonus }.into());
    let [face] = cx.roll(6, "roll.attack", rules)?;
    // SH-PCD-021: an attack like any other to one who foresees.
    let foreseen = foresight(fixed, &state.table, who);
    let attack = (face as i8).saturating_add(bonus as i8).saturating_add(foreseen);
    let braced = assault::braced(fixed, &state.table, target);
    let mut faces: SmallVec<[u8; 4]> = SmallVec::from_elem(0, braced.dice as usize);
    // SH-HBN-002: who has no dice left has nothing to roll.
    if !faces.is_empty() {
        cx.roll_into(&mut faces, Audience::ALL, 6, "roll.defence", rules, None)?;
    }
    let defence = assault::total(&faces, &braced);
    let killed = attack > defence;
    let mut rules: SmallVec<[RuleId; 4]> = SmallVec::from_slice(rules!["SH-WNM-003", "SH-WNM-004"]);
    if braced.screams > 0 {
        rules.push(rule!("SH-HBN-002"));
    }
    if foreseen != 0 {
        rules.push(rule!("SH-PCD-021"));
    }
    cx.emit(&rules, Event::Blasted { by: who, target, attack, defence }.into());
    if killed {
        kill(state, cx, target, Cause::Blast, rules!["SH-WNM-004"])?;
    }
    exhaust(state, cx, who);
    if state.table.cell(target).is_some() {
        answer(state, cx, target)?;
    }
    Ok(())
}

/// SH-WNM-005: his activation is over, and so is his turn.
fn exhaust(state: &mut State, cx: &mut Cx<'_>, who: PieceId) {
    if !applies(rule!("SH-WNM-005")) {
        return;
    }
    let active = match state.table.flow {
        Flow::Marines { active } => active.map(PieceId::Marine) == Some(who),
        Flow::Stealers { active } => active == Some(who),
        _ => false,
    };
    if active {
        phases::end_activation(state);
    }
    // SH-WNM-005: until his side's next turn, and no longer.
    if let PieceId::Marine(index) = who
        && whose_turn(state) == state.table.side(who)
    {
        state.table.marines[index as usize].activated = true;
    }
    if let Some(psychic) = &mut state.table.psychic {
        psychic.spent.push(who);
    }
    cx.emit(rules!["SH-WNM-005"], Event::Exhausted { psyker: who }.into());
}

/// SH-WNM-004: who lives through it may do any one thing, free of charge.
fn answer(state: &mut State, cx: &mut Cx<'_>, target: PieceId) -> Step {
    let fixed = cx.fixed();
    let mut options: SmallVec<[Choice; 48]> = SmallVec::from_slice(&[Choice::Pass]);
    options.extend(menu(fixed, &state.table, target, u8::MAX).into_iter().map(Choice::Do));
    // A psyker's cards are among the things it can do.
    options.extend(phases::casts(state, fixed, target, u8::MAX));
    state.table.subject = Some(target);
    let owner = seat(state.table.side(target));
    let choice = cx.choose(state, Ask::new(owner, "nemesis-answer", rule!("SH-WNM-004")), &options)?;
    state.table.subject = None;
    match choice {
        Choice::Do(action) => act::perform(state, cx, target, action),
        _ => Ok(()),
    }
}
