//! A store that lives as long as the value.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::{
    Account, Append, Appended, GameId, GameInfo, Listing, MOST_LISTED, MOST_WORDS, NewGame, Page, RecordLine,
    Revision, Snapshot, Status, Store, StoreError, StoredGame, Timestamp, Whose, Word,
};

/// Games in memory, for tests and throw-away games.
#[derive(Debug, Default)]
pub struct MemoryStore {
    games: Mutex<BTreeMap<GameId, Kept>>,
    accounts: Mutex<Accounts>,
}

#[derive(Debug, Default)]
struct Accounts {
    all: Vec<Account>,
    /// Ids of accounts by token.
    sessions: BTreeMap<String, String>,
}

#[derive(Debug)]
struct Kept {
    info: GameInfo,
    record: Vec<RecordLine>,
    snapshots: BTreeMap<Revision, Snapshot>,
    members: Vec<String>,
    words: Vec<Word>,
    /// How many words were ever said.
    said: u64,
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    fn games(&self) -> MutexGuard<'_, BTreeMap<GameId, Kept>> {
        // Every change below is complete before anything can panic, so a poisoned map is still sound.
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn accounts(&self) -> MutexGuard<'_, Accounts> {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<T>(
        &self,
        game: &GameId,
        f: impl FnOnce(&mut Kept) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        match self.games().get_mut(game) {
            Some(kept) => f(kept),
            None => Err(StoreError::NoSuchGame { game: game.clone() }),
        }
    }
}

impl Store for MemoryStore {
    fn create(&self, game: &NewGame) -> Result<(), StoreError> {
        let mut games = self.games();
        if games.contains_key(&game.id) {
            return Err(StoreError::GameExists { game: game.id.clone() });
        }
        let NewGame { id, title, system, mission, header, notes, lines, members, at } = game.clone();
        let info = GameInfo {
            id: id.clone(),
            title,
            system,
            mission,
            status: Status::Running,
            header,
            notes,
            revision: lines.len() as Revision,
            created: at,
            updated: at,
        };
        let record =
            (0..).zip(lines).map(|(number, line)| RecordLine { number, line, key: None, at }).collect();
        let kept = Kept { info, record, snapshots: BTreeMap::new(), members, words: Vec::new(), said: 0 };
        games.insert(id, kept);
        Ok(())
    }

    fn append(&self, game: &GameId, append: &Append) -> Result<Appended, StoreError> {
        self.with(game, |kept| {
            if append.lines.is_empty() {
                return Err(StoreError::Invalid {
                    game: game.clone(),
                    reason: "an append has at least one line",
                });
            }
            if append.key.is_some()
                && let Some(last) = kept.record.iter().rev().find(|line| line.key == append.key)
            {
                return Ok(Appended::Already(last.number + 1));
            }
            let actual = kept.info.revision;
            if actual != append.expected {
                return Err(StoreError::Conflict { game: game.clone(), expected: append.expected, actual });
            }
            for (number, line) in (actual..).zip(&append.lines) {
                let (line, key) = (line.clone(), append.key.clone());
                kept.record.push(RecordLine { number, line, key, at: append.at });
            }
            kept.info.revision = kept.record.len() as Revision;
            kept.info.updated = append.at;
            if let Some(status) = append.status {
                kept.info.status = status;
            }
            if let Some(notes) = &append.notes {
                notes.clone_into(&mut kept.info.notes);
            }
            Ok(Appended::Written(kept.info.revision))
        })
    }

    fn info(&self, game: &GameId) -> Result<GameInfo, StoreError> {
        self.with(game, |kept| Ok(kept.info.clone()))
    }

    fn load(&self, game: &GameId) -> Result<StoredGame, StoreError> {
        self.with(game, |kept| Ok(StoredGame { info: kept.info.clone(), record: kept.record.clone() }))
    }

    fn list(&self, page: &Page) -> Result<Listing, StoreError> {
        let wanted = |kept: &&Kept| match &page.whose {
            Whose::All => true,
            Whose::Member(member) => kept.members.contains(member),
            Whose::Nobody => kept.members.is_empty(),
        };
        let mut games: Vec<_> = self.games().values().filter(wanted).map(|kept| kept.info.clone()).collect();
        games.sort_by(|a, b| b.updated.cmp(&a.updated).then_with(|| a.id.cmp(&b.id)));
        let after = page.after.as_ref().and_then(|id| games.iter().position(|info| info.id == *id));
        games.drain(..after.map_or(0, |at| at + 1));
        let limit = page.limit.clamp(1, MOST_LISTED);
        let more = games.len() > limit;
        games.truncate(limit);
        let next = games.last().filter(|_| more).map(|info| info.id.clone());
        Ok(Listing { games, next, damaged: Vec::new() })
    }

