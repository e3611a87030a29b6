//! What a Farseer does.

use super::card::{Card, Pile};
use super::choice::Aim;
use crate::piece::PieceId;
use crate::table::Side;

/// Something that happened.
#[derive(Copy, Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the fields are the words of the event")]
pub enum Event {
    /// SH-FSC-001: so many cards were drawn; only their owner knows which.
    Drew { cards: u8 },
    /// The owner looks at cards just drawn.
    Looked { cards: Pile },
    /// SH-FSC-001: one of them is kept, face down.
    Kept,
    /// Cards went to the open pile.
    Discarded { cards: Pile },
    /// SH-FSC-002.
    Shuffled { cards: u8 },
    /// A card was played.
    Played { card: Card, aim: Aim },
    /// SH-FSC-010: the Crystal Seer stays.
    Retained,
    /// SH-FSC-004: the guided shot is fired.
    Guided { model: PieceId },
    /// SH-FSC-007: a Banshee has so many points now.
    Doubled { model: PieceId, ap: u8 },
    /// SH-FSC-008: a die of an overwatch shot was rolled again.
    Stalked { die: u8, old: u8, new: u8 },
    /// SH-FSC-012: a squad has so many points to act with.
    Blessed { squad: u8, points: u8 },
    /// SH-FSC-009: an action cost less.
    Hastened { model: PieceId, cost: u8, full: u8 },
    /// SH-FSC-011: the enemy may do no more.
    OutOfTime,
    /// What was played is over.
    Faded { card: Card },
}

impl Event {
    /// The same as what happened to the Farseer of a side, or by him.
    pub const fn of(self, side: Side) -> crate::event::Event {
        crate::event::Event::Farseer(side, self)
    }
}
