//! How much anybody may ask of a server, and how long it waits for them.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The limits of a server. The defaults suit a small public one.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Connections at once, and of these from one address that is not this machine's.
    pub connections: usize,
    /// See [`Limits::connections`].
    pub connections_each: usize,
    /// How long the head of a request may take, and how long a connection may lie idle between two requests.
    pub head: Duration,
    /// How long a body may pause.
    pub body: Duration,
    /// How long a request may take as a whole.
    pub request: Duration,
    /// How often a WebSocket is pinged; one that is silent for three times as long is closed.
    pub ping: Duration,
    /// How long a game stays in memory that nobody looks at.
    pub idle_game: Duration,
    /// Long computations under way at once, and waiting. As many computer players think at once, and as many clients may wait
    /// for their advice.
    pub jobs: usize,
    /// See [`Limits::jobs`].
    pub waiting_jobs: usize,
    /// Games a device, and an address, may set up at once; one more comes free every [`Limits::game_every`].
    pub games: u32,
    /// See [`Limits::games`].
    pub game_every: Duration,
    /// Games a device, or an account, may have in the store.
    pub kept_games: u64,
    /// Requests an address may make at once; one more comes free every [`Limits::request_every`].
    pub requests: u32,
    /// See [`Limits::requests`].
    pub request_every: Duration,
    /// Messages a device may send to one game at once, over all its lines; one more comes free every [`Limits::message_every`].
    pub messages: u32,
    /// See [`Limits::messages`].
    pub message_every: Duration,
    /// Tries to log in under a name; one more comes free every [`Limits::login_every`]. An address has four times as many.
    pub logins: u32,
    /// See [`Limits::logins`].
    pub login_every: Duration,
    /// Whether limits by address hold for this machine's own addresses, too. They do not by default: everybody behind a
    /// proxy that does not say for whom it calls would be one.
    pub count_loopback: bool,
    /// How long a server may be silent before others on the same games take its games.
    pub lease: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 4096,
            connections_each: 128,
            head: Duration::from_secs(15),
            body: Duration::from_secs(10),
            request: Duration::from_mins(1),
            ping: Duration::from_secs(20),
            idle_game: Duration::from_mins(10),
            // One core is left for the games people play.
            jobs: std::thread::available_parallelism().map_or(1, |cores| (cores.get() - 1).max(1)),
            waiting_jobs: 16,
            games: 60,
            game_every: Duration::from_secs(2),
            kept_games: 5000,
            requests: 400,
            request_every: Duration::from_millis(20),
            messages: 200,
            message_every: Duration::from_millis(20),
            logins: 10,
            login_every: Duration::from_secs(20),
            count_loopback: false,
            lease: Duration::from_secs(6),
        }
    }
}

impl Limits {
    /// Whether an address has a share of its own in what is counted by address.
    pub(crate) fn counts(&self, address: IpAddr) -> bool {
        self.count_loopback || !address.is_loopback()
    }
}

/// Counts what each caller has used of an allowance that fills up again.
pub(crate) struct Allowance<K> {
    most: u32,
    every: Duration,
    used: Mutex<HashMap<K, (u32, Instant)>>,
}

/// Callers remembered before those with a full allowance are forgotten.
const MOST_CALLERS: usize = 10_000;

impl<K: Eq + Hash> Allowance<K> {
    pub(crate) fn new(most: u32, every: Duration) -> Self {
        Self { most, every, used: Mutex::default() }
    }

    /// Takes one; otherwise says how long to wait for it.
    pub(crate) fn take(&self, who: K) -> Result<(), Duration> {
        let now = Instant::now();
        let mut all = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let left = |(used, since): (u32, Instant)| {
            let back = now.duration_since(since).as_nanos() / self.every.as_nanos().max(1);
            used.saturating_sub(u32::try_from(back).unwrap_or(u32::MAX))
        };
        if all.len() >= MOST_CALLERS {
            all.retain(|_, entry| left(*entry) > 0);
        }
        let entry = all.entry(who).or_insert((0, now));
        let used = left(*entry);
        if used >= self.most {
            return Err(self.every);
        }
        if used < entry.0 || used == 0 {
            entry.1 = now;
        }
        entry.0 = used + 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allowance_is_used_up_and_fills_again() {
        let allowance = Allowance::new(2, Duration::from_millis(40));
        assert!(allowance.take("a").is_ok() && allowance.take("a").is_ok());
        assert!(allowance.take("a").is_err());
        assert!(allowance.take("b").is_ok(), "another caller has its own");
        std::thread::sleep(Duration::from_millis(50));
        assert!(allowance.take("a").is_ok());
        assert!(allowance.take("a").is_err());
    }
}
