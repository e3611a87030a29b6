//! Moves of a unit in formation towards a goal.

use super::super::board::{BodyId, Table};
use super::super::coherency::CoherencyRules;
use super::super::path::{MoveRules, Path};
use super::super::{Angle, Body, Length, Offset, Point, Pose};
use super::Thought;

/// A unit that wants to go somewhere.
#[derive(Copy, Clone)]
pub struct Formation<'a, 'r> {
    /// All its models.
    pub unit: &'a [BodyId],
    /// What holds for each of them.
    pub rules: &'a dyn Fn(BodyId) -> MoveRules<'r>,
    /// How it must hang together at the end.
    pub coherency: &'a CoherencyRules,
}

/// Directions tried, in parts of a turn from the straight one.
const TURNS: [i32; 11] = [0, 2_048, -2_048, 4_096, -4_096, 6_144, -6_144, 10_240, -10_240, 16_384, -16_384];
/// Parts of the greatest distance tried in each direction.
const SHARES: [i32; 5] = [16, 12, 8, 5, 2];

impl Table {
    /// Moves that bring a unit nearer to a goal, in formation as far as the ground allows: all models by the same step,
    /// and those that cannot stand there a little aside. Of all directions and lengths tried, the one that brings the
    /// middle of the unit nearest to the goal. None if no move brings it nearer. What is returned is legal by
    /// [`Table::check_unit_move`].
    pub fn move_towards(&self, formation: &Formation<'_, '_>, goal: Point) -> Option<Vec<(BodyId, Path)>> {
        let bodies: Vec<(BodyId, &Body)> =
            formation.unit.iter().filter_map(|id| Some((*id, self.body(*id)?))).collect();
        let middle = middle_of(bodies.iter().map(|(_, body)| body.pose.at))?;
        let limit = bodies.iter().map(|(id, _)| (formation.rules)(*id).limit).min()?;
        let way = goal - middle;
        let far = limit.min(way.length());
        // The nearest to the goal first: nothing further can be better.
        let mut steps: Vec<(Length, Offset)> = TURNS
            .iter()
            .flat_map(|turn| {
                let direction = Angle::of(way) + Angle(*turn as u16);
                SHARES.map(|share| {
                    let length = Length(far.0 * share / 16);
                    if *turn == 0 { way.with_length(length) } else { direction.step(length) }
                })
            })
            .map(|step| ((middle + step).distance(goal), step))
            .filter(|(left, _)| *left < way.length())
            .collect();
        steps.sort_by_key(|(left, step)| (*left, step.x, step.y));
        steps.into_iter().find_map(|(_, step)| self.step_formation(formation, &bodies, step))
    }

    /// All models by one step, in the order that lets those ahead go first.
    fn step_formation(
        &self,
        formation: &Formation<'_, '_>,
        bodies: &[(BodyId, &Body)],
        step: Offset,
    ) -> Option<Vec<(BodyId, Path)>> {
        let mut order: Vec<&(BodyId, &Body)> = bodies.iter().collect();
        order.sort_by_key(|(id, body)| (-step.dot(body.pose.at - Point::default()), *id));
        let mut thought = Thought::new(self, &[]);
        let mut moves = Vec::new();
        for (id, body) in order {
            let form = self.form(*id)?;
            let rules = (formation.rules)(*id);
            thought.absent.push(*id);
            let wish = Pose { at: body.pose.at + step, ..body.pose };
            let aside = Length(step.length().0 / 2).max(Length::inches(1));
            let near = |pose: Pose| pose.at.within(body.pose.at, rules.limit);
            let path = thought
                .nearest_spot(form, wish, aside, &rules, &near)
                .and_then(|end| thought.route(form, *id, body.pose, end, &rules));
            let path = path.unwrap_or_default();
            let end = path.end(body.pose);
            thought.put(*id, form.body(end));
            if !path.stops.is_empty() {
                moves.push((*id, path));
            }
        }
        if moves.is_empty() {
            return None;
        }
        let check = self.check_unit_move(formation.unit, &moves, formation.rules, formation.coherency);
        check.legal().then_some(moves)
    }
}

/// The middle of some places.
pub(super) fn middle_of(places: impl Iterator<Item = Point>) -> Option<Point> {
    let (mut x, mut y, mut count) = (0_i64, 0_i64, 0_i64);
    for place in places {
        x += i64::from(place.x);
        y += i64::from(place.y);
        count += 1;
    }
    let part = |sum: i64| super::super::point::div_round(sum, count) as i32;
    (count > 0).then(|| Point { x: part(x), y: part(y) })
}
