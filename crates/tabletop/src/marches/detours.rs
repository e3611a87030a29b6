//! Charges that the straight way does not make: past whoever stands in it, round a wall, and to a place between two
//! targets.

use std::cmp::Reverse;

use grognard_space::table::{
    Angle, Body, BodyId, Form, GroupId, Length, MoveRules, Moved, Offset, Point, Pose,
};
use smallvec::{SmallVec, smallvec};

use super::{Reach, SLACK, Walk};
use crate::moves::Manoeuvre;

/// So many directions around an enemy are looked at.
const AROUND: u16 = 48;
/// So many of the nearest pairs of models are tried for each target.
const PAIRS: usize = 4;
/// To so many places a straight way is tried, and to so many a bent one.
const STRAIGHT: usize = 40;
const BENT: usize = 5;
/// At so many places one bend is tried, and at so many of these two.
const BENDS: usize = 20;
const PAIRED: usize = 9;

/// The stops of a way.
type Stops = SmallVec<[Pose; 2]>;

/// A move that brings some model near to each target: for each target not reached yet the model and the place with the
/// shortest way, those places first that reach most targets; the others come after them.
pub(super) fn reach(manoeuvre: &dyn Manoeuvre, goal: &Reach<'_>) -> Option<Vec<super::Way>> {
    let mut walk = Walk::new(manoeuvre);
    for target in goal.targets {
        if !reached(&walk, goal, *target) {
            let (body, stops) = leader(&walk, goal, *target)?;
            walk.go(body, stops);
        }
    }
    let leaders: Vec<BodyId> = walk.ways.iter().map(|(body, _)| *body).collect();
    [true, false].into_iter().find_map(|to_enemies| {
        let mut walk = walk.clone();
        let armies = manoeuvre.armies();
        let mut rest: Vec<(Length, BodyId)> = Vec::new();
        for (body, own) in armies.bodies(manoeuvre.unit()).filter(|(body, _)| !leaders.contains(body)) {
            let far = leaders.iter().filter_map(|leader| Some(own.distance(walk.moved.body(*leader)?)));
            rest.push((far.min()?, body));
        }
        rest.sort_unstable();
        for (_, body) in rest {
            let own = walk.moved.body(body)?;
            let enemies =
                goal.targets.iter().flat_map(|target| armies.standing(*target)).map(|(enemy, _)| enemy);
            let goals: Vec<BodyId> = if to_enemies { enemies.collect() } else { leaders.clone() };
            let nearest =
                goals.iter().filter_map(|goal| walk.moved.body(*goal)).min_by_key(|goal| own.distance(goal));
            if let Some(nearest) = nearest.cloned() {
                walk.step(body, &nearest);
            }
        }
        walk.done()
    })
}

/// Whether some model of the unit is near to a target.
fn reached(walk: &Walk<'_>, goal: &Reach<'_>, target: GroupId) -> bool {
    let unit = walk.manoeuvre.armies().standing(walk.manoeuvre.unit());
    unit.filter_map(|(body, _)| walk.moved.body(body)).any(|own| is_near(walk, goal, own, target))
}

fn is_near(walk: &Walk<'_>, goal: &Reach<'_>, own: &Body, target: GroupId) -> bool {
    let enemies = walk.manoeuvre.armies().bodies(target);
    enemies.into_iter().any(|(_, enemy)| own.outline.within(&enemy.outline, goal.near))
}

