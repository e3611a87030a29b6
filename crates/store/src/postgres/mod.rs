//! The store in `PostgreSQL`, for several servers on the same games.
//!
//! An append is one call of a function in the database and so one round trip and one commit. The row of the game is its lock.
//! Many games at once share the database's own group commit. Where a connection breaks in the middle of a write, nobody
//! knows whether it was done: the caller gets an error and loads the game again, and the key of the message tells.

mod nodes;
mod people;
mod rows;
mod schema;

use std::future::Future;
use std::str::FromStr;
use std::sync::{Arc, RwLock, mpsc};
use std::time::Duration;

use deadpool_postgres::{Client, Manager, ManagerConfig, Pool, RecyclingMethod, Runtime, Timeouts};
use tokio_postgres::NoTls;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;

use self::nodes::may_write;
use self::rows::{Place, SELECT_INFO, given, info_of_row, kept};
use crate::{
    Account, Append, Appended, Checked, GameId, GameInfo, Listing, MOST_LISTED, NewGame, Nodes, Page,
    RecordLine, Revision, Snapshot, Status, Store, StoreError, StoredGame, Timestamp, Whose, Word,
};

/// Connections at once.
const CONNECTIONS: usize = 16;

/// How long a caller waits for a connection before it hears that the database is not there.
const PATIENCE: Duration = Duration::from_secs(10);

/// Games in a `PostgreSQL` database.
pub struct PostgresStore {
    inner: Arc<Inner>,
    /// Runs the connections. Taken when dropped: a runtime must not end inside another one.
    runtime: Option<tokio::runtime::Runtime>,
}

struct Inner {
    place: Place,
    pool: Pool,
    /// What this server calls itself, where there are several.
    me: RwLock<Option<String>>,
}

impl std::fmt::Debug for PostgresStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PostgresStore").field("place", &self.inner.place.shown()).finish_non_exhaustive()
    }
}

impl Drop for PostgresStore {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl PostgresStore {
    /// Opens the database at an address and brings it to the current schema.
    pub fn open(url: &str) -> Result<Self, StoreError> {
        let unreadable = |reason: String| StoreError::Address { url: "postgres:".to_owned(), reason };
        let config = tokio_postgres::Config::from_str(url).map_err(|e| unreadable(e.to_string()))?;
        let place = Place::new(&config);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("postgres")
            .enable_all()
            .build()
            .map_err(place.failed("starting its threads"))?;
        let manager =
            Manager::from_config(config, NoTls, ManagerConfig { recycling_method: RecyclingMethod::Fast });
        let (wait, create) = (Some(PATIENCE), Some(PATIENCE));
        let pool = Pool::builder(manager)
            .max_size(CONNECTIONS)
            .timeouts(Timeouts { wait, create, recycle: wait })
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(place.failed("making its pool"))?;
        let store =
            Self { inner: Arc::new(Inner { place, pool, me: RwLock::default() }), runtime: Some(runtime) };
        store.run(|inner| async move {
            let mut client = inner.client().await?;
            schema::prepare(&mut client, &inner.place).await
        })?;
        Ok(store)
    }

    /// Compares the length of every record with what its game says.
    pub fn check(&self) -> Result<Checked, StoreError> {
        self.run(|inner| async move {
            let select = "SELECT id, revision, count(number), coalesce(max(number), -1)
                FROM games LEFT JOIN lines ON game = id GROUP BY id ORDER BY id";
            let rows = inner.query("checking it", select, &[]).await?;
            let mut checked = Checked::default();
            for row in rows {
                let (id, revision, lines, last): (String, i64, i64, i64) =
                    (row.get(0), row.get(1), row.get(2), row.get(3));
                if lines == revision && last + 1 == lines {
                    checked.games += 1;
                } else {
                    let reason = format!("{lines} lines where {revision} were written");
                    checked.faults.push(inner.place.damaged(id, reason).to_string());
                }
            }
            Ok(checked)
        })
    }

