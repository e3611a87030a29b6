//! What happens to the Guard.

use crate::piece::PieceId;

/// Something that happened.
#[derive(Copy, Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the fields are the words of the event")]
pub enum Event {
    /// SH-IGF-004.
    Kneels { model: PieceId },
    /// SH-IGF-004.
    Rises { model: PieceId },
    /// SH-IGF-007: backup was called, and comes or does not.
    Called { officer: PieceId, comes: bool },
    /// SH-IGF-013: the Commissar turns on a model that did not do its best.
    Punishes { commissar: PieceId, model: PieceId, points: u8 },
    /// SH-IGF-015: a death has given so many others heart.
    Inspired { commissar: PieceId, models: u8 },
    /// SH-IGF-019: an Ogryn does nothing this turn.
    Dozes { ogryn: PieceId },
}

impl From<Event> for crate::event::Event {
    fn from(event: Event) -> crate::event::Event {
        crate::event::Event::Guard(event)
    }
}
