//! Moves worth making: whole formations towards something, or away from the enemy.

use grognard_engine::rng::SplitMix;
use grognard_space::table::{Angle, Body, Length, Moved, Offset, Point};
use grognard_tabletop::armies::Armies;
use grognard_tabletop::marches;

use crate::choice::{Choice, MoveKind, Way, Word};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::legal::coherency::{is_coherent, together};
use crate::legal::moves::Move;
use crate::legal::shooting::nearest;
use crate::state::State;

/// Further than any table is long.
const FAR: Length = Length::cm(600);

const QUARTERS: &[i32] = &[4, 3, 2, 1];

/// Sensible moves of a formation.
pub fn candidates(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    kind: MoveKind,
    may_decline: bool,
    rng: &mut SplitMix,
) -> Vec<Choice> {
    let mut all: Vec<Vec<Way>> = vec![gathered(fixed, s, formation, kind)];
    if is_coherent(fixed, s, formation) {
        for _ in 0..3 {
            let way = somewhere(fixed, s, formation, rng);
            all.extend(marches::formation(&Move::new(fixed, s, formation, kind), way, QUARTERS));
        }
    }
    let mut choices: Vec<Choice> = Vec::new();
    if may_decline {
        all.extend(away(fixed, s, formation, kind));
        choices.push(Choice::Word(Word::Stay));
    }
    all.dedup();
    choices.extend(all.into_iter().map(|ways| Choice::Paths(formation, ways)));
    choices
}

/// No move, or for a formation that has fallen apart one that brings most of it together, where that is found.
pub fn gathered(fixed: &Fixed, s: &State, formation: FormationId, kind: MoveKind) -> Vec<Way> {
    if is_coherent(fixed, s, formation) {
        return Vec::new();
    }
    let manoeuvre = Move::new(fixed, s, formation, kind);
    let Some(middle) = middle(s, formation) else { return Vec::new() };
    let ways = marches::walk(&manoeuvre, middle).unwrap_or_default();
    let mut moved = Moved::new(&s.table);
    for (unit, stops) in &ways {
        if let Some(end) = stops.last() {
            moved.move_to(*unit, *end);
        }
    }
    let standing: Vec<(UnitId, &Body)> =
        s.formation(formation).units.iter().filter_map(|unit| Some((*unit, moved.body(*unit)?))).collect();
    if together(fixed, &standing).is_ok() { ways } else { Vec::new() }
}

/// The whole formation where it ends farthest from all enemies.
pub fn away(fixed: &Fixed, s: &State, formation: FormationId, kind: MoveKind) -> Option<Vec<Way>> {
    let manoeuvre = Move::new(fixed, s, formation, kind);
    let found = marches::directions().filter_map(|way| marches::formation(&manoeuvre, way, QUARTERS));
    found.max_by_key(|ways| {
        let mut moved = Moved::new(&s.table);
        for (unit, stops) in ways {
            if let Some(end) = stops.last() {
                moved.move_to(*unit, *end);
            }
        }
        let units = s.formation(formation).units.iter().filter_map(|unit| moved.body(*unit));
        units.filter_map(|body| nearest(body, s.enemy_units(formation))).min()
    })
}

/// A direction: towards an objective, an enemy, or anywhere.
fn somewhere(fixed: &Fixed, s: &State, formation: FormationId, rng: &mut SplitMix) -> Offset {
    let Some(from) = middle(s, formation) else { return Offset::default() };
    let enemies: Vec<Point> = s.enemies(formation).filter_map(|enemy| middle(s, enemy)).collect();
    match rng.below(3) {
        0 if !fixed.objectives.is_empty() => fixed.objectives[rng.below(fixed.objectives.len())] - from,
        1 if !enemies.is_empty() => enemies[rng.below(enemies.len())] - from,
        _ => Angle(rng.below(65_536) as u16).step(FAR),
    }
}

fn middle(s: &State, formation: FormationId) -> Option<Point> {
    (s as &dyn Armies).middle(formation)
}
