//! Several servers on the same games.
//!
//! All of them use one `PostgreSQL`, which says who lives and who has which game (`grognard_store::Nodes`), and one NATS,
//! over which they talk. A game is played at one server, its holder; every server takes every player:
//!
//! - [`life`] is one life of this server under one name, and the games it holds in it;
//! - [`relay`] passes a request about a game on to its holder, and answers those of others;
//! - [`pipe`] is a WebSocket that goes on over NATS: what the holder sends to a player at another server;
//! - [`parts`] is how messages longer than NATS takes are cut.
//!
//! Nothing is promised by NATS: a message that is lost breaks the pipe, the player connects again, and the keys of messages
//! see to it that nothing is done twice. A holder that dies is given up when its lease ends; whoever is asked for the game
//! next takes it. A holder that was only slow finds its writes refused by the database and begins a new life.

mod life;
mod parts;
mod pipe;
mod relay;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use async_nats::{Client, ConnectOptions, Subscriber};
use axum::http::StatusCode;
use futures_util::StreamExt as _;
use grognard_store::{GameId, Nodes, Store, StoreError};
use tokio::task;

use crate::fault::Fault;
use crate::http::App;

pub(crate) use self::life::Held;
use self::life::Life;
pub(crate) use self::pipe::{Heard, Pipe};
pub(crate) use self::relay::{Missed, relayed};

/// Messages that wait for one reader. More are dropped, which breaks the pipe they belong to.
const WAITING: usize = 1024;

/// Games are claimed and given back under one of so many locks.
const TURNS: usize = 64;

/// What a subject of ours begins with.
const SUBJECT: &str = "grognard";

/// A server among others.
pub(crate) struct Cluster {
    nats: Client,
    store: Arc<dyn Store>,
    lease: Duration,
    life: RwLock<Arc<Life>>,
    /// Claiming and giving back the same game are done one after the other.
    turns: Vec<tokio::sync::Mutex<()>>,
    /// When each of the others was last heard of.
    heard: Mutex<HashMap<String, Instant>>,
}

/// Where a game is played.
pub(crate) enum Where {
    /// At this server, as long as this is held.
    Here(Arc<Held>),
    /// At another, which will be taken for alive so long.
    There {
        /// Its name.
        node: String,
        /// How long.
        left: Duration,
    },
}

/// What came of a call to wherever a game is played.
pub(crate) enum Reached<T> {
    /// It is played here: nobody was called.
    Here,
    /// The holder's answer.
    There(T),
}

impl Cluster {
    /// Joins the others.
    pub(crate) async fn join(
        nats: &str,
        store: Arc<dyn Store>,
        lease: Duration,
    ) -> Result<(Arc<Self>, Subscriber), String> {
        if store.nodes().is_none() {
            return Err(
                "several servers need a PostgreSQL database: name one with --store postgres://...".into()
            );
        }
        let options = ConnectOptions::new().name("grognard").subscription_capacity(WAITING);
        let nats = options.connect(nats).await.map_err(|e| format!("NATS cannot be reached: {e}"))?;
        let cluster = Arc::new(Self {
            nats,
            store,
            lease,
            life: RwLock::new(Arc::new(Life::unborn())),
            turns: (0..TURNS).map(|_| tokio::sync::Mutex::new(())).collect(),
            heard: Mutex::default(),
        });
        let asked = cluster.begin().await.map_err(|fault| fault.what)?;
        Ok((cluster, asked))
    }

    fn nodes(&self) -> &dyn Nodes {
        self.store.nodes().expect("a cluster is joined with a store that knows nodes")
    }

