//! Which models a unit can best do without.

use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::measure;
use crate::state::State;

/// How much a model is missed: the Warlord most, then leaders and special weapons, then those in range of a marker.
fn worth(fixed: &Fixed, s: &State, model: ModelId) -> (bool, usize, bool) {
    let (spec, unit) = (fixed.spec(model), s.model(model).unit);
    let like = |other: &&ModelId| {
        let other = fixed.spec(**other);
        other.kind == spec.kind && other.weapons == spec.weapons
    };
    let alike = s.unit(unit).models.iter().filter(like).count();
    let scores = s.markers.iter().any(|at| measure::in_marker_range(fixed, s, model, *at));
    (fixed.warlords.contains(&Some(model)), usize::MAX - alike, scores)
}

/// The models of a unit, those first that are missed least.
pub fn order(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<ModelId> {
    let mut order: Vec<ModelId> = s.standing(unit).map(|(model, _)| model).collect();
    order.sort_by_cached_key(|model| worth(fixed, s, *model));
    order
}

/// The least missed of some models.
pub fn least(fixed: &Fixed, s: &State, models: impl Iterator<Item = (usize, ModelId)>) -> Option<usize> {
    models.min_by_key(|(_, model)| worth(fixed, s, *model)).map(|(at, _)| at)
}

/// The most missed of some models.
pub fn most(fixed: &Fixed, s: &State, models: impl Iterator<Item = (usize, ModelId)>) -> Option<usize> {
    models.max_by_key(|(_, model)| worth(fixed, s, *model)).map(|(at, _)| at)
}
