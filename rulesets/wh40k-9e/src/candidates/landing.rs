//! Where aircraft that have to fly on can come down: a close search in all directions, at all distances and heights. What
//! it does not find its owner may still show (9E-AIR-005).

use std::cell::RefCell;

use grognard_space::table::{Angle, Body, Footprint, Form, Length, Levels, MoveRules, Offset, Point, Pose};
use smallvec::{SmallVec, smallvec};

use grognard_tabletop::marches::{SLACK, common_limit};

use super::moves::legal;
use crate::choice::{MoveShape, Path};
use crate::data::amount::INCH;
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::legal::aircraft::{airborne, around};
use crate::legal::moves::{Move, least};
use crate::legal::passing::Others;
use crate::state::State;

/// Directions that are looked at: one every five degrees.
const DIRECTIONS: i32 = 72;

/// A legal move of a unit with a minimum Move, or `None` after a bounded search.
pub fn landing(fixed: &Fixed, s: &State, shape: &MoveShape) -> Option<Vec<Path>> {
    let standing: Vec<(ModelId, Pose)> = s.standing(shape.unit).collect();
    let (first, from) = *standing.first()?;
    let most = common_limit(&Move::new(fixed, s, shape))? - SLACK;
    let shortest = standing.iter().filter_map(|(model, _)| least(fixed, s, shape, *model)).max()? + SLACK;
    let straight = airborne(fixed, s, shape.unit);
    let form = s.table.form(first)?;
    let (long, wide) = fixed.battlefield.size;
    let edge = around(&form.footprint).0;
    let on_table = |at: Point| (edge..=long - edge).contains(&at.x) && (edge..=wide - edge).contains(&at.y);
    let others = Others::new(fixed, s, shape.unit, shape.kind);
    let furthest_away = fixed.numbers().engagement.horizontal.0;
    let rules =
        MoveRules { furthest_away, first_fault_only: true, ..MoveRules::up_to(Length::ZERO).among(&others) };
    let there = RefCell::new([form.body(from), form.body(from.facing(from.facing + Angle::QUARTER))]);
    let land = |step: Offset, turn: Angle| {
        if !on_table(from.at + step) {
            return None;
        }
        let end = Pose { at: from.at + step, ..from.facing(from.facing + turn) };
        // Places that look the same way differ by a shift.
        let there = &mut there.borrow_mut()[usize::from(turn == Angle::QUARTER)];
        let comes_down = |pose: &Pose| {
            *there = there.moved(form, *pose);
            free(s, form, there, first, &rules)
        };
        let end = heights(s, end).filter(comes_down).collect::<SmallVec<[Pose; 2]>>();
        end.into_iter().find_map(|end| {
            let paths = flown(s, &standing, from, end, straight);
            legal(fixed, s, shape, &paths).then_some(paths)
        })
    };
    // The corners of the table are the furthest places there are.
    let corners = if straight { Vec::new() } else { corners(fixed, s, first, from) };
    let further = || (shortest.0..=most.0).step_by(INCH as usize).skip(1).map(Length);
    let distances = || std::iter::once(shortest).chain(further());
    let ways = (0..DIRECTIONS).map(|step| Angle::degrees(step * 360 / DIRECTIONS));
    let round = matches!(form.footprint, Footprint::Disc { .. });
    let turns: &[Angle] = if round { &[Angle::ZERO] } else { &[Angle::ZERO, Angle::QUARTER] };
    let anywhere = ways.into_iter().find_map(|way| {
        distances().find_map(|far| {
            if straight {
                // 9E-OUT-052: ahead, where it looks once it has turned.
                return land((from.facing + way).step(far), way);
            }
            turns.iter().find_map(|turn| land(way.step(far), *turn))
        })
    });
    anywhere.or_else(|| corners.into_iter().find_map(|(step, turn)| land(step, turn)))
}

/// The steps that take a model into the corners of the table, as it looks now and turned a quarter.
fn corners(fixed: &Fixed, s: &State, model: ModelId, from: Pose) -> Vec<(Offset, Angle)> {
    let Some(form) = s.table.form(model) else { return Vec::new() };
    let (long, wide) = fixed.battlefield.size;
    let mut all = Vec::new();
    for turn in [Angle::ZERO, Angle::QUARTER] {
        let own = form.footprint.posed(Pose::at(Point::default()).facing(from.facing + turn)).bounds();
        for x in [-own.low.x, long - own.high.x] {
            for y in [-own.low.y, wide - own.high.y] {
                all.push((Point { x, y } - from.at, turn));
            }
        }
    }
    all
}

/// A place at every height at which something holds a model up.
fn heights(s: &State, end: Pose) -> impl Iterator<Item = Pose> {
    let levels = if end.at.in_limits() { s.table.ground().levels(end.at) } else { Levels::new() };
    levels.into_iter().map(move |z| end.raised(z))
}

/// Whether a model could stand there: much quicker than checking the whole move, and most places fail it.
fn free(s: &State, form: &Form, there: &Body, model: ModelId, rules: &MoveRules<'_>) -> bool {
    s.table.check_standing(form, there, rules, &|other| other == model).is_empty()
}

/// The whole unit flown as its first model is; those that have to fly straight turn first.
fn flown(s: &State, standing: &[(ModelId, Pose)], from: Pose, end: Pose, straight: bool) -> Vec<Path> {
    let (step, turn, up) = (end.at - from.at, end.facing - from.facing, end.z);
    let fly = |(model, pose): &(ModelId, Pose)| {
        let turned = pose.facing(pose.facing + turn);
        let at = pose.at + step;
        // Each on its own ground, as high up as the first if it can.
        let levels = if at.in_limits() { s.table.ground().levels(at) } else { Levels::new() };
        let z = levels.iter().rev().find(|z| **z <= up).or(levels.first()).copied().unwrap_or(up);
        let end = Pose { at, z, ..turned };
        let turns_first = straight && turn != Angle::ZERO;
        (*model, if turns_first { smallvec![turned, end] } else { smallvec![end] })
    };
    standing.iter().map(fly).collect()
}
