//! One game with everything around it: who plays, what was asked of the host, what is already on disk.
//!
//! Every change goes the same way: the engine takes it, the store writes it, and only then anybody hears of it. If the
//! store fails, the game is put back to what the store has.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use grognard_engine::client::{Refusal, SeatName, SetupForm, Violation};
use grognard_engine::dice::Secret;
use grognard_engine::erased::{DynGame, StandingAnswer, System};
use grognard_engine::game::Rejected;
use grognard_engine::lesson::Lesson;
use grognard_engine::record::{Line, Origin};
use grognard_engine::{SeatId, Viewer};
use grognard_store::{Append, Appended, GameId, Snapshot, Status, Store};

use super::notes::{Notes, Stop, TakeBack};
use super::restore;
use super::tongue::tongue;
use crate::clock;
use crate::fault::Fault;
use crate::protocol::{BotControl, ForkGame, ViewAs};

/// More standing answers in a row than any game has: a ruleset that never stops answering is broken.
const MAX_STANDING: usize = 10_000;

/// Why something a client sent was not done.
#[derive(Debug)]
pub(crate) enum Declined {
    /// It breaks rules.
    Refused(Refusal),
    /// The client has not seen the present state.
    Stale,
    /// Anything else.
    Fault(Fault),
}

impl From<Fault> for Declined {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// A game and everything the host keeps for it.
pub(crate) struct Table {
    pub(super) id: GameId,
    pub(super) title: String,
    pub(super) system: Arc<dyn System>,
    /// The system's form: it has the names of computer players.
    pub(super) form: Arc<SetupForm>,
    pub(super) store: Arc<dyn Store>,
    pub(super) game: Box<dyn DynGame>,
    /// The secret of the game's dice: bots draw seeds of their own from it.
    pub(super) secret: Secret,
    pub(super) notes: Notes,
    /// Lines of the record before the game's own: of earlier segments, under older rules.
    pub(super) before: usize,
    /// How many of the game's lines are in the store.
    pub(super) stored: usize,
    /// Keys of messages that were done.
    pub(super) keys: BTreeSet<String>,
    /// The revision at which the pending decisions were put. Sealed answers of others come after it and make nobody's
    /// answer stale.
    pub(super) asked_at: u32,
    /// Grows with everything a viewer could notice.
    pub(super) version: u64,
    /// Take-backs: the version they led to, and how much of the log they left.
    pub(super) cuts: Vec<(u64, u32)>,
    /// The computer goes on without waiting until a person decides.
    pub(super) skipping: bool,
    /// Answers the computer may still give while paused.
    pub(super) steps: u32,
    /// What is wrong with the computer, if it cannot go on.
    pub(super) trouble: Option<String>,
    /// Since when somebody's clock runs.
    pub(super) running: Option<Instant>,
    /// The lesson it is a game of.
    pub(super) lesson: Option<Lesson>,
    /// The language of whoever is spoken to now.
    pub(super) language: String,
    /// Why nothing happens here any more.
    pub(super) gone: Option<&'static str>,
}

impl Table {
    /// Grows with everything a viewer could notice.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// Why nothing happens here any more: the game was deleted, or the server stopped.
    pub(crate) fn gone(&self) -> Option<&'static str> {
        self.gone
    }

    /// Ends the table's use.
    pub(crate) fn close(&mut self, why: &'static str) {
        self.gone = Some(why);
        self.version += 1;
    }

    /// Speaks a language from now on.
    pub(crate) fn speak(&mut self, language: &str) {
        self.game.speak(language);
        language.clone_into(&mut self.language);
    }

    /// The game's revision.
    pub(crate) fn revision(&self) -> u32 {
        self.game.revision()
    }

    /// The log's length after the deepest take-back since a version, if there was one.
    pub(crate) fn cut_since(&self, version: u64) -> Option<u32> {
        self.cuts.iter().filter(|(at, _)| *at > version).map(|(_, left)| *left).min()
    }

    /// The seat with a name.
    pub(super) fn seat(&self, name: &str) -> Result<SeatId, Fault> {
        let seats = self.game.seats();
        let found = seats.iter().position(|seat| seat.id == name);
        found.map(|index| SeatId(index as u8)).ok_or_else(|| {
            let known: Vec<_> = seats.iter().map(|seat| seat.id.as_str()).collect();
            Fault::bad(format!("there is no seat `{}`; there are: {}", short(name), known.join(", ")))
        })
    }

