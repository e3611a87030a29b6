//! New games from a frame of another.

use grognard_engine::dice::Secret;
use grognard_engine::erased::DynGame;
use grognard_engine::game::EngineFault;
use grognard_engine::record::{Line, Record};

use super::notes::Notes;
use super::table::Table;
use crate::device::Device;
use crate::fault::Fault;
use crate::protocol::ForkGame;

impl Table {
    /// The game from a frame on, with dice of its own, and what a new table needs beside it. Who forks a game that is not
    /// over could end the fork and look at everything, so only a practice game of one's own can be forked before its end.
    pub(crate) fn fork(
        &self,
        who: &Device,
        fork: &ForkGame,
        secret: Secret,
    ) -> Result<(Box<dyn DynGame>, Notes, String), Fault> {
        self.admits(who)?;
        self.has_begun()?;
        let (over, last) = (self.is_over_for(who), self.game.answers());
        let may = over || (self.notes.options.practice && self.plays_alone(who));
        if !may {
            return Err(Fault::forbidden(
                "a game that is not over can be played on from here only in a practice game of your own",
            ));
        }
        if fork.at > last {
            return Err(Fault::bad(format!("there is no frame {}; the last one is {last}", fork.at)));
        }
        if over && fork.at == last {
            return Err(Fault::bad("the game is over in this frame; go back before you fork"));
        }
        let mut notes = Notes {
            seats: self.notes.seats.clone(),
            options: self.notes.options.clone(),
            lesson: self.notes.lesson.clone(),
            ..Notes::default()
        };
        notes.pace = notes.options.pace;
        for given in &fork.seats {
            self.seat(&given.seat)?;
            if !over && self.notes.player(&given.seat) != given.player {
                // Else anybody could look at the computer's hidden pieces by sitting down in its place.
                return Err(Fault::forbidden("players can change places in a fork once the game is over"));
            }
            notes.seats.retain(|setup| setup.seat != given.seat);
            notes.seats.push(given.clone());
        }
        let broken = |fault: EngineFault| Fault::broken(fault.to_string());
        let (frame, mut record) =
            (self.game.frame(fork.at).map_err(broken)?, self.game.fork(fork.at, secret).map_err(broken)?);
        let play =
            |record: &Record| self.system.replay(record).ok().filter(|game| game.hash() == frame.hash());
        let mut game = play(&record);
        // Said right here, an aside may still have waited for the end of its activity.
        while game.is_none() && matches!(record.lines.last(), Some(Line::Aside { .. })) {
            record.lines.pop();
            game = play(&record);
        }
        let game =
            game.ok_or_else(|| Fault::conflict("the rules have changed since: this frame cannot be forked"))?;
        Ok((game, notes, self.title.clone()))
    }
}
