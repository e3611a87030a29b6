//! The embedded store: one `SQLite` file in a directory.
//!
//! One thread owns the writing connection and works through its queue in order; readers share a second connection,
//! which the write-ahead log lets them use while a write is under way. Writes that wait at the same time share one
//! transaction, synced before any of them is acknowledged. Several processes may open the same directory: the condition of
//! an append is checked inside its transaction.

mod keep;
mod people;
mod rows;
mod schema;
mod writer;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OptionalExtension, Transaction, params};

use self::rows::{Place, info_of_row, line_of_row};
use self::writer::Writer;
use crate::{
    Account, Append, Appended, GameId, GameInfo, Listing, MOST_LISTED, NewGame, Page, Revision, Snapshot,
    Status, Store, StoreError, StoredGame, Timestamp, Whose, Word,
};

pub use self::keep::{Checked, backup, check, restore};
pub use self::schema::SCHEMA_VERSION;

/// The name of the store's file in its directory.
pub const STORE_FILE: &str = "grognard.sqlite";

/// Games in an `SQLite` file.
#[derive(Debug)]
pub struct SqliteStore {
    place: Place,
    writer: Writer,
    reader: Mutex<Connection>,
}

impl SqliteStore {
    /// Opens the store in a directory; makes both if they are not there yet. A quick look at the whole file comes first.
    pub fn open(dir: impl AsRef<Path>) -> Result<Self, StoreError> {
        let dir = dir.as_ref();
        let path = dir.join(STORE_FILE);
        let unusable = |source| StoreError::Directory { path: dir.to_owned(), source };
        fs::create_dir_all(dir).map_err(unusable)?;
        if !path.try_exists().map_err(unusable)? {
            keep::found(dir, &path)?;
        }
        // Asked of the file system first: its errors say more than "unable to open database file".
        fs::OpenOptions::new().append(true).open(&path).map_err(unusable)?;
        let place = Place::new(path);
        let mut connection = connect(&place)?;
        schema::prepare(&mut connection, &place)?;
        keep::look_over(&connection, &place, "quick_check")?;
        let reader = connect(&place)?;
        reader.pragma_update(None, "query_only", true).map_err(place.failed("opening it for reading"))?;
        Ok(Self { writer: Writer::start(connection, place.clone()), reader: Mutex::new(reader), place })
    }

    /// The store's file.
    pub fn path(&self) -> &Path {
        self.place.path()
    }

    /// The store's file, for a directory not yet opened.
    pub fn file_in(dir: impl AsRef<Path>) -> PathBuf {
        dir.as_ref().join(STORE_FILE)
    }

    fn read<T>(
        &self,
        f: impl FnOnce(&Transaction<'_>, &Place) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut reader = self.reader();
        // One transaction, so that a game and its record are seen at one moment.
        let view = reader.transaction().map_err(self.place.failed("starting to read"))?;
        f(&view, &self.place)
    }

    fn reader(&self) -> MutexGuard<'_, Connection> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write<T: Send + 'static>(
        &self,
        action: &'static str,
        f: impl FnOnce(&Transaction<'_>, &Place) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.writer.run(action, f)
    }
}

/// Opens one connection with the settings every connection needs.
fn connect(place: &Place) -> Result<Connection, StoreError> {
    let open = || -> rusqlite::Result<Connection> {
        let connection = Connection::open(place.path())?;
        connection.busy_timeout(Duration::from_secs(10))?;
        connection.pragma_update(None, "foreign_keys", true)?;
        Ok(connection)
    };
    open().map_err(place.failed("opening it"))
}

impl Store for SqliteStore {
    fn create(&self, game: &NewGame) -> Result<(), StoreError> {
        let game = game.clone();
        self.write("adding a game", move |change, place| {
            let insert = "INSERT INTO games
                (id, title, system, mission, status, header, notes, revision, created, updated)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9)";
            let NewGame { id, title, system, mission, header, notes, lines, members, at } = &game;
            let (status, length) = (Status::Running.name(), lines.len() as i64);
            let row = params![id.as_str(), title, system, mission, status, header, notes, length, at.0];
            match change.execute(insert, row) {
                Ok(_) => {
                    insert_members(change, place, id, members)?;
                    insert_lines(change, place, id, 0, lines, None, *at)
                }
                Err(e) if e.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
                    Err(StoreError::GameExists { game: id.clone() })
                }
                Err(e) => Err(place.failed("adding a game")(e)),
            }
        })
    }

