//! Pieces: Terminators, Genestealers and blips.

use grognard_space::grid::{Cell, Facing};
use serde::{Deserialize, Serialize};

/// The name of a piece: its kind and its number among them. A number is used twice only in a game so long
/// that they run out.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum PieceId {
    /// A model with a profile of its own, by its place in the squad: those of the Marine side first, then those the
    /// Stealer side may bring into play (Hybrids, Tyranids).
    Marine(u8),
    /// A Genestealer model.
    Stealer(u8),
    /// A blip counter.
    Blip(u8),
}

/// Where a piece is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Place {
    /// Not placed yet: before deployment, or drawn and not yet put into an entry area.
    Hand,
    /// On a square.
    Board(Cell),
    /// In an entry area.
    Entry(u8),
    /// Out of the game: killed, converted, lost or escaped.
    Gone,
}

impl Place {
    /// The square it stands on.
    pub const fn cell(self) -> Option<Cell> {
        match self {
            Place::Board(cell) => Some(cell),
            _ => None,
        }
    }
}

/// What can be fired at.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Mark {
    /// A model.
    Model(PieceId),
    /// The door of a square.
    Door(Cell),
}

/// A Terminator. What it carries stands in its profile.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Marine {
    /// Where it is.
    pub place: Place,
    /// How it faces.
    pub facing: Facing,
    /// Whether it was activated this turn (SH-ACT-001).
    pub activated: bool,
    /// Whether it left the map over an exit.
    pub escaped: bool,
    /// Action points left while it is active.
    pub ap: u8,
    /// SH-PRN-003.
    #[serde(default)]
    pub prone: bool,
    /// SH-OVW-001.
    pub overwatch: bool,
    /// SH-JAM-004.
    pub jammed: bool,
    /// Shots left in a flamer or an assault cannon.
    pub ammo: u8,
    /// Reloads left.
    pub reloads: u8,
    /// Bursts fired over the whole game (SH-WAC-010).
    pub bursts: u8,
    /// Shots left in what it carries beside its weapon.
    #[serde(default)]
    pub store: u8,
    /// SH-WPL-001: 2 after firing, 1 while recharging.
    #[serde(default)]
    pub recharge: u8,
    /// SH-TUR-006: whether a free quarter turn was made since the last other action.
    #[serde(default)]
    pub turned: bool,
    /// SH-IGF-017: how much more it takes.
    #[serde(default)]
    pub wounds: u8,
    /// The target of the current series of shots and how many were fired (SH-SUS-001).
    pub sustained: Option<(Mark, u8)>,
    /// SH-ENP-014: it must lurk this turn.
    #[serde(default)]
    pub lurks: bool,
    /// SH-TYR-005: whether it has leapt this turn.
    #[serde(default)]
    pub leapt: bool,
    /// Whether it was in play before: there is only one of some (SH-TYR-003).
    #[serde(default)]
    pub came: bool,
}

impl Marine {
    /// Its square, while it is on the map.
    pub const fn cell(&self) -> Option<Cell> {
        self.place.cell()
    }

    /// Whether it is still in the game.
    pub fn in_play(&self) -> bool {
        !matches!(self.place, Place::Gone)
    }
}

/// A Genestealer.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stealer {
    /// Where it is.
    pub place: Place,
    /// How it faces.
    pub facing: Facing,
    /// Whether it was activated this turn, or may not be.
    pub activated: bool,
    /// Action points left while it is active.
    pub ap: u8,
    /// SH-TUR-003: whether a free quarter turn was made since the last other action.
    pub turned: bool,
    /// SH-ENP-014: it must lurk this turn.
    pub lurks: bool,
    /// SH-PRN-003: it was thrown to the ground (SH-PCD-014).
    #[serde(default)]
    pub prone: bool,
}

/// A blip. What it stands for is hidden and not in here.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Blip {
    /// Where it is.
    pub place: Place,
    /// Whether it was activated this turn.
    pub activated: bool,
    /// Action points left while it is active.
    pub ap: u8,
    /// SH-ENP-009: it must lurk this turn.
    pub lurks: bool,
    /// What it turned out to stand for, once it was turned over and everybody saw it.
    pub shown: Option<u8>,
    /// SH-ABU-002: an ambush counter, which may stand for nothing at all.
    #[serde(default)]
    pub ambush: bool,
}
