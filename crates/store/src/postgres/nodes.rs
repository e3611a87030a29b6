//! Which servers live, and which of them has a game.

use std::time::Duration;

use deadpool_postgres::{Client, Transaction};

use super::{Inner, PostgresStore};
use crate::{GameId, Lease, Nodes, StoreError};

impl Inner {
    /// What this server calls itself, where there are several.
    pub(super) fn me(&self) -> Option<String> {
        self.me.read().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    /// Begins a change of a game nobody else may write to meanwhile.
    pub(super) async fn writing<'a>(
        &self,
        client: &'a mut Client,
        action: &'static str,
        game: &GameId,
    ) -> Result<Transaction<'a>, StoreError> {
        let change = client.transaction().await.map_err(self.place.failed(action))?;
        let look =
            change.prepare_cached("SELECT writable($1, $2)").await.map_err(self.place.failed(action))?;
        let row = change.query_one(&look, &[&self.me(), &game.as_str()]).await;
        may_write(row.map_err(self.place.failed(action))?.get(0), game)?;
        Ok(change)
    }
}

/// What the database says of a write to a game, in one word.
pub(super) fn may_write(said: &str, game: &GameId) -> Result<(), StoreError> {
    match said {
        "mine" => Ok(()),
        "elsewhere" => Err(StoreError::Elsewhere { game: game.clone() }),
        _ => Err(StoreError::NoSuchGame { game: game.clone() }),
    }
}

fn milliseconds(length: Duration) -> i64 {
    i64::try_from(length.as_millis()).unwrap_or(i64::MAX)
}

impl Nodes for PostgresStore {
    fn beat(&self, node: &str, length: Duration) -> Result<bool, StoreError> {
        let node = node.to_owned();
        self.run(|inner| async move {
            let beat = "INSERT INTO nodes (node, until) VALUES ($1, milliseconds() + $2)
                ON CONFLICT (node) DO UPDATE SET until = excluded.until WHERE nodes.until > milliseconds()";
            let action = "saying that a server lives";
            Ok(inner.execute(action, beat, &[&node, &milliseconds(length)]).await? == 1)
        })
    }

    fn leave(&self, node: &str) -> Result<(), StoreError> {
        let node = node.to_owned();
        self.run(|inner| async move {
            let delete = "DELETE FROM nodes WHERE node = $1";
            inner.execute("saying that a server ends", delete, &[&node]).await.map(drop)
        })
    }

    fn take(&self, game: &GameId, node: &str) -> Result<Lease, StoreError> {
        let (game, node) = (game.clone(), node.to_owned());
        self.run(|inner| async move {
            let take = "SELECT holder, remaining FROM take_game($1, $2)";
            let rows = inner.query("taking a game", take, &[&node, &game.as_str()]).await?;
            let row = rows.first().ok_or_else(|| inner.place.damaged(&game, "nothing came back"))?;
            let (holder, left): (Option<String>, i64) = (row.get(0), row.get(1));
            match (holder, u64::try_from(left)) {
                (Some(node), Ok(left)) => Ok(Lease { node, left: Duration::from_millis(left) }),
                (Some(_), Err(_)) => Err(StoreError::NotAlive { node }),
                (None, _) => Err(StoreError::NoSuchGame { game }),
            }
        })
    }

    fn give_back(&self, game: &GameId, node: &str) -> Result<(), StoreError> {
        let (game, node) = (game.clone(), node.to_owned());
        self.run(|inner| async move {
            let delete = "DELETE FROM leases WHERE game = $1 AND node = $2";
            inner.execute("giving a game back", delete, &[&game.as_str(), &node]).await.map(drop)
        })
    }

    fn write_as(&self, node: &str) {
        let mut me = self.inner.me.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        *me = Some(node.to_owned());
    }
}
