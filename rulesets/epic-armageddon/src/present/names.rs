//! Names for people.

use grognard_engine::SeatId;
use grognard_space::table::Length;
use grognard_tabletop::armies::Named;

use crate::armies::RULER;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};

/// A side.
pub fn side(fixed: &Fixed, seat: SeatId) -> String {
    fixed.data.texts.get(&format!("side.{}", fixed.sides[seat.index()].id)).to_owned()
}

/// A formation, with its name in answers: `Tactical (force-a-1)`.
pub fn formation(fixed: &Fixed, id: FormationId) -> String {
    let sheet = fixed.spec(id).units.first().map_or_else(String::new, |unit| kind(fixed, *unit));
    format!("{sheet} ({})", fixed.unit_name(id))
}

/// What a unit is.
pub fn kind(fixed: &Fixed, unit: UnitId) -> String {
    fixed.data.texts.get(&format!("unit.{}", fixed.kind(unit).sheet)).to_owned()
}

/// A unit.
pub fn unit(fixed: &Fixed, id: UnitId) -> String {
    format!("{} {}", kind(fixed, id), fixed.name(id))
}

/// A length.
pub fn length(length: Length) -> String {
    RULER.write(length)
}
