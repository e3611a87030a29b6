//! Every byte a server sends to a seat and to a spectator, over whole games of every system with something hidden.
//!
//! That what the engine shows a viewer does not depend on what the viewer may not know is proved with the rulesets
//! (`prove::keep_secrets`). Here it is shown that nothing else goes over the wire: everything about the game in every message is
//! what the engine shows exactly this viewer at this moment, and what stands around it is the same for everybody or about
//! the viewer's own seat.
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use grognard_engine::SeatId;
use grognard_engine::Viewer;
use grognard_engine::erased::{DynGame, Module, System};
use grognard_engine::record::{Line as RecordLine, Record};
use grognard_engine::rng::SplitMix;
use grognard_server::protocol::apply;
use grognard_server::{Config, Limits, Started, StorePlace, start};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

/// Longer games are given up.
const MOST_ANSWERS: usize = 100;

/// Fields of a state that are the same whoever looks.
const SHARED: [&str; 8] = ["title", "system", "options", "bot", "proof", "revision", "clocks", "draw"];
/// Fields of a state about the viewer.
const OWN: [&str; 5] = ["view", "undo", "stops", "stop_modes", "seats"];
/// Fields the engine makes for the viewer.
const SHOWN: [&str; 4] = ["scene", "prompt", "log", "log_from"];

/// Somebody at a device, and everything they were sent.
struct Line {
    socket: WebSocketStream<TcpStream>,
    /// The seat's number and name; none for a spectator.
    seat: Option<(u8, String)>,
    /// Messages; what came as changes is put into the state before it.
    sent: Vec<Value>,
    /// The bytes of each message that came as changes.
    changes: Vec<usize>,
}

impl Line {
    async fn open(
        server: SocketAddr,
        game: &str,
        device: char,
        seat: Option<(u8, String)>,
        changes: bool,
    ) -> Self {
        let stream = TcpStream::connect(server).await.unwrap();
        let mut request = format!("ws://{server}/api/games/{game}/ws").into_client_request().unwrap();
        request.headers_mut().insert("cookie", format!("grognard={}", key(device)).parse().unwrap());
        let (socket, _) = client_async(request, stream).await.unwrap();
        let view = match &seat {
            Some((_, name)) => json!({"kind": "seat", "seat": name}),
            None => json!({"kind": "public"}),
        };
        let mut line = Self { socket, seat, sent: Vec::new(), changes: Vec::new() };
        line.send(&json!({"type": "hello", "protocol": 2, "view": view, "changes": changes})).await;
        line
    }

    async fn send(&mut self, message: &Value) {
        self.socket.send(Message::Text(message.to_string().into())).await.unwrap();
    }

    /// Reads until a state of a revision, or of the end, has come.
    async fn state(&mut self, revision: u64) -> Value {
        let patience = tokio::time::Instant::now() + Duration::from_mins(1);
        loop {
            // Pings come all the time: only messages count.
            let heard = tokio::time::timeout_at(patience, self.socket.next()).await;
            let heard = heard.unwrap_or_else(|_| {
                panic!(
                    "{:?} waits for revision {revision} after {:.600}",
                    self.seat,
                    self.sent.last().unwrap()
                )
            });
            match heard.unwrap().unwrap() {
                Message::Text(text) => {
                    let mut message: Value = serde_json::from_str(&text).unwrap();
                    if message["type"] == "changes" {
                        self.changes.push(text.len());
                        message = self.changed(&message);
                    }
                    self.sent.push(message.clone());
                    match message["type"].as_str().unwrap() {
                        "hello" if message["nonce"] == true => {
                            self.send(&json!({"type": "nonce", "nonce": "0123456789abcdef0123"})).await;
                        }
                        "state" if message["revision"].as_u64().unwrap() >= revision => return message,
                        "error" | "refused" => panic!("{message}"),
                        _ => {}
                    }
                }
                Message::Close(_) => panic!("the server closed"),
                _ => {}
            }
        }
    }

