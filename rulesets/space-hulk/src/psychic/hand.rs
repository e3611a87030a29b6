//! Hands: dealing, drawing, discarding, trumps. SH-DRW, SH-TRP, SH-TRN-005, SH-PSY-001.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::switch::{all_apply, applies};
use grognard_engine::{Audience, RuleId, rule, rules};
use smallvec::SmallVec;

use super::card::{Card, CardSet};
use super::choice::Choice as PsychicChoice;
use super::event::Event;
use super::{Mode, has_psykers, psykers};
use crate::Fixed;
use crate::choice::Choice;
use crate::play::Cx;
use crate::state::{State, seat};
use crate::table::{Flow, Side, Table};

/// The cards a side holds.
pub fn of(state: &State, side: Side) -> CardSet {
    state.hidden.hands.as_ref().map_or(CardSet::EMPTY, |hands| hands.held[side.index()])
}

/// How many cards a side holds, as everybody sees.
pub fn count(state: &State, side: Side) -> u8 {
    state.table.psychic.as_ref().map_or(0, |psychic| psychic.held[side.index()])
}

/// A card leaves a hand, face up (SH-PLY-009).
pub fn play(state: &mut State, side: Side, card: Card) {
    let (Some(hands), Some(psychic)) = (&mut state.hidden.hands, &mut state.table.psychic) else { return };
    // SH-PSY-005: a card is used once.
    if !applies(rule!("SH-PSY-005")) {
        return;
    }
    let index = side.index();
    hands.held[index] = hands.held[index].without(card);
    hands.peeked[side.other().index()] = hands.peeked[side.other().index()].without(card);
    psychic.held[index] = hands.held[index].len() as u8;
    psychic.discard = psychic.discard.with(card);
}

/// SH-DRW-001, SH-LVL-002: how many cards a side's hand has, whatever the level of its psykers.
fn full(fixed: &Fixed, table: &Table, side: Side) -> usize {
    let numbers = &fixed.numbers().hand;
    match side {
        Side::Marine => {
            let psykers = psykers(fixed, table, side).count();
            usize::from(numbers.marine) + usize::from(numbers.marine_psyker) * psykers
        }
        Side::Stealer => usize::from(numbers.stealer),
    }
}

/// Draws a card; none where every card is in a hand.
fn draw_one(state: &mut State, cx: &mut Cx<'_>, side: Side) -> Step<Option<Card>> {
    let fixed = cx.fixed();
    let (Some(hands), Some(psychic)) = (&state.hidden.hands, &mut state.table.psychic) else {
        return Ok(None);
    };
    let mut deck = hands.deck(fixed, psychic.open());
    if deck.is_empty() && !psychic.discard.is_empty() && applies(rule!("SH-DRW-007")) {
        // SH-DRW-007: the pile is the new deck.
        psychic.discard = CardSet::EMPTY;
        deck = hands.deck(fixed, psychic.open());
        cx.emit(rules!["SH-DRW-007"], Event::Shuffled.into());
    }
    if deck.is_empty() {
        return Ok(None);
    }
    let card = deck.at(cx.draw(deck.len(), "roll.card")?);
    if let (Some(card), Some(hands), Some(psychic)) =
        (card, &mut state.hidden.hands, &mut state.table.psychic)
    {
        hands.held[side.index()] = hands.held[side.index()].with(card);
        psychic.held[side.index()] += 1;
    }
    Ok(card)
}

/// Draws some cards; only their owner sees which.
fn draw(state: &mut State, cx: &mut Cx<'_>, side: Side, cards: usize, rules: &[RuleId]) -> Step {
    let mut drawn = CardSet::EMPTY;
    for _ in 0..cards {
        let Some(card) = draw_one(state, cx, side)? else { break };
        drawn = drawn.with(card);
    }
    cx.emit(rules, Event::Drew { side, cards: drawn.len() as u8 }.into());
    let looked = Event::Looked { side, cards: drawn };
    cx.emit_to(Audience::only(seat(side)), rules!["SH-PSY-001"], looked.into());
    Ok(())
}

/// SH-TRP-001, SH-DRW-003, SH-PSY-001, SH-PSY-002: before the first turn trumps are cut and hands dealt, the Marine
/// player's first.
pub fn deal(state: &mut State, cx: &mut Cx<'_>) -> Step {
    let fixed = cx.fixed();
    if fixed.mission.psychic != Mode::Cards {
        return Ok(());
    }
    let cut = cx.draw(fixed.data.deck.faces.len(), "roll.cut")?;
    if let (Some(card), Some(psychic)) = (fixed.data.deck.all().at(cut), &mut state.table.psychic)
        && applies(rule!("SH-TRP-001"))
    {
        let suit = fixed.data.deck.face(card).suit;
        psychic.trump = suit;
        cx.emit(rules!["SH-TRP-001", "SH-PSY-002"], Event::Trump { suit }.into());
    }
    for side in [Side::Marine, Side::Stealer] {
        if holds(fixed, &state.table, side) && applies(rule!("SH-DRW-003")) {
            let cards = full(fixed, &state.table, side);
            let rules = rules!["SH-DRW-001", "SH-DRW-002", "SH-DRW-003", "SH-PSY-001", "SH-LVL-002"];
            draw(state, cx, side, cards, rules)?;
        }
    }
    Ok(())
}

/// SH-PSY-001, SH-DRW-002: whether a side has a hand at all: with a psyker anywhere in its force.
pub fn holds(fixed: &Fixed, table: &Table, side: Side) -> bool {
    fixed.mission.psychic == Mode::Cards && has_psykers(fixed, table, side) && applies(rule!("SH-PSY-001"))
}