    /// The present life.
    pub(crate) fn life(&self) -> Arc<Life> {
        Arc::clone(&self.life.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Does something with the database, away from the threads that serve others.
    async fn stored<T: Send + 'static>(
        self: &Arc<Self>,
        f: impl FnOnce(&dyn Nodes) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let cluster = Arc::clone(self);
        let done = task::spawn_blocking(move || f(cluster.nodes())).await;
        done.unwrap_or_else(|_| Err(StoreError::Closed { path: "the pool of threads".into() }))
    }

    /// Begins a life: the others can call this server from now on.
    async fn begin(self: &Arc<Self>) -> Result<Subscriber, Fault> {
        let life = Arc::new(Life::new(self.lease)?);
        let (name, lease) = (life.name().to_owned(), self.lease);
        let beat = self.stored(move |nodes| {
            let alive = nodes.beat(&name, lease)?;
            nodes.write_as(&name);
            Ok(alive)
        });
        if !beat.await? {
            return Err(Fault::broken("a fresh name was given up before"));
        }
        let asked = self.nats.subscribe(subject_of(life.name())).await;
        let asked = asked.map_err(|e| Fault::broken(format!("NATS: {e}")))?;
        self.nats.flush().await.map_err(|e| Fault::broken(format!("NATS: {e}")))?;
        tracing::info!(node = life.name(), "this server has joined the others");
        *self.life.write().unwrap_or_else(PoisonError::into_inner) = life;
        Ok(asked)
    }

    /// Lives one life after the other, until the server ends.
    pub(crate) async fn live(self: Arc<Self>, app: Arc<App>, mut asked: Subscriber) {
        let alive = tokio::spawn(Arc::clone(&self).listen());
        let _listening = AbortOnDrop(alive);
        loop {
            let life = self.life();
            tokio::select! {
                () = self.keep_alive(&life) => {}
                () = relay::answer(Arc::clone(&self), Arc::clone(&app), asked) => {}
            }
            life.end();
            tracing::warn!(
                node = life.name(),
                "the others may have given this server up: it lets go of all games"
            );
            app.host.scatter("this game goes on at another server; connect again").await;
            asked = loop {
                match self.begin().await {
                    Ok(asked) => break asked,
                    Err(fault) => {
                        tracing::error!(what = fault.what, "this server cannot join the others");
                        tokio::time::sleep(self.lease / 3).await;
                    }
                }
            };
        }
    }

    /// Says that this server lives, until that is not so any more.
    async fn keep_alive(self: &Arc<Self>, life: &Arc<Life>) {
        loop {
            let begun = Instant::now();
            self.nats.publish(format!("{SUBJECT}.alive"), life.name().to_owned().into()).await.ok();
            let (name, lease) = (life.name().to_owned(), self.lease);
            let beat = tokio::select! {
                beat = self.stored(move |nodes| nodes.beat(&name, lease)) => beat,
                () = tokio::time::sleep_until(life.until().into()) => return,
            };
            match beat {
                Ok(true) => life.lives(begun + self.lease),
                Ok(false) => return,
                Err(error) => tracing::error!(%error, "the database does not hear that this server lives"),
            }
            tokio::time::sleep(self.lease / 4).await;
        }
    }

    /// Hears who else lives.
    async fn listen(self: Arc<Self>) {
        loop {
            if let Ok(mut alive) = self.nats.subscribe(format!("{SUBJECT}.alive")).await {
                while let Some(message) = alive.next().await {
                    if let Ok(node) = std::str::from_utf8(&message.payload) {
                        self.hear_of(node);
                    }
                }
            }
            tokio::time::sleep(self.lease / 4).await;
        }
    }

    fn hear_of(&self, node: &str) {
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.retain(|_, last| last.elapsed() < self.lease * 4);
        heard.insert(node.to_owned(), Instant::now());
    }

    /// Whether nothing was heard of a server for longer than it may be silent.
    fn is_silent(&self, node: &str) -> bool {
        let heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.get(node).is_none_or(|last| last.elapsed() > self.lease)
    }

    /// The others that live.
    fn others(&self) -> Vec<String> {
        let (me, heard) = (self.life(), self.heard.lock().unwrap_or_else(PoisonError::into_inner));
        let mut others: Vec<_> = heard
            .iter()
            .filter(|(node, last)| node.as_str() != me.name() && last.elapsed() < self.lease)
            .map(|(node, _)| node.clone())
            .collect();
        others.sort_unstable();
        others
    }

    fn turn(&self, game: &GameId) -> &tokio::sync::Mutex<()> {
        let print = xxhash_rust::xxh3::xxh3_64(game.as_str().as_bytes());
        &self.turns[print as usize % TURNS]
    }

    /// Takes a game, unless another server has it.
    pub(crate) async fn claim(self: &Arc<Self>, game: &GameId) -> Result<Where, Fault> {
        let life = self.life();
        if let Some(held) = life.held(game) {
            return Ok(Where::Here(held));
        }
        let _turn = self.turn(game).lock().await;
        if let Some(held) = life.held(game) {
            return Ok(Where::Here(held));
        }
        let (wanted, name) = (game.clone(), life.name().to_owned());
        match self.stored(move |nodes| nodes.take(&wanted, &name)).await {
            Ok(lease) if lease.node == life.name() => {
                life.hold(game).map(Where::Here).ok_or_else(between_lives)
            }
            Ok(lease) => Ok(Where::There { node: lease.node, left: lease.left }),
            Err(StoreError::NotAlive { .. }) => Err(between_lives()),
            Err(other) => Err(other.into()),
        }
    }

    /// The game is played here, or that is an error.
    pub(crate) async fn claim_here(self: &Arc<Self>, game: &GameId) -> Result<Arc<Held>, Fault> {
        match self.claim(game).await? {
            Where::Here(held) => Ok(held),
            Where::There { .. } => Err(elsewhere()),
        }
    }

    /// How long a server that does not answer is asked again: by then it has answered, or another has its games.
    fn patience(&self) -> Instant {
        Instant::now() + self.lease * 2 + Duration::from_secs(1)
    }

    /// Calls whoever has a game, again and again while its holder does not answer and nobody else may take it yet.
    pub(crate) async fn reach<T, F>(
        self: &Arc<Self>,
        game: &GameId,
        mut call: impl FnMut(String) -> F + Send,
    ) -> Result<Reached<T>, Fault>
    where
        F: Future<Output = Result<T, Missed>> + Send,
    {
        let end = self.patience();
        loop {
            let (node, left) = match self.claim(game).await? {
                Where::Here(_) => return Ok(Reached::Here),
                Where::There { node, left } => (node, left),
            };
            match call(node).await {
                Ok(answer) => return Ok(Reached::There(answer)),
                Err(Missed::Uncertain) => return Err(gone()),
                Err(Missed::NotThere) if Instant::now() > end => return Err(gone()),
                // Nobody is there: it is free as soon as its holder is given up.
                Err(Missed::NotThere) => {
                    let wait = left.min(self.lease / 4).max(Duration::from_millis(20));
                    tokio::time::sleep(wait).await;
                }
            }
        }
    }

    /// Gives games back that nobody here uses any more.
    pub(crate) async fn give_back(self: &Arc<Self>) {
        let life = self.life();
        for game in life.unused() {
            let _turn = self.turn(&game).lock().await;
            if !life.let_go(&game) {
                continue;
            }
            let name = life.name().to_owned();
            // What is not given back is free at this server's end.
            self.stored(move |nodes| nodes.give_back(&game, &name)).await.ok();
        }
    }

    /// Leaves the others: all games are free at once.
    pub(crate) async fn leave(self: &Arc<Self>) {
        let life = self.life();
        life.end();
        let name = life.name().to_owned();
        self.stored(move |nodes| nodes.leave(&name)).await.ok();
        self.nats.flush().await.ok();
    }
}

/// Ends a task with whoever started it.
struct AbortOnDrop(task::JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Where a server hears what others ask of it.
fn subject_of(node: &str) -> String {
    format!("{SUBJECT}.node.{node}")
}

fn unavailable(what: &str) -> Fault {
    Fault { retry: Some(1), ..Fault::new(StatusCode::SERVICE_UNAVAILABLE, what) }
}

fn between_lives() -> Fault {
    unavailable("this server has lost touch with the others; try again in a moment")
}

fn gone() -> Fault {
    unavailable("the server that has this game does not answer; try again in a moment")
}

fn silent() -> Fault {
    unavailable("the server that plays this trial does not answer; try again in a moment")
}

/// The status of a request that reached a server which does not have the game.
pub(crate) const ELSEWHERE: StatusCode = StatusCode::MISDIRECTED_REQUEST;

fn elsewhere() -> Fault {
    Fault { retry: Some(1), ..Fault::new(ELSEWHERE, "this game is at another server now; try again") }
}