    /// Runs something on the threads of the connections and waits for it, from whatever thread.
    fn run<T, F>(&self, work: impl FnOnce(Arc<Inner>) -> F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, StoreError>> + Send + 'static,
    {
        let closed = || StoreError::Closed { path: self.inner.place.shown().into() };
        let runtime = self.runtime.as_ref().ok_or_else(closed)?;
        let (answer, wait) = mpsc::sync_channel(1);
        let work = work(Arc::clone(&self.inner));
        runtime.spawn(async move {
            // Nobody waiting any more is no reason not to have written.
            answer.send(work.await).ok();
        });
        wait.recv().map_err(|_| closed())?
    }
}

impl Inner {
    async fn client(&self) -> Result<Client, StoreError> {
        self.pool.get().await.map_err(self.place.failed("connecting"))
    }

    async fn query(
        &self,
        action: &'static str,
        sql: &str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<tokio_postgres::Row>, StoreError> {
        let client = self.client().await?;
        let statement = client.prepare_cached(sql).await.map_err(self.place.failed(action))?;
        client.query(&statement, values).await.map_err(self.place.failed(action))
    }

    async fn execute(
        &self,
        action: &'static str,
        sql: &str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<u64, StoreError> {
        let client = self.client().await?;
        let statement = client.prepare_cached(sql).await.map_err(self.place.failed(action))?;
        client.execute(&statement, values).await.map_err(self.place.failed(action))
    }

    /// One game's row.
    async fn info(&self, game: &GameId) -> Result<GameInfo, StoreError> {
        let select = format!("{SELECT_INFO} WHERE id = $1");
        let rows = self.query("reading a game", &select, &[&game.as_str()]).await?;
        let row = rows.first().ok_or_else(|| StoreError::NoSuchGame { game: game.clone() })?;
        info_of_row(row, &self.place)
    }
}

/// A row of a table that refers to games, for a game that is not there.
fn no_such_game(error: StoreError, game: &GameId) -> StoreError {
    let missing = matches!(&error, StoreError::Remote { source, .. }
        if source.to_string().contains("foreign key constraint"));
    if missing { StoreError::NoSuchGame { game: game.clone() } } else { error }
}

impl Store for PostgresStore {
    fn create(&self, game: &NewGame) -> Result<(), StoreError> {
        let game = game.clone();
        self.run(|inner| async move {
            let failed = || inner.place.failed("adding a game");
            let mut client = inner.client().await?;
            let change = client.transaction().await.map_err(failed())?;
            let insert = "INSERT INTO games
                (id, title, system, mission, status, header, notes, revision, created, updated)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)";
            let NewGame { id, title, system, mission, header, notes, lines, members, at } = &game;
            let (status, length) = (Status::Running.name(), lines.len() as i64);
            let (title, system, mission) = (kept(title), kept(system), kept(mission));
            let (header, notes) = (kept(header), kept(notes));
            let row: [&(dyn ToSql + Sync); 9] =
                [&id.as_str(), &title, &system, &mission, &status, &header, &notes, &length, &at.0];
            match change.execute(insert, &row).await {
                Ok(_) => {}
                Err(e) if e.code() == Some(&SqlState::UNIQUE_VIOLATION) => {
                    return Err(StoreError::GameExists { game: id.clone() });
                }
                Err(e) => return Err(failed()(e)),
            }
            let lines: Vec<_> = lines.iter().map(|line| kept(line)).collect();
            let insert = "INSERT INTO lines (game, number, line, at)
                SELECT $1, n - 1, line, $3 FROM unnest($2::text[]) WITH ORDINALITY AS f (line, n)";
            change.execute(insert, &[&id.as_str(), &lines, &at.0]).await.map_err(failed())?;
            let insert = "INSERT INTO members (game, member) SELECT $1, unnest($2::text[])
                ON CONFLICT DO NOTHING";
            change.execute(insert, &[&id.as_str(), members]).await.map_err(failed())?;
            change.commit().await.map_err(failed())
        })
    }

    fn append(&self, game: &GameId, append: &Append) -> Result<Appended, StoreError> {
        if append.lines.is_empty() {
            // The game's absence is told first, as everywhere.
            self.info(game)?;
            let reason = "an append has at least one line";
            return Err(StoreError::Invalid { game: game.clone(), reason });
        }
        let (game, append) = (game.clone(), append.clone());
        self.run(|inner| async move {
            let lines: Vec<_> = append.lines.iter().map(|line| kept(line)).collect();
            let (key, notes) = (append.key.as_deref().map(kept), append.notes.as_deref().map(kept));
            let status = append.status.map(Status::name);
            let select = "SELECT outcome, length FROM append_lines($1, $2, $3, $4, $5, $6, $7, $8)";
            let expected = append.expected.cast_signed();
            let values: [&(dyn ToSql + Sync); 8] =
                [&inner.me(), &game.as_str(), &expected, &key, &lines, &status, &notes, &append.at.0];
            let rows = inner.query("appending to a record", select, &values).await?;
            let row = rows.first().ok_or_else(|| inner.place.damaged(&game, "nothing came back"))?;
            let (outcome, length): (&str, i64) = (row.get(0), row.get(1));
            let length = length.cast_unsigned();
            match outcome {
                "written" => Ok(Appended::Written(length)),
                "already" => Ok(Appended::Already(length)),
                "conflict" => Err(StoreError::Conflict { game, expected: append.expected, actual: length }),
                other => Err(may_write(other, &game)
                    .err()
                    .unwrap_or_else(|| inner.place.damaged(&game, "an append came to nothing"))),
            }
        })
    }

    fn info(&self, game: &GameId) -> Result<GameInfo, StoreError> {
        let game = game.clone();
        self.run(|inner| async move { inner.info(&game).await })
    }

    fn load(&self, game: &GameId) -> Result<StoredGame, StoreError> {
        let game = game.clone();
        self.run(|inner| async move {
            let failed = || inner.place.failed("reading a record");
            let mut client = inner.client().await?;
            // One snapshot, so that a game and its record are seen at one moment.
            let view = client
                .build_transaction()
                .read_only(true)
                .isolation_level(tokio_postgres::IsolationLevel::RepeatableRead)
                .start()
                .await
                .map_err(failed())?;
            let select = format!("{SELECT_INFO} WHERE id = $1");
            let row = view.query_opt(&select, &[&game.as_str()]).await.map_err(failed())?;
            let row = row.ok_or_else(|| StoreError::NoSuchGame { game: game.clone() })?;
            let info = info_of_row(&row, &inner.place)?;
            let select = "SELECT number, line, key, at FROM lines WHERE game = $1 ORDER BY number";
            let rows = view.query(select, &[&game.as_str()]).await.map_err(failed())?;
            let record: Vec<_> = rows
                .iter()
                .map(|row| RecordLine {
                    number: row.get::<_, i64>(0).cast_unsigned(),
                    line: given(row.get(1)),
                    key: row.get::<_, Option<String>>(2).map(given),
                    at: Timestamp(row.get(3)),
                })
                .collect();
            let whole = record.len() as Revision == info.revision
                && record.iter().enumerate().all(|(n, line)| line.number == n as Revision);
            if !whole {
                let reason = format!("{} lines where {} were written", record.len(), info.revision);
                return Err(inner.place.damaged(&game, reason));
            }
            Ok(StoredGame { info, record })
        })
    }

    fn list(&self, page: &Page) -> Result<Listing, StoreError> {
        let page = page.clone();
        self.run(|inner| async move {
            let (whose, member) = match &page.whose {
                Whose::All => ("$1::text IS NULL", None),
                Whose::Member(member) => {
                    ("EXISTS (SELECT 1 FROM members WHERE member = $1 AND game = games.id)", Some(member))
                }
                Whose::Nobody => (
                    "$1::text IS NULL AND NOT EXISTS (SELECT 1 FROM members WHERE game = games.id)",
                    None,
                ),
            };
            // Where the page begins is told by the game before it, so that games which move up are not listed twice.
            let select = format!(
                "{SELECT_INFO} WHERE {whose} AND ($2::text IS NULL OR NOT EXISTS (SELECT 1 FROM games WHERE id = $2)
                    OR updated < (SELECT updated FROM games WHERE id = $2)
                    OR (updated = (SELECT updated FROM games WHERE id = $2) AND id COLLATE \"C\" > $2))
                 ORDER BY updated DESC, id COLLATE \"C\" LIMIT $3"
            );
            let limit = page.limit.clamp(1, MOST_LISTED);
            let (after, most) = (page.after.as_ref().map(GameId::as_str), limit as i64 + 1);
            let mut rows = inner.query("listing games", &select, &[&member, &after, &most]).await?;
            let more = rows.len() > limit;
            rows.truncate(limit);
            let last = rows.last().filter(|_| more);
            let next = last.and_then(|row| row.get::<_, String>(0).parse().ok());
            let mut listing = Listing { next, ..Listing::default() };
            for row in &rows {
                match info_of_row(row, &inner.place) {
                    Ok(info) => listing.games.push(info),
                    Err(error) => listing.damaged.push(error.to_string()),
                }
            }
            Ok(listing)
        })
    }

    fn count(&self, member: &str) -> Result<u64, StoreError> {
        let member = member.to_owned();
        self.run(|inner| async move {
            let count = "SELECT count(*) FROM members WHERE member = $1";
            let rows = inner.query("counting games", count, &[&member]).await?;
            Ok(rows.first().map_or(0, |row| row.get::<_, i64>(0).unsigned_abs()))
        })
    }

    fn set_members(&self, game: &GameId, members: &[String]) -> Result<(), StoreError> {
        let (game, members) = (game.clone(), members.to_vec());
        self.run(|inner| async move {
            let action = "changing whose a game is";
            let failed = || inner.place.failed(action);
            let mut client = inner.client().await?;
            let change = inner.writing(&mut client, action, &game).await?;
            let delete = "DELETE FROM members WHERE game = $1";
            change.execute(delete, &[&game.as_str()]).await.map_err(failed())?;
            let insert = "INSERT INTO members (game, member) SELECT $1, unnest($2::text[])
                ON CONFLICT DO NOTHING";
            change.execute(insert, &[&game.as_str(), &members]).await.map_err(failed())?;
            change.commit().await.map_err(failed())
        })
    }

    fn set_notes(&self, game: &GameId, notes: &str, at: Timestamp) -> Result<(), StoreError> {
        let (game, notes) = (game.clone(), notes.to_owned());
        self.run(|inner| async move {
            let write = "SELECT write_notes($1, $2, $3, $4)";
            let values: [&(dyn ToSql + Sync); 4] = [&inner.me(), &game.as_str(), &kept(&notes), &at.0];
            let rows = inner.query("writing notes", write, &values).await?;
            may_write(rows.first().map_or("", |row| row.get(0)), &game)
        })
    }

    fn set_status(&self, game: &GameId, status: Status, at: Timestamp) -> Result<(), StoreError> {
        let game = game.clone();
        self.run(|inner| async move {
            let action = "changing a status";
            let mut client = inner.client().await?;
            let change = inner.writing(&mut client, action, &game).await?;
            let update = "UPDATE games SET status = $2, updated = $3 WHERE id = $1";
            let values: [&(dyn ToSql + Sync); 3] = [&game.as_str(), &status.name(), &at.0];
            change.execute(update, &values).await.map_err(inner.place.failed(action))?;
            change.commit().await.map_err(inner.place.failed(action))
        })
    }

    fn put_snapshot(&self, game: &GameId, snapshot: &Snapshot) -> Result<(), StoreError> {
        let (game, snapshot) = (game.clone(), snapshot.clone());
        self.run(|inner| async move {
            if snapshot.revision > inner.info(&game).await?.revision {
                let reason = "a snapshot cannot contain lines that are not in the record";
                return Err(StoreError::Invalid { game: game.clone(), reason });
            }
            let insert = "INSERT INTO snapshots (game, revision, body, at) VALUES ($1, $2, $3, $4)
                ON CONFLICT (game, revision) DO UPDATE SET body = $3, at = $4";
            let revision = snapshot.revision.cast_signed();
            let values: [&(dyn ToSql + Sync); 4] =
                [&game.as_str(), &revision, &kept(&snapshot.body), &snapshot.at.0];
            let done = inner.execute("keeping a snapshot", insert, &values).await;
            done.map(drop).map_err(|error| no_such_game(error, &game))
        })
    }

    fn snapshot(&self, game: &GameId, at_most: Revision) -> Result<Option<Snapshot>, StoreError> {
        let game = game.clone();
        self.run(|inner| async move {
            inner.info(&game).await?;
            let select = "SELECT revision, body, at FROM snapshots
                WHERE game = $1 AND revision <= $2 ORDER BY revision DESC LIMIT 1";
            let at_most = i64::try_from(at_most).unwrap_or(i64::MAX);
            let rows = inner.query("reading a snapshot", select, &[&game.as_str(), &at_most]).await?;
            Ok(rows.first().map(|row| Snapshot {
                revision: row.get::<_, i64>(0).cast_unsigned(),
                body: given(row.get(1)),
                at: Timestamp(row.get(2)),
            }))
        })
    }

    fn delete(&self, game: &GameId) -> Result<(), StoreError> {
        let game = game.clone();
        self.run(|inner| async move {
            let action = "deleting a game";
            let mut client = inner.client().await?;
            let change = inner.writing(&mut client, action, &game).await?;
            let delete = "DELETE FROM games WHERE id = $1";
            change.execute(delete, &[&game.as_str()]).await.map_err(inner.place.failed(action))?;
            change.commit().await.map_err(inner.place.failed(action))
        })
    }

    fn say(&self, game: &GameId, word: &Word) -> Result<u64, StoreError> {
        let (game, word) = (game.clone(), word.clone());
        self.run(|inner| async move { people::say(&inner, &game, &word).await })
    }

    fn words(&self, game: &GameId) -> Result<Vec<Word>, StoreError> {
        let game = game.clone();
        self.run(|inner| async move { people::words(&inner, &game).await })
    }

    fn add_account(&self, account: &Account, at: Timestamp) -> Result<(), StoreError> {
        let account = account.clone();
        self.run(|inner| async move { people::add(&inner, &account, at).await })
    }

    fn account(&self, name: &str) -> Result<Option<Account>, StoreError> {
        let name = name.to_owned();
        self.run(|inner| async move { people::account(&inner, "name = $1", &name).await })
    }

    fn set_password(&self, account: &str, password: &str) -> Result<(), StoreError> {
        let (account, password) = (account.to_owned(), password.to_owned());
        self.run(|inner| async move {
            let update = "UPDATE accounts SET password = $2 WHERE id = $1";
            match inner.execute("changing a password", update, &[&account, &password]).await? {
                0 => Err(StoreError::NoSuchAccount { account }),
                _ => Ok(()),
            }
        })
    }

    fn add_session(&self, token: &str, account: &str, at: Timestamp) -> Result<(), StoreError> {
        let (token, account) = (token.to_owned(), account.to_owned());
        self.run(|inner| async move {
            let insert = "INSERT INTO sessions (token, account, at)
                SELECT $1, id, $3 FROM accounts WHERE id = $2
                ON CONFLICT (token) DO UPDATE SET account = $2, at = $3";
            match inner.execute("opening a session", insert, &[&token, &account, &at.0]).await? {
                0 => Err(StoreError::NoSuchAccount { account }),
                _ => Ok(()),
            }
        })
    }

    fn session(&self, token: &str) -> Result<Option<Account>, StoreError> {
        let token = token.to_owned();
        self.run(|inner| async move {
            let condition = "id = (SELECT account FROM sessions WHERE token = $1)";
            people::account(&inner, condition, &token).await
        })
    }

    fn end_session(&self, token: &str) -> Result<(), StoreError> {
        let token = token.to_owned();
        self.run(|inner| async move {
            let delete = "DELETE FROM sessions WHERE token = $1";
            inner.execute("ending a session", delete, &[&token]).await.map(drop)
        })
    }

    fn end_sessions(&self, account: &str) -> Result<(), StoreError> {
        let account = account.to_owned();
        self.run(|inner| async move {
            let delete = "DELETE FROM sessions WHERE account = $1";
            inner.execute("ending sessions", delete, &[&account]).await.map(drop)
        })
    }

    fn nodes(&self) -> Option<&dyn Nodes> {
        Some(self)
    }
}
