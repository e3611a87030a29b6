//! The tables in `PostgreSQL`, numbered as those of `SQLite`, and how an older database becomes a current one.

use tokio_postgres::{Client, Transaction};

use super::rows::Place;
use crate::StoreError;

/// Step `n` leads from schema `n` to schema `n + 1`. Steps are never changed once released, only added.
const MIGRATIONS: &[&str] = &[
    "CREATE TABLE games (
         id       text PRIMARY KEY,
         title    text NOT NULL,
         system   text NOT NULL,
         mission  text NOT NULL,
         status   text NOT NULL,
         header   text NOT NULL,
         notes    text NOT NULL,
         revision bigint NOT NULL,
         created  bigint NOT NULL,
         updated  bigint NOT NULL
     );
     CREATE TABLE lines (
         game   text NOT NULL REFERENCES games (id) ON DELETE CASCADE,
         number bigint NOT NULL,
         line   text NOT NULL,
         key    text,
         at     bigint NOT NULL,
         PRIMARY KEY (game, number)
     );
     CREATE INDEX lines_by_key ON lines (game, key) WHERE key IS NOT NULL;
     CREATE TABLE snapshots (
         game     text NOT NULL REFERENCES games (id) ON DELETE CASCADE,
         revision bigint NOT NULL,
         body     text NOT NULL,
         at       bigint NOT NULL,
         PRIMARY KEY (game, revision)
     );
     -- One call and one commit for an answer: the row of the game is the lock.
     CREATE FUNCTION append_lines(
         g text, expected bigint, k text, fresh text[], new_status text, new_notes text, t bigint
     ) RETURNS TABLE (outcome text, length bigint) LANGUAGE plpgsql AS $$
     DECLARE
         actual bigint;
         last bigint;
     BEGIN
         SELECT revision INTO actual FROM games WHERE id = g FOR UPDATE;
         IF NOT FOUND THEN
             RETURN QUERY SELECT 'missing', 0::bigint;
             RETURN;
         END IF;
         IF k IS NOT NULL THEN
             SELECT max(number) INTO last FROM lines WHERE game = g AND key = k;
             IF last IS NOT NULL THEN
                 RETURN QUERY SELECT 'already', last + 1;
                 RETURN;
             END IF;
         END IF;
         IF actual <> expected THEN
             RETURN QUERY SELECT 'conflict', actual;
             RETURN;
         END IF;
         INSERT INTO lines (game, number, line, key, at)
             SELECT g, actual + n - 1, line, k, t FROM unnest(fresh) WITH ORDINALITY AS f (line, n);
         UPDATE games SET revision = actual + cardinality(fresh), updated = t,
             status = coalesce(new_status, status), notes = coalesce(new_notes, notes) WHERE id = g;
         RETURN QUERY SELECT 'written', actual + cardinality(fresh);
     END $$;",
    "CREATE TABLE members (
         game   text NOT NULL REFERENCES games (id) ON DELETE CASCADE,
         member text NOT NULL,
         PRIMARY KEY (member, game)
     );
     CREATE INDEX members_by_game ON members (game);
     CREATE INDEX games_by_time ON games (updated DESC, id COLLATE \"C\");",
    "CREATE TABLE words (
         game   text NOT NULL REFERENCES games (id) ON DELETE CASCADE,
         number bigint NOT NULL,
         author text NOT NULL,
         text   text NOT NULL,
         at     bigint NOT NULL,
         PRIMARY KEY (game, number)
     );
     CREATE TABLE accounts (
         id       text PRIMARY KEY,
         name     text NOT NULL UNIQUE,
         shown    text NOT NULL,
         password text NOT NULL,
         created  bigint NOT NULL
     );
     CREATE TABLE sessions (
         token   text PRIMARY KEY,
         account text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
         at      bigint NOT NULL
     );
     CREATE INDEX sessions_by_account ON sessions (account);
     CREATE TABLE leases (
         game  text PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
         node  text NOT NULL,
         until bigint NOT NULL
     );",
    "DROP TABLE leases;
     CREATE TABLE nodes (
         node  text PRIMARY KEY,
         until bigint NOT NULL
     );
     CREATE TABLE leases (
         game text PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
         node text NOT NULL REFERENCES nodes (node) ON DELETE CASCADE
     );
     CREATE INDEX leases_by_node ON leases (node);
     -- The database's own clock counts: those of several servers would have to agree.
     CREATE FUNCTION milliseconds() RETURNS bigint LANGUAGE sql AS
         'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint';
     -- The row of the game is the lock, for writers and for whoever takes the game: a game never changes hands in the
     -- middle of a write.
     CREATE FUNCTION writable(me text, g text) RETURNS text LANGUAGE plpgsql AS $$
     BEGIN
         PERFORM 1 FROM games WHERE id = g FOR UPDATE;
         IF NOT FOUND THEN
             RETURN 'missing';
         END IF;
         IF me IS NOT NULL AND EXISTS (SELECT 1 FROM leases WHERE game = g AND node <> me) THEN
             RETURN 'elsewhere';
         END IF;
         RETURN 'mine';
     END $$;
     CREATE FUNCTION take_game(me text, g text) RETURNS TABLE (holder text, remaining bigint) LANGUAGE plpgsql AS $$
     DECLARE
         mine bigint;
         other text;
         theirs bigint;
     BEGIN
         PERFORM 1 FROM games WHERE id = g FOR UPDATE;
         IF NOT FOUND THEN
             RETURN QUERY SELECT NULL::text, 0::bigint;
             RETURN;
         END IF;
         SELECT until - milliseconds() INTO mine FROM nodes WHERE node = me;
         IF mine IS NULL OR mine <= 0 THEN
             RETURN QUERY SELECT me, -1::bigint;
             RETURN;
         END IF;
         SELECT node, until - milliseconds() INTO other, theirs FROM leases JOIN nodes USING (node) WHERE game = g;
         IF other <> me AND theirs > 0 THEN
             RETURN QUERY SELECT other, theirs;
             RETURN;
         END IF;
         INSERT INTO leases (game, node) VALUES (g, me) ON CONFLICT (game) DO UPDATE SET node = me;
         RETURN QUERY SELECT me, mine;
     END $$;
     CREATE FUNCTION write_notes(me text, g text, n text, t bigint) RETURNS text LANGUAGE plpgsql AS $$
     DECLARE
         may text := writable(me, g);
     BEGIN
         IF may = 'mine' THEN
             UPDATE games SET notes = n, updated = t WHERE id = g;
         END IF;
         RETURN may;
     END $$;
     DROP FUNCTION append_lines;
     CREATE FUNCTION append_lines(
         me text, g text, expected bigint, k text, fresh text[], new_status text, new_notes text, t bigint
     ) RETURNS TABLE (outcome text, length bigint) LANGUAGE plpgsql AS $$
     DECLARE
         may text := writable(me, g);
         actual bigint;
         last bigint;
     BEGIN
         IF may <> 'mine' THEN
             RETURN QUERY SELECT may, 0::bigint;
             RETURN;
         END IF;
         IF k IS NOT NULL THEN
             SELECT max(number) INTO last FROM lines WHERE game = g AND key = k;
             IF last IS NOT NULL THEN
                 RETURN QUERY SELECT 'already', last + 1;
                 RETURN;
             END IF;
         END IF;
         SELECT revision INTO actual FROM games WHERE id = g;
         IF actual <> expected THEN
             RETURN QUERY SELECT 'conflict', actual;
             RETURN;
         END IF;
         INSERT INTO lines (game, number, line, key, at)
             SELECT g, actual + n - 1, line, k, t FROM unnest(fresh) WITH ORDINALITY AS f (line, n);
         UPDATE games SET revision = actual + cardinality(fresh), updated = t,
             status = coalesce(new_status, status), notes = coalesce(new_notes, notes) WHERE id = g;
         RETURN QUERY SELECT 'written', actual + cardinality(fresh);
     END $$;",
];

