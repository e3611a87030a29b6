//! Games and their records, kept so that nothing acknowledged is ever lost.
//!
//! A game is a *header* (how it was set up; never changes), a *record* (lines of JSON that are only ever appended),
//! some *notes* of the host (pace, stops, names; replaced as a whole) and *snapshots* that make loading fast. The
//! store reads none of these: what a line means is the engine's and the host's business, so that a change of rules
//! or protocol never needs a migration here.
//!
//! - [`Store`] is the whole contract; [`open`] chooses an implementation by the address of a database;
//! - [`SqliteStore`] keeps a directory on disk, with one writer thread and group commit;
//! - [`PostgresStore`] keeps a `PostgreSQL` database, for several servers on the same games;
//! - [`MemoryStore`] forgets everything when it is dropped, for tests and throw-away games.
//!
//! All pass the same suite, `tests/conformance.rs`. The store has no clock: every time stamp is the caller's, but for
//! [`Nodes`], where the clocks of several servers would have to agree.

mod error;
mod memory;
mod model;
mod nodes;
mod postgres;
mod sqlite;

pub use error::StoreError;
pub use memory::MemoryStore;
pub use model::{
    Account, Append, Appended, GameId, GameInfo, IdError, Listing, MOST_LISTED, MOST_WORDS, NewGame, Page,
    RecordLine, Revision, Snapshot, Status, StoredGame, Timestamp, Whose, Word,
};
pub use nodes::{Lease, Nodes};
pub use postgres::PostgresStore;
pub use sqlite::{Checked, SCHEMA_VERSION, STORE_FILE, SqliteStore, backup, check, restore};

/// What the host needs of a place that keeps games.
///
/// Every call blocks until the answer is known; a write that returned `Ok` survives the end of the process and, on
/// disk, the loss of power.
pub trait Store: Send + Sync {
    /// Adds a game with its first lines, all or nothing. Refused with [`StoreError::GameExists`] if the id is taken.
    fn create(&self, game: &NewGame) -> Result<(), StoreError>;

    /// Appends lines to a game's record, all or none.
    ///
    /// Refused with [`StoreError::Conflict`] unless the record is exactly `append.expected` lines long. If an earlier
    /// append to the same game carried the same key, nothing is written and the answer is
    /// [`Appended::Already`] with the revision that append led to, whatever was expected.
    fn append(&self, game: &GameId, append: &Append) -> Result<Appended, StoreError>;

    /// The game's information, header and notes without its record.
    fn info(&self, game: &GameId) -> Result<GameInfo, StoreError>;

    /// The game with its whole record.
    fn load(&self, game: &GameId) -> Result<StoredGame, StoreError>;

    /// Some games, the most recently changed first; equal times in the order of their ids. A row that cannot be read is
    /// left out and counted.
    fn list(&self, page: &Page) -> Result<Listing, StoreError>;

    /// How many games belong to somebody.
    fn count(&self, member: &str) -> Result<u64, StoreError>;

    /// Replaces the list of those a game belongs to; see [`Whose::Member`].
    fn set_members(&self, game: &GameId, members: &[String]) -> Result<(), StoreError>;

    /// Replaces the host's notes on a game.
    fn set_notes(&self, game: &GameId, notes: &str, at: Timestamp) -> Result<(), StoreError>;

    /// Changes where a game stands.
    fn set_status(&self, game: &GameId, status: Status, at: Timestamp) -> Result<(), StoreError>;

    /// Keeps a snapshot of the game after `snapshot.revision` lines; one a revision, the last one given counts.
    fn put_snapshot(&self, game: &GameId, snapshot: &Snapshot) -> Result<(), StoreError>;

    /// The latest snapshot at or before a revision, if any.
    fn snapshot(&self, game: &GameId, at_most: Revision) -> Result<Option<Snapshot>, StoreError>;

    /// Removes a game with everything that belongs to it.
    fn delete(&self, game: &GameId) -> Result<(), StoreError>;

    /// Keeps something said at a game's table and returns its number, from 0. Of many words the last [`MOST_WORDS`] are kept.
    fn say(&self, game: &GameId, word: &Word) -> Result<u64, StoreError>;

    /// What was said at a game's table, the oldest first.
    fn words(&self, game: &GameId) -> Result<Vec<Word>, StoreError>;

    /// Adds an account; refused with [`StoreError::NameTaken`] where there is one of its name.
    fn add_account(&self, account: &Account, at: Timestamp) -> Result<(), StoreError>;

    /// The account of a name.
    fn account(&self, name: &str) -> Result<Option<Account>, StoreError>;

    /// Replaces an account's password hash.
    fn set_password(&self, account: &str, password: &str) -> Result<(), StoreError>;

    /// Opens a session of an account under the hash of a token.
    fn add_session(&self, token: &str, account: &str, at: Timestamp) -> Result<(), StoreError>;

    /// Whose session it is.
    fn session(&self, token: &str) -> Result<Option<Account>, StoreError>;

    /// Ends a session; one that is not there has ended already.
    fn end_session(&self, token: &str) -> Result<(), StoreError>;

    /// Ends all sessions of an account.
    fn end_sessions(&self, account: &str) -> Result<(), StoreError>;

    /// What several servers on the same games need; none where one server has the store to itself.
    fn nodes(&self) -> Option<&dyn Nodes> {
        None
    }
}

/// Opens the store at a database's address: `sqlite:DIR` or `postgres://USER:PASSWORD@HOST:PORT/NAME`.
pub fn open(url: &str) -> Result<std::sync::Arc<dyn Store>, StoreError> {
    if let Some(dir) = url.strip_prefix("sqlite:") {
        let dir = dir.strip_prefix("//").unwrap_or(dir);
        if dir.is_empty() {
            let reason = "there is no folder in it".to_owned();
            return Err(StoreError::Address { url: url.to_owned(), reason });
        }
        return Ok(std::sync::Arc::new(SqliteStore::open(dir)?));
    }
    if url.starts_with("postgres:") || url.starts_with("postgresql:") {
        return Ok(std::sync::Arc::new(PostgresStore::open(url)?));
    }
    // Whatever it is may have a password in it: only its beginning is told.
    let url = url.split(':').next().unwrap_or_default().chars().take(20).collect();
    Err(StoreError::Address { url, reason: "its kind is not known".to_owned() })
}
