//! The WebSocket side of the protocol: one connection, one game, one viewer at a time.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket};
use grognard_engine::speech::ENGLISH;
use serde_json::Value;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use crate::device::Device;
use crate::difference::{self, Print};
use crate::fault::Fault;
use crate::host::{Declined, Live, Table};
use crate::input;
use crate::metrics::METRICS;
use crate::protocol::{ClientMessage, GameState, PROTOCOL, Said, ServerMessage, ViewAs};

/// How long a client may take to greet.
const GREETING: Duration = Duration::from_secs(30);

/// How long a client may take to receive a message before it is given up.
const SENDING: Duration = Duration::from_secs(30);

/// Pings a client may leave unanswered before it is given up.
const SILENT_PINGS: u32 = 3;

/// The connection is over.
struct Closed;

/// Serves a connection until either side ends it.
pub(crate) async fn serve(socket: WebSocket, live: Arc<Live>, who: Device, version: String, ping: Duration) {
    let mut connection = Connection {
        socket,
        live,
        who,
        ping,
        view: ViewAs::Public,
        language: ENGLISH.to_owned(),
        log_next: 0,
        seen: 0,
        told: None,
        changes: false,
        last: None,
    };
    let _counted = METRICS.connected();
    // However it ended: there is nobody left to tell.
    let _: Result<(), Closed> = connection.run(version).await;
}

struct Connection {
    socket: WebSocket,
    live: Arc<Live>,
    /// The device at the other end.
    who: Device,
    /// How often it is pinged.
    ping: Duration,
    view: ViewAs,
    /// What is spoken to this client.
    language: String,
    /// Log entries from this number on have not been sent.
    log_next: u32,
    /// The table's version that was sent last.
    seen: u64,
    /// The computer's trouble this client was told of.
    told: Option<String>,
    /// It wants to hear what changed, not everything.
    changes: bool,
    /// A print of the state it has.
    last: Option<Print>,
}