    fn append(&self, game: &GameId, append: &Append) -> Result<Appended, StoreError> {
        let (game, append) = (game.clone(), append.clone());
        self.write("appending to a record", move |change, place| append_in(change, place, &game, &append))
    }

    fn info(&self, game: &GameId) -> Result<GameInfo, StoreError> {
        self.read(|view, place| rows::info(view, place, game))
    }

    fn load(&self, game: &GameId) -> Result<StoredGame, StoreError> {
        self.read(|view, place| {
            let info = rows::info(view, place, game)?;
            let select = "SELECT number, line, key, at FROM lines WHERE game = ?1 ORDER BY number";
            let failed = || place.failed("reading a record");
            let mut statement = view.prepare_cached(select).map_err(failed())?;
            let found = statement.query_map([game.as_str()], line_of_row).map_err(failed())?;
            let record = found.collect::<Result<Vec<_>, _>>().map_err(failed())?;
            let whole = record.len() as Revision == info.revision
                && record.iter().enumerate().all(|(n, line)| line.number == n as Revision);
            if !whole {
                let reason = format!("{} lines where {} were written", record.len(), info.revision);
                return Err(place.damaged(game, reason));
            }
            Ok(StoredGame { info, record })
        })
    }

    fn list(&self, page: &Page) -> Result<Listing, StoreError> {
        self.read(|view, place| list_in(view, place, page))
    }

    fn count(&self, member: &str) -> Result<u64, StoreError> {
        self.read(|view, place| {
            let count = "SELECT count(*) FROM members WHERE member = ?1";
            let counted = view.query_row(count, [member], |row| row.get::<_, i64>(0));
            counted.map(i64::unsigned_abs).map_err(place.failed("counting games"))
        })
    }

    fn set_members(&self, game: &GameId, members: &[String]) -> Result<(), StoreError> {
        let (game, members) = (game.clone(), members.to_vec());
        self.write("changing whose a game is", move |change, place| {
            rows::revision(change, place, &game)?;
            let deleted = change.execute("DELETE FROM members WHERE game = ?1", [game.as_str()]);
            deleted.map_err(place.failed("changing whose a game is"))?;
            insert_members(change, place, &game, &members)
        })
    }

    fn set_notes(&self, game: &GameId, notes: &str, at: Timestamp) -> Result<(), StoreError> {
        let (game, notes) = (game.clone(), notes.to_owned());
        self.write("writing notes", move |change, place| {
            let update = "UPDATE games SET notes = ?2, updated = ?3 WHERE id = ?1";
            let changed = change.execute(update, params![game.as_str(), notes, at.0]);
            expect_one(changed.map_err(place.failed("writing notes"))?, &game)
        })
    }

    fn set_status(&self, game: &GameId, status: Status, at: Timestamp) -> Result<(), StoreError> {
        let game = game.clone();
        self.write("changing a status", move |change, place| {
            let update = "UPDATE games SET status = ?2, updated = ?3 WHERE id = ?1";
            let changed = change.execute(update, params![game.as_str(), status.name(), at.0]);
            expect_one(changed.map_err(place.failed("changing a status"))?, &game)
        })
    }

    fn put_snapshot(&self, game: &GameId, snapshot: &Snapshot) -> Result<(), StoreError> {
        let (game, snapshot) = (game.clone(), snapshot.clone());
        self.write("keeping a snapshot", move |change, place| {
            if snapshot.revision > rows::revision(change, place, &game)? {
                let reason = "a snapshot cannot contain lines that are not in the record";
                return Err(StoreError::Invalid { game: game.clone(), reason });
            }
            let insert =
                "INSERT OR REPLACE INTO snapshots (game, revision, body, at) VALUES (?1, ?2, ?3, ?4)";
            let Snapshot { revision, body, at } = &snapshot;
            let row = params![game.as_str(), revision.cast_signed(), body, at.0];
            change.execute(insert, row).map_err(place.failed("keeping a snapshot"))?;
            Ok(())
        })
    }

