//! A server for a test, and a plain client for it.

pub mod pebbles;
#[path = "../../../../store/tests/support/postgres.rs"]
pub mod postgres;
pub mod services;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use grognard_engine::client::Ask;
use grognard_engine::erased::{Module, System};
use grognard_server::protocol::{Created, GameState, Person, ServerMessage};
use grognard_server::{Config, Server, Started, StorePlace, start};
use grognard_store::{SqliteStore, Store};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async};

pub fn systems() -> Vec<Arc<dyn System>> {
    vec![Arc::new(Module::<pebbles::Pebbles<false>>::embedded().unwrap())]
}

/// A later version of the same system.
pub fn new_systems() -> Vec<Arc<dyn System>> {
    vec![Arc::new(Module::<pebbles::Pebbles<true>>::embedded().unwrap())]
}

/// The database all stores of this process are to be in, in place of memory and folders: `postgres://...`, where a schema's
/// name is still to be written at the end.
pub const DATABASE: &str = "GROGNARD_SERVER_TEST_DATABASE";

/// Where a test keeps its games: as it says or, when all tests are to run on `PostgreSQL`, in a schema for each place.
fn placed(store: StorePlace) -> StorePlace {
    static PLACES: Mutex<Vec<Option<PathBuf>>> = Mutex::new(Vec::new());
    let Ok(database) = std::env::var(DATABASE) else { return store };
    let dir = match store {
        StorePlace::Memory => None,
        StorePlace::Dir(dir) => Some(dir),
        url @ StorePlace::Url(_) => return url,
    };
    let mut places = PLACES.lock().unwrap();
    let known = dir.as_ref().and_then(|dir| places.iter().position(|place| place.as_ref() == Some(dir)));
    let number = known.unwrap_or(places.len());
    if known.is_none() {
        places.push(dir);
    }
    StorePlace::Url(format!("{database}{number}"))
}

pub fn config(store: StorePlace) -> Config {
    let mut config = Config::local(systems(), placed(store));
    config.listen.set_port(0);
    config
}

pub async fn server(store: StorePlace) -> Server {
    match start(config(store)).await.unwrap() {
        Started::Here(server) => server,
        Started::Elsewhere(address) => panic!("there is a server at {address}"),
    }
}

pub async fn memory() -> Server {
    server(StorePlace::Memory).await
}

pub async fn on_disk(dir: &Path) -> Server {
    server(StorePlace::Dir(dir.to_owned())).await
}

/// The store of a server that was stopped.
pub fn kept_in(dir: &Path) -> Arc<dyn Store> {
    match placed(StorePlace::Dir(dir.to_owned())) {
        StorePlace::Url(url) => grognard_store::open(&url).unwrap(),
        _ => Arc::new(SqliteStore::open(dir).unwrap()),
    }
}

/// Changes what the host has noted of a game while no server runs on the store.
pub fn change_notes(dir: &Path, id: &str, change: impl FnOnce(&mut Value)) {
    let store = kept_in(dir);
    let game = id.parse().unwrap();
    let info = store.info(&game).unwrap();
    let mut notes = serde_json::from_str(&info.notes).unwrap();
    change(&mut notes);
    store.set_notes(&game, &notes.to_string(), info.updated).unwrap();
}

/// An HTTP answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.body))
    }

    /// The sentence of an error.
    pub fn error(&self) -> String {
        assert!(self.status >= 400, "{self:?}");
        self.json()["error"].as_str().unwrap().to_owned()
    }
}

/// Sends bytes as they are and reads until the server closes or falls silent.
pub async fn raw(address: SocketAddr, request: &[u8]) -> String {
    try_raw(address, request).await.unwrap()
}

/// The same where the server may be gone.
async fn try_raw(address: SocketAddr, request: &[u8]) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(request).await?;
    let mut answer = Vec::new();
    let mut wait = Duration::from_secs(10);
    while let Ok(Ok(1..)) = tokio::time::timeout(wait, stream.read_buf(&mut answer)).await {
        wait = Duration::from_millis(if answer.ends_with(b"}") { 200 } else { 2000 });
    }
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

/// The key of the device most tests are played at.
pub const HERE: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

/// Somebody else's.
pub const THERE: &str = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";

pub async fn request(address: SocketAddr, method: &str, path: &str, headers: &str, body: &[u8]) -> Answer {
    try_request(address, method, path, headers, body).await.unwrap()
}

