//! Moves that have to come closer to the enemy: Heroic Interventions, piling in, consolidating.

use grognard_engine::refusal::Violation;
use grognard_engine::rule;
use grognard_engine::switch::applies;
use grognard_space::table::{BodyId, Length, Moved, Pose};

use super::broken;
use super::terms::{Closer, terms};
use crate::choice::MoveShape;
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::keyword::Keywords;
use crate::measure;
use crate::state::State;

/// 9E-AMB-072: the enemy models nearest to a model as it is about to move; several where they are equally near.
/// `all` counts aircraft for everybody.
pub fn nearest_enemies(
    fixed: &Fixed,
    s: &State,
    moved: &Moved<'_>,
    model: ModelId,
    all: bool,
) -> Vec<(ModelId, Length)> {
    let Some(body) = moved.body(model) else { return Vec::new() };
    let side = s.side_of(model);
    let flies = s.has(fixed, s.model(model).unit, Keywords::FLY.and(Keywords::AIRCRAFT));
    let mut nearest: Vec<(ModelId, Length)> = Vec::new();
    for id in moved.ids() {
        let other = id;
        // 9E-AIR-012, 9E-HER-009, 9E-FGT-033: aircraft do not count for those who do not fly.
        let aircraft = fixed.kind(other).keywords.any(Keywords::AIRCRAFT) && applies(rule!("9E-AIR-012"));
        let counts = all || flies || !aircraft;
        if s.side_of(other) == side || !counts {
            continue;
        }
        let Some(enemy) = moved.body(id) else { continue };
        let distance = body.distance(enemy);
        match nearest.first() {
            Some((_, best)) if distance > *best => {}
            Some((_, best)) if distance == *best => nearest.push((other, distance)),
            _ => nearest = vec![(other, distance)],
        }
    }
    nearest
}

/// 9E-HER-007, 9E-FGT-010, 9E-FGT-030: closer to the nearest enemy model; 9E-FGT-011, 9E-FGT-031: whoever touches
/// one stays.
pub fn approach(
    fixed: &Fixed,
    s: &State,
    shape: &MoveShape,
    moved: &Moved<'_>,
    model: ModelId,
    stops: &[Pose],
    wrong: &mut Vec<Violation>,
) {
    let Some(Closer { rule: closer, touching: stay, but_aircraft }) = terms(shape.kind).closer else {
        return;
    };
    // 9E-HER-009, 9E-FGT-033: aircraft are no enemies to come closer to.
    let nearest = nearest_enemies(fixed, s, moved, model, !applies(but_aircraft));
    let (Some(body), Some(form), Some(end)) = (moved.body(model), moved.form(model), stops.last()) else {
        return;
    };
    let enemy = |id: &ModelId| moved.body(*id);
    // Whoever is no enemy to come closer to can be touched all the same: an aircraft that charged.
    let touching = |id: BodyId| {
        s.side_of(id) != s.side_of(model)
            && moved.body(id).is_some_and(|enemy| measure::touches(fixed, body, enemy))
    };
    if let Some(stay) = stay
        && moved.ids().any(touching)
    {
        wrong.push(broken(fixed, stay, "why.touching", &[model]));
    }
    if !end.at.in_limits() {
        return;
    }
    let there = form.body(*end);
    // 9E-MEA-004: of several that are equally near, the mover says which one counts.
    let is_closer =
        |(id, before): &(ModelId, Length)| enemy(id).is_some_and(|enemy| there.distance(enemy) < *before);
    if !nearest.iter().any(is_closer) {
        // Closer to an aircraft does not help those who do not fly.
        let mut also = Vec::new();
        if nearest_enemies(fixed, s, moved, model, true).iter().any(is_closer) {
            also.extend([rule!("9E-AIR-012"), but_aircraft]);
        }
        wrong.push(Violation { also, ..broken(fixed, closer, "why.not-closer", &[model]) });
    }
}
