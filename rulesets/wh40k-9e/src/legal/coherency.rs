//! Unit coherency: who has to be near whom (9E-COH).

use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule};
use grognard_space::table::{Body, Coherency, CoherencyRules};
use grognard_tabletop::moves::in_coherency;

use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::state::State;

/// 9E-COH-001, 9E-COH-002: each near enough to one other, or to two in big units, by the number of models there are
/// now (9E-COH-003); and all of them one group (9E-COH-004).
pub fn coherency(fixed: &Fixed) -> CoherencyRules {
    let (small, big) = (&fixed.numbers().coherency, &fixed.numbers().coherency_big);
    CoherencyRules {
        reach: small.horizontal.0,
        vertical: Some(small.vertical.0),
        from_top: false,
        neighbours: if applies(rule!("9E-COH-002")) {
            vec![(2, small.neighbours as usize), (big.from as usize, big.neighbours as usize)]
        } else {
            vec![(2, small.neighbours as usize)]
        },
        one_group: applies(rule!("9E-COH-004")),
    }
}

/// The same for one unit; without 9E-COH-003 by the number of models it began with.
pub fn coherency_of(fixed: &Fixed, s: &State, unit: UnitId) -> CoherencyRules {
    let mut rules = coherency(fixed);
    if !applies(rule!("9E-COH-003")) && s.unit(unit).starting >= fixed.numbers().coherency_big.from {
        rules.neighbours = rules.neighbours.last().map(|(_, most)| (2, *most)).into_iter().collect();
    }
    alone(rules)
}

/// 9E-COH-008: one model is always together.
pub fn alone(mut rules: CoherencyRules) -> CoherencyRules {
    if !applies(rule!("9E-COH-008")) {
        rules.neighbours.insert(0, (1, 1));
    }
    rules
}

/// Whether a unit is in coherency, and the models that are not.
pub fn coherent(fixed: &Fixed, s: &State, unit: UnitId) -> Result<(), Vec<ModelId>> {
    let models: Vec<(ModelId, &Body)> =
        s.unit(unit).models.iter().filter_map(|model| Some((*model, s.body(*model)?))).collect();
    let (found, off) = in_coherency(&coherency_of(fixed, s, unit), &models);
    if found.coherent { Ok(()) } else { Err(off) }
}

/// The rule by which a unit of a size is not in coherency: too few neighbours (9E-COH-001, 9E-COH-002), or several groups
/// (9E-COH-004).
pub fn scattered_by(fixed: &Fixed, found: &Coherency, size: usize) -> RuleId {
    if found.lonely.is_empty() {
        rule!("9E-COH-004")
    } else if size >= fixed.numbers().coherency_big.from as usize {
        rule!("9E-COH-002")
    } else {
        rule!("9E-COH-001")
    }
}
