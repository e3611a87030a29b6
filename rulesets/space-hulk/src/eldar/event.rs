//! What happens to Aspect Warriors, and through them.

use grognard_space::grid::Cell;

use crate::piece::PieceId;
use crate::profile::Ranged;

/// Something that happened.
#[derive(Copy, Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the fields are the words of the event")]
pub enum Event {
    /// SH-DAV-003: a storm begins.
    Storm { by: PieceId },
    /// SH-DAV-003: it is over.
    StormOver { by: PieceId },
    /// SH-HBN-002: a mask is put to use.
    Mask { by: PieceId },
    /// SH-HBN-002: somebody hears it.
    Shaken { by: PieceId, piece: PieceId },
    /// SH-FDR-005: a shot at the floor.
    Melts { by: PieceId, weapon: Ranged, at: Cell, hit: bool },
    /// SH-FDR-004, SH-FDR-005: there is a hole in the floor now.
    Pitfall { at: Cell },
    /// SH-FDR-006: armour has saved its bearer.
    Deflects { model: PieceId },
    /// SH-DRP-004: on overwatch with this.
    Watches { by: PieceId, weapon: Ranged },
    /// SH-SSC-003: a sting before the blow.
    Stings { by: PieceId, target: PieceId, hit: bool },
    /// SH-EXA-003: a die of a shot was rolled again.
    Rerolled { by: PieceId, die: u8, old: u8, new: u8 },
    /// SH-EXA-011: the web flies on.
    FliesOn { by: PieceId, kills: u8 },
    /// SH-EXA-016.
    Shouts { by: PieceId },
}

impl From<Event> for crate::event::Event {
    fn from(event: Event) -> crate::event::Event {
        crate::event::Event::Aspect(event)
    }
}
