//! What happens with Hybrids, Tyranids and ambush counters.

use grognard_space::grid::Cell;

use crate::piece::PieceId;

/// Something that happened on the Stealer side beyond Genestealers and numbered blips.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the fields are the words of the event")]
pub enum BroodEvent {
    /// SH-CMD-025: the Stealer side's command points of this turn; others do not see them when they are secret.
    CommandPoints { points: u8, bonus: i8 },
    /// SH-CMD-011: the roll is made in secret.
    SecretCommandPoints,
    /// SH-CMD-002: what is left is lost.
    Expired { points: u8 },
    /// SH-HBL-004: a 0 blip was looked up in the Hybrid list.
    LookedUp { blip: PieceId, letter: u8 },
    /// SH-TYR-014: a second blip is converted together with one that is being converted.
    Combined { blip: PieceId, with: PieceId },
    /// SH-TYR-014: points nothing was named for.
    Wasted { parts: u8 },
    /// SH-TYR-004: a wound healed.
    Regenerated { piece: PieceId, wounds: u8 },
    /// SH-TYR-015: a creature leapt over a square.
    Leapt { piece: PieceId, from: Cell, to: Cell },
    /// SH-ABU-002: an ambush counter is taken instead of a blip.
    AmbushTaken,
    /// SH-ABU-003: it was put down.
    AmbushSet { blip: PieceId, at: Cell },
    /// SH-ABU-006: a result was drawn for an ambush counter.
    AmbushSprung { blip: PieceId, genestealer: bool },
}