impl Connection {
    async fn run(&mut self, version: String) -> Result<(), Closed> {
        let mut changes = self.live.watch();
        self.greet(version).await?;
        let company = Arc::clone(&self.live.company);
        let (mut people, mut words) = (company.watch(), company.listen());
        let _present = company.enter(&self.who);
        self.send_talk().await?;
        // Only now: whoever cannot even greet plays no bots.
        self.live.awake().await;
        let mut ticks = interval(self.ping);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard = Instant::now();
        loop {
            tokio::select! {
                message = self.socket.recv() => {
                    heard = Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) => self.hear(text.as_bytes()).await?,
                        Some(Ok(Message::Binary(_))) => self.complain("messages are text, not binary").await?,
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Closed),
                    }
                }
                _ = ticks.tick() => {
                    if heard.elapsed() > self.ping * SILENT_PINGS {
                        return Err(Closed);
                    }
                    let sent = timeout(SENDING, self.socket.send(Message::Ping(Bytes::new()))).await;
                    sent.map_err(|_| Closed)?.map_err(|_| Closed)?;
                }
                changed = people.changed() => {
                    changed.map_err(|_| Closed)?;
                    self.send_people().await?;
                }
                said = words.recv() => match said {
                    Ok(said) => self.send(&ServerMessage::Talk { said: vec![said], all: false }).await?,
                    Err(RecvError::Lagged(_)) => self.send_talk().await?,
                    Err(RecvError::Closed) => return Err(Closed),
                },
                changed = changes.changed() => {
                    changed.map_err(|_| Closed)?;
                    self.send_news().await?;
                }
            }
        }
    }

    async fn greet(&mut self, version: String) -> Result<(), Closed> {
        let first = timeout(GREETING, self.socket.recv()).await.map_err(|_| Closed)?;
        let text = match first {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(_)) => return self.refuse("the first message must be a hello").await,
            _ => return Err(Closed),
        };
        match input::read(text.as_bytes(), "the hello") {
            Ok(ClientMessage::Hello { protocol: PROTOCOL, view, language, changes, .. }) => {
                self.view = view;
                self.changes = changes;
                self.language = language.unwrap_or_else(|| ENGLISH.to_owned());
            }
            Ok(ClientMessage::Hello { protocol, .. }) => {
                let what =
                    format!("you speak protocol {protocol}, this server speaks {PROTOCOL}: reload the page");
                return self.refuse(&what).await;
            }
            Ok(_) => return self.refuse("the first message must be a hello").await,
            Err(what) => return self.refuse(&what).await,
        }
        let who = self.who.clone();
        let asked = self.live.with(move |table| (table.commitment(), table.wants_nonce(&who))).await;
        let (commitment, nonce) = asked.map_err(|_| Closed)?;
        self.send(&ServerMessage::Hello { protocol: PROTOCOL, version, commitment, nonce }).await?;
        // The whole log, whatever the client has: something may have been taken back while it was away.
        if let Err(fault) = self.send_state(true).await? {
            self.complain(&fault.what).await?;
            self.view = ViewAs::Public;
            self.send_state(true).await?.map_err(|_| Closed)?;
        }
        if let Ok(Some(notice)) = self.live.with(|table| table.notice()).await {
            self.told = Some(notice.clone());
            self.complain(&notice).await?;
        }
        Ok(())
    }

    /// Says why the connection ends, and ends it.
    async fn refuse(&mut self, what: &str) -> Result<(), Closed> {
        self.send(&ServerMessage::Error { error: what.to_owned(), reload: true }).await?;
        Err(Closed)
    }

    async fn complain(&mut self, what: &str) -> Result<(), Closed> {
        self.send(&ServerMessage::Error { error: what.to_owned(), reload: false }).await
    }

    async fn hear(&mut self, bytes: &[u8]) -> Result<(), Closed> {
        let message: ClientMessage = match input::read(bytes, "the message") {
            Ok(message) => message,
            Err(what) => return self.complain(&what).await,
        };
        match message {
            ClientMessage::Hello { .. } => self.complain("you have said hello already").await,
            ClientMessage::Answer { revision, key, seat, text } => {
                let (who, sent) = (self.who.clone(), key.clone());
                self.attempt(&sent, move |table| table.answer(&who, revision, &key, &seat, &text)).await
            }
            ClientMessage::Undo { revision, key, seat, phase } => {
                let (who, sent) = (self.who.clone(), key.clone());
                self.attempt(&sent, move |table| table.undo(&who, revision, &key, &seat, phase)).await
            }
            ClientMessage::Aside { key, seat, text } => {
                let (who, sent) = (self.who.clone(), key.clone());
                self.attempt(&sent, move |table| table.aside(&who, &key, &seat, &text)).await
            }
            ClientMessage::Stops { seat, mode, number } => {
                let who = self.who.clone();
                self.attempt("stops", move |table| table.set_stop(&who, &seat, &mode, number)).await
            }
            ClientMessage::Bot { control } => {
                let who = self.who.clone();
                self.attempt("bot", move |table| table.control(&who, control)).await
            }
            ClientMessage::Nonce { nonce } => {
                let who = self.who.clone();
                let begin = move |table: &mut Table| {
                    table.nonce(&who, &nonce)?;
                    table.begin_if_complete()
                };
                self.attempt("nonce", begin).await
            }
            ClientMessage::Query { id, view, query } => {
                let (language, who) = (self.language.clone(), self.who.clone());
                let asked = move |table: &mut Table| {
                    table.speak(&language);
                    table.query(&who, &view, &query)
                };
                let answer = self.live.with(asked).await.and_then(|answer| answer);
                match answer {
                    Ok(answer) => self.send(&ServerMessage::Reply { id, answer: Box::new(answer) }).await,
                    Err(fault) => self.complain(&fault.what).await,
                }
            }
            ClientMessage::View { view } => self.look_as(view).await,
            ClientMessage::Name { name } => {
                let who = self.who.clone();
                let named = self.live.with(move |table| table.set_name(&who, &name)).await;
                match named.and_then(|named| named) {
                    Ok(()) => {
                        self.live.company.tell();
                        Ok(())
                    }
                    Err(fault) => self.complain(&fault.what).await,
                }
            }
            ClientMessage::Say { text } => match self.say(text).await {
                Ok(said) => {
                    self.live.company.spread(said);
                    Ok(())
                }
                Err(fault) => self.complain(&fault.what).await,
            },
        }
    }

    async fn say(&mut self, text: String) -> Result<Said, Fault> {
        self.live.company.may_speak(&self.who)?;
        let who = self.who.clone();
        self.live.with(move |table| table.say(&who, &text)).await?
    }

    /// Who is there.
    async fn send_people(&mut self) -> Result<(), Closed> {
        let company = Arc::clone(&self.live.company);
        let there = self.live.with(move |table| table.company(&company)).await;
        let (seats, watchers) = there.map_err(|_| Closed)?;
        self.send(&ServerMessage::People { seats, watchers }).await
    }

    /// All that was said.
    async fn send_talk(&mut self) -> Result<(), Closed> {
        let said = self.live.with(|table| table.talk()).await.and_then(|said| said);
        self.send(&ServerMessage::Talk { said: said.unwrap_or_default(), all: true }).await
    }

    async fn look_as(&mut self, view: ViewAs) -> Result<(), Closed> {
        let before = std::mem::replace(&mut self.view, view);
        if let Err(fault) = self.send_state(true).await? {
            self.view = before;
            self.complain(&fault.what).await?;
        }
        Ok(())
    }

    /// Tries to change something; the new state or the reason against it goes back to this client at once.
    async fn attempt(
        &mut self,
        key: &str,
        f: impl FnOnce(&mut Table) -> Result<(), Declined> + Send + 'static,
    ) -> Result<(), Closed> {
        if let Err(what) = input::check_key(key) {
            return self.complain(&what).await;
        }
        let language = self.language.clone();
        let attempted = move |table: &mut Table| {
            table.speak(&language);
            (f(table), table.revision())
        };
        let begun = Instant::now();
        let done = self.live.with(attempted).await;
        METRICS.attempted(begun.elapsed());
        match done {
            Ok((Ok(()), _)) => {
                // Repeated for a repeated key, so that nobody waits for an answer that was lost.
                self.send_state(false).await?.map_err(|_| Closed)
            }
            Ok((Err(Declined::Refused(refusal)), revision)) => {
                self.send(&ServerMessage::Refused { revision, key: key.to_owned(), refusal }).await
            }
            Ok((Err(Declined::Stale), revision)) => {
                let error = format!("the game is at revision {revision} now; look again before you answer");
                self.send(&ServerMessage::Error { error, reload: true }).await?;
                self.send_state(true).await?.map_err(|_| Closed)
            }
            Ok((Err(Declined::Fault(fault)), _)) | Err(fault) => self.complain(&fault.what).await,
        }
    }

    /// Sends the state if it is not the one sent last.
    async fn send_news(&mut self) -> Result<(), Closed> {
        let look = self.live.with(|table| (table.version(), table.gone(), table.trouble())).await;
        let (version, gone, trouble) = look.map_err(|_| Closed)?;
        if let Some(why) = gone {
            return self.refuse(why).await;
        }
        if version != self.seen {
            self.send_state(false).await?.map_err(|_| Closed)?;
        }
        if trouble != self.told {
            if let Some(what) = &trouble {
                self.complain(what).await?;
            }
            self.told = trouble;
        }
        Ok(())
    }

    /// Sends the state with what is new in the log, or with all of it.
    async fn send_state(&mut self, whole_log: bool) -> Result<Result<(), Fault>, Closed> {
        let (view, next, seen) = (self.view.clone(), self.log_next, self.seen);
        let (language, who) = (self.language.clone(), self.who.clone());
        let made = self.live.with(move |table| {
            table.speak(&language);
            if let Some(seats) = table.awaited() {
                table.viewer(&who, &view)?;
                return Ok((ServerMessage::Waiting { seats }, 0, table.version()));
            }
            let kept = table.cut_since(seen).map_or(next, |left| left.min(next));
            let from = if whole_log { 0 } else { kept };
            let state = table.state(&who, &view, from)?;
            Ok((ServerMessage::State(Box::new(state)), table.log_len(), table.version()))
        });
        match made.await.and_then(|made: Result<_, Fault>| made) {
            Ok((ServerMessage::State(state), log_next, version)) if self.changes => {
                (self.log_next, self.seen) = (log_next, version);
                self.send_changes(*state, whole_log).await.map(Ok)
            }
            Ok((message, log_next, version)) => {
                (self.log_next, self.seen) = (log_next, version);
                self.send(&message).await.map(Ok)
            }
            Err(fault) => Ok(Err(fault)),
        }
    }

    /// Sends what differs from the state the client has; all of it the first time and where everything is to be read anew.
    async fn send_changes(&mut self, mut state: GameState, whole: bool) -> Result<(), Closed> {
        // The log is told once, and is not compared.
        let (log, log_from) = (std::mem::take(&mut state.log), std::mem::take(&mut state.log_from));
        let mut value = serde_json::to_value(&state).map_err(|_| Closed)?;
        if let Value::Object(fields) = &mut value {
            fields.remove("log");
            fields.remove("log_from");
        }
        let now = difference::print(&value);
        match self.last.replace(now.clone()).filter(|_| !whole) {
            Some(before) => {
                let changes = difference::changes(&before, &now, &value);
                self.send(&ServerMessage::Changes { log, log_from, changes }).await
            }
            None => self.send(&ServerMessage::State(Box::new(GameState { log, log_from, ..state }))).await,
        }
    }

    async fn send(&mut self, message: &ServerMessage) -> Result<(), Closed> {
        let text = serde_json::to_string(message).map_err(|_| Closed)?;
        METRICS.sent(text.len());
        let sent = timeout(SENDING, self.socket.send(Message::Text(text.into()))).await;
        sent.map_err(|_| Closed)?.map_err(|_| Closed)
    }
}
