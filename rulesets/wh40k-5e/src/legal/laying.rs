//! Where blast markers and templates may be laid (WCH).

use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Angle, Body, Length, Outline, Pose};
use grognard_tabletop::templates::{self, Counts, Kind, Most};

use super::{broken, other_kind, with};
use crate::buildings::ruins;
use crate::choice::{Choice, LayShape};
use crate::cover;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side};
use crate::play::shooting::barrage;
use crate::state::State;

/// What is laid for a weapon: 5B-WCH-001, 5B-WCH-002, 5B-WCH-005.
pub fn kind(fixed: &Fixed, shape: &LayShape) -> Kind {
    let (weapon, numbers) = (fixed.weapon(shape.weapon), fixed.numbers());
    if weapon.has("template") {
        Kind::Teardrop(numbers.template.length.0, numbers.template.wide_width.0)
    } else if weapon.has("large-blast") {
        Kind::Blast(numbers.large_blast.marker.0.half())
    } else {
        Kind::Blast(numbers.blast.marker.0.half())
    }
}

/// The models under a marker or template.
pub fn under(s: &State, kind: Kind, at: Pose) -> Vec<ModelId> {
    templates::under(&s.table, &kind.laid(at), Counts::Partly)
}

/// 5B-WCH-001, 5B-WCH-002: it touches no friend.
fn touches_friends(s: &State, side: Side, shape: LayShape, kind: Kind, at: Pose) -> bool {
    under(s, kind, at).into_iter().any(|model| s.side_of(model) == side && model != s.eyes(shape.model))
}

/// The place where a template covers most of the target; 5B-WCH-001, 5V-WCH-003.
pub fn most(fixed: &Fixed, s: &State, shape: &LayShape) -> Most {
    let side = s.side_of(shape.model);
    let kind = kind(fixed, shape);
    let wanted: Vec<ModelId> = s.unit(shape.target).models.to_vec();
    let legal = |at: Pose| !touches_friends(s, side, *shape, kind, at);
    match (kind, s.table.body(s.eyes(shape.model))) {
        (Kind::Teardrop(..), Some(from)) if reach(fixed, *shape) > Length::ZERO => {
            most_from_afar(s, from, kind, &wanted, reach(fixed, *shape), &legal)
        }
        (Kind::Teardrop(..), Some(from)) => {
            templates::most_under_teardrop(&s.table, from, kind, Counts::Partly, &wanted, &legal)
        }
        _ => Most { models: 0, places: Vec::new() },
    }
}

/// Table of weapons: how far from the firer the narrow end of a template may lie.
fn reach(fixed: &Fixed, shape: LayShape) -> Length {
    let far = fixed.weapon(shape.weapon).has("far-template");
    let effect = fixed.data.weapons.effect("far-template").filter(|_| far);
    effect.and_then(|effect| effect.within).map_or(Length::ZERO, |within| within.0)
}

/// Bearings around a model from which a template laid at a distance is tried.
const AROUND: u16 = 16;
/// How many models of the target a template laid at a distance is pointed at.
const POINTED_AT: usize = 6;

/// The best place found for a template whose narrow end may lie at a distance: its middle over each model of the target,
/// from some bearings.
fn most_from_afar(
    s: &State,
    from: &Body,
    kind: Kind,
    wanted: &[ModelId],
    reach: Length,
    legal: &dyn Fn(Pose) -> bool,
) -> Most {
    let Kind::Teardrop(length, _) = kind else { return Most { models: 0, places: Vec::new() } };
    let mut best = templates::most_under_teardrop(&s.table, from, kind, Counts::Partly, wanted, legal);
    let bodies: Vec<&Body> = wanted.iter().filter_map(|model| s.table.body(*model)).collect();
    let every = bodies.len().div_ceil(POINTED_AT).max(1);
    for over in bodies.iter().step_by(every) {
        for turn in 0..AROUND {
            let bearing = Angle(turn * (u16::MAX / AROUND + 1));
            let end = over.pose.at + bearing.step(length.half());
            if !from.outline.within(&Outline::point(end), reach) {
                continue;
            }
            let at = Kind::from_model(&Body::point(end, over.pose.z), over.pose.at);
            let laid = kind.laid(at);
            let models = bodies.iter().filter(|body| Counts::Partly.holds(&laid, body)).count();
            if models == 0 || models < best.models || best.places.contains(&at) || !legal(at) {
                continue;
            }
            if models > best.models {
                best = Most { models, places: Vec::new() };
            }
            best.places.push(at);
        }
    }
    best
}

/// The models a marker may be laid on: those the firer sees; 5B-WCH-007: all where a barrage is fired blind.
fn aimed_at(fixed: &Fixed, s: &State, shape: LayShape) -> Vec<ModelId> {
    if barrage::is_blind(fixed, s, shape.model, shape.weapon, shape.target) {
        return s.unit(shape.target).models.to_vec();
    }
    cover::seen(s, shape.model, shape.target)
}

