//! The WebSocket side of the protocol: one connection, one game, one viewer at a time.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket};
use grognard_engine::client::{Query, QueryAnswer, Unavailable};
use grognard_engine::speech::ENGLISH;
use serde_json::Value;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use crate::cluster::{Heard, Pipe};
use crate::device::Device;
use crate::difference::{self, Print};
use crate::fault::Fault;
use crate::host::{Declined, Live, Table, tongue};
use crate::input;
use crate::limits::Limits;
use crate::metrics::METRICS;
use crate::protocol::{ClientMessage, GameState, PROTOCOL, Said, ServerMessage, ViewAs};

/// How long a client may take to greet.
const GREETING: Duration = Duration::from_secs(30);

/// How long a client may take to receive a message before it is given up.
const SENDING: Duration = Duration::from_secs(30);

/// Pings a client may leave unanswered before it is given up.
const SILENT_PINGS: u32 = 3;

/// A client's line: over a WebSocket of this server's, or through another server.
pub(crate) enum Line {
    /// A WebSocket.
    Web(Box<WebSocket>),
    /// A WebSocket of another server's.
    Piped(Pipe),
}

impl Line {
    async fn recv(&mut self) -> Heard {
        match self {
            Self::Piped(pipe) => pipe.recv().await,
            Self::Web(socket) => match socket.recv().await {
                Some(Ok(Message::Text(text))) => Heard::Text(text),
                Some(Ok(Message::Binary(_))) => Heard::Binary,
                Some(Ok(Message::Ping(_))) => Heard::Ping,
                Some(Ok(Message::Pong(_))) => Heard::Pong,
                Some(Ok(Message::Close(_)) | Err(_)) | None => Heard::End,
            },
        }
    }

    async fn send(&mut self, text: String) -> Result<(), Closed> {
        match self {
            Self::Piped(pipe) => pipe.send(&text).await.map_err(|()| Closed),
            Self::Web(socket) => pass(socket, Message::Text(text.into())).await,
        }
    }

    async fn ping(&mut self) -> Result<(), Closed> {
        match self {
            Self::Piped(pipe) => pipe.ping().await.map_err(|()| Closed),
            Self::Web(socket) => pass(socket, Message::Ping(Bytes::new())).await,
        }
    }
}

/// Waits until a time, if there is one.
async fn until(due: Option<Instant>) {
    match due {
        Some(due) => tokio::time::sleep_until(due).await,
        None => std::future::pending().await,
    }
}

async fn pass(socket: &mut WebSocket, message: Message) -> Result<(), Closed> {
    match timeout(SENDING, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Closed),
    }
}

/// The connection is over.
struct Closed;

/// Serves a connection until either side ends it.
pub(crate) async fn serve(line: Line, live: Arc<Live>, who: Device, version: String, limits: Limits) {
    let mut connection = Connection {
        line,
        live,
        who,
        ping: limits.ping,
        view: ViewAs::Public,
        language: ENGLISH.to_owned(),
        log_next: 0,
        seen: 0,
        told: None,
        changes: false,
        last: None,
        behind: None,
        due: None,
        asked: false,
        advice: None,
    };
    let _counted = METRICS.connected();
    // However it ended: there is nobody left to tell.
    let _: Result<(), Closed> = connection.run(version).await;
    let Connection { live, who, .. } = connection;
    if !live.company.is_here(&who) {
        live.look(move |table| table.leaves(&who)).await.ok();
    }
}

struct Connection {
    line: Line,
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
    /// The frame it has, if it is behind the game.
    behind: Option<u32>,
    /// When it will see more.
    due: Option<Instant>,
    /// It was asked for its nonce and has not sent one.
    asked: bool,
    /// What it asked the computer and was not told yet.
    advice: Option<Advice>,
}

/// A question to the computer that is thought about beside the talk. Whoever goes does not wait for it any more.
struct Advice {
    id: u32,
    thought: JoinHandle<Result<QueryAnswer, Fault>>,
}

impl Drop for Advice {
    fn drop(&mut self) {
        self.thought.abort();
    }
}

/// What the computer was asked and says, once it has thought.
async fn thought(asked: &mut Option<Advice>) -> (u32, Result<QueryAnswer, Fault>) {
    let Some(advice) = asked else { return std::future::pending().await };
    let said = (&mut advice.thought).await;
    let id = advice.id;
    *asked = None;
    (id, said.unwrap_or_else(|_| Err(Fault::broken("the computer broke down over this question"))))
}

