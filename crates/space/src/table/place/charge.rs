//! Whether a unit can reach its enemies and stay coherent.

use super::super::board::{BodyId, Table};
use super::super::path::{MoveRules, Path};
use super::super::{Angle, Body, Form, Length, Point, Pose};
use super::formation::Formation;
use super::spot::{circle, spoke};
use super::{Thought, on_level};

/// What a charge must reach.
#[derive(Copy, Clone)]
pub struct ChargeGoal<'a> {
    /// Groups of enemies; some model must come near some model of each.
    pub targets: &'a [&'a [BodyId]],
    /// How near in plan.
    pub horizontal: Length,
    /// How near in height.
    pub vertical: Length,
}

/// Whether a charge can be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Charge {
    /// Moves that make it, legal by [`Table::check_unit_move`].
    Reached(Vec<(BodyId, Path)>),
    /// It was not found, and why.
    No(NoCharge),
}

/// Why no charge was found.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum NoCharge {
    /// There can be none: even the nearest model would have to go further than it may to reach a group, by its number.
    TooFar {
        /// The group.
        target: usize,
        /// How far the nearest model would have to go at the least.
        needed: Length,
    },
    /// None was found among so many tries.
    Searched {
        /// How many whole moves of the unit were tried.
        tries: usize,
    },
}

/// How many leading models are tried for each group, and from how many sides they come.
const LEADERS: usize = 4;
const SIDES: [i32; 9] = [0, 3, -3, 6, -6, 9, -9, 12, -12];
/// Whole moves tried at the most.
const TRIES: usize = 160;

impl Table {
    /// Looks for a charge: a leading model for each group of targets comes as near as it can, the others follow as near
    /// to the enemy as coherency allows.
    pub fn charge(&self, formation: &Formation<'_, '_>, goal: &ChargeGoal<'_>) -> Charge {
        let unit: Vec<(BodyId, &Body)> =
            formation.unit.iter().filter_map(|id| Some((*id, self.body(*id)?))).collect();
        // First what no search can change: the straight way of the nearest model.
        let mut leaders: Vec<Vec<(Length, BodyId, BodyId)>> = Vec::new();
        for (number, group) in goal.targets.iter().enumerate() {
            let mut pairs: Vec<(Length, BodyId, BodyId)> = Vec::new();
            let mut needed = Length::UNBOUNDED;
            for (id, body) in &unit {
                let limit = (formation.rules)(*id).limit;
                for enemy in *group {
                    let Some(other) = self.body(*enemy) else { continue };
                    let gap = (body.horizontal(other) - goal.horizontal).max(Length::ZERO);
                    needed = needed.min(gap);
                    if gap <= limit {
                        pairs.push((gap, *id, *enemy));
                    }
                }
            }
            if pairs.is_empty() {
                return Charge::No(NoCharge::TooFar { target: number, needed });
            }
            pairs.sort_unstable();
            pairs.truncate(LEADERS);
            leaders.push(pairs);
        }
        let mut tries = 0;
        for (choice, side) in choices(&leaders) {
            if tries == TRIES {
                break;
            }
            tries += 1;
            if let Some(moves) = self.try_charge(formation, goal, &unit, &choice, side) {
                return Charge::Reached(moves);
            }
        }
        Charge::No(NoCharge::Searched { tries })
    }

    /// One try: leaders and enemies by group, and the side the leaders come from.
    fn try_charge(
        &self,
        formation: &Formation<'_, '_>,
        goal: &ChargeGoal<'_>,
        unit: &[(BodyId, &Body)],
        leaders: &[(BodyId, BodyId)],
        side: i32,
    ) -> Option<Vec<(BodyId, Path)>> {
        let mut thought = Thought::new(self, &[]);
        let mut moves: Vec<(BodyId, Path)> = Vec::new();
        for (leader, enemy) in leaders {
            if moves.iter().any(|(id, _)| id == leader) {
                continue;
            }
            let (body, other, form) = (self.body(*leader)?, self.body(*enemy)?, self.form(*leader)?);
            let rules = (formation.rules)(*leader);
            thought.absent.push(*leader);
            let path = thought.approach(form, *leader, body, other, goal, side, &rules)?;
            thought.put(*leader, form.body(path.end(body.pose)));
            moves.push((*leader, path));
        }
        let (_, enemy) = leaders.first()?;
        let enemy = self.body(*enemy)?.pose.at;
        let mut rest: Vec<&(BodyId, &Body)> =
            unit.iter().filter(|(id, _)| !moves.iter().any(|(done, _)| done == id)).collect();
        rest.sort_by_key(|(id, body)| ((body.pose.at - enemy).squared(), *id));
        for (id, body) in rest {
            let form = self.form(*id)?;
            let rules = (formation.rules)(*id);
            thought.absent.push(*id);
            let path = thought.follow(form, *id, body, enemy, formation, &rules).unwrap_or_default();
            thought.put(*id, form.body(path.end(body.pose)));
            if !path.stops.is_empty() {
                moves.push((*id, path));
            }
        }
        let reached = goal.targets.iter().all(|group| {
            group.iter().filter_map(|id| self.body(*id)).any(|enemy| {
                let near = |body: &Body| body.within_split(enemy, goal.horizontal, goal.vertical);
                unit.iter().any(|(id, _)| thought.moved.iter().any(|(moved, body)| moved == id && near(body)))
            })
        });
        let legal =
            || self.check_unit_move(formation.unit, &moves, formation.rules, formation.coherency).legal();
        (reached && legal()).then_some(moves)
    }
}

