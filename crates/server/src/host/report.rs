//! A finished game looked at again: how the chances stood at the start of each turn.

use grognard_engine::record::Line;

use super::show::marks;
use super::table::Table;
use crate::fault::Fault;
use crate::protocol::{Report, ReportTurn};

/// Games played from the start of each turn: enough to tell a lost position from an even one.
const GAMES: u32 = 48;
/// A long game is looked at in so many places at most.
const MOST_TURNS: usize = 24;

impl Table {
    /// How often each seat would have won from each turn's start, with the computer's best player on both sides.
    pub(crate) fn report(&self) -> Result<Report, Fault> {
        if self.game.over().is_none() {
            return Err(Fault::conflict("the game is not over yet: its report would tell what is hidden"));
        }
        let best = self.form.opponents.first().map(|opponent| opponent.bot.clone());
        let best = best.ok_or_else(|| Fault::conflict("this system has no computer player"))?;
        let bots = vec![best; self.game.seats().len()];
        let marks = marks(self.game.lines());
        let every = marks.len().div_ceil(MOST_TURNS).max(1);
        let mut turns = Vec::new();
        for (number, mark) in marks.into_iter().enumerate().filter(|(number, _)| number % every == 0) {
            let frame = self.game.frame(mark.at).map_err(|fault| Fault::broken(fault.to_string()))?;
            if frame.over().is_some() {
                continue;
            }
            let wins = frame.prospects(&bots, GAMES, number as u64 + 1).map_err(Fault::conflict)?;
            turns.push(ReportTurn { at: mark.at, label: mark.label, wins });
        }
        let answers = self.game.lines().iter().filter(|line| matches!(line, Line::Answer { .. })).count();
        Ok(Report { games: GAMES, turns, answers: answers as u32 })
    }
}
