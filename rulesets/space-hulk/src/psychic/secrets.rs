//! Hidden cards: dealt anew for a player who searches, and for the proof that views keep them.

use grognard_engine::Viewer;
use grognard_engine::log::{Entry, Logged};
use grognard_engine::rng::SplitMix;

use super::card::{Card, CardSet};
use super::event::Event;
use super::state::Hands;
use crate::event::Event as Happening;
use crate::state::{MARINE, STEALER, State, View};
use crate::table::Side;
use crate::{Fixed, SpaceHulk};

/// Draws so many of some cards at random.
fn some(mut from: CardSet, cards: usize, rng: &mut SplitMix) -> Option<CardSet> {
    let mut drawn = CardSet::EMPTY;
    for _ in 0..cards {
        if from.is_empty() {
            return None;
        }
        let card = from.at(rng.below(from.len()))?;
        from = from.without(card);
        drawn = drawn.with(card);
    }
    Some(drawn)
}

/// The cards a side showed since an activity began: they were in its hand then.
fn shown(seen: &[Logged<SpaceHulk>], start: &View, side: Side) -> CardSet {
    let whose = |piece| start.table.side(piece) == side;
    let mut cards = CardSet::EMPTY;
    let mut add = |card: Card| cards = cards.with(card);
    for logged in seen {
        let Entry::Event(Happening::Psychic(event)) = &logged.entry else { continue };
        match *event {
            Event::Cast { psyker, card, .. } | Event::Shielded { psyker, card } if whose(psyker) => add(card),
            Event::Forced { side: by, card, .. } | Event::Discarded { side: by, card } if by == side => {
                add(card);
            }
            Event::Enhanced { psyker, cards, .. } if whose(psyker) => cards.iter().for_each(&mut add),
            Event::HandLost { side: by, cards } if by == side => cards.iter().for_each(&mut add),
            Event::Saw { by, cards } if by != side => cards.iter().for_each(&mut add),
            _ => {}
        }
    }
    cards
}

/// The hands as they may be for all a seat knows; nothing where what it saw does not fit.
pub fn deal(
    fixed: &Fixed,
    start: &View,
    seen: &[Logged<SpaceHulk>],
    rng: &mut SplitMix,
) -> Option<Option<Box<Hands>>> {
    let Some(psychic) = &start.table.psychic else { return Some(None) };
    if fixed.mission.psychic != super::Mode::Cards {
        return Some(None);
    }
    let mut hands = Hands::default();
    let mut left = fixed.data.deck.all().minus(psychic.open());
    let own = match start.seat {
        Some(MARINE) => Some(Side::Marine),
        Some(STEALER) => Some(Side::Stealer),
        _ => None,
    };
    if let Some(own) = own {
        hands.held[own.index()] = start.hand;
        hands.peeked[own.index()] = start.peeked;
        left = left.minus(start.hand);
    }
    for side in [Side::Marine, Side::Stealer] {
        if Some(side) == own {
            continue;
        }
        let known = shown(seen, start, side).or(if own.is_some() { start.peeked } else { CardSet::EMPTY });
        let known = known.and(left);
        let more = usize::from(psychic.held[side.index()]).checked_sub(known.len())?;
        let hand = known.or(some(left.minus(known), more, rng)?);
        left = left.minus(hand);
        hands.held[side.index()] = hand;
    }
    Some(Some(Box::new(hands)))
}

/// Changes what a viewer may not know: the other hand, but for what he has seen of it.
pub fn reshuffle(fixed: &Fixed, state: &mut State, viewer: Viewer, rng: &mut SplitMix) {
    let (Some(hands), Some(psychic)) = (&mut state.hidden.hands, &state.table.psychic) else { return };
    let mut left = fixed.data.deck.all().minus(psychic.open());
    let own = match viewer {
        Viewer::Seat(MARINE) => Some(Side::Marine),
        Viewer::Seat(STEALER) => Some(Side::Stealer),
        _ => None,
    };
    if let Some(own) = own {
        left = left.minus(hands.held[own.index()]);
    }
    for side in [Side::Marine, Side::Stealer] {
        if Some(side) == own {
            continue;
        }
        let other = side.other().index();
        let known = if own.is_some() { hands.peeked[other] } else { CardSet::EMPTY };
        let more = hands.held[side.index()].len() - known.len();
        let Some(drawn) = some(left.minus(known), more, rng) else { return };
        let hand = known.or(drawn);
        left = left.minus(hand);
        hands.held[side.index()] = hand;
        if own.is_none() {
            hands.peeked[other] = CardSet::EMPTY;
        }
    }
}
