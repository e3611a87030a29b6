//! What happens in psychic combat.

use crate::piece::PieceId;

/// Something that happened.
#[derive(Copy, Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the fields are the words of the event")]
pub enum Event {
    /// SH-PSQ-002: a Librarian begins with psi points.
    Mastery { psyker: PieceId, level: u8, points: u8 },
    /// SH-PSQ-003: psi points went into a blow.
    PsiSpent { psyker: PieceId, points: u8, left: u8 },
}

impl From<Event> for crate::event::Event {
    fn from(event: Event) -> crate::event::Event {
        crate::event::Event::Psychic(event)
    }
}
