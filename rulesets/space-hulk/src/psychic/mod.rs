//! Psychic combat: who is a psyker, and what belongs to it in the state.

pub mod choice;
pub mod enhance;
pub mod event;
pub mod policy;
pub mod present;

use serde::{Deserialize, Serialize};

use crate::Fixed;
use crate::piece::PieceId;
use crate::profile::Melee;
use crate::table::Table;

/// How a mission plays psychic combat; never both ways (SH-PSQ-001).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Not at all.
    #[default]
    None,
    /// The quick rules: psi points.
    Psi,
}

impl Mode {
    /// The mode of a name in data and set-ups.
    pub fn named(name: &str) -> Option<Mode> {
        match name {
            "none" => Some(Mode::None),
            "psi" => Some(Mode::Psi),
            _ => None,
        }
    }
}

/// Mastery levels (SH-PSQ-002).
pub const LEVELS: std::ops::RangeInclusive<u8> = 1..=4;

/// Everything about psychic combat both players may see.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Psychic {
    /// Psi points left, by the place in the squad (SH-PSQ-002).
    pub psi: Vec<u8>,
}

impl Psychic {
    /// What there is before the first turn; nothing where the mission plays without psychic combat.
    pub fn new(fixed: &Fixed) -> Option<Box<Psychic>> {
        let mission = &fixed.mission;
        if mission.psychic == Mode::None {
            return None;
        }
        let points = |index: usize| match (mission.psychic, marine_level(fixed, index as u8)) {
            (Mode::Psi, Some(level)) => fixed.numbers().psi.points[level as usize - 1],
            _ => 0,
        };
        Some(Box::new(Psychic { psi: (0..mission.squad.len()).map(points).collect() }))
    }
}

/// Checks that what a state says of psychic combat fits the mission.
pub fn check_shape(fixed: &Fixed, table: &Table) -> Result<(), String> {
    let Some(psychic) = &table.psychic else {
        return match fixed.mission.psychic {
            Mode::None => Ok(()),
            Mode::Psi => Err("psychic combat is missing".to_owned()),
        };
    };
    if psychic.psi.len() != fixed.mission.squad.len() || fixed.mission.psychic == Mode::None {
        return Err("psychic combat does not fit the mission".to_owned());
    }
    Ok(())
}

/// The mastery level of a Marine who is a psyker: the mission's, or that of his role (SH-PSQ-004).
pub fn marine_level(fixed: &Fixed, index: u8) -> Option<u8> {
    let base = fixed.profile(index).psyker;
    (base > 0).then(|| fixed.mission.squad[index as usize].level.unwrap_or(base))
}

/// The mastery level of a model that is a psyker, where the mission plays with psychic combat.
pub fn level(fixed: &Fixed, table: &Table, piece: PieceId) -> Option<u8> {
    table.psychic.as_ref()?;
    match piece {
        PieceId::Marine(index) => marine_level(fixed, index),
        PieceId::Stealer(_) | PieceId::Blip(_) => None,
    }
}

/// Whether a model fights with a force weapon.
pub fn has_force_weapon(fixed: &Fixed, piece: PieceId) -> bool {
    match piece {
        PieceId::Marine(index) => fixed.profile(index).has(Melee::ForceWeapon),
        PieceId::Stealer(_) | PieceId::Blip(_) => false,
    }
}
