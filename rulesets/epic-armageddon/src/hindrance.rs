//! What makes units harder to hit besides cover: reinforced walls, energy fields, blizzards (EA-OBJ-013, EA-OBJ-041, EA-SWP-022).

use grognard_engine::switch::applies;
use grognard_engine::target::Target;
use grognard_engine::{RuleId, rule};
use smallvec::SmallVec;

use crate::fixed::Fixed;
use crate::ids::UnitId;
use crate::marks::controls;
use crate::state::State;

/// Something that is added to a roll to hit, with its reason.
pub type Hindrance = (i8, &'static str, RuleId);

/// All that hinders shots at a unit.
pub fn of(fixed: &Fixed, s: &State, unit: UnitId) -> SmallVec<[Hindrance; 2]> {
    let mut all: SmallVec<[Hindrance; 2]> = SmallVec::new();
    let Some(body) = s.table.body(unit) else { return all };
    if !s.laid.is_empty() && applies(rule!("EA-OBJ-013")) {
        let thick = |feature: &crate::terrain::Feature| feature.terrain.id == "reinforced-building";
        if s.land(fixed).under(&body.outline).any(thick) {
            let whole = fixed.data.modifier("to-hit-reinforced-building");
            let cover = fixed.data.modifier("to-hit-target-in-cover");
            all.push((whole - cover, "modifier.reinforced", rule!("EA-OBJ-013")));
        }
    }
    if !s.marks.is_empty()
        && let Some(number) = controls(fixed, s, s.units[unit.index()].formation, "random-to-hit")
    {
        let amount = i8::try_from(number).unwrap_or(0);
        all.push((-amount, "modifier.energy-field", rule!("EA-OBJ-041")));
    }
    if crate::plant::is_blizzard_at(fixed, s, body.pose.at) && applies(rule!("EA-SWP-022")) {
        all.push((fixed.data.modifier("to-hit-blizzard-table"), "modifier.blizzard", rule!("EA-SWP-022")));
    }
    all
}

/// What hinders shots at all of some units alike.
pub fn of_all(fixed: &Fixed, s: &State, units: impl IntoIterator<Item = UnitId>) -> Vec<Hindrance> {
    let mut units = units.into_iter();
    let mut common: Vec<Hindrance> = units.next().map_or_else(Vec::new, |unit| of(fixed, s, unit).to_vec());
    for unit in units {
        if common.is_empty() {
            break;
        }
        let own = of(fixed, s, unit);
        common.retain(|one| own.contains(one));
    }
    common
}

/// A target with all that hinders it.
#[must_use]
pub fn added(mut target: Target, all: &[Hindrance]) -> Target {
    for (amount, why, rule) in all {
        target = target.plus(-*amount, why, *rule);
    }
    target
}
