//! Units that are not wholly their own masters: instinct (5X-RUL-007) and wraithsight (5X-RUL-035).

use grognard_engine::ctx::Step;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Body;

use super::morale;
use crate::Cx;
use crate::cover;
use crate::data::ground::Class;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::legal::shooting::targets;
use crate::state::{Bound, State};

/// Who leads those with wraithsight.
const GUIDES: [&str; 2] = ["farseer", "warlock"];

/// 5X-RUL-035: whether somebody who sees for a unit is in it or near.
fn is_guided(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let guide = |model: &ModelId| GUIDES.contains(&fixed.kind_of(*model).id.as_str());
    let within = fixed.numbers().wraithsight.within.0;
    s.on_table(s.unit(unit).side)
        .flat_map(|friend| s.bodies(friend))
        .filter(|(model, _)| guide(model))
        .any(|(_, from)| s.bodies(unit).any(|(_, body)| body.within(from, within)))
}

/// When a Movement phase begins: units out of synapse follow their instinct, and wraiths may stand still.
pub fn test(s: &mut State, cx: &mut Cx<'_>, side: Side) -> Step {
    for unit in s.on_table(side).collect::<Vec<_>>() {
        let fixed = cx.fixed();
        let any = |rule: &str| s.unit(unit).models.iter().any(|model| fixed.kind_of(*model).has(rule));
        if s.unit(unit).falling_back || s.locked(unit) {
            continue;
        }
        let (lurks, feeds) = (any("instinct-lurk"), any("instinct-feed"));
        if (lurks || feeds) && !morale::in_synapse(fixed, s, unit) {
            s.about = Some(unit);
            let rules = rules!["5X-RUL-007"];
            if !morale::leadership_test(s, cx, unit, "test.instinct", rules, 0)? {
                let own = s.unit_mut(unit);
                if lurks {
                    own.bound_by = Bound::Lurks;
                } else {
                    own.raging = true;
                }
                let what = if lurks { "event.lurks" } else { "event.feeds" };
                cx.emit(rules, Event::Bound { unit, what });
            }
        } else if any("wraithsight") && !is_guided(fixed, s, unit) {
            let face = cx.roll_many(1, 6, "roll.wraithsight", rules!["5X-RUL-035"], None)?[0];
            if face == cx.fixed().numbers().wraithsight.face {
                s.unit_mut(unit).bound_by = Bound::Still;
                cx.emit(rules!["5X-RUL-035"], Event::Bound { unit, what: "event.stands-still" });
            }
        }
    }
    s.about = None;
    Ok(())
}

/// The rule behind what binds a unit.
pub fn rule_of(bound: Bound) -> Option<RuleId> {
    match bound {
        Bound::Free => None,
        Bound::Lurks => Some(rule!("5X-RUL-007")),
        Bound::Still => Some(rule!("5X-RUL-035")),
    }
}

/// Whether a base stands in cover: in area terrain or a ruin.
pub fn in_cover(fixed: &Fixed, s: &State, body: &Body) -> bool {
    let mut places =
        s.features(fixed).filter(|feature| matches!(feature.piece.class, Class::Area | Class::Ruin));
    places.any(|feature| feature.area.overlaps(&body.outline))
        || s.crater_areas(fixed).any(|crater| crater.overlaps(&body.outline))
}

/// Why a bound unit does not shoot at a target: another that it sees is nearer.
pub fn no_target(fixed: &Fixed, s: &State, unit: UnitId, target: UnitId) -> Option<(RuleId, &'static str)> {
    let rule = rule_of(s.unit(unit).bound_by)?;
    let far = |other: UnitId| grognard_tabletop::measure::between_units(s, unit, other);
    let seen = targets(s, unit).into_iter().filter(|other| cover::unit_sees(s, unit, *other));
    let nearest = seen.filter(|other| fixed.building_of(*other).is_none()).filter_map(far).min();
    (far(target) > nearest).then_some((rule, "why.only-the-nearest"))
}
