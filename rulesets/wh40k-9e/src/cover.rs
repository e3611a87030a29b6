//! Terrain traits (9E-OUT-020 to 9E-OUT-026), in force with their pack, and what stops sight.

use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule};
use grognard_space::table::{Body, Offset, Outline, Pose, SightRules, Tags, TerrainId};

use crate::data::battle::{TerrainFile, Trait};
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::keyword::Keywords;
use crate::play::attack::{Entry, Mode};
use crate::state::State;
use crate::terrain::OBSCURING;

fn has(fixed: &Fixed, feature: TerrainId, which: Trait) -> bool {
    fixed.battlefield.terrain.get(usize::from(feature.0)).is_some_and(|file| file.traits.contains(&which))
}

/// The features a body stands on or in.
fn standing_in(s: &State, body: &Body) -> Vec<TerrainId> {
    s.table.ground().areas_touched(&body.outline)
}

/// What stops sight from a model to another. 9E-OUT-023: features that obscure do, unless one of the two stands in
/// them; aircraft and the biggest models are seen across.
pub fn sight_rules(fixed: &Fixed, _s: &State, _from: ModelId, to: ModelId) -> SightRules {
    let kind = fixed.kind(to);
    let seen_across =
        kind.keywords.any(Keywords::AIRCRAFT) || kind.profile.w >= fixed.numbers().obscuring.wounds;
    let obscuring = if fixed.packs.terrain_traits && !seen_across { OBSCURING } else { Tags::NONE };
    SightRules {
        models_block: !fixed.packs.models_do_not_block_sight,
        // 9E-SHO-014: through the own unit.
        own_group_blocks: !applies(rule!("9E-SHO-014")),
        obscuring,
        ..SightRules::default()
    }
}

/// What cover adds to a model's saving throw, and the rule.
pub fn saves(fixed: &Fixed, s: &State, model: ModelId, entry: &Entry, mode: Mode) -> (i8, RuleId) {
    let numbers = fixed.numbers();
    let (which, bonus, rule) = match mode {
        // 9E-OUT-020: Light Cover against shots.
        Mode::Shooting | Mode::Overwatch => {
            (Trait::LightCover, numbers.light_cover.bonus, rule!("9E-OUT-020"))
        }
        // 9E-OUT-021: Heavy Cover in close combat, but not against chargers.
        Mode::Melee => (Trait::HeavyCover, numbers.heavy_cover.bonus, rule!("9E-OUT-021")),
    };
    if !fixed.packs.terrain_traits || (mode == Mode::Melee && s.unit(s.model(entry.model).unit).turn.charged)
    {
        return (0, rule);
    }
    let covered = s
        .body(model)
        .is_some_and(|body| standing_in(s, body).into_iter().any(|feature| has(fixed, feature, which)));
    (if covered { bonus } else { 0 }, rule)
}

/// 9E-OUT-022: whether the line from a model to a unit's nearest model passes through a feature with Dense Cover. Of
/// several that are equally near the shooter takes the one it sees best (9E-MEA-004).
pub fn dense(fixed: &Fixed, s: &State, model: ModelId, target: UnitId) -> bool {
    if !fixed.packs.terrain_traits {
        return false;
    }
    let Some(from) = s.body(model) else { return false };
    let bodies = || s.standing(target).filter_map(|(enemy, _)| s.body(enemy));
    let Some(least) = bodies().map(|enemy| from.distance(enemy)).min() else { return false };
    bodies().filter(|enemy| from.distance(enemy) == least).all(|enemy| behind_dense(fixed, s, from, enemy))
}

/// Whether Dense Cover lies between a model and some models of a unit and not between it and the others, so that it
/// matters to the next shot which of them is left.
pub fn differs(fixed: &Fixed, s: &State, model: ModelId, target: UnitId) -> bool {
    let dense = |file: &TerrainFile| file.traits.contains(&Trait::DenseCover);
    if !fixed.packs.terrain_traits || !fixed.battlefield.terrain.iter().any(dense) {
        return false;
    }
    let Some(from) = s.body(model) else { return false };
    let mut behind =
        s.standing(target).filter_map(|(enemy, _)| Some(behind_dense(fixed, s, from, s.body(enemy)?)));
    let first = behind.next();
    behind.any(|other| Some(other) != first)
}

fn behind_dense(fixed: &Fixed, s: &State, from: &Body, to: &Body) -> bool {
    let line = Outline::convex([from.pose.at, to.pose.at]);
    s.table.ground().areas_touched(&line).into_iter().any(|feature| has(fixed, feature, Trait::DenseCover))
}

/// 9E-OUT-026: whether a model's path crosses difficult ground.
pub fn crosses_difficult(fixed: &Fixed, s: &State, model: ModelId, start: Pose, stops: &[Pose]) -> bool {
    let form = s.table.ground().form(fixed.form(model));
    let mut from = start;
    stops.iter().any(|stop| {
        if !stop.at.in_limits() {
            return false;
        }
        let step: Offset = stop.at - from.at;
        let swept = form.body(from).outline.swept(step);
        from = *stop;
        s.table
            .ground()
            .areas_touched(&swept)
            .into_iter()
            .any(|feature| has(fixed, feature, Trait::DifficultGround))
    })
}

/// 9E-OUT-025: whether a model may not stand so high: on the upper levels of a scalable feature only those who climb
/// or fly.
pub fn cannot_scale(fixed: &Fixed, s: &State, model: ModelId, pose: Pose) -> bool {
    const CLIMBERS: Keywords =
        Keywords::INFANTRY.and(Keywords::BEAST).and(Keywords::SWARM).and(Keywords::FLY);
    if !fixed.packs.terrain_traits || pose.z.0 == 0 || fixed.kind(model).keywords.any(CLIMBERS) {
        return false;
    }
    let body = s.table.ground().form(fixed.form(model)).body(pose);
    standing_in(s, &body).into_iter().any(|feature| has(fixed, feature, Trait::Scalable))
}