    /// The state that changes lead to.
    fn changed(&self, message: &Value) -> Value {
        let last = self.sent.iter().rfind(|sent| sent["type"] == "state");
        let mut state = last.expect("a state comes first").clone();
        apply(&mut state, message["changes"].as_array().unwrap()).expect("changes fit");
        for field in ["log", "log_from"] {
            state[field] = message[field].clone();
        }
        state
    }

    fn viewer(&self) -> Viewer {
        self.seat.as_ref().map_or(Viewer::Spectator, |(seat, _)| Viewer::Seat(SeatId(*seat)))
    }
}

fn key(device: char) -> String {
    device.to_string().repeat(64)
}

async fn call(server: SocketAddr, device: char, method: &str, path: &str, body: &Value) -> String {
    let mut stream = TcpStream::connect(server).await.unwrap();
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {server}\r\nCookie: grognard={}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
        key(device),
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200"), "{method} {path}: {answer:.300}");
    body.to_owned()
}

fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Plays a game between people at devices of their own, with a spectator, with random answers; returns what each was sent,
/// and the record.
async fn play(server: SocketAddr, system: &str, setup: &Value, rng: &mut SplitMix) -> (Vec<Line>, Record) {
    let systems = read(&call(server, 'a', "GET", "/api/systems", &Value::Null).await);
    let form = systems["systems"].as_array().unwrap().iter().find(|form| form["system"] == system).unwrap();
    let seats: Vec<String> = form["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| seat["seat"].as_str().unwrap().to_owned())
        .collect();
    let given: Vec<_> = seats
        .iter()
        .enumerate()
        .map(|(at, seat)| json!({"seat": seat, "player": {"kind": "human"}, "open": at > 0}))
        .collect();
    let game = json!({"system": system, "setup": setup, "seats": given});
    let made = read(&call(server, 'a', "POST", "/api/games", &game).await);
    let id = made["id"].as_str().unwrap();
    let claim = format!("/api/games/{id}/claim");
    let devices = ['a', 'b', 'c', 'd', 'e'];
    for (device, invitation) in devices[1..].iter().zip(made["invitations"].as_array().unwrap()) {
        call(server, *device, "POST", &claim, &json!({"token": invitation["token"]})).await;
    }
    let watch = read(&call(server, 'a', "POST", &format!("/api/games/{id}/invite"), &json!({})).await);
    call(server, 'f', "POST", &claim, &json!({"token": watch["token"]})).await;
    let mut lines = Vec::new();
    for (at, (seat, device)) in seats.iter().zip(devices).enumerate() {
        lines.push(Line::open(server, id, device, Some((at as u8, seat.clone())), false).await);
    }
    lines.push(Line::open(server, id, 'f', None, false).await);
    // The first player a second time, told only what changes.
    lines.push(Line::open(server, id, 'a', Some((0, seats[0].clone())), true).await);
    // All nonces first: only then the game begins, and only then there is a state.
    let mut states = futures_util::future::join_all(lines.iter_mut().map(|line| line.state(0))).await;
    for _ in 0..MOST_ANSWERS {
        if !states[0]["over"].is_null() {
            break;
        }
        let revision = states[0]["revision"].as_u64().unwrap();
        let asked = (0..seats.len()).find_map(|at| {
            let ask = &states[at]["prompt"]["ask"];
            let own =
                states[at]["prompt"]["seats"].as_array()?.iter().any(|seat| *seat == seats[at].as_str());
            let options = match ask["kind"].as_str()? {
                "options" => ask["options"].as_array()?,
                "proposal" => ask["form"]["suggestions"].as_array()?,
                _ => return None,
            };
            let option = options.get(rng.below(options.len().max(1)))?;
            own.then(|| (at, option["text"].as_str().unwrap().to_owned()))
        });
        let Some((at, text)) = asked else { break };
        let answer = json!({"type": "answer", "revision": revision, "key": format!("k{revision}"), "seat": seats[at], "text": text});
        lines[at].send(&answer).await;
        for (line, state) in lines.iter_mut().zip(&mut states) {
            *state = line.state(revision + 1).await;
        }
    }
    let end = states[0]["revision"].as_u64().unwrap() + 1;
    if states[0]["over"].is_null() {
        lines[0].send(&json!({"type": "aside", "key": "r", "seat": seats[0], "text": "resign"})).await;
        for line in &mut lines {
            line.state(end).await;
        }
    }
    let record = call(server, 'a', "GET", &format!("/api/games/{id}/record"), &Value::Null).await;
    (lines, Record::parse(&record).unwrap())
}

/// The record up to where somebody gave the game up. The last frame is the question that waited then: with the resignation in
/// the record it would be the end.
fn before_resigning(mut record: Record) -> Record {
    if let Some(at) = record.lines.iter().position(|line| matches!(line, RecordLine::Aside { .. })) {
        record.lines.truncate(at);
    }
    record
}

/// Compares all that was sent with what the engine shows; returns how many states and how many bytes there were.
fn check(game: &dyn DynGame, lines: &[Line]) -> (usize, usize) {
    let (mut states, mut bytes) = (0, 0);
    let last = u64::from(game.answers());
    let shared = |state: &Value| SHARED.map(|field| state.get(field).cloned());
    // Three look at each frame: it is made once.
    let mut frames: BTreeMap<u64, Box<dyn DynGame>> = BTreeMap::new();
    for line in lines {
        let viewer = line.viewer();
        for message in &line.sent {
            bytes += message.to_string().len();
            match message["type"].as_str().unwrap() {
                "state" => {}
                "hello" => {
                    let fields: BTreeSet<_> =
                        message.as_object().unwrap().keys().map(String::as_str).collect();
                    assert!(
                        fields.is_subset(&["type", "protocol", "version", "commitment", "nonce"].into()),
                        "{fields:?}"
                    );
                    continue;
                }
                // About people only.
                "waiting" | "people" | "talk" => continue,
                other => panic!("{other} was sent"),
            }
            let fields: BTreeSet<_> = message.as_object().unwrap().keys().map(String::as_str).collect();
            let known: BTreeSet<_> =
                SHARED.into_iter().chain(OWN).chain(SHOWN).chain(["type", "over"]).collect();
            assert!(fields.is_subset(&known), "{:?} is not accounted for", fields.difference(&known));
            let revision = message["revision"].as_u64().unwrap();
            if revision >= last && !message["over"].is_null() {
                // With the end everything is out.
                continue;
            }
            states += 1;
            let make = || game.frame(u32::try_from(revision).unwrap()).unwrap();
            let frame = frames.entry(revision).or_insert_with(make);
            let from = u32::try_from(message["log_from"].as_u64().unwrap()).unwrap();
            let at = || format!("{viewer:?} at revision {revision}");
            assert_eq!(
                message["scene"],
                serde_json::to_value(frame.scene(viewer)).unwrap(),
                "scene of {}",
                at()
            );
            let prompt = serde_json::to_value(frame.prompt(viewer)).unwrap();
            if viewer == Viewer::Spectator {
                assert_eq!(message["prompt"]["sentence"], prompt["sentence"], "{}", at());
                assert!(
                    message["prompt"].is_null() || message["prompt"]["ask"]["kind"] == "wait",
                    "{}",
                    at()
                );
            } else {
                assert_eq!(message.get("prompt").unwrap_or(&Value::Null), &prompt, "prompt of {}", at());
            }
            assert_eq!(
                message["log"],
                serde_json::to_value(frame.log(viewer, from)).unwrap(),
                "log of {}",
                at()
            );
            // What stands around it is the same for everybody, or about one's own seat.
            let same = lines.iter().all(|other| {
                let theirs = other
                    .sent
                    .iter()
                    .find(|theirs| theirs["type"] == "state" && theirs["revision"] == revision);
                theirs.is_none_or(|theirs| shared(theirs) == shared(message))
            });
            assert!(same, "{}: {:?}", at(), shared(message));
            let own = line.seat.as_ref().map(|(_, name)| json!(name));
            let mine = |seat: &Value| seat.is_null() || Some(seat) == own.as_ref();
            assert!(mine(&message["undo"]["seat"]), "{}: {}", at(), message["undo"]);
            assert!(message["stops"].as_array().unwrap().iter().all(|stop| mine(&stop["seat"])), "{}", at());
            let yours = message["seats"].as_array().unwrap().iter().filter(|seat| seat["yours"] == true);
            assert!(yours.map(|seat| &seat["seat"]).all(mine), "{}", at());
        }
    }
    (states, bytes)
}

/// Watches a game of each set-up; returns how many bytes of changes a player is sent an answer.
async fn watch(system: Arc<dyn System>, setups: &[Value]) -> usize {
    let limits = Limits { games: 1000, ..Limits::default() };
    let mut config = Config { limits, ..Config::local(vec![Arc::clone(&system)], StorePlace::Memory) };
    config.listen.set_port(0);
    let Started::Here(server) = start(config).await.unwrap() else { panic!("somebody is there") };
    let mut rng = SplitMix::new(7);
    let (mut games, mut states, mut bytes, mut differed) = (0, 0, 0, 0);
    let mut changes: Vec<usize> = Vec::new();
    for setup in setups {
        let (lines, record) = play(server.address(), system.id(), setup, &mut rng).await;
        let game = system.replay(&before_resigning(record)).unwrap();
        let (seen, sent) = check(&*game, &lines);
        (games, states, bytes) = (games + 1, states + seen, bytes + sent);
        changes.extend(lines.iter().flat_map(|line| &line.changes));
        // The two seats do see different things: else nothing would be shown here.
        let told = |line: &Line| {
            let states = line.sent.iter().filter(|message| message["type"] == "state");
            states.map(|state| (state["scene"].clone(), state["log"].clone())).collect::<Vec<_>>()
        };
        differed += usize::from(told(&lines[0]) != told(&lines[1]));
    }
    assert!(changes.len() > 20, "nobody was sent changes");
    let changed = changes.iter().sum::<usize>() / changes.len();
    println!(
        "{}: {games} games, {states} states, {bytes} bytes; {changed} bytes of changes an answer; in {differed} games the seats \
         saw different things",
        system.id()
    );
    assert!(states > games * 20, "the games were too short");
    assert!(differed > 0, "nothing was hidden");
    changed
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_but_the_viewers_own_view_is_sent_in_space_hulk() {
    let system: Arc<dyn System> = Arc::new(Module::<grognard_space_hulk::SpaceHulk>::embedded().unwrap());
    let missions = ["boarding-lock", "three-sluices", "two-ways-up", "last-act"];
    let changed = watch(system, &missions.map(|mission| json!({"mission": mission}))).await;
    // Under 6 KB for both players on average; dice differ from run to run. A whole state has 16 KB.
    assert!(changed < 4500, "{changed} bytes an answer for one player");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_but_the_viewers_own_view_is_sent_in_the_example() {
    let system: Arc<dyn System> = Arc::new(Module::<grognard_example::Example>::embedded().unwrap());
    watch(system, &[json!({}), json!({}), json!({})]).await;
}

/// Wargear cards and secret missions.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_but_the_viewers_own_view_is_sent_in_the_second_edition() {
    let system: Arc<dyn System> = Arc::new(Module::<grognard_wh40k_2e::Second>::embedded().unwrap());
    watch(system, &[json!({"battle": "seers-and-daemons"})]).await;
}

/// Plans of spacecraft.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_but_the_viewers_own_view_is_sent_in_epic() {
    let system: Arc<dyn System> = Arc::new(Module::<grognard_epic_armageddon::Epic>::embedded().unwrap());
    watch(system, &[json!({"scenario": "steel-rain"})]).await;
}
