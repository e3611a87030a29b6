//! Psychic combat: who is a psyker, and what belongs to it in the state.
//!
//! [`card`] is the deck as data, [`state`] what lies open and what is in the hands, [`targeting`] and [`legal`] what
//! may be cast at what, [`cast`], [`force`] and [`effects`] how an attack goes, [`hand`] drawing and discarding,
//! [`endphase`] what effects do at the end of a turn, [`enhance`] power in a blow, [`aura`] the shield.

pub mod aura;
pub mod card;
pub mod cast;
pub mod choice;
pub mod effects;
pub mod endphase;
pub mod enhance;
pub mod event;
pub mod force;
pub mod hand;
pub mod legal;
pub mod log;
pub mod nemesis;
pub mod policy;
pub mod present;
pub mod scenario;
pub mod scene;
pub mod secrets;
pub mod state;
pub mod targeting;

pub use state::{Hands, Psychic};

use grognard_engine::switch::applies;
use grognard_engine::{Rules, rule, rules};
use serde::{Deserialize, Serialize};

use crate::Fixed;
use crate::blips::muster;
use crate::piece::{PieceId, Place};
use crate::profile::{Folk, Melee};
use crate::state::State;
use crate::table::{Side, Table};

/// How a mission plays psychic combat; never both ways (SH-PSQ-001).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Not at all.
    #[default]
    None,
    /// The quick rules: psi points.
    Psi,
    /// The card game.
    Cards,
}

impl Mode {
    /// The mode of a name in data and set-ups.
    pub fn named(name: &str) -> Option<Mode> {
        match name {
            "none" => Some(Mode::None),
            "psi" => Some(Mode::Psi),
            "cards" => Some(Mode::Cards),
            _ => None,
        }
    }
}

/// Mastery levels (SH-PSQ-002, SH-LVL-001).
pub const LEVELS: std::ops::RangeInclusive<u8> = 1..=4;

/// The mastery level of a model with a profile that is a psyker: the mission's, or that of its role (SH-PSQ-004,
/// SH-LVL-001).
pub fn marine_level(fixed: &Fixed, index: u8) -> Option<u8> {
    let profile = fixed.profile(index);
    // T-37: a Patriarch only where that was agreed on.
    let base = if fixed.options.patriarch_psyker {
        profile.psyker.max(profile.psyker_by_option)
    } else {
        profile.psyker
    };
    // SH-TYR-007, SH-TYR-018: a Zoanthrope has its powers from cards alone.
    let powerless = fixed.mission.psychic != Mode::Cards || !applies(rule!("SH-TYR-007"));
    if profile.folk == Folk::Tyranid && powerless {
        return None;
    }
    // SH-HYB-003: without cards psykers among the Hybrids are Hybrids like any other.
    let plain = fixed.mission.psychic != Mode::Cards && applies(rule!("SH-HYB-003"));
    if profile.folk == Folk::Hybrid && plain {
        return None;
    }
    let usual = applies(rule!("SH-PSQ-004")).then_some(base);
    fixed.mission.squad[index as usize].level.or(usual).filter(|_| base > 0)
}

/// The mastery level of a model that is a psyker, where the mission plays with psychic combat. SH-HBL-003: a blip has no
/// powers, whatever it stands for.
pub fn level(fixed: &Fixed, table: &Table, piece: PieceId) -> Option<u8> {
    table.psychic.as_ref()?;
    match piece {
        PieceId::Marine(index) => marine_level(fixed, index),
        PieceId::Stealer(_) | PieceId::Blip(_) => None,
    }
}

/// The psykers of a side in play, which is on the map (SH-PSY-006).
pub fn psykers(fixed: &Fixed, table: &Table, side: Side) -> impl Iterator<Item = PieceId> {
    let models = (0..table.marines.len() as u8).map(PieceId::Marine);
    models.filter(move |piece| {
        let in_play = table.cell(*piece).is_some() || !applies(rule!("SH-PSY-006"));
        table.side(*piece) == side && in_play && level(fixed, table, *piece).is_some()
    })
}

/// SH-DRW-002, SH-DRW-008: whether a side has a psyker left in its force, in play or still to come. A blip's counter goes back
/// into the pool, so that of most psykers of the Stealer side another may always come.
pub fn has_psykers(fixed: &Fixed, table: &Table, side: Side) -> bool {
    (0..table.marines.len() as u8).any(|index| {
        let piece = PieceId::Marine(index);
        let model = &table.marines[index as usize];
        let comes = !model.came || muster::comes_again(fixed, table, index);
        let dead = model.place == Place::Gone && (side == Side::Marine || !comes);
        // SH-DRW-002: one who is still to come counts as well.
        let dead = dead || table.cell(piece).is_none() && !applies(rule!("SH-DRW-002"));
        table.side(piece) == side && level(fixed, table, piece).is_some() && !dead
    })
}

/// SH-PCD-014: a model that was thrown about this turn begins its activation with fewer points.
pub fn steady(state: &mut State, piece: PieceId, ap: u8) -> u8 {
    let Some(psychic) = &mut state.table.psychic else { return ap };
    let lost: u8 = psychic.dazed.iter().filter(|(who, _)| *who == piece).map(|(_, lost)| *lost).sum();
    psychic.dazed.retain(|(who, _)| *who != piece);
    let left = ap.saturating_sub(lost);
    match piece {
        PieceId::Marine(index) => state.table.marines[index as usize].ap = left,
        PieceId::Stealer(index) => state.table.stealers[index as usize].ap = left,
        PieceId::Blip(_) => {}
    }
    left
}

/// The rules a question of psychic combat carries beside its own.
pub fn ask_rules(kind: &str) -> Rules {
    match kind {
        "psi" => rules!["SH-PSQ-003", "SH-WFW-004"],
        "bonus" => rules!["SH-PLY-007", "SH-PLY-004", "SH-WFW-004"],
        "force" | "uphold" => rules!["SH-FRC-002", "SH-FRC-005", "SH-PSY-004"],
        "shield" => rules!["SH-PLY-005"],
        "strike" => rules!["SH-PCD-009"],
        "teleport" => rules!["SH-PTG-006"],
        "disperse" => rules!["SH-END-010", "SH-DSP-003"],
        "decay" => rules!["SH-END-010"],
        _ => &[],
    }
}

/// Whether a model fights with a force weapon.
pub fn has_force_weapon(fixed: &Fixed, piece: PieceId) -> bool {
    match piece {
        PieceId::Marine(index) => fixed.profile(index).has(Melee::ForceWeapon),
        PieceId::Stealer(_) | PieceId::Blip(_) => false,
    }
}
