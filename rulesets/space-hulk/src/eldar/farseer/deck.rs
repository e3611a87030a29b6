//! Drawing, keeping and throwing away: SH-FSC-001, SH-FSC-002, SH-FSC-010.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{Audience, rule, rules};
use smallvec::SmallVec;

use super::card::{Card, Pile};
use super::choice::Choice as FarseerChoice;
use super::event::Event;
use super::secrets::left;
use super::{both, both_mut};
use crate::Fixed;
use crate::choice::Choice;
use crate::play::Cx;
use crate::state::{State, seat};
use crate::table::{Flow, Side, Table};

/// What follows the cards of a side at the beginning of its turn.
const fn after(side: Side) -> Flow {
    match side {
        Side::Marine => Flow::Command,
        Side::Stealer => Flow::Draw,
    }
}

/// Where the turn of a side begins: with its Farseer's deck, if it has one.
pub fn turn_begins(table: &Table, side: Side) -> Flow {
    let watched = table.farseer_of(side).is_some();
    if watched { Flow::Farseer { side, draws: true } } else { after(side) }
}

/// SH-FSC-001: one half of it. Drawing is an activity of its own, so that what was drawn is a fact when the next question
/// is asked.
pub fn phase(state: &mut State, cx: &mut Cx<'_>, side: Side, draws: bool) -> Step {
    if draws {
        cx.emit(rules!["SH-FSC-001"], crate::event::Event::Phase { side, phase: "phase.farseer" });
        draw(state, cx, side)?;
        state.table.flow = Flow::Farseer { side, draws: false };
    } else {
        keep(state, cx, side)?;
        state.table.flow = after(side);
    }
    Ok(())
}

fn deck(fixed: &Fixed, state: &State, side: Side) -> Pile {
    both(state, side).and_then(|(farseer, visions)| left(fixed, farseer, visions)).unwrap_or_default()
}

/// SH-FSC-002: when all cards are on the pile it is the new deck.
fn shuffle(state: &mut State, cx: &mut Cx<'_>, side: Side) {
    let Some(farseer) = state.table.farseer_of(side) else { return };
    if farseer.discard.is_empty()
        || !deck(cx.fixed(), state, side).is_empty()
        || !applies(rule!("SH-FSC-002"))
    {
        return;
    }
    let Some(farseer) = state.table.farseer_of_mut(side) else { return };
    let cards = std::mem::take(&mut farseer.discard).len() as u8;
    cx.emit(rules!["SH-FSC-002"], Event::Shuffled { cards }.of(side));
}

/// The next card; none where every card is in the hand.
fn next(state: &mut State, cx: &mut Cx<'_>, side: Side) -> Step<Option<Card>> {
    let deck = deck(cx.fixed(), state, side);
    if deck.is_empty() {
        return Ok(None);
    }
    Ok(deck.at(cx.draw(deck.len(), "roll.card")?))
}

/// SH-FSC-001, SH-FSC-002: as many cards as a die shows, or as are left.
fn draw(state: &mut State, cx: &mut Cx<'_>, side: Side) -> Step {
    shuffle(state, cx, side);
    let rules = rules!["SH-FSC-001"];
    let [face] = cx.roll(cx.fixed().numbers().farseer.die, "roll.farseer", rules)?;
    let mut drawn = Pile::default();
    for _ in 0..face {
        let Some(card) = next(state, cx, side)? else { break };
        drawn = drawn.with(card);
        if let Some((farseer, visions)) = both_mut(state, side) {
            visions.drawn = drawn;
            farseer.drawn += 1;
        }
    }
    let cards = drawn.len() as u8;
    let rules = if cards < face { rules!["SH-FSC-001", "SH-FSC-002"] } else { rules };
    cx.emit(rules, Event::Drew { cards }.of(side));
    cx.emit_to(Audience::only(seat(side)), rules, Event::Looked { cards: drawn }.of(side));
    Ok(())
}

/// SH-FSC-001: one is kept, the others are thrown away face up.
fn keep(state: &mut State, cx: &mut Cx<'_>, side: Side) -> Step {
    let drawn = both(state, side).map(|(_, visions)| visions.drawn).unwrap_or_default();
    let options: SmallVec<[Choice; 8]> = drawn.kinds().map(|card| FarseerChoice::Keep(card).into()).collect();
    // With one card there is no choice, as everybody knows; with several of a kind only their owner does.
    let kept = match (drawn.len(), drawn.kinds().next()) {
        (0, _) | (_, None) => return Ok(()),
        (1, Some(card)) => card,
        _ => {
            let ask = Ask::new(seat(side), "keep", rule!("SH-FSC-001")).always().secret();
            let Choice::Farseer(FarseerChoice::Keep(card)) = cx.choose(state, ask, &options)? else {
                return Ok(());
            };
            card
        }
    };
    let cards = drawn.without(kept);
    if let Some((farseer, visions)) = both_mut(state, side) {
        visions.drawn = Pile::default();
        visions.kept = Some(kept);
        farseer.drawn = 0;
        farseer.kept = true;
        farseer.discard = farseer.discard.and(cards);
        farseer.wasted = farseer.wasted.and(cards);
    }
    cx.emit(rules!["SH-FSC-001"], Event::Kept.of(side));
    if !cards.is_empty() {
        cx.emit(rules!["SH-FSC-001"], Event::Discarded { cards }.of(side));
    }
    shuffle(state, cx, side);
    Ok(())
}

