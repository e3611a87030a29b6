//! The tables, their version, and how an older file becomes a current one.

use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};

use super::rows::Place;
use crate::StoreError;

/// Marks the file as ours: the letters `GROG`.
const APPLICATION_ID: i32 = 0x4752_4F47;

/// One step from a schema to the next.
type Migration = fn(&Transaction<'_>) -> rusqlite::Result<()>;

/// Step `n` leads from schema `n` to schema `n + 1`. Steps are never changed once released, only added.
const MIGRATIONS: &[Migration] = &[games_lines_snapshots, members, words_accounts_leases];

/// The schema this program writes.
pub const SCHEMA_VERSION: u32 = MIGRATIONS.len() as u32;

fn games_lines_snapshots(change: &Transaction<'_>) -> rusqlite::Result<()> {
    change.execute_batch(
        "CREATE TABLE games (
             id       TEXT PRIMARY KEY,
             title    TEXT NOT NULL,
             system   TEXT NOT NULL,
             mission  TEXT NOT NULL,
             status   TEXT NOT NULL,
             header   TEXT NOT NULL,
             notes    TEXT NOT NULL,
             revision INTEGER NOT NULL,
             created  INTEGER NOT NULL,
             updated  INTEGER NOT NULL
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE lines (
             game   TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
             number INTEGER NOT NULL,
             line   TEXT NOT NULL,
             key    TEXT,
             at     INTEGER NOT NULL,
             PRIMARY KEY (game, number)
         ) STRICT, WITHOUT ROWID;
         CREATE INDEX lines_by_key ON lines (game, key) WHERE key IS NOT NULL;
         CREATE TABLE snapshots (
             game     TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
             revision INTEGER NOT NULL,
             body     TEXT NOT NULL,
             at       INTEGER NOT NULL,
             PRIMARY KEY (game, revision)
         ) STRICT, WITHOUT ROWID;",
    )
}

fn members(change: &Transaction<'_>) -> rusqlite::Result<()> {
    change.execute_batch(
        "CREATE TABLE members (
             game   TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
             member TEXT NOT NULL,
             PRIMARY KEY (member, game)
         ) STRICT, WITHOUT ROWID;
         CREATE INDEX members_by_game ON members (game);
         CREATE INDEX games_by_time ON games (updated DESC, id);",
    )
}