/// A model that has not moved yet, and a way that brings it near to a target.
fn leader(walk: &Walk<'_>, goal: &Reach<'_>, target: GroupId) -> Option<(BodyId, Stops)> {
    let (manoeuvre, armies) = (walk.manoeuvre, walk.manoeuvre.armies());
    let mut pairs: Vec<(Length, BodyId, BodyId)> = Vec::new();
    for (body, own) in armies.bodies(manoeuvre.unit()) {
        let stays = walk.ways.iter().any(|(moved, _)| *moved == body);
        let Some(limit) = manoeuvre.limit(body).filter(|_| !stays) else { continue };
        let enemies = armies.bodies(target).map(|(enemy, other)| (own.horizontal(other), body, enemy));
        // Nobody comes nearer than the straight way does.
        pairs.extend(enemies.filter(|(far, ..)| *far <= limit - manoeuvre.spent(body) + goal.near));
    }
    pairs.sort_unstable();
    pairs.truncate(PAIRS);
    let open: Vec<GroupId> =
        goal.targets.iter().copied().filter(|target| !reached(walk, goal, *target)).collect();
    let mut places: Vec<(Reverse<usize>, Length, BodyId, Pose)> = Vec::new();
    for (_, body, enemy) in &pairs {
        let (own, form) = (walk.moved.body(*body)?, walk.moved.form(*body)?);
        let most = manoeuvre.limit(*body)? - manoeuvre.spent(*body);
        for end in ends(&walk.moved, own, form, walk.moved.body(*enemy)?, goal.near) {
            let there = own.moved(form, end);
            let near = open.iter().filter(|target| is_near(walk, goal, &there, **target)).count();
            let far = own.pose.at.distance(end.at);
            if far <= most && is_near(walk, goal, &there, target) {
                places.push((Reverse(near), far, *body, end));
            }
        }
    }
    places.sort_by_key(|(near, far, body, end)| (*near, *far, *body, end.at.x, end.at.y));
    let rules = |body: BodyId| {
        let mut rules = MoveRules { first_fault_only: true, ..manoeuvre.rules(body) };
        rules.limit -= manoeuvre.spent(body);
        rules
    };
    let straight = places
        .iter()
        .take(STRAIGHT)
        .find(|(_, _, body, end)| walk.moved.check_move(*body, &[*end], &rules(*body)).legal());
    // A bent way to a place with more targets is better than a straight one to a place with fewer.
    let most = places.first().map(|(near, ..)| *near);
    match straight {
        Some((near, _, body, end)) if Some(*near) == most => Some((*body, smallvec![*end])),
        _ => {
            let bent = spread(&places).into_iter().take(BENT);
            let mut bent = bent.filter_map(|(_, _, body, end)| {
                Some((*body, around(&walk.moved, *body, *end, &rules(*body))?))
            });
            bent.next().or_else(|| straight.map(|(_, _, body, end)| (*body, smallvec![*end])))
        }
    }
}

/// The best places, and then some that are far from each other: neighbours mostly share their fate.
fn spread(places: &[(Reverse<usize>, Length, BodyId, Pose)]) -> Vec<&(Reverse<usize>, Length, BodyId, Pose)> {
    let mut chosen: Vec<&(Reverse<usize>, Length, BodyId, Pose)> = Vec::new();
    for place in places {
        let apart = |other: &&(Reverse<usize>, Length, BodyId, Pose)| {
            other.2 != place.2 || other.3.at.distance(place.3.at) > Length::inches(1)
        };
        if chosen.iter().all(apart) {
            chosen.push(place);
        }
    }
    chosen
}

/// The radius of a circle around the turning point that holds all of a body.
fn circle(body: &Body) -> Length {
    let corners = body.outline.core().iter().map(|corner| corner.distance(body.pose.at));
    corners.max().unwrap_or(Length::ZERO) + body.outline.radius()
}

/// Places around an enemy from which it is reached: in contact, half-way, and just near enough.
fn ends(moved: &Moved<'_>, own: &Body, form: &Form, enemy: &Body, near: Length) -> Vec<Pose> {
    let clear = form.footprint.reach() + circle(enemy);
    let towards = Angle::of(own.pose.at - enemy.pose.at);
    let mut ends = Vec::new();
    for far in [SLACK, near / 2, near - SLACK] {
        for turn in 0..AROUND {
            let spoke = Angle((u32::from(turn) * 65_536 / u32::from(AROUND)) as u16);
            let at = enemy.pose.at + (towards + spoke).step(clear + far);
            if at.in_limits() {
                ends.push(on_level(moved, at, Pose { z: enemy.pose.z, ..own.pose }));
            }
        }
    }
    ends
}

