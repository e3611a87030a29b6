//! What people say at a table, and their accounts.

use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, Transaction, params};

use super::rows::{self, Place};
use crate::{Account, GameId, MOST_WORDS, StoreError, Timestamp, Word};

pub(super) fn say(
    change: &Transaction<'_>,
    place: &Place,
    game: &GameId,
    word: &Word,
) -> Result<u64, StoreError> {
    rows::revision(change, place, game)?;
    let failed = || place.failed("keeping what was said");
    let next = "SELECT coalesce(max(number), -1) + 1 FROM words WHERE game = ?1";
    let number: i64 = change.query_row(next, [game.as_str()], |row| row.get(0)).map_err(failed())?;
    let insert = "INSERT INTO words (game, number, author, text, at) VALUES (?1, ?2, ?3, ?4, ?5)";
    let row = params![game.as_str(), number, word.author, word.text, word.at.0];
    change.execute(insert, row).map_err(failed())?;
    let oldest = number - MOST_WORDS as i64;
    let forget = "DELETE FROM words WHERE game = ?1 AND number <= ?2";
    change.execute(forget, params![game.as_str(), oldest]).map_err(failed())?;
    Ok(number.cast_unsigned())
}

pub(super) fn words(view: &Connection, place: &Place, game: &GameId) -> Result<Vec<Word>, StoreError> {
    rows::revision(view, place, game)?;
    let failed = || place.failed("reading what was said");
    let select = "SELECT author, text, at FROM words WHERE game = ?1 ORDER BY number";
    let mut statement = view.prepare_cached(select).map_err(failed())?;
    let word =
        |row: &Row<'_>| Ok(Word { author: row.get(0)?, text: row.get(1)?, at: Timestamp(row.get(2)?) });
    let found = statement.query_map([game.as_str()], word).map_err(failed())?;
    found.collect::<Result<_, _>>().map_err(failed())
}

pub(super) fn add(
    change: &Transaction<'_>,
    place: &Place,
    account: &Account,
    at: Timestamp,
) -> Result<(), StoreError> {
    let insert = "INSERT INTO accounts (id, name, shown, password, created) VALUES (?1, ?2, ?3, ?4, ?5)";
    let Account { id, name, shown, password } = account;
    match change.execute(insert, params![id, name, shown, password, at.0]) {
        Ok(_) => Ok(()),
        Err(e) if e.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
            Err(StoreError::NameTaken { name: shown.clone() })
        }
        Err(e) => Err(place.failed("adding an account")(e)),
    }
}

/// The account for which a condition on `?1` holds.
pub(super) fn account(
    view: &Connection,
    place: &Place,
    condition: &str,
    value: &str,
) -> Result<Option<Account>, StoreError> {
    let select = format!("SELECT id, name, shown, password FROM accounts WHERE {condition}");
    let read = |row: &Row<'_>| {
        Ok(Account { id: row.get(0)?, name: row.get(1)?, shown: row.get(2)?, password: row.get(3)? })
    };
    view.query_row(&select, [value], read).optional().map_err(place.failed("reading an account"))
}

pub(super) fn set_password(
    change: &Transaction<'_>,
    place: &Place,
    account: &str,
    password: &str,
) -> Result<(), StoreError> {
    let changed = change.execute("UPDATE accounts SET password = ?2 WHERE id = ?1", [account, password]);
    match changed.map_err(place.failed("changing a password"))? {
        0 => Err(StoreError::NoSuchAccount { account: account.to_owned() }),
        _ => Ok(()),
    }
}

pub(super) fn add_session(
    change: &Transaction<'_>,
    place: &Place,
    token: &str,
    account: &str,
    at: Timestamp,
) -> Result<(), StoreError> {
    let insert = "INSERT OR REPLACE INTO sessions (token, account, at) VALUES (?1, ?2, ?3)";
    match change.execute(insert, params![token, account, at.0]) {
        Ok(_) => Ok(()),
        Err(e) if e.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
            Err(StoreError::NoSuchAccount { account: account.to_owned() })
        }
        Err(e) => Err(place.failed("opening a session")(e)),
    }
}

pub(super) fn end_sessions(
    change: &Transaction<'_>,
    place: &Place,
    condition: &str,
    value: &str,
) -> Result<(), StoreError> {
    let ended = change.execute(&format!("DELETE FROM sessions WHERE {condition}"), [value]);
    ended.map(drop).map_err(place.failed("ending a session"))
}
