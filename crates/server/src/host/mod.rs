//! The host: all systems, all games, and what can be done with them.

mod begin;
mod delay;
mod documents;
mod fork;
mod lesson;
mod limit;
mod listing;
mod live;
mod notes;
mod people;
mod play;
mod report;
mod restore;
mod rights;
mod set_up;
mod show;
mod table;
mod take_back;
mod talk;
mod time;
mod tongue;
mod trials;
mod words;

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use grognard_engine::client::SetupForm;
use grognard_engine::dice::Secret;
use grognard_engine::erased::{DynGame, System};
use grognard_engine::lesson::Lesson;
use grognard_engine::speech::ENGLISH;
use grognard_store::{GameId, GameInfo, Page, Store, Whose};
use tokio::task;

use self::notes::Notes;
use self::rights::Rights;
use crate::clock;
use crate::cluster::{Cluster, Reached};
use crate::device::{Caller, Device};
use crate::fault::Fault;
use crate::jobs::Jobs;
use crate::limits::{Allowance, Limits};
use crate::protocol::{Claimed, Invited, LessonInfo};
use crate::thinking::Thinking;

pub(crate) use self::live::Live;
pub(crate) use self::people::clean_name;
pub(crate) use self::table::{Declined, Table};
pub(crate) use self::tongue::tongue;

/// A system ready to be played.
struct Offer {
    system: Arc<dyn System>,
    form: Arc<SetupForm>,
}

impl std::fmt::Debug for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Host").field("systems", &self.order).finish_non_exhaustive()
    }
}

/// All systems and all games of this server.
pub(crate) struct Host {
    offers: BTreeMap<String, Offer>,
    /// The systems' ids in the order they were given.
    order: Vec<String>,
    store: Arc<dyn Store>,
    live: Mutex<BTreeMap<GameId, Arc<Live>>>,
    trials: trials::Trials,
    /// Long computations.
    pub(crate) jobs: Jobs,
    /// Games each device, and each address, may still set up.
    by_device: Allowance<Device>,
    by_address: Allowance<IpAddr>,
    /// Games each device may have in the store.
    kept_games: u64,
    /// Messages each device may send to a game at once, and how often one more comes free.
    messages: (u32, Duration),
    idle_game: Duration,
    /// Computer players that think.
    pub(crate) thinking: Arc<Thinking>,
    /// The other servers on the same games.
    pub(crate) cluster: Option<Arc<Cluster>>,
}

impl Host {
    /// A host over a store.
    pub(crate) fn new(
        systems: Vec<Arc<dyn System>>,
        store: Arc<dyn Store>,
        limits: &Limits,
        cluster: Option<Arc<Cluster>>,
    ) -> Arc<Self> {
        let order = systems.iter().map(|system| system.id().to_owned()).collect();
        let offer = |system: Arc<dyn System>| {
            let form = Arc::new(playable(&*system, system.form()));
            (system.id().to_owned(), Offer { system, form })
        };
        let offers = systems.into_iter().map(offer).collect();
        Arc::new(Self {
            offers,
            order,
            store,
            live: Mutex::default(),
            trials: trials::Trials::default(),
            jobs: Jobs::new(limits.jobs, limits.waiting_jobs),
            by_device: Allowance::new(limits.games, limits.game_every),
            // Several people may share an address.
            by_address: Allowance::new(limits.games.saturating_mul(4), limits.game_every / 4),
            kept_games: limits.kept_games,
            messages: (limits.messages, limits.message_every),
            idle_game: limits.idle_game,
            thinking: Thinking::new(limits.jobs, limits.waiting_jobs),
            cluster,
        })
    }

    /// Lets games leave the memory that nobody has used for a while.
    pub(crate) fn put_away(&self) {
        // Whoever takes a table takes it under this lock, so that one nobody else holds is nobody's.
        self.live().retain(|_, live| {
            Arc::strong_count(live) > 1 || live.idle().is_none_or(|idle| idle < self.idle_game)
        });
    }

    /// How many games are in memory.
    pub(crate) fn in_memory(&self) -> usize {
        self.live().len()
    }

    /// The forms of all systems, in a language as far as they speak it.
    pub(crate) fn forms(&self, language: &str) -> Vec<SetupForm> {
        let form = |offer: &Offer| match language {
            ENGLISH => (*offer.form).clone(),
            other => playable(&*offer.system, offer.system.form_in(other)),
        };
        self.order.iter().filter_map(|id| self.offers.get(id)).map(form).collect()
    }

    /// The languages of all systems, English first.
    pub(crate) fn languages(&self) -> Vec<String> {
        let mut all = vec![ENGLISH.to_owned()];
        for language in self.offers.values().flat_map(|offer| offer.system.languages()) {
            if !all.contains(&language) {
                all.push(language);
            }
        }
        all
    }

