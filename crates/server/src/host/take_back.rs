//! Take-backs, and the consent they need.

use grognard_engine::SeatId;
use grognard_engine::client::SeatName;
use grognard_engine::erased::DynGame;
use grognard_engine::game::Rejected;

use super::notes::TakeBack;
use super::table::{Declined, Message, Table};
use super::tongue::tongue;
use crate::device::Device;
use crate::fault::Fault;

impl Table {
    /// A person takes an answer back, or asks the others to agree to it; a phase, as far as it is free.
    pub(crate) fn undo(
        &mut self,
        who: &Device,
        revision: u32,
        key: &str,
        seat: &str,
        phase: bool,
    ) -> Result<(), Declined> {
        let message = Message { kind: "undo", seat, text: if phase { "phase" } else { "" } };
        let id = self.own_seat(who, seat)?;
        if self.done_before(key, &message)? {
            return Ok(());
        }
        self.has_begun()?;
        let key = (key, message.print());
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

    pub(super) fn asked_take_back(&self, seat: &str) -> Result<&TakeBack, Fault> {
        let asked = self.notes.take_back.as_ref().filter(|asked| asked.revision == self.revision());
        asked
            .filter(|asked| asked.waits_for.iter().any(|name| name == seat))
            .ok_or_else(|| Fault::conflict(format!("nobody has asked `{seat}` to agree to a take-back")))
    }

    pub(super) fn consent(&mut self, key: (&str, u64), seat: &str) -> Result<(), Declined> {
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
        key: (&str, u64),
        undo: impl FnOnce(&mut dyn DynGame) -> Result<(), Rejected>,
    ) -> Result<(), Declined> {
        self.change(Some(key), undo)?;
        self.worded.clear();
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
}