async fn try_request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &str,
    body: &[u8],
) -> std::io::Result<Answer> {
    let mut host =
        if headers.to_lowercase().contains("host:") { String::new() } else { format!("Host: {address}\r\n") };
    if !headers.to_lowercase().contains("cookie:") {
        host.push_str(&cookie(HERE));
    }
    let length = body.len();
    let mut bytes = format!(
        "{method} {path} HTTP/1.1\r\n{host}{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n"
    )
    .into_bytes();
    bytes.extend_from_slice(body);
    let text = try_raw(address, &bytes).await?;
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    Ok(Answer { status, head: head.to_owned(), body: body.to_owned() })
}

/// The header with a device's key.
pub fn cookie(device: &str) -> String {
    format!("Cookie: grognard={device}\r\n")
}

/// A request of another device.
pub async fn request_as(device: &str, address: SocketAddr, method: &str, path: &str, body: &Value) -> Answer {
    let body = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
    request(address, method, path, &cookie(device), &body).await
}

pub async fn get(address: SocketAddr, path: &str) -> Answer {
    request(address, "GET", path, "", b"").await
}

pub async fn post(address: SocketAddr, path: &str, body: &Value) -> Answer {
    try_post(address, path, body).await.unwrap()
}

/// The same where the server may be killed at any moment.
pub async fn try_post(address: SocketAddr, path: &str, body: &Value) -> std::io::Result<Answer> {
    try_request(address, "POST", path, "Content-Type: application/json\r\n", body.to_string().as_bytes())
        .await
}

/// A new game between two players (`human` or a bot's name).
pub fn new_game(north: &str, south: &str) -> Value {
    let player = |name: &str| match name {
        "human" => json!({"kind": "human"}),
        bot => json!({"kind": "bot", "bot": bot}),
    };
    json!({
        "system": "pebbles",
        "setup": {"heap": "small"},
        "seats": [
            {"seat": "north", "player": player(north)},
            {"seat": "south", "player": player(south)},
        ],
        "options": {"practice": false, "strict": false, "pace": "instant"},
        "seed": "1",
    })
}

pub async fn create(address: SocketAddr, game: &Value) -> String {
    let answer = post(address, "/api/games", game).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    serde_json::from_value::<Created>(answer.json()).unwrap().id
}

/// A WebSocket client of one game.
pub struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub state: Option<GameState>,
    /// Who was there when that was last told, and how many watched.
    pub company: Option<(Vec<Person>, u32)>,
}

impl Client {
    /// Connects without greeting.
    pub async fn connect(address: SocketAddr, game: &str) -> Client {
        Client::connect_as(HERE, address, game).await.unwrap()
    }

    /// Connects from some device without greeting, if that is let in.
    pub async fn connect_as(device: &str, address: SocketAddr, game: &str) -> Result<Client, Error> {
        let stream = TcpStream::connect(address).await.unwrap();
        let mut request = format!("ws://{address}/api/games/{game}/ws").into_client_request().unwrap();
        request.headers_mut().insert("cookie", format!("grognard={device}").parse().unwrap());
        let (socket, _) = client_async(request, MaybeTlsStream::Plain(stream)).await?;
        Ok(Client { socket, state: None, company: None })
    }

    /// Connects without greeting, if anybody is there.
    pub async fn try_connect(address: SocketAddr, game: &str) -> Option<Client> {
        let stream = TcpStream::connect(address).await.ok()?;
        let mut request = format!("ws://{address}/api/games/{game}/ws").into_client_request().unwrap();
        request.headers_mut().insert("cookie", format!("grognard={HERE}").parse().unwrap());
        let (socket, _) = client_async(request, MaybeTlsStream::Plain(stream)).await.ok()?;
        Some(Client { socket, state: None, company: None })
    }

    /// Sends, if the line still stands.
    pub async fn try_send(&mut self, message: &Value) -> Option<()> {
        self.socket.send(Message::Text(message.to_string().into())).await.ok()
    }

    /// Connects and greets; `view` is `public` or a seat.
    pub async fn join(address: SocketAddr, game: &str, view: &str) -> Client {
        Client::join_as(HERE, address, game, view).await
    }

    /// The same from some device.
    pub async fn join_as(device: &str, address: SocketAddr, game: &str, view: &str) -> Client {
        let mut client = Client::greet_as(device, address, game, view).await;
        client.new_state().await;
        client
    }