    fn snapshot(&self, game: &GameId, at_most: Revision) -> Result<Option<Snapshot>, StoreError> {
        self.read(|view, place| {
            rows::revision(view, place, game)?;
            let select = "SELECT revision, body, at FROM snapshots
                WHERE game = ?1 AND revision <= ?2 ORDER BY revision DESC LIMIT 1";
            let at_most = i64::try_from(at_most).unwrap_or(i64::MAX);
            let found = view.query_row(select, params![game.as_str(), at_most], |row| {
                Ok(Snapshot {
                    revision: row.get::<_, i64>(0)?.cast_unsigned(),
                    body: row.get(1)?,
                    at: Timestamp(row.get(2)?),
                })
            });
            found.optional().map_err(place.failed("reading a snapshot"))
        })
    }

    fn delete(&self, game: &GameId) -> Result<(), StoreError> {
        let game = game.clone();
        self.write("deleting a game", move |change, place| {
            let deleted = change.execute("DELETE FROM games WHERE id = ?1", [game.as_str()]);
            expect_one(deleted.map_err(place.failed("deleting a game"))?, &game)
        })
    }

    fn say(&self, game: &GameId, word: &Word) -> Result<u64, StoreError> {
        let (game, word) = (game.clone(), word.clone());
        self.write("keeping what was said", move |change, place| people::say(change, place, &game, &word))
    }

    fn words(&self, game: &GameId) -> Result<Vec<Word>, StoreError> {
        self.read(|view, place| people::words(view, place, game))
    }

    fn add_account(&self, account: &Account, at: Timestamp) -> Result<(), StoreError> {
        let account = account.clone();
        self.write("adding an account", move |change, place| people::add(change, place, &account, at))
    }

    fn account(&self, name: &str) -> Result<Option<Account>, StoreError> {
        self.read(|view, place| people::account(view, place, "name = ?1", name))
    }

    fn set_password(&self, account: &str, password: &str) -> Result<(), StoreError> {
        let (account, password) = (account.to_owned(), password.to_owned());
        self.write("changing a password", move |change, place| {
            people::set_password(change, place, &account, &password)
        })
    }

    fn add_session(&self, token: &str, account: &str, at: Timestamp) -> Result<(), StoreError> {
        let (token, account) = (token.to_owned(), account.to_owned());
        self.write("opening a session", move |change, place| {
            people::add_session(change, place, &token, &account, at)
        })
    }

    fn session(&self, token: &str) -> Result<Option<Account>, StoreError> {
        self.read(|view, place| {
            people::account(view, place, "id = (SELECT account FROM sessions WHERE token = ?1)", token)
        })
    }

    fn end_session(&self, token: &str) -> Result<(), StoreError> {
        let token = token.to_owned();
        self.write("ending a session", move |change, place| {
            people::end_sessions(change, place, "token = ?1", &token)
        })
    }

    fn end_sessions(&self, account: &str) -> Result<(), StoreError> {
        let account = account.to_owned();
        self.write("ending sessions", move |change, place| {
            people::end_sessions(change, place, "account = ?1", &account)
        })
    }
}

