//! What is kept of Aspect Warriors beyond what every model has.

use serde::{Deserialize, Serialize};

use crate::Fixed;
use crate::piece::PieceId;
use crate::profile::Ranged;
use crate::table::{Side, Table};

/// SH-DAV-003: a shuriken storm, once a turn.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Storm {
    /// Not used yet this turn.
    #[default]
    Ready,
    /// Going on.
    Raging,
    /// Over for this turn.
    Spent,
}

/// One warrior.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Warrior {
    /// SH-DAV-003.
    pub storm: Storm,
    /// SH-HBN-002: squares moved this turn.
    pub steps: u8,
    /// SH-HBN-002: whether the mask will scream at the end of the turn.
    pub mask: bool,
    /// SH-DRP-004: what it watches with, where that is not its first weapon.
    pub watches_with: Option<Ranged>,
}

/// SH-HBN-002: a model that heard a scream.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Scream {
    /// Who heard it.
    pub piece: PieceId,
    /// Whose scream it was: it wears off with that side's next turn.
    pub by: Side,
}

/// All of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warriors {
    /// By the place in the squad.
    pub each: Vec<Warrior>,
    /// One entry for every scream heard; they add up.
    pub screams: Vec<Scream>,
}

impl Warriors {
    /// What there is before the first turn; nothing where neither an Aspect Warrior plays nor anybody with a second weapon
    /// to watch with (SH-TYR-017).
    pub fn new(fixed: &Fixed) -> Option<Box<Warriors>> {
        let models = fixed.mission.squad.len();
        let watches =
            |weapon: &Ranged| fixed.weapon(*weapon).is_some_and(|listed| listed.overwatch.is_some());
        let any = (0..models)
            .map(|index| fixed.profile(index as u8))
            .any(|profile| profile.aspect.is_some() || profile.extra.iter().any(watches));
        any.then(|| Box::new(Warriors { each: vec![Warrior::default(); models], screams: Vec::new() }))
    }
}

/// Checks that what a state says of Aspect Warriors fits the mission.
pub fn check_shape(fixed: &Fixed, table: &Table) -> Result<(), String> {
    let there = Warriors::new(fixed).map(|warriors| warriors.each.len());
    let fits = table.warriors.as_ref().map(|warriors| warriors.each.len()) == there;
    if fits { Ok(()) } else { Err("the Aspect Warriors do not fit the mission".to_owned()) }
}

/// The pieces a state mentions here.
pub fn mentioned(table: &Table) -> impl Iterator<Item = PieceId> {
    table.warriors.iter().flat_map(|warriors| warriors.screams.iter().map(|scream| scream.piece))
}

/// What is kept of a model.
pub fn of(table: &Table, index: u8) -> Warrior {
    table.warriors.as_ref().map_or(Warrior::default(), |warriors| warriors.each[index as usize])
}

/// The same, to change it; nothing where no Aspect Warrior plays.
pub fn of_mut(table: &mut Table, index: u8) -> Option<&mut Warrior> {
    table.warriors.as_mut()?.each.get_mut(index as usize)
}

/// SH-HBN-002: a model has moved by a square.
pub fn note_step(table: &mut Table, piece: PieceId) {
    if let PieceId::Marine(index) = piece
        && let Some(warrior) = of_mut(table, index)
    {
        warrior.steps = warrior.steps.saturating_add(1);
    }
}

/// A piece has left the game.
pub fn forget(table: &mut Table, piece: PieceId) {
    if let Some(warriors) = &mut table.warriors {
        warriors.screams.retain(|scream| scream.piece != piece);
    }
}

/// The weapon a model watches with.
pub fn watching(fixed: &Fixed, table: &Table, index: u8) -> Option<Ranged> {
    of(table, index).watches_with.or(fixed.profile(index).ranged)
}

/// How far a model's overwatch reaches, with what it watches with now (SH-OVW-002, SH-WPN-004).
pub fn watch_range(fixed: &Fixed, table: &Table, index: u8) -> u16 {
    let listed = watching(fixed, table, index).and_then(|weapon| fixed.weapon(weapon));
    listed.and_then(|listed| listed.overwatch).unwrap_or(fixed.numbers().overwatch.range)
}

/// A side's turn begins: what is had once a turn is there again, and screams of the last have died away.
pub fn begin_turn(table: &mut Table, side: Side) {
    let crew = table.crew() as usize;
    let Some(warriors) = &mut table.warriors else { return };
    warriors.screams.retain(|scream| scream.by != side);
    let (marines, brood) = warriors.each.split_at_mut(crew);
    for warrior in if side == Side::Marine { marines } else { brood } {
        *warrior = Warrior { watches_with: warrior.watches_with, ..Warrior::default() };
    }
}
