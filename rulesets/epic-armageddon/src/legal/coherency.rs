//! Coherency of formations (EA-FORM-002, EA-COH-001).

use grognard_space::table::{Body, CoherencyRules};
use grognard_tabletop::moves::in_coherency;

use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::state::State;

/// EA-FORM-002: each unit near enough to another one, and all in one chain.
pub fn coherency(fixed: &Fixed) -> CoherencyRules {
    CoherencyRules::chain(fixed.numbers().coherency.coherency.0)
}

/// Whether some units hang together; those that do not.
pub fn together(fixed: &Fixed, units: &[(UnitId, &Body)]) -> Result<(), Vec<UnitId>> {
    let (found, off) = in_coherency(&coherency(fixed), units);
    if found.coherent || units.len() < 2 { Ok(()) } else { Err(off) }
}

/// EA-FORM-002: whether a formation is coherent.
pub fn is_coherent(fixed: &Fixed, s: &State, formation: FormationId) -> bool {
    together(fixed, &s.standing(formation).collect::<Vec<_>>()).is_ok()
}

/// EA-AMB-009: the parts a formation has fallen into, each with its units, the largest first.
pub fn parts(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<Vec<UnitId>> {
    let units: Vec<(UnitId, &Body)> = s.standing(formation).collect();
    let bodies: Vec<&Body> = units.iter().map(|(_, body)| *body).collect();
    let found = coherency(fixed).check(&bodies);
    let mut parts: Vec<(usize, Vec<UnitId>)> = Vec::new();
    for (at, (unit, _)) in units.iter().enumerate() {
        let group = found.group[at];
        match parts.iter_mut().find(|(known, _)| *known == group) {
            Some((_, part)) => part.push(*unit),
            None => parts.push((group, vec![*unit])),
        }
    }
    parts.sort_by_key(|(group, part)| (std::cmp::Reverse(part.len()), *group));
    parts.into_iter().map(|(_, part)| part).collect()
}

/// How many parts some units have fallen into.
pub fn components(fixed: &Fixed, units: &[(UnitId, &Body)]) -> usize {
    let bodies: Vec<&Body> = units.iter().map(|(_, body)| *body).collect();
    let mut groups = coherency(fixed).check(&bodies).group;
    groups.sort_unstable();
    groups.dedup();
    groups.len()
}
