//! One game with everything around it: who plays, what was asked of the host, what is already on disk.
//!
//! Every change goes the same way: the engine takes it, the store writes it, and only then anybody hears of it. If the
//! store fails, the game is put back to what the store has.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use grognard_engine::client::{Refusal, SeatName, SetupForm, Violation};
use grognard_engine::dice::Secret;
use grognard_engine::erased::{DynGame, StandingAnswer, System};
use grognard_engine::game::Rejected;
use grognard_engine::lesson::Lesson;
use grognard_engine::record::{Chain, Line, Origin};
use grognard_engine::{SeatId, Viewer};
use grognard_store::{Append, Appended, GameId, Snapshot, Status, Store, Timestamp};

use super::delay::Moments;
use super::notes::{Notes, Stop};
use super::people::clean_name;
use super::restore;
use super::words::Worded;
use crate::clock;
use crate::device::Device;
use crate::fault::Fault;
use crate::protocol::{BotControl, Claimed, Invited, Proof, ViewAs};

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
    /// Keys of messages that were done, with a print of each message; version 0.1.0 noted none.
    pub(super) keys: BTreeMap<String, Option<u64>>,
    /// The chain over the record so far, and how many lines it covers.
    pub(super) chain: Option<(usize, Option<Chain>)>,
    /// The host's promise about the dice.
    pub(super) commitment: String,
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
    /// Since when whose clocks run.
    pub(super) ticking: Option<(Instant, Vec<SeatName>)>,
    /// The last answer of each seat, in the words it was offered with.
    pub(super) worded: BTreeMap<SeatId, Worded>,
    /// How far the game had come when.
    pub(super) moments: Moments,
    /// When something last happened.
    pub(super) touched: Timestamp,
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

    /// A seat a device sits in.
    pub(super) fn own_seat(&self, who: &Device, name: &str) -> Result<SeatId, Fault> {
        let seat = self.seat(name)?;
        if !self.notes.is_human(name) {
            Err(Fault::forbidden(format!("the seat `{name}` is played by the computer")))
        } else if self.notes.rights.holds(who, name) {
            Ok(seat)
        } else {
            Err(Fault::forbidden(format!("the seat `{name}` is not yours")))
        }
    }

    /// Whether a device sits in a seat.
    pub(super) fn is_own(&self, who: &Device, seat: SeatId) -> bool {
        let name = self.name(seat);
        self.notes.is_human(&name) && self.notes.rights.holds(who, &name)
    }

    /// Whether a device plays for all people there are.
    pub(super) fn plays_alone(&self, who: &Device) -> bool {
        self.notes.people().all(|seat| self.notes.rights.holds(who, seat))
    }

    /// Sees that a device may know of this game at all.
    pub(crate) fn admits(&self, who: &Device) -> Result<(), Fault> {
        let unknown = || Fault::missing(format!("there is no game {} in the store", self.id));
        if self.notes.rights.knows(who) { Ok(()) } else { Err(unknown()) }
    }

    /// Whose eyes a client may look through.
    pub(crate) fn viewer(&self, who: &Device, view: &ViewAs) -> Result<Viewer, Fault> {
        self.admits(who)?;
        match view {
            ViewAs::Public => Ok(Viewer::Spectator),
            ViewAs::Seat { seat } if self.is_over_for(who) => self.seat(seat).map(Viewer::Seat),
            ViewAs::Seat { seat } => self.own_seat(who, seat).map(Viewer::Seat),
        }
    }

    /// The record as a file; the secret of the dice is in it once the game is over. Before that only somebody gets it from
    /// whom nothing in it is hidden.
    pub(crate) fn record_file(&self, who: &Device) -> Result<String, Fault> {
        self.admits(who)?;
        self.has_begun()?;
        let over = self.is_over_for(who);
        let alone = self.notes.people().count() == self.game.seats().len() || self.notes.options.practice;
        let told = over || (alone && self.plays_alone(who));
        if !told {
            return Err(Fault::forbidden(
                "the record is published when the game is over: it has sealed answers",
            ));
        }
        Ok(self.game.record(over).to_text())
    }

    /// Makes an invitation; see [`super::rights::Rights::invite`].
    pub(crate) fn invite(&mut self, who: &Device, seat: Option<SeatName>) -> Result<Invited, Fault> {
        if let Some(seat) = &seat {
            self.seat(seat)?;
            if !self.notes.is_human(seat) {
                return Err(Fault::forbidden(format!("the seat `{seat}` is played by the computer")));
            }
            if self.notes.known_dice {
                return Err(Fault::forbidden(
                    "whoever gave the seed of this game knows its dice: nobody can be invited",
                ));
            }
        }
        let token = self.notes.rights.invite(who, seat.clone())?;
        self.keep_notes()?;
        Ok(Invited { seat, token })
    }

    /// Uses an invitation.
    pub(crate) fn claim(&mut self, who: &Device, token: &str, name: Option<&str>) -> Result<Claimed, Fault> {
        let name = name.map(clean_name).transpose()?;
        let seat = self.notes.rights.claim(who, token)?;
        if let Some(name) = name {
            self.notes.called.insert(who.clone(), name);
        }
        self.keep_notes()?;
        self.store.set_members(&self.id, &self.notes.members())?;
        Ok(Claimed { seat })
    }

    /// Whether a message was done before: the same again is harmless, another one under its key is not.
    pub(super) fn done_before(&self, key: &str, message: &Message<'_>) -> Result<bool, Fault> {
        match self.keys.get(key) {
            None => Ok(false),
            Some(Some(print)) if *print != message.print() => {
                Err(Fault::conflict("this key was used for another message; draw a fresh one"))
            }
            Some(_) => Ok(true),
        }
    }

    /// What a player can compare the record with later.
    pub(super) fn proof(&mut self) -> Proof {
        let begun = self.chain.take().filter(|(covered, _)| *covered <= self.game.lines().len());
        let (covered, mut chain) = begun.unwrap_or_else(|| {
            let header = self.game.record(true).header;
            (0, Chain::begin(&header).filter(|_| header.is_chained()))
        });
        let lines = self.game.lines();
        if let Some(chain) = &mut chain {
            lines[covered..].iter().for_each(|line| chain.add(line));
        }
        self.chain = Some((lines.len(), chain));
        let chain = chain.map(|chain| chain.to_hex());
        Proof { commitment: self.commitment.clone(), lines: lines.len() as u32, chain }
    }

    /// The host's promise about the dice.
    pub(crate) fn commitment(&self) -> String {
        self.commitment.clone()
    }

    /// An answer of a person.
    pub(crate) fn answer(
        &mut self,
        who: &Device,
        revision: u32,
        key: &str,
        seat: &str,
        text: &str,
    ) -> Result<(), Declined> {
        let message = Message { kind: "answer", seat, text };
        let id = self.own_seat(who, seat)?;
        if self.done_before(key, &message)? {
            return Ok(());
        }
        self.has_begun()?;
        self.at_revision(revision)?;
        if let Some(refusal) = self.strays(text) {
            return Err(Declined::Refused(refusal));
        }
        let words = self.words_now(id, text);
        self.change(Some((key, message.print())), |game| game.answer(id, text, Origin::Player))?;
        self.worded.insert(id, words);
        self.settle()
    }

    /// Something a person says beside the answers.
    pub(crate) fn aside(&mut self, who: &Device, key: &str, seat: &str, text: &str) -> Result<(), Declined> {
        let message = Message { kind: "aside", seat, text };
        let id = self.own_seat(who, seat)?;
        if self.done_before(key, &message)? {
            return Ok(());
        }
        self.has_begun()?;
        let key = (key, message.print());
        match text {
            "consent" => self.consent(key, seat)?,
            "refuse" => {
                self.asked_take_back(seat)?;
                self.notes.take_back = None;
                self.keep_notes()?;
            }
            "offer-draw" => self.offer_draw(seat)?,
            "accept-draw" => self.answer_draw(key, seat, true)?,
            "decline-draw" => self.answer_draw(key, seat, false)?,
            "time-up" => return Err(Fault::bad("only the host's clock says `time-up`").into()),
            "draw" => return Err(Fault::bad("only the host says `draw`, when all players agree").into()),
            _ => self.change(Some(key), |game| game.aside(id, text, Origin::Player))?,
        }
        self.settle()
    }

    /// Changes how a seat wants to be asked.
    pub(crate) fn set_stop(
        &mut self,
        who: &Device,
        seat: &str,
        mode: &str,
        number: Option<i32>,
    ) -> Result<(), Declined> {
        if self.is_lesson() {
            return Err(Fault::conflict("a lesson asks about everything").into());
        }
        let id = self.own_seat(who, seat)?;
        self.has_begun()?;
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

    /// Steers the computer.
    pub(crate) fn control(&mut self, who: &Device, control: BotControl) -> Result<(), Declined> {
        if !self.notes.rights.plays(who) {
            return Err(Fault::forbidden("only players steer the computer").into());
        }
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

    pub(super) fn at_revision(&self, revision: u32) -> Result<(), Declined> {
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

    pub(super) fn stands_answered(&self, seat: SeatId, name: &str) -> bool {
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
        key: Option<(&str, u64)>,
        put_in: impl FnOnce(&mut dyn DynGame) -> Result<(), Rejected>,
    ) -> Result<(), Declined> {
        if let Some(why) = self.gone {
            return Err(Fault::conflict(why).into());
        }
        self.stop_clock();
        self.stop_times();
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
            self.notes.times.asked = self.game.answers();
        }
        self.notes.draw = None;
        // A request to take back lapses with whatever comes after it; and who plays on has read the notice.
        self.notes.take_back = None;
        self.notes.notice = None;
        self.persist(key)?;
        if let Some((key, print)) = key {
            self.keys.insert(key.to_owned(), Some(print));
        }
        self.version += 1;
        if self.notes.listed && self.game.over().is_some() {
            // It leaves the lobby with its end; the record says so, too, so failing is no fault.
            self.store.set_members(&self.id, &self.notes.members()).ok();
        }
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
    fn persist(&mut self, key: Option<(&str, u64)>) -> Result<(), Fault> {
        self.note_status();
        let fresh = &self.game.lines()[self.stored..];
        let new_turn = fresh.iter().any(|line| matches!(line, Line::Turn { .. }));
        let written = restore::write_lines(fresh).and_then(|lines| {
            let append = Append {
                expected: (self.before + self.stored) as u64,
                key: key.map(|(key, print)| restore::write_key(key, print)),
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
            if self.has_moved(&fault) {
                return Err(fault);
            }
            // Better to have lost an answer than to play on with one that a restart would forget.
            let reopened = restore::reopen(self);
            return Err(reopened.err().unwrap_or(fault));
        }
        self.stored = self.game.lines().len();
        self.note_moment();
        self.touched = clock::now();
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
        let written = self.store.set_notes(&self.id, &restore::write_notes(&self.notes)?, clock::now());
        if let Err(fault) = written.map_err(Fault::from) {
            self.has_moved(&fault);
            return Err(fault);
        }
        self.version += 1;
        Ok(())
    }

    /// Whether another server has taken the game: then nothing happens here any more.
    fn has_moved(&mut self, fault: &Fault) -> bool {
        let moved = fault.status == crate::cluster::ELSEWHERE;
        if moved {
            self.close("this game goes on at another server; connect again");
        }
        moved
    }

    fn stored_status(&self) -> Status {
        if self.game.over().is_some() { Status::Finished } else { Status::Running }
    }
}

/// A message that is done once: what its key stands for.
pub(super) struct Message<'a> {
    pub(super) kind: &'a str,
    pub(super) seat: &'a str,
    pub(super) text: &'a str,
}

impl Message<'_> {
    pub(super) fn print(&self) -> u64 {
        xxhash_rust::xxh3::xxh3_64([self.kind, self.seat, self.text].join("\n").as_bytes())
    }
}

/// A foreign text, cut to a printable length.
pub(super) fn short(text: &str) -> String {
    text.chars().take(60).flat_map(char::escape_debug).collect()
}
