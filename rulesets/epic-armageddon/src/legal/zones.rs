//! Zones of control (EA-ZOC).

use grognard_engine::rule;
use grognard_engine::switch::applies;
use grognard_space::table::{Body, Length, Moved};
use smallvec::SmallVec;

use crate::abilities::Ability;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::state::State;

/// EA-ZOC-001, EA-ABIL-103: how far the zone of a unit reaches.
pub fn zone(fixed: &Fixed, unit: UnitId) -> Length {
    let numbers = fixed.numbers();
    if fixed.kind(unit).has(Ability::Scout) && applies(rule!("EA-ABIL-103")) {
        numbers.scout_zone.zone.0
    } else {
        numbers.zone_of_control.zone.0
    }
}

/// The farthest any zone reaches.
pub fn widest(fixed: &Fixed) -> Length {
    fixed.numbers().zone_of_control.zone.0.max(fixed.numbers().scout_zone.zone.0)
}

/// EA-ZOC-004, EA-ASLT-012: whether a unit has its zone: not while it is in base contact with an enemy in an assault.
/// EA-WE-010: a war engine keeps it until as many touch it as its damage capacity.
pub fn has_zone(fixed: &Fixed, s: &State, moved: &Moved<'_>, unit: UnitId) -> bool {
    let Some(assault) = &s.assault else { return true };
    if !applies(rule!("EA-ZOC-004")) {
        return true;
    }
    let Some(body) = moved.body(unit) else { return false };
    let team = s.formation(s.units[unit.index()].formation).team;
    let foes = assault.sides.iter().flatten().filter(|formation| s.formation(**formation).team != team);
    let touching = |formation: &FormationId| {
        let units = s.formation(*formation).units.iter();
        units.filter_map(|other| moved.body(*other)).filter(|other| body.in_contact(other)).count()
    };
    foes.map(touching).sum::<usize>() < usize::from(fixed.kind(unit).dc)
}

/// The enemies of a formation in whose zones a body of it stands (EA-ZOC-002: exactly at its edge is inside).
pub fn zones_at(fixed: &Fixed, s: &State, formation: FormationId, body: &Body) -> SmallVec<[UnitId; 4]> {
    let team = s.formation(formation).team;
    let near = s.table.ids_within(&body.outline, widest(fixed));
    let moved = Moved::new(&s.table);
    let inside = |unit: &UnitId| {
        s.formation(s.units[unit.index()].formation).team != team
            && s.table.body(*unit).is_some_and(|other| body.within(other, zone(fixed, *unit)))
            && has_zone(fixed, s, &moved, *unit)
    };
    near.into_iter().filter(inside).collect()
}

/// EA-ACT-018: whether a unit of a formation stands in the zone of an enemy.
pub fn in_a_zone(fixed: &Fixed, s: &State, formation: FormationId) -> bool {
    s.standing(formation).any(|(_, body)| !zones_at(fixed, s, formation, body).is_empty())
}
