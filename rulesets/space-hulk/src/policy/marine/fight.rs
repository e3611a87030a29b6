//! What Terminators shoot at, and when they strike.

use grognard_space::grid::{Cell, CellSet, Facing};

use super::{Outlook, stealer_cell};
use crate::choice::Action;
use crate::eldar::deed::Deed;
use crate::eldar::policy::shout_value;
use crate::event::Shot;
use crate::goal::Goal;
use crate::guard::choice::Deed as GuardDeed;
use crate::piece::{Mark, PieceId};
use crate::play::flames::burn_target;
use crate::play::objective::open_goals;
use crate::play::shooting;
use crate::play::window::covers;
use crate::policy::chances;
use crate::profile::Ranged;

/// What a blip in the flames is worth, in hundredths of an ordinary kill: it may be several.
const BLIP: i32 = 120;

/// The least an armed enemy is worth.
const ARMED: i32 = 120;

/// A deed and what it is good for: the chance of a kill, weighed by how much that matters.
pub type Valued = (i32, Action);

impl Outlook<'_> {
    /// How much a target's death matters, in hundredths of an ordinary kill.
    pub fn worth(&self, mark: Mark) -> i32 {
        match mark {
            Mark::Model(id) => {
                let Some(cell) = stealer_cell(self.table, id) else { return 0 };
                let way = i32::from(self.reach(cell).min(20));
                // Next to somebody, within one turn's reach, or out there; what shoots is near wherever it is.
                let near = match way {
                    0..=1 => 200,
                    2..=6 => 170 - 10 * way,
                    7..=12 => 90 - 5 * (way - 6),
                    _ => 30,
                };
                if self.shoots(id) { near.max(ARMED) } else { near }
            }
            Mark::Door(_) => 0,
        }
    }

    /// Whether a model of the other side has a gun.
    fn shoots(&self, id: PieceId) -> bool {
        matches!(id, PieceId::Marine(index) if self.fixed.profile(index).ranged.is_some())
    }

    /// What a section weapon or a grenade would do to the enemies in its reach.
    fn blast_value(&self, weapon: Ranged, at: Cell) -> i32 {
        let Some(listed) = self.fixed.weapon(weapon) else { return 0 };
        let cells = crate::legal::blast_extent(self.fixed, self.table, weapon, at);
        let caught = self.table.foes_on_map().filter(|(_, cell)| cells.contains(*cell));
        let each = caught.map(|(piece, _)| {
            let chance = chances::needed(listed.dice, listed.need(self.fixed.class(piece), 0));
            chance * self.worth(Mark::Model(piece)) / 100
        });
        each.sum()
    }

    /// The value of one action as a way to kill; nothing if it is none.
    pub fn kill_value(&self, index: u8, action: Action) -> i32 {
        let who = PieceId::Marine(index);
        let shot = |weapon: Ranged, mark: Mark, shot: Shot| {
            chances::hit(&shooting::plan(self.fixed, self.table, who, weapon, mark, shot)) * self.worth(mark)
                / 100
        };
        match action {
            Action::Fire(weapon, mark) => shot(weapon, mark, Shot::Plain),
            Action::MoveFire(_, weapon, mark) => shot(weapon, mark, Shot::Moving),
            Action::TurnFire(_, weapon, mark) => shot(weapon, mark, Shot::Turning),
            // SH-IGF-005: as good as a shot after a step.
            Action::FireMove(weapon, mark, _) => shot(weapon, mark, Shot::Moving),
            Action::Guard(GuardDeed::Aim(points, weapon, mark)) => shot(weapon, mark, Shot::Aimed(points)),
            Action::Launch(weapon, at)
            | Action::MoveLaunch(_, weapon, at)
            | Action::TurnLaunch(_, weapon, at) => self.blast_value(weapon, at),
            Action::FullAuto => {
                let marks = crate::legal::full_auto_targets(self.fixed, self.table, index);
                if marks.iter().any(|mark| matches!(mark, Mark::Model(piece) if crate::legal::endangers(self.table, who, *piece))) {
                    return 0;
                }
                let all: i32 = marks
                    .iter()
                    .map(|mark| {
                        let need = shooting::full_auto_target(self.fixed, *mark);
                        let plan = shooting::ShotPlan {
                            dice: self.fixed.numbers().cannon.dice,
                            target: need,
                            jams: false,
                            bursts: false,
                        };
                        chances::hit(&plan) * self.worth(*mark) / 100
                    })
                    .sum();
                // It costs as much as two bursts and empties half the magazine.
                all * 2 / 5
            }
            Action::Flame(at) => self.flame_value(index, at),
            Action::Aspect(Deed::Shout) => shout_value(self.fixed, self.table, index),
            Action::Assault(Mark::Model(enemy)) => {
                let round = chances::round(self.fixed, self.table, who, enemy);
                let worth = self.worth(Mark::Model(enemy));
                let own = if self.is_key(index) { 400 } else { 150 };
                (round.win * worth - round.lose * own) / 100
            }
            _ => 0,
        }
    }

    /// What a jet of flame is worth when it is not the goal: fuel for the goal is kept back.
    fn flame_value(&self, index: u8, at: grognard_space::grid::Cell) -> i32 {
        let marine = &self.table.marines[index as usize];
        let burns = open_goals(self.fixed, self.table).any(|goal| matches!(goal, Goal::Burn(_)));
        let kept = if burns { 2 } else { 0 };
        if marine.ammo <= kept {
            return 0;
        }
        let extent = crate::legal::flame_extent(self.fixed, self.table, at);
        if self.table.marines_on_map().any(|(_, cell)| extent.contains(cell)) {
            return 0;
        }
        let weapon = self.fixed.profile(index).ranged.unwrap_or(Ranged::HeavyFlamer);
        let burns = |piece: PieceId| chances::needed(1, burn_target(self.fixed, piece, weapon).need());
        let models = self.table.foes_on_map().map(|(id, cell)| (id, cell, self.worth(Mark::Model(id))));
        let blips = self.table.blips_on_map().map(|(id, cell)| (PieceId::Blip(id), cell, BLIP));
        let caught = models.chain(blips).filter(|(_, cell, _)| extent.contains(*cell));
        let all: i32 = caught.map(|(piece, _, worth)| burns(piece) * worth).sum();
        // Two points and a shot out of six: it has to be worth two kills or so.
        all / 100 * 2 / 5
    }

    /// The best way to kill something now, with so many points to pay with.
    pub fn best_kill(&self, index: u8, actions: &[Action], points: u8, least: i32) -> Option<Valued> {
        let who = PieceId::Marine(index);
        let mut best: Option<Valued> = None;
        for action in actions {
            let fights = matches!(
                action,
                Action::Fire(..)
                    | Action::TurnFire(..)
                    | Action::FullAuto
                    | Action::Flame(_)
                    | Action::Launch(..)
                    | Action::TurnLaunch(..)
                    | Action::Aspect(Deed::Shout)
                    | Action::Guard(GuardDeed::Aim(..))
                    | Action::Assault(Mark::Model(_))
            );
            if !fights || crate::legal::cost(self.fixed, self.table, who, *action).is_none_or(|c| c > points)
            {
                continue;
            }
            let mut value = self.kill_value(index, *action);
            if matches!(action, Action::TurnFire(..) | Action::TurnLaunch(..)) {
                // Turning away costs the view one had.
                value -= 30;
            }
            if value >= least && best.is_none_or(|(top, _)| value > top) {
                best = Some((value, *action));
            }
        }
        best
    }

    /// How much of the enemy's ways to here a Marine watches, facing so.
    pub fn watch(&self, index: u8, facing: Facing) -> i32 {
        let Some(cell) = self.table.marines[index as usize].cell() else { return 0 };
        let range = self.fixed.numbers().overwatch.range;
        let swept: CellSet =
            self.table.view_from(self.fixed, cell, facing) & *self.fixed.sight().cone(cell, facing);
        // Overwatch lasts until the enemy has acted once: what is farther off than that does not matter.
        let soon = self.fixed.numbers().action_points.genestealer;
        let stays = matches!(
            open_goals(self.fixed, self.table).next(),
            Some(Goal::Hold { .. } | Goal::Survive { .. })
        );
        let others = || self.table.marines_on_map().filter(|(other, _)| *other != index);
        let watched = |seen| others().any(|(other, _)| covers(self.fixed, self.table, other, seen));
        let mut value = 0;
        for seen in swept {
            let way = self.fixed.mission.grid.distance(cell, seen);
            let here = self.arrival(seen);
            if way <= range && here <= soon && here < self.arrival(cell) {
                // Soon and near counts most; where everybody stays, what another watches counts little.
                let full = 4 + i32::from(8 - here.min(8)) + i32::from(6 - way.min(6));
                value += if stays && watched(seen) { full / 4 } else { full };
            }
        }
        value
    }
}
