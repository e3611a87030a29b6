//! What changes of a model.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::vehicles::Hull;

/// Where a model is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// Not set up yet.
    Waiting,
    /// 5B-MIS-010: in reserve.
    Reserve,
    /// On the table.
    Table,
    /// 5B-TRA-003: in a vehicle.
    Aboard,
    /// 5B-VDM-007: a wreck, still on the table.
    Wreck,
    /// 5B-BLD-002: a building nobody is in.
    Empty,
    /// A casualty, or fled.
    Gone,
}

/// A model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Model {
    /// Its unit.
    pub unit: UnitId,
    /// Where it is.
    pub place: Place,
    /// Wounds left.
    pub wounds: u8,
    /// How far it went in this Movement phase.
    pub far: i32,
    /// 5V-TER-011: it went through difficult ground in this Movement phase.
    pub slowed: bool,
    /// 5B-CCB-007, 5V-FCC-010: it charged through difficult or dangerous ground.
    pub through_cover: bool,
    /// What changes of it where it is a vehicle.
    pub hull: Option<Box<Hull>>,
    /// 5B-CCW-002: it strikes last for so many player turns.
    pub stunned: u8,
    /// 5V-RNG-005: it joined or left a unit in this turn.
    pub joined: bool,
    /// 5V-MOV-010: it ran before it joined its unit.
    pub idle: bool,
    /// 5B-PSY-001: how many psychic powers it used in this player turn.
    pub powers: u8,
    /// 5B-WPN-007: weapons for one shot that it has fired.
    pub spent: SmallVec<[WeaponId; 2]>,
    /// 5X-RUL-026: how many orders it gave in this turn.
    pub orders: u8,
    /// 5X-RUL-024: its hunting lance was used in a charge.
    #[serde(default)]
    pub lance_broken: bool,
}

impl Model {
    /// A model before the first question.
    pub(super) fn new(fixed: &Fixed, id: ModelId) -> Model {
        Model {
            unit: fixed.models[id.index()].unit,
            place: match fixed.building(id) {
                Some(_) => Place::Empty,
                None => Place::Waiting,
            },
            wounds: fixed.kind_of(id).values.w,
            far: 0,
            slowed: false,
            through_cover: false,
            hull: fixed.kind_of(id).chassis.as_ref().map(|chassis| {
                let open = chassis.is(crate::data::vehicles::VehicleType::OpenTopped);
                let exposes = open && fixed.edition.bands == crate::edition::SpeedBands::Bands;
                Box::new(Hull { walks: chassis.walks(), exposes, ..Hull::default() })
            }),
            stunned: 0,
            joined: false,
            idle: false,
            powers: 0,
            spent: SmallVec::new(),
            orders: 0,
            lance_broken: false,
        }
    }
}
