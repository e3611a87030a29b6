//! What people say at a table, and their accounts.

use tokio_postgres::types::ToSql;

use super::Inner;
use super::rows::{given, kept};
use crate::{Account, GameId, MOST_WORDS, StoreError, Timestamp, Word};

pub(super) async fn say(inner: &Inner, game: &GameId, word: &Word) -> Result<u64, StoreError> {
    let action = "keeping what was said";
    let failed = || inner.place.failed(action);
    let mut client = inner.client().await?;
    // The row of the game is the lock: two who speak at once get two numbers.
    let change = inner.writing(&mut client, action, game).await?;
    let next = "SELECT coalesce(max(number), -1) + 1 FROM words WHERE game = $1";
    let number: i64 = change.query_one(next, &[&game.as_str()]).await.map_err(failed())?.get(0);
    let insert = "INSERT INTO words (game, number, author, text, at) VALUES ($1, $2, $3, $4, $5)";
    let values: [&(dyn ToSql + Sync); 5] =
        [&game.as_str(), &number, &kept(&word.author), &kept(&word.text), &word.at.0];
    change.execute(insert, &values).await.map_err(failed())?;
    let forget = "DELETE FROM words WHERE game = $1 AND number <= $2";
    let oldest = number - MOST_WORDS as i64;
    change.execute(forget, &[&game.as_str(), &oldest]).await.map_err(failed())?;
    change.commit().await.map_err(failed())?;
    Ok(number.cast_unsigned())
}

pub(super) async fn words(inner: &Inner, game: &GameId) -> Result<Vec<Word>, StoreError> {
    inner.info(game).await?;
    let select = "SELECT author, text, at FROM words WHERE game = $1 ORDER BY number";
    let rows = inner.query("reading what was said", select, &[&game.as_str()]).await?;
    let word = |row: &tokio_postgres::Row| Word {
        author: given(row.get(0)),
        text: given(row.get(1)),
        at: Timestamp(row.get(2)),
    };
    Ok(rows.iter().map(word).collect())
}

pub(super) async fn add(inner: &Inner, account: &Account, at: Timestamp) -> Result<(), StoreError> {
    let insert = "INSERT INTO accounts (id, name, shown, password, created) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT DO NOTHING";
    let Account { id, name, shown, password } = account;
    let values: [&(dyn ToSql + Sync); 5] = [id, &kept(name), &kept(shown), password, &at.0];
    match inner.execute("adding an account", insert, &values).await? {
        0 => Err(StoreError::NameTaken { name: shown.clone() }),
        _ => Ok(()),
    }
}

/// The account for which a condition on `$1` holds.
pub(super) async fn account(
    inner: &Inner,
    condition: &str,
    value: &str,
) -> Result<Option<Account>, StoreError> {
    let select = format!("SELECT id, name, shown, password FROM accounts WHERE {condition}");
    let rows = inner.query("reading an account", &select, &[&kept(value)]).await?;
    Ok(rows.first().map(|row| Account {
        id: row.get(0),
        name: given(row.get(1)),
        shown: given(row.get(2)),
        password: row.get(3),
    }))
}
