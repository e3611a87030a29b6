//! One life of a server under one name, and the games it holds in it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use grognard_store::GameId;

use crate::device;
use crate::fault::Fault;

/// The length of a name.
const NAME: usize = 24;

/// Whether a text can be the name of a server.
pub(super) fn is_name(text: &str) -> bool {
    text.len() == NAME && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// A life. Its name is never used again.
pub(crate) struct Life {
    name: String,
    state: Mutex<State>,
}

struct State {
    /// Until then nobody else takes this server's games, by this machine's own clock.
    until: Instant,
    ended: bool,
    games: BTreeMap<GameId, Arc<Held>>,
}

/// A game this server holds; whoever uses the game keeps it.
#[derive(Debug)]
pub(crate) struct Held;

impl Life {
    /// A life that begins now.
    pub(super) fn new(lease: Duration) -> Result<Self, Fault> {
        let name = device::token()?[..NAME].to_owned();
        let state = State { until: Instant::now() + lease, ended: false, games: BTreeMap::new() };
        Ok(Self { name, state: Mutex::new(state) })
    }

    /// Before the first life nothing is held.
    pub(super) fn unborn() -> Self {
        let state = State { until: Instant::now(), ended: true, games: BTreeMap::new() };
        Self { name: String::new(), state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the others call this server.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The others know that it lives until then.
    pub(super) fn lives(&self, until: Instant) {
        self.state().until = until;
    }

    pub(super) fn until(&self) -> Instant {
        self.state().until
    }

    /// Nothing is held any more.
    pub(super) fn end(&self) {
        let mut state = self.state();
        state.ended = true;
        state.games.clear();
    }

    fn is_over(state: &State) -> bool {
        state.ended || state.until <= Instant::now()
    }

    /// A game, if it is held.
    pub(super) fn held(&self, game: &GameId) -> Option<Arc<Held>> {
        let state = self.state();
        state.games.get(game).filter(|_| !Self::is_over(&state)).cloned()
    }

    /// Holds a game from now on, unless the life is over.
    pub(super) fn hold(&self, game: &GameId) -> Option<Arc<Held>> {
        let mut state = self.state();
        if Self::is_over(&state) {
            return None;
        }
        Some(Arc::clone(state.games.entry(game.clone()).or_insert_with(|| Arc::new(Held))))
    }

    /// Games nobody uses.
    pub(super) fn unused(&self) -> Vec<GameId> {
        let state = self.state();
        state
            .games
            .iter()
            .filter(|(_, held)| Arc::strong_count(held) == 1)
            .map(|(game, _)| game.clone())
            .collect()
    }

    /// Lets go of a game, if nobody uses it still.
    pub(super) fn let_go(&self, game: &GameId) -> bool {
        let mut state = self.state();
        let unused = state.games.get(game).is_some_and(|held| Arc::strong_count(held) == 1);
        unused && state.games.remove(game).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_held_while_it_is_used_and_the_life_lasts() {
        let life = Life::new(Duration::from_mins(1)).unwrap();
        assert!(is_name(life.name()));
        let game: GameId = "a".parse().unwrap();
        assert!(life.held(&game).is_none());
        let held = life.hold(&game).unwrap();
        assert!(life.unused().is_empty() && !life.let_go(&game), "somebody uses it");
        drop(held);
        assert_eq!(life.unused(), std::slice::from_ref(&game));
        assert!(life.let_go(&game) && !life.let_go(&game) && life.held(&game).is_none());
        life.hold(&game).unwrap();
        life.lives(Instant::now());
        assert!(life.held(&game).is_none() && life.hold(&game).is_none(), "the lease ran out");
        life.lives(Instant::now() + Duration::from_mins(1));
        assert!(life.held(&game).is_some());
        life.end();
        assert!(life.held(&game).is_none() && life.hold(&game).is_none());
        assert!(Life::unborn().hold(&game).is_none());
    }
}
