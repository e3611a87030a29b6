//! Harlequins: SH-HRL. Their steps and leaps, the solo, the death dance, the defensive stance and the Kiss.

pub mod arms;
pub mod choice;
pub mod dance;
pub mod event;
pub mod fight;
pub mod legal;
pub mod policy;
pub mod present;
pub mod scenario;
pub mod solo;

use serde::{Deserialize, Serialize};

use crate::Fixed;
use crate::piece::PieceId;
use crate::profile::Folk;
use crate::table::Table;

/// What a Harlequin is among its like (SH-HRL-003).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rank {
    /// One of the troupe.
    Trouper,
    /// Who leads it.
    Leader,
    /// Who leads them all (SH-HRL-002).
    Great,
    /// Who carries the heavy weapon (SH-HRL-011).
    Jester,
}

impl Rank {
    /// Whether a force may be led by it.
    pub const fn leads(self) -> bool {
        matches!(self, Rank::Leader | Rank::Great)
    }
}

/// What belongs to one Harlequin beyond what every model has.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Performer {
    /// SH-HRL-009: it waits for what comes.
    pub stance: bool,
    /// SH-HRL-010: its Kiss is stuck in a victim.
    pub stuck: bool,
    /// SH-HRL-008: it does not turn to whoever attacks it now.
    #[serde(default)]
    pub stays: bool,
}

/// Everything about Harlequins that is not in their models.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Troupe {
    /// By the place in the squad.
    pub performers: Vec<Performer>,
    /// SH-HRL-005: who has the solo of each side's current turn, or had that of its last.
    pub solo: [Option<u8>; 2],
    /// SH-HRL-005: whether he has close assaulted somebody in it.
    pub struck: bool,
    /// SH-HRL-006: who dances.
    pub dancing: Option<u8>,
    /// SH-HRL-006: whether the dancer has won his last round.
    pub won: bool,
}

impl Troupe {
    /// What there is before the first turn; nothing where no Harlequins play.
    pub fn new(fixed: &Fixed) -> Option<Box<Troupe>> {
        let models = fixed.mission.squad.len();
        let there = (0..models).any(|index| is_one(fixed, index as u8));
        let performers = vec![Performer::default(); models];
        there.then(|| {
            Box::new(Troupe { performers, solo: [None; 2], struck: false, dancing: None, won: false })
        })
    }
}

/// Checks that what a state says of Harlequins fits the mission.
pub fn check_shape(fixed: &Fixed, table: &Table) -> Result<(), String> {
    let there = Troupe::new(fixed).map(|troupe| troupe.performers.len());
    let fits = table.troupe.as_ref().map(|troupe| troupe.performers.len()) == there;
    let known = |index: &u8| (*index as usize) < table.marines.len();
    let named = table.troupe.iter().flat_map(|troupe| troupe.solo.iter().chain([&troupe.dancing]).flatten());
    if fits && named.copied().all(|index| known(&index)) {
        Ok(())
    } else {
        Err("the Harlequins do not fit the mission".to_owned())
    }
}

/// Whether a model is a Harlequin.
pub fn is_one(fixed: &Fixed, index: u8) -> bool {
    fixed.profile(index).folk == Folk::Harlequin
}

/// The same of any piece, with its place in the squad.
pub fn harlequin(fixed: &Fixed, piece: PieceId) -> Option<u8> {
    match piece {
        PieceId::Marine(index) if is_one(fixed, index) => Some(index),
        _ => None,
    }
}

/// What is kept of a Harlequin.
pub fn performer(table: &Table, index: u8) -> Performer {
    table.troupe.as_ref().map_or(Performer::default(), |troupe| troupe.performers[index as usize])
}

/// SH-HRL-006: whether a model is in the middle of its dance.
pub fn dances(table: &Table, index: u8) -> bool {
    table.troupe.as_ref().is_some_and(|troupe| troupe.dancing == Some(index))
}

/// SH-HRL-005: whether this turn's solo of its side is a model's.
pub fn is_soloist(table: &Table, index: u8) -> bool {
    let side = table.side(PieceId::Marine(index));
    table.troupe.as_ref().is_some_and(|troupe| troupe.solo[side.index()] == Some(index))
}