    fn count(&self, member: &str) -> Result<u64, StoreError> {
        Ok(self.games().values().filter(|kept| kept.members.iter().any(|one| one == member)).count() as u64)
    }

    fn set_members(&self, game: &GameId, members: &[String]) -> Result<(), StoreError> {
        self.with(game, |kept| {
            kept.members = members.to_vec();
            Ok(())
        })
    }

    fn set_notes(&self, game: &GameId, notes: &str, at: Timestamp) -> Result<(), StoreError> {
        self.with(game, |kept| {
            notes.clone_into(&mut kept.info.notes);
            kept.info.updated = at;
            Ok(())
        })
    }

    fn set_status(&self, game: &GameId, status: Status, at: Timestamp) -> Result<(), StoreError> {
        self.with(game, |kept| {
            kept.info.status = status;
            kept.info.updated = at;
            Ok(())
        })
    }

    fn put_snapshot(&self, game: &GameId, snapshot: &Snapshot) -> Result<(), StoreError> {
        self.with(game, |kept| {
            if snapshot.revision > kept.info.revision {
                let reason = "a snapshot cannot contain lines that are not in the record";
                return Err(StoreError::Invalid { game: game.clone(), reason });
            }
            kept.snapshots.insert(snapshot.revision, snapshot.clone());
            Ok(())
        })
    }

    fn snapshot(&self, game: &GameId, at_most: Revision) -> Result<Option<Snapshot>, StoreError> {
        self.with(game, |kept| Ok(kept.snapshots.range(..=at_most).next_back().map(|(_, s)| s.clone())))
    }

    fn delete(&self, game: &GameId) -> Result<(), StoreError> {
        match self.games().remove(game) {
            Some(_) => Ok(()),
            None => Err(StoreError::NoSuchGame { game: game.clone() }),
        }
    }

    fn say(&self, game: &GameId, word: &Word) -> Result<u64, StoreError> {
        self.with(game, |kept| {
            kept.words.push(word.clone());
            let over = kept.words.len().saturating_sub(MOST_WORDS);
            kept.words.drain(..over);
            kept.said += 1;
            Ok(kept.said - 1)
        })
    }

    fn words(&self, game: &GameId) -> Result<Vec<Word>, StoreError> {
        self.with(game, |kept| Ok(kept.words.clone()))
    }

    fn add_account(&self, account: &Account, _: Timestamp) -> Result<(), StoreError> {
        let mut accounts = self.accounts();
        if accounts.all.iter().any(|other| other.name == account.name) {
            return Err(StoreError::NameTaken { name: account.shown.clone() });
        }
        accounts.all.push(account.clone());
        Ok(())
    }

    fn account(&self, name: &str) -> Result<Option<Account>, StoreError> {
        Ok(self.accounts().all.iter().find(|account| account.name == name).cloned())
    }

    fn set_password(&self, account: &str, password: &str) -> Result<(), StoreError> {
        match self.accounts().all.iter_mut().find(|other| other.id == account) {
            Some(found) => {
                password.clone_into(&mut found.password);
                Ok(())
            }
            None => Err(StoreError::NoSuchAccount { account: account.to_owned() }),
        }
    }

    fn add_session(&self, token: &str, account: &str, _: Timestamp) -> Result<(), StoreError> {
        let mut accounts = self.accounts();
        if !accounts.all.iter().any(|other| other.id == account) {
            return Err(StoreError::NoSuchAccount { account: account.to_owned() });
        }
        accounts.sessions.insert(token.to_owned(), account.to_owned());
        Ok(())
    }

    fn session(&self, token: &str) -> Result<Option<Account>, StoreError> {
        let accounts = self.accounts();
        let id = accounts.sessions.get(token);
        Ok(id.and_then(|id| accounts.all.iter().find(|account| account.id == *id)).cloned())
    }

    fn end_session(&self, token: &str) -> Result<(), StoreError> {
        self.accounts().sessions.remove(token);
        Ok(())
    }

    fn end_sessions(&self, account: &str) -> Result<(), StoreError> {
        self.accounts().sessions.retain(|_, other| other != account);
        Ok(())
    }
}
