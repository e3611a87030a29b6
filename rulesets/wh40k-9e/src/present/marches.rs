//! A move in a few words: how far, which way, and what the unit would be near to.

use grognard_engine::message::Message;
use grognard_space::table::{Body, Offset, Pose};

use super::names;
use crate::choice::Path;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Spot, UnitId};
use crate::measure;
use crate::state::{Flow, Moved, State};

/// The label of a move.
pub(super) fn label(fixed: &Fixed, s: &State, unit: UnitId, paths: &[Path]) -> String {
    let texts = &fixed.data.texts;
    let steps = paths.iter().filter_map(|(model, stops)| Some(stops.last()?.at - s.pose(*model)?.at));
    let way = steps.fold(Offset { x: 0, y: 0 }, |sum, step| Offset { x: sum.x + step.x, y: sum.y + step.y });
    if paths.is_empty() {
        // 9E-CHG-014: whoever stays where it is has failed.
        if s.flow == Flow::Charges && s.about.unit == Some(unit) {
            return texts.get("option.charge-fails").to_owned();
        }
        // Chosen to move, a unit counts as having moved even where no model does.
        let counts = matches!(s.unit(unit).turn.moved, Moved::Normal | Moved::Advanced);
        return texts.get(if counts { "option.stay-moved" } else { "option.stay" }).to_owned();
    }
    let message = Message::new("option.paths")
        .text("distance", names::length(grognard_tabletop::measure::farthest(s, paths).0))
        .key("direction", compass(way.x, way.y));
    let mut words = vec![texts.render(&message)];
    words.extend(holds(fixed, s, unit, paths));
    words.extend(nearest(fixed, s, unit, paths));
    words.join(", ")
}

/// Everybody of a unit as he would stand.
fn ends<'a>(s: &'a State, unit: UnitId, paths: &'a [Path]) -> impl Iterator<Item = (ModelId, Pose)> + 'a {
    s.standing(unit).map(|(model, pose)| {
        let moved = paths.iter().find(|(other, _)| *other == model).and_then(|(_, stops)| stops.last());
        (model, moved.copied().unwrap_or(pose))
    })
}

fn body(fixed: &Fixed, s: &State, model: ModelId, pose: Pose) -> Option<Body> {
    let form = s.table.ground().form(fixed.form(model));
    pose.at.in_limits().then(|| form.body(pose))
}

/// The first marker it would be in range of.
fn holds(fixed: &Fixed, s: &State, unit: UnitId, paths: &[Path]) -> Option<String> {
    let reach = fixed.numbers().marker_range.horizontal.0;
    let near = |at: &Spot| {
        let marker = measure::marker(fixed, *at);
        ends(s, unit, paths)
            .filter_map(|(model, pose)| body(fixed, s, model, pose))
            .any(|body| body.distance(&marker).0 <= reach.0)
    };
    let number = s.markers.iter().position(near)? + 1;
    let message = Message::new("option.paths-marker").number("number", number as i64);
    Some(fixed.data.texts.render(&message))
}

/// How far the nearest enemy would be.
fn nearest(fixed: &Fixed, s: &State, unit: UnitId, paths: &[Path]) -> Option<String> {
    let enemies: Vec<UnitId> = s.on_table(s.unit(unit).side.other()).collect();
    let mut best: Option<(i32, UnitId)> = None;
    for own in ends(s, unit, paths).filter_map(|(model, pose)| body(fixed, s, model, pose)) {
        for enemy in &enemies {
            let far =
                s.standing(*enemy).filter_map(|(model, _)| s.body(model)).map(|b| own.distance(b).0).min();
            if let Some(far) = far.filter(|far| best.is_none_or(|(least, _)| *far < least)) {
                best = Some((far, *enemy));
            }
        }
    }
    let (far, enemy) = best?;
    let message = Message::new("option.paths-enemy")
        .text("distance", names::length(far))
        .text("unit", names::unit_in(fixed, s, enemy));
    Some(fixed.data.texts.render(&message))
}

fn compass(x: i32, y: i32) -> &'static str {
    match (2 * x.abs() > y.abs(), 2 * y.abs() > x.abs(), x > 0, y > 0) {
        (true, true, true, true) => "compass.ne",
        (true, true, false, true) => "compass.nw",
        (true, true, true, false) => "compass.se",
        (true, true, false, false) => "compass.sw",
        (true, false, true, _) => "compass.e",
        (true, false, false, _) => "compass.w",
        (false, _, _, true) => "compass.n",
        (false, _, _, false) => "compass.s",
    }
}
