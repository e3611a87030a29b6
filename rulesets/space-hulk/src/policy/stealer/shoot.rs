//! What armed models of the Stealer side shoot at: Hybrids, Tyranids, a force of men.

use grognard_space::grid::CellSet;

use super::Hunt;
use crate::choice::Action;
use crate::event::Shot;
use crate::guard::choice::Deed;
use crate::legal;
use crate::piece::{Mark, PieceId};
use crate::play::flames::burn_target;
use crate::play::shooting::{self, ShotPlan};
use crate::policy::{chances, is_key};
use crate::profile::Ranged;
use crate::table::Side;

/// What a Marine is worth, one the mission hangs on beside that, and a model of one's own.
const MARINE: i32 = 2;
const KEY: i32 = 1;
const OWN: i32 = 3;

impl Hunt<'_> {
    /// The best shot an armed model has at the Marines.
    pub fn best_shot(&self, piece: PieceId, actions: &[Action]) -> Option<Action> {
        let PieceId::Marine(index) = piece else { return None };
        let mut best: Option<(i32, Action)> = None;
        for action in actions {
            let cost = legal::cost(self.fixed, self.table, piece, *action).unwrap_or(1).max(1);
            let score = self.shot_value(index, *action) / i32::from(cost);
            if score > 0 && best.is_none_or(|(top, _)| score > top) {
                best = Some((score, *action));
            }
        }
        best.map(|(_, action)| action)
    }

    /// Without a shot an armed model watches, if nothing is left to walk for.
    pub fn watch(&self, piece: PieceId, actions: &[Action]) -> Option<Action> {
        let PieceId::Marine(index) = piece else { return None };
        let watches = actions.contains(&Action::Overwatch)
            && self.points(piece) <= self.fixed.numbers().set_overwatch.set_overwatch + 1
            && !self.table.marines[index as usize].overwatch;
        watches.then_some(Action::Overwatch)
    }

    /// What an action is good for as a way to kill Marines; nothing if it is none.
    fn shot_value(&self, index: u8, action: Action) -> i32 {
        let (fixed, table, piece) = (self.fixed, self.table, PieceId::Marine(index));
        let aimed = |weapon: Ranged, mark: Mark, way: Shot| match mark {
            Mark::Model(target) if table.side(target) == Side::Marine => {
                chances::hit(&shooting::plan(fixed, table, piece, weapon, mark, way)) * self.price(target)
            }
            _ => 0,
        };
        match action {
            Action::Fire(weapon, mark) => aimed(weapon, mark, Shot::Plain),
            Action::MoveFire(_, weapon, mark) => aimed(weapon, mark, Shot::Moving),
            Action::TurnFire(_, weapon, mark) => aimed(weapon, mark, Shot::Turning),
            Action::Guard(Deed::Aim(points, weapon, mark)) => aimed(weapon, mark, Shot::Aimed(points)),
            Action::Launch(weapon, at)
            | Action::MoveLaunch(_, weapon, at)
            | Action::TurnLaunch(_, weapon, at) => {
                let Some(listed) = fixed.weapon(weapon) else { return 0 };
                let chance = |caught| chances::needed(listed.dice, listed.need(fixed.class(caught), 0));
                self.caught(legal::blast_extent(fixed, table, weapon, at), chance)
            }
            Action::Flame(at) => {
                let Some(weapon) = fixed.profile(index).ranged else { return 0 };
                let chance = |caught| chances::needed(1, burn_target(fixed, caught, weapon).need());
                self.caught(legal::flame_extent(fixed, table, at), chance)
            }
            Action::FullAuto => {
                let marks = legal::full_auto_targets(fixed, table, index);
                let each = marks.into_iter().map(|mark| {
                    let Mark::Model(target) = mark else { return 0 };
                    let (dice, target_number) =
                        (fixed.numbers().cannon.dice, shooting::full_auto_target(fixed, mark));
                    let plan = ShotPlan { dice, target: target_number, jams: false, bursts: false };
                    chances::hit(&plan) * self.price(target)
                });
                each.sum()
            }
            _ => 0,
        }
    }

    /// What a piece's death is worth; less than nothing where it is one's own.
    fn price(&self, piece: PieceId) -> i32 {
        match piece {
            PieceId::Marine(index) if self.table.side(piece) == Side::Marine => {
                MARINE + if is_key(self.fixed, self.table, index) { KEY } else { 0 }
            }
            _ => -OWN,
        }
    }

    /// What something that fills squares does there, by the chance of a model to die of it.
    fn caught(&self, cells: CellSet, chance: impl Fn(PieceId) -> i32) -> i32 {
        let marines = self.table.marines_on_map().map(|(index, cell)| (PieceId::Marine(index), cell));
        let all = marines.chain(self.table.foes_on_map()).filter(|(_, cell)| cells.contains(*cell));
        all.map(|(piece, _)| chance(piece) * self.price(piece)).sum()
    }

    /// A weapon that is jammed or empty is seen to first.
    pub fn make_ready(&self, piece: PieceId, actions: &[Action]) -> Option<Action> {
        let PieceId::Marine(index) = piece else { return None };
        let model = &self.table.marines[index as usize];
        let wanted = if model.jammed {
            Action::ClearJam
        } else if model.ammo == 0 && model.reloads > 0 {
            Action::Reload
        } else {
            return None;
        };
        actions.contains(&wanted).then_some(wanted)
    }
}
