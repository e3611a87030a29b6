//! Moves worth proposing: whole formations in a direction, models closing in on something, units that come together.
//!
//! Every proposal is legal by [`crate::moves::allowed`]; the searches are bounded and the same for the same table, so that
//! "nothing found" means "not among these".

mod detours;

use grognard_space::table::{
    self, Angle, Body, BodyId, CoherencyRules, GroupId, Length, MoveRules, Moved, Offset, Point, Pose,
};
use smallvec::{SmallVec, smallvec};

use crate::armies::Armies;
use crate::moves::{Manoeuvre, Way, allowed, travelled};

/// A straight way is rounded to the grid: so much shorter it is never too long.
pub const SLACK: Length = Length(2);

/// Further than any table is long.
const FAR: Length = Length::inches(60);

/// How far all models of the unit can go; `None` where one cannot move.
pub fn common_limit(manoeuvre: &dyn Manoeuvre) -> Option<Length> {
    let mut least: Option<Length> = None;
    for (body, _) in manoeuvre.armies().standing(manoeuvre.unit()) {
        let limit = manoeuvre.limit(body)? - manoeuvre.spent(body);
        least = Some(least.map_or(limit, |known| known.min(limit)));
    }
    least
}

/// Sixteen directions, neighbours far from each other, each with a way longer than the table.
pub fn directions() -> impl Iterator<Item = Offset> {
    (0..16u16).map(|step| Angle(step.wrapping_mul(7) << 12).step(FAR))
}

/// The whole unit shifted in a direction, as far as it wants and may, or some of these quarters of it.
pub fn formation(manoeuvre: &dyn Manoeuvre, way: Offset, quarters: &[i32]) -> Option<Vec<Way>> {
    let most = common_limit(manoeuvre)?.min(way.length()) - SLACK;
    quarters.iter().find_map(|part| {
        let step = way.with_length(most / 4 * *part);
        if step == Offset::default() {
            return None;
        }
        formation_by(manoeuvre, step)
    })
}

/// The whole unit shifted by a step, where that is legal.
pub fn formation_by(manoeuvre: &dyn Manoeuvre, step: Offset) -> Option<Vec<Way>> {
    let ways = shifted(manoeuvre.armies(), manoeuvre.unit(), step);
    allowed(manoeuvre, &ways).then_some(ways)
}

/// All models of a unit moved by one step, the foremost first.
pub fn shifted(armies: &dyn Armies, unit: GroupId, step: Offset) -> Vec<Way> {
    let mut standing: Vec<(BodyId, Pose)> = armies.standing(unit).collect();
    standing.sort_by_key(|(_, pose)| std::cmp::Reverse((pose.at - Point::default()).dot(step)));
    let shift = |(body, pose): (BodyId, Pose)| (body, smallvec![Pose { at: pose.at + step, ..pose }]);
    standing.into_iter().map(shift).collect()
}

/// The whole unit in any direction: in formation, if only by a few units of length, or else each model as it can, which
/// takes much longer to find out.
pub fn away(manoeuvre: &dyn Manoeuvre, quarters: &[i32], little: &[Length]) -> Option<Vec<Way>> {
    let from = manoeuvre.armies().middle(manoeuvre.unit())?;
    let by = |length: &Length| directions().find_map(|way| formation_by(manoeuvre, way.with_length(*length)));
    directions()
        .find_map(|way| formation(manoeuvre, way, quarters))
        .or_else(|| little.iter().find_map(by))
        .or_else(|| directions().find_map(|way| walk(manoeuvre, from + way)))
}

/// The ways of models that moved one after another.
#[derive(Clone)]
struct Walk<'a> {
    manoeuvre: &'a dyn Manoeuvre,
    moved: Moved<'a>,
    ways: Vec<Way>,
}

impl<'a> Walk<'a> {
    fn new(manoeuvre: &'a dyn Manoeuvre) -> Self {
        Walk { manoeuvre, moved: Moved::new(manoeuvre.armies().table()), ways: Vec::new() }
    }

    /// Moves a model towards another body, where it can.
    fn step(&mut self, body: BodyId, goal: &Body) {
        if let Some(end) = towards(self.manoeuvre, &self.moved, body, goal) {
            self.go(body, smallvec![end]);
        }
    }

    /// Moves a model along stops.
    fn go(&mut self, body: BodyId, stops: SmallVec<[Pose; 2]>) {
        if let Some(end) = stops.last() {
            self.moved.move_to(body, *end);
        }
        self.ways.push((body, stops));
    }

    /// The ways, where they are legal as a whole and somebody moves.
    fn done(self) -> Option<Vec<Way>> {
        (!self.ways.is_empty() && allowed(self.manoeuvre, &self.ways)).then_some(self.ways)
    }
}

/// A whole unit towards a place, model by model, the nearest first; `None` where it would be torn apart.
pub fn walk(manoeuvre: &dyn Manoeuvre, to: Point) -> Option<Vec<Way>> {
    walk_to(manoeuvre, Pose::at(to))
}

