//! What is suggested to people: more than bots look at, because nobody waits for a thousand of them.

use grognard_engine::rng::SplitMix;
use grognard_space::table::{Body, Length, Pose};
use grognard_tabletop::marches::walk_to;
use grognard_tabletop::moves::in_coherency;

use super::moves::{formation, middle};
use super::orders;
use crate::choice::{Choice, MoveKind, MoveShape, Path, Shape};
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::coherency::coherency_of;
use crate::legal::moves::Move;
use crate::legal::terms::terms;
use crate::measure;
use crate::policy;
use crate::state::State;

/// As many suggestions as a list shows without scrolling.
const MOST: usize = 8;

/// Sensible answers for a person to pick from or to change: for moves first the ways to every marker, towards the
/// enemies and away from the nearest; then those bots would look at.
pub fn suggestions(fixed: &Fixed, s: &State, shape: &Shape, rng: &mut SplitMix) -> Vec<Choice> {
    let mut all = Vec::new();
    if let Shape::Paths(shape) = shape
        && matches!(
            shape.kind,
            MoveKind::Normal | MoveKind::Advance | MoveKind::FallBack | MoveKind::BeforeBattle
        )
    {
        for paths in marches(fixed, s, shape) {
            let choice = Choice::Paths(shape.unit, paths);
            if all.len() < MOST && !all.contains(&choice) {
                all.push(choice);
            }
        }
    }
    match shape {
        Shape::Fire(unit, overwatch) => all.extend(best_shots(fixed, s, *unit, *overwatch)),
        Shape::Casualties(unit) => all.push(Choice::Casualties(keeping_coherency(fixed, s, *unit))),
        _ => {}
    }
    for choice in super::candidates(fixed, s, shape, rng) {
        if !all.contains(&choice) {
            all.push(choice);
        }
    }
    // Whoever may close in mostly wants to: staying comes last.
    if matches!(shape, Shape::Paths(shape) if terms(shape.kind).closer.is_some()) {
        all.sort_by_key(|choice| matches!(choice, Choice::Paths(_, paths) if paths.is_empty()));
    }
    // The ground before floors and roofs.
    if matches!(shape, Shape::Place(_)) {
        let raised = |choice: &Choice| match choice {
            Choice::Place(_, places) => places.iter().filter(|(_, pose)| pose.z.0 > 0).count(),
            _ => 0,
        };
        all.sort_by_key(raised);
    }
    // 9E-AMB-024: nobody has to come out.
    if let Shape::Place(shape) = shape {
        let stays = Choice::Place(shape.unit, Vec::new());
        if shape.may_stay() && !all.contains(&stays) {
            all.push(stays);
        }
    }
    all
}

/// Everything at one unit, those first where it does most; holding fire last.
pub fn best_shots(fixed: &Fixed, s: &State, unit: UnitId, overwatch: Option<UnitId>) -> Vec<Choice> {
    let mut all = orders::fire(fixed, s, unit, overwatch);
    let worth = |choice: &Choice| match choice {
        Choice::Fire(_, shots) if !shots.is_empty() => {
            Some(policy::shots_worth(fixed, s, shots, overwatch.is_some()))
        }
        _ => None,
    };
    all.sort_by_cached_key(|choice| std::cmp::Reverse(worth(choice)));
    all
}

/// 9E-ATK-012, 9E-COH-001: leaders and special weapons last, and of the others first those without whom the rest stays in
/// coherency.
pub fn keeping_coherency(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<ModelId> {
    let mut left = policy::least_missed(fixed, s, unit);
    let mut order = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let stays = |at: &usize| {
            let rest: Vec<(ModelId, &Body)> = left
                .iter()
                .enumerate()
                .filter(|(other, _)| other != at)
                .filter_map(|(_, model)| Some((*model, s.body(*model)?)))
                .collect();
            in_coherency(&coherency_of(fixed, s, unit), &rest).0.coherent
        };
        let at = (0..left.len()).find(stays).unwrap_or(0);
        order.push(left.remove(at));
    }
    order
}

/// Moves towards markers and enemies, on whatever level they are, and away from the nearest enemy.
fn marches(fixed: &Fixed, s: &State, shape: &MoveShape) -> Vec<Vec<Path>> {
    let Some(from) = middle(s, shape.unit) else { return Vec::new() };
    let mut enemies: Vec<Pose> =
        s.on_table(s.unit(shape.unit).side.other()).filter_map(|enemy| whereabouts(s, enemy)).collect();
    enemies.sort_by_key(|enemy| (enemy.at - from).squared());
    let markers = s.markers.iter().map(|spot| measure::marker(fixed, *spot).pose);
    let goals = markers.chain(enemies.iter().take(2).copied());
    let mut found: Vec<Vec<Path>> = goals
        .filter_map(|goal| {
            let walked = walk_to(&Move::new(fixed, s, shape), goal);
            walked.or_else(|| formation(fixed, s, shape, goal.at - from))
        })
        .collect();
    if let Some(nearest) = enemies.first() {
        let away = (from - nearest.at).with_length(Length::inches(60));
        found.extend(formation(fixed, s, shape, away));
    }
    found
}

/// The middle of a unit, at the height of most of its models.
fn whereabouts(s: &State, unit: UnitId) -> Option<Pose> {
    let mut heights: Vec<Length> = s.standing(unit).map(|(_, pose)| pose.z).collect();
    heights.sort_unstable();
    Some(Pose::at(middle(s, unit)?).raised(heights[heights.len() / 2]))
}
