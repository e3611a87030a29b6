//! The rules of sight and cover that a shot shows at work, for the log (LOS, COV).

use grognard_engine::{RuleId, rules};
use grognard_space::table::{Length, Outline};

use crate::buildings;
use crate::data::ground::Cover;
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::sight::{cover_at, woodland};
use crate::state::State;
use crate::terrain::TREE;
use crate::vehicles::Air;

/// Why a shooter sees its target, and what covers it.
pub fn remarks(fixed: &Fixed, s: &State, shooter: ModelId, target: ModelId) -> Vec<RuleId> {
    let (Some(from), Some(to)) = (s.table.body(shooter), s.table.body(target)) else { return Vec::new() };
    let mut found = rules!["2E-LOS-001", "2E-LOS-002", "2E-LOS-010"].to_vec();
    if woodland(fixed, from, to) > Length::ZERO {
        found.extend(rules!["2E-LOS-008"]);
    }
    // 2E-LOS-011: from above one sees over what lies between.
    let line = Outline::convex([from.pose.at, to.pose.at]);
    let between: Vec<_> = fixed
        .ground
        .parts_near(line.bounds())
        .into_iter()
        .map(|number| &fixed.ground.parts()[number])
        .filter(|part| !part.tags.any(TREE) && part.outline.within(&line, Length::ZERO))
        .collect();
    let lifted = from.pose.z.max(to.pose.z) > Length::ZERO;
    if lifted && !between.is_empty() {
        found.extend(rules!["2E-LOS-011"]);
    }
    // 2E-LOS-013: a skimmer that has popped up sees and is seen from far above.
    let up = |model: ModelId| s.vehicle(model).is_some_and(|own| own.air == Air::PoppedUp);
    if up(shooter) || up(target) {
        found.extend(rules!["2E-LOS-013"]);
    }
    if s.vehicle(shooter).is_some() || s.vehicle(target).is_some() {
        // 2E-LOS-012: low cover hides no vehicle.
        let low = between.iter().any(|part| part.span.high > Length::ZERO);
        found.extend(if low { rules!["2E-LOS-012"] } else { &[] });
        // 2E-COV-008: enough of it has to be hidden.
        let covered = cover_at(fixed, s, from, to) > Cover::None;
        found.extend(if covered { rules!["2E-COV-001", "2E-COV-002", "2E-COV-008"] } else { &[] });
        return found;
    }
    let cover = cover_at(fixed, s, from, to);
    if cover == Cover::None {
        return found;
    }
    found.extend(rules!["2E-COV-001", "2E-COV-002"]);
    let inside = fixed.battlefield.features.iter().find(|feature| {
        feature.piece.cover_inside && feature.piece.cover == cover && feature.area.contains(to.pose.at)
    });
    match inside {
        Some(feature) if feature.piece.vegetation => found.extend(rules!["2E-COV-005"]),
        Some(_) => found.extend(rules!["2E-COV-006"]),
        // 2E-COV-007: at a window, door or slit from those outside.
        None if buildings::inside(fixed, to.pose.at).is_some()
            && buildings::inside(fixed, from.pose.at) != buildings::inside(fixed, to.pose.at) =>
        {
            found.extend(rules!["2E-COV-007"]);
        }
        None => {
            // 2E-COV-004: a corner is taller than who looks round it; 2E-LOS-005: other things are looked over.
            let tall = between.iter().any(|part| part.span.high >= to.volume.high);
            found.extend(if tall { rules!["2E-COV-004"] } else { rules!["2E-COV-003", "2E-LOS-005"] });
        }
    }
    found
}
