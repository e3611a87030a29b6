//! Whom an assault, a reaction and a pile-in meet (ASM, PIL): nearest first, the target before others, and nearer in any case.

use grognard_engine::refusal::Violation;
use grognard_engine::rule;
use grognard_space::table::{Angle, Body, Length, MoveRules, Moved, Passing, Pose};
use grognard_tabletop::moves::Manoeuvre;

use super::broken;
use super::moves::{Move, coherency, rule_of, slowed};
use crate::abilities::is_independent;
use crate::choice::Way;
use crate::edition::{Difficult, Targets};
use crate::gait;
use crate::ids::{ModelId, UnitId};
use crate::state::{stacked, touch};

impl Move<'_> {
    /// 5B-ASM-003 to 5B-ASM-005: the nearest model goes first and meets the nearest enemy; others touch one where they can.
    pub(super) fn charge(&self, moved: &Moved<'_>, ways: &[Way], target: UnitId, wrong: &mut Vec<Violation>) {
        let far =
            |model: ModelId, enemy: ModelId| self.s.table.distance(model, enemy).unwrap_or(Length::UNBOUNDED);
        let foes: Vec<ModelId> = self.s.unit(target).models.to_vec();
        let nearest = |model: ModelId| foes.iter().map(|foe| far(model, *foe)).min();
        let own = &self.s.unit(self.shape.unit).models;
        let closest = own.iter().filter_map(|model| nearest(*model)).min();
        let first = ways.first().map(|way| way.0);
        let right = first.is_some_and(|first| {
            let meets =
                foes.iter().any(|foe| Some(far(first, *foe)) == closest && Self::touches(moved, first, *foe));
            nearest(first) == closest && meets
        });
        if !right {
            let named: Vec<ModelId> = first.into_iter().collect();
            wrong.push(broken(self.fixed, rule!("5B-ASM-003"), "why.nearest-first", &named));
            return;
        }
        self.on_next_level(moved, ways, wrong);
        self.others_met(moved, ways, target, wrong);
        let engaged = self.fixed.numbers().engaged.within.0;
        let touching = |model: ModelId| foes.iter().any(|foe| Self::touches(moved, model, *foe));
        let held: Vec<ModelId> = own.iter().copied().filter(|model| touching(*model)).collect();
        let supports = |model: ModelId| {
            held.iter().any(|mate| match (moved.body(model), moved.body(*mate)) {
                (Some(body), Some(mate)) => body.within(mate, engaged),
                _ => false,
            })
        };
        for model in own.iter().copied().filter(|model| !touching(*model)) {
            if self.could_touch(moved, model, &foes) {
                wrong.push(broken(self.fixed, rule!("5B-ASM-005"), "why.could-touch", &[model]));
            } else if !supports(model) && ways.iter().all(|way| way.0 != model) {
                // It stays behind only where coherency holds, which was looked at before.
            }
        }
    }

    /// 5B-ASM-006, 5B-ASM-007, 5B-AMB-002: whom an assault meets beside its target. Who goes for another unit could reach nobody
    /// of the target that is free, and units that are not met are kept away from on the whole way.
    fn others_met(&self, moved: &Moved<'_>, ways: &[Way], target: UnitId, wrong: &mut Vec<Violation>) {
        let foes: Vec<ModelId> = self.s.unit(target).models.to_vec();
        let own = &self.s.unit(self.shape.unit).models;
        let mut met: Vec<UnitId> = vec![target];
        for unit in self.s.on_table(self.others.side.other()).filter(|unit| *unit != target) {
            let models = &self.s.unit(unit).models;
            let meets = |model: ModelId| models.iter().any(|foe| Self::touches(moved, model, *foe));
            for model in own.iter().copied().filter(|model| meets(*model)) {
                met.push(unit);
                let held = foes.iter().any(|foe| Self::touches(moved, model, *foe));
                if !held && self.could_touch(moved, model, &foes) {
                    wrong.push(broken(self.fixed, rule!("5B-ASM-007"), "why.target-first", &[model]));
                }
            }
        }
        // 5V-DEC-006: a unit that shot at two goes for the other of them first.
        let shot = self.s.unit(self.shape.unit).fired_at.iter().copied().filter(|unit| !met.contains(unit));
        for unit in shot.filter(|_| met.len() > 1 && self.fixed.edition.targets == Targets::Two) {
            let models = self.s.unit(unit).models.to_vec();
            if own.iter().any(|model| self.could_touch(moved, *model, &models)) {
                wrong.push(broken(self.fixed, rule!("5V-DEC-006"), "why.shot-at-first", own));
            }
        }
        let apart = self.others.apart - Length(1);
        for (model, stops) in ways {
            let Some(start) = self.s.table.body(*model) else { continue };
            let mut outline = start.outline.clone();
            let mut at = start.pose.at;
            let mut near = false;
            for stop in stops {
                let swept = outline.swept(stop.at - at);
                let foes = self.s.enemies(self.others.side);
                near |= foes
                    .filter(|(id, _)| {
                        !met.contains(&self.s.model(*id).unit) && !self.others.beside.contains(id)
                    })
                    .any(|(id, foe)| {
                        let house = self.others.houses.contains(&id);
                        let level = foe.volume.gap(start.volume) < Length::INCH;
                        !house && level && foe.outline.within(&swept, apart)
                    });
                outline = outline.shifted(stop.at - at);
                at = stop.at;
            }
            if near {
                wrong.push(broken(self.fixed, rule!("5B-ASM-006"), "why.near-enemy", &[*model]));
            }
        }
    }

    /// 5B-RUI-006: who counts as in contact from the next level had the movement to climb, and there was no room beside its enemy.
    fn on_next_level(&self, moved: &Moved<'_>, ways: &[Way], wrong: &mut Vec<Violation>) {
        for (model, stops) in ways {
            let (Some(end), Some(before)) = (moved.body(*model), self.s.table.body(*model)) else { continue };
            let foes = self.s.enemies(self.others.side);
            let Some((_, foe)) = foes.filter(|(_, foe)| stacked(end, foe)).min_by_key(|(id, _)| *id) else {
                continue;
            };
            let beside =
                self.s.enemies(self.others.side).any(|(_, foe)| touch(end, foe) && !stacked(end, foe));
            let up = Length((foe.pose.z - end.pose.z).0.abs());
            let rules = MoveRules { others: &Passing::Free, ..self.rules(*model) };
            let far = Moved::new(&self.s.table).check_move(*model, stops, &rules).total();
            let reach = self.limit(*model).unwrap_or(Length::ZERO);
            let there = self.without(moved, *model);
            if !beside && (far + up > reach || self.reaches(&there, before, *model, foe)) {
                wrong.push(broken(self.fixed, rule!("5B-RUI-006"), "why.other-level", &[*model]));
            }
        }
    }

    /// Everybody where they are now, but a model where it began.
    fn without<'b>(&'b self, moved: &Moved<'_>, model: ModelId) -> Moved<'b> {
        let mut there = Moved::new(&self.s.table);
        for id in self.s.table.ids() {
            if let Some(body) = moved.body(id).filter(|_| id != model) {
                there.move_to(id, body.pose);
            }
        }
        there
    }

    fn touches(moved: &Moved<'_>, one: ModelId, other: ModelId) -> bool {
        matches!((moved.body(one), moved.body(other)), (Some(one), Some(other)) if touch(one, other))
    }

    /// Whether a model that ended apart could have gone straight to a free enemy base in its reach.
    fn could_touch(&self, moved: &Moved<'_>, model: ModelId, foes: &[ModelId]) -> bool {
        let Some(start) = self.s.table.body(model) else { return false };
        let there = self.without(moved, model);
        let free = foes.iter().filter(|foe| {
            !self.s.unit(self.shape.unit).models.iter().any(|mate| Self::touches(moved, *mate, **foe))
        });
        free.filter_map(|foe| there.body(*foe)).any(|foe| self.reaches(&there, start, model, foe))
    }

    /// Whether a model can go straight into contact with a body.
    fn reaches(&self, there: &Moved<'_>, start: &Body, model: ModelId, foe: &Body) -> bool {
        let reach = self.limit(model).unwrap_or(Length::ZERO);
        let clear = foe.outline.radius() + start.outline.radius() + Length(1);
        let out = Angle::of(start.pose.at - foe.pose.at);
        [0, 30, -30, 60, -60].into_iter().any(|turn| {
            let at = foe.pose.at + (out + Angle::degrees(turn)).step(clear);
            let end = Pose { at, z: foe.pose.z, ..start.pose };
            if start.pose.at.distance(at) > reach {
                return false;
            }
            let way: Way = (model, smallvec::smallvec![end]);
            let travel = there.check_move(model, &way.1, &self.rules(model));
            let mut slow = Vec::new();
            self.also_of(there, &way, &mut slow);
            let die = self.fixed.edition.difficult == Difficult::HighestDie
                && gait::is_slowed(self.fixed, self.shape.kind, model)
                && self.s.crossed(self.fixed, "difficult", start, &way.1)
                && slowed(self.fixed, self.s, self.shape, model).is_none_or(|limit| travel.total() > limit);
            let linked = self.s.unit(self.shape.unit).models.iter().any(|mate| {
                let own = start.moved(self.fixed.ground.form(self.fixed.form(model)), end);
                *mate != model
                    && there.body(*mate).is_some_and(|mate| coherency(self.fixed).linked(mate, &own))
            });
            let alone = self.s.unit(self.shape.unit).models.len() == 1;
            travel.legal() && slow.is_empty() && !die && (linked || alone)
        })
    }

    /// 5B-CHA-013: a character that joined the unit moves before the rest and goes into contact where it can.
    fn character_first(&self, moved: &Moved<'_>, wrong: &mut Vec<Violation>) {
        let models = &self.s.unit(self.shape.unit).models;
        if models.len() < 2 {
            return;
        }
        let foes: Vec<ModelId> =
            self.others.fight.iter().flat_map(|unit| self.s.unit(*unit).models.to_vec()).collect();
        let before = Moved::new(&self.s.table);
        let idle = |model: &ModelId| {
            let Some(start) = self.s.table.body(*model) else { return false };
            is_independent(self.fixed, *model)
                && self.s.touching(*model).is_empty()
                && !foes.iter().any(|foe| Self::touches(moved, *model, *foe))
                && foes
                    .iter()
                    .filter_map(|foe| before.body(*foe))
                    .any(|foe| self.reaches(&before, start, *model, foe))
        };
        let idle: Vec<ModelId> = models.iter().copied().filter(idle).collect();
        if !idle.is_empty() {
            wrong.push(broken(self.fixed, rule!("5B-CHA-013"), "why.character-first", &idle));
        }
    }

    /// 5B-ASM-009, 5B-PIL-001: every model that moves ends in contact, beside a mate in contact, or at least nearer.
    pub(super) fn closes_in(&self, moved: &Moved<'_>, ways: &[Way], wrong: &mut Vec<Violation>) {
        let near = |body: &Body| {
            let foes = self.others.fight.iter().flat_map(|unit| self.s.bodies(*unit));
            foes.map(|(_, foe)| body.distance(foe)).min()
        };
        let away: Vec<ModelId> = ways
            .iter()
            .map(|way| way.0)
            .filter(|model| match (self.s.table.body(*model), moved.body(*model)) {
                (Some(before), Some(after)) => near(after) >= near(before),
                _ => false,
            })
            .collect();
        if !away.is_empty() {
            let rule = rule_of(self.fixed, self.shape.kind);
            wrong.push(broken(self.fixed, rule, "why.not-nearer", &away));
        }
        if wrong.is_empty() {
            self.on_next_level(moved, ways, wrong);
            self.character_first(moved, wrong);
        }
    }
}
