//! Coherency of formations (EA-FORM-002, EA-COH-001).

use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule};
use grognard_space::table::{Body, Coherency, CoherencyRules, Length};

use super::works;
use crate::abilities::Ability;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::state::State;

/// EA-FORM-002: each unit near enough to another one, and all in one chain.
pub fn coherency(fixed: &Fixed) -> CoherencyRules {
    CoherencyRules::chain(fixed.numbers().coherency.coherency.0)
}

/// EA-FORM-002, EA-ABIL-102, EA-WE-008: how near another unit of its formation a unit has to be.
pub fn reach(fixed: &Fixed, unit: UnitId) -> Length {
    let (kind, numbers) = (fixed.kind(unit), fixed.numbers());
    let each = numbers.coherency.coherency.0;
    if kind.has(Ability::Scout) && applies(rule!("EA-ABIL-102")) {
        numbers.scout_coherency.coherency.0
    } else if kind.is_war_engine() && applies(rule!("EA-WE-008")) {
        each * i32::from(kind.dc)
    } else {
        each
    }
}

/// EA-AMB-010, EA-ABIL-104, EA-WE-009: who is near whom: two units by the farther of their two distances; alone is who has
/// nobody within its own.
pub fn links(fixed: &Fixed, units: &[(UnitId, &Body)]) -> Coherency {
    let near = |one: usize, other: usize, reach: Length| units[one].1.within(units[other].1, reach);
    let far: Vec<Length> = units.iter().map(|(unit, _)| reach(fixed, *unit)).collect();
    let mut found =
        coherency(fixed).check_by(units.len(), |one, other| near(one, other, far[one].max(far[other])));
    if units.len() > 1 && far.iter().any(|own| *own != far[0]) {
        let alone = |at: &usize| {
            let partners = found.links.iter().filter(|(one, other)| one == at || other == at);
            !partners.into_iter().any(|(one, other)| near(*one, *other, far[*at]))
        };
        found.lonely = (0..units.len()).filter(alone).collect();
        found.coherent = found.lonely.is_empty() && found.group.iter().all(|own| *own == 0);
    }
    found
}

/// EA-ABIL-104, EA-WE-009: the rules by which units of unlike reach hang together.
pub fn mixed(fixed: &Fixed, units: &[UnitId]) -> Vec<RuleId> {
    let some = |holds: &dyn Fn(UnitId) -> bool| {
        units.iter().any(|unit| holds(*unit)) && !units.iter().all(|unit| holds(*unit))
    };
    let scouts = some(&|unit| fixed.kind(unit).has(Ability::Scout));
    let engines = some(&|unit| fixed.kind(unit).is_war_engine());
    let all = [(scouts, rule!("EA-ABIL-104")), (engines, rule!("EA-WE-009"))];
    all.into_iter().filter(|(holds, _)| *holds).map(|(_, rule)| rule).collect()
}

/// EA-SAS-026, EA-SAS-033: those who owe each other coherency: neither bunkers nor pillboxes.
fn bound<'a>(fixed: &Fixed, units: &[(UnitId, &'a Body)]) -> Vec<(UnitId, &'a Body)> {
    units.iter().copied().filter(|(unit, _)| !works::is_work(fixed, *unit)).collect()
}

/// Whether some units hang together; those that do not.
pub fn together(fixed: &Fixed, units: &[(UnitId, &Body)]) -> Result<(), Vec<UnitId>> {
    let units = &bound(fixed, units)[..];
    let found = links(fixed, units);
    if found.coherent || units.len() < 2 {
        return Ok(());
    }
    let main = found.main_group();
    let off = |at: &usize| found.lonely.contains(at) || !main.contains(at);
    Err((0..units.len()).filter(off).map(|at| units[at].0).collect())
}

/// EA-FORM-002: whether a formation is coherent.
pub fn is_coherent(fixed: &Fixed, s: &State, formation: FormationId) -> bool {
    together(fixed, &s.standing(formation).collect::<Vec<_>>()).is_ok()
}

/// EA-AMB-009: the parts a formation has fallen into, each with its units, the largest first.
pub fn parts(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<Vec<UnitId>> {
    let units = bound(fixed, &s.standing(formation).collect::<Vec<_>>());
    let found = links(fixed, &units);
    let mut parts: Vec<(usize, Vec<UnitId>)> = Vec::new();
    for (at, (unit, _)) in units.iter().enumerate() {
        // Who is alone by its own distance is a part of its own.
        let alone = found.lonely.contains(&at) && units.len() > 1;
        let group = if alone { units.len() + at } else { found.group[at] };
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
    let mut groups = links(fixed, &bound(fixed, units)).group;
    groups.sort_unstable();
    groups.dedup();
    groups.len()
}