    /// The lessons of a system.
    pub(crate) fn lessons(&self, system: &str, language: &str) -> Result<Vec<LessonInfo>, Fault> {
        let system = &self.offer(system)?.system;
        let info = |lesson: &Lesson| LessonInfo {
            id: lesson.id.clone(),
            name: system.sentence(language, &lesson.name),
            about: system.sentence(language, &lesson.about),
            minutes: lesson.minutes,
            steps: lesson.steps.len() as u32,
        };
        Ok(system.lessons().iter().map(info).collect())
    }

    fn offer(&self, system: &str) -> Result<&Offer, Fault> {
        self.offers.get(system).ok_or_else(|| {
            let known = self.order.join(", ");
            Fault::missing(format!("there is no system `{}`; there are: {known}", table::short(system)))
        })
    }

    /// A system by its id.
    pub(crate) fn system(&self, id: &str) -> Result<Arc<dyn System>, Fault> {
        Ok(Arc::clone(&self.offer(id)?.system))
    }

    fn seat_table(
        &self,
        id: &GameId,
        offer: &Offer,
        game: Box<dyn DynGame>,
        notes: Notes,
        title: String,
    ) -> Table {
        let lessons = offer.system.lessons();
        let lesson = notes.lesson.as_ref().and_then(|id| lessons.iter().find(|lesson| lesson.id == *id));
        Table {
            moments: delay::Moments::default(),
            worded: BTreeMap::new(),
            touched: clock::now(),
            lesson: lesson.cloned(),
            language: ENGLISH.to_owned(),
            id: id.clone(),
            title,
            system: Arc::clone(&offer.system),
            form: Arc::clone(&offer.form),
            store: Arc::clone(&self.store),
            stored: game.lines().len(),
            asked_at: game.revision(),
            ticking: None,
            commitment: game.record(false).header.commitment,
            game,
            secret: Secret([0; 32]),
            notes,
            before: 0,
            keys: BTreeMap::new(),
            chain: None,
            version: 0,
            cuts: Vec::new(),
            skipping: false,
            steps: 0,
            trouble: None,
            running: None,
            gone: None,
        }
    }

    /// The game in memory, brought back from the store if need be, for somebody who may know of it.
    pub(crate) async fn open(self: &Arc<Self>, caller: &Caller, id: &GameId) -> Result<Arc<Live>, Fault> {
        self.adopt(caller, id).await?;
        let live = self.bring(id).await?;
        let who = caller.device.clone();
        live.with(move |table| table.admits(&who)).await??;
        Ok(live)
    }

    /// The game in memory, whoever asks: only for whoever shows an invitation.
    async fn bring(self: &Arc<Self>, id: &GameId) -> Result<Arc<Live>, Fault> {
        if let Some(live) = self.live().get(id).filter(|live| !live.is_broken()) {
            return Ok(Arc::clone(live));
        }
        let held = match &self.cluster {
            Some(cluster) => Some(cluster.claim_here(id).await?),
            None => None,
        };
        let wanted = id.clone();
        let table = self.blocking(move |host| host.bring_back(&wanted)).await?;
        let mut all = self.live();
        // Two may have asked at once: the first table counts, or they would overwrite each other.
        if let Some(live) = all.get(id).filter(|live| !live.is_broken()) {
            return Ok(Arc::clone(live));
        }
        let (most, every) = self.messages;
        let live = Live::new(table, Allowance::new(most, every), held, Arc::clone(&self.thinking));
        all.insert(id.clone(), Arc::clone(&live));
        Ok(live)
    }

    fn bring_back(&self, id: &GameId) -> Result<Table, Fault> {
        let info = self.store.info(id)?;
        let offer = self.offer(&info.system)?;
        let restored = restore::load(&*self.store, &*offer.system, id)?;
        let mut table = self.seat_table(id, offer, restored.game, restored.notes, restored.title);
        (table.keys, table.secret, table.before) = (restored.keys, restored.secret, restored.before);
        (table.moments, table.touched) = (restored.moments, info.updated);
        Ok(table)
    }

    /// Makes an invitation to a game.
    pub(crate) async fn invite(
        self: &Arc<Self>,
        caller: &Caller,
        id: &GameId,
        seat: Option<String>,
    ) -> Result<Invited, Fault> {
        let who = caller.device.clone();
        self.open(caller, id).await?.with(move |table| table.invite(&who, seat)).await?
    }

    /// Uses an invitation to a game.
    pub(crate) async fn claim(
        self: &Arc<Self>,
        caller: &Caller,
        id: &GameId,
        token: String,
        name: Option<String>,
    ) -> Result<Claimed, Fault> {
        let who = caller.device.clone();
        let live = self.bring(id).await?;
        let claimed = live.with(move |table| table.claim(&who, &token, name.as_deref())).await?;
        live.company.tell();
        claimed
    }

    /// A game that belongs to nobody, as those of version 0.1.0 do, belongs to the first device at this machine.
    async fn adopt(self: &Arc<Self>, caller: &Caller, id: &GameId) -> Result<(), Fault> {
        if !caller.local || self.live().contains_key(id) {
            return Ok(());
        }
        let (who, id) = (caller.device.clone(), id.clone());
        self.blocking(move |host| host.adopt_now(&who, &host.store.info(&id)?)).await
    }