    pub(super) fn name(&self, seat: SeatId) -> SeatName {
        self.game.seats().get(seat.index()).map(|info| info.id.clone()).unwrap_or_default()
    }

    /// A seat that a person plays.
    fn own_seat(&self, name: &str) -> Result<SeatId, Fault> {
        let seat = self.seat(name)?;
        if self.notes.is_human(name) {
            Ok(seat)
        } else {
            Err(Fault::forbidden(format!("the seat `{name}` is played by the computer")))
        }
    }

    /// Whose eyes a client may look through.
    pub(crate) fn viewer(&self, view: &ViewAs) -> Result<Viewer, Fault> {
        match view {
            ViewAs::Public => Ok(Viewer::Spectator),
            ViewAs::Seat { seat } if self.game.over().is_some() => self.seat(seat).map(Viewer::Seat),
            ViewAs::Seat { seat } => self.own_seat(seat).map(Viewer::Seat),
        }
    }

    /// An answer of a person.
    pub(crate) fn answer(
        &mut self,
        revision: u32,
        key: &str,
        seat: &str,
        text: &str,
    ) -> Result<(), Declined> {
        if self.keys.contains(key) {
            return Ok(());
        }
        let seat = self.own_seat(seat)?;
        self.at_revision(revision)?;
        if let Some(refusal) = self.strays(text) {
            return Err(Declined::Refused(refusal));
        }
        self.change(Some(key), |game| game.answer(seat, text, Origin::Player))?;
        self.settle()
    }

    /// Something a person says beside the answers.
    pub(crate) fn aside(&mut self, key: &str, seat: &str, text: &str) -> Result<(), Declined> {
        if self.keys.contains(key) {
            return Ok(());
        }
        let id = self.own_seat(seat)?;
        match text {
            "consent" => self.consent(key, seat)?,
            "refuse" => {
                self.asked_take_back(seat)?;
                self.notes.take_back = None;
                self.keep_notes()?;
            }
            "time-up" => return Err(Fault::bad("only the host's clock says `time-up`").into()),
            _ => self.change(Some(key), |game| game.aside(id, text, Origin::Player))?,
        }
        self.settle()
    }

    /// A person takes an answer back, or asks the others to agree to it; a phase, as far as it is free.
    pub(crate) fn undo(&mut self, revision: u32, key: &str, seat: &str, phase: bool) -> Result<(), Declined> {
        if self.keys.contains(key) {
            return Ok(());
        }
        let id = self.own_seat(seat)?;
        self.at_revision(revision)?;
        if phase {
            return self.take_back(key, |game| game.undo_phase(id));
        }
        let waits_for = self.consent_needed(id).map_err(Fault::conflict)?;
        if waits_for.is_empty() {
            return self.take_back(key, |game| game.undo(id, true));
        }
        self.notes.take_back = Some(TakeBack { seat: seat.to_owned(), waits_for, revision });
        self.keep_notes()?;
        Ok(())
    }

    /// Who has to agree before a seat may take its last answer back; an error if nobody can.
    pub(super) fn consent_needed(&self, seat: SeatId) -> Result<Vec<SeatName>, String> {
        let tongue = tongue(&self.language);
        let preview = self.game.undo_preview(seat).ok_or(tongue.nothing_to_take_back)?;
        if preview.free {
            return Ok(Vec::new());
        }
        let concerned: Vec<SeatName> = if preview.revealed || self.game.over().is_some() {
            self.game
                .seats()
                .iter()
                .map(|info| info.id.clone())
                .filter(|name| *name != self.name(seat))
                .collect()
        } else {
            preview.others.iter().map(|other| self.name(*other)).collect()
        };
        let (people, computers): (Vec<_>, Vec<_>) =
            concerned.into_iter().partition(|name| self.notes.is_human(name));
        if !computers.is_empty() && !self.notes.options.practice {
            let why = if preview.revealed { tongue.revealed } else { tongue.answered };
            return Err(why.to_owned());
        }
        Ok(people)
    }

    fn asked_take_back(&self, seat: &str) -> Result<&TakeBack, Fault> {
        let asked = self.notes.take_back.as_ref().filter(|asked| asked.revision == self.revision());
        asked
            .filter(|asked| asked.waits_for.iter().any(|name| name == seat))
            .ok_or_else(|| Fault::conflict(format!("nobody has asked `{seat}` to agree to a take-back")))
    }