    /// Connects from some device, greets, and gives its nonce where it is asked for one.
    pub async fn greet_as(device: &str, address: SocketAddr, game: &str, view: &str) -> Client {
        let mut client = Client::connect_as(device, address, game).await.unwrap();
        client.send(&json!({"type": "hello", "protocol": 2, "view": view_as(view)})).await;
        let hello = client.next().await;
        let Some(ServerMessage::Hello { protocol: 2, commitment, nonce, .. }) = hello else {
            panic!("{hello:?}")
        };
        assert_eq!(commitment.len(), 64);
        if nonce {
            client.send(&json!({"type": "nonce", "nonce": format!("{device:.20}")})).await;
        }
        client
    }

    pub async fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string()).await;
    }

    pub async fn send_text(&mut self, text: &str) {
        self.socket.send(Message::Text(text.into())).await.unwrap();
    }

    pub async fn send_binary(&mut self, bytes: &[u8]) {
        self.socket.send(Message::Binary(bytes.to_vec().into())).await.unwrap();
    }

    /// The next message about the game; `None` when the server has closed.
    pub async fn next(&mut self) -> Option<ServerMessage> {
        loop {
            match self.any().await {
                Some(ServerMessage::People { .. } | ServerMessage::Talk { .. }) => {}
                other => return other,
            }
        }
    }

    /// The next message, about people or the game.
    pub async fn any(&mut self) -> Option<ServerMessage> {
        loop {
            let message = tokio::time::timeout(Duration::from_secs(10), self.socket.next()).await;
            match message.expect("the server has nothing to say")? {
                Ok(Message::Text(text)) => {
                    let message = serde_json::from_str(&text).unwrap();
                    match &message {
                        ServerMessage::State(state) => self.state = Some((**state).clone()),
                        ServerMessage::People { seats, watchers } => {
                            self.company = Some((seats.clone(), *watchers));
                        }
                        _ => {}
                    }
                    return Some(message);
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Reads until a state comes.
    pub async fn new_state(&mut self) -> GameState {
        loop {
            match self.next().await {
                Some(ServerMessage::State(state)) => return *state,
                Some(_) => {}
                None => panic!("the server closed"),
            }
        }
    }

    /// Reads until a state satisfies a condition, or the last one does.
    pub async fn until(&mut self, wanted: impl Fn(&GameState) -> bool) -> GameState {
        loop {
            if let Some(state) = self.state.as_ref().filter(|state| wanted(state)) {
                return state.clone();
            }
            self.new_state().await;
        }
    }

    /// Reads until an error or refusal comes, and returns its sentences.
    pub async fn complaint(&mut self) -> String {
        loop {
            match self.next().await.expect("the server closed") {
                ServerMessage::Error { error, .. } => return error,
                ServerMessage::Refused { refusal, .. } => {
                    return refusal
                        .violations
                        .iter()
                        .map(|v| v.sentence.clone())
                        .collect::<Vec<_>>()
                        .join(" ");
                }
                _ => {}
            }
        }
    }

    pub fn revision(&self) -> u32 {
        self.state.as_ref().unwrap().revision
    }

    /// A fresh key.
    pub fn key() -> String {
        static KEYS: AtomicU32 = AtomicU32::new(0);
        format!("k{}", KEYS.fetch_add(1, Ordering::Relaxed))
    }

    /// Sends an answer for the present revision.
    pub async fn say(&mut self, seat: &str, text: &str) {
        let (revision, key) = (self.revision(), Self::key());
        self.send(&json!({"type": "answer", "revision": revision, "key": key, "seat": seat, "text": text}))
            .await;
    }

    /// Answers, and waits for the state after it.
    pub async fn answer(&mut self, seat: &str, text: &str) -> GameState {
        let before = self.revision();
        self.say(seat, text).await;
        // The other side's stone may come in between; ours is in when nobody asks us for one.
        let hiding = |state: &GameState| {
            let prompt = state.prompt.as_ref();
            prompt.is_some_and(|p| {
                p.topic == "hide" && p.seats.iter().any(|name| name == seat) && p.ask != Ask::Wait
            })
        };
        loop {
            match self.next().await.expect("the server closed") {
                ServerMessage::State(state) if state.revision > before && !hiding(&state) => return *state,
                ServerMessage::State(_) => {}
                other => panic!("`{text}`: {other:?}"),
            }
        }
    }
}

pub fn view_as(view: &str) -> Value {
    match view {
        "public" => json!({"kind": "public"}),
        seat => json!({"kind": "seat", "seat": seat}),
    }
}
