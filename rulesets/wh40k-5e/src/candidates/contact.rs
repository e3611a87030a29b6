//! Moves into contact: charges, reactions, pile-ins. The search that proposes them also decides whether a charge reaches.

use grognard_space::table::{Angle, Body, Length, Moved, Offset, Outline, Pose};
use grognard_tabletop::marches::{self, Reach};
use grognard_tabletop::moves::{Manoeuvre, Way, allowed};
use smallvec::smallvec;

use crate::abilities::is_independent;
use crate::choice::{Kind, MoveShape};
use crate::edition::Difficult;
use crate::fixed::Fixed;
use crate::gait;
use crate::ids::{ModelId, UnitId};
use crate::legal::moves::{Move, coherency, slowed};
use crate::state::{State, TOUCH, stacked, touch};

/// Places along each edge of a hull.
const HULL_PARTS: i32 = 8;

/// Sides from which a base is met.
const SIDES: [i32; 11] = [0, 30, -30, 60, -60, 90, -90, 120, -120, 150, 180];

/// Models that move one after another.
struct Walk<'a> {
    fixed: &'a Fixed,
    s: &'a State,
    shape: &'a MoveShape,
    made: Move<'a>,
    moved: Moved<'a>,
    ways: Vec<Way>,
}

impl<'a> Walk<'a> {
    fn new(fixed: &'a Fixed, s: &'a State, shape: &'a MoveShape) -> Self {
        let (made, moved) = (Move::at_target(fixed, s, shape), Moved::new(&s.table));
        Walk { fixed, s, shape, made, moved, ways: Vec::new() }
    }

    /// Whether a model may go straight to a pose.
    fn may(&self, model: ModelId, end: Pose) -> bool {
        let Some(start) = self.s.table.body(model) else { return false };
        let rules = self.made.rules(model);
        if start.pose.at.distance(end.at) > rules.limit {
            return false;
        }
        let way: Way = (model, smallvec![end]);
        let travel = self.moved.check_move(model, &way.1, &rules);
        let mut wrong = Vec::new();
        self.made.also_of(&self.moved, &way, &mut wrong);
        let die = matches!(self.shape.kind, Kind::Charge(_))
            && self.fixed.edition.difficult == Difficult::HighestDie
            && self.shape.test.is_some()
            && gait::is_slowed(self.fixed, self.shape.kind, model)
            && slowed(self.fixed, self.s, self.shape, model).is_some_and(|limit| travel.total() > limit);
        let untested = matches!(self.shape.kind, Kind::Charge(_))
            && self.shape.test.is_none()
            && gait::is_slowed(self.fixed, self.shape.kind, model)
            && self.s.crossed(self.fixed, "difficult", start, &way.1);
        travel.legal() && wrong.is_empty() && !die && !untested
    }

    /// A pose in which a model touches another body, nearest side first.
    fn meets(&self, model: ModelId, foe: &Body) -> Option<Pose> {
        let start = self.s.table.body(model)?;
        if foe.outline.core().len() > 2 {
            return self.meets_hull(model, start, foe);
        }
        let clear = foe.outline.radius() + start.outline.radius() + Length(1);
        let out = Angle::of(start.pose.at - foe.pose.at);
        SIDES
            .into_iter()
            .find_map(|turn| {
                let at = foe.pose.at + (out + Angle::degrees(turn)).step(clear);
                let end = Pose { at, z: foe.pose.z, ..start.pose };
                self.may(model, end).then_some(end)
            })
            .or_else(|| self.meets_below(model, start, foe))
    }

    /// 5B-RUI-006: a pose directly below or above an enemy on the next level, where there is no room beside it.
    fn meets_below(&self, model: ModelId, start: &Body, foe: &Body) -> Option<Pose> {
        let up = Length((foe.pose.z - start.pose.z).0.abs());
        let end = Pose { at: foe.pose.at, ..start.pose };
        let far = start.pose.at.distance(end.at) + up;
        let reach = self.made.rules(model).limit;
        let form = self.fixed.ground.form(self.fixed.form(model));
        (stacked(&start.moved(form, end), foe) && far <= reach && self.may(model, end)).then_some(end)
    }

