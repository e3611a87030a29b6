//! How a force that came in place of blips fights: it shoots from where it can, strikes where that is likely to go well,
//! and watches with what is left.

use grognard_space::grid::{Cell, CellSet, Dir, Facing};

use super::{HOPE, Hunt, taken_ground};
use crate::choice::Action;
use crate::eldar::policy as eldar;
use crate::goal::Goal;
use crate::harlequin::choice::Deed;
use crate::harlequin::{dance, is_one, performer};
use crate::legal;
use crate::piece::{Mark, PieceId};
use crate::play::assault;
use crate::play::objective::open_goals;
use crate::play::window::covers;
use crate::policy::chances::{self, Round};
use crate::policy::ways::{FAR, Steps, steps_to};

/// The chance of a blow in thousandths that is better than any shot.
const SURE_BLOW: i32 = 450;
/// How many enemies next to one make a dance worth its price.
const CROWD: usize = 2;
/// How near the enemy is when it is time for the stance or the mask.
const SOON: u8 = 8;

impl Hunt<'_> {
    /// The place in the squad of a model that belongs to such a force.
    pub fn soldier(&self, piece: PieceId) -> Option<u8> {
        match piece {
            PieceId::Marine(index) if self.fixed.enemy.is_some() => Some(index),
            _ => None,
        }
    }

    /// The next thing for such a model to do.
    pub fn soldiers(&self, index: u8, actions: &[Action]) -> Option<Action> {
        let piece = PieceId::Marine(index);
        // Who has made ready to meet the enemy would only undo it.
        if self.table.marines[index as usize].overwatch || performer(self.table, index).stance {
            return None;
        }
        let at_once = self
            .perform(index, actions)
            .or_else(|| self.blow(piece, actions))
            .or_else(|| self.best_shot(piece, actions))
            .or_else(|| self.make_ready(piece, actions));
        if at_once.is_some() {
            return at_once;
        }
        if actions.contains(&Action::Enter) {
            return self.comes_in(piece).then_some(Action::Enter);
        }
        if let Some(area) = self.contested(piece) {
            return self.go(piece, &area, actions, false);
        }
        self.onto_the_enemy(index, actions, SURE_BLOW)
            .or_else(|| self.to_a_post(index, actions))
            .or_else(|| self.onto_the_enemy(index, actions, HOPE))
            .or_else(|| self.lair(piece).and_then(|lair| self.go(piece, &lair, actions, false)))
            .or_else(|| self.makes_ready(index, actions))
    }

    /// A model comes in where nobody watches; under the eyes of a Marine on overwatch only where time is short.
    fn comes_in(&self, piece: PieceId) -> bool {
        let pressed = self.is_pressed() || self.table.turn * 2 > self.fixed.mission.turns;
        !self.is_watched(piece) || pressed && self.rushes(piece)
    }

    /// Whether somebody on overwatch covers the square a model stands on or comes in on.
    pub fn is_watched(&self, piece: PieceId) -> bool {
        let covered = |square| {
            self.table.marines_on_map().any(|(index, _)| covers(self.fixed, self.table, index, square))
        };
        self.square(piece).is_some_and(covered)
    }

    /// What only Harlequins do: the Kiss is freed, and among several enemies they dance.
    fn perform(&self, index: u8, actions: &[Action]) -> Option<Action> {
        self.table.troupe.as_ref()?;
        let free = Action::Harlequin(Deed::FreeKiss);
        if actions.contains(&free) {
            return Some(free);
        }
        let who = PieceId::Marine(index);
        if dance::targets(self.fixed, self.table, who).len() < CROWD {
            return None;
        }
        let dances = actions.iter().filter_map(|action| match action {
            Action::Harlequin(Deed::Dance(target)) => {
                let round = chances::round(self.fixed, self.table, who, *target);
                Some((round.win - round.lose, *action))
            }
            _ => None,
        });
        dances.max_by_key(|(edge, _)| *edge).filter(|(edge, _)| *edge > 0).map(|(_, action)| action)
    }

    /// The best blow at somebody in front, where it is worth the risk.
    fn blow(&self, piece: PieceId, actions: &[Action]) -> Option<Action> {
        let blows = actions.iter().filter_map(|action| match action {
            Action::Assault(Mark::Model(enemy)) => {
                let round = chances::round(self.fixed, self.table, piece, *enemy);
                is_worth_it(round, HOPE).then_some((round.win, *action))
            }
            _ => None,
        });
        blows.max_by_key(|(win, _)| *win).map(|(_, action)| action)
    }

    /// Towards a square from which a blow has at least this chance, where it can be struck this turn.
    fn onto_the_enemy(&self, index: u8, actions: &[Action], least: i32) -> Option<Action> {
        let piece = PieceId::Marine(index);
        let cell = self.table.cell(piece)?;
        let own = assault::braced(self.fixed, self.table, piece);
        let from = self.table.marines_on_map().flat_map(|(marine, at)| {
            let foe = &self.table.marines[marine as usize];
            let own = &own;
            Facing::ALL.into_iter().filter_map(move |side| {
                let square = self.fixed.mission.grid.step(at, side.into())?;
                let front = Dir::from(foe.facing) == Dir::from(side);
                let foe = assault::met(self.fixed, self.table, PieceId::Marine(marine), piece, front);
                let round = chances::compare(own, &foe, front || is_one(self.fixed, marine));
                is_worth_it(round, least).then_some((square, 0))
            })
        });
        let ways = steps_to(&self.fixed.mission.grid, &taken_ground(self.fixed, self.table), from);
        self.is_near_enough(piece, ways.at(cell)).then(|| self.go(piece, &ways, actions, true)).flatten()
    }

    /// Towards the nearest square from which some Marine can be shot at this turn, and round to face him there.
    fn to_a_post(&self, index: u8, actions: &[Action]) -> Option<Action> {
        let piece = PieceId::Marine(index);
        let cell = self.table.cell(piece)?;
        let posts = self.posts(index);
        if posts.is_empty() {
            return None;
        }
        if posts.contains(cell) {
            return self.turn_to_fire(index, cell, actions);
        }
        let free = posts.minus(&self.table.occupied());
        let ground = taken_ground(self.fixed, self.table);
        let ways: Steps = steps_to(&self.fixed.mission.grid, &ground, free.iter().map(|square| (square, 0)));
        self.is_near_enough(piece, ways.at(cell)).then(|| self.go(piece, &ways, actions, false)).flatten()
    }

    /// Whether something so far away is worth going for: what is out of reach this turn only where time is against one and
    /// nobody watches.
    fn is_near_enough(&self, piece: PieceId, far: u8) -> bool {
        let crew = &self.table.marines[..self.table.crew() as usize];
        let open = self.is_pressed() && !crew.iter().any(|marine| marine.overwatch);
        far != FAR && (open || far < self.points(piece))
    }

    /// Whether the Marines only have to wait.
    fn is_pressed(&self) -> bool {
        self.held().is_some()
            || open_goals(self.fixed, self.table).any(|goal| matches!(goal, Goal::Survive { .. }))
    }

    /// The squares from which a model has some Marine in sight and range.
    fn posts(&self, index: u8) -> CellSet {
        let model = &self.table.marines[index as usize];
        let (Some(weapon), Some(cell), false) =
            (self.fixed.profile(index).ranged, model.cell(), model.jammed)
        else {
            return CellSet::EMPTY;
        };
        let listed = self.fixed.weapon(weapon);
        let empty = model.ammo == 0 && listed.map_or(weapon.is_flamer(), |listed| listed.shots.is_some());
        if empty {
            return CellSet::EMPTY;
        }
        let range = listed.and_then(|listed| listed.range).unwrap_or(u16::MAX);
        let (opaque, models) = (self.table.opaque(), self.table.models().without(cell));
        self.table.marines_on_map().fold(CellSet::EMPTY, |all, (_, at)| {
            let seen = self.fixed.sight().field(at, &opaque, &models);
            all | seen.iter().filter(|from| self.fixed.range(*from, at) <= range).collect()
        })
    }

    /// A turn that brings a Marine in sight into the arc of fire, where none is.
    fn turn_to_fire(&self, index: u8, cell: Cell, actions: &[Action]) -> Option<Action> {
        let marines: CellSet = self.table.marines_on_map().map(|(_, at)| at).collect();
        let (opaque, models) = (self.table.opaque(), self.table.models().without(cell));
        let seen = self.fixed.sight().field(cell, &opaque, &models) & marines;
        let faced = |facing: Facing| !(*self.fixed.sight().cone(cell, facing) & seen).is_empty();
        if faced(self.table.marines[index as usize].facing) {
            return None;
        }
        let piece = PieceId::Marine(index);
        let turns = actions.iter().filter_map(|action| match action {
            Action::Turn(facing) if faced(*facing) => {
                let cost = legal::cost(self.fixed, self.table, piece, *action)?;
                (cost < self.points(piece)).then_some((cost, *action))
            }
            _ => None,
        });
        turns.min_by_key(|(cost, _)| *cost).map(|(_, action)| action)
    }

    /// With what is left of its points a model faces the way the enemy comes and watches, or stands ready for him.
    fn makes_ready(&self, index: u8, actions: &[Action]) -> Option<Action> {
        let model = &self.table.marines[index as usize];
        let cell = model.cell()?;
        let near = self.reach(cell) <= SOON;
        if let Some(mask) = eldar::mask(self.fixed, self.table, index, actions, near) {
            return Some(mask);
        }
        let stance = Action::Harlequin(Deed::Stance);
        let ready = eldar::watch(actions).or(Some(stance).filter(|_| near && actions.contains(&stance)));
        let cost = |action: Action| legal::cost(self.fixed, self.table, PieceId::Marine(index), action);
        let here = self.beyond(cell, model.facing);
        let spare = self.points(PieceId::Marine(index)).saturating_sub(ready.and_then(cost).unwrap_or(0));
        let turns = actions.iter().filter_map(|action| match action {
            Action::Turn(facing) if cost(*action).is_some_and(|cost| cost <= spare) => {
                Some((self.beyond(cell, *facing), *action)).filter(|(there, _)| *there < here)
            }
            _ => None,
        });
        turns.min_by_key(|(there, _)| *there).map(|(_, action)| action).or(ready)
    }

    /// How far the nearest Marine is from the squares before a model, pieces ignored.
    pub fn beyond(&self, cell: Cell, facing: Facing) -> u8 {
        let grid = &self.fixed.mission.grid;
        let ahead = [7, 0, 1].into_iter().filter_map(|eighths| {
            let dir = Dir::from(facing).turned(eighths);
            grid.step(cell, dir).filter(|_| grid.corner_open(cell, dir, &CellSet::EMPTY))
        });
        ahead.map(|to| self.reach(to)).min().unwrap_or(FAR)
    }
}

/// Whether a round promises more than it risks.
const fn is_worth_it(round: Round, least: i32) -> bool {
    round.win >= least && round.win >= round.lose
}
