//! Several servers on the same games: who is alive, and which of them has a game.
//!
//! A server says again and again that it lives; a game belongs to one living server at a time. So holding a thousand games
//! costs one row a beat. The database's clock counts. A server that was given up must not go on under its name: others may
//! have its games.

use std::time::Duration;

use crate::{GameId, StoreError};

/// Who has a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    /// The server.
    pub node: String,
    /// How long it will be taken for alive, unless it says more.
    pub left: Duration,
}

/// What servers on the same games ask of their store.
pub trait Nodes: Send + Sync {
    /// A server lives, and will be taken for alive so long from now on. False where it was given up before: then it has
    /// lost everything it had and takes a new name.
    fn beat(&self, node: &str, length: Duration) -> Result<bool, StoreError>;

    /// A server ends: its games are free at once.
    fn leave(&self, node: &str) -> Result<(), StoreError>;

    /// Takes a game, unless another living server has it; the answer says who has it now. Refused with
    /// [`StoreError::NotAlive`] to a server that was given up.
    fn take(&self, game: &GameId, node: &str) -> Result<Lease, StoreError>;

    /// Gives a game back, if the server still has it.
    fn give_back(&self, game: &GameId, node: &str) -> Result<(), StoreError>;

    /// From now on writes to games that another server has taken are refused with [`StoreError::Elsewhere`], even where
    /// that server has been given up since.
    fn write_as(&self, node: &str);
}
