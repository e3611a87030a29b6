//! Taking back: going to an earlier decision and running on, with fresh dice where something was revealed.

use super::{EngineFault, Game, Given, Pending, Rejected};
use crate::SeatId;
use crate::record::{Line, Origin};
use crate::ruleset::Ruleset;

/// What undo would do for a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndoPreview {
    /// The answers that would remain.
    pub to: u32,
    /// The text of the first answer that would be taken back.
    pub answer: String,
    /// Whether it is free.
    pub free: bool,
    /// Whether dice or hidden facts were shown since.
    pub revealed: bool,
    /// Seats whose own answers would be undone with it.
    pub others: Vec<SeatId>,
}

/// What taking back the phase would do for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhaseUndo {
    /// The answers that would remain.
    pub to: u32,
    /// How many of its own answers the seat would take back.
    pub taken: u32,
    /// Whether that is all of the phase: otherwise something was shown in its middle, or somebody else answered.
    pub whole: bool,
}

impl<R: Ruleset> Game<R> {
    /// How far a seat can take back for nothing within the phase of its last answer: up to where dice or hidden facts
    /// were shown or somebody else answered. `None` where there is nothing of the kind.
    pub fn phase_undo(&self, seat: SeatId) -> Option<PhaseUndo> {
        let phase_of = |given: &Given<R>| self.acts.get(given.act).map(|act| act.phase);
        let phase = phase_of(self.given.last()?);
        let here = |given: &Given<R>| phase_of(given) == phase;
        let free = |given: &Given<R>| given.seat == seat && !given.revealed && here(given);
        let open = self.outcome().is_none();
        let back = self.given.iter().rev().take_while(|given| open && free(given)).count();
        let from = self.given.len() - back;
        // What stands there by itself would be answered by itself again.
        let own = |given: &&Given<R>| !matches!(given.by, Origin::Stop | Origin::Clock);
        let taken = self.given[from..].iter().filter(own).count() as u32;
        let whole =
            from.checked_sub(1).and_then(|last| self.given.get(last)).is_none_or(|given| !here(given));
        (taken > 0).then_some(PhaseUndo { to: from as u32, taken, whole })
    }

    /// Takes back what [`Game::phase_undo`] names.
    pub fn undo_phase(&mut self, seat: SeatId) -> Result<(), Rejected> {
        let Some(undo) = self.phase_undo(seat) else {
            return Err(Rejected::NotAsked("there is nothing of this phase to take back".to_owned()));
        };
        Ok(self.rewind(undo.to, None)?)
    }

    /// What undo would do for a seat: back to the last answer it gave itself. Standing answers and a clock's go with
    /// it, or they would be given again at once.
    pub fn undo_preview(&self, seat: SeatId) -> Option<UndoPreview> {
        let own = |by: Origin| !matches!(by, Origin::Stop | Origin::Clock);
        let to = self.given.iter().rposition(|given| given.seat == seat && own(given.by))?;
        let since = &self.given[to..];
        let revealed = since.iter().any(|given| given.revealed);
        // Answers in a sealed set that is still open stay in: nobody has seen this seat's.
        let mut others: Vec<_> = since
            .iter()
            .filter(|given| given.seat != seat && !self.in_open_set(&self.given[to]))
            .map(|given| given.seat)
            .collect();
        others.sort_unstable();
        others.dedup();
        let over = self.outcome().is_some();
        Some(UndoPreview {
            to: to as u32,
            answer: self.answer_text(to),
            free: !revealed && others.is_empty() && !over,
            revealed,
            others,
        })
    }

    /// Takes back a seat's last answer and all since. `consent` is for hosts that have asked the other seats,
    /// or play a practice game.
    pub fn undo(&mut self, seat: SeatId, consent: bool) -> Result<(), Rejected> {
        let Some(preview) = self.undo_preview(seat) else {
            return Err(Rejected::NotAsked("there is nothing to take back".to_owned()));
        };
        if !preview.free && !consent {
            let why = if preview.revealed {
                "dice or hidden things were shown since"
            } else if preview.others.is_empty() {
                "the game is over"
            } else {
                "others have answered since"
            };
            let mut seats = preview.others;
            if preview.revealed || seats.is_empty() {
                seats = (0..self.seats.len() as u8).map(SeatId).filter(|other| *other != seat).collect();
            }
            return Err(Rejected::NeedsConsent { seats, why: why.to_owned() });
        }
        let to = preview.to as usize;
        let open = self.in_open_set(&self.given[to]);
        let stay = if open { self.given[to + 1..].to_vec() } else { Vec::new() };
        let epoch = preview.revealed.then_some(self.epoch + 1);
        self.rewind(preview.to, epoch)?;
        for given in stay {
            self.give(given.seat, given.choice, given.by)?;
        }
        Ok(())
    }

    /// Goes back to the decision after the first `to` answers; a new epoch gives fresh dice from there on.
    pub fn rewind(&mut self, to: u32, epoch: Option<u32>) -> Result<(), EngineFault> {
        let to = to as usize;
        if to > self.given.len() {
            let answers = self.given.len();
            return Err(EngineFault(format!("there are {answers} answers, so there is no answer {to}")));
        }
        // The question the next answer goes to: that of the first one taken back, or the pending one.
        let (act, question) = match self.given.get(to) {
            Some(given) => (given.act, given.question),
            None => (self.acts.len() - 1, self.acts.last().map_or(0, |act| act.tape.len())),
        };
        let start = self.start_of(act)?;
        self.acts.truncate(act + 1);
        self.given.truncate(to);
        let current = self.acts.last_mut().expect("an answer belongs to an activity");
        current.start = Some(start);
        current.tape.truncate(question);
        current.asides.retain(|said| said.after <= to);
        current.epochs.retain(|(at, _)| *at < question || (*at == question && epoch.is_none()));
        if let Some(epoch) = epoch {
            current.epochs.push((question, epoch));
            self.epoch = self.epoch.max(epoch);
        }
        self.marked_turn = current.turn;
        self.lines.push(Line::Undo { undo: to as u32, epoch });
        // Sealed answers given before in the same set stay in, and are sealed again.
        let mut sealed = Vec::new();
        for given in self.given.iter_mut().filter(|given| given.act == act && given.question == question) {
            given.revealed = false;
            sealed.push((given.seat, given.choice.clone()));
        }
        self.run(0)?;
        if let Pending::Asked { decisions, given, .. } = &mut self.pending {
            for (seat, choice) in sealed {
                if let Some(index) = decisions.iter().position(|decision| decision.ask.owner == seat) {
                    given[index] = Some(choice);
                }
            }
        }
        self.revision += 1;
        Ok(())
    }

    /// The game as it was after its first `answers` answers. Its record ends in a take-back to there.
    pub fn frame(&self, answers: u32) -> Result<Game<R>, EngineFault> {
        let mut game = self.clone();
        if answers < self.answers() {
            game.rewind(answers, None)?;
        }
        Ok(game)
    }
}
