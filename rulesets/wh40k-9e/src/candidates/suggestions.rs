//! What is suggested to people: more than bots look at, because nobody waits for a thousand of them.

use grognard_engine::rng::SplitMix;
use grognard_space::table::{Length, Point};
use grognard_tabletop::marches::walk;

use super::moves::{formation, middle};
use crate::choice::{Choice, MoveKind, MoveShape, Path, Shape};
use crate::fixed::Fixed;
use crate::legal::moves::Move;
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
    for choice in super::candidates(fixed, s, shape, rng) {
        if !all.contains(&choice) {
            all.push(choice);
        }
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

/// Moves towards markers and enemies, and away from the nearest enemy.
fn marches(fixed: &Fixed, s: &State, shape: &MoveShape) -> Vec<Vec<Path>> {
    let Some(from) = middle(s, shape.unit) else { return Vec::new() };
    let mut enemies: Vec<Point> =
        s.on_table(s.unit(shape.unit).side.other()).filter_map(|enemy| middle(s, enemy)).collect();
    enemies.sort_by_key(|enemy| (*enemy - from).squared());
    let markers = s.markers.iter().map(|spot| spot.at());
    let goals = markers.chain(enemies.iter().take(2).copied());
    let mut found: Vec<Vec<Path>> = goals
        .filter_map(|goal| {
            walk(&Move::new(fixed, s, shape), goal).or_else(|| formation(fixed, s, shape, goal - from))
        })
        .collect();
    if let Some(nearest) = enemies.first() {
        let away = (from - *nearest).with_length(Length::inches(60));
        found.extend(formation(fixed, s, shape, away));
    }
    found
}
