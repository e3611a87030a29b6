//! Long computations: a few at a time, a bounded queue, and nothing for people who have gone.
//!
//! A job is named by its content. Whoever asks for the same waits for the same job, and finished ones are kept for a while.
//! When the last one who waits has gone, the job is taken out of the queue or told to stop. Jobs run in threads of their
//! own, which nobody waits for at the end of the program.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use grognard_engine::stop;
use serde_json::Value;
use sha2::{Digest, Sha256};
use tokio::sync::watch;

use crate::fault::Fault;

/// Results kept.
const MOST_KEPT: usize = 64;

/// How long to wait before asking again, in seconds.
const RETRY: u32 = 5;

/// A print of a job's content. Nobody can find two contents with the same one.
type Key = [u8; 32];
type Outcome = Result<Arc<Value>, Fault>;
type Work = Box<dyn FnOnce() -> Result<Value, Fault> + Send>;

/// A job that is waiting or under way.
struct Job {
    /// Who still waits for it.
    waiting: usize,
    /// Set when nobody does.
    stop: Arc<AtomicBool>,
    /// The result, once there is one.
    done: watch::Sender<Option<Outcome>>,
}

#[derive(Default)]
struct State {
    queue: VecDeque<(Key, Work)>,
    jobs: BTreeMap<Key, Job>,
    kept: VecDeque<(Key, Arc<Value>)>,
    closed: bool,
}

struct Shared {
    state: Mutex<State>,
    work: Condvar,
    most_waiting: usize,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The queue of long computations.
pub(crate) struct Jobs(Arc<Shared>);

/// Somebody who waits for a job; dropped when they go.
struct Waiting {
    shared: Arc<Shared>,
    key: Key,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        let Some(job) = state.jobs.get_mut(&self.key) else { return };
        job.waiting -= 1;
        if job.waiting > 0 {
            return;
        }
        job.stop.store(true, Ordering::Relaxed);
        let queued = state.queue.len();
        state.queue.retain(|(key, _)| *key != self.key);
        if state.queue.len() < queued {
            state.jobs.remove(&self.key);
        }
    }
}

impl Jobs {
    /// A queue with so many threads, and room for so many jobs to wait.
    pub(crate) fn new(threads: usize, most_waiting: usize) -> Self {
        let shared = Arc::new(Shared { state: Mutex::default(), work: Condvar::new(), most_waiting });
        for number in 0..threads.max(1) {
            let shared = Arc::clone(&shared);
            let thread = thread::Builder::new().name(format!("job-{number}"));
            // Without threads jobs wait for ever; then the first one who asks is told to come back.
            if let Err(error) = thread.spawn(move || work_on(&shared)) {
                tracing::error!(%error, "cannot start a thread for long computations");
            }
        }
        Self(shared)
    }

    /// The result of a job; computed at most once while it is asked for again and again.
    pub(crate) async fn run(
        &self,
        content: &impl serde::Serialize,
        work: impl FnOnce() -> Result<Value, Fault> + Send + 'static,
    ) -> Outcome {
        let content = serde_json::to_vec(content).map_err(|e| Fault::bad(e.to_string()))?;
        let key: Key = Sha256::digest(&content).into();
        let (mut done, _waiting) = {
            let mut state = self.0.lock();
            if let Some((_, value)) = state.kept.iter().find(|(kept, _)| *kept == key) {
                return Ok(Arc::clone(value));
            }
            // One that was told to stop is of no use to anybody who comes later.
            let known = state.jobs.get_mut(&key).filter(|job| !job.stop.load(Ordering::Relaxed));
            let done = if let Some(job) = known {
                job.waiting += 1;
                job.done.subscribe()
            } else if state.closed
                || state.queue.len() >= self.0.most_waiting
                || state.jobs.contains_key(&key)
            {
                return Err(Fault::busy("the server computes for others; try again in a moment", RETRY));
            } else {
                let (done, told) = watch::channel(None);
                state.jobs.insert(key, Job { waiting: 1, stop: Arc::default(), done });
                state.queue.push_back((key, Box::new(work)));
                self.0.work.notify_one();
                told
            };
            (done, Waiting { shared: Arc::clone(&self.0), key })
        };
        let outcome = done.wait_for(Option::is_some).await;
        let outcome = outcome.ok().and_then(|outcome| outcome.clone());
        outcome.unwrap_or_else(|| Err(Fault::busy("the computation was given up", RETRY)))
    }

    /// Tells everything to stop and takes nothing more. Waits for nothing.
    pub(crate) fn close(&self) {
        let mut state = self.0.lock();
        state.closed = true;
        state.queue.clear();
        for job in state.jobs.values() {
            job.stop.store(true, Ordering::Relaxed);
        }
        // Whoever waits is told by the sender's end.
        state.jobs.clear();
        self.0.work.notify_all();
    }
}

