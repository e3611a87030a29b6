//! Falling back (FAL).

use grognard_engine::ctx::Step;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Length, MoveRules, Passing, Pose};
use smallvec::smallvec;

use super::{destroy, ground};
use crate::Cx;
use crate::choice::Way;
use crate::data::amount::Amount;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::moves::free_place;
use crate::state::{Ground, State};
use crate::terrain::IMPASSABLE;

/// How far beside its way a model may be pushed by what stands in it (5B-FAL-003).
const ASIDE: Length = Length::inches(4);

/// 5B-FAL-001: the dice of a unit's type.
fn distance(fixed: &Fixed, s: &State, unit: UnitId) -> Option<Amount> {
    let kind = s.unit(unit).models.first().map(|model| fixed.kind_of(*model).kind().word())?;
    let rows = &fixed.numbers().fall_back.chart;
    let row = rows.iter().find(|row| row.types.iter().any(|known| known == kind)).or_else(|| rows.first());
    row.map(|row| row.distance)
}

/// 5B-FAL-001 to 5B-FAL-005: a unit falls back towards its table edge.
pub fn fall_back(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, because: &[RuleId]) -> Step {
    fall_back_from(s, cx, unit, because, &[])
}

/// The same out of a combat: 5B-FAL-009, it moves through the enemies it fought.
pub fn fall_back_from(
    s: &mut State,
    cx: &mut Cx<'_>,
    unit: UnitId,
    because: &[RuleId],
    fought: &[UnitId],
) -> Step {
    s.about = Some(unit);
    let fixed = cx.fixed();
    let Some(dice) = distance(fixed, s, unit) else { return Ok(()) };
    let own = s.unit_mut(unit);
    // 5B-GTG-004: who is forced to move stands up; 5V-AMB-084: and is on station no more.
    (own.falling_back, own.ground) = (true, Ground::Up);
    (own.on_station, own.overwatch, own.all_moved, own.moved) = (false, false, true, true);
    let inches = dice.roll(cx, "roll.fall-back", rules!["5B-FAL-001"])?;
    let far = Length::inches(i32::from(inches));
    let mut rules = [because, rules!["5B-FAL-001", "5B-FAL-002"]].concat();
    match ways(fixed, s, unit, far, fought) {
        Flight::OffTable => {
            rules.push(rule!("5B-FAL-005"));
            destroy(s, cx, unit, "removed.off-table", &rules);
        }
        Flight::Trapped => {
            rules.push(rule!("5B-FAL-004"));
            destroy(s, cx, unit, "removed.trapped", &rules);
        }
        Flight::Goes(ways) => {
            let field = &fixed.battlefield;
            let risky = |(model, stops): &Way| {
                s.table.body(*model).is_some_and(|body| field.crossed("dangerous", body, stops))
            };
            let risky: Vec<ModelId> = ways.iter().filter(|way| risky(way)).map(|way| way.0).collect();
            for (model, stops) in &ways {
                if let Some(end) = stops.last() {
                    s.table.move_to(*model, *end);
                }
            }
            rules.push(rule!("5B-FAL-003"));
            cx.emit(&rules, Event::FallsBack { unit, ways, inches });
            ground::dangerous(s, cx, &risky)?;
        }
    }
    Ok(())
}

enum Flight {
    Goes(Vec<Way>),
    OffTable,
    Trapped,
}

/// 5B-FAL-002, 5B-FAL-003: straight to the edge, each model to the nearest free place that is no step back.
fn ways(fixed: &Fixed, s: &State, unit: UnitId, far: Length, fought: &[UnitId]) -> Flight {
    let side = s.unit(unit).side;
    let down = s.edge(side) == 0;
    let edge = if down { 0 } else { fixed.battlefield.size.1.0 };
    let left = |at: i32| if down { at - edge } else { edge - at };
    let mut order: Vec<(ModelId, Pose)> =
        s.unit(unit).models.iter().filter_map(|model| Some((*model, s.pose(*model)?))).collect();
    order.sort_by_key(|(model, pose)| (left(pose.at.y), *model));
    let apart = fixed.numbers().apart.from_enemies.0 - Length(1);
    let others = |other: ModelId| {
        if s.side_of(other) == side {
            Passing::Base
        } else {
            Passing::Away { horizontal: apart, vertical: Length::UNBOUNDED }
        }
    };
    let mut there = s.table.clone();
    for (model, _) in &order {
        there.take(*model);
    }
    let mut ways: Vec<Way> = Vec::new();
    let step = Length::inches(1);
    for (model, pose) in order {
        let form = fixed.ground.form(fixed.form(model));
        let body = s.table.body(model).map(|body| body.outline.bounds());
        let (low, high) = body.map_or((0, 0), |bounds| (bounds.low.y, bounds.high.y));
        let gap = if down { low - edge } else { edge - high };
        // 5B-FAL-005: as soon as one touches the edge.
        if far.0 >= gap {
            return Flight::OffTable;
        }
        let rules = MoveRules { barred: IMPASSABLE, ..free_place(&others) };
        let mut found = None;
        // 5B-FAL-009: its move is extended until it is clear of those it fought.
        let longest = if fought.is_empty() { far } else { far + step * 6 };
        let mut way = far;
        while found.is_none() && way <= longest {
            let at = if down { pose.at.y - way.0 } else { pose.at.y + way.0 };
            let wish =
                Pose { at: grognard_space::table::Point { x: pose.at.x, y: at }, z: Length::ZERO, ..pose };
            let forward = |spot: Pose| left(spot.at.y) < left(pose.at.y) && spot.z == Length::ZERO;
            found = there.nearest_spot(form, wish, ASIDE, &rules, &[model], &forward);
            way += step;
        }
        let Some(end) = found else { return Flight::Trapped };
        there.put(model, fixed.form(model), unit, end);
        ways.push((model, smallvec![end]));
    }
    Flight::Goes(ways)
}
