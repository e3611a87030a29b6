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
use crate::Fixed;
use crate::choice::Choice;
use crate::play::Cx;
use crate::state::{MARINE, State};
use crate::table::{Flow, Side, Table};

/// Where the Eldar turn begins: with the deck, if there is one.
pub fn turn_begins(fixed: &Fixed, table: &Table) -> Flow {
    let watched = fixed.mission.farseer && table.farseer.is_some() && applies(rule!("SH-FSC-001"));
    if watched { Flow::Farseer { draws: true } } else { Flow::Command }
}

/// SH-FSC-001: one half of it. Drawing is an activity of its own, so that what was drawn is a fact when the next question
/// is asked.
pub fn phase(state: &mut State, cx: &mut Cx<'_>, draws: bool) -> Step {
    if draws {
        cx.emit(
            rules!["SH-FSC-001"],
            crate::event::Event::Phase { side: Side::Marine, phase: "phase.farseer" },
        );
        draw(state, cx)?;
        state.table.flow = Flow::Farseer { draws: false };
    } else {
        keep(state, cx)?;
        state.table.flow = Flow::Command;
    }
    Ok(())
}

fn deck(fixed: &Fixed, state: &State) -> Pile {
    match (&state.table.farseer, &state.hidden.visions) {
        (Some(farseer), Some(visions)) => left(fixed, farseer, visions).unwrap_or_default(),
        _ => Pile::default(),
    }
}

/// SH-FSC-002: when all cards are on the pile it is the new deck.
fn shuffle(state: &mut State, cx: &mut Cx<'_>) {
    if !deck(cx.fixed(), state).is_empty() || !applies(rule!("SH-FSC-002")) {
        return;
    }
    let Some(farseer) = &mut state.table.farseer else { return };
    let cards = std::mem::take(&mut farseer.discard).len() as u8;
    if cards > 0 {
        cx.emit(rules!["SH-FSC-002"], Event::Shuffled { cards }.into());
    }
}

/// The next card; none where every card is in the hand.
fn next(state: &mut State, cx: &mut Cx<'_>) -> Step<Option<Card>> {
    let deck = deck(cx.fixed(), state);
    if deck.is_empty() {
        return Ok(None);
    }
    Ok(deck.at(cx.draw(deck.len(), "roll.card")?))
}

/// SH-FSC-001, SH-FSC-002: as many cards as a die shows, or as are left.
fn draw(state: &mut State, cx: &mut Cx<'_>) -> Step {
    shuffle(state, cx);
    let rules = rules!["SH-FSC-001"];
    let [face] = cx.roll(cx.fixed().numbers().farseer.die, "roll.farseer", rules)?;
    let mut drawn = Pile::default();
    for _ in 0..face {
        let Some(card) = next(state, cx)? else { break };
        drawn = drawn.with(card);
        if let (Some(farseer), Some(visions)) = (&mut state.table.farseer, &mut state.hidden.visions) {
            visions.drawn = drawn;
            farseer.drawn += 1;
        }
    }
    let cards = drawn.len() as u8;
    let rules = if cards < face { rules!["SH-FSC-001", "SH-FSC-002"] } else { rules };
    cx.emit(rules, Event::Drew { cards }.into());
    cx.emit_to(Audience::only(MARINE), rules, Event::Looked { cards: drawn }.into());
    Ok(())
}