impl Drop for Jobs {
    fn drop(&mut self) {
        self.close();
    }
}

fn work_on(shared: &Shared) {
    loop {
        let (key, work, flag) = {
            let mut state = shared.lock();
            loop {
                if state.closed {
                    return;
                }
                if let Some((key, work)) = state.queue.pop_front() {
                    if let Some(job) = state.jobs.get(&key) {
                        break (key, work, Arc::clone(&job.stop));
                    }
                    continue;
                }
                state = shared.work.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        };
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| stop::unless(&flag, work)));
        let broke = |_| Err(Fault::broken("the rules broke down in this computation; nothing was changed"));
        let outcome = done.unwrap_or_else(broke).map(Arc::new);
        let mut state = shared.lock();
        if let Ok(value) = &outcome
            && !flag.load(Ordering::Relaxed)
        {
            state.kept.push_back((key, Arc::clone(value)));
            while state.kept.len() > MOST_KEPT {
                state.kept.pop_front();
            }
        }
        if let Some(job) = state.jobs.remove(&key) {
            job.done.send_replace(Some(outcome));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    async fn until(what: impl Fn() -> bool) {
        for _ in 0..200 {
            if what() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("it did not happen");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn the_same_is_computed_once_and_kept() {
        let jobs = Jobs::new(1, 4);
        let counted = Arc::new(AtomicU32::new(0));
        let work = || {
            let counted = Arc::clone(&counted);
            move || Ok(Value::from(counted.fetch_add(1, Ordering::Relaxed)))
        };
        let (one, two) = tokio::join!(jobs.run(&"a", work()), jobs.run(&"a", work()));
        assert_eq!((one.unwrap(), two.unwrap()), (Arc::new(0.into()), Arc::new(0.into())));
        assert_eq!(*jobs.run(&"a", work()).await.unwrap(), 0);
        assert_eq!(*jobs.run(&"b", work()).await.unwrap(), 1);
        let broken = jobs.run(&"c", || panic!("a rule breaks")).await.unwrap_err();
        assert!(broken.what.contains("broke down"));
        assert_eq!(*jobs.run(&"d", work()).await.unwrap(), 2, "the thread goes on");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_full_queue_says_when_to_come_back_and_who_has_gone_makes_room() {
        let jobs = Arc::new(Jobs::new(1, 2));
        let (stopped, ended) = mpsc::channel();
        let endless = move || {
            let stopped = stopped.clone();
            move || {
                while !stop::asked() {
                    thread::sleep(Duration::from_millis(1));
                }
                stopped.send(()).ok();
                Ok(Value::Null)
            }
        };
        let ask = |number: u32| {
            let (jobs, work) = (Arc::clone(&jobs), endless());
            tokio::spawn(async move { jobs.run(&number, work).await })
        };
        let mut clients = vec![ask(0)];
        // Under way before the others come, or there would be no room for the last of them.
        until(|| jobs.0.lock().queue.is_empty() && jobs.0.lock().jobs.len() == 1).await;
        clients.extend([ask(1), ask(2)]);
        until(|| jobs.0.lock().queue.len() == 2).await;
        let refused = jobs.run(&"one more", endless()).await.unwrap_err();
        assert_eq!((refused.status.as_u16(), refused.retry), (429, Some(RETRY)));
        // All of them go: those that wait never begin, and the one under way ends.
        clients[1..].iter().for_each(tokio::task::JoinHandle::abort);
        until(|| jobs.0.lock().jobs.len() == 1).await;
        clients[0].abort();
        until(|| jobs.0.lock().jobs.is_empty()).await;
        assert_eq!(ended.try_iter().count(), 1);
        assert_eq!(*jobs.run(&"after", || Ok(Value::from(7))).await.unwrap(), 7);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn closing_waits_for_nothing() {
        let jobs = Arc::new(Jobs::new(1, 2));
        let mine = Arc::clone(&jobs);
        // A computation that does not even listen.
        let client = tokio::spawn(async move {
            let deaf = || {
                thread::sleep(Duration::from_secs(5));
                Ok(Value::Null)
            };
            mine.run(&"deaf", deaf).await
        });
        until(|| !jobs.0.lock().jobs.is_empty()).await;
        tokio::time::sleep(Duration::from_millis(20)).await;
        let begun = std::time::Instant::now();
        jobs.close();
        assert!(client.await.unwrap().is_err());
        assert!(begun.elapsed() < Duration::from_secs(2));
    }
}