    fn consent(&mut self, key: &str, seat: &str) -> Result<(), Declined> {
        let mut asked = self.asked_take_back(seat)?.clone();
        asked.waits_for.retain(|name| name != seat);
        if asked.waits_for.is_empty() {
            let id = self.seat(&asked.seat)?;
            return self.take_back(key, |game| game.undo(id, true));
        }
        self.notes.take_back = Some(asked);
        Ok(self.keep_notes()?)
    }

    fn take_back(
        &mut self,
        key: &str,
        undo: impl FnOnce(&mut dyn DynGame) -> Result<(), Rejected>,
    ) -> Result<(), Declined> {
        self.change(Some(key), undo)?;
        self.rewind_clock();
        // Whoever takes something back wants to be asked again: a standing answer must not give it once more.
        let answered = self.game.waits_for().into_iter().map(|seat| (seat, self.name(seat)));
        let answered: Vec<_> = answered.filter(|(seat, name)| self.stands_answered(*seat, name)).collect();
        if !answered.is_empty() {
            self.notes.stops.retain(|stop| answered.iter().all(|(_, name)| *name != stop.seat));
            self.keep_notes()?;
        }
        self.trouble = None;
        self.cuts.push((self.version, self.game.log_len()));
        Ok(())
    }

    /// Changes how a seat wants to be asked.
    pub(crate) fn set_stop(&mut self, seat: &str, mode: &str, number: Option<i32>) -> Result<(), Declined> {
        if self.is_lesson() {
            return Err(Fault::conflict("a lesson asks about everything").into());
        }
        let id = self.own_seat(seat)?;
        let modes = self.game.stop_modes(id);
        let Some(known) = modes.iter().find(|known| known.id == mode) else {
            let names: Vec<_> = modes.iter().map(|mode| mode.id.as_str()).collect();
            let what =
                format!("there is no way of being asked `{}`; there are: {}", short(mode), names.join(", "));
            return Err(Fault::bad(what).into());
        };
        let number = known.number.map(|first| number.unwrap_or(first));
        let scope = self.game.stop_scope(id, mode);
        self.notes.stops.retain(|stop| stop.seat != seat);
        self.notes.stops.push(Stop { seat: seat.to_owned(), mode: mode.to_owned(), number, scope });
        self.keep_notes()?;
        self.settle()
    }

    /// The game from a frame on, with dice of its own, and what a new table needs beside it.
    pub(crate) fn fork(
        &self,
        fork: &ForkGame,
        fresh: u32,
    ) -> Result<(Box<dyn DynGame>, Notes, String), Fault> {
        let (over, last) = (self.game.over().is_some(), self.game.answers());
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
        let mut game = self.game.copy();
        let epoch = self.game.epoch().wrapping_add(1).max(fresh);
        game.rewind(fork.at, Some(epoch)).map_err(|fault| Fault::broken(fault.to_string()))?;
        Ok((game, notes, self.title.clone()))
    }

    /// Steers the computer.
    pub(crate) fn control(&mut self, control: BotControl) -> Result<(), Declined> {
        self.trouble = None;
        match control {
            BotControl::Pause => {
                self.notes.paused = true;
                (self.skipping, self.steps) = (false, 0);
            }
            BotControl::Step => {
                self.notes.paused = true;
                self.skipping = false;
                self.steps = 1;
            }
            BotControl::Run { pace } => {
                self.notes.paused = false;
                self.notes.pace = pace;
                (self.skipping, self.steps) = (false, 0);
            }
            BotControl::Skip => {
                self.notes.paused = false;
                self.skipping = true;
            }
        }
        Ok(self.keep_notes()?)
    }

    fn at_revision(&self, revision: u32) -> Result<(), Declined> {
        if (self.asked_at..=self.game.revision()).contains(&revision) { Ok(()) } else { Err(Declined::Stale) }
    }

    /// Gives all standing answers that hold now.
    pub(super) fn settle(&mut self) -> Result<(), Declined> {
        for _ in 0..MAX_STANDING {
            if !self.answer_standing()? {
                return Ok(());
            }
        }
        Err(Fault::broken("standing answers went on without end").into())
    }

    fn stands_answered(&self, seat: SeatId, name: &str) -> bool {
        let stop = self.notes.stops.iter().find(|stop| stop.seat == name);
        let says = stop.map(|stop| self.game.standing(seat, &stop.mode, stop.number, stop.scope));
        matches!(says, Some(StandingAnswer::Answer(_)))
    }