/// Servers that start at once take this lock one after the other.
const LOCK: i64 = 0x4752_4F47;

/// Brings a database to the current schema, all or nothing.
pub(super) async fn prepare(client: &mut Client, place: &Place) -> Result<(), StoreError> {
    let failed = || place.failed("bringing it to the current schema");
    let change = client.transaction().await.map_err(failed())?;
    change.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await.map_err(failed())?;
    let from = version(&change, place).await?;
    let known = MIGRATIONS.len() as i32;
    if from > known {
        let path = place.shown().into();
        return Err(StoreError::NewerSchema {
            path,
            found: from.cast_unsigned(),
            known: known.cast_unsigned(),
        });
    }
    for step in MIGRATIONS.iter().skip(from.cast_unsigned() as usize) {
        change.batch_execute(step).await.map_err(failed())?;
    }
    if from < known {
        change.execute("UPDATE grognard_schema SET version = $1", &[&known]).await.map_err(failed())?;
    }
    change.commit().await.map_err(failed())
}

/// The schema a database has. One that has tables of somebody else's is refused.
async fn version(change: &Transaction<'_>, place: &Place) -> Result<i32, StoreError> {
    let failed = || place.failed("looking at it");
    let look = "SELECT to_regclass('grognard_schema') IS NOT NULL, to_regclass('games') IS NOT NULL";
    let row = change.query_one(look, &[]).await.map_err(failed())?;
    match (row.get(0), row.get(1)) {
        (true, _) => {
            let row = change.query_one("SELECT version FROM grognard_schema", &[]).await;
            Ok(row.map_err(failed())?.get(0))
        }
        (false, true) => Err(StoreError::NotAStore {
            path: place.shown().into(),
            reason: "it has a table `games` of another program".to_owned(),
        }),
        (false, false) => {
            let found = "CREATE TABLE grognard_schema (version integer NOT NULL);
                INSERT INTO grognard_schema VALUES (0)";
            change.batch_execute(found).await.map_err(failed())?;
            Ok(0)
        }
    }
}
