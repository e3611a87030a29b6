//! Games and their records, kept so that nothing acknowledged is ever lost.
//!
//! A game is a *header* (how it was set up; never changes), a *record* (lines of JSON that are only ever appended),
//! some *notes* of the host (pace, stops, names; replaced as a whole) and *snapshots* that make loading fast. The
//! store reads none of these: what a line means is the engine's and the host's business, so that a change of rules
//! or protocol never needs a migration here.
//!
//! - [`Store`] is the whole contract, small enough for a second backend;
//! - [`SqliteStore`] keeps a directory on disk, with one writer thread;
//! - [`MemoryStore`] forgets everything when it is dropped, for tests and throw-away games.
//!
//! Both pass the same suite, `tests/conformance.rs`. The store has no clock: every time stamp is the caller's.

mod error;
mod memory;
mod model;
mod sqlite;

pub use error::StoreError;
pub use memory::MemoryStore;
pub use model::{
    Append, Appended, GameId, GameInfo, IdError, Listing, MOST_LISTED, NewGame, Page, RecordLine, Revision,
    Snapshot, Status, StoredGame, Timestamp, Whose,
};
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
}
