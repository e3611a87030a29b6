//! War engines that carry other formations (EA-WE-012 to EA-WE-019, EA-WE-053).

use grognard_engine::rule;
use grognard_engine::switch::applies;

use super::transport::{holds, is_transport};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::state::State;

/// Whether a unit is a war engine on the ground that carries others.
pub fn is_carrier(fixed: &Fixed, unit: UnitId) -> bool {
    let kind = fixed.kind(unit);
    kind.is_war_engine() && kind.flight.is_none() && is_transport(fixed, unit)
}

/// EA-WE-012: the units of other formations aboard the war engines of a formation.
pub fn guests(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<UnitId> {
    let engines = s.formation(formation).units.iter().filter(|unit| is_carrier(fixed, **unit));
    let aboard = engines.flat_map(|engine| s.aboard(*engine));
    aboard.filter(|unit| s.units[unit.index()].formation != formation).collect()
}

/// EA-WE-048: a Broken formation may not get out.
pub fn may_get_out(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<UnitId> {
    let broken =
        |unit: &UnitId| s.formation(s.units[unit.index()].formation).broken && applies(rule!("EA-WE-048"));
    guests(fixed, s, formation).into_iter().filter(|unit| !broken(unit)).collect()
}

/// The formations of some units, each once.
pub fn homes(s: &State, units: &[UnitId]) -> Vec<FormationId> {
    let mut all: Vec<FormationId> = units.iter().map(|unit| s.units[unit.index()].formation).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Whether the whole of a formation fits into a war engine, with those who are aboard already (EA-WE-013, EA-WE-019, EA-WE-053).
pub fn fits(fixed: &Fixed, s: &State, engine: UnitId, formation: FormationId) -> bool {
    let inside: Vec<UnitId> = s.aboard(engine).chain(s.formation(formation).units.iter().copied()).collect();
    holds(fixed, engine, &inside)
}

/// EA-WE-012 to EA-WE-014: the war engines of other formations that a whole formation can go aboard: each of its units has
/// come into contact with the same one, and it has room for all of them.
pub fn engines(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<UnitId> {
    let own = s.formation(formation);
    if !applies(rule!("EA-WE-012")) || s.standing(formation).count() != own.units.len() {
        return Vec::new();
    }
    let friends = s.of_side(own.side).filter(|id| *id != formation);
    friends
        .flat_map(|id| s.standing(id))
        .filter(|(engine, _)| is_carrier(fixed, *engine))
        .filter(|(_, body)| s.standing(formation).all(|(_, unit)| unit.in_contact(body)))
        .map(|(engine, _)| engine)
        .filter(|engine| fits(fixed, s, *engine, formation))
        .collect()
}
