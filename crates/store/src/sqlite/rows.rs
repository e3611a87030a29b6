//! From rows to values, and errors that name the store's file.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension, Row};

use crate::{GameId, GameInfo, RecordLine, Revision, Status, StoreError, Timestamp};

/// Where the store is; makes its errors.
#[derive(Clone, Debug)]
pub(super) struct Place(Arc<PathBuf>);

impl Place {
    pub(super) fn new(path: PathBuf) -> Self {
        Self(Arc::new(path))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// For `map_err`: the database failed while doing this.
    pub(super) fn failed(&self, action: &'static str) -> impl FnOnce(rusqlite::Error) -> StoreError {
        move |source| StoreError::Database { path: self.0.to_path_buf(), action, source }
    }

    pub(super) fn closed(&self) -> StoreError {
        StoreError::Closed { path: self.0.to_path_buf() }
    }

    pub(super) fn damaged(&self, game: impl ToString, reason: impl Into<String>) -> StoreError {
        StoreError::Damaged { path: self.0.to_path_buf(), game: game.to_string(), reason: reason.into() }
    }
}

pub(super) const SELECT_INFO: &str =
    "SELECT id, title, system, mission, status, header, notes, revision, created, updated FROM games";

/// A row of [`SELECT_INFO`].
pub(super) fn info_of_row(row: &Row<'_>, place: &Place) -> Result<GameInfo, StoreError> {
    let failed = || place.failed("reading a game");
    let id: String = row.get(0).map_err(failed())?;
    let status: String = row.get(4).map_err(failed())?;
    let read = || -> rusqlite::Result<GameInfo> {
        Ok(GameInfo {
            // Both replaced below: they are checked, not just read.
            id: GameId::from_bits(0),
            status: Status::Running,
            title: row.get(1)?,
            system: row.get(2)?,
            mission: row.get(3)?,
            header: row.get(5)?,
            notes: row.get(6)?,
            revision: row.get::<_, i64>(7)?.cast_unsigned(),
            created: Timestamp(row.get(8)?),
            updated: Timestamp(row.get(9)?),
        })
    };
    let info = read().map_err(failed())?;
    let status =
        Status::from_name(&status).ok_or_else(|| place.damaged(&id, format!("unknown status `{status}`")))?;
    let id = id.parse().map_err(|e| place.damaged(&id, format!("{e}")))?;
    Ok(GameInfo { id, status, ..info })
}

/// One game's row.
pub(super) fn info(connection: &Connection, place: &Place, game: &GameId) -> Result<GameInfo, StoreError> {
    let select = format!("{SELECT_INFO} WHERE id = ?1");
    let failed = || place.failed("reading a game");
    let mut statement = connection.prepare_cached(&select).map_err(failed())?;
    let found = statement.query_row([game.as_str()], |row| Ok(info_of_row(row, place)));
    found.optional().map_err(failed())?.ok_or_else(|| StoreError::NoSuchGame { game: game.clone() })?
}

/// How long a game's record is.
pub(super) fn revision(
    connection: &Connection,
    place: &Place,
    game: &GameId,
) -> Result<Revision, StoreError> {
    let failed = || place.failed("reading a revision");
    let mut statement =
        connection.prepare_cached("SELECT revision FROM games WHERE id = ?1").map_err(failed())?;
    let found =
        statement.query_row([game.as_str()], |row| row.get::<_, i64>(0)).optional().map_err(failed())?;
    found.map(i64::cast_unsigned).ok_or_else(|| StoreError::NoSuchGame { game: game.clone() })
}

/// A row of number, line, key and time.
pub(super) fn line_of_row(row: &Row<'_>) -> rusqlite::Result<RecordLine> {
    Ok(RecordLine {
        number: row.get::<_, i64>(0)?.cast_unsigned(),
        line: row.get(1)?,
        key: row.get(2)?,
        at: Timestamp(row.get(3)?),
    })
}
