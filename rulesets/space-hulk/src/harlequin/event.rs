//! What happens to Harlequins.

use crate::piece::PieceId;

/// Something that happened.
#[derive(Copy, Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the fields are the words of the event")]
pub enum Event {
    /// SH-HRL-005: the solo of this turn is his.
    Solo { model: PieceId },
    /// SH-HRL-006: a death dance begins.
    Dances { model: PieceId },
    /// SH-HRL-006: it is over after so many rounds.
    DanceOver { model: PieceId, rounds: u8 },
    /// SH-HRL-009.
    Stance { model: PieceId },
    /// SH-HRL-009, SH-HRL-010: the stance is over: a message key says why.
    StanceOver { model: PieceId, why: &'static str },
    /// SH-HRL-010: the Kiss came out of its victim again, or did not.
    Kissed { model: PieceId, stuck: bool },
    /// SH-HRL-010: the Kiss is free again.
    Freed { model: PieceId },
}

impl From<Event> for crate::event::Event {
    fn from(event: Event) -> crate::event::Event {
        crate::event::Event::Harlequin(event)
    }
}