/// How a client looks at a table.
struct Look {
    view: ViewAs,
    who: Device,
    language: String,
    /// Log entries from this number on have not been sent, and the table's version that was sent last.
    log_next: u32,
    seen: u64,
    whole_log: bool,
}

impl Look {
    /// What is to be seen there.
    fn at(self, table: &mut Table) -> Result<Shown, Fault> {
        let Self { view, who, language, log_next, seen, whole_log } = self;
        table.speak(&language);
        let version = table.version();
        let all = |message, log| Shown { message, log, version, behind: None, more: None };
        if let Some(why) = table.gone() {
            return Ok(all(ServerMessage::Error { error: why.to_owned(), reload: true }, log_next));
        }
        if let Some(seats) = table.awaited() {
            table.viewer(&who, &view)?;
            return Ok(all(ServerMessage::Waiting { seats }, 0));
        }
        let kept = table.cut_since(seen).map_or(log_next, |left| left.min(log_next));
        let from = if whole_log { 0 } else { kept };
        let Some(answers) = table.behind(&who) else {
            let state = table.state(&who, &view, from)?;
            return Ok(all(ServerMessage::State(Box::new(state)), table.log_len()));
        };
        let (state, log) = table.state_behind(&who, &view, answers, from)?;
        let (message, more) = (ServerMessage::State(Box::new(state)), table.sees_more_in(&who));
        Ok(Shown { message, log, version, behind: Some(answers), more })
    }
}

