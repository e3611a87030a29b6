//! How formations come into play that are not set up: by teleport, tunnel, planetfall or aboard aircraft (EA-TOUR-017,
//! EA-TOUR-021), and what their owner records in secret (EA-SPAC-005, EA-ABIL-148).

use grognard_engine::SeatId;
use grognard_space::table::Point;
use serde::{Deserialize, Serialize};

use crate::ids::FormationId;
use crate::state::{Place, State};

/// The means of entry of a formation in reserve.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Means {
    /// EA-ABIL-132.
    Teleport,
    /// EA-ABIL-146.
    Tunnel,
    /// EA-PLAN-001: with this spacecraft.
    Planetfall(FormationId),
    /// EA-ABIL-107.
    SelfPlanetfall,
    /// EA-TAIR-003: aboard these aircraft.
    Aboard(FormationId),
    /// EA-SEE-003: from its own edge, in a turn that its Speed gives.
    Edge,
    /// EA-ARMY-012: out of a Drop Pod that has landed.
    Pod,
    /// EA-ARMY-020: through a webway portal.
    Portal,
    /// EA-ARMY-018: the Avatar appears beside a Farseer.
    Avatar,
}

/// What a player has recorded about a formation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sheet {
    /// Another player's, that one may not read.
    Sealed,
    /// The turn, if it is a secret, and the places.
    Written {
        /// EA-ABIL-148: the turn; none where it is open.
        turn: Option<u8>,
        /// EA-SPAC-005: the middle of a drop zone, or of each bombardment.
        places: Vec<Point>,
    },
}

/// The steps at the start of a turn (EA-TURN-005).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Arrival {
    /// EA-ABIL-150: those that tunnel and are due.
    Tunnellers,
    /// EA-ABIL-133.
    Teleports,
    /// EA-SEE-005: entry points of those that come from the edge.
    Entries,
    /// EA-ARMY-018: the Avatar.
    Avatar,
}

impl State {
    /// Whether a formation waits to come into play by such means.
    pub fn waits_by(&self, id: FormationId, means: Means) -> bool {
        let own = self.formation(id);
        own.means == Some(means)
            && own.units.iter().any(|unit| self.units[unit.index()].place == Place::Waiting)
    }

    /// The formations of a side that may arrive at the start of this turn.
    pub fn arriving(&self, side: SeatId, step: Arrival) -> Vec<FormationId> {
        let due = |id: &FormationId| match step {
            Arrival::Avatar => self.waits_by(*id, Means::Avatar) && !self.formation(*id).flight.asked,
            Arrival::Teleports => self.waits_by(*id, Means::Teleport) && !self.formation(*id).flight.asked,
            // EA-SEE-003: its turn was set when it was put in reserve.
            Arrival::Entries => {
                let own = self.formation(*id);
                self.waits_by(*id, Means::Edge) && own.entry.is_none() && own.arrives <= Some(self.turn)
            }
            Arrival::Tunnellers => {
                self.waits_by(*id, Means::Tunnel)
                    && self.due(*id) <= Some(self.turn)
                    && self.due(*id).is_some()
            }
        };
        self.formation_ids().filter(|id| self.formation(*id).side == side).filter(due).collect()
    }

    /// EA-ABIL-148: the turn that was recorded for a formation, for those who may read it.
    pub fn due(&self, id: FormationId) -> Option<u8> {
        match &self.formation(id).sheet {
            Some(Sheet::Written { turn, .. }) => *turn,
            _ => None,
        }
    }

    /// The places that were recorded for a formation.
    pub fn recorded(&self, id: FormationId) -> &[Point] {
        match &self.formation(id).sheet {
            Some(Sheet::Written { places, .. }) => places,
            _ => &[],
        }
    }

    /// EA-ABIL-108: whether a formation falls from the sky by itself in this turn.
    pub fn may_fall(&self, id: FormationId) -> bool {
        self.waits_by(id, Means::SelfPlanetfall) && self.due(id).is_some_and(|turn| turn <= self.turn)
    }

    /// What one seat may see: the sheets of all others are sealed.
    #[must_use]
    pub fn seen_by(&self, seat: Option<SeatId>) -> State {
        let mut view = self.clone();
        crate::concealment::seal(&mut view, seat);
        for formation in &mut view.formations {
            if formation.sheet.is_some() && Some(formation.side) != seat {
                formation.sheet = Some(Sheet::Sealed);
            }
        }
        view
    }
}
