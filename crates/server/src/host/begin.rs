//! The beginning of a game: no die is rolled before every person at it has a share in the seed.
//!
//! The host commits to its secret, each device then sends a nonce, and only then the game is started. So the host cannot
//! pick the secret to suit the nonces, and nobody can pick a nonce to suit the secret.

use grognard_engine::client::SeatName;
use grognard_engine::record::{self, Record};
use grognard_store::Append;

use super::notes::Waiting;
use super::restore;
use super::table::{Declined, Table};
use crate::clock;
use crate::device::Device;
use crate::fault::Fault;

impl Table {
    /// The people's seats the game waits for before it begins; none when it has begun.
    pub(crate) fn awaited(&self) -> Option<Vec<SeatName>> {
        let waiting = self.notes.waiting.as_ref()?;
        let missing = |seat: &&SeatName| {
            self.notes.rights.holder(seat).is_none_or(|device| !waiting.nonces.contains_key(device))
        };
        Some(self.notes.people().filter(missing).cloned().collect())
    }

    /// Whether a device is asked for its nonce.
    pub(crate) fn wants_nonce(&self, who: &Device) -> bool {
        let Some(waiting) = &self.notes.waiting else { return false };
        self.notes.people().any(|seat| self.notes.rights.holds(who, seat))
            && !waiting.nonces.contains_key(who)
    }

    /// Nothing can be asked or answered before the game has begun.
    pub(crate) fn has_begun(&self) -> Result<(), Fault> {
        match self.notes.waiting {
            None => Ok(()),
            Some(_) => Err(Fault::conflict("the game has not begun: somebody has not sat down yet")),
        }
    }

    /// A device's share in the seed. With the last one the game begins.
    pub(crate) fn nonce(&mut self, who: &Device, nonce: &str) -> Result<(), Declined> {
        if !(16..=64).contains(&nonce.len()) || !nonce.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return Err(Fault::bad("a nonce has 16 to 64 letters and digits").into());
        }
        if !self.wants_nonce(who) {
            return Err(Fault::conflict("nobody has asked for your nonce, or it is in already").into());
        }
        if let Some(waiting) = &mut self.notes.waiting {
            waiting.nonces.insert(who.clone(), nonce.to_owned());
        }
        Ok(self.keep_notes()?)
    }

    /// Begins the game if nobody is missing any more.
    pub(crate) fn begin_if_complete(&mut self) -> Result<(), Declined> {
        if self.awaited().is_none_or(|missing| !missing.is_empty()) {
            return Ok(());
        }
        let Some(Waiting { nonces }) = self.notes.waiting.take() else { return Ok(()) };
        let mut header = self.game.record(true).header;
        // One a device, in the order of the seats.
        let mut devices: Vec<&Device> = Vec::new();
        for seat in self.notes.people() {
            let holder = self.notes.rights.holder(seat).filter(|holder| !devices.contains(holder));
            devices.extend(holder);
        }
        header.nonces = devices.into_iter().filter_map(|device| nonces.get(device).cloned()).collect();
        // A fork has a past, which its own dice have no part in.
        let lines = record::straightened(self.game.lines(), self.game.answers());
        let begun = self.system.replay(&Record { header, lines });
        let game = begun.map_err(|why| Fault::broken(format!("the game cannot begin: {why}")))?;
        let before = self.before + self.stored;
        let mut lines = vec![restore::write_seam(&*game)?];
        lines.extend(restore::write_lines(game.lines())?);
        self.notes.times.asked = game.answers();
        self.game = game;
        self.note_status();
        let append = Append {
            expected: before as u64,
            key: None,
            lines,
            status: None,
            notes: Some(restore::write_notes(&self.notes)?),
            at: clock::now(),
        };
        if let Err(error) = self.store.append(&self.id, &append) {
            restore::reopen(self)?;
            return Err(Fault::from(error).into());
        }
        self.before = before + 1;
        self.stored = self.game.lines().len();
        self.asked_at = self.game.revision();
        self.chain = None;
        self.version += 1;
        self.cuts.push((self.version, 0));
        self.settle()
    }
}