fn list_in(view: &Transaction<'_>, place: &Place, page: &Page) -> Result<Listing, StoreError> {
    let failed = || place.failed("listing games");
    let (whose, member) = match &page.whose {
        Whose::All => ("?1 IS NULL", None),
        Whose::Member(member) => {
            ("EXISTS (SELECT 1 FROM members WHERE member = ?1 AND game = games.id)", Some(member))
        }
        Whose::Nobody => ("?1 IS NULL AND NOT EXISTS (SELECT 1 FROM members WHERE game = games.id)", None),
    };
    // Where the page begins is told by the game before it, so that games which move up are not listed twice.
    let behind = "(?2 IS NULL OR NOT EXISTS (SELECT 1 FROM games WHERE id = ?2)
        OR updated < (SELECT updated FROM games WHERE id = ?2)
        OR (updated = (SELECT updated FROM games WHERE id = ?2) AND id > ?2))";
    let select =
        format!("{} WHERE {whose} AND {behind} ORDER BY updated DESC, id LIMIT ?3", rows::SELECT_INFO);
    let limit = page.limit.clamp(1, MOST_LISTED);
    let mut statement = view.prepare_cached(&select).map_err(failed())?;
    let after = page.after.as_ref().map(GameId::as_str);
    let found = statement
        .query_map(params![member, after, limit as i64 + 1], |row| {
            Ok((row.get::<_, String>(0).ok(), info_of_row(row, place)))
        })
        .map_err(failed())?;
    let mut rows = found.collect::<Result<Vec<_>, _>>().map_err(failed())?;
    let more = rows.len() > limit;
    rows.truncate(limit);
    let last = rows.last().filter(|_| more).and_then(|(id, _)| id.as_deref()?.parse().ok());
    let mut listing = Listing { next: last, ..Listing::default() };
    for (_, row) in rows {
        match row {
            Ok(info) => listing.games.push(info),
            Err(error) => listing.damaged.push(error.to_string()),
        }
    }
    Ok(listing)
}

fn insert_members(
    change: &Transaction<'_>,
    place: &Place,
    game: &GameId,
    members: &[String],
) -> Result<(), StoreError> {
    for member in members {
        let insert = "INSERT OR IGNORE INTO members (game, member) VALUES (?1, ?2)";
        let added = change.execute(insert, params![game.as_str(), member]);
        added.map_err(place.failed("changing whose a game is"))?;
    }
    Ok(())
}

fn append_in(
    change: &Transaction<'_>,
    place: &Place,
    game: &GameId,
    append: &Append,
) -> Result<Appended, StoreError> {
    let failed = || place.failed("appending to a record");
    let actual = rows::revision(change, place, game)?;
    if append.lines.is_empty() {
        return Err(StoreError::Invalid { game: game.clone(), reason: "an append has at least one line" });
    }
    if let Some(key) = &append.key {
        let select = "SELECT max(number) FROM lines WHERE game = ?1 AND key = ?2";
        let last: Option<i64> =
            change.query_row(select, params![game.as_str(), key], |row| row.get(0)).map_err(failed())?;
        if let Some(last) = last {
            return Ok(Appended::Already(last.cast_unsigned() + 1));
        }
    }
    if actual != append.expected {
        return Err(StoreError::Conflict { game: game.clone(), expected: append.expected, actual });
    }
    let next = actual + append.lines.len() as Revision;
    insert_lines(change, place, game, actual, &append.lines, append.key.as_deref(), append.at)?;
    let update = "UPDATE games SET revision = ?2, updated = ?3,
        status = coalesce(?4, status), notes = coalesce(?5, notes) WHERE id = ?1";
    let status = append.status.map(Status::name);
    let row = params![game.as_str(), next.cast_signed(), append.at.0, status, append.notes];
    change.execute(update, row).map_err(failed())?;
    Ok(Appended::Written(next))
}

fn insert_lines(
    change: &Transaction<'_>,
    place: &Place,
    game: &GameId,
    first: Revision,
    lines: &[String],
    key: Option<&str>,
    at: Timestamp,
) -> Result<(), StoreError> {
    let insert = "INSERT INTO lines (game, number, line, key, at) VALUES (?1, ?2, ?3, ?4, ?5)";
    let failed = || place.failed("writing lines");
    let mut statement = change.prepare_cached(insert).map_err(failed())?;
    for (number, line) in (first..).zip(lines) {
        statement.execute(params![game.as_str(), number.cast_signed(), line, key, at.0]).map_err(failed())?;
    }
    Ok(())
}

fn expect_one(changed: usize, game: &GameId) -> Result<(), StoreError> {
    if changed == 0 { Err(StoreError::NoSuchGame { game: game.clone() }) } else { Ok(()) }
}
