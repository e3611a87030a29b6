//! Who is at a table, and what is said there beside the game.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use grognard_store::{Timestamp, Word};
use tokio::sync::{broadcast, watch};

use super::people::clean;
use super::table::Table;
use crate::clock;
use crate::device::Device;
use crate::fault::Fault;
use crate::limits::Allowance;
use crate::protocol::{EMOTES, Person, Said};

/// The longest thing said.
const MOST_TEXT: usize = 300;

/// How much one may say at once, and how soon more.
const BURST: u32 = 8;
const EVERY: Duration = Duration::from_secs(2);

/// Words waiting for a slow client; one that misses some gets all of them anew.
const WAITING: usize = 64;

/// Who is connected, and what they hear of each other.
pub(crate) struct Company {
    here: Mutex<BTreeMap<Device, Here>>,
    changed: watch::Sender<u64>,
    words: broadcast::Sender<Said>,
    allowance: Allowance<Device>,
}

#[derive(Default)]
struct Here {
    /// Connections of the device.
    lines: u32,
    /// When the last one ended.
    left: Option<Instant>,
}

/// One connection of a device; dropped when it ends.
pub(crate) struct Present {
    company: Arc<Company>,
    who: Device,
}

impl Drop for Present {
    fn drop(&mut self) {
        let mut here = self.company.here();
        if let Some(entry) = here.get_mut(&self.who) {
            entry.lines -= 1;
            if entry.lines == 0 {
                entry.left = Some(Instant::now());
            }
        }
        drop(here);
        self.company.tell();
    }
}

impl Default for Company {
    fn default() -> Self {
        Self {
            here: Mutex::default(),
            changed: watch::channel(0).0,
            words: broadcast::channel(WAITING).0,
            allowance: Allowance::new(BURST, EVERY),
        }
    }
}

impl Company {
    fn here(&self) -> MutexGuard<'_, BTreeMap<Device, Here>> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A device is connected from now on.
    pub(crate) fn enter(self: &Arc<Self>, who: &Device) -> Present {
        let mut here = self.here();
        let entry = here.entry(who.clone()).or_default();
        entry.lines += 1;
        entry.left = None;
        drop(here);
        self.tell();
        Present { company: Arc::clone(self), who: who.clone() }
    }

    /// Somebody came, went or has another name.
    pub(crate) fn tell(&self) {
        self.changed.send_modify(|count| *count += 1);
    }

    /// Tells when somebody comes or goes.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Tells what is said.
    pub(crate) fn listen(&self) -> broadcast::Receiver<Said> {
        self.words.subscribe()
    }

    /// Has everybody hear something.
    pub(crate) fn spread(&self, said: Said) {
        // Nobody listening is nobody to tell.
        self.words.send(said).ok();
    }

    /// Whether a device is connected.
    pub(crate) fn is_here(&self, who: &Device) -> bool {
        self.look(who).0
    }

    /// Counts something said against its speaker's allowance.
    pub(crate) fn may_speak(&self, who: &Device) -> Result<(), Fault> {
        self.allowance
            .take(who.clone())
            .map_err(|_| Fault::busy("not so fast: wait a moment before you say more", 2))
    }

    /// Whether a device is here, and otherwise how long it has been away.
    fn look(&self, who: &Device) -> (bool, Option<u32>) {
        let here = self.here();
        let Some(entry) = here.get(who) else { return (false, None) };
        let away = entry.left.map(|left| u32::try_from(left.elapsed().as_secs()).unwrap_or(u32::MAX));
        (entry.lines > 0, away)
    }
}

impl Table {
    /// The people's seats, and how many watch.
    pub(crate) fn company(&self, company: &Company) -> (Vec<Person>, u32) {
        let person = |seat: &String| {
            let holder = self.notes.rights.holder(seat);
            let (here, away) = holder.map_or((false, None), |device| company.look(device));
            Person { seat: seat.clone(), name: self.notes.name_of(seat), open: holder.is_none(), here, away }
        };
        let seats = self.notes.people().map(person).collect();
        let here = company.here();
        let watchers = here.iter().filter(|(device, entry)| entry.lines > 0 && !self.sits(device)).count();
        (seats, u32::try_from(watchers).unwrap_or(u32::MAX))
    }

    /// Whether a device sits in any seat.
    fn sits(&self, who: &Device) -> bool {
        self.notes.rights.sits(who)
    }

    /// Somebody says something. While the game runs spectators listen: they may see what a player should not be told.
    pub(crate) fn say(&self, who: &Device, text: &str) -> Result<Said, Fault> {
        self.admits(who)?;
        if !self.sits(who) && !self.is_over_for(who) {
            return Err(Fault::forbidden("spectators can talk when the game is over"));
        }
        let text = clean(text);
        if text.is_empty() || text.chars().count() > MOST_TEXT {
            return Err(Fault::bad(format!("what is said has 1 to {MOST_TEXT} characters")));
        }
        let seat = self.notes.people().find(|seat| self.notes.rights.holds(who, seat)).cloned();
        let name = self.notes.called.get(who).cloned().unwrap_or_default();
        let author = format!("{}\n{name}", seat.as_deref().unwrap_or_default());
        let word = Word { author, text, at: clock::now() };
        self.store.say(&self.id, &word)?;
        Ok(heard(word))
    }

    /// All that was said.
    pub(crate) fn talk(&self, who: &Device) -> Result<Vec<Said>, Fault> {
        let words = self.store.words(&self.id)?.into_iter();
        Ok(words.filter(|word| self.may_hear(who, word.at)).map(heard).collect())
    }
}

/// A stored word as clients get it.
fn heard(word: Word) -> Said {
    let Word { author, text, at: Timestamp(at) } = word;
    let (seat, name) = author.split_once('\n').unwrap_or(("", &author));
    let emote = text.strip_prefix('/').filter(|name| EMOTES.contains(name)).map(str::to_owned);
    Said {
        seat: Some(seat.to_owned()).filter(|seat| !seat.is_empty()),
        name: name.to_owned(),
        emote: emote.is_some(),
        text: emote.unwrap_or(text),
        at: u64::try_from(at / 1000).unwrap_or(0),
    }
}
