//! A table in use: locked for one at a time, watched by many.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use tokio::sync::{Notify, watch};
use tokio::task;

use super::play::Thinker;
use super::table::Table;
use super::talk::Company;
use crate::cluster::Held;
use crate::device::Device;
use crate::fault::Fault;
use crate::limits::Allowance;
use crate::thinking::Thinking;

/// A table in memory. It is asleep until somebody sits down at it: looking at a game plays no bot and starts no clock.
pub(crate) struct Live {
    table: Mutex<Table>,
    changed: watch::Sender<u64>,
    wake: Arc<Notify>,
    awake: AtomicBool,
    used: Mutex<Instant>,
    /// Who is there, and what they say.
    pub(crate) company: Arc<Company>,
    /// Messages each device may still send to this game, over all its lines.
    pub(crate) pace: Allowance<Device>,
    /// Whose turn it is to think, over all games.
    pub(crate) thinking: Arc<Thinking>,
    /// What says that no other server has the game.
    _held: Option<Arc<Held>>,
}

impl Drop for Live {
    fn drop(&mut self) {
        // The computer looks up and finds nobody.
        self.wake.notify_one();
    }
}

impl Live {
    /// Keeps a table in memory.
    pub(crate) fn new(
        table: Table,
        pace: Allowance<Device>,
        held: Option<Arc<Held>>,
        thinking: Arc<Thinking>,
    ) -> Arc<Self> {
        let (changed, _) = watch::channel(table.version());
        let (wake, used) = (Arc::new(Notify::new()), Mutex::new(Instant::now()));
        let (awake, company) = (AtomicBool::new(false), Arc::default());
        let table = Mutex::new(table);
        Arc::new(Self { table, changed, wake, awake, used, company, pace, thinking, _held: held })
    }

    /// Somebody sits down: standing answers are given, the computer's turns and the clock begin.
    pub(crate) async fn awake(self: &Arc<Self>) {
        if self.awake.swap(true, Ordering::Relaxed) {
            return;
        }
        // A standing answer may have been due when the program ended.
        self.with(Table::resume).await.ok();
        task::spawn(computer(Arc::downgrade(self), Arc::clone(&self.wake)));
    }

    /// How long nobody has done anything here, while nobody watches; none while somebody does.
    pub(crate) fn idle(&self) -> Option<Duration> {
        let used = *self.used.lock().unwrap_or_else(PoisonError::into_inner);
        (self.changed.receiver_count() == 0).then(|| used.elapsed())
    }

    /// Tells when the table changed.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Whether something went so wrong that the table cannot be trusted any more.
    pub(crate) fn is_broken(&self) -> bool {
        self.table.is_poisoned()
    }

    /// Looks at the table without keeping it in memory any longer.
    pub(crate) async fn look<T: Send + 'static>(
        self: &Arc<Self>,
        f: impl FnOnce(&mut Table) -> T + Send + 'static,
    ) -> Result<T, Fault> {
        let used = *self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let value = self.with(f).await;
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = used;
        value
    }

    /// Does something with the table, alone, away from the threads that serve others; then tells the watchers.
    pub(crate) async fn with<T: Send + 'static>(
        self: &Arc<Self>,
        f: impl FnOnce(&mut Table) -> T + Send + 'static,
    ) -> Result<T, Fault> {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        let live = Arc::clone(self);
        let done = task::spawn_blocking(move || {
            let mut table = live.table.lock().ok()?;
            let before = table.version();
            let value = f(&mut table);
            let after = table.version();
            drop(table);
            if after != before {
                tell(&live.changed, after);
                live.wake.notify_one();
            }
            Some(value)
        });
        match done.await {
            Ok(Some(value)) => Ok(value),
            // The lock is poisoned from here on: the next one to open the game gets it fresh from the store.
            _ => Err(Fault::broken(
                "the rules broke down in this game; open it again to go on from its last answer",
            )),
        }
    }
}

/// Tells the watchers of a version. The table is free again by then, so a later version may have been told already: told over it,
/// the earlier one would be taken for old by whoever has seen it, and the later one would reach them only with the next change.
fn tell(changed: &watch::Sender<u64>, version: u64) {
    changed.send_if_modified(|told| {
        let newer = version > *told;
        *told = version.max(*told);
        newer
    });
}

/// Plays the computer's turns and keeps the clock until the game is gone. Between two looks it does not hold the table, so
/// that a game nobody uses can leave the memory.
async fn computer(live: Weak<Live>, wake: Arc<Notify>) {
    loop {
        let look = |table: &mut Table| {
            let limits = (table.clock_due(), table.times_due());
            (table.bot_due(), limits, table.gone().is_some(), table.thinker())
        };
        let looked = match live.upgrade() {
            Some(live) => live.look(look).await,
            None => return,
        };
        let Ok((due, (limit, time), false, thinker)) = looked else { return };
        let wait = due.into_iter().chain(limit).chain(time).min();
        let Some(wait) = wait else {
            wake.notified().await;
            continue;
        };
        if !wait.is_zero() {
            tokio::select! {
                // Whatever happened may have changed the pace or the question: look again.
                () = wake.notified() => continue,
                () = tokio::time::sleep(wait) => {}
            }
        }
        let act = match Some(wait) {
            wait if wait == limit => Table::time_up,
            wait if wait == time => Table::times_up,
            _ => {
                // Whose clock runs out meanwhile does not wait for the computer's turn to think.
                let first = limit.into_iter().chain(time).min().unwrap_or(Duration::MAX);
                match tokio::time::timeout(first.saturating_sub(wait), played(&live, thinker)).await {
                    Ok(false) => return,
                    Ok(true) | Err(_) => continue,
                }
            }
        };
        let Some(live) = live.upgrade() else { return };
        if live.with(act).await.is_err() {
            return;
        }
    }
}

/// Has the computer answer when it is its turn to think; whether the game goes on. The table is free while it waits.
async fn played(live: &Weak<Live>, thinker: Option<Thinker>) -> bool {
    let Some(thinking) = live.upgrade().map(|live| Arc::clone(&live.thinking)) else { return false };
    let turn = match &thinker {
        Some((system, bot)) => Some(thinking.turn(system, bot).await),
        None => None,
    };
    let Some(live) = live.upgrade() else { return false };
    // Meanwhile somebody may have taken something back, or told the computer to wait.
    let play = move |table: &mut Table| {
        let due = thinker.is_none() || (table.thinker() == thinker && table.bot_due().is_some());
        let begun = Instant::now();
        if due {
            table.play_bot();
        }
        drop(turn);
        thinker.filter(|_| due).map(|thinker| (thinker, begun.elapsed()))
    };
    match live.with(play).await {
        Ok(Some(((system, bot), took))) => thinking.took_for(&system, &bot, took),
        Ok(None) => {}
        Err(_) => return false,
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_earlier_version_told_late_does_not_hide_a_later_one() {
        let (changed, mut watcher) = watch::channel(1);
        tell(&changed, 3);
        tell(&changed, 2);
        assert!(watcher.has_changed().unwrap());
        assert_eq!(*watcher.borrow_and_update(), 3);
        tell(&changed, 2);
        assert!(!watcher.has_changed().unwrap());
    }
}