    /// A pose in which a model touches a hull, nearest first.
    fn meets_hull(&self, model: ModelId, start: &Body, hull: &Body) -> Option<Pose> {
        let core = hull.outline.core();
        let reach = start.outline.radius() + hull.outline.radius() + Length(2);
        let mut spots: Vec<(Length, Pose)> = Vec::new();
        for at in 0..core.len() {
            let (one, other) = (core[at], core[(at + 1) % core.len()]);
            let edge = other - one;
            for part in 0..=HULL_PARTS {
                let on = one + Offset { x: edge.x / HULL_PARTS * part, y: edge.y / HULL_PARTS * part };
                let out = edge.left().with_length(reach);
                for place in [on + out, on - out] {
                    if !hull.outline.within(&Outline::point(place), reach - Length(3)) {
                        let end = Pose { at: place, z: hull.pose.z, ..start.pose };
                        spots.push((start.pose.at.distance(place), end));
                    }
                }
            }
        }
        spots.sort_by_key(|(far, end)| (*far, end.at.x, end.at.y));
        spots.into_iter().map(|(_, end)| end).find(|end| self.may(model, *end))
    }

    fn go(&mut self, model: ModelId, end: Pose) {
        self.moved.move_to(model, end);
        self.ways.push((model, smallvec![end]));
    }

    fn touches(&self, one: ModelId, other: ModelId) -> bool {
        matches!((self.moved.body(one), self.moved.body(other)), (Some(one), Some(other)) if touch(one, other))
    }

    /// A model goes to a foe nobody touches yet, or else to any.
    fn engage(&mut self, model: ModelId, foes: &[ModelId]) -> bool {
        let own = self.s.unit(self.shape.unit).models.clone();
        let Some(start) = self.s.table.body(model).cloned() else { return false };
        let mut order: Vec<(bool, Length, ModelId)> = foes
            .iter()
            .filter_map(|foe| {
                let taken = own.iter().any(|mate| *mate != model && self.touches(*mate, *foe));
                Some((taken, start.distance(self.moved.body(*foe)?), *foe))
            })
            .collect();
        order.sort_unstable();
        for (_, far, foe) in order {
            if self.made.limit(model).is_none_or(|limit| far > limit) {
                continue;
            }
            let Some(body) = self.moved.body(foe).cloned() else { continue };
            if let Some(end) = self.meets(model, &body) {
                self.go(model, end);
                return true;
            }
        }
        false
    }

    /// A model comes as near to a mate as it may, in some steps.
    fn follow(&mut self, model: ModelId, mates: &[ModelId]) -> bool {
        let Some(start) = self.s.table.body(model).cloned() else { return false };
        let Some(limit) = self.made.limit(model) else { return false };
        let limit = slowed(self.fixed, self.s, self.shape, model).unwrap_or(limit).min(limit);
        let mut near: Vec<(Length, ModelId)> =
            mates.iter().filter_map(|mate| Some((start.distance(self.moved.body(*mate)?), *mate))).collect();
        near.sort_unstable();
        for (_, mate) in near.into_iter().take(4) {
            let Some(goal) = self.moved.body(mate).cloned() else { continue };
            if let Some(end) = self.meets(model, &goal) {
                self.go(model, end);
                return true;
            }
            for part in [4, 3, 2, 1] {
                let step = (goal.pose.at - start.pose.at).with_length(limit / 4 * part - Length(2));
                let end = Pose { at: start.pose.at + step, ..start.pose };
                if self.may(model, end) {
                    self.go(model, end);
                    return true;
                }
            }
        }
        false
    }
}

/// 5B-ASM-002 to 5B-ASM-005: the nearest model meets the nearest enemy, the others follow. `None` where it cannot reach.
/// Where no way was found to stay in coherency the shape allows the unit to end apart.
pub fn charge(fixed: &Fixed, s: &State, shape: &mut MoveShape) -> Option<Vec<Way>> {
    let Kind::Charge(target) = shape.kind else { return None };
    let asked = *shape;
    if let Some(ways) = try_charge(fixed, s, &asked, target) {
        if allowed(&Move::new(fixed, s, &asked), &ways) {
            return Some(ways);
        }
        shape.apart = true;
        let free = *shape;
        let again = try_charge(fixed, s, &free, target)?;
        // The first model alone is always a charge.
        let alone: Vec<Way> = again.first().cloned().into_iter().collect();
        let full = Move::new(fixed, s, &free);
        let found = [again, alone].into_iter().find(|ways| allowed(&full, ways));
        // 5B-ASM-006: straight on leads too near to somebody else; perhaps there is a way round.
        let round = || marches::reach(&full, &Reach { targets: &[target], near: TOUCH });
        return found.or_else(|| round().filter(|ways| allowed(&full, ways)));
    }
    // Past whoever stands in the way, round walls: the kit's search.
    let goal = Reach { targets: &[target], near: TOUCH };
    marches::reach(&Move::at_target(fixed, s, &asked), &goal)
}

