//! The host: all systems, all games, and what can be done with them.

mod begin;
mod documents;
mod lesson;
mod limit;
mod live;
mod notes;
mod people;
mod play;
mod report;
mod restore;
mod rights;
mod show;
mod table;
mod talk;
mod time;
mod tongue;
mod trials;

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use grognard_engine::SeatId;
use grognard_engine::client::{SetupField, SetupForm, SetupInput, SetupValue, SetupValues};
use grognard_engine::dice::Secret;
use grognard_engine::erased::{DynGame, System};
use grognard_engine::lesson::{LESSON, Lesson};
use grognard_engine::record::Carried;
use grognard_engine::speech::ENGLISH;
use grognard_store::{GameId, GameInfo, NewGame, Page, Store, Whose};
use tokio::task;

use self::notes::{Notes, Stop, Waiting};
use self::rights::Rights;
use crate::clock;
use crate::device::{Caller, Device};
use crate::fault::Fault;
use crate::jobs::Jobs;
use crate::limits::{Allowance, Limits};
use crate::protocol::{
    Claimed, CreateGame, Created, ForkGame, GameOptions, GameSummary, Games, Invited, LessonInfo, Player,
    SeatSetup,
};

pub(crate) use self::live::Live;
pub(crate) use self::people::clean_name;
pub(crate) use self::table::{Declined, Table};

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
    idle_game: Duration,
}

