//! What people say at a table, their accounts, and which server has a game.

use tokio_postgres::types::ToSql;

use super::rows::{given, kept};
use super::{Inner, no_such_game};
use crate::{Account, GameId, Lease, MOST_WORDS, StoreError, Timestamp, Word};

pub(super) async fn say(inner: &Inner, game: &GameId, word: &Word) -> Result<u64, StoreError> {
    let failed = || inner.place.failed("keeping what was said");
    let mut client = inner.client().await?;
    let change = client.transaction().await.map_err(failed())?;
    // The row of the game is the lock: two who speak at once get two numbers.
    let lock = "SELECT 1 FROM games WHERE id = $1 FOR UPDATE";
    let found = change.query_opt(lock, &[&game.as_str()]).await.map_err(failed())?;
    found.ok_or_else(|| StoreError::NoSuchGame { game: game.clone() })?;
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

/// The database's own clock counts: those of several servers would have to agree.
pub(super) async fn lease(
    inner: &Inner,
    game: &GameId,
    node: &str,
    milliseconds: u32,
) -> Result<Lease, StoreError> {
    let take = "WITH now AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS t)
        INSERT INTO leases (game, node, until) SELECT $1, $2, t + $3 FROM now
        ON CONFLICT (game) DO UPDATE SET node = $2, until = excluded.until
            WHERE leases.node = $2 OR leases.until <= (SELECT t FROM now)";
    let (length, id) = (i64::from(milliseconds), game.as_str());
    let taken = inner.execute("leasing a game", take, &[&id, &node, &length]).await;
    if taken.map_err(|error| no_such_game(error, game))? == 1 {
        return Ok(Lease { node: node.to_owned(), milliseconds: u64::from(milliseconds) });
    }
    let select = "SELECT node, until - (extract(epoch FROM clock_timestamp()) * 1000)::bigint
        FROM leases WHERE game = $1";
    let rows = inner.query("leasing a game", select, &[&id]).await?;
    // Given back in between: whoever asks again gets it.
    let holder = rows.first().map(|row| (row.get::<_, String>(0), row.get::<_, i64>(1)));
    let (node, left) = holder.unwrap_or_default();
    Ok(Lease { node, milliseconds: u64::try_from(left).unwrap_or(0) })
}
