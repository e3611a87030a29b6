//! A table in use: locked for one at a time, watched by many.

use std::sync::{Arc, Mutex};

use tokio::sync::{Notify, watch};
use tokio::task;

use super::table::Table;
use crate::fault::Fault;

/// A table in use.
pub(crate) struct Live {
    table: Mutex<Table>,
    changed: watch::Sender<u64>,
    wake: Notify,
}

impl Live {
    /// Puts a table into use and starts the computer's turns.
    pub(crate) fn start(table: Table) -> Arc<Self> {
        let (changed, _) = watch::channel(table.version());
        let live = Arc::new(Self { table: Mutex::new(table), changed, wake: Notify::new() });
        task::spawn(computer(Arc::clone(&live)));
        live
    }

    /// Tells when the table changed.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Whether something went so wrong that the table cannot be trusted any more.
    pub(crate) fn is_broken(&self) -> bool {
        self.table.is_poisoned()
    }

    /// Does something with the table, alone, away from the threads that serve others; then tells the watchers.
    pub(crate) async fn with<T: Send + 'static>(
        self: &Arc<Self>,
        f: impl FnOnce(&mut Table) -> T + Send + 'static,
    ) -> Result<T, Fault> {
        let live = Arc::clone(self);
        let done = task::spawn_blocking(move || {
            let mut table = live.table.lock().ok()?;
            let before = table.version();
            let value = f(&mut table);
            let after = table.version();
            drop(table);
            if after != before {
                live.changed.send_replace(after);
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

/// Plays the computer's turns and keeps the clock until the game is gone.
async fn computer(live: Arc<Live>) {
    loop {
        let look = |table: &mut Table| (table.bot_due(), table.clock_due(), table.gone().is_some());
        let Ok((due, limit, gone)) = live.with(look).await else {
            return;
        };
        if gone {
            return;
        }
        match due {
            None => match limit {
                None => live.wake.notified().await,
                Some(limit) => tokio::select! {
                    () = live.wake.notified() => {}
                    () = tokio::time::sleep(limit) => {
                        if live.with(Table::time_up).await.is_err() {
                            return;
                        }
                    }
                },
            },
            Some(delay) if delay.is_zero() => {
                if live.with(Table::play_bot).await.is_err() {
                    return;
                }
            }
            Some(delay) => tokio::select! {
                // Whatever happened may have changed the pace or the question: look again.
                () = live.wake.notified() => {}
                () = tokio::time::sleep(delay) => {
                    if live.with(Table::play_bot).await.is_err() {
                        return;
                    }
                }
            },
        }
    }
}
