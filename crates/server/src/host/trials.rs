//! Trial games: the computer plays a set-up against itself many times, away from all requests, to see how even it is.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use grognard_engine::erased::Arena;
use tokio::sync::Semaphore;
use tokio::task;

use super::{Host, check_setup, documents, playable, table, with_defaults};
use crate::fault::Fault;
use crate::protocol::{StartTrial, Trial};

/// The most games of a trial.
const MOST_GAMES: u32 = 1000;
/// The most trials kept; finished ones make room.
const MOST_TRIALS: usize = 16;
/// The most decisions of one game.
const MOST_DECISIONS: u64 = 200_000;
/// No game is begun after that long.
const PATIENCE: Duration = Duration::from_mins(3);

/// The trials of a host. One runs at a time, so that games people play stay quick.
pub(super) struct Trials {
    all: Mutex<BTreeMap<String, Arc<Mutex<Trial>>>>,
    turn: Arc<Semaphore>,
}

impl Default for Trials {
    fn default() -> Self {
        Self { all: Mutex::default(), turn: Arc::new(Semaphore::new(1)) }
    }
}

fn copy(trial: &Mutex<Trial>) -> Trial {
    trial.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

impl Trials {
    fn find(&self, id: &str) -> Option<Trial> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner).get(id).map(|trial| copy(trial))
    }

    /// Keeps a new trial, if there is room; an earlier one of the same games is returned as an error.
    fn keep(&self, trial: Trial) -> Result<Arc<Mutex<Trial>>, Result<Trial, Fault>> {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.get(&trial.id) {
            return Err(Ok(copy(known)));
        }
        if all.len() >= MOST_TRIALS {
            all.retain(|_, trial| !copy(trial).over);
        }
        if all.len() >= MOST_TRIALS {
            return Err(Err(Fault::conflict(
                "too many trials are under way; try again when some have ended",
            )));
        }
        let id = trial.id.clone();
        let kept = Arc::new(Mutex::new(trial));
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
        tokio::spawn(async move {
            // The semaphore is never closed.
            let _permit = turn.acquire_owned().await.ok();
            let trial = Arc::clone(&mine);
            let played = task::spawn_blocking(move || play(&*arena, &bot, &trial)).await;
            let mut trial = mine.lock().unwrap_or_else(PoisonError::into_inner);
            trial.over = true;
            trial.error = match played {
                Ok(Ok(())) => None,
                Ok(Err(what)) => Some(what),
                Err(_) => Some("the rules broke down in a game".to_owned()),
            };
        });
        Ok(copy(&kept))
    }

    fn prepare(&self, system: &str, start: &StartTrial) -> Result<(Box<dyn Arena>, String, String), Fault> {
        let system = documents::carrying(&self.offer(system)?.system, &start.documents)?;
        let form = playable(&*system, system.form());
        check_setup(&form, &start.setup)?;
        let bot = form.opponents.first().map(|opponent| opponent.bot.clone());
        let bot = bot.ok_or_else(|| Fault::conflict("this system has no computer player"))?;
        let values = with_defaults(&form, &start.setup);
        let setup = serde_json::to_value(&values).map_err(|e| Fault::bad(e.to_string()))?;
        let arena = system.arena(&setup).map_err(Fault::bad)?;
        let text = serde_json::to_vec(&(system.id(), &values, &start.documents, start.games));
        let text = text.map_err(|e| Fault::bad(e.to_string()))?;
        Ok((arena, bot, format!("{:016x}", xxhash_rust::xxh3::xxh3_64(&text))))
    }
}

/// Plays the games, noting each.
fn play(arena: &dyn Arena, bot: &str, trial: &Mutex<Trial>) -> Result<(), String> {
    let lock = || trial.lock().unwrap_or_else(PoisonError::into_inner);
    let seats = arena.seats();
    let bots = vec![bot.to_owned(); seats.len()];
    lock().wins = seats.iter().map(|seat| (seat.id.clone(), 0)).collect();
    let (begun, games) = (Instant::now(), lock().games);
    for game in 0..games {
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
