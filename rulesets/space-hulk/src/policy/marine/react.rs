//! Reactions by command points while Genestealers act.

use grognard_space::grid::Dir;

use super::Outlook;
use crate::choice::{Action, Choice};
use crate::legal;
use crate::piece::{PieceId, Place};
use crate::policy::ways::FAR;
use crate::table::Flow;

impl Outlook<'_> {
    /// The Genestealer that has just acted.
    fn actor(&self) -> Option<PieceId> {
        match self.table.flow {
            Flow::Stealers { active } => active.filter(|id| !matches!(id, PieceId::Blip(_))),
            _ => None,
        }
    }

    /// SH-CMD-012: whether somebody reacts, and who.
    pub fn react(&self, options: &[Choice]) -> Option<Choice> {
        let mut best: Option<(i32, Choice)> = None;
        for option in options {
            let Choice::React(PieceId::Marine(index)) = option else { continue };
            let actions = legal::menu(self.fixed, self.table, PieceId::Marine(*index), self.cp);
            if let Some((value, _)) = self.best_reaction(*index, &actions)
                && best.is_none_or(|(top, _)| value > top)
            {
                best = Some((value, *option));
            }
        }
        best.map(|(_, option)| option).or(Some(Choice::Pass))
    }

    /// SH-CMD-018: what the one who reacts does.
    pub fn reaction(&self, options: &[Choice]) -> Option<Choice> {
        let Some(PieceId::Marine(index)) = self.table.subject else { return None };
        let actions: legal::Actions = options
            .iter()
            .filter_map(|option| match option {
                Choice::Do(action) => Some(*action),
                _ => None,
            })
            .collect();
        self.best_reaction(index, &actions).map(|(_, action)| Choice::Do(action))
    }

    /// The best a model can do about what has just happened, and what it is worth. A command point is worth about a
    /// third of a kill: it is lost at the end of the turn anyway, but worse may come.
    fn best_reaction(&self, index: u8, actions: &[Action]) -> Option<(i32, Action)> {
        if let Some(action) = self.finish(index, actions) {
            return Some((10_000, action));
        }
        let marine = &self.table.marines[index as usize];
        let cell = marine.cell()?;
        let actor = self.actor();
        let imminent = actor.is_some_and(|actor| self.can_strike(actor));
        let mut best: Option<(i32, Action)> = None;
        let mut offer = |value: i32, action: Action| {
            if best.is_none_or(|(top, _)| value > top) {
                best = Some((value, action));
            }
        };
        let least = if imminent || self.is_quiet() { 60 } else { 190 };
        if let Some((value, action)) = self.best_kill(index, actions, self.cp, least) {
            // A watcher would fire again for nothing, unless he is attacked first.
            let next_to = actor
                .and_then(|actor| self.table.cell(actor))
                .is_some_and(|at| self.fixed.mission.grid.distance(at, cell) <= 1);
            let value = if marine.overwatch && !next_to { value - 150 } else { value };
            if value > 0 {
                offer(value, action);
            }
        }
        if let Some(at) = actor.and_then(|actor| self.table.cell(actor))
            && imminent
        {
            let way = self.fixed.mission.grid.distance(at, cell);
            if marine.jammed && way >= 2 && self.cp >= 2 && actions.contains(&Action::ClearJam) {
                offer(80, Action::ClearJam);
            }
            if way == 1
                && let Some(facing) = self.fixed.mission.grid.direction(cell, at).and_then(Dir::facing)
                && facing != marine.facing
                && actions.contains(&Action::Turn(facing))
            {
                offer(70, Action::Turn(facing));
            }
        }
        best
    }

    /// Whether a Genestealer can still attack somebody this turn.
    fn can_strike(&self, stealer: PieceId) -> bool {
        let left = match stealer {
            PieceId::Stealer(index) => self.table.stealers[index as usize].ap,
            PieceId::Marine(index) => self.table.marines[index as usize].ap,
            PieceId::Blip(_) => return false,
        };
        let Some(cell) = self.table.cell(stealer) else { return false };
        let way = self.reach(cell);
        way != FAR && way <= left
    }

    /// Whether nothing else that could strike this turn is left to act: then there is nothing to save for.
    fn is_quiet(&self) -> bool {
        let near = |place: Place, lurks: bool, points: u8| match place {
            Place::Board(cell) => self.reach(cell) <= points,
            Place::Entry(entry) => {
                let square = self.fixed.mission.entries[entry as usize].square;
                !lurks && self.reach(square) < points
            }
            _ => false,
        };
        let points = self.fixed.numbers().action_points.genestealer;
        let models = self.table.stealers.iter().any(|s| !s.activated && near(s.place, s.lurks, points));
        let blips = self.table.blips.iter().any(|b| !b.activated && near(b.place, b.lurks, points));
        let brood = (self.table.crew()..self.table.marines.len() as u8).any(|index| {
            let model = &self.table.marines[index as usize];
            !model.activated && near(model.place, model.lurks, self.fixed.marine_points(index))
        });
        !models && !blips && !brood
    }
}
