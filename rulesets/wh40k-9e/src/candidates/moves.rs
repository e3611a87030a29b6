//! Moves worth making: whole formations towards something, models closing in, charges.

use grognard_engine::rng::SplitMix;
use grognard_space::table::{Angle, Length, Moved, Offset, Point, Pose};
use grognard_tabletop::armies::Armies;
use grognard_tabletop::marches::{self, Reach, SLACK, common_limit};
use grognard_tabletop::moves::allowed;
use smallvec::{SmallVec, smallvec};

use super::landing::landing;
use crate::choice::{Choice, MoveKind, MoveShape, Path};
use crate::figures;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::aircraft::airborne;
use crate::legal::approach::nearest_enemies;
use crate::legal::coherency::coherency;
use crate::legal::moves::{Move, least};
use crate::measure;
use crate::state::State;

/// Whether paths are legal as a whole.
pub fn legal(fixed: &Fixed, s: &State, shape: &MoveShape, paths: &[Path]) -> bool {
    allowed(&Move::new(fixed, s, shape), paths)
}

/// Some legal answer, the same for the same state; `None` where none is found.
pub fn any(fixed: &Fixed, s: &State, shape: &MoveShape) -> Option<Vec<Path>> {
    match shape.kind {
        MoveKind::Charge => {
            if !s.about.witness.is_empty() {
                return Some(s.about.witness.clone());
            }
            charge_witness(fixed, s, shape).or_else(|| shape.may_decline.then(Vec::new))
        }
        MoveKind::Heroic | MoveKind::PileIn | MoveKind::Consolidate => Some(Vec::new()),
        MoveKind::FallBack => away(fixed, s, shape).or_else(|| legal(fixed, s, shape, &[]).then(Vec::new)),
        _ => {
            if legal(fixed, s, shape, &[]) {
                return Some(Vec::new());
            }
            marches::gather(&Move::new(fixed, s, shape)).or_else(|| away(fixed, s, shape))
        }
    }
}

/// The whole unit in any direction; aircraft as far as they have to.
fn away(fixed: &Fixed, s: &State, shape: &MoveShape) -> Option<Vec<Path>> {
    if s.standing(shape.unit).any(|(model, _)| least(fixed, s, shape, model).is_some()) {
        return landing(fixed, s, shape);
    }
    let little = [Length::inches(2), Length::inches(1)];
    let walked = || marches::away(&Move::new(fixed, s, shape), quarters(fixed, s, shape.unit), &little);
    if airborne(fixed, s, shape.unit) {
        return marches::directions().find_map(|way| flight(fixed, s, shape, way)).or_else(walked);
    }
    walked()
}

/// Sensible moves: staying, and formations towards markers, enemies and anywhere.
pub fn candidates(fixed: &Fixed, s: &State, shape: &MoveShape, rng: &mut SplitMix) -> Vec<Choice> {
    let unit = shape.unit;
    let mut all: Vec<Vec<Path>> = Vec::new();
    match shape.kind {
        MoveKind::Charge => {
            all.extend(any(fixed, s, shape));
            if shape.may_decline && !all.iter().any(Vec::is_empty) {
                all.push(Vec::new());
            }
        }
        MoveKind::Heroic | MoveKind::PileIn | MoveKind::Consolidate => {
            all.push(Vec::new());
            all.extend(close_in(fixed, s, shape));
        }
        _ => {
            if legal(fixed, s, shape, &[]) {
                all.push(Vec::new());
            }
            for _ in 0..3 {
                let way = somewhere(fixed, s, unit, rng);
                all.extend(formation(fixed, s, shape, way));
            }
            // Hemmed in where chance pointed: any way out is better than none.
            if all.iter().all(Vec::is_empty) && shape.kind != MoveKind::FallBack {
                all.extend(away(fixed, s, shape));
            }
            if all.is_empty() {
                all.extend(any(fixed, s, shape));
            }
        }
    }
    all.dedup();
    all.into_iter().map(|paths| Choice::Paths(unit, paths)).collect()
}

