//! The Imperial Guard: SH-IGF. Its Commissar, its Ogryns and Ratlings, men on one knee and calls for backup.

pub mod backup;
pub mod choice;
pub mod commissar;
pub mod event;
pub mod legal;
pub mod ogryn;
pub mod present;

use grognard_space::grid::{Cell, CellSet, Facing};
use serde::{Deserialize, Serialize};

use crate::Fixed;
use crate::piece::PieceId;
use crate::profile::Folk;
use crate::table::{Side, Table};

/// Whether an Ogryn has its wits about it this turn (SH-IGF-019).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Wits {
    /// It has not tried anything yet.
    #[default]
    Untried,
    /// It acts.
    Awake,
    /// It does nothing this turn.
    Dazed,
}

/// What belongs to one model of the Guard beyond what every model has.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Trooper {
    /// SH-IGF-015: action points it gets on top, this turn.
    pub extra: u8,
    /// SH-IGF-019.
    pub wits: Wits,
    /// SH-IGF-004: whether it is on one knee.
    pub kneels: bool,
}

/// What a model has done since it was activated, for the Commissar to judge (SH-IGF-014).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stint {
    /// Where it stood.
    pub cell: Cell,
    /// How it faced.
    pub facing: Facing,
    /// The doors that were closed.
    pub closed: CellSet,
    /// What it has paid since.
    pub spent: u8,
    /// Whether it has done anything that cannot be undone by doing it again.
    pub useful: bool,
}

/// Everything about the Guard that is not in its models.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guard {
    /// By the place in the squad.
    pub troopers: Vec<Trooper>,
    /// SH-IGF-015: whether the Commissar has shot for inspiration this turn.
    pub inspired: bool,
    /// The active model's doings, while a Commissar watches.
    pub stint: Option<Stint>,
    /// SH-TIM-001: whom the clock has overtaken, for the Commissar to judge.
    #[serde(default)]
    pub overtaken: Option<u8>,
}

impl Guard {
    /// What there is before the first turn; nothing for other forces.
    pub fn new(fixed: &Fixed) -> Option<Box<Guard>> {
        let models = fixed.mission.squad.len();
        let guard = (0..models).any(|index| fixed.profile(index as u8).total);
        guard.then(|| {
            let troopers = vec![Trooper::default(); models];
            Box::new(Guard { troopers, inspired: false, stint: None, overtaken: None })
        })
    }
}

/// Checks that what a state says of the Guard fits the mission.
pub fn check_shape(fixed: &Fixed, table: &Table) -> Result<(), String> {
    let there = Guard::new(fixed).map(|guard| guard.troopers.len());
    let guard = table.guard.as_ref();
    let overtaken = guard.and_then(|guard| guard.overtaken).map_or(0, usize::from);
    let fits = guard.map(|guard| guard.troopers.len()) == there && overtaken < there.unwrap_or(1);
    if fits { Ok(()) } else { Err("the Guard does not fit the mission".to_owned()) }
}

/// What is kept of a model of the Guard.
pub fn trooper(table: &Table, index: u8) -> Trooper {
    table.guard.as_ref().map_or(Trooper::default(), |guard| guard.troopers[index as usize])
}

/// Whether a Marine is on one knee (SH-IGF-004).
pub fn kneels(table: &Table, index: u8) -> bool {
    trooper(table, index).kneels
}

/// SH-IGF-004: squares of a side's kneeling models over whose shoulders a friend looks from a square: those it lies directly
/// behind.
pub fn shoulders(fixed: &Fixed, table: &Table, side: Side, from: Cell) -> CellSet {
    let mut over = CellSet::EMPTY;
    let Some(guard) = &table.guard else { return over };
    for (index, cell) in table.models_of(side) {
        let back = table.marines[index as usize].facing.back();
        if guard.troopers[index as usize].kneels && fixed.mission.grid.step(cell, back.into()) == Some(from) {
            over.insert(cell);
        }
    }
    over
}

/// The Commissar of a side, while he is on the map.
pub fn commissar(fixed: &Fixed, table: &Table, side: Side) -> Option<(u8, Cell)> {
    table.guard.as_ref()?;
    table.models_of(side).find(|(index, _)| fixed.profile(*index).commissar)
}

/// SH-CMD-023: whether a side's Commissar is dead; one who has left the map alive is not.
pub fn mourns(fixed: &Fixed, table: &Table, side: Side) -> bool {
    table.squad_of(side).any(|index| {
        let model = &table.marines[index as usize];
        fixed.profile(index).commissar && !model.in_play() && !model.escaped
    })
}

/// SH-CMD-026: whether somebody of a side is led from outside: Marines always are, whoever of the Guard goes with them.
pub fn led_from_outside(fixed: &Fixed, table: &Table, side: Side) -> bool {
    table.squad_of(side).any(|index| {
        let profile = fixed.profile(index);
        profile.folk == Folk::Human && !profile.total && table.marines[index as usize].in_play()
    })
}

/// SH-IGF-013, SH-IGF-015: whom the Commissar watches and inspires: men of the Guard and its Ogryns, but no officer.
pub fn is_ranker(fixed: &Fixed, piece: PieceId) -> bool {
    let PieceId::Marine(index) = piece else { return false };
    let profile = fixed.profile(index);
    (profile.is_guard() || profile.ogryn) && !profile.officer
}
