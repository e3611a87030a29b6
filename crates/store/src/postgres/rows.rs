//! From rows to values, texts with a NUL in them, and errors that name the database without its password.

use std::borrow::Cow;
use std::sync::Arc;

use tokio_postgres::Row;

use crate::{GameId, GameInfo, Status, StoreError, Timestamp};

/// Which database it is; makes errors.
#[derive(Clone, Debug)]
pub(super) struct Place(Arc<str>);

impl Place {
    pub(super) fn new(config: &tokio_postgres::Config) -> Self {
        let hosts: Vec<_> = config.get_hosts().iter().map(|host| format!("{host:?}")).collect();
        let name = config.get_dbname().or(config.get_user()).unwrap_or_default();
        Self(format!("postgres {} {name}", hosts.join(",")).into())
    }

    pub(super) fn shown(&self) -> &str {
        &self.0
    }

    /// For `map_err`: the database failed while doing this.
    pub(super) fn failed<E>(&self, action: &'static str) -> impl FnOnce(E) -> StoreError
    where
        E: std::error::Error + Send + Sync + 'static,
    {
        // What the server says stands in the source of the client's error.
        move |error| {
            let mut told = error.to_string();
            let mut source = error.source();
            while let Some(deeper) = source {
                told = format!("{told}: {deeper}");
                source = deeper.source();
            }
            StoreError::Remote { place: self.0.to_string(), action, source: told.into() }
        }
    }

    pub(super) fn damaged(&self, game: impl ToString, reason: impl Into<String>) -> StoreError {
        StoreError::Damaged { path: self.shown().into(), game: game.to_string(), reason: reason.into() }
    }
}

/// What marks a character that `PostgreSQL`'s texts cannot have, or the mark itself.
const MARK: char = '\u{1A}';

/// A text as `PostgreSQL` can keep it: all but NUL stands as it is.
pub(super) fn kept(text: &str) -> Cow<'_, str> {
    if !text.contains(['\0', MARK]) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace(MARK, "\u{1A}1").replace('\0', "\u{1A}0"))
}

/// A text as it was given.
pub(super) fn given(text: String) -> String {
    if !text.contains(MARK) {
        return text;
    }
    text.replace("\u{1A}0", "\0").replace("\u{1A}1", "\u{1A}")
}

pub(super) const SELECT_INFO: &str =
    "SELECT id, title, system, mission, status, header, notes, revision, created, updated FROM games";

/// A row of [`SELECT_INFO`].
pub(super) fn info_of_row(row: &Row, place: &Place) -> Result<GameInfo, StoreError> {
    let (id, status): (String, String) = (row.get(0), row.get(4));
    let status =
        Status::from_name(&status).ok_or_else(|| place.damaged(&id, format!("unknown status `{status}`")))?;
    let id: GameId = id.parse().map_err(|e| place.damaged(&id, format!("{e}")))?;
    Ok(GameInfo {
        id,
        status,
        title: given(row.get(1)),
        system: given(row.get(2)),
        mission: given(row.get(3)),
        header: given(row.get(5)),
        notes: given(row.get(6)),
        revision: row.get::<_, i64>(7).cast_unsigned(),
        created: Timestamp(row.get(8)),
        updated: Timestamp(row.get(9)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_comes_back() {
        for text in
            ["", "plain", "\0", "\u{1A}", "\u{1A}0", "a\0\u{1A}1\0\u{1A}\u{1A}b", "\0".repeat(3).as_str()]
        {
            let stored = kept(text);
            assert!(!stored.contains('\0'), "{text:?}");
            assert_eq!(given(stored.into_owned()), text);
        }
    }
}