/// The same towards a place on some level: up or down to it, where that is not too far.
pub fn walk_to(manoeuvre: &dyn Manoeuvre, to: Pose) -> Option<Vec<Way>> {
    let goal = Body::point(to.at, to.z);
    let mut walk = Walk::new(manoeuvre);
    for body in nearest_first(manoeuvre, to.at) {
        walk.step(body, &goal);
    }
    walk.done()
}

/// The models of the unit by how near they are to a place.
fn nearest_first(manoeuvre: &dyn Manoeuvre, to: Point) -> Vec<BodyId> {
    let standing = manoeuvre.armies().standing(manoeuvre.unit());
    let mut order: Vec<(i64, BodyId)> =
        standing.map(|(body, pose)| ((to - pose.at).squared(), body)).collect();
    order.sort_unstable();
    order.into_iter().map(|(_, body)| body).collect()
}

/// One model towards another body: to contact or as far as it may, else less far, else a little sideways. Where the other
/// is on another level, ways up or down to it come first: nobody climbs to walk beside a friend on the ground.
pub fn towards(manoeuvre: &dyn Manoeuvre, moved: &Moved<'_>, body: BodyId, goal: &Body) -> Option<Pose> {
    let own = moved.body(body)?;
    let level = || steps(manoeuvre, moved, body, goal, Levels::Own);
    if own.pose.z == goal.pose.z {
        return level();
    }
    steps(manoeuvre, moved, body, goal, Levels::Others).or_else(level)
}

/// On which levels a model may end a step.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Levels {
    /// On that on which it stands.
    Own,
    /// On any other, those first that are nearest to the goal's.
    Others,
}

/// The first legal of some steps towards another body.
fn steps(
    manoeuvre: &dyn Manoeuvre,
    moved: &Moved<'_>,
    body: BodyId,
    goal: &Body,
    levels: Levels,
) -> Option<Pose> {
    let (own, form) = (moved.body(body)?, moved.form(body)?);
    let (ours, theirs) = own.outline.closest_points(&goal.outline);
    let gap = theirs - ours;
    let most = manoeuvre.limit(body)? - manoeuvre.spent(body) - SLACK;
    let mut rules = MoveRules { first_fault_only: true, ..manoeuvre.rules(body) };
    rules.limit -= manoeuvre.spent(body);
    let before = own.distance(goal);
    // Climbing mostly counts: what is left of the move is tried, too.
    let climb = if levels == Levels::Own { Length::ZERO } else { (goal.pose.z - own.pose.z).abs() };
    let lengths = [most, most - climb];
    let turns: [i32; 7] = [0, 20, -20, 40, -40, 65, -65];
    for most in &lengths[..if climb > Length::ZERO { 2 } else { 1 }] {
        let full = (gap.length() - SLACK).min(*most);
        for part in [4, 3, 2] {
            for turn in turns {
                let distance = full / 4 * part;
                if distance <= Length::ZERO {
                    break;
                }
                let at = own.pose.at + Angle::degrees(turn).turn(gap.with_length(distance));
                let good = |end: &Pose| {
                    let closer = own.moved(form, *end).distance(goal) < before;
                    closer && travelled(manoeuvre, moved, &(body, smallvec![*end]), &rules).legal()
                };
                let found = match levels {
                    Levels::Own => Some(Pose { at, ..own.pose }).filter(good),
                    Levels::Others => other_levels(moved, at, own.pose, goal.pose.z).find(good),
                };
                if found.is_some() {
                    return found;
                }
            }
        }
    }
    None
}

/// The poses in a place on other levels than the own, those first that are nearest to a height.
fn other_levels(moved: &Moved<'_>, at: Point, own: Pose, like: Length) -> impl Iterator<Item = Pose> {
    let mut levels = if at.in_limits() { moved.before().ground().levels(at) } else { table::Levels::new() };
    levels.retain(|z| *z != own.z);
    levels.sort_by_key(|z| (*z - like).abs());
    levels.into_iter().map(move |z| Pose { at, z, ..own })
}

/// Whom a model goes for and how far it is, with everybody where they stand by then; `None` where it stays.
pub type Goal<'a> = dyn Fn(&Moved<'_>, BodyId) -> Option<(Length, BodyId)> + 'a;

/// Every model as near as it gets to what it goes for, those first that have the shortest way.
pub fn close_in(manoeuvre: &dyn Manoeuvre, goal: &Goal<'_>) -> Option<Vec<Way>> {
    let mut walk = Walk::new(manoeuvre);
    let standing = manoeuvre.armies().standing(manoeuvre.unit());
    let mut order: Vec<(Length, BodyId)> =
        standing.filter_map(|(body, _)| Some((goal(&walk.moved, body)?.0, body))).collect();
    order.sort_unstable();
    for (_, body) in order {
        let Some((_, enemy)) = goal(&walk.moved, body) else { continue };
        let Some(enemy) = walk.moved.body(enemy).cloned() else { continue };
        walk.step(body, &enemy);
    }
    walk.done()
}

