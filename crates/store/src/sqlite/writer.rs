//! The one thread that writes, and its group commit.
//!
//! A synced commit costs the disk the same for one change as for a hundred. So the thread takes everything that waits, makes
//! it one transaction with a savepoint for each change, commits once, and only then tells everybody. A change that fails is
//! rolled back alone; a commit that fails is told to all who were in it.

use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::thread::{self, JoinHandle};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::rows::Place;
use crate::StoreError;

/// The most changes of one commit: whoever came first does not wait for ever.
const MOST_AT_ONCE: usize = 512;

/// A change somebody waits for.
trait Change: Send {
    /// Does it, inside a transaction with others.
    fn make(&mut self, change: &Transaction<'_>, place: &Place);
    /// Tells whoever waits, once it is known whether the transaction was committed.
    fn tell(self: Box<Self>, failed: Option<&rusqlite::Error>, place: &Place);
}

struct Waiting<T, F> {
    action: &'static str,
    work: Option<F>,
    made: Option<Result<T, StoreError>>,
    answer: SyncSender<Result<T, StoreError>>,
}

impl<T, F> Change for Waiting<T, F>
where
    T: Send,
    F: FnOnce(&Transaction<'_>, &Place) -> Result<T, StoreError> + Send,
{
    fn make(&mut self, change: &Transaction<'_>, place: &Place) {
        let Some(work) = self.work.take() else { return };
        let set = |sql: &str| change.execute_batch(sql).map_err(place.failed(self.action));
        let made = set("SAVEPOINT one").and_then(|()| {
            let made = work(change, place);
            let end = if made.is_ok() { "RELEASE one" } else { "ROLLBACK TO one; RELEASE one" };
            set(end).and(made)
        });
        self.made = Some(made);
    }

    fn tell(self: Box<Self>, failed: Option<&rusqlite::Error>, place: &Place) {
        let made = match (self.made, failed) {
            (made, Some(error)) => {
                // What was refused is refused; what was made is not in the file.
                made.filter(Result::is_err).unwrap_or_else(|| Err(place.failed(self.action)(same(error))))
            }
            (Some(made), None) => made,
            (None, None) => Err(place.closed()),
        };
        // Nobody waiting any more is no reason not to have written.
        self.answer.send(made).ok();
    }
}

/// The same error for somebody else.
fn same(error: &rusqlite::Error) -> rusqlite::Error {
    match error {
        rusqlite::Error::SqliteFailure(code, what) => rusqlite::Error::SqliteFailure(*code, what.clone()),
        other => rusqlite::Error::ToSqlConversionFailure(other.to_string().into()),
    }
}

/// Hands changes to the writing thread and waits for their answers.
#[derive(Debug)]
pub(super) struct Writer {
    place: Place,
    // Taken when dropped, so that the thread sees the end of its queue.
    queue: Option<Sender<Box<dyn Change>>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(super) fn start(mut connection: Connection, place: Place) -> Self {
        let (queue, waiting) = mpsc::channel();
        let own = place.clone();
        let thread = thread::spawn(move || while write_some(&mut connection, &waiting, &own).is_some() {});
        Self { place, queue: Some(queue), thread: Some(thread) }
    }

    /// Makes a change after all changes before it, and returns what it returned once it is on the disk.
    pub(super) fn run<T: Send + 'static>(
        &self,
        action: &'static str,
        work: impl FnOnce(&Transaction<'_>, &Place) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, wait) = mpsc::sync_channel(1);
        let queue = self.queue.as_ref().ok_or_else(|| self.place.closed())?;
        let change = Waiting { action, work: Some(work), made: None, answer };
        queue.send(Box::new(change)).map_err(|_| self.place.closed())?;
        wait.recv().map_err(|_| self.place.closed())?
    }
}

/// Writes everything that waits, in one commit. None when nobody will come any more.
fn write_some(connection: &mut Connection, waiting: &Receiver<Box<dyn Change>>, place: &Place) -> Option<()> {
    let mut changes = vec![waiting.recv().ok()?];
    changes.extend(waiting.try_iter().take(MOST_AT_ONCE - 1));
    let mut write = || {
        let together = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for change in &mut changes {
            change.make(&together, place);
        }
        together.commit()
    };
    let failed = write().err();
    for change in changes {
        change.tell(failed.as_ref(), place);
    }
    Some(())
}

impl Drop for Writer {
    fn drop(&mut self) {
        drop(self.queue.take());
        if let Some(thread) = self.thread.take() {
            thread.join().ok();
        }
    }
}
