//! Trial games: the computer plays a set-up against itself many times, away from all requests, to see how even it is.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use grognard_engine::erased::Arena;
use grognard_engine::stop;
use tokio::sync::{Semaphore, oneshot};

use super::set_up::{check_setup, with_defaults};
use super::{Host, documents, playable, table};
use crate::fault::Fault;
use crate::protocol::{StartTrial, Trial};

/// The most games of a trial.
const MOST_GAMES: u32 = 1000;
/// The most trials kept; finished ones make room.
const MOST_TRIALS: usize = 16;
/// The most decisions of one game.
const MOST_DECISIONS: u64 = 200_000;
/// A trial nobody asked about for so long is given up.
const FORGOTTEN: Duration = Duration::from_secs(30);
/// How long to wait before another trial is asked for, in seconds.
const RETRY: u32 = 10;
/// No game is begun after that long.
const PATIENCE: Duration = Duration::from_mins(3);

/// The trials of a host. One runs at a time, so that games people play stay quick.
pub(super) struct Trials {
    all: Mutex<BTreeMap<String, Arc<Kept>>>,
    turn: Arc<Semaphore>,
    closed: Arc<AtomicBool>,
}

/// A trial, and when somebody last asked about it.
struct Kept {
    trial: Mutex<Trial>,
    asked: Mutex<Instant>,
}

impl Kept {
    fn lock(&self) -> MutexGuard<'_, Trial> {
        self.trial.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The trial as it stands, for somebody who asks.
    fn ask(&self) -> Trial {
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.lock().clone()
    }

    fn is_forgotten(&self) -> bool {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).elapsed() > FORGOTTEN
    }
}

impl Default for Trials {
    fn default() -> Self {
        Self { all: Mutex::default(), turn: Arc::new(Semaphore::new(1)), closed: Arc::default() }
    }
}

impl Trials {
    fn find(&self, id: &str) -> Option<Trial> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner).get(id).map(|trial| trial.ask())
    }

    /// Ends the one under way; nobody waits for that.
    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    /// Keeps a new trial, if there is room; an earlier one of the same games is returned as an error.
    fn keep(&self, trial: Trial) -> Result<Arc<Kept>, Result<Trial, Fault>> {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.get(&trial.id).filter(|known| known.lock().error.is_none()) {
            return Err(Ok(known.ask()));
        }
        if all.len() >= MOST_TRIALS {
            all.retain(|_, trial| !trial.lock().over);
        }
        if all.len() >= MOST_TRIALS {
            let what = "too many trials are under way; try again when some have ended";
            return Err(Err(Fault::busy(what, RETRY)));
        }
        let id = trial.id.clone();
        let kept = Arc::new(Kept { trial: Mutex::new(trial), asked: Mutex::new(Instant::now()) });
        all.insert(id, Arc::clone(&kept));
        Ok(kept)
    }
}

impl Host {
    /// How far a trial is.
    pub(crate) fn trial(&self, id: &str) -> Result<Trial, Fault> {
        self.trials
            .find(id)
            .ok_or_else(|| Fault::missing(format!("there is no trial `{}`", table::short(id))))
    }

    /// Begins a trial; the same one again is only looked at.
    pub(crate) async fn start_trial(
        self: &Arc<Self>,
        system: String,
        start: StartTrial,
    ) -> Result<Trial, Fault> {
        if !(1..=MOST_GAMES).contains(&start.games) {
            return Err(Fault::bad(format!("games: expected 1 to {MOST_GAMES}")));
        }
        let games = start.games;
        let (arena, bot, id) = self.blocking(move |host| host.prepare(&system, &start)).await?;
        let kept = match self.trials.keep(Trial { id, games, ..Trial::default() }) {
            Ok(kept) => kept,
            Err(earlier) => return earlier,
        };
        let (mine, turn) = (Arc::clone(&kept), Arc::clone(&self.trials.turn));
        let closed = Arc::clone(&self.trials.closed);
        tokio::spawn(async move {
            // The semaphore is never closed.
            let _permit = turn.acquire_owned().await.ok();
            let (trial, (done, played)) = (Arc::clone(&mine), oneshot::channel());
            // A thread of its own: the end of the program does not wait for it.
            let thread = thread::Builder::new().name("trial".to_owned());
            let begun = thread.spawn(move || {
                done.send(stop::unless(&closed, || play(&*arena, &bot, &trial))).ok();
            });
            let played = match begun {
                Ok(_) => played.await.unwrap_or_else(|_| Err("the rules broke down in a game".to_owned())),
                Err(error) => Err(format!("the trial could not be begun: {error}")),
            };
            let mut trial = mine.lock();
            trial.over = true;
            trial.error = played.err();
        });
        Ok(kept.ask())
    }

    fn prepare(&self, system: &str, start: &StartTrial) -> Result<(Box<dyn Arena>, String, String), Fault> {
        let system = documents::carrying(&self.offer(system)?.system, &start.documents)?;
        let form = playable(&*system, system.form());
        check_setup(&form, &start.setup)?;
        let bot = system.usual_bot().to_owned();
        let values = with_defaults(&form, &start.setup);
        let setup = serde_json::to_value(&values).map_err(|e| Fault::bad(e.to_string()))?;
        let arena = system.arena(&setup).map_err(Fault::bad)?;
        let text = serde_json::to_vec(&(system.id(), &values, &start.documents, start.games));
        let text = text.map_err(|e| Fault::bad(e.to_string()))?;
        // Among several servers the name says which of them to ask.
        let at = self.cluster.as_ref().map_or(String::new(), |cluster| format!(".{}", cluster.life().name()));
        Ok((arena, bot, format!("{:016x}{at}", xxhash_rust::xxh3::xxh3_64(&text))))
    }
}

/// Plays the games, noting each.
fn play(arena: &dyn Arena, bot: &str, kept: &Kept) -> Result<(), String> {
    let lock = || kept.lock();
    let seats = arena.seats();
    let bots = vec![bot.to_owned(); seats.len()];
    lock().wins = seats.iter().map(|seat| (seat.id.clone(), 0)).collect();
    let (begun, games) = (Instant::now(), lock().games);
    for game in 0..games {
        if kept.is_forgotten() {
            return Err("nobody asked about the trial any more".to_owned());
        }
        if begun.elapsed() > PATIENCE {
            return Err(format!("{game} of {games} games were played; the rest would have taken too long"));
        }
        let played = arena.play(&bots, u64::from(game), MOST_DECISIONS)?;
        let mut trial = lock();
        trial.done += 1;
        for winner in played.winners {
            if let Some(wins) = seats.get(winner.index()).and_then(|seat| trial.wins.get_mut(&seat.id)) {
                *wins += 1;
            }
        }
    }
    Ok(())
}