/// What is sent of a table.
struct Shown {
    message: ServerMessage,
    /// How many entries of the log it has.
    log: u32,
    version: u64,
    /// The frame it shows, if its viewer is behind, and when more can be seen.
    behind: Option<u32>,
    more: Option<Duration>,
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
                message = self.line.recv() => {
                    heard = Instant::now();
                    match message {
                        Heard::Text(text) => self.hear_in_time(text.as_bytes()).await?,
                        Heard::Binary => self.complain("messages are text, not binary").await?,
                        Heard::Ping | Heard::Pong => {}
                        Heard::End => return Err(Closed),
                    }
                }
                _ = ticks.tick() => {
                    if heard.elapsed() > self.ping * SILENT_PINGS {
                        return Err(Closed);
                    }
                    self.line.ping().await?;
                }
                (id, answer) = thought(&mut self.advice) => self.reply(id, answer).await?,
                changed = people.changed() => {
                    changed.map_err(|_| Closed)?;
                    self.send_people().await?;
                }
                said = words.recv() => match said {
                    // It comes with the frame it was said at.
                    Ok(_) if self.behind.is_some() => {}
                    Ok(said) => self.send(&ServerMessage::Talk { said: vec![said], all: false }).await?,
                    Err(RecvError::Lagged(_)) => self.send_talk().await?,
                    Err(RecvError::Closed) => return Err(Closed),
                },
                () = until(self.due) => {
                    self.due = None;
                    self.send_state(false).await?.map_err(|_| Closed)?;
                    self.send_talk().await?;
                }
                changed = changes.changed() => {
                    changed.map_err(|_| Closed)?;
                    let version = *changes.borrow_and_update();
                    self.send_news(version).await?;
                }
            }
        }
    }

    async fn greet(&mut self, version: String) -> Result<(), Closed> {
        let first = timeout(GREETING, self.line.recv()).await.map_err(|_| Closed)?;
        let text = match first {
            Heard::Text(text) => text,
            Heard::End => return Err(Closed),
            _ => return self.refuse("the first message must be a hello").await,
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
        let asked = move |table: &mut Table| (table.commitment(), table.wants_nonce(&who), table.since(&who));
        let (commitment, nonce, since) = self.live.with(asked).await.map_err(|_| Closed)?;
        self.asked = nonce;
        self.send(&ServerMessage::Hello { protocol: PROTOCOL, version, commitment, nonce, since }).await?;
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

    /// Hears a message, unless there were too many.
    async fn hear_in_time(&mut self, bytes: &[u8]) -> Result<(), Closed> {
        if let Err(wait) = self.live.pace.take(self.who.clone()) {
            self.complain("not so fast: this message was not read").await?;
            // Whoever does not wait is made to.
            tokio::time::sleep(wait).await;
            return Ok(());
        }
        self.hear(bytes).await
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
                let (who, asked) = (self.who.clone(), std::mem::take(&mut self.asked));
                let begin = move |table: &mut Table| {
                    // Two windows of one device are both asked; the first nonce counts.
                    if !asked || table.wants_nonce(&who) {
                        table.nonce(&who, &nonce)?;
                    }
                    table.begin_if_complete()
                };
                self.attempt("nonce", begin).await
            }
            ClientMessage::Query { id, view, query } => {
                let (language, who) = (self.language.clone(), self.who.clone());
                let thinks = matches!(query, Query::Advice | Query::Arrangement);
                let asked = move |table: &mut Table| {
                    table.speak(&language);
                    table.query(&who, &view, &query)
                };
                if thinks {
                    return self.think(id, asked).await;
                }
                let answer = self.live.with(asked).await.and_then(|answer| answer);
                self.reply(id, answer).await
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

    /// Has the computer think about a question when it is its turn; the talk goes on meanwhile.
    async fn think(
        &mut self,
        id: u32,
        asked: impl FnOnce(&mut Table) -> Result<QueryAnswer, Fault> + Send + 'static,
    ) -> Result<(), Closed> {
        let busy = QueryAnswer::None(Unavailable { sentence: tongue(&self.language).busy.to_owned() });
        if self.advice.is_some() {
            return self.reply(id, Ok(busy)).await;
        }
        let live = Arc::clone(&self.live);
        let thought = tokio::spawn(async move {
            let Some(turn) = live.thinking.asked().await else { return Ok(busy) };
            let think = move |table: &mut Table| {
                let answer = asked(table);
                drop(turn);
                answer
            };
            live.with(think).await?
        });
        self.advice = Some(Advice { id, thought });
        Ok(())
    }

    async fn reply(&mut self, id: u32, answer: Result<QueryAnswer, Fault>) -> Result<(), Closed> {
        match answer {
            Ok(answer) => self.send(&ServerMessage::Reply { id, answer: Box::new(answer) }).await,
            Err(fault) => self.complain(&fault.what).await,
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
        let who = self.who.clone();
        let said = self.live.with(move |table| table.talk(&who)).await.and_then(|said| said);
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
        let look = self.look(false);
        // The new state is made right away: whoever answered waits for it.
        let attempted = move |table: &mut Table| {
            table.speak(&look.language);
            let done = f(table);
            let revision = table.revision();
            (done.map(|()| look.at(table)), revision)
        };
        let begun = Instant::now();
        let done = self.live.with(attempted).await;
        METRICS.attempted(begun.elapsed());
        match done {
            // Repeated for a repeated key, so that nobody waits for an answer that was lost.
            Ok((Ok(Ok(shown)), _)) => self.deliver(shown, false).await,
            Ok((Ok(Err(_)), _)) => Err(Closed),
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
    async fn send_news(&mut self, version: u64) -> Result<(), Closed> {
        if version <= self.seen {
            return Ok(());
        }
        let look = self.look(false);
        let made = self.live.with(move |table| (look.at(table), table.trouble())).await;
        let (Ok(shown), trouble) = made.map_err(|_| Closed)? else { return Err(Closed) };
        self.deliver(shown, false).await?;
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
        let look = self.look(whole_log);
        match self.live.with(move |table| look.at(table)).await.and_then(|made| made) {
            Ok(shown) => self.deliver(shown, whole_log).await.map(Ok),
            Err(fault) => Ok(Err(fault)),
        }
    }

    /// How this client looks at the table now.
    fn look(&self, whole_log: bool) -> Look {
        let (view, who, language) = (self.view.clone(), self.who.clone(), self.language.clone());
        Look { view, who, language, log_next: self.log_next, seen: self.seen, whole_log }
    }

    /// Sends what was seen of the table.
    async fn deliver(&mut self, shown: Shown, whole_log: bool) -> Result<(), Closed> {
        self.due = shown.more.map(|wait| Instant::now() + wait);
        let unchanged = shown.behind.is_some() && shown.behind == self.behind && shown.log == self.log_next;
        (self.log_next, self.seen, self.behind) = (shown.log, shown.version, shown.behind);
        match shown.message {
            ServerMessage::Error { error, .. } => self.refuse(&error).await,
            // Whoever is behind does not even hear that something has happened.
            _ if unchanged && !whole_log => Ok(()),
            ServerMessage::State(state) if self.changes => self.send_changes(*state, whole_log).await,
            message => self.send(&message).await,
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
        self.line.send(text).await
    }
}
