//! The Marine Action Phase: who acts, and what he does.

use grognard_space::grid::{Cell, CellSet, Facing, Side};
use smallvec::SmallVec;

use super::goal::Way;
use super::{Outlook, known};
use crate::choice::{Action, Choice};
use crate::eldar::{deed::Deed, policy as eldar};
use crate::legal;
use crate::piece::{Mark, PieceId};
use crate::policy::ways::FAR;
use crate::profile::Ranged;
use crate::table::Flow;

type Actions = SmallVec<[Action; 64]>;

/// The least value of a kill worth a point of one's own turn.
const SHOT: i32 = 90;
/// The points a shuriken storm is worth having with: its own and two shots.
const STORM: u8 = 3;
/// The least a place has to offer to stop there and watch.
const WATCH: i32 = 12;

impl Outlook<'_> {
    /// SH-ACT-001: goes on with the active model, calls up the next, or ends the phase.
    pub fn act(&self, options: &[Choice]) -> Option<Choice> {
        if let Flow::Marines { active: Some(index) } = self.table.flow {
            let actions: Actions = options
                .iter()
                .filter_map(|option| match option {
                    Choice::Do(action) => Some(*action),
                    _ => None,
                })
                .collect();
            let ap = self.table.marines[index as usize].ap;
            if let Some(action) = self.deed(index, &actions, ap, self.cp) {
                return Some(Choice::Do(action));
            }
        }
        self.next(options)
    }

    /// Whose turn it is next: who can end it all, who can shoot, then the column from its head.
    fn next(&self, options: &[Choice]) -> Option<Choice> {
        let mut best: Option<(i32, Choice)> = None;
        for option in options {
            let Choice::Activate(PieceId::Marine(index)) = option else { continue };
            let marine = &self.table.marines[*index as usize];
            let Some(cell) = marine.cell() else { continue };
            let mut urgency = 0;
            let mut cost = 0;
            if let Some(way) = self.way(*index) {
                let march = way.march.at(cell, marine.facing);
                cost = i32::from(march);
                let need = march.saturating_add(way.deed);
                let fresh = self.fixed.marine_points(*index);
                if way.deed > 0 && need <= fresh + self.cp && self.is_free(*index, way) {
                    urgency += 3000;
                }
                if way.deed == 0 {
                    // The column goes from its head, whoever covers whom.
                    cost = i32::from(self.column(cell, marine.facing).unwrap_or(march));
                }
            }
            let swept = self.table.seen_by(*index) & *self.fixed.sight().cone(cell, marine.facing);
            let armed = self.fixed.profile(*index).ranged.is_some_and(|r| !r.is_flamer());
            if armed && !marine.jammed {
                let danger = self
                    .table
                    .foes_on_map()
                    .filter(|(_, at)| swept.contains(*at))
                    .map(|(id, _)| self.worth(Mark::Model(id)))
                    .max();
                urgency += danger.map_or(0, |danger| 1000 + danger);
            }
            let score = urgency - cost;
            if best.is_none_or(|(top, _)| score > top) {
                best = Some((score, *option));
            }
        }
        best.map(|(_, choice)| choice).or_else(|| self.late_order(options)).or(Some(Choice::EndPhase))
    }

    /// How far a pose is from the goal of the one the mission hangs on.
    fn column(&self, cell: Cell, facing: Facing) -> Option<u8> {
        let (key, _) = self.table.marines_on_map().find(|(index, _)| self.is_key(*index))?;
        Some(self.way(key)?.march.at(cell, facing))
    }

    /// Command points that end the mission are spent before the phase is over.
    fn late_order(&self, options: &[Choice]) -> Option<Choice> {
        options.iter().copied().find(|option| {
            let Choice::Command(PieceId::Marine(index)) = option else { return false };
            let marine = &self.table.marines[*index as usize];
            let (Some(cell), Some(way)) = (marine.cell(), self.way(*index)) else { return false };
            let need = way.march.at(cell, marine.facing).saturating_add(way.deed);
            way.deed > 0 && need <= self.cp && self.is_free(*index, way) && {
                let actions = legal::menu(self.fixed, self.table, PieceId::Marine(*index), self.cp);
                self.deed(*index, &actions, 0, self.cp).is_some()
            }
        })
    }

    /// SH-CMD-007: the single action ordered.
    pub fn commanded(&self, options: &[Choice]) -> Option<Choice> {
        let Some(PieceId::Marine(index)) = self.table.subject else { return None };
        let actions: Actions = options
            .iter()
            .filter_map(|option| match option {
                Choice::Do(action) => Some(*action),
                _ => None,
            })
            .collect();
        self.deed(index, &actions, 0, self.cp).map(Choice::Do)
    }

    /// Whether nothing stands on a Marine's way to where he is needed.
    fn is_free(&self, index: u8, way: Way<'_>) -> bool {
        let (path, end) = self.path(index, way.march);
        let own = self.table.marines[index as usize].cell();
        let others = own.map_or(self.table.occupied(), |own| self.table.occupied().without(own));
        let end_free = end.is_some();
        end_free && !path.intersects(&(others | self.table.burning))
    }

    /// Whether there is time to advance by bounds, or every point is needed for the way.
    fn in_haste(&self, index: u8, need: u8) -> bool {
        if !known(need) {
            return false;
        }
        // Half the points a turn while covered, and a turn in hand.
        i32::from(need) > (self.turns_left() - 2).max(0) * i32::from(self.fixed.marine_points(index) / 2)
    }

    /// The next thing for a model to do with its own points and, where it matters, command points.
    fn deed(&self, index: u8, actions: &[Action], ap: u8, cp: u8) -> Option<Action> {
        let marine = &self.table.marines[index as usize];
        let cell = marine.cell()?;
        if let Some(action) = self.finish(index, actions) {
            return Some(action);
        }
        if marine.prone {
            return self.get_up(index, actions);
        }
        if self.waits(index) {
            return None;
        }
        let way = self.way(index);
        if let Some(action) = self.perform(index, way, actions, ap) {
            return Some(action);
        }
        let need = way.map_or(FAR, |way| way.march.at(cell, marine.facing).saturating_add(way.deed));
        let decides = way.is_some_and(|way| way.deed > 0);
        if let Some(way) = way
            && decides
            && need <= ap.saturating_add(cp)
            && self.is_free(index, way)
            && let Some(action) = self.advance(index, way, actions, ap + cp)
        {
            return Some(action);
        }
        let points = if self.goes_on(index) { ap.max(cp.min(1)) } else { ap };
        if let Some((_, action)) = self.best_kill(index, actions, points, SHOT) {
            // SH-DAV-003: a die more, where there are shots to come.
            let storm = Action::Aspect(Deed::Storm);
            let fresh =
                matches!(action, Action::Fire(Ranged::ShurikenCatapult, _)) && marine.sustained.is_none();
            if fresh && ap >= STORM && actions.contains(&storm) {
                return Some(storm);
            }
            return Some(action);
        }
        if marine.jammed && ap > 0 && self.arrival(cell) < 16 {
            return actions.iter().copied().find(|action| *action == Action::ClearJam);
        }
        let reload = marine.ammo == 0 && marine.reloads > 0 && self.arrival(cell) > 6;
        if reload && let Some(action) = actions.iter().copied().find(|action| *action == Action::Reload) {
            return (ap >= self.fixed.numbers().reload.reload).then_some(action);
        }
        if let Some(way) = way {
            let limit = self.allowance(index, way, need, ap, cp);
            if let Some(action) = self.advance(index, way, actions, limit) {
                return Some(action);
            }
        }
        self.guard(index, way, actions, ap)
    }

    /// Whether the model is in the middle of a series that is worth going on with.
    fn goes_on(&self, index: u8) -> bool {
        let series = self.table.marines[index as usize].sustained;
        series.is_some_and(|(mark, shots)| shots >= 2 && self.worth(mark) >= 110)
    }

    /// How many points go into the advance: some are kept to watch with, and command points are spent where they
    /// bring the deed within reach of next turn.
    fn allowance(&self, index: u8, way: Way<'_>, need: u8, ap: u8, cp: u8) -> u8 {
        if self.outruns(index, way) {
            return 0;
        }
        let certain = self.fixed.marine_points(index) + 1;
        if way.key && known(need) && need > certain && need <= certain + ap + cp {
            return ap.max(need - certain);
        }
        let marine = &self.table.marines[index as usize];
        let profile = self.fixed.profile(index);
        let listed = profile.ranged.and_then(|weapon| self.fixed.weapon(weapon));
        let watches = matches!(profile.ranged, Some(Ranged::StormBolter | Ranged::AssaultCannon))
            || profile.aspect.is_some() && listed.is_some_and(|listed| listed.overwatch.is_some());
        let overwatch = self.fixed.numbers().set_overwatch.set_overwatch;
        if watches
            && !marine.jammed
            && !self.in_haste(index, self.pace(index, need))
            && !self.lags(index)
            && self.watch(index, marine.facing) >= WATCH
        {
            return ap.saturating_sub(overwatch);
        }
        ap.saturating_sub(self.poise(index, need))
    }

    /// Whether he is so far ahead of the one he goes along with that he had better wait.
    fn outruns(&self, index: u8, way: Way<'_>) -> bool {
        if way.deed > 0 {
            return false;
        }
        let own = self.far_out(index, way);
        let mut keys = self.table.marines_on_map().filter(|(key, _)| *key != index && self.is_key(*key));
        keys.any(|(key, _)| {
            // On the same way out: elsewhere those who cover go to posts of their own.
            let same = self.way(key).filter(|other| std::ptr::eq(other.march, way.march));
            // So far ahead that he can still come up in a turn: closer, and those in front are in his way.
            let ahead = self.fixed.marine_points(key).saturating_sub(1);
            same.is_some_and(|other| own.saturating_add(ahead) < self.far_out(key, other))
        })
    }

    /// Whether the one he covers has gone on without him.
    fn lags(&self, index: u8) -> bool {
        let place = |marine: u8| {
            let marine = &self.table.marines[marine as usize];
            Some((marine.cell()?, marine.facing))
        };
        let Some((cell, _)) = place(index) else { return false };
        self.table.marines_on_map().any(|(key, at)| {
            if key == index || !self.is_key(key) {
                return false;
            }
            let Some(way) = self.way(key) else { return false };
            let cost = |(cell, facing)| way.march.at(cell, facing);
            let behind = place(index).map(cost) > place(key).map(cost);
            behind && self.fixed.mission.grid.distance(cell, at) > 1
        })
    }

    /// What the slowest model the mission needs still has to pay.
    fn pace(&self, index: u8, need: u8) -> u8 {
        let rest = self.way(index).map_or(0, |way| way.rest);
        let others = self.table.marines_on_map().filter(|(other, _)| *other != index && self.is_key(*other));
        let keys = others.filter_map(|(other, _)| {
            let way = self.way(other)?;
            Some(self.far_out(other, way).saturating_add(way.deed))
        });
        keys.min().unwrap_or(need.saturating_add(rest))
    }

    /// The next step of the way, with a shot thrown in where one is to be had.
    fn advance(&self, index: u8, way: Way<'_>, actions: &[Action], limit: u8) -> Option<Action> {
        let who = PieceId::Marine(index);
        let grid = &self.fixed.mission.grid;
        let marine = &self.table.marines[index as usize];
        let cell = marine.cell()?;
        let here = way.march.at(cell, marine.facing);
        if here == 0 || here == FAR {
            return self.open_on_the_spot(index, way, here, actions, limit);
        }
        let mut best: Option<(i32, Action)> = None;
        for action in actions {
            let Some(cost) = legal::cost(self.fixed, self.table, who, *action) else { continue };
            if cost > limit {
                continue;
            }
            let after = match action {
                Action::Move(to) | Action::MoveFire(to, ..) | Action::FireMove(.., to) => {
                    way.march.at(*to, marine.facing)
                }
                Action::Turn(facing) | Action::TurnFire(facing, ..) => self.after_turn(way, cell, *facing),
                Action::Open(door) => {
                    let ahead = grid.direction(cell, *door).is_some_and(|dir| {
                        Side::of(marine.facing, dir).is_front()
                            && grid.corner_open(cell, dir, self.table.shut())
                    });
                    let costs = &self.fixed.numbers().costs.marine;
                    let through =
                        way.march.at(*door, marine.facing).saturating_add(costs.forward + costs.door);
                    if ahead && through <= here { here - 1 } else { FAR }
                }
                Action::Climb(to) | Action::Ride(to) => after_climb(way, *to),
                Action::Jump => self.fixed.mission.below(cell).map_or(FAR, |to| after_climb(way, to)),
                // What does not open is broken, if it stands in the way.
                Action::Assault(Mark::Door(at)) | Action::Fire(_, Mark::Door(at)) | Action::Cut(at)
                    if self.table.barred().contains(*at)
                        && grid.distance(cell, *at) == 1
                        && way.march.at(*at, marine.facing) < here =>
                {
                    here.saturating_sub(cost)
                }
                _ => FAR,
            };
            if after == FAR || after.saturating_add(cost) > here {
                continue;
            }
            let shot = match action {
                Action::MoveFire(..) | Action::TurnFire(..) | Action::FireMove(..) => {
                    self.kill_value(index, *action).max(1)
                }
                _ => 0,
            };
            let worth_it = shot != 1;
            // Straight on where that is as good, and away from the enemy.
            let safe = match action {
                Action::Move(to) | Action::MoveFire(to, ..) | Action::FireMove(.., to) => {
                    let straight = grid.direction(cell, *to).is_some_and(|dir| !dir.is_diagonal());
                    i32::from(self.arrival(*to).min(20)) + 2 * i32::from(straight)
                }
                _ => 0,
            };
            let score = (i32::from(here) - i32::from(after) - i32::from(cost)) * 1000 + shot * 20 + safe;
            if worth_it && best.is_none_or(|(top, _)| score > top) {
                best = Some((score, *action));
            }
        }
        best.map(|(_, action)| action).or_else(|| self.open_on_the_spot(index, way, here, actions, limit))
    }

    /// On the ground, the first thing is to get up.
    pub(super) fn get_up(&self, index: u8, actions: &[Action]) -> Option<Action> {
        let facing = self.table.marines[index as usize].facing;
        actions.iter().copied().find(|action| *action == Action::Stand(facing))
    }

    /// What remains of the way after a turn; a turn towards a square that is taken gets nobody anywhere.
    fn after_turn(&self, way: Way<'_>, cell: Cell, facing: Facing) -> u8 {
        let grid = &self.fixed.mission.grid;
        let there = way.march.at(cell, facing);
        let onward = |side: Side| {
            let dir = side.dir(facing);
            grid.step(cell, dir).is_some_and(|to| {
                way.march.at(to, facing) < there
                    && !(self.table.occupied() | self.table.burning).contains(to)
                    && grid.corner_open(cell, dir, &(self.table.occupied() | *self.table.shut()))
            })
        };
        let arrived = way.deed > 0 && there <= self.fixed.numbers().costs.marine.door;
        let free = [Side::Front, Side::FrontLeft, Side::FrontRight].into_iter().any(onward);
        if arrived || free { there } else { FAR }
    }

    /// At the end of the way a door may still be shut: the flamer opens it himself.
    fn open_on_the_spot(
        &self,
        index: u8,
        way: Way<'_>,
        here: u8,
        actions: &[Action],
        limit: u8,
    ) -> Option<Action> {
        let costs = &self.fixed.numbers().costs.marine;
        if way.deed == 0 || here > costs.door || limit < costs.door {
            return None;
        }
        let marine = &self.table.marines[index as usize];
        let cell = marine.cell()?;
        // The way ends at poses before a door in any of the three front squares; straight ahead comes first.
        let rank = |action: &Action| match action {
            Action::Open(door) => {
                let dir = self.fixed.mission.grid.direction(cell, *door)?;
                match Side::of(marine.facing, dir) {
                    Side::Front => Some(0),
                    Side::FrontLeft | Side::FrontRight => Some(1),
                    _ => None,
                }
            }
            _ => None,
        };
        actions
            .iter()
            .filter_map(|action| Some((rank(action)?, *action)))
            .min_by_key(|(rank, _)| *rank)
            .map(|(_, action)| action)
    }

    /// What is left of the points goes into watching, or shutting a door.
    fn guard(&self, index: u8, way: Option<Way<'_>>, actions: &[Action], ap: u8) -> Option<Action> {
        let marine = &self.table.marines[index as usize];
        let cell = marine.cell()?;
        let near = self.arrival(cell) <= self.fixed.numbers().action_points.genestealer;
        if let Some(mask) = eldar::mask(self.fixed, self.table, index, actions, near) {
            return Some(mask);
        }
        // The one the others cover keeps his face to the goal.
        if marine.overwatch || ap == 0 || way.is_some_and(|way| way.key) {
            return None;
        }
        let numbers = self.fixed.numbers();
        let overwatch = numbers.set_overwatch.set_overwatch;
        let watching = eldar::watch(actions);
        let can_watch = watching.is_some();
        let here = self.watch(index, marine.facing);
        let mut best: Option<(i32, Action)> = None;
        if let Some(action) = watching.filter(|_| ap >= overwatch && here > 0) {
            best = Some((here, action));
        }
        for facing in Facing::ALL {
            let turn = Action::Turn(facing);
            if facing == marine.facing || !actions.contains(&turn) {
                continue;
            }
            let Some(cost) = legal::cost(self.fixed, self.table, PieceId::Marine(index), turn) else {
                continue;
            };
            if cost > ap {
                continue;
            }
            // Who cannot fire on overwatch turns only to meet what is close.
            if !can_watch && self.arrival(cell) > 6 {
                continue;
            }
            let there = self.watch(index, facing);
            let watched_too = can_watch && ap >= overwatch + cost;
            // A model that can only look, or no longer both, turns only where that is much better.
            let value = if watched_too || best.is_none() { there - 6 } else { there / 3 };
            if value > here + 2 && best.is_none_or(|(top, _)| value > top) {
                best = Some((value, turn));
            }
        }
        best.map(|(_, action)| action)
            .or_else(|| self.stand_ready(index, actions))
            .or_else(|| self.shut(index, way, actions, ap, cell))
    }

    /// Shuts a door the enemy would come through and nobody needs.
    fn shut(
        &self,
        index: u8,
        way: Option<Way<'_>>,
        actions: &[Action],
        ap: u8,
        cell: Cell,
    ) -> Option<Action> {
        if ap < self.fixed.numbers().costs.marine.door {
            return None;
        }
        let path = way.map_or(CellSet::EMPTY, |way| self.path(index, way.march).0);
        actions.iter().copied().find(|action| match action {
            Action::Close(door) => {
                let here = self.arrival(*door);
                here < self.arrival(cell)
                    && !path.contains(*door)
                    && self.table.marines_on_map().all(|(_, other)| self.arrival(other) > here)
            }
            _ => false,
        })
    }
}

/// What remains of the way on another level, where one faces as one likes.
fn after_climb(way: Way<'_>, to: Cell) -> u8 {
    Facing::ALL.into_iter().map(|facing| way.march.at(to, facing)).min().unwrap_or(FAR)
}
