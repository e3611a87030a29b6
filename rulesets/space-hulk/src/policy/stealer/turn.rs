//! The Stealer Action Phase: who acts, and what it does.

use grognard_space::grid::Facing;
use smallvec::SmallVec;

use super::{HOPE, Hunt};
use crate::choice::{Action, Choice};
use crate::legal;
use crate::piece::{Mark, PieceId};
use crate::policy::ways::{BREAKING, FAR, Steps};
use crate::policy::{chances, is_key};
use crate::table::{Flow, Side};

type Actions = SmallVec<[Action; 32]>;

impl Hunt<'_> {
    /// SH-ACT-001: goes on with the active piece, calls up the next, or ends the phase.
    pub fn act(&self, options: &[Choice]) -> Choice {
        if let Flow::Stealers { active: Some(piece) } = self.table.flow {
            let actions: Actions = options
                .iter()
                .filter_map(|option| match option {
                    Choice::Do(action) => Some(*action),
                    _ => None,
                })
                .collect();
            if let Some(action) = self.deed(piece, &actions) {
                return Choice::Do(action);
            }
        }
        self.next(options)
    }

    /// Whose turn it is next: those who strike, nearest first; then those who move up, nearest first.
    fn next(&self, options: &[Choice]) -> Choice {
        let mut all: SmallVec<[(i32, Choice); 16]> = SmallVec::new();
        for option in options {
            let (piece, converts) = match option {
                Choice::Activate(piece) => (*piece, false),
                Choice::Convert(piece) => (*piece, true),
                _ => continue,
            };
            let Some(square) = self.square(piece) else { continue };
            let way = i32::from(self.way(square));
            let score = match piece {
                PieceId::Blip(index) if converts => {
                    if !self.turns_over(index) {
                        continue;
                    }
                    2000 - way
                }
                // Whoever would walk into fire waits for what the others can do about it.
                PieceId::Marine(_) if self.soldier(piece).is_some() && self.is_watched(piece) => 500 - way,
                // Guns first: what they kill need not be fought.
                PieceId::Marine(index) if self.fixed.profile(index).ranged.is_some() => 3000 - way,
                PieceId::Stealer(_) | PieceId::Marine(_) if self.strikes_now(piece) => 2001 - way,
                _ => 1000 - way,
            };
            all.push((score, *option));
        }
        // Whoever has nothing to do now may have when others have made room.
        all.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        let next = all.into_iter().map(|(_, option)| option).find(|option| match option {
            Choice::Activate(piece) => self.has_deed(*piece),
            _ => true,
        });
        next.unwrap_or(Choice::EndPhase)
    }

    /// Whether there is anything for a piece to do with its points. Of creatures it is enough that they are not hemmed in:
    /// where they have room and nothing to do they do nothing, and that is soon known.
    fn has_deed(&self, piece: PieceId) -> bool {
        if self.soldier(piece).is_none() {
            return self.table.cell(piece).is_none_or(|cell| {
                let around = self.fixed.mission.grid.neighbours(cell);
                let enemy =
                    |at| self.table.piece_at(at).is_some_and(|other| self.table.enemies(piece, other));
                let walls = *self.table.shut() | self.table.things.holes;
                around.iter().any(|at| !self.table.occupied().contains(at) || enemy(at))
                    || around.intersects(&walls)
                    || self.fixed.ground.links.iter().any(|(a, b)| *a == cell || *b == cell)
            });
        }
        let actions = legal::menu(self.fixed, self.table, piece, self.points(piece));
        self.deed(piece, &actions).is_some()
    }

    /// The next thing for the active piece to do.
    fn deed(&self, piece: PieceId, actions: &[Action]) -> Option<Action> {
        if self.table.is_prone(piece) {
            return self.get_up(piece, actions);
        }
        if let Some(index) = self.soldier(piece) {
            return self.soldiers(index, actions);
        }
        let attack = actions.iter().copied().find(|action| match action {
            Action::Assault(Mark::Model(enemy)) => {
                chances::round(self.fixed, self.table, piece, *enemy).win >= HOPE
            }
            _ => false,
        });
        if attack.is_some() {
            return attack;
        }
        let shot = self.best_shot(piece, actions).or_else(|| self.watch(piece, actions));
        if let Some(shot) = shot.or_else(|| self.make_ready(piece, actions)) {
            return Some(shot);
        }
        if let Some(enter) = actions.iter().copied().find(|action| *action == Action::Enter) {
            return self.enters(piece).then_some(enter);
        }
        if !matches!(piece, PieceId::Blip(_)) && self.strikes_now(piece) {
            return self.go(piece, self.onward(piece), actions, true);
        }
        if let Some(area) = self.contested(piece) {
            return self.go(piece, &area, actions, false);
        }
        if let Some(lair) = self.lair(piece) {
            return self.go(piece, &lair, actions, false);
        }
        self.settle(piece, actions)
    }

    /// Up from the ground, with its face to an enemy right next to it if there is one.
    fn get_up(&self, piece: PieceId, actions: &[Action]) -> Option<Action> {
        let cell = self.table.cell(piece)?;
        let enemy = |to: Facing| {
            let ahead = self.fixed.mission.grid.step(cell, to.into());
            ahead.and_then(|at| self.table.piece_at(at)).is_some_and(|other| self.table.enemies(piece, other))
        };
        let own = self.table.facing(piece)?;
        let to = Facing::ALL.into_iter().find(|to| enemy(*to)).unwrap_or(own);
        actions.iter().copied().find(|action| *action == Action::Stand(to))
    }

    /// What a piece does with an order or a reaction; it keeps the points where nothing is worth them.
    pub fn ordered(&self, options: &[Choice]) -> Option<Choice> {
        let piece = self.table.subject?;
        let actions: Actions = options
            .iter()
            .filter_map(|option| match option {
                Choice::Do(action) if !matches!(action, Action::Overwatch) => Some(*action),
                _ => None,
            })
            .collect();
        self.deed(piece, &actions).map(Choice::Do).or(Some(Choice::Pass))
    }

    /// Whether a piece comes out of its entry area now.
    fn enters(&self, piece: PieceId) -> bool {
        let Some(square) = self.square(piece) else { return false };
        match piece {
            // A model in the open under fire is lost, unless it strikes.
            PieceId::Stealer(_) | PieceId::Marine(_) => {
                !self.seen.contains(square) || self.strikes_now(piece) || self.rushes(piece)
            }
            PieceId::Blip(_) => true,
        }
    }

    /// One action along a way.
    pub fn go(&self, piece: PieceId, ways: &Steps, actions: &[Action], strike: bool) -> Option<Action> {
        let cell = self.table.cell(piece)?;
        let here = ways.at(cell);
        if here == FAR {
            return None;
        }
        if here == 0 {
            return if strike { self.turn_to_prey(piece, actions) } else { self.settle(piece, actions) };
        }
        let grid = &self.fixed.mission.grid;
        let mut best: Option<(u8, Action)> = None;
        for action in actions {
            let Some(cost) = legal::cost(self.fixed, self.table, piece, *action) else { continue };
            let total = match action {
                Action::Move(to) => ways.at(*to).saturating_add(cost),
                Action::Open(door) => ways.at(*door).saturating_add(cost + 1),
                Action::Climb(to) | Action::Ride(to) => ways.at(*to).saturating_add(cost),
                Action::Jump => self.below(cell).map_or(FAR, |to| ways.at(to).saturating_add(cost)),
                Action::MoveJump(to) => self.below(*to).map_or(FAR, |to| ways.at(to).saturating_add(cost)),
                Action::Assault(Mark::Door(at)) if self.table.barred().contains(*at) => {
                    ways.at(*at).saturating_add(cost + BREAKING)
                }
                Action::Turn(facing) => {
                    let onward = [7, 0, 1].into_iter().filter_map(|eighths| {
                        let dir = grognard_space::grid::Dir::from(*facing).turned(eighths);
                        let to = grid.step(cell, dir)?;
                        let shut = self.table.occupied() | *self.table.shut() | self.table.burning;
                        if eighths == 0 && self.table.barred().contains(to) {
                            return Some(ways.at(to).saturating_add(cost + 1 + BREAKING));
                        }
                        let free = !shut.contains(to) && grid.corner_open(cell, dir, &shut);
                        free.then(|| ways.at(to).saturating_add(cost + 1))
                    });
                    onward.min().unwrap_or(FAR)
                }
                _ => FAR,
            };
            let nearer = match action {
                Action::Move(to) | Action::Climb(to) | Action::Ride(to) => ways.at(*to) < here,
                Action::Jump => self.below(cell).is_some_and(|to| ways.at(to) < here),
                Action::MoveJump(to) => self.below(*to).is_some_and(|to| ways.at(to) < here),
                _ => true,
            };
            if total != FAR && nearer && best.is_none_or(|(top, _)| total < top) {
                best = Some((total, *action));
            }
        }
        best.map(|(_, action)| action)
    }

    /// The square below a hole.
    fn below(&self, hole: grognard_space::grid::Cell) -> Option<grognard_space::grid::Cell> {
        self.fixed.mission.below(hole)
    }

    /// Next to a Marine: turns to the best one to attack.
    fn turn_to_prey(&self, piece: PieceId, actions: &[Action]) -> Option<Action> {
        let cell = self.table.cell(piece)?;
        let grid = &self.fixed.mission.grid;
        let mut best: Option<(i32, Action)> = None;
        for action in actions {
            let Action::Turn(facing) = action else { continue };
            let Some(front) = grid.step(cell, (*facing).into()) else { continue };
            let Some(PieceId::Marine(index)) = self.table.piece_at(front) else { continue };
            if self.table.side(PieceId::Marine(index)) == Side::Stealer {
                continue;
            }
            let cost = legal::cost(self.fixed, self.table, piece, *action).unwrap_or(0);
            if cost >= self.points(piece) {
                continue;
            }
            let key = i32::from(is_key(self.fixed, self.table, index));
            let win = chances::round(self.fixed, self.table, piece, PieceId::Marine(index)).win;
            let score = win + 1000 * key - 100 * i32::from(cost);
            if win >= HOPE && best.is_none_or(|(top, _)| score > top) {
                best = Some((score, *action));
            }
        }
        best.map(|(_, action)| action)
    }

    /// Waiting: a free turn towards where the enemy is.
    fn settle(&self, piece: PieceId, actions: &[Action]) -> Option<Action> {
        let cell = self.table.cell(piece)?;
        let facing = self.table.facing(piece)?;
        let now = self.ahead(cell, facing);
        actions
            .iter()
            .copied()
            .filter_map(|action| match action {
                Action::Turn(to) => {
                    let free = legal::cost(self.fixed, self.table, piece, action) == Some(0);
                    let there = self.ahead(cell, to);
                    (free && there < now).then_some((there, action))
                }
                _ => None,
            })
            .min_by_key(|(there, _)| *there)
            .map(|(_, action)| action)
    }
}
