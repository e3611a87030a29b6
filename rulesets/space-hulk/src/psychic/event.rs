//! What happens in psychic combat.

use grognard_space::grid::Cell;

use super::card::{Card, CardSet, Kind, Suit};
use super::choice::Aim;
use crate::piece::PieceId;
use crate::table::Side;

/// Something that happened.
#[derive(Copy, Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the fields are the words of the event")]
pub enum Event {
    /// SH-PSQ-002: a Librarian begins with psi points.
    Mastery { psyker: PieceId, level: u8, points: u8 },
    /// SH-PSQ-003: psi points went into a blow.
    PsiSpent { psyker: PieceId, points: u8, left: u8 },
    /// SH-PLY-007: cards went into a blow.
    Enhanced { psyker: PieceId, cards: CardSet, bonus: u8 },
    /// SH-TRP-001, SH-TRP-003: this suit is trumps.
    Trump { suit: Suit },
    /// Cards were drawn; only their owner knows which.
    Drew { side: Side, cards: u8 },
    /// The owner looks at cards just drawn.
    Looked { side: Side, cards: CardSet },
    /// SH-DRW-007.
    Shuffled,
    /// A card was thrown away.
    Discarded { side: Side, card: Card },
    /// SH-DRW-008: a hand without a psyker.
    HandLost { side: Side, cards: CardSet },
    /// SH-PLY-009: a card was played for its name.
    Cast { psyker: PieceId, card: Card, aim: Aim },
    /// SH-FRC-001, SH-FBT-001: a force card was played for or against an attack.
    Forced { side: Side, card: Card, against: bool },
    /// SH-AMB-038: an Aegis suit stands against an attack.
    Aegis { psyker: PieceId },
    /// SH-FBT-002: how a force battle ended.
    ForceEnded { stands: bool },
    /// SH-PCD-001: an Aura saved its player's psyker.
    Shielded { psyker: PieceId, card: Card },
    /// An effect settles on a section.
    Settled { section: u8, kind: Kind },
    /// An effect is gone from a section.
    Faded { section: u8, kind: Kind },
    /// SH-DSP-004: an effect did not decay.
    Lasts { section: u8, kind: Kind },
    /// SH-PCD-012: a Vortex moves, or leaves the board.
    Drifted { from: u8, to: Option<u8> },
    /// SH-PCD-012: it stays.
    Stayed { section: u8 },
    /// SH-PCD-003: a model is made to act.
    Controlled { victim: PieceId },
    /// SH-PCD-014: a model is thrown about.
    Thrown { victim: PieceId, from: Cell, to: Cell, prone: bool, lost: u8 },
    /// SH-PCD-016: a feature is driven away.
    Driven { from: Cell },
    /// SH-PCD-019.
    Teleported { psyker: PieceId, from: Cell, to: Cell },
    /// SH-PCD-020.
    Hastened { psyker: PieceId, ap: u8 },
    /// SH-PCD-021.
    Foresees { psyker: PieceId },
    /// SH-PCD-021: it is over.
    ForesightEnded { psyker: PieceId },
    /// SH-PCD-005: somebody has looked at cards of the other's hand.
    Peeked { by: Side, cards: u8 },
    /// What he saw; only he knows.
    Saw { by: Side, cards: CardSet },
    /// SH-PCD-009: the lightning ends.
    ArcEnded { hits: u8 },
    /// SH-MOV-010: an action cost more in slow time.
    Slowed { piece: PieceId, cost: u8 },
    /// SH-WNM-003: a psychic blast, and what stood against it.
    Blasted { by: PieceId, target: PieceId, attack: i8, defence: i8 },
    /// SH-WNM-005: who blasted has spent himself.
    Exhausted { psyker: PieceId },
    /// A piece went through an attack alive.
    Withstood { piece: PieceId, kind: Kind },
}

impl From<Event> for crate::event::Event {
    fn from(event: Event) -> crate::event::Event {
        crate::event::Event::Psychic(event)
    }
}