/// 5B-WCH-002: the places with the hole over a visible model of the target, the one with most models under it first.
pub fn holes(fixed: &Fixed, s: &State, shape: &LayShape) -> Vec<Pose> {
    let side = s.side_of(shape.model);
    let kind = kind(fixed, shape);
    let mut places: Vec<(usize, Pose)> = aimed_at(fixed, s, *shape)
        .into_iter()
        .filter_map(|model| s.pose(model))
        // 5B-RUI-005: on the level of the model.
        .map(|pose| Pose { z: pose.z, ..Pose::at(pose.at) })
        .filter(|at| !touches_friends(s, side, *shape, kind, *at))
        .map(|at| {
            let hit = under(s, kind, at).into_iter().filter(|model| s.model(*model).unit == shape.target);
            (hit.count(), at)
        })
        .collect();
    places.sort_by_key(|(count, at)| (std::cmp::Reverse(*count), at.at.x, at.at.y));
    places.into_iter().map(|(_, at)| at).collect()
}

/// The model of the target under the hole.
pub fn model_under(s: &State, shape: &LayShape, at: Pose) -> Option<ModelId> {
    let over = |(_, body): &(ModelId, &Body)| body.outline.within(&Outline::point(at.at), Length::ZERO);
    s.bodies(shape.target).find(over).map(|(model, _)| model)
}

/// 5V-WCH-010: other models of the target group of the one under the hole over which at least as many of the target are hit, where
/// that makes a difference: some kind of model is spared.
pub fn shifts(fixed: &Fixed, s: &State, shape: &LayShape, at: Pose) -> Vec<ModelId> {
    let Some(first) = model_under(s, shape, at) else { return Vec::new() };
    let group = |model: ModelId| (cover::cover(fixed, s, shape.model, model), ruins::storey(fixed, s, model));
    let marker = kind(fixed, shape);
    let hit = |at: Pose| {
        let mut kinds: Vec<(bool, usize)> = under(s, marker, at)
            .into_iter()
            .map(|model| (s.model(model).unit == shape.target, fixed.models[model.index()].kind))
            .collect();
        kinds.sort_unstable();
        kinds
    };
    let side = s.side_of(shape.model);
    let own = |kinds: &[(bool, usize)]| kinds.iter().filter(|(own, _)| *own).count();
    let before = hit(at);
    let spares = |before: &[(bool, usize)], there: &[(bool, usize)]| {
        let count =
            |all: &[(bool, usize)], kind: (bool, usize)| all.iter().filter(|own| **own == kind).count();
        before.iter().any(|kind| count(there, *kind) < count(before, *kind))
    };
    aimed_at(fixed, s, *shape)
        .into_iter()
        .filter(|model| *model != first && group(*model) == group(first))
        .filter(|model| {
            // 5V-AMB-024: never over friends of the firer.
            let end = s.pose(*model).map(|pose| Pose { z: pose.z, ..Pose::at(pose.at) });
            let end = end.filter(|end| !touches_friends(s, side, *shape, marker, *end));
            let there = end.map(hit);
            there.is_some_and(|there| own(&there) >= own(&before) && spares(&before, &there))
        })
        .collect()
}

/// Whether the firer can lay it anywhere.
pub fn can_lay(fixed: &Fixed, s: &State, shape: &LayShape) -> bool {
    if fixed.weapon(shape.weapon).has("template") {
        most(fixed, s, shape).models > 0
    } else {
        !holes(fixed, s, shape).is_empty()
    }
}

/// Every violation of a place for a marker or template.
pub fn check(fixed: &Fixed, s: &State, shape: &LayShape, choice: &Choice) -> Vec<Violation> {
    let template = fixed.weapon(shape.weapon).has("template");
    let rule = if template { rule!("5B-WCH-001") } else { rule!("5B-WCH-002") };
    let Choice::Lay(at) = choice else { return other_kind(rule) };
    let wrong = |rule, key| vec![broken(fixed, rule, key, &[shape.model])];
    if !at.at.in_limits() {
        return wrong(rule, "why.off-table");
    }
    let kind = kind(fixed, shape);
    let side = s.side_of(shape.model);
    if touches_friends(s, side, *shape, kind, *at) {
        return wrong(rule, "why.on-friends");
    }
    if template {
        let from = s.table.body(s.eyes(shape.model)).map(|body| body.outline.clone());
        let at_firer = from.is_some_and(|from| {
            from.within(&Outline::point(at.at), reach(fixed, *shape).max(crate::state::TOUCH))
        });
        if !at_firer {
            return wrong(rule, "why.not-at-firer");
        }
        let count =
            under(s, kind, *at).into_iter().filter(|model| s.model(*model).unit == shape.target).count();
        if count < most(fixed, s, shape).models {
            let own = fixed.played == crate::fixed::Played::Variant;
            let rule = if own { rule!("5V-WCH-003") } else { rule };
            // 5V-WCH-004: others may be touched only where the target has as many hits as it can.
            let also: &[RuleId] = if own { rules!["5V-WCH-004"] } else { &[] };
            return wrong(rule, "why.not-most").into_iter().map(|fault| with(fault, also)).collect();
        }
        return Vec::new();
    }
    let over = |body: &Body| body.outline.within(&Outline::point(at.at), Length::ZERO);
    let seen = aimed_at(fixed, s, *shape);
    if seen.iter().filter_map(|model| s.table.body(*model)).any(over) {
        Vec::new()
    } else {
        wrong(rule, "why.no-hole")
    }
}