/// The pose at a place whose height is nearest to that of another one.
fn on_level(moved: &Moved<'_>, at: Point, like: Pose) -> Pose {
    let levels = moved.before().ground().levels(at);
    let nearest = levels.into_iter().min_by_key(|z| (*z - like.z).abs());
    Pose { at, z: nearest.unwrap_or(Length::ZERO), ..like }
}

/// A legal way of a model to a pose with one or two bends around the models and the terrain near the straight way; the
/// shortest that is found.
fn around(moved: &Moved<'_>, body: BodyId, end: Pose, rules: &MoveRules<'_>) -> Option<Stops> {
    let own = moved.body(body)?;
    let from = own.pose;
    let mut bends = bends(moved, body, end, rules)?;
    let detour = |bend: &Point| from.at.distance(*bend) + bend.distance(end.at);
    bends.retain(|bend| bend.in_limits() && detour(bend) <= rules.limit);
    bends.sort_unstable_by_key(|bend| (detour(bend), bend.x, bend.y));
    bends.dedup();
    bends.truncate(BENDS);
    let bends: Vec<Pose> = bends.into_iter().map(|at| on_level(moved, at, from)).collect();
    let legal = |stops: &Stops| moved.check_move(body, stops, rules).legal();
    if let Some(stops) = bends.iter().map(|bend| smallvec![*bend, end]).find(legal) {
        return Some(stops);
    }
    let paired = &bends[..bends.len().min(PAIRED)];
    let mut pairs: Vec<(Length, Pose, Pose)> = Vec::new();
    for a in paired {
        for b in paired.iter().filter(|b| b.at != a.at) {
            let long = from.at.distance(a.at) + a.at.distance(b.at) + b.at.distance(end.at);
            if long <= rules.limit {
                pairs.push((long, *a, *b));
            }
        }
    }
    pairs.sort_by_key(|(long, a, b)| (*long, a.at.x, a.at.y, b.at.x, b.at.y));
    pairs.into_iter().map(|(_, a, b)| smallvec![a, b, end]).find(legal)
}

/// Places to bend a way at: beside the models and the corners of the solid parts near the straight way.
fn bends(moved: &Moved<'_>, body: BodyId, end: Pose, rules: &MoveRules<'_>) -> Option<Vec<Point>> {
    use grognard_space::table::Passing;
    let (own, form) = (moved.body(body)?, moved.form(body)?);
    let reach = form.footprint.reach();
    let sweep = own.outline.swept(end.at - own.pose.at);
    let mut bends = Vec::new();
    for id in moved.ids().filter(|id| *id != body) {
        let Some(other) = moved.body(id) else { continue };
        let keep = match rules.others.passing(id) {
            Passing::Free => continue,
            Passing::Base | Passing::Over => Length::ZERO,
            Passing::Away { horizontal, .. } => horizontal + SLACK,
        };
        if !other.outline.within(&sweep, keep) {
            continue;
        }
        // The corners of an octagon around the circle to keep out of, so that its sides keep clear too.
        let clear = reach + circle(other) + keep + SLACK;
        let corner = clear + clear / 11;
        bends.extend((0..8u16).map(|turn| other.pose.at + Angle(4_096 + 8_192 * turn).step(corner)));
    }
    let ground = moved.before().ground();
    for number in ground.parts_near(sweep.bounds()) {
        let part = &ground.parts()[number];
        if part.tags.any(rules.through) || !part.outline.overlaps(&sweep) {
            continue;
        }
        let ring = part.outline.core();
        for (at, corner) in ring.iter().enumerate() {
            let before = *corner - ring[(at + ring.len() - 1) % ring.len()];
            let after = ring[(at + 1) % ring.len()] - *corner;
            // Out of the corner by the reach in both directions: away from both its sides.
            let out = |side: Offset| -side.left().with_length(reach + SLACK);
            bends.push(*corner + out(before) + out(after));
        }
    }
    Some(bends)
}
