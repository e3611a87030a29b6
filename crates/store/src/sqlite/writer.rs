//! The one thread that writes.

use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};

use rusqlite::Connection;

use super::rows::Place;
use crate::StoreError;

type Job = Box<dyn FnOnce(&mut Connection) + Send>;

/// Hands jobs to the writing thread and waits for their answers.
#[derive(Debug)]
pub(super) struct Writer {
    place: Place,
    // Taken when dropped, so that the thread sees the end of its queue.
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(super) fn start(mut connection: Connection, place: Place) -> Self {
        let (jobs, queue) = mpsc::channel::<Job>();
        let thread = thread::spawn(move || {
            for job in queue {
                job(&mut connection);
            }
        });
        Self { place, jobs: Some(jobs), thread: Some(thread) }
    }

    /// Runs a job after all jobs before it, and returns what it returned.
    pub(super) fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Connection, &Place) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, wait) = mpsc::sync_channel(1);
        let place = self.place.clone();
        let jobs = self.jobs.as_ref().ok_or_else(|| self.place.closed())?;
        let job: Job = Box::new(move |connection| {
            // Nobody waiting any more is no reason not to have written.
            answer.send(job(connection, &place)).ok();
        });
        jobs.send(job).map_err(|_| self.place.closed())?;
        wait.recv().map_err(|_| self.place.closed())?
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        drop(self.jobs.take());
        if let Some(thread) = self.thread.take() {
            thread.join().ok();
        }
    }
}