    fn answer_standing(&mut self) -> Result<bool, Declined> {
        for seat in self.game.waits_for() {
            let name = self.name(seat);
            let Some(stop) = self.notes.stops.iter().find(|stop| stop.seat == name).cloned() else {
                continue;
            };
            match self.game.standing(seat, &stop.mode, stop.number, stop.scope) {
                StandingAnswer::Ask => {}
                StandingAnswer::Answer(text) => {
                    self.change(None, |game| game.answer(seat, &text, Origin::Stop))?;
                    return Ok(true);
                }
                StandingAnswer::Expired => {
                    let first = Stop::first(&*self.game, seat, &name).filter(|first| first.mode != stop.mode);
                    self.notes.stops.retain(|stop| stop.seat != name);
                    self.notes.stops.extend(first);
                    self.keep_notes()?;
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Has the engine take something, and the store write it, before anybody hears of it.
    pub(super) fn change(
        &mut self,
        key: Option<&str>,
        put_in: impl FnOnce(&mut dyn DynGame) -> Result<(), Rejected>,
    ) -> Result<(), Declined> {
        if let Some(why) = self.gone {
            return Err(Fault::conflict(why).into());
        }
        self.stop_clock();
        let (answers, open) = (self.game.answers(), self.game.waits_for().len());
        if let Err(rejected) = put_in(&mut *self.game) {
            return Err(match &rejected {
                Rejected::Fault(fault) => Fault::broken(fault.to_string()).into(),
                _ => Declined::Refused(self.explain(&rejected)),
            });
        }
        let still_sealed = open > 1 && self.game.answers() == answers + 1;
        if !still_sealed {
            self.asked_at = self.game.revision();
        }
        // A request to take back lapses with whatever comes after it; and who plays on has read the notice.
        self.notes.take_back = None;
        self.notes.notice = None;
        self.persist(key)?;
        if let Some(key) = key {
            self.keys.insert(key.to_owned());
        }
        self.version += 1;
        Ok(())
    }

    fn explain(&self, rejected: &Rejected) -> Refusal {
        let mut refusal = self.game.explain(rejected);
        if refusal.violations.is_empty() {
            let sentence = rejected.to_string();
            refusal.violations.push(Violation::plain(sentence));
        }
        refusal
    }

    /// Writes the lines the store does not have yet.
    fn persist(&mut self, key: Option<&str>) -> Result<(), Fault> {
        self.note_status();
        let fresh = &self.game.lines()[self.stored..];
        let new_turn = fresh.iter().any(|line| matches!(line, Line::Turn { .. }));
        let written = restore::write_lines(fresh).and_then(|lines| {
            let append = Append {
                expected: (self.before + self.stored) as u64,
                key: key.map(str::to_owned),
                lines,
                status: Some(self.stored_status()),
                notes: Some(restore::write_notes(&self.notes)?),
                at: clock::now(),
            };
            match self.store.append(&self.id, &append)? {
                Appended::Written(_) => Ok(()),
                Appended::Already(_) => {
                    Err(Fault::conflict("this message was written before; load the game again"))
                }
            }
        });
        if let Err(fault) = written {
            // Better to have lost an answer than to play on with one that a restart would forget.
            let reopened = restore::reopen(self);
            return Err(reopened.err().unwrap_or(fault));
        }
        self.stored = self.game.lines().len();
        if new_turn {
            self.keep_snapshot();
        }
        Ok(())
    }

    /// Keeps a snapshot to fall back on under changed rules. The record is whole without it, so failing is no fault.
    fn keep_snapshot(&self) {
        let revision = (self.before + self.stored) as u64;
        if let Ok(body) = restore::write_snapshot(&*self.game) {
            self.store.put_snapshot(&self.id, &Snapshot { revision, body, at: clock::now() }).ok();
        }
    }

    /// Writes the notes alone.
    pub(super) fn keep_notes(&mut self) -> Result<(), Fault> {
        self.note_status();
        self.store.set_notes(&self.id, &restore::write_notes(&self.notes)?, clock::now())?;
        self.version += 1;
        Ok(())
    }

    fn stored_status(&self) -> Status {
        if self.game.over().is_some() { Status::Finished } else { Status::Running }
    }
}

/// A foreign text, cut to a printable length.
pub(super) fn short(text: &str) -> String {
    text.chars().take(60).flat_map(char::escape_debug).collect()
}
