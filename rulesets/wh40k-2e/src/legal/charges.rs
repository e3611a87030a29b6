//! Charges and follow-ups: who is in contact, whom a charger goes for (CHG, FUP).

use grognard_engine::refusal::Violation;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Angle, Body, Length, MoveRules, Moved, Outline, Pose};
use grognard_tabletop::marches::{self, SLACK};
use grognard_tabletop::moves::{self, Manoeuvre};
use smallvec::smallvec;

use super::moves::Move;
use super::{broken, in_force, with};
use crate::choice::{Gait, Way};
use crate::data::ground::Cover;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::lasting;
use crate::play::psychology;
use crate::sight;
use crate::state::{Hidden, Moved as How, Nerve, State};
use crate::terrain::OBSTACLE;
use crate::vehicles::Air;

/// Bases that are not further apart touch, and so does a base that stands directly before an obstacle: people put models
/// down by hand.
const TOUCHES: Length = Length::mm(1);

/// 2E-HTH-001: whether two bases touch; 2E-CHG-012: those on both sides of an obstacle count as touching, where one stands
/// at it and the other directly behind it. `Some(true)` where it lies between them.
pub fn contact(fixed: &Fixed, one: &Body, other: &Body) -> Option<bool> {
    if one.heights().gap(other.heights()) == Length::ZERO && one.outline.within(&other.outline, TOUCHES) {
        return Some(false);
    }
    let behind = fixed.numbers().behind.behind.0;
    let line = Outline::convex([one.pose.at, other.pose.at]);
    let near = |body: &Body| body.outline.bounds().grown(TOUCHES);
    let parts = fixed.ground.parts_near(near(one)).into_iter().chain(fixed.ground.parts_near(near(other)));
    let mut parts = parts.map(|number| &fixed.ground.parts()[number]).filter(|part| part.tags.any(OBSTACLE));
    let between = parts.any(|part| {
        let at = |body: &Body, far: Length| part.outline.within(&body.outline, far);
        let stands = (at(one, TOUCHES) && at(other, behind)) || (at(other, TOUCHES) && at(one, behind));
        stands && part.outline.within(&line, Length::ZERO)
    });
    between.then_some(true)
}

/// The models of a unit that a body would be in contact with, and whether across an obstacle.
pub fn contacts(
    fixed: &Fixed,
    moved: &Moved<'_>,
    s: &State,
    body: &Body,
    unit: UnitId,
) -> Vec<(ModelId, bool)> {
    let standing = s.unit(unit).models.iter().filter_map(|enemy| Some((*enemy, moved.body(*enemy)?)));
    standing.filter_map(|(enemy, other)| Some((enemy, contact(fixed, body, other)?))).collect()
}

/// Why a unit cannot declare a charge, if so.
pub fn barred(fixed: &Fixed, s: &State, unit: UnitId) -> Option<(RuleId, &'static str)> {
    in_force(why_barred(fixed, s, unit))
}

fn why_barred(fixed: &Fixed, s: &State, unit: UnitId) -> Option<(RuleId, &'static str)> {
    let own = s.unit(unit);
    if own.models.iter().any(|model| s.vehicle(*model).is_some_and(|own| !own.may_charge())) {
        Some((rule!("2E-CHG-004"), "why.vehicle-charges"))
    } else if own.nerve == Nerve::Broken {
        Some((rule!("2E-BRK-005"), "why.broken-moves"))
    } else if own.nerve == Nerve::Shaken {
        Some((rule!("2E-SHK-002"), "why.shaken-charges"))
    } else if own.overwatch {
        Some((rule!("2E-OVW-003"), "why.on-overwatch"))
    } else if own.charges.is_some() || own.moved != How::NotYet {
        Some((rule!("2E-CHG-004"), "why.charges-already"))
    } else if own.models.iter().all(|model| s.is_engaged(*model)) {
        Some((rule!("2E-HTH-002"), "why.engaged"))
    } else if own.models.iter().all(|model| lasting::helpless(fixed, s, *model).is_some()) {
        Some((rule!("2E-WPN-020"), "why.helpless"))
    } else {
        None
    }
}

/// 2E-AMB-081: a hidden unit is charged only by those who have spotted it or once it is detected.
pub fn may_be_charged(fixed: &Fixed, s: &State, unit: UnitId, enemy: UnitId) -> bool {
    // 2E-SKM-006: a skimmer only where it has landed.
    let out_of_reach = |model: &ModelId| s.vehicle(*model).is_some_and(|own| own.air != Air::Ground);
    if s.unit(enemy).models.iter().any(out_of_reach) {
        return false;
    }
    let spotted = || {
        let pairs =
            s.bodies(unit).flat_map(|(model, _)| s.bodies(enemy).map(move |(other, _)| (model, other)));
        pairs.into_iter().any(|(model, other)| sight::spots(fixed, s, model, other).is_some())
    };
    if crate::buildings::walls::unseen_charge(fixed, s, unit, enemy) {
        return false;
    }
    s.unit(enemy).hidden != Hidden::Yes || spotted()
}

