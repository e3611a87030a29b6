//! What models and units are worth, and distances as somebody judges them.

use grognard_engine::rng::SplitMix;
use grognard_engine::target::{Need, Target};
use grognard_space::table::{Length, Point};

use crate::data::amount::Amount;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::state::State;

/// All that there is: chances are counted in thousandths.
pub const WHOLE: i64 = 1000;
/// How far a judged distance may be off, in hundredths.
const ERROR: usize = 15;
/// What a point of armour is worth.
const ARMOUR: i64 = 3;

/// A distance as somebody judges it: up to 15 % off, unless the players measure freely.
pub fn by_eye(fixed: &Fixed, far: Length, rng: &mut SplitMix) -> Length {
    if fixed.options.measure_freely {
        return far;
    }
    let percent = 100 - ERROR as i64 + rng.below(2 * ERROR + 1) as i64;
    Length((i64::from(far.0) * percent / 100) as i32)
}

/// How far two units are apart, by eye. Who is in a vehicle is where the vehicle is.
pub fn apart(fixed: &Fixed, s: &State, unit: UnitId, enemy: UnitId, rng: &mut SplitMix) -> Option<Length> {
    let where_is = |unit: UnitId| -> Vec<ModelId> {
        let mut all: Vec<ModelId> = s.unit(unit).models.iter().map(|model| s.eyes(*model)).collect();
        all.dedup();
        all
    };
    let (ours, theirs) = (where_is(unit), where_is(enemy));
    let pairs = ours.iter().flat_map(|one| theirs.iter().map(move |other| s.table.distance(*one, *other)));
    pairs.flatten().min().map(|far| by_eye(fixed, far, rng))
}

/// Where a unit is.
pub fn middle(s: &State, unit: UnitId) -> Option<Point> {
    let poses = s.unit(unit).models.iter().filter_map(|model| s.pose(s.eyes(*model)));
    let (mut x, mut y, mut count) = (0_i64, 0_i64, 0_i64);
    for pose in poses {
        (x, y, count) = (x + i64::from(pose.at.x), y + i64::from(pose.at.y), count + 1);
    }
    (count > 0).then(|| Point { x: (x / count) as i32, y: (y / count) as i32 })
}

/// What a model is worth: about its points.
pub fn model(fixed: &Fixed, id: ModelId) -> i64 {
    let kind = fixed.kind_of(id);
    if let Some(chassis) = &kind.chassis {
        let armour = i64::from(chassis.front + chassis.side + chassis.rear) - 24;
        return 20 + armour * ARMOUR + 10 * chassis.mounts.len() as i64;
    }
    let values = &kind.values;
    let save = values.sv.0.map_or(0, |save| i64::from(7 - save.min(7)));
    let body = i64::from(values.t) * i64::from(values.w.max(1)) + save;
    let arms = kind.weapons.iter().filter_map(|weapon| fixed.weapon(*weapon).strength).max().unwrap_or(0);
    let skill = i64::from(values.ws + values.bs + values.i) / 3 + 2 * i64::from(values.a);
    body + skill + i64::from(arms) + if kind.leads { 5 } else { 0 }
}

/// What is left of a unit.
pub fn unit(fixed: &Fixed, s: &State, id: UnitId) -> i64 {
    s.unit(id).models.iter().map(|own| model(fixed, *own)).sum()
}

/// The wounds a unit has left; a vehicle counts as three.
pub fn wounds(s: &State, id: UnitId) -> i64 {
    let own = |model: &ModelId| if s.hull(*model).is_some() { 3 } else { i64::from(s.model(*model).wounds) };
    s.unit(id).models.iter().map(own).sum::<i64>().max(1)
}

/// The chance of a score on one die, in thousandths.
pub fn chance(score: Option<u8>) -> i64 {
    score.map_or(0, |score| i64::from(7_u8.saturating_sub(score.max(2))) * WHOLE / 6)
}

/// The chance of a need.
pub fn of_need(target: &Target) -> i64 {
    match target.need() {
        Need::AtLeast(least) => chance(Some(least)),
        Need::AtMost(most) => i64::from(most.min(6)) * WHOLE / 6,
        Need::Automatic => WHOLE,
        _ => 0,
    }
}

/// What dice come to on average, in thousandths.
pub fn mean(amount: Amount) -> i64 {
    i64::from(amount.plus) * WHOLE + i64::from(amount.dice) * (i64::from(amount.sides) + 1) * WHOLE / 2
}
