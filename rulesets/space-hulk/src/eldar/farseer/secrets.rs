//! Hidden cards of the Farseer: dealt anew for a player who searches, and for the proof that views keep them.

use grognard_engine::Viewer;
use grognard_engine::log::{Entry, Logged};
use grognard_engine::rng::SplitMix;

use super::card::{Card, Pile};
use super::event::Event;
use super::{Each, Farseer, Visions, both_mut};
use crate::event::Event as Happening;
use crate::state::{State, View, seat};
use crate::table::Side;
use crate::{Fixed, SpaceHulk};

/// What is left in the deck; nothing where a card is in two places.
pub fn left(fixed: &Fixed, farseer: &Farseer, visions: &Visions) -> Option<Pile> {
    Pile::full(fixed).minus(farseer.discard.and(visions.drawn).and(visions.hand(farseer)))
}

/// What nobody but the owner can place.
fn unknown(fixed: &Fixed, farseer: &Farseer) -> Option<Pile> {
    let open = if farseer.retained { farseer.discard.with(Card::CrystalSeer) } else { farseer.discard };
    Pile::full(fixed).minus(open)
}

fn take(from: &mut Pile, rng: &mut SplitMix) -> Option<Card> {
    if from.is_empty() {
        return None;
    }
    let card = from.at(rng.below(from.len()))?;
    *from = from.without(card);
    Some(card)
}

/// Deals cards of which some were seen since.
fn redeal(
    fixed: &Fixed,
    farseer: &Farseer,
    seen: &[Card],
    drawn: Pile,
    rng: &mut SplitMix,
) -> Option<Visions> {
    let mut cards = unknown(fixed, farseer)?.minus(drawn)?;
    let mut seen = seen.iter().copied();
    let mut one = |there: bool, cards: &mut Pile| -> Option<Option<Card>> {
        if !there {
            return Some(None);
        }
        match seen.next() {
            Some(card) => {
                *cards = cards.minus(Pile::of(card))?;
                Some(Some(card))
            }
            None => Some(Some(take(cards, rng)?)),
        }
    };
    let extra = one(farseer.extra, &mut cards)?;
    let kept = one(farseer.kept, &mut cards)?;
    let mut all = drawn;
    while all.len() < usize::from(farseer.drawn) {
        all = all.with(take(&mut cards, rng)?);
    }
    Some(Visions { drawn: all, kept, extra })
}

/// The hands as they may be for all a seat knows; nothing where what it saw does not fit.
pub fn deal(
    fixed: &Fixed,
    start: &View,
    seen: &[Logged<SpaceHulk>],
    rng: &mut SplitMix,
) -> Option<Option<Box<Each<Visions>>>> {
    let Some(mut all) = Each::<Visions>::new(fixed) else { return Some(None) };
    for side in Side::BOTH {
        let (Some(farseer), Some(visions)) = (start.table.farseer_of(side), all.of_mut(side)) else {
            continue;
        };
        *visions = match start.visions.filter(|_| start.side() == Some(side)) {
            Some(own) => own,
            None => guess(fixed, farseer, side, seen, rng)?,
        };
    }
    Some(Some(all))
}

/// The hand of a side as it may be for all the other one knows.
fn guess(
    fixed: &Fixed,
    farseer: &Farseer,
    side: Side,
    seen: &[Logged<SpaceHulk>],
    rng: &mut SplitMix,
) -> Option<Visions> {
    let mut played = Vec::new();
    let mut drawn = Pile::default();
    for logged in seen {
        match &logged.entry {
            Entry::Event(Happening::Farseer(by, event)) if *by == side => match event {
                Event::Played { card, .. } => played.push(*card),
                Event::Discarded { cards } if farseer.drawn > 0 => drawn = *cards,
                Event::Discarded { cards } => played.extend(cards.kinds()),
                _ => {}
            },
            _ => {}
        }
    }
    // The Crystal Seer that was kept on is no secret.
    if farseer.retained {
        played.retain(|card| *card != Card::CrystalSeer);
    }
    redeal(fixed, farseer, &played, drawn, rng)
}

/// Changes what a viewer may not know.
pub fn reshuffle(fixed: &Fixed, state: &mut State, viewer: Viewer, rng: &mut SplitMix) {
    for side in Side::BOTH.into_iter().filter(|side| viewer != Viewer::Seat(seat(*side))) {
        let Some((farseer, visions)) = both_mut(state, side) else { continue };
        if let Some(other) = redeal(fixed, farseer, &[], Pile::default(), rng) {
            *visions = other;
        }
    }
}