fn try_charge(fixed: &Fixed, s: &State, shape: &MoveShape, target: UnitId) -> Option<Vec<Way>> {
    let mut walk = Walk::new(fixed, s, shape);
    let foes: Vec<ModelId> = s.unit(target).models.to_vec();
    let own: Vec<ModelId> = s.unit(shape.unit).models.to_vec();
    let far = |model: ModelId, foe: ModelId| s.table.distance(model, foe).unwrap_or(Length::UNBOUNDED);
    let mut pairs: Vec<(Length, ModelId, ModelId)> =
        own.iter().flat_map(|model| foes.iter().map(move |foe| (far(*model, *foe), *model, *foe))).collect();
    pairs.sort_unstable();
    let nearest = pairs.first()?.0;
    // 5B-ASM-003: the nearest pair, or one as near.
    let first = pairs.iter().take_while(|(far, ..)| *far == nearest).find_map(|(_, model, foe)| {
        let body = walk.moved.body(*foe)?.clone();
        Some((*model, walk.meets(*model, &body)?))
    })?;
    walk.go(first.0, first.1);
    let mut rest: Vec<(Length, ModelId)> = own
        .iter()
        .filter(|model| **model != first.0)
        .filter_map(|model| Some((foes.iter().map(|foe| far(*model, *foe)).min()?, *model)))
        .collect();
    rest.sort_unstable();
    let mut behind = Vec::new();
    for (_, model) in rest {
        if !walk.engage(model, &foes) {
            behind.push(model);
        }
    }
    for model in behind {
        let there: Vec<ModelId> = walk.ways.iter().map(|way| way.0).collect();
        let linked = |walk: &Walk<'_>| {
            there.iter().any(|mate| match (walk.moved.body(model), walk.moved.body(*mate)) {
                (Some(one), Some(other)) => coherency(fixed).linked(one, other),
                _ => false,
            })
        };
        if !walk.engage(model, &foes) && !linked(&walk) {
            walk.follow(model, &there);
        }
    }
    Some(walk.ways)
}

/// 5B-ASM-009, 5B-PIL-001: models that touch nobody go into contact, or nearer; `None` where nobody can.
pub fn close_in(fixed: &Fixed, s: &State, shape: &MoveShape) -> Option<Vec<Way>> {
    let mut walk = Walk::new(fixed, s, shape);
    let foes: Vec<ModelId> =
        s.locked_with(shape.unit).into_iter().flat_map(|unit| s.unit(unit).models.to_vec()).collect();
    let far = |model: ModelId| foes.iter().filter_map(|foe| s.table.distance(model, *foe)).min();
    let mut own: Vec<(Length, ModelId)> = s
        .unit(shape.unit)
        .models
        .iter()
        .copied()
        .filter(|model| s.touching(*model).is_empty())
        .filter_map(|model| Some((far(model)?, model)))
        .collect();
    // 5B-CHA-013: characters first.
    own.sort_unstable_by_key(|(far, model)| (!is_independent(fixed, *model), *far, *model));
    let mut behind = Vec::new();
    for (_, model) in own {
        if !walk.engage(model, &foes) {
            behind.push(model);
        }
    }
    let full = walk.ways.len();
    for model in behind {
        let there: Vec<ModelId> = foes.clone();
        walk.follow(model, &there);
    }
    let made = Move::new(fixed, s, shape);
    let all = walk.ways;
    let some = all[..full].to_vec();
    [all, some].into_iter().filter(|ways| !ways.is_empty()).find(|ways| allowed(&made, ways))
}