fn words_accounts_leases(change: &Transaction<'_>) -> rusqlite::Result<()> {
    change.execute_batch(
        "CREATE TABLE words (
             game   TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
             number INTEGER NOT NULL,
             author TEXT NOT NULL,
             text   TEXT NOT NULL,
             at     INTEGER NOT NULL,
             PRIMARY KEY (game, number)
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE accounts (
             id       TEXT PRIMARY KEY,
             name     TEXT NOT NULL UNIQUE,
             shown    TEXT NOT NULL,
             password TEXT NOT NULL,
             created  INTEGER NOT NULL
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE sessions (
             token   TEXT PRIMARY KEY,
             account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
             at      INTEGER NOT NULL
         ) STRICT, WITHOUT ROWID;
         CREATE INDEX sessions_by_account ON sessions (account);
         CREATE TABLE leases (
             game  TEXT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
             node  TEXT NOT NULL,
             until INTEGER NOT NULL
         ) STRICT, WITHOUT ROWID;",
    )
}

/// Sees that the file is a store and brings it to the current schema.
pub(super) fn prepare(connection: &mut Connection, place: &Place) -> Result<(), StoreError> {
    prepare_with(connection, place, MIGRATIONS)
}

fn prepare_with(connection: &mut Connection, place: &Place, steps: &[Migration]) -> Result<(), StoreError> {
    // Before anything is changed: a foreign file stays as it was, byte for byte.
    recognise(connection, place, steps.len() as u32)?;
    bring_up(connection, place, steps)
}

/// Sees that the file is a store this program can read.
pub(super) fn recognised(connection: &Connection, place: &Place) -> Result<(), StoreError> {
    recognise(connection, place, SCHEMA_VERSION)
}

/// Makes the tables of a new store.
pub(super) fn found(connection: &mut Connection, place: &Place) -> Result<(), StoreError> {
    bring_up(connection, place, MIGRATIONS)
}

fn bring_up(connection: &mut Connection, place: &Place, steps: &[Migration]) -> Result<(), StoreError> {
    let known = steps.len() as u32;
    let settings = |connection: &Connection| -> rusqlite::Result<()> {
        connection.pragma_update(None, "journal_mode", "wal")?;
        // FULL syncs the log at every commit; NORMAL would be faster and lose the last ones with the power.
        connection.pragma_update(None, "synchronous", "full")?;
        // On macOS an ordinary sync leaves the data in the drive's own memory; elsewhere this changes nothing.
        connection.pragma_update(None, "fullfsync", true)?;
        connection.pragma_update(None, "checkpoint_fullfsync", true)
    };
    settings(connection).map_err(place.failed("preparing it"))?;

    let migrate = |connection: &mut Connection| -> rusqlite::Result<()> {
        let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Read again inside the transaction: another process may have been first.
        let from = version(&change)?;
        for step in steps.iter().skip(from as usize) {
            step(&change)?;
        }
        if from < known {
            change.pragma_update(None, "application_id", APPLICATION_ID)?;
            change.pragma_update(None, "user_version", known)?;
        }
        change.commit()
    };
    migrate(connection).map_err(place.failed("bringing it to the current schema"))
}

fn recognise(connection: &Connection, place: &Place, known: u32) -> Result<(), StoreError> {
    let not_a_store =
        |reason: &str| StoreError::NotAStore { path: place.path().to_owned(), reason: reason.to_owned() };
    let look = || -> rusqlite::Result<(i32, u32, i64)> {
        let id = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
        let tables = connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
        Ok((id, version(connection)?, tables))
    };
    // SQLite takes a file shorter than its own header for an empty database and would write over it.
    let length = std::fs::metadata(place.path()).map_or(0, |file| file.len());
    if (0..100).contains(&length) {
        return Err(not_a_store(match length {
            0 => "it is empty: whatever was in it is lost",
            _ => "it is too short for an SQLite database",
        }));
    }
    match look() {
        Ok((APPLICATION_ID, found, _)) if found > known => {
            Err(StoreError::NewerSchema { path: place.path().to_owned(), found, known })
        }
        Ok((APPLICATION_ID, 1.., _)) => Ok(()),
        Ok(_) => Err(not_a_store("it is another program's database")),
        Err(e) if e.sqlite_error_code() == Some(ErrorCode::NotADatabase) => {
            Err(not_a_store("it is no SQLite database"))
        }
        Err(e) => Err(place.failed("looking at it")(e)),
    }
}

fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(dir: &tempfile::TempDir) -> Place {
        Place::new(dir.path().join("store"))
    }

    fn add_colour(change: &Transaction<'_>) -> rusqlite::Result<()> {
        change.execute_batch("ALTER TABLE games ADD COLUMN colour TEXT NOT NULL DEFAULT 'grey'")
    }

    fn breaks(change: &Transaction<'_>) -> rusqlite::Result<()> {
        change.execute_batch("DROP TABLE lines; DROP TABLE no_such_table")
    }

    #[test]
    fn an_older_file_takes_only_the_missing_steps() {
        let dir = tempfile::tempdir().unwrap();
        let place = place(&dir);
        let mut connection = Connection::open(place.path()).unwrap();
        bring_up(&mut connection, &place, &[games_lines_snapshots]).unwrap();
        connection
            .execute("INSERT INTO games VALUES ('a', 't', 's', 'm', 'running', '{}', '{}', 0, 1, 1)", [])
            .unwrap();
        prepare_with(&mut connection, &place, &[games_lines_snapshots, add_colour]).unwrap();
        let colour: String = connection.query_row("SELECT colour FROM games", [], |row| row.get(0)).unwrap();
        assert_eq!((colour.as_str(), version(&connection).unwrap()), ("grey", 2));
    }

    #[test]
    fn a_failing_step_changes_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let place = place(&dir);
        let mut connection = Connection::open(place.path()).unwrap();
        bring_up(&mut connection, &place, &[games_lines_snapshots]).unwrap();
        let error = prepare_with(&mut connection, &place, &[games_lines_snapshots, breaks]).unwrap_err();
        assert!(error.to_string().contains("bringing it to the current schema"), "{error}");
        assert_eq!(version(&connection).unwrap(), 1);
        connection.execute("DELETE FROM lines", []).expect("the table is still there");
    }
}