/// A unit torn apart comes together around one of its models, those nearest to its middle first.
pub fn gather(manoeuvre: &dyn Manoeuvre) -> Option<Vec<Way>> {
    let centre = manoeuvre.armies().middle(manoeuvre.unit())?;
    let anchors: Vec<BodyId> = nearest_first(manoeuvre, centre).into_iter().take(4).collect();
    [true, false]
        .into_iter()
        .find_map(|close| anchors.iter().find_map(|anchor| gather_at(manoeuvre, *anchor, close)))
}

/// Everybody moves to the anchor, or only as far as to the nearest of those who are there already.
fn gather_at(manoeuvre: &dyn Manoeuvre, anchor: BodyId, close: bool) -> Option<Vec<Way>> {
    let middle = manoeuvre.armies().pose(anchor)?.at;
    let mut walk = Walk::new(manoeuvre);
    let mut there = vec![anchor];
    for body in nearest_first(manoeuvre, middle).into_iter().filter(|body| *body != anchor) {
        let own = walk.moved.body(body)?;
        let goal = if close {
            walk.moved.body(anchor)
        } else {
            let bodies = there.iter().filter_map(|friend| walk.moved.body(*friend));
            bodies.min_by_key(|friend| own.distance(friend))
        };
        let goal = goal?.clone();
        walk.step(body, &goal);
        there.push(body);
    }
    walk.done()
}

/// Whether a scattered unit could perhaps come together although no way was found: every model has enough others that are
/// near enough if both come as far as they may.
pub fn may_gather(manoeuvre: &dyn Manoeuvre, rules: &CoherencyRules) -> bool {
    let far = |body: BodyId| manoeuvre.limit(body).unwrap_or(Length::ZERO);
    let models: Vec<(&Body, Length)> =
        manoeuvre.armies().bodies(manoeuvre.unit()).map(|(body, own)| (own, far(body))).collect();
    let asked = rules.needed(models.len());
    let near = |a: usize, b: usize| {
        let ((one, far), (other, also)) = (models[a], models[b]);
        a != b && one.distance(other) <= rules.reach + far + also
    };
    (0..models.len()).all(|a| (0..models.len()).filter(|b| near(a, *b)).count() >= asked)
}

/// What a charge has to come near to.
#[derive(Copy, Clone, Debug)]
pub struct Reach<'a> {
    /// Some model of each of these units.
    pub targets: &'a [GroupId],
    /// So near in plan.
    pub near: Length,
}

/// A move that brings some model near to each target, or `None` after a bounded search: the whole formation straight at the
/// nearest, or one model for each target and the others after them, straight or by detours.
pub fn reach(manoeuvre: &dyn Manoeuvre, goal: &Reach<'_>) -> Option<Vec<Way>> {
    let (armies, unit) = (manoeuvre.armies(), manoeuvre.unit());
    let far = |own: &Body, enemy: BodyId| Some(own.distance(armies.table().body(enemy)?));
    // The nearest pair of models for each target.
    let nearest = |target: GroupId| {
        let pairs = armies.bodies(unit).flat_map(|(body, own)| {
            let enemies = armies.standing(target);
            enemies.filter_map(move |(enemy, _)| Some((far(own, enemy)?, body, enemy)))
        });
        pairs.min()
    };
    let pairs: Vec<(Length, BodyId, BodyId)> =
        goal.targets.iter().map(|target| nearest(*target)).collect::<Option<_>>()?;
    let after = || {
        let mut rest: Vec<(Length, BodyId, BodyId)> = armies
            .bodies(unit)
            .filter(|(body, _)| !pairs.iter().any(|(_, leader, _)| leader == body))
            .filter_map(|(body, own)| {
                let enemies = goal.targets.iter().flat_map(|target| armies.standing(*target));
                enemies.filter_map(|(enemy, _)| Some((far(own, enemy)?, body, enemy))).min()
            })
            .collect();
        rest.sort_unstable();
        let mut walk = Walk::new(manoeuvre);
        for (_, body, enemy) in pairs.iter().chain(&rest) {
            if walk.ways.iter().any(|(moved, _)| moved == body) {
                continue;
            }
            let Some(enemy) = walk.moved.body(*enemy).cloned() else { continue };
            walk.step(*body, &enemy);
        }
        walk.done()
    };
    straight(manoeuvre, goal, &pairs).or_else(after).or_else(|| detours::reach(manoeuvre, goal))
}

/// The whole formation straight at the nearest enemies: into contact, or just near enough.
fn straight(
    manoeuvre: &dyn Manoeuvre,
    goal: &Reach<'_>,
    pairs: &[(Length, BodyId, BodyId)],
) -> Option<Vec<Way>> {
    let armies = manoeuvre.armies();
    let most = common_limit(manoeuvre)? - SLACK;
    pairs.iter().find_map(|(_, own, enemy)| {
        let (own, enemy) = (armies.table().body(*own)?, armies.table().body(*enemy)?);
        let (from, to) = own.outline.closest_points(&enemy.outline);
        let gap = to - from;
        [SLACK, goal.near / 2, goal.near - SLACK].into_iter().find_map(|short| {
            let distance = gap.length() - short;
            if distance <= Length::ZERO || distance > most {
                return None;
            }
            formation_by(manoeuvre, gap.with_length(distance))
        })
    })
}