/// Leaders and enemies by group, and a side: the nearest and straightest first.
fn choices(
    leaders: &[Vec<(Length, BodyId, BodyId)>],
) -> impl Iterator<Item = (Vec<(BodyId, BodyId)>, i32)> + '_ {
    let pick = |which: usize| -> Vec<(BodyId, BodyId)> {
        let pair = |pairs: &Vec<(Length, BodyId, BodyId)>| {
            let (_, leader, enemy) = pairs[which.min(pairs.len() - 1)];
            (leader, enemy)
        };
        leaders.iter().map(pair).collect()
    };
    (0..LEADERS).flat_map(move |which| SIDES.map(|side| (pick(which), side)))
}

impl Thought<'_> {
    /// A way for a model to an enemy: into contact if it may go so far, else as far as is needed.
    #[allow(clippy::too_many_arguments, reason = "a step of one search, with all it looks at")]
    fn approach(
        &self,
        form: &Form,
        id: BodyId,
        body: &Body,
        enemy: &Body,
        goal: &ChargeGoal<'_>,
        side: i32,
        rules: &MoveRules<'_>,
    ) -> Option<Path> {
        let own = circle(body);
        let out = Angle::of(body.pose.at - enemy.pose.at) + Angle((side * 65_536 / 48) as u16);
        let touching = own + circle(enemy) + Length(1);
        let gaps = [0, 1, 2, 3].map(|part| Length(goal.horizontal.0 * part / 4)).into_iter();
        let gaps = gaps.chain([goal.horizontal - Length(2)]);
        let like = Pose { z: enemy.pose.z, ..body.pose };
        gaps.map(|gap| enemy.pose.at + out.step(touching + gap.max(Length::ZERO)))
            .filter(|place| place.in_limits())
            .map(|place| on_level(self.table, place, like))
            .filter(|pose| {
                form.body(*pose).within_split(enemy, goal.horizontal, goal.vertical)
                    && pose.at.within(body.pose.at, rules.limit)
                    && self.free(form, *pose, rules)
            })
            .find_map(|pose| self.route(form, id, body.pose, pose, rules))
    }

    /// A way for a model behind the leaders: as near to the enemy as it can, linked to a model that has moved.
    fn follow(
        &self,
        form: &Form,
        id: BodyId,
        body: &Body,
        enemy: Point,
        formation: &Formation<'_, '_>,
        rules: &MoveRules<'_>,
    ) -> Option<Path> {
        const AROUND: u16 = 16;
        let own = circle(body);
        let mut places: Vec<Point> = vec![body.pose.at];
        for (_, other) in &self.moved {
            let clear = own + circle(other) + Length(1);
            for gap in [Length::ZERO, formation.coherency.reach.half(), formation.coherency.reach - Length(2)]
            {
                let ring = (0..AROUND).map(|turn| other.pose.at + spoke(turn, AROUND).step(clear + gap));
                places.extend(ring);
            }
        }
        // As far as it may go straight at the enemy, too.
        let ahead = (enemy - body.pose.at).length().min(rules.limit);
        places.push(body.pose.at + (enemy - body.pose.at).with_length(ahead - own - own));
        places.retain(|place| place.in_limits() && place.within(body.pose.at, rules.limit));
        places.sort_unstable_by_key(|place| ((*place - enemy).squared(), place.x, place.y));
        places.dedup();
        places
            .into_iter()
            .map(|place| on_level(self.table, place, body.pose))
            .filter(|pose| {
                let there = form.body(*pose);
                self.moved.iter().any(|(_, other)| formation.coherency.linked(&there, other))
                    && self.free(form, *pose, rules)
            })
            .take(12)
            .find_map(|pose| {
                if pose == body.pose {
                    return Some(Path::default());
                }
                self.route(form, id, body.pose, pose, rules)
            })
    }
}