/// SH-FSC-001: one is kept, the others are thrown away face up.
fn keep(state: &mut State, cx: &mut Cx<'_>) -> Step {
    let drawn = state.hidden.visions.as_ref().map(|visions| visions.drawn).unwrap_or_default();
    let options: SmallVec<[Choice; 8]> = drawn.kinds().map(|card| FarseerChoice::Keep(card).into()).collect();
    // With one card there is no choice, as everybody knows; with several of a kind only their owner does.
    let kept = match (drawn.len(), drawn.kinds().next()) {
        (0, _) | (_, None) => return Ok(()),
        (1, Some(card)) => card,
        _ => {
            let ask = Ask::new(MARINE, "keep", rule!("SH-FSC-001")).always().secret();
            let Choice::Farseer(FarseerChoice::Keep(card)) = cx.choose(state, ask, &options)? else {
                return Ok(());
            };
            card
        }
    };
    let cards = drawn.without(kept);
    if let (Some(farseer), Some(visions)) = (&mut state.table.farseer, &mut state.hidden.visions) {
        visions.drawn = Pile::default();
        visions.kept = Some(kept);
        farseer.drawn = 0;
        farseer.kept = true;
        farseer.discard = farseer.discard.and(cards);
        farseer.wasted = farseer.wasted.and(cards);
    }
    cx.emit(rules!["SH-FSC-001"], Event::Kept.into());
    if !cards.is_empty() {
        cx.emit(rules!["SH-FSC-001"], Event::Discarded { cards }.into());
    }
    shuffle(state, cx);
    Ok(())
}

/// A card leaves the hand, face up.
pub fn spend(state: &mut State, card: Card) {
    let (Some(farseer), Some(visions)) = (&mut state.table.farseer, &mut state.hidden.visions) else {
        return;
    };
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
pub fn one_more(state: &mut State, cx: &mut Cx<'_>) -> Step {
    shuffle(state, cx);
    let Some(card) = next(state, cx)? else { return Ok(()) };
    if let (Some(farseer), Some(visions)) = (&mut state.table.farseer, &mut state.hidden.visions) {
        if let Some(other) = visions.extra.replace(card) {
            farseer.discard = farseer.discard.with(other);
        }
        farseer.extra = true;
    }
    let rules = rules!["SH-FSC-010"];
    cx.emit(rules, Event::Drew { cards: 1 }.into());
    cx.emit_to(Audience::only(MARINE), rules, Event::Looked { cards: Pile::of(card) }.into());
    Ok(())
}

/// SH-FSC-001, SH-FSC-010: what was for this player turn only is over.
pub fn end_player_turn(state: &mut State, cx: &mut Cx<'_>) {
    let (Some(farseer), Some(visions)) = (&mut state.table.farseer, &mut state.hidden.visions) else {
        return;
    };
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
        cx.emit(rules!["SH-FSC-010"], Event::Discarded { cards: Pile::of(card) }.into());
    }
    shuffle(state, cx);
}

/// SH-FSC-001, SH-AMB-041: at the end of the opponent's turn the kept card is wasted, and what was played is over.
pub fn end_turn(state: &mut State, cx: &mut Cx<'_>) {
    end_player_turn(state, cx);
    let (Some(farseer), Some(visions)) = (&mut state.table.farseer, &mut state.hidden.visions) else {
        return;
    };
    let lasting = [
        (Card::BattleFate, !std::mem::take(&mut farseer.fated).is_empty()),
        (Card::Guide, !std::mem::take(&mut farseer.guided).is_empty()),
        (Card::Doom, !std::mem::take(&mut farseer.doomed).is_empty()),
    ];
    farseer.mind_war = None;
    farseer.blessed.clear();
    let kept = visions.kept.take_if(|_| applies(rule!("SH-FSC-001")));
    farseer.kept = visions.kept.is_some();
    match kept {
        // SH-FSC-010: it may wait for as long as one likes.
        Some(Card::CrystalSeer) if applies(rule!("SH-FSC-010")) => {
            farseer.retained = true;
            cx.emit(rules!["SH-FSC-010"], Event::Retained.into());
        }
        Some(card) => {
            farseer.discard = farseer.discard.with(card);
            farseer.wasted = farseer.wasted.with(card);
            cx.emit(rules!["SH-FSC-001"], Event::Discarded { cards: Pile::of(card) }.into());
        }
        None => {}
    }
    for (card, over) in lasting {
        if over {
            cx.emit(&[card.rule()], Event::Faded { card }.into());
        }
    }
    shuffle(state, cx);
}