/// A direction: towards a marker, an enemy, or anywhere.
fn somewhere(_fixed: &Fixed, s: &State, unit: UnitId, rng: &mut SplitMix) -> Offset {
    let Some(from) = middle(s, unit) else { return Offset::default() };
    let enemies: SmallVec<[Point; 8]> =
        s.on_table(s.unit(unit).side.other()).filter_map(|enemy| middle(s, enemy)).collect();
    match rng.below(3) {
        0 if !s.markers.is_empty() => s.markers[rng.below(s.markers.len())].at() - from,
        1 if !enemies.is_empty() => enemies[rng.below(enemies.len())] - from,
        _ => Angle(rng.below(65_536) as u16).step(Length::inches(60)),
    }
}

/// The middle of a unit.
pub fn middle(s: &State, unit: UnitId) -> Option<Point> {
    (s as &dyn Armies).middle(unit)
}

/// Which quarters of its move a unit tries: those with a minimum Move gain nothing by less.
fn quarters(fixed: &Fixed, s: &State, unit: UnitId) -> &'static [i32] {
    let least = s.unit(unit).models.iter().any(|model| figures::minimum(fixed, s, *model).is_some());
    if least { &[4, 3] } else { &[4, 3, 2, 1] }
}

/// The whole unit shifted in a direction: as far as it wants and may, then three quarters, half, a quarter.
pub fn formation(fixed: &Fixed, s: &State, shape: &MoveShape, way: Offset) -> Option<Vec<Path>> {
    if airborne(fixed, s, shape.unit) {
        return flight(fixed, s, shape, way);
    }
    marches::formation(&Move::new(fixed, s, shape), way, quarters(fixed, s, shape.unit))
}

/// 9E-OUT-052: aircraft turned towards a direction as far as they may, or less, and then straight on.
fn flight(fixed: &Fixed, s: &State, shape: &MoveShape, way: Offset) -> Option<Vec<Path>> {
    let most = common_limit(&Move::new(fixed, s, shape))? - SLACK;
    let widest = i32::from(Angle::degrees(i32::from(fixed.numbers().straight_flight.degrees)).0);
    let wanted = Angle::of(way);
    [4, 2, 0, -2, -4].into_iter().find_map(|less| {
        (4..=8).rev().find_map(|part| {
            let flown = |(model, pose): (ModelId, Pose)| {
                let turn = i32::from((wanted - pose.facing).0 as i16).clamp(-widest, widest) * less / 4;
                let turned = pose.facing(pose.facing + Angle(turn as u16));
                let end = Pose { at: pose.at + turned.facing.step(most / 8 * part), ..turned };
                (model, if turn == 0 { smallvec![end] } else { smallvec![turned, end] })
            };
            let paths: Vec<Path> = s.standing(shape.unit).map(flown).collect();
            legal(fixed, s, shape, &paths).then_some(paths)
        })
    })
}

/// Pile-in, consolidation, intervention: every model as near to its nearest enemy as it gets.
fn close_in(fixed: &Fixed, s: &State, shape: &MoveShape) -> Option<Vec<Path>> {
    let goal = |moved: &Moved<'_>, model: ModelId| {
        let (enemy, far) = *nearest_enemies(fixed, s, moved, model, false).first()?;
        let touches = measure::touches(fixed, moved.body(model)?, moved.body(enemy)?);
        (!touches).then_some((far, enemy))
    };
    marches::close_in(&Move::new(fixed, s, shape), &goal)
}

/// 9E-AMB-066: a charge move that works, or `None` after a bounded search.
pub fn charge_witness(fixed: &Fixed, s: &State, shape: &MoveShape) -> Option<Vec<Path>> {
    let targets = &s.unit(shape.unit).turn.charge_targets;
    if targets.is_empty() || targets.iter().any(|target| s.standing(*target).next().is_none()) {
        return None;
    }
    let engaged = |target: &UnitId| measure::engaged(fixed, s, shape.unit, *target);
    if targets.iter().all(engaged) && legal(fixed, s, shape, &[]) {
        return Some(Vec::new());
    }
    let near = fixed.numbers().engagement.horizontal.0;
    marches::reach(&Move::new(fixed, s, shape), &Reach { targets, near })
}

/// Whether a scattered unit could perhaps come together although no way was found.
pub fn may_gather(fixed: &Fixed, s: &State, shape: &MoveShape) -> bool {
    marches::may_gather(&Move::new(fixed, s, shape), &coherency(fixed))
}
