//! Ranks: troops who shoot stand side by side, for friends hide the enemy from whoever stands behind them (2E-LOS-009).

use grognard_space::table::{Angle, Length, Moved, Offset, Point, Pose};
use grognard_tabletop::moves::allowed;
use smallvec::smallvec;

use crate::choice::{Choice, Shape, Way};
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal;
use crate::legal::moves::Move;
use crate::legal::placing::zone;
use crate::state::State;

/// Models of a rank stand so far apart.
const GAP: Length = Length::mm(14);
/// And ranks.
const BEHIND: Length = Length::mm(20);
/// How near to the front of the zone the first rank stands.
const FRONT: Length = Length::mm(3);

/// A unit in one rank, or in two, somewhere along the front of its zone, looking at the enemy's edge.
pub fn line(fixed: &Fixed, s: &State, unit: UnitId, at: i32) -> Option<Choice> {
    [1, 2, 3].into_iter().find_map(|ranks| in_ranks(fixed, s, unit, at, ranks))
}

fn in_ranks(fixed: &Fixed, s: &State, unit: UnitId, at: i32, ranks: usize) -> Option<Choice> {
    let number = s.zones[s.unit(unit).side.index()];
    let (low, high) = zone(fixed, number);
    let models: &[ModelId] = &s.unit(unit).models;
    let bases = models
        .iter()
        .map(|model| fixed.ground.form(fixed.form(*model)).body(Pose::default()).outline.radius());
    let radius = bases.max()?;
    let step = radius.0 * 2 + GAP.0;
    let wide = models.len().div_ceil(ranks) as i32;
    let middle = low.x + ((i64::from(high.x - low.x) * i64::from(at)) / 1000) as i32;
    let reach = (wide - 1) * step / 2 + radius.0 + step / 2;
    if reach * 2 > high.x - low.x {
        return None;
    }
    let middle = middle.clamp(low.x + reach, high.x - reach);
    let facing = if number == 0 { Angle::QUARTER } else { Angle::HALF + Angle::QUARTER };
    let places = models.iter().enumerate().map(|(place, model)| {
        let (rank, file) = (place as i32 / wide, place as i32 % wide);
        let deep = FRONT.0 + radius.0 + rank * (radius.0 * 2 + BEHIND.0);
        let x = middle - (wide - 1) * step / 2 + file * step + rank % 2 * (step / 2);
        let y = if number == 0 { high.y - deep } else { low.y + deep };
        (*model, Pose::at(Point { x, y }).facing(facing))
    });
    let choice = Choice::Place(unit, places.collect());
    legal::check(fixed, s, &Shape::Place(unit), &choice).is_empty().then_some(choice)
}

/// Every model of a unit by the same step, those less far that something stands in the way of.
pub fn advance(made: &Move<'_>, s: &State, unit: UnitId, step: Offset) -> Option<Vec<Way>> {
    let mut moved = Moved::new(&s.table);
    let mut standing: Vec<(ModelId, Pose)> = s.bodies(unit).map(|(model, body)| (model, body.pose)).collect();
    standing.sort_by_key(|(_, pose)| std::cmp::Reverse((pose.at - Point::default()).dot(step)));
    let mut ways: Vec<Way> = Vec::new();
    for (model, pose) in standing {
        let far = step.length();
        let tries = [(4, 0), (4, 25), (4, -25), (3, 0), (3, 30), (3, -30), (2, 0), (1, 0)];
        let found = tries.into_iter().find_map(|(part, turn)| {
            let at = pose.at + Angle::degrees(turn).turn(step).with_length(Length(far.0 / 4 * part));
            let way: Way = (model, smallvec![Pose { at, ..pose }]);
            made.free(&moved, &way).then_some(way)
        });
        if let Some((model, stops)) = found {
            if let Some(end) = stops.last() {
                moved.move_to(model, *end);
            }
            ways.push((model, stops));
        }
    }
    (!ways.is_empty() && allowed(made, &ways)).then_some(ways)
}