impl Move<'_> {
    /// A legal way of one model, whatever the others do.
    pub fn free(&self, moved: &Moved<'_>, way: &Way) -> bool {
        let (Some(toll), Some(limit)) = (self.toll(moved, way), self.limit(way.0)) else { return false };
        let rules = MoveRules { first_fault_only: true, ..self.rules(way.0) };
        toll.too_high.is_none()
            && self.cost(&toll, limit) + self.spent(way.0) <= limit
            && moves::travelled(self, moved, way, &rules).legal()
    }

    /// Where a model comes into contact with an enemy by the straight way; `None` where it cannot.
    pub fn straight(&self, moved: &Moved<'_>, model: ModelId, enemy: ModelId) -> Option<Pose> {
        let (own, foe) = (moved.body(model)?, moved.body(enemy)?);
        let (ours, theirs) = own.outline.closest_points(&foe.outline);
        let gap = theirs - ours;
        let facing = Angle::of(foe.pose.at - own.pose.at);
        let at = |far: Length| Pose { at: own.pose.at + gap.with_length(far), facing, ..own.pose };
        let full = gap.length() - SLACK;
        if full <= Length::ZERO {
            return Some(own.pose.facing(facing));
        }
        let limit = self.limit(model)?;
        let near = full <= limit + fixed_reach(self.fixed);
        if !near {
            return None;
        }
        if full <= limit && self.free(moved, &(model, smallvec![at(full)])) {
            return Some(at(full));
        }
        // 2E-CHG-012: or before the obstacle the enemy stands behind.
        let behind = self.fixed.numbers().behind.behind.0;
        let parts = self.fixed.ground.parts_near(foe.outline.bounds().grown(behind));
        let parts = parts.into_iter().map(|number| &self.fixed.ground.parts()[number]);
        let parts = parts.filter(|part| part.tags.any(OBSTACLE) && part.outline.within(&foe.outline, behind));
        let mut ends = parts.filter_map(|part| {
            let meets = |far: Length| part.outline.overlaps(&own.outline.swept(gap.with_length(far)));
            let (mut low, mut high) = (Length::ZERO, full);
            if !meets(high) || meets(low) {
                return None;
            }
            while high - low > Length(1) {
                let middle = Length(low.0.midpoint(high.0));
                if meets(middle) { high = middle } else { low = middle }
            }
            let end = at(low);
            let form = moved.form(model)?;
            let touches = contact(self.fixed, &own.moved(form, end), foe).is_some();
            (touches && self.free(moved, &(model, smallvec![end]))).then_some(end)
        });
        ends.next()
    }

    /// The enemies a charger could touch by the straight way, the nearest first; those who fight already may be left out.
    fn within_reach(&self, moved: &Moved<'_>, model: ModelId, enemy: UnitId) -> Vec<(Length, ModelId)> {
        let Some(own) = moved.body(model) else { return Vec::new() };
        let friends = &self.s.unit(self.shape.unit).models;
        let fights = |foe: ModelId| {
            let Some(body) = moved.body(foe) else { return true };
            let taken = |friend: &ModelId| {
                *friend != model
                    && moved.body(*friend).is_some_and(|other| contact(self.fixed, other, body).is_some())
            };
            self.s.is_engaged(foe) || friends.iter().any(taken)
        };
        let foes = self.s.unit(enemy).models.iter().copied().filter(|foe| !fights(*foe));
        let mut far: Vec<(Length, ModelId)> =
            foes.filter_map(|foe| Some((own.distance(moved.body(foe)?), foe))).collect();
        far.sort_unstable();
        far.retain(|(_, foe)| self.straight(moved, model, *foe).is_some());
        far
    }

    /// 2E-CHG-009: each charger goes for the nearest enemy it can reach.
    pub(super) fn nearest_first(&self, moved: &Moved<'_>, way: &Way, wrong: &mut Vec<Violation>) {
        if !applies(rule!("2E-CHG-009")) {
            return;
        }
        let Gait::Charge(enemy) = self.shape.gait else { return };
        let (Some(own), Some(form), Some(end)) = (moved.body(way.0), moved.form(way.0), way.1.last()) else {
            return;
        };
        if !end.at.in_limits() {
            return;
        }
        let touched = contacts(self.fixed, moved, self.s, &own.moved(form, *end), enemy);
        let far = |foe: &ModelId| moved.body(*foe).map(|foe| own.distance(foe));
        let reached = touched.iter().filter_map(|(foe, _)| far(foe)).min();
        let nearest = self.within_reach(moved, way.0, enemy).first().map(|(far, _)| *far);
        if nearest.is_some_and(|nearest| reached.is_none_or(|reached| reached > nearest)) {
            wrong.push(broken(self.fixed, rule!("2E-CHG-009"), "why.nearest-enemy", &[way.0]));
        }
    }

    /// 2E-CHG-007: the whole squad charges; 2E-CHG-011: and where the enemy can be reached, somebody reaches it.
    pub(super) fn whole_squad(&self, moved: &Moved<'_>, ways: &[Way], wrong: &mut Vec<Violation>) {
        if !applies(rule!("2E-CHG-007")) {
            return;
        }
        let Gait::Charge(enemy) = self.shape.gait else { return };
        let own = &self.s.unit(self.shape.unit).models;
        let free = own.iter().copied().filter(|model| !self.s.is_engaged(*model));
        let reached = free.clone().any(|model| {
            let body = moved.body(model);
            body.is_some_and(|body| !contacts(self.fixed, moved, self.s, body, enemy).is_empty())
        });
        if !reached {
            if !self.shape.apart || !ways.is_empty() {
                wrong.push(broken(self.fixed, rule!("2E-CHG-011"), "why.reach-them", &[]));
            }
            return;
        }
        let idle: Vec<ModelId> = free
            .filter(|model| !ways.iter().any(|(moves, _)| moves == model))
            .filter(|model| {
                let body = moved.body(*model);
                body.is_some_and(|body| contacts(self.fixed, moved, self.s, body, enemy).is_empty())
            })
            .filter(|model| !self.within_reach(moved, *model, enemy).is_empty())
            .collect();
        if !idle.is_empty() {
            let violation = broken(self.fixed, rule!("2E-CHG-007"), "why.all-charge", &idle);
            wrong.push(with(violation, rules!["2E-CHG-009"]));
        }
    }

    /// 2E-FUP-009, 2E-FRZ-006, 2E-FUP-010, 2E-HAT-003: those who are frenzied or hate have to come nearer to the enemy where
    /// they can.
    pub(super) fn keen_follow_up(&self, moved: &Moved<'_>, model: ModelId, wrong: &mut Vec<Violation>) {
        let (s, fixed) = (self.s, self.fixed);
        let (Some(before), Some(after)) = (s.table.body(model), moved.body(model)) else { return };
        let unit = self.shape.unit;
        let frenzied = s.unit(unit).mind.frenzied;
        let hated = |enemy: ModelId| frenzied || psychology::hates(fixed, s, unit, s.model(enemy).unit);
        let foes = || s.enemies(s.side_of(model)).filter(|(enemy, _)| hated(*enemy));
        let near = |body: &Body| foes().map(|(_, foe)| foe.distance(body)).min();
        let Some((_, nearest)) = foes().min_by_key(|(id, foe)| (foe.distance(before), *id)) else { return };
        let start = Moved::new(&s.table);
        // Nobody is made to go where something else forbids it, such as a wall or its own shaken nerve.
        let forced = || {
            let end = marches::towards(self, &start, model, nearest);
            end.is_some_and(|end| moves::allowed(self, &[(model, smallvec![end])]))
        };
        if near(after) >= near(before) && forced() {
            let rule = if frenzied { rule!("2E-FUP-009") } else { rule!("2E-FUP-010") };
            let also: &[RuleId] = if frenzied { rules!["2E-FRZ-006"] } else { rules!["2E-HAT-003"] };
            wrong.push(with(broken(fixed, rule, "why.keen", &[model]), also));
        }
    }

    /// 2E-FUP-008: shaken troops follow up only into enemies who fight their friends already, or into cover.
    pub(super) fn shaken_follow_up(&self, moved: &Moved<'_>, model: ModelId, wrong: &mut Vec<Violation>) {
        if !applies(rule!("2E-FUP-008")) {
            return;
        }
        let (Some(body), Some(before)) = (moved.body(model), self.s.table.body(model)) else { return };
        if body.pose.at == before.pose.at {
            return;
        }
        let side = self.s.side_of(model);
        let enemies = || self.s.enemies(side);
        let touched: Vec<ModelId> = enemies()
            .filter(|(_, enemy)| contact(self.fixed, body, enemy).is_some())
            .map(|(enemy, _)| enemy)
            .collect();
        let nearest = enemies().min_by_key(|(id, enemy)| (enemy.distance(body), *id));
        let covered =
            nearest.is_none_or(|(_, enemy)| sight::cover_at(self.fixed, self.s, enemy, body) > Cover::None);
        let helps = !touched.is_empty() && touched.iter().all(|enemy| self.s.is_engaged(*enemy));
        if !(helps || (touched.is_empty() && covered)) {
            let violation = broken(self.fixed, rule!("2E-FUP-008"), "why.shaken-follows", &[model]);
            wrong.push(with(violation, rules!["2E-SHK-004"]));
        }
    }
}

/// A contact across an obstacle is that much shorter than touching.
fn fixed_reach(fixed: &Fixed) -> Length {
    let behind = fixed.numbers().behind.behind.0;
    behind + behind + behind
}
