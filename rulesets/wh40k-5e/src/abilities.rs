//! Special rules as they stand in a game: a model's own, those its mates give it, and those of auras (USR, CHA).

use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::outfit::Role;
use crate::play::commands;
use crate::state::State;

/// Whether a model has a special rule: its own, one that a mate gives to the unit, or one of an aura near it.
pub fn has(fixed: &Fixed, s: &State, model: ModelId, rule: &str) -> bool {
    fixed.kind_of(model).has(rule)
        || given(fixed, s, model, rule)
        || (rule == "fleet" && commands::is_carried(fixed, s, model))
}

/// Whether somebody else gives a model a special rule (5V-USR-018, 5X-RUL-022).
fn given(fixed: &Fixed, s: &State, model: ModelId, rule: &str) -> bool {
    if !fixed.given.iter().any(|known| known == rule) {
        return false;
    }
    let unit = s.model(model).unit;
    let gives = |mate: &ModelId| fixed.kind_of(*mate).outfit.gives.iter().any(|known| known == rule);
    if s.unit(unit).models.iter().any(gives) {
        return true;
    }
    let side = s.unit(unit).side;
    let Some(body) = s.table.body(model) else { return false };
    s.on_table(side).flat_map(|friend| s.bodies(friend)).any(|(other, from)| {
        let auras = &fixed.kind_of(other).outfit.auras;
        auras.iter().any(|(given, within)| given == rule && body.within(from, *within))
    })
}

/// Whether all models of a unit have a special rule; rules marked with an asterisk are lost otherwise (5B-CHA-009).
pub fn all_have(fixed: &Fixed, s: &State, unit: UnitId, rule: &str) -> bool {
    let models = &s.unit(unit).models;
    !models.is_empty() && models.iter().all(|model| has(fixed, s, *model, rule))
}

/// Whether any model of a unit has a special rule.
pub fn any_has(fixed: &Fixed, s: &State, unit: UnitId, rule: &str) -> bool {
    s.unit(unit).models.iter().any(|model| has(fixed, s, *model, rule))
}

/// Whether a model is an independent character.
pub fn is_independent(fixed: &Fixed, model: ModelId) -> bool {
    matches!(fixed.kind_of(model).outfit.role, Role::Independent | Role::Solitary)
}

/// 5B-USR-004: the unit's own models decide; characters that joined gain what it has and do not lend it theirs.
pub fn unit_has_without_characters(fixed: &Fixed, s: &State, unit: UnitId, rule: &str) -> bool {
    let models = &s.unit(unit).models;
    let own: Vec<ModelId> = models.iter().copied().filter(|model| !is_independent(fixed, *model)).collect();
    if own.is_empty() {
        return all_have(fixed, s, unit, rule);
    }
    own.iter().all(|model| has(fixed, s, *model, rule))
}
