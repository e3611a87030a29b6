//! Buildings (BLD): walls with openings, what happens inside, damage and collapse.
//!
//! - [`walls`] who passes where; [`damage`] shots, blows and rams against them, and what follows.

pub mod damage;
pub mod walls;

use grognard_space::table::Point;
use serde::{Deserialize, Serialize};

use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::state::State;

/// What changes of a building.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Building {
    /// Its feature of the table.
    pub feature: u8,
    /// 2E-AMB-107: what earlier damage adds to the next roll.
    pub adds: u8,
    /// It was badly shaken: whoever is inside moves at half rate.
    pub badly: bool,
    /// It has collapsed.
    pub collapsed: bool,
    /// Doors that are broken, by their place among the openings.
    pub broken: Vec<u8>,
    /// Holes in its walls.
    pub holes: Vec<[Point; 2]>,
    /// 2E-SPC-007: it is closed for the game.
    pub closed: bool,
    /// 2E-BLD-017: who defends it and passes its locked doors.
    pub defender: Option<Side>,
}

/// The buildings of a table.
pub fn all(fixed: &Fixed) -> Vec<Building> {
    let is_building = |at: &usize| fixed.battlefield.features[*at].piece.building.is_some();
    let found = (0..fixed.battlefield.features.len()).filter(is_building);
    let closed = fixed.options.closed_buildings;
    found.map(|at| Building { feature: at as u8, closed, ..Building::default() }).collect()
}

/// The building a point lies in.
pub fn inside(fixed: &Fixed, at: Point) -> Option<usize> {
    let mut features = fixed.battlefield.features.iter();
    features.position(|feature| feature.piece.building.is_some() && feature.area.contains(at))
}

/// Whether a point lies in the same building, in this section of it or in another (2E-BLD-016).
pub fn in_same(fixed: &Fixed, feature: usize, at: Point) -> bool {
    let whole = |feature: usize| fixed.battlefield.features[feature].section_of.unwrap_or(feature);
    fixed.battlefield.features[feature].area.contains(at)
        || inside(fixed, at).is_some_and(|other| whole(other) == whole(feature))
}

/// The building a model stands in, unless it has collapsed.
pub fn around(fixed: &Fixed, s: &State, model: ModelId) -> Option<usize> {
    let feature = inside(fixed, s.pose(model)?.at)?;
    s.building(feature).is_some_and(|own| !own.collapsed).then_some(feature)
}

/// The building all models of a unit on the table stand in.
pub fn unit_inside(fixed: &Fixed, s: &State, unit: UnitId) -> Option<usize> {
    let mut found = s.bodies(unit).map(|(model, _)| around(fixed, s, model));
    let first = found.next()??;
    found.all(|other| other == Some(first)).then_some(first)
}

impl State {
    /// What changes of a building.
    pub fn building(&self, feature: usize) -> Option<&Building> {
        self.buildings.iter().find(|own| usize::from(own.feature) == feature)
    }

    /// The same, to be changed.
    pub fn building_mut(&mut self, feature: usize) -> Option<&mut Building> {
        self.buildings.iter_mut().find(|own| usize::from(own.feature) == feature)
    }
}