impl Host {
    /// A host over a store.
    pub(crate) fn new(systems: Vec<Arc<dyn System>>, store: Arc<dyn Store>, limits: &Limits) -> Arc<Self> {
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
            idle_game: limits.idle_game,
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

    /// Counts a new game against its maker's allowance.
    fn may_create(&self, caller: &Caller) -> Result<(), Fault> {
        let wait = |wait: Duration| {
            let seconds = u32::try_from(wait.as_secs()).unwrap_or(u32::MAX).saturating_add(1);
            Fault::busy("you have set up many games in a short time; wait a little", seconds)
        };
        self.by_device.take(caller.device.clone()).map_err(wait)?;
        // Behind a proxy everybody calls from this machine.
        if caller.address.is_loopback() {
            return Ok(());
        }
        self.by_address.take(caller.address).map_err(wait)
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

    /// Sets up a game. People's seats are the caller's, unless they are left open.
    pub(crate) async fn create(
        self: &Arc<Self>,
        caller: &Caller,
        create: CreateGame,
    ) -> Result<Created, Fault> {
        self.may_create(caller)?;
        let who = caller.device.clone();
        self.blocking(move |host| host.create_now(&who, &create)).await
    }

    fn create_now(&self, who: &Device, create: &CreateGame) -> Result<Created, Fault> {
        let offer = self.offer(&create.system)?;
        if let Some(lesson) = &create.lesson {
            return self.begin_lesson(offer, who, lesson);
        }
        let system = documents::carrying(&offer.system, &create.documents)?;
        let form = match create.documents.as_slice() {
            [] => Arc::clone(&offer.form),
            _ => Arc::new(playable(&*system, system.form())),
        };
        check_setup(&form, &create.setup)?;
        let values = with_defaults(&form, &create.setup);
        let secret = match &create.seed {
            Some(text) => read_seed(text)?,
            None => Secret(clock::random()?),
        };
        let setup = serde_json::to_value(&values).map_err(|e| Fault::bad(e.to_string()))?;
        let game = system.start(&setup, secret, Vec::new()).map_err(Fault::bad)?;
        let seats = check_seats(&*offer.system, &*game, &create.seats)?;
        if create.seed.is_some() && seats.iter().any(|setup| setup.open) {
            return Err(Fault::bad("seed: whoever gives it knows all dice, so no seat can be left open"));
        }
        time::check(create.options.time)?;
        let mut notes =
            Notes { seats, pace: create.options.pace, options: create.options.clone(), ..Notes::default() };
        notes.known_dice = create.seed.is_some();
        notes.listed = create.listed;
        if let Some(name) = &create.name {
            notes.called.insert(who.clone(), people::clean_name(name)?);
        }
        notes.stops = first_stops(&*game, &notes);
        let (mission, title) = mission_of(&form, &values);
        self.keep(offer, who, game, notes, title, mission)
    }

    /// A game of a lesson: the learner in his seat, the host in all others.
    fn begin_lesson(&self, offer: &Offer, who: &Device, id: &str) -> Result<Created, Fault> {
        let lesson = offer.system.lessons().iter().find(|lesson| lesson.id == id).ok_or_else(|| {
            let known: Vec<_> = offer.system.lessons().iter().map(|lesson| lesson.id.as_str()).collect();
            Fault::bad(format!("lesson: there is no `{}`; there are: {}", table::short(id), known.join(", ")))
        })?;
        let setup = serde_json::json!({ LESSON: id });
        let game = offer.system.start(&setup, Secret(clock::random()?), Vec::new()).map_err(Fault::bad)?;
        let seat = |info: &grognard_engine::seat::SeatInfo| SeatSetup {
            seat: info.id.clone(),
            player: if info.id == lesson.seat {
                Player::Human
            } else {
                Player::Bot { bot: grognard_engine::erased::RANDOM_BOT.to_owned() }
            },
            open: false,
        };
        let seats = game.seats().iter().map(seat).collect();
        let options = GameOptions { practice: true, ..GameOptions::default() };
        let notes = Notes { seats, options, lesson: Some(id.to_owned()), ..Notes::default() };
        let title = format!("{}: {}", offer.form.title, offer.system.sentence(ENGLISH, &lesson.name));
        self.keep(offer, who, game, notes, title, String::new())
    }

    /// Makes a new game from a frame of another, with new dice.
    pub(crate) async fn fork(
        self: &Arc<Self>,
        caller: &Caller,
        id: GameId,
        fork: ForkGame,
    ) -> Result<Created, Fault> {
        let live = self.open(caller, &id).await?;
        self.may_create(caller)?;
        let (who, secret) = (caller.device.clone(), Secret(clock::random()?));
        let mine = who.clone();
        let (game, notes, title) = live.with(move |table| table.fork(&mine, &fork, secret)).await??;
        self.blocking(move |host| {
            let info = host.store.info(&id)?;
            let offer = host.offer(&info.system)?;
            let notes = Notes { seats: check_seats(&*offer.system, &*game, &notes.seats)?, ..notes };
            host.keep(offer, &who, game, notes, title, info.mission)
        })
        .await
    }

    fn keep(
        &self,
        offer: &Offer,
        who: &Device,
        game: Box<dyn DynGame>,
        mut notes: Notes,
        title: String,
        mission: String,
    ) -> Result<Created, Fault> {
        let (open, own): (Vec<_>, Vec<_>) =
            notes.seats.iter().filter(|setup| people::is_person(setup)).partition(|setup| setup.open);
        let open: Vec<_> = open.into_iter().map(|setup| setup.seat.clone()).collect();
        notes.rights = Rights::of(who, own.into_iter().map(|setup| setup.seat.clone()));
        let mut invitations = Vec::new();
        for seat in open {
            let token = notes.rights.invite(who, Some(seat.clone()))?;
            invitations.push(Invited { seat: Some(seat), token });
        }
        let created = self.keep_with(offer, game, notes, title, mission)?;
        Ok(Created { invitations, ..created })
    }

    /// Keeps a new game whose seats are given out.
    fn keep_with(
        &self,
        offer: &Offer,
        game: Box<dyn DynGame>,
        mut notes: Notes,
        title: String,
        mission: String,
    ) -> Result<Created, Fault> {
        let id = GameId::from_bits(u128::from_le_bytes(clock::random()?));
        let people = notes.people().next().is_some();
        // In a lesson, and where the seed was given, the dice are known anyway.
        notes.waiting = (people && notes.lesson.is_none() && !notes.known_dice).then(Waiting::default);
        let mut table = self.seat_table(&id, offer, game, notes, title);
        table.note_status();
        let new = NewGame {
            id: id.clone(),
            title: table.title.clone(),
            system: offer.system.id().to_owned(),
            mission,
            header: restore::write_header(&*table.game)?,
            notes: restore::write_notes(&table.notes)?,
            lines: restore::write_lines(table.game.lines())?,
            members: table.notes.members(),
            at: clock::now(),
        };
        self.store.create(&new)?;
        tracing::info!(game = %id, system = new.system, "a game was set up");
        Ok(Created { id: id.to_string(), invitations: Vec::new() })
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
        let wanted = id.clone();
        let table = self.blocking(move |host| host.bring_back(&wanted)).await?;
        let mut all = self.live();
        // Two may have asked at once: the first table counts, or they would overwrite each other.
        if let Some(live) = all.get(id).filter(|live| !live.is_broken()) {
            return Ok(Arc::clone(live));
        }
        let live = Live::new(table);
        all.insert(id.clone(), Arc::clone(&live));
        Ok(live)
    }

    fn bring_back(&self, id: &GameId) -> Result<Table, Fault> {
        let info = self.store.info(id)?;
        let offer = self.offer(&info.system)?;
        let restored = restore::load(&*self.store, &*offer.system, id)?;
        let mut table = self.seat_table(id, offer, restored.game, restored.notes, restored.title);
        (table.keys, table.secret, table.before) = (restored.keys, restored.secret, restored.before);
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

    /// A device's games, the last played first.
    pub(crate) async fn list(
        self: &Arc<Self>,
        caller: &Caller,
        after: Option<GameId>,
        limit: usize,
        language: String,
    ) -> Result<Games, Fault> {
        let caller = caller.clone();
        self.blocking(move |host| {
            if caller.local {
                let page = Page { whose: Whose::Nobody, after: None, limit: usize::MAX };
                for info in host.store.list(&page)?.games {
                    host.adopt_now(&caller.device, &info)?;
                }
            }
            let whose = Whose::Member(caller.device.member());
            let listing = host.store.list(&Page { whose, after, limit })?;
            for what in &listing.damaged {
                tracing::error!(what, "a game cannot be listed");
            }
            // A system that is not there any more has games nobody can play: they are kept, not shown.
            let summary = |info: &GameInfo| host.summary(&caller.device, info, &language);
            let mut games: Vec<_> = listing.games.iter().filter_map(summary).collect();
            // They are long, and only whoever sets a game up again needs them.
            for game in &mut games {
                game.documents.clear();
            }
            Ok(Games { games, next: listing.next.map(|id| id.to_string()) })
        })
        .await
    }

    fn summary(&self, who: &Device, info: &GameInfo, language: &str) -> Option<GameSummary> {
        let offer = self.offers.get(&info.system)?;
        let mut notes: Notes = serde_json::from_str(&info.notes).ok()?;
        if let Some(said) = notes.said.remove(language) {
            if let Some(over) = &mut notes.over {
                over.sentence.clone_from(&said.status);
            }
            (notes.status, notes.names) = (said.status, said.names);
        }
        let seats = offer.form.seats.iter().enumerate().map(|(index, seat)| {
            let (yours, open) = notes.place(who, &seat.seat);
            crate::protocol::Seat {
                player: notes.player(&seat.seat),
                seat: seat.seat.clone(),
                // Games of an older version have none noted.
                name: notes.names.get(index).unwrap_or(&seat.name).clone(),
                who: notes.name_of(&seat.seat),
                yours,
                open,
            }
        });
        let (setup, documents) = setup_of(info, &offer.form);
        Some(GameSummary {
            id: info.id.to_string(),
            system: info.system.clone(),
            title: info.title.clone(),
            seats: seats.collect(),
            setup,
            documents,
            lesson: notes.lesson_mark,
            status: notes.status,
            owned: notes.rights.owns(who),
            listed: notes.listed,
            options: notes.options,
            touched: u64::try_from(info.updated.0 / 1000).unwrap_or(0),
            over: notes.over,
        })
    }

    /// One game's line of the list.
    pub(crate) async fn one(
        self: &Arc<Self>,
        caller: &Caller,
        id: GameId,
        language: String,
    ) -> Result<GameSummary, Fault> {
        self.adopt(caller, &id).await?;
        let who = caller.device.clone();
        self.blocking(move |host| {
            let info = host.store.info(&id)?;
            rights_of(&info).filter(|rights| rights.knows(&who)).ok_or_else(|| nowhere(&id))?;
            host.summary(&who, &info, &language).ok_or_else(|| {
                Fault::conflict(format!("game {id} is of the system `{}`, which is not there", info.system))
            })
        })
        .await
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
                let (from, to) = (from.clone(), to.clone());
                self.bring(&info.id).await?.with(move |table| table.hand_over(&from, &to)).await??;
            }
        }
    }

    /// Ends all games in use; their watchers are told. What was acknowledged is in the store.
    pub(crate) async fn close(&self) {
        self.jobs.close();
        self.trials.close();
        let all = std::mem::take(&mut *self.live());
        for live in all.values() {
            live.with(|table| table.close("the server was stopped")).await.ok();
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

/// What was put into the form of a stored game, and the documents it carries.
fn setup_of(info: &GameInfo, form: &SetupForm) -> (SetupValues, Vec<Carried>) {
    let Ok(header) = restore::read_header(&info.id, &info.header) else { return Default::default() };
    let values = serde_json::from_value::<SetupValues>(header.setup);
    let mut values = values.unwrap_or_default();
    values.retain(|key, _| form.fields.iter().any(|field| field.key == *key));
    (values, header.documents)
}

/// Sees that the form was filled in with what it asks for.
fn check_setup(form: &SetupForm, values: &SetupValues) -> Result<(), Fault> {
    for (key, value) in values {
        let Some(field) = form.fields.iter().find(|field| field.key == *key) else {
            let known: Vec<_> = form.fields.iter().map(|field| field.key.as_str()).collect();
            let what = format!(
                "setup: there is no setting `{}`; there are: {}",
                table::short(key),
                known.join(", ")
            );
            return Err(Fault::bad(what));
        };
        let wanted = match (&field.input, value) {
            (SetupInput::Choice { choices, open, .. }, SetupValue::Text(text)) => {
                let left_open = text.is_empty() && open.is_some();
                if left_open || choices.iter().any(|choice| choice.value == *text) {
                    continue;
                }
                let known: Vec<_> = choices.iter().map(|choice| choice.value.as_str()).collect();
                format!("one of: {}", known.join(", "))
            }
            (SetupInput::Choice { .. }, _) => "a text".to_owned(),
            (SetupInput::Toggle { .. }, SetupValue::Flag(_)) => continue,
            (SetupInput::Toggle { .. }, _) => "true or false".to_owned(),
            (SetupInput::Number { min, max, .. }, SetupValue::Number(number))
                if (min..=max).contains(&number) =>
            {
                continue;
            }
            (SetupInput::Number { min, max, .. }, _) => format!("a number from {min} to {max}"),
            (SetupInput::Text { most, .. }, SetupValue::Text(text))
                if text.chars().count() <= *most as usize =>
            {
                continue;
            }
            (SetupInput::Text { most, .. }, _) => format!("a text of at most {most} characters"),
        };
        return Err(Fault::bad(format!("setup: `{key}` must be {wanted}")));
    }
    Ok(())
}

/// How people are asked at first.
fn first_stops(game: &dyn DynGame, notes: &Notes) -> Vec<Stop> {
    let seats = game.seats().iter().enumerate().filter(|(_, seat)| notes.is_human(&seat.id));
    seats.filter_map(|(at, seat)| Stop::first(game, SeatId(at as u8), &seat.id)).collect()
}

/// What was put into the form, and the defaults of what was left out.
fn with_defaults(form: &SetupForm, values: &SetupValues) -> SetupValues {
    let default = |input: &SetupInput| match input {
        SetupInput::Choice { default, .. } => SetupValue::Text(default.clone()),
        SetupInput::Toggle { default } => SetupValue::Flag(*default),
        SetupInput::Number { default, .. } => SetupValue::Number(*default),
        SetupInput::Text { default, .. } => SetupValue::Text(default.clone()),
    };
    let mut all: SetupValues =
        form.fields.iter().map(|field| (field.key.clone(), default(&field.input))).collect();
    all.extend(values.clone());
    all
}

/// Sees that every seat has one player, and that its bots exist.
fn check_seats(
    system: &dyn System,
    game: &dyn DynGame,
    seats: &[SeatSetup],
) -> Result<Vec<SeatSetup>, Fault> {
    let names: Vec<_> = game.seats().iter().map(|seat| seat.id.as_str()).collect();
    for (index, setup) in seats.iter().enumerate() {
        if !names.contains(&setup.seat.as_str()) {
            let seat = table::short(&setup.seat);
            return Err(Fault::bad(format!(
                "seats: there is no seat `{seat}`; there are: {}",
                names.join(", ")
            )));
        }
        if seats[..index].iter().any(|earlier| earlier.seat == setup.seat) {
            return Err(Fault::bad(format!("seats: `{}` is given twice", setup.seat)));
        }
        if let Player::Bot { bot } = &setup.player
            && !system.bots().iter().any(|(name, _)| name == bot)
        {
            let known: Vec<_> = system.bots().iter().map(|(name, _)| *name).collect();
            let bot = table::short(bot);
            return Err(Fault::bad(format!(
                "seats: there is no bot `{bot}`; there are: {}",
                known.join(", ")
            )));
        }
    }
    if let Some(missing) = names.iter().find(|name| !seats.iter().any(|setup| setup.seat == **name)) {
        return Err(Fault::bad(format!("seats: nobody plays `{missing}`")));
    }
    Ok(seats.to_vec())
}

/// A seed given for a test: a number, or a whole secret.
fn read_seed(text: &str) -> Result<Secret, Fault> {
    let number = text.parse().ok().map(Secret::from_number);
    number.or_else(|| Secret::from_hex(text)).ok_or_else(|| {
        Fault::bad("seed: expected a whole number below 2^64, or a secret of 64 hexadecimal digits")
    })
}

/// The mission's id and the game's title. By custom the first field of a form is the mission; where it was left open, the
/// two choices after it tell one game from another.
fn mission_of(form: &SetupForm, values: &SetupValues) -> (String, String) {
    let chosen = |field: &SetupField| match &field.input {
        SetupInput::Choice { choices, default, .. } => {
            let value = match values.get(&field.key) {
                Some(SetupValue::Text(text)) => text,
                _ => default,
            };
            let found = choices.iter().find(|choice| choice.value == *value);
            Some((value.clone(), found.map_or_else(|| value.clone(), |choice| choice.label.clone())))
        }
        _ => None,
    };
    let Some((mission, label)) = form.fields.first().and_then(chosen) else {
        return (String::new(), form.title.clone());
    };
    let others = || form.fields[1..].iter().filter_map(chosen).map(|(_, label)| label);
    let label = if mission.is_empty() { others().take(2).collect::<Vec<_>>().join(" – ") } else { label };
    (mission, format!("{}: {label}", form.title))
}
