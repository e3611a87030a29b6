//! Computer players that think: a few at a time, so that games between people stay quick whatever the computer is asked.
//!
//! A player that searches takes a core for a second, and every game has one. So an answer of the computer waits for its turn,
//! in the order in which the games came, unless this kind of player has been quick so far: those would only wait for others.
//! Advice and set-ups that a client asks for always wait, in a queue that has an end.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// What a quick player takes for an answer at most, on average.
const QUICK: Duration = Duration::from_millis(20);

/// Who may think now.
pub(crate) struct Thinking {
    turns: Arc<Semaphore>,
    /// Clients that wait for advice, and the most there may be.
    asking: AtomicUsize,
    most_asking: usize,
    /// What players of a system and name took for their answers, as a moving average.
    took: Mutex<BTreeMap<(String, String), Duration>>,
}

/// The turn to think: it ends when this is dropped.
pub(crate) struct Turn(#[expect(dead_code, reason = "held, not read")] Option<OwnedSemaphorePermit>);

impl Thinking {
    /// So many think at once, and so many clients may wait for advice.
    pub(crate) fn new(at_once: usize, most_asking: usize) -> Arc<Self> {
        let turns = Arc::new(Semaphore::new(at_once.max(1)));
        Arc::new(Self { turns, asking: AtomicUsize::new(0), most_asking, took: Mutex::default() })
    }

    /// Waits for the turn of a computer player in a game. One of whom nothing is known yet may be slow.
    pub(crate) async fn turn(&self, system: &str, bot: &str) -> Turn {
        let key = (system.to_owned(), bot.to_owned());
        let quick = self.took().get(&key).is_some_and(|took| *took <= QUICK);
        Turn(if quick { None } else { self.permit().await })
    }

    /// Notes what an answer took.
    pub(crate) fn took_for(&self, system: &str, bot: &str, took: Duration) {
        let mut all = self.took();
        let known = all.entry((system.to_owned(), bot.to_owned())).or_insert(took);
        // One answer in eight may be slow without making the player so.
        *known = (*known * 7 + took) / 8;
    }

    /// Waits for the turn of a client who wants advice; none where too many wait already.
    pub(crate) async fn asked(&self) -> Option<Turn> {
        struct Waits<'a>(&'a AtomicUsize);
        impl Drop for Waits<'_> {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Ordering::Relaxed);
            }
        }
        let before = self.asking.fetch_add(1, Ordering::Relaxed);
        let _waits = Waits(&self.asking);
        if before >= self.most_asking {
            return None;
        }
        Some(Turn(self.permit().await))
    }

    async fn permit(&self) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed.
        Arc::clone(&self.turns).acquire_owned().await.ok()
    }

    fn took(&self) -> MutexGuard<'_, BTreeMap<(String, String), Duration>> {
        self.took.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn whoever_is_quick_waits_for_nobody() {
        let thinking = Thinking::new(1, 1);
        let (slow, quick) = (Duration::from_secs(1), Duration::from_millis(1));
        let first = thinking.turn("s", "deep").await;
        thinking.took_for("s", "deep", slow);
        thinking.took_for("s", "scripted", quick);
        thinking.turn("s", "scripted").await;
        let waits = |bot: &'static str| {
            let thinking = Arc::clone(&thinking);
            async move { tokio::time::timeout(Duration::from_millis(50), thinking.turn("s", bot)).await.is_err() }
        };
        assert!(waits("deep").await && waits("never seen").await);
        drop(first);
        assert!(!waits("deep").await);
        // One slow answer among many does not make a player slow.
        thinking.took_for("s", "scripted", Duration::from_millis(100));
        let _first = thinking.turn("s", "deep").await;
        assert!(!waits("scripted").await);
    }

    #[tokio::test]
    async fn whoever_asks_when_too_many_wait_is_told_to_come_back() {
        let thinking = Thinking::new(1, 1);
        let turn = thinking.asked().await.expect("nobody thinks");
        let mut waiting = Box::pin(thinking.asked());
        assert!(tokio::time::timeout(Duration::from_millis(20), &mut waiting).await.is_err());
        assert!(thinking.asked().await.is_none(), "one waits already");
        // Whoever goes makes room.
        drop(waiting);
        drop(turn);
        assert!(thinking.asked().await.is_some());
    }
}
