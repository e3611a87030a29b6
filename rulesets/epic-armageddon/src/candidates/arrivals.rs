//! Places for formations that arrive, and plans.

use grognard_engine::rng::SplitMix;
use grognard_space::table::{Length, MoveRules, Passing, Point, Pose};

use crate::abilities::Ability;
use crate::arrivals::Means;
use crate::choice::Choice;
use crate::fixed::Fixed;
use crate::ids::FormationId;
use crate::legal::arrivals::{check, check_plan, farseers, places, rides_in, seats};
use crate::legal::landing::ground;
use crate::state::State;

/// The formation around a spot, each unit as near to it as there is room.
fn around(fixed: &Fixed, s: &State, formation: FormationId, at: Point) -> Option<Choice> {
    let own = s.formation(formation);
    let rides = match own.means {
        Some(Means::Tunnel) => (rides_in(fixed, s, formation, Ability::Tunneller)?, Vec::new()),
        // EA-ABIL-137.
        Some(Means::Teleport) => seats(fixed, s, formation, Ability::Teleport),
        _ => (Vec::new(), Vec::new()),
    };
    let (rides, left) = rides;
    let mut table = s.table.clone();
    let mut places = Vec::new();
    for unit in own.units.iter().copied().filter(|unit| !rides.iter().any(|(known, _)| known == unit)) {
        if s.transport_of(unit).is_some() || left.contains(&unit) {
            continue;
        }
        let form = fixed.ground.form(fixed.form(unit));
        let rules = MoveRules::up_to(Length::ZERO).among(&Passing::Base);
        let fits = |pose: Pose| ground(fixed, s, &table, unit, pose, None).is_none();
        let pose = table.nearest_spot(form, Pose::at(at), Length::cm(30), &rules, &[unit], &fits)?;
        table.put(unit, fixed.form(unit), formation, pose);
        places.push((unit, pose));
    }
    let choice = Choice::Place(formation, places, rides);
    check(fixed, s, formation, &choice).is_empty().then_some(choice)
}

/// Spots to try: the place recorded, or all over the table.
fn spots(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<Point> {
    let recorded = s.recorded(formation);
    if !recorded.is_empty() {
        return recorded.to_vec();
    }
    if s.formation(formation).means == Some(Means::Pod) {
        return s.formation(formation).entry.into_iter().collect();
    }
    if s.formation(formation).means == Some(Means::Avatar) {
        let near = farseers(fixed, s, s.owner(formation));
        return near.iter().map(|body| body.pose.at).collect();
    }
    let (x, y) = (fixed.field.size.0.0, fixed.field.size.1.0);
    let step = Length::cm(10).0 as usize;
    (step as i32..y)
        .step_by(step)
        .flat_map(|y| (step as i32..x).step_by(step).map(move |x| Point { x, y }))
        .collect()
}

/// Some legal answer, the same for the same state.
pub fn any(fixed: &Fixed, s: &State, formation: FormationId) -> Option<Choice> {
    let near = s.objectives.iter().map(|objective| objective.at);
    let spots: Vec<Point> =
        near.filter(|_| s.recorded(formation).is_empty()).chain(spots(fixed, s, formation)).collect();
    let found = spots.into_iter().find_map(|at| around(fixed, s, formation, at));
    found.or_else(|| on_the_spot(fixed, s, formation)).or_else(|| nowhere(fixed, s, formation))
}

/// EA-ARMY-012: whoever finds no room beside a pod is lost.
fn nowhere(fixed: &Fixed, s: &State, formation: FormationId) -> Option<Choice> {
    let choice = Choice::Place(formation, Vec::new(), Vec::new());
    check(fixed, s, formation, &choice).is_empty().then_some(choice)
}

/// EA-PLAN-005: who falls need not be placed on clear ground: everybody right on the point.
fn on_the_spot(fixed: &Fixed, s: &State, formation: FormationId) -> Option<Choice> {
    let at = *s.recorded(formation).first()?;
    let own = s.formation(formation).units.iter().copied().filter(|unit| s.transport_of(*unit).is_none());
    let choice = Choice::Place(formation, own.map(|unit| (unit, Pose::at(at))).collect(), Vec::new());
    check(fixed, s, formation, &choice).is_empty().then_some(choice)
}

/// Some places.
pub fn candidates(fixed: &Fixed, s: &State, formation: FormationId, rng: &mut SplitMix) -> Vec<Choice> {
    let spots = spots(fixed, s, formation);
    if spots.is_empty() {
        return Vec::new();
    }
    (0..3).filter_map(|_| around(fixed, s, formation, spots[rng.below(spots.len())])).collect()
}

/// Some plans: points over the table, or where enemies may be.
pub fn plans(fixed: &Fixed, s: &State, formation: FormationId, rng: &mut SplitMix) -> Vec<Choice> {
    let (x, y) = (fixed.field.size.0.0 as usize, fixed.field.size.1.0 as usize);
    let count = places(fixed, s, formation);
    let mut all = Vec::new();
    for _ in 0..6 {
        let point = |rng: &mut SplitMix| Point { x: rng.below(x) as i32, y: rng.below(y) as i32 };
        let choice = Choice::Plan((0..count).map(|_| point(rng)).collect());
        if check_plan(fixed, s, formation, &choice).is_empty() {
            all.push(choice);
        }
    }
    all.truncate(3);
    all
}

/// The middle of the own half for everything.
pub fn plan(fixed: &Fixed, s: &State, formation: FormationId) -> Option<Choice> {
    let (x, y) = (fixed.field.size.0.0, fixed.field.size.1.0);
    let count = places(fixed, s, formation);
    let at = [y / 4, y / 4 * 3].map(|y| Point { x: x / 2, y });
    let all = at.map(|at| Choice::Plan(vec![at; count]));
    all.into_iter().find(|choice| check_plan(fixed, s, formation, choice).is_empty())
}

/// Further orbital templates: on units of the enemy.
pub fn orbital(fixed: &Fixed, s: &State, count: u8, rng: &mut SplitMix) -> Vec<Choice> {
    let own = s.about.formation;
    let enemies: Vec<Point> = own
        .into_iter()
        .flat_map(|id| s.enemy_units(id).map(|(_, body)| body.pose.at).collect::<Vec<_>>())
        .collect();
    let middle = Point { x: fixed.field.size.0.0 / 2, y: fixed.field.size.1.0 / 2 };
    let mut place = || if enemies.is_empty() { middle } else { enemies[rng.below(enemies.len())] };
    vec![Choice::Templates((0..count).map(|_| place()).collect())]
}