/// SH-TRN-005: where a side's turn begins: with its cards, if it has any.
pub fn turn_begins(fixed: &Fixed, table: &Table, side: Side) -> Option<Flow> {
    let cards = fixed.mission.psychic == Mode::Cards && applies(rule!("SH-TRN-005"));
    let has =
        || holds(fixed, table, side) || table.psychic.as_ref().is_some_and(|p| p.held[side.index()] > 0);
    // SH-DRW-006: the Stealer player discards first, the Marine player last.
    (cards && has()).then_some(Flow::Cards { side, draws: side == Side::Marine })
}

/// SH-TRN-005: one half of the psychic cards phase. Drawing is an activity of its own, so that what was drawn is a fact
/// when the next question is asked.
pub fn phase(state: &mut State, cx: &mut Cx<'_>, side: Side, draws: bool) -> Step {
    let fixed = cx.fixed();
    let first = draws == (side == Side::Marine);
    if first {
        cx.emit(rules!["SH-TRN-005"], crate::event::Event::Phase { side, phase: "phase.cards" });
    }
    if !holds(fixed, &state.table, side) {
        lose(state, cx, side);
    } else if draws {
        replenish(state, cx, side)?;
    } else {
        discard(state, cx, side)?;
    }
    state.table.flow = if first {
        Flow::Cards { side, draws: !draws }
    } else {
        crate::eldar::farseer::deck::turn_begins(&state.table, side)
    };
    Ok(())
}

/// SH-DRW-004, SH-DRW-005: new cards at the start of the turn.
fn replenish(state: &mut State, cx: &mut Cx<'_>, side: Side) -> Step {
    let fixed = cx.fixed();
    let numbers = fixed.numbers();
    let size = full(fixed, &state.table, side);
    let held = usize::from(count(state, side));
    let cards = match side {
        Side::Stealer => size.saturating_sub(held),
        Side::Marine => {
            // SH-DRW-004: one a psyker; SH-DRW-005: two too many for the moment.
            let most = psykers(fixed, &state.table, side).count() * usize::from(numbers.draw.psyker);
            let over = usize::from(numbers.over.cards);
            most.min((size + over).saturating_sub(held))
        }
    };
    if cards == 0 {
        return Ok(());
    }
    // SH-DRW-004: he may draw as many, and need not.
    let options: SmallVec<[Choice; 8]> =
        (0..=cards).rev().map(|cards| Choice::Psychic(PsychicChoice::Draw(cards as u8))).collect();
    let ask = Ask::new(seat(side), "draw", rule!("SH-DRW-004"));
    let choice = cx.choose(state, ask, &options)?;
    let Choice::Psychic(PsychicChoice::Draw(wanted @ 1..)) = choice else { return Ok(()) };
    let cards = usize::from(wanted);
    let rules = if held + cards > size { rules!["SH-DRW-004", "SH-DRW-005"] } else { rules!["SH-DRW-004"] };
    draw(state, cx, side, cards, rules)
}

/// SH-DRW-005, SH-DRW-006, SH-DRW-008: the Marine player throws away what is too much, the Stealer player one card if he
/// likes.
fn discard(state: &mut State, cx: &mut Cx<'_>, side: Side) -> Step {
    let fixed = cx.fixed();
    let most = fixed.numbers().discard.stealer;
    for _ in 0..if side == Side::Stealer { most } else { u8::MAX } {
        let over = usize::from(count(state, side)) > full(fixed, &state.table, side);
        let due = match side {
            Side::Marine => over && applies(rule!("SH-DRW-008")),
            Side::Stealer => count(state, side) > 0,
        };
        if !due {
            break;
        }
        let mut options: SmallVec<[Choice; 8]> = SmallVec::new();
        if side == Side::Stealer {
            options.push(Choice::Pass);
        }
        options.extend(of(state, side).iter().map(|card| Choice::Psychic(PsychicChoice::Discard(card))));
        let rule = if side == Side::Marine { rule!("SH-DRW-005") } else { rule!("SH-DRW-006") };
        let ask = Ask::new(seat(side), "discard", rule).always().secret();
        let Choice::Psychic(PsychicChoice::Discard(card)) = cx.choose(state, ask, &options)? else { break };
        play(state, side, card);
        let rules = match side {
            Side::Marine => rules!["SH-DRW-005", "SH-DRW-006", "SH-DRW-008"],
            Side::Stealer => rules!["SH-DRW-006"],
        };
        cx.emit(rules, Event::Discarded { side, card }.into());
    }
    Ok(())
}

/// SH-DRW-008: without a psyker left in the force the hand is gone.
fn lose(state: &mut State, cx: &mut Cx<'_>, side: Side) {
    let cards = of(state, side);
    if cards.is_empty() || !applies(rule!("SH-DRW-008")) {
        return;
    }
    for card in cards.iter() {
        play(state, side, card);
    }
    cx.emit(rules!["SH-DRW-008"], Event::HandLost { side, cards }.into());
}

/// SH-TRP-003, SH-END-011: at the end of the Stealer turn the next suit is trumps.
pub fn next_trump(state: &mut State, cx: &mut Cx<'_>) {
    let cards = cx.fixed().mission.psychic == Mode::Cards;
    if let (true, Some(psychic)) = (cards, &mut state.table.psychic)
        && all_apply(rules!["SH-TRP-003", "SH-END-011"])
    {
        let suit = psychic.trump.next();
        psychic.trump = suit;
        cx.emit(rules!["SH-TRP-003", "SH-END-011"], Event::Trump { suit }.into());
    }
}