    fn adopt_now(&self, who: &Device, info: &GameInfo) -> Result<(), Fault> {
        let Ok(mut notes) = serde_json::from_str::<Notes>(&info.notes) else { return Ok(()) };
        if !notes.rights.is_unowned() {
            return Ok(());
        }
        notes.rights = Rights::of(who, notes.people().cloned().collect::<Vec<_>>());
        self.store.set_members(&info.id, &notes.members())?;
        self.store.set_notes(&info.id, &restore::write_notes(&notes)?, info.updated)?;
        tracing::info!(game = %info.id, "a game without an owner was given to the first device here");
        Ok(())
    }

    /// Deletes a game; whoever watches it is told.
    pub(crate) async fn delete(self: &Arc<Self>, caller: &Caller, id: GameId) -> Result<(), Fault> {
        self.adopt(caller, &id).await?;
        let (who, game) = (caller.device.clone(), id.clone());
        self.blocking(move |host| {
            let rights = rights_of(&host.store.info(&game)?).ok_or_else(|| nowhere(&game))?;
            match (rights.knows(&who), rights.owns(&who)) {
                (false, _) => Err(nowhere(&game)),
                (_, false) => Err(Fault::forbidden("only whoever set a game up can delete it")),
                (_, true) => Ok(()),
            }
        })
        .await?;
        let live = self.live().remove(&id);
        if let Some(live) = live {
            // Closed first, so that no bot writes to a game that is not there any more.
            live.with(|table| table.close("this game was deleted")).await.ok();
        }
        self.blocking(move |host| Ok(host.store.delete(&id)?)).await
    }

    /// Whether the store answers.
    pub(crate) async fn is_ready(self: &Arc<Self>) -> Result<(), Fault> {
        self.blocking(|host| Ok(host.store.account("").map(drop)?)).await
    }

    /// Does something with the store, away from the threads that serve others.
    pub(crate) async fn stored<T: Send + 'static>(
        self: &Arc<Self>,
        f: impl FnOnce(&dyn Store) -> Result<T, grognard_store::StoreError> + Send + 'static,
    ) -> Result<T, Fault> {
        self.blocking(move |host| Ok(f(&*host.store)?)).await
    }

    /// Gives all games of one device to another.
    pub(crate) async fn hand_over(self: &Arc<Self>, from: &Device, to: &Device) -> Result<(), Fault> {
        loop {
            let whose = Whose::Member(from.member());
            let page = Page { whose, after: None, limit: usize::MAX };
            let games = self.stored(move |store| store.list(&page)).await?.games;
            if games.is_empty() {
                return Ok(());
            }
            for info in games {
                if let Some(cluster) = &self.cluster
                    && let Reached::There(()) = cluster.hand_over(&info.id, from, to).await?
                {
                    continue;
                }
                self.hand_over_here(&info.id, from, to).await?;
            }
        }
    }

    /// Gives a device's rights at a game of this server to another.
    pub(crate) async fn hand_over_here(
        self: &Arc<Self>,
        id: &GameId,
        from: &Device,
        to: &Device,
    ) -> Result<(), Fault> {
        let (from, to) = (from.clone(), to.clone());
        self.bring(id).await?.with(move |table| table.hand_over(&from, &to)).await?
    }

    /// Ends all games in use; their watchers are told. What was acknowledged is in the store.
    pub(crate) async fn close(&self) {
        self.jobs.close();
        self.trials.close();
        self.scatter("the server was stopped").await;
    }

    /// Lets go of all games; their watchers are told why.
    pub(crate) async fn scatter(&self, why: &'static str) {
        let all = std::mem::take(&mut *self.live());
        // All at once: one of them may be waiting for its store.
        let closing = all.into_values().map(|live| {
            task::spawn(async move {
                live.with(move |table| table.close(why)).await.ok();
            })
        });
        for closed in closing.collect::<Vec<_>>() {
            closed.await.ok();
        }
    }

    fn live(&self) -> MutexGuard<'_, BTreeMap<GameId, Arc<Live>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn blocking<T: Send + 'static>(
        self: &Arc<Self>,
        f: impl FnOnce(&Self) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let host = Arc::clone(self);
        let done = task::spawn_blocking(move || f(&host)).await;
        done.unwrap_or_else(|_| Err(Fault::broken("the rules broke down; nothing was changed")))
    }
}

/// Who may do what at a stored game; none where its notes cannot be read.
fn rights_of(info: &GameInfo) -> Option<Rights> {
    serde_json::from_str::<Notes>(&info.notes).ok().map(|notes| notes.rights)
}

/// What somebody hears of a game who may not know of it: the same as of one that is not there.
fn nowhere(id: &GameId) -> Fault {
    Fault::missing(format!("there is no game {id} in the store"))
}

/// A form without the opponents this program was built without.
fn playable(system: &dyn System, mut form: SetupForm) -> SetupForm {
    let bots = system.bots();
    form.opponents.retain(|opponent| bots.iter().any(|(name, _)| *name == opponent.bot));
    form
}
