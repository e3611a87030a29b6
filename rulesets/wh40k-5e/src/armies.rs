//! What the kit of the free tables asks of a game: who stands where, and how answers name them.

use grognard_space::table::Table;
use grognard_tabletop::armies::{Armies, Named};
use grognard_tabletop::ruler::Ruler;

use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::state::State;

/// The system measures in inches.
pub const RULER: Ruler = Ruler::Inches;

impl Armies for State {
    fn table(&self) -> &Table {
        &self.table
    }

    fn units(&self) -> u16 {
        self.units.len() as u16
    }

    fn members(&self, unit: UnitId) -> &[ModelId] {
        &self.unit(unit).models
    }

    fn unit_of(&self, model: ModelId) -> Option<UnitId> {
        self.models.get(model.index()).map(|model| model.unit)
    }

    fn foes(&self, one: UnitId, other: UnitId) -> bool {
        self.unit(one).side != self.unit(other).side
    }
}

impl Named for Fixed {
    fn ruler(&self) -> Ruler {
        RULER
    }

    fn example(&self) -> &'static str {
        "red-1.1"
    }

    fn name(&self, model: ModelId) -> &str {
        self.name(model)
    }

    fn body(&self, name: &str) -> Option<ModelId> {
        self.model_named(name)
    }

    fn unit_name(&self, unit: UnitId) -> String {
        Fixed::unit(self, unit).name.clone()
    }

    fn unit(&self, name: &str) -> Option<UnitId> {
        self.unit_named(name)
    }
}
