//! What the kit of the free tables asks of a game: who stands where, and how answers name them.

use grognard_space::table::Table;
use grognard_tabletop::armies::{Armies, Named};
use grognard_tabletop::ruler::Ruler;

use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::state::State;

/// The system measures in centimetres.
pub const RULER: Ruler = Ruler::Centimetres;

impl Armies for State {
    fn table(&self) -> &Table {
        &self.table
    }

    fn units(&self) -> u16 {
        self.formations.len() as u16
    }

    fn members(&self, formation: FormationId) -> &[UnitId] {
        &self.formation(formation).units
    }

    fn unit_of(&self, unit: UnitId) -> Option<FormationId> {
        self.units.get(unit.index()).map(|unit| unit.formation)
    }

    fn foes(&self, one: FormationId, other: FormationId) -> bool {
        self.formation(one).team != self.formation(other).team
    }
}

impl Named for Fixed {
    fn ruler(&self) -> Ruler {
        RULER
    }

    fn example(&self) -> &str {
        self.units.first().map_or("", |unit| &unit.name)
    }

    fn name(&self, unit: UnitId) -> &str {
        &self.units[unit.index()].name
    }

    fn body(&self, name: &str) -> Option<UnitId> {
        self.units.iter().position(|unit| unit.name == name).map(|at| UnitId(at as u16))
    }

    fn unit_name(&self, formation: FormationId) -> String {
        self.formations[formation.index()].name.clone()
    }

    fn unit(&self, name: &str) -> Option<FormationId> {
        self.formations.iter().position(|known| known.name == name).map(|at| FormationId(at as u16))
    }
}
