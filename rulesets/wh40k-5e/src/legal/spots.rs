//! Spots on the table: objectives (5B-MIS-005, 5B-MIS-006) and landings (5B-MIS-012, 5B-MIS-013).

use grognard_engine::refusal::Violation;
use grognard_engine::rng::SplitMix;
use grognard_engine::{RuleId, rule};
use grognard_space::table::{Angle, Length, Outline, Point, Pose};

use grognard_tabletop::templates::Kind;

use super::placing::{self, zone_of};
use super::{broken, laying, other_kind};
use crate::choice::{Choice, LayShape, Salvo, Spot};
use crate::data::ground::Objectives;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::state::State;
use crate::terrain::IMPASSABLE;

/// The rule a spot stands under.
pub fn rule_of(fixed: &Fixed, spot: Spot) -> RuleId {
    match spot {
        Spot::Objective(_) if fixed.objectives == Objectives::OneEach => rule!("5B-MIS-006"),
        Spot::Objective(_) => rule!("5B-MIS-005"),
        Spot::Drop(_) => rule!("5B-MIS-012"),
        Spot::Misplaced(_) => rule!("5B-MIS-013"),
        Spot::Salvo(_) => rule!("5B-WCH-008"),
    }
}

fn on_table(fixed: &Fixed, at: Point) -> bool {
    let (x, y) = fixed.battlefield.size;
    (0..=x.0).contains(&at.x) && (0..=y.0).contains(&at.y)
}

/// Why a spot is refused, if so.
fn wrong(fixed: &Fixed, s: &State, spot: Spot, at: Point) -> Option<&'static str> {
    if !at.in_limits() || !on_table(fixed, at) {
        return Some("why.off-table");
    }
    match spot {
        Spot::Drop(_) => None,
        Spot::Misplaced(unit) => landing(fixed, s, unit, at).is_none().then_some("why.no-room"),
        Spot::Objective(side) => objective(fixed, s, side, at),
        Spot::Salvo(salvo) => (!salvo.beside.within(at, across(fixed, salvo))).then_some("why.not-beside"),
    }
}

/// How far the middles of two markers that touch are apart at most.
fn across(fixed: &Fixed, salvo: Salvo) -> Length {
    let shape = LayShape { model: salvo.model, weapon: salvo.weapon, target: salvo.target };
    match laying::kind(fixed, &shape) {
        Kind::Blast(radius) => radius + radius,
        Kind::Teardrop(..) => Length::ZERO,
    }
}

/// 5B-MIS-005: not in impassable terrain, not near an edge or another; 5B-MIS-006: in the own zone.
fn objective(fixed: &Fixed, s: &State, side: Side, at: Point) -> Option<&'static str> {
    let here = Outline::point(at);
    let house = |own: &crate::buildings::Building| fixed.feature_of(own).area.contains(at);
    let closed = fixed.ground.areas_touched(&here).into_iter().any(|id| {
        fixed.ground.feature(id).tags.any(IMPASSABLE) && fixed.ground.feature(id).area.overlaps(&here)
    }) || fixed.buildings.iter().any(house);
    if closed {
        return Some("why.impassable");
    }
    if fixed.objectives == Objectives::OneEach {
        let (low, high) = zone_of(fixed, s, side);
        let inside = (low.x..=high.x).contains(&at.x) && (low.y..=high.y).contains(&at.y);
        return (!inside).then_some("why.out-of-zone");
    }
    let numbers = &fixed.numbers().seize_ground;
    let (x, y) = fixed.battlefield.size;
    let edge = at.x.min(at.y).min(x.0 - at.x).min(y.0 - at.y);
    if edge <= numbers.from_edge.0.0 {
        return Some("why.near-edge");
    }
    let near = s.objectives.iter().any(|other| other.within(at, numbers.apart.0));
    near.then_some("why.near-objective")
}

/// Every violation of a spot.
pub fn check(fixed: &Fixed, s: &State, spot: Spot, choice: &Choice) -> Vec<Violation> {
    let rule = rule_of(fixed, spot);
    let Choice::Lay(at) = choice else { return other_kind(rule) };
    wrong(fixed, s, spot, at.at).map(|key| broken(fixed, rule, key, &[])).into_iter().collect()
}

/// Spots worth proposing, all of them legal: a grid in an order of the generator's.
pub fn places(fixed: &Fixed, s: &State, spot: Spot, rng: &mut SplitMix) -> Vec<Pose> {
    if let Spot::Salvo(salvo) = spot {
        let far = across(fixed, salvo);
        let around = (0..8).map(|turn| salvo.beside + Angle::degrees(turn * 45).step(far - Length(1)));
        let mut all: Vec<Point> = std::iter::once(salvo.beside).chain(around).collect();
        let from = rng.below(all.len());
        all.rotate_left(from);
        return all
            .into_iter()
            .filter(|at| wrong(fixed, s, spot, *at).is_none())
            .take(3)
            .map(Pose::at)
            .collect();
    }
    let (x, y) = fixed.battlefield.size;
    let step = Length::inches(3).0;
    let (columns, rows) = ((x.0 / step).max(1), (y.0 / step).max(1));
    let all: Vec<Point> = (0..columns * rows)
        .map(|at| Point { x: at % columns * step + step / 2, y: at / columns * step + step / 2 })
        .collect();
    let from = rng.below(all.len());
    let turned = all[from..].iter().chain(&all[..from]);
    turned.filter(|at| wrong(fixed, s, spot, **at).is_none()).take(3).map(|at| Pose::at(*at)).collect()
}

/// 5B-MIS-012: the models of a unit that came down, the first here and the others in full circles around it; `None` where some
/// of them cannot stand (5B-MIS-013).
pub fn landing(fixed: &Fixed, s: &State, unit: UnitId, at: Point) -> Option<Vec<(ModelId, Pose)>> {
    let models = &s.unit(unit).models;
    let side = s.unit(unit).side;
    let radius = |model: &ModelId| fixed.ground.form(fixed.form(*model)).footprint.reach();
    let wide = models.iter().map(radius).max()?;
    let from_enemies = fixed.numbers().mishap.from_enemies.0;
    (0..12).find_map(|turn| {
        let mut there = s.clone();
        let mut places = Vec::new();
        let (mut ring, mut slot) = (0, 0);
        for model in models {
            let spot = if ring == 0 {
                at
            } else {
                let part = Angle::degrees(turn * 5 + 360 * slot / (6 * ring));
                at + part.step((wide + wide + Length(2)) * ring)
            };
            let pose = Pose::at(spot);
            if !spot.in_limits() || !placing::stands(fixed, &there, *model, pose) {
                return None;
            }
            there.put(fixed, *model, pose);
            let body = there.table.body(*model)?;
            if s.enemies(side).any(|(_, foe)| body.within(foe, from_enemies)) {
                return None;
            }
            places.push((*model, pose));
            slot += 1;
            if slot >= 6 * ring {
                (ring, slot) = (ring + 1, 0);
            }
        }
        Some(places)
    })
}
