//! Aircraft between reserve, flight and ground (EA-AIR-002, EA-AIR-003), and what they suffered in a turn.

use grognard_space::table::Length;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::choice::Way;
use crate::ids::{FormationId, UnitId};
use crate::state::{Activation, State};

/// How high aircraft fly: above everything that stands on the table, so that they are in nobody's way (EA-AIR-029).
pub const ALTITUDE: Length = Length::cm(100);

/// Where a formation of aircraft is. EA-TAIR-013: landed aircraft are ground units.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sky {
    /// No aircraft, or landed.
    #[default]
    Ground,
    /// EA-AIR-003.
    Reserve,
    /// EA-AIR-019: on Combat Air Patrol.
    Patrol,
    /// Over the table.
    Flight,
    /// EA-SPAC-010: a spacecraft, out of everybody's reach.
    Orbit,
    /// EA-SPAC-009: gone for good, but not destroyed.
    Away,
}

/// A formation of aircraft in a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flight {
    /// Where it is.
    pub sky: Sky,
    /// EA-AA-009, EA-AMB-162: it has jinked in this turn.
    pub jinked: bool,
    /// EA-AMB-145: it carries out a Ground Attack, until it disengages.
    pub attacking: bool,
    /// EA-ABM-001: it has its Blast marker for coming under fire: before the disengagement, in it.
    pub marked: [bool; 2],
    /// EA-FLAK-007, EA-FLAK-011: who has fired at it in this turn.
    pub flaked: SmallVec<[UnitId; 4]>,
    /// The ways it flew last, each from its start.
    pub path: Vec<Way>,
    /// EA-VICT-012: the turn in which it landed.
    pub landed: Option<u8>,
    /// EA-DISG-001, EA-AIR-020: its owner was asked in this End phase whether it stays.
    pub asked: bool,
}

impl Flight {
    /// A new turn begins.
    pub fn begin_turn(&mut self) {
        *self = Flight { sky: self.sky, landed: self.landed, ..Flight::default() };
    }
}

/// How far an action of aircraft is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AirStage {
    /// The approach move.
    Approach,
    /// EA-AIR-022: enemies on Combat Air Patrol may intercept.
    Patrol,
    /// EA-FLAK-001.
    Flak,
    /// EA-AIR-034, EA-AIR-040: the attack itself.
    Attack,
}

/// An action of aircraft that is carried out.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sortie {
    /// The action.
    pub activation: Activation,
    /// The formation that is intercepted or assaulted.
    pub target: Option<FormationId>,
    /// What comes next.
    pub stage: AirStage,
}

impl State {
    /// EA-AIR-002: whether a formation is in flight.
    pub fn is_flying(&self, formation: FormationId) -> bool {
        self.formation(formation).flight.sky == Sky::Flight
    }

    /// Whether a unit is in flight.
    pub fn flies(&self, unit: UnitId) -> bool {
        self.is_flying(self.units[unit.index()].formation)
    }

    /// EA-AIR-003: whether a formation of aircraft may be activated from the reserve, or from its patrol.
    pub fn can_take_off(&self, formation: FormationId) -> bool {
        let own = self.formation(formation);
        matches!(own.flight.sky, Sky::Reserve | Sky::Patrol) && !own.units.is_empty()
    }

    /// The enemies of a formation in flight.
    pub fn flying_enemies(&self, of: FormationId) -> impl Iterator<Item = FormationId> + '_ {
        let team = self.formation(of).team;
        self.formation_ids().filter(move |id| {
            self.formation(*id).team != team && self.is_flying(*id) && self.is_on_table(*id)
        })
    }
}
