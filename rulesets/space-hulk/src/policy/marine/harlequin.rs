//! What Harlequins do with what only they can do.

use super::goal::Way;
use super::{Outlook, known};
use crate::choice::Action;
use crate::harlequin::choice::Deed;
use crate::harlequin::{dance, is_one, is_soloist, performer};
use crate::legal;
use crate::piece::{Mark, PieceId};
use crate::policy::chances;
use crate::policy::ways::FAR;

/// How many enemies next to one make a dance worth its price.
const CROWD: usize = 2;
/// How near the enemy is when it is time for the stance.
const SOON: u8 = 8;

impl Outlook<'_> {
    /// Whether a Harlequin waits for what comes, and has nothing more to do.
    pub(super) fn waits(&self, index: u8) -> bool {
        performer(self.table, index).stance
    }

    /// Frees the Kiss, dances among several enemies, leaps where that is shorter.
    pub(super) fn perform(
        &self,
        index: u8,
        way: Option<Way<'_>>,
        actions: &[Action],
        ap: u8,
    ) -> Option<Action> {
        self.table.troupe.as_ref()?;
        let free = Action::Harlequin(Deed::FreeKiss);
        if actions.contains(&free) {
            return Some(free);
        }
        self.dance(index, actions).or_else(|| self.leap(index, way?, actions, ap))
    }

    /// The dance that begins with the best odds, among enough enemies and with more to win than to lose.
    fn dance(&self, index: u8, actions: &[Action]) -> Option<Action> {
        let who = PieceId::Marine(index);
        if dance::targets(self.fixed, self.table, who).len() < CROWD {
            return None;
        }
        let best = actions
            .iter()
            .filter_map(|action| match action {
                Action::Harlequin(Deed::Dance(target)) => {
                    let round = chances::round(self.fixed, self.table, who, *target);
                    let worth = self.worth(Mark::Model(*target));
                    Some((round.win * worth / 100 - round.lose, *action))
                }
                _ => None,
            })
            .max_by_key(|(edge, _)| *edge)?;
        (best.0 > 0).then_some(best.1)
    }

    /// A leap that saves more of the way than it costs.
    fn leap(&self, index: u8, way: Way<'_>, actions: &[Action], ap: u8) -> Option<Action> {
        let marine = &self.table.marines[index as usize];
        let here = way.march.at(marine.cell()?, marine.facing);
        actions.iter().copied().find(|action| {
            let Action::Leap(to) = action else { return false };
            let cost = legal::cost(self.fixed, self.table, PieceId::Marine(index), *action).unwrap_or(FAR);
            let after = way.march.at(*to, marine.facing);
            known(here) && known(after) && cost <= ap && after.saturating_add(cost) <= here
        })
    }

    /// SH-HRL-009: what a Harlequin keeps of its points for the stance, where the enemy is near and the way leaves time for it.
    pub(super) fn poise(&self, index: u8, need: u8) -> u8 {
        let fixed = self.fixed;
        let Some(cell) = self.table.marines[index as usize].cell() else { return 0 };
        let stance = fixed.numbers().harlequin_costs.stance;
        let poised = is_one(fixed, index)
            && !is_soloist(self.table, index)
            && !fixed.profile(index).melee.is_empty()
            && self.arrival(cell) <= SOON;
        let spare = i32::from(fixed.marine_points(index).saturating_sub(stance));
        let in_time = i32::from(need) <= (self.turns_left() - 1) * spare;
        if poised && known(need) && in_time { stance } else { 0 }
    }

    /// The stance, where the enemy is near and there is nothing to watch with.
    pub(super) fn stand_ready(&self, index: u8, actions: &[Action]) -> Option<Action> {
        let stance = Action::Harlequin(Deed::Stance);
        let near = self.arrival(self.table.marines[index as usize].cell()?) <= SOON;
        (near && actions.contains(&stance)).then_some(stance)
    }
}
