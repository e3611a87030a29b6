//! What happens to Warlocks and Wraithguard.

use super::Order;
use crate::piece::PieceId;

/// What a hit has done to a Wraithguard (T-23).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Damage {
    /// Nothing.
    None,
    /// It was knocked down.
    Down,
    /// It is destroyed.
    Destroyed,
    /// It is destroyed, and its spirit stone may take others along.
    Released,
}

/// Something that happened.
#[derive(Copy, Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the fields are the words of the event")]
pub enum Event {
    /// SH-WLK-004: a Warlock has so many psi points this turn.
    Gathered { warlock: PieceId, points: u8 },
    /// SH-WLK-003: so many are in his Witch Blade.
    Stored { warlock: PieceId, points: u8, all: u8 },
    /// SH-WLK-003: so many went into a blow.
    Channelled { warlock: PieceId, points: u8, left: u8 },
    /// SH-WLK-004: what was left is lost.
    Faded { warlock: PieceId, points: u8 },
    /// SH-WLK-005: an order was given to so many; for a psi point or an action point.
    Ordered { warlock: PieceId, order: Order, models: u8, psi: bool },
    /// SH-WLK-005: one of those it was given to.
    Heard { wraithguard: PieceId, order: Order, all: u8 },
    /// SH-WGD-002: an order is carried out.
    Obeys { wraithguard: PieceId, order: Order, left: u8 },
    /// SH-WGD-007: orders that were not.
    Forgotten { wraithguard: PieceId, orders: u8 },
    /// SH-WGD-006: what a hit did.
    Damaged { wraithguard: PieceId, damage: Damage },
}

impl From<Event> for crate::event::Event {
    fn from(event: Event) -> crate::event::Event {
        crate::event::Event::Seer(event)
    }
}