/// A card leaves the hand, face up.
pub fn spend(state: &mut State, side: Side, card: Card) {
    let Some((farseer, visions)) = both_mut(state, side) else { return };
    // What lasts shortest goes first.
    if visions.extra == Some(card) {
        visions.extra = None;
        farseer.extra = false;
    } else if visions.kept == Some(card) {
        visions.kept = None;
        farseer.kept = false;
    } else {
        farseer.retained = false;
    }
    farseer.discard = farseer.discard.with(card);
}

/// SH-FSC-010: the next card of the deck, for this turn.
pub fn one_more(state: &mut State, cx: &mut Cx<'_>, side: Side) -> Step {
    shuffle(state, cx, side);
    let Some(card) = next(state, cx, side)? else { return Ok(()) };
    if let Some((farseer, visions)) = both_mut(state, side) {
        if let Some(other) = visions.extra.replace(card) {
            farseer.discard = farseer.discard.with(other);
        }
        farseer.extra = true;
    }
    let rules = rules!["SH-FSC-010"];
    cx.emit(rules, Event::Drew { cards: 1 }.of(side));
    cx.emit_to(Audience::only(seat(side)), rules, Event::Looked { cards: Pile::of(card) }.of(side));
    Ok(())
}

/// SH-FSC-001, SH-FSC-010, SH-AMB-041: a player turn ends. What was for that turn only is over, whoever played it; for the
/// one whose opponent has had it, everything is.
pub fn turn_ends(state: &mut State, cx: &mut Cx<'_>, turn: Side) {
    if state.table.farseer.is_none() {
        return;
    }
    for side in Side::BOTH {
        end_player_turn(state, cx, side);
    }
    expire(state, cx, turn.other());
}

/// SH-FSC-001, SH-FSC-010: what was for this player turn only is over.
fn end_player_turn(state: &mut State, cx: &mut Cx<'_>, side: Side) {
    let Some((farseer, visions)) = both_mut(state, side) else { return };
    farseer.stilled.clear();
    farseer.doubled.clear();
    farseer.stalking.clear();
    farseer.hastened.clear();
    // SH-FSC-004: a shot that was fired bars others for the turn only; one still to come is waited for.
    farseer.guided.retain(|guided| !guided.fired);
    farseer.wasted = Pile::default();
    if let Some(card) = visions.extra.take() {
        farseer.extra = false;
        farseer.discard = farseer.discard.with(card);
        farseer.wasted = Pile::of(card);
        cx.emit(rules!["SH-FSC-010"], Event::Discarded { cards: Pile::of(card) }.of(side));
    }
    shuffle(state, cx, side);
}

/// SH-FSC-001, SH-AMB-041: at the end of the opponent's turn the kept card is wasted, and what was played is over.
fn expire(state: &mut State, cx: &mut Cx<'_>, side: Side) {
    let Some((farseer, visions)) = both_mut(state, side) else { return };
    let lasting = [
        (Card::BattleFate, !std::mem::take(&mut farseer.fated).is_empty()),
        (Card::Guide, !std::mem::take(&mut farseer.guided).is_empty()),
        (Card::Doom, !std::mem::take(&mut farseer.doomed).is_empty()),
    ];
    farseer.mind_war = None;
    farseer.blessed.clear();
    let kept = visions.kept.take();
    farseer.kept = visions.kept.is_some();
    match kept {
        // SH-FSC-010: it may wait for as long as one likes.
        Some(Card::CrystalSeer) if applies(rule!("SH-FSC-010")) => {
            farseer.retained = true;
            cx.emit(rules!["SH-FSC-010"], Event::Retained.of(side));
        }
        Some(card) => {
            farseer.discard = farseer.discard.with(card);
            farseer.wasted = farseer.wasted.with(card);
            cx.emit(rules!["SH-FSC-001"], Event::Discarded { cards: Pile::of(card) }.of(side));
        }
        None => {}
    }
    for (card, over) in lasting {
        if over {
            cx.emit(&[card.rule()], Event::Faded { card }.of(side));
        }
    }
    shuffle(state, cx, side);
}
