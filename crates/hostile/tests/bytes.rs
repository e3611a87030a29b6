//! Every byte a server sends to a seat and to a spectator, over whole games of every system with something hidden.
//!
//! That what the engine shows a viewer does not depend on what the viewer may not know is proved with the rulesets
//! (`prove::keep_secrets`). Here it is shown that nothing else goes over the wire: everything about the game in every message is
//! what the engine shows exactly this viewer at this moment, and what stands around it is the same for everybody or about
//! the viewer's own seat. Between answers each of them also asks at the other doors: replay, list, summary, record.
//!
//! Longer games are given up after a hundred answers; `cargo xtask soak --only bytes` plays more of them to the end.
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use grognard_engine::SeatId;
use grognard_engine::Viewer;
use grognard_engine::client::SetupInput;
use grognard_engine::dice::Secret;
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

/// Longer games are given up, unless they are to be whole.
const MOST_ANSWERS: usize = 100;
/// No game is longer.
const MOST_WHOLE: usize = 20_000;
/// After so many answers everybody asks at the other doors.
const ASKED_EVERY: usize = 20;

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
    /// Its device.
    device: char,
    /// Frames of the replay it was given while the game ran.
    frames: Vec<Value>,
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
        let mut line =
            Self { socket, seat, sent: Vec::new(), changes: Vec::new(), device, frames: Vec::new() };
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
    let (status, body) = ask(server, device, method, path, body).await;
    assert_eq!(status, "200", "{method} {path}: {body:.300}");
    body
}

async fn ask(server: SocketAddr, device: char, method: &str, path: &str, body: &Value) -> (String, String) {
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
    (head.split(' ').nth(1).unwrap().to_owned(), body.to_owned())
}

/// What a device gets at the other doors of a running game. What is its own stays its own, the rest is the same for all.
async fn doors(server: SocketAddr, id: &str, lines: &mut [Line], seats: &[String]) {
    let mut summaries = Vec::new();
    for line in lines {
        let device = line.device;
        let get =
            async |path: String| ask(server, device, "GET", &format!("/api/games{path}"), &Value::Null).await;
        let own = line.seat.as_ref().map(|(_, seat)| seat.clone());
        let as_own = own.as_ref().map_or(String::new(), |seat| format!("&as={seat}"));
        let first = read(&get(format!("/{id}/replay?at=0{as_own}")).await.1);
        let last = first["last"].as_u64().unwrap();
        for at in [last.saturating_sub(1), last] {
            let (status, frame) = get(format!("/{id}/replay?at={at}{as_own}")).await;
            assert_eq!(status, "200", "{frame:.300}");
            line.frames.push(read(&frame));
        }
        for other in seats.iter().filter(|seat| own.as_ref() != Some(*seat)) {
            assert_eq!(get(format!("/{id}/replay?at={last}&as={other}")).await.0, "403", "as {other}");
        }
        for closed in ["record", "verify", "report"] {
            let (status, told) = get(format!("/{id}/{closed}")).await;
            assert!(matches!(status.as_str(), "403" | "409"), "{closed}: {status} {told:.300}");
        }
        let listed = read(&get(String::new()).await.1);
        let games = listed["games"].as_array().unwrap();
        let listed = games.iter().find(|game| game["id"] == id).unwrap().clone();
        let summary = read(&get(format!("/{id}")).await.1);
        for mut told in [listed, summary] {
            let fields = told.as_object_mut().unwrap();
            fields.remove("owned");
            for seat in fields.get_mut("seats").and_then(Value::as_array_mut).unwrap() {
                let yours = seat.as_object_mut().unwrap().remove("yours");
                let mine = own.as_ref().is_some_and(|own| seat["seat"] == own.as_str());
                assert!(mine || yours != Some(json!(true)), "{seat}");
            }
            summaries.push(told);
        }
    }
    for told in &summaries {
        assert_eq!(*told, summaries[0], "what is said of the game differs");
    }
}

/// Compares the frames of the replay that somebody was given with what the engine shows exactly them.
fn check_frames(game: &dyn DynGame, line: &Line) {
    let viewer = line.viewer();
    for told in &line.frames {
        let fields: BTreeSet<_> = told.as_object().unwrap().keys().map(String::as_str).collect();
        let known = ["at", "last", "scene", "log", "log_new", "answer", "marks", "title", "seats"];
        assert!(fields.is_subset(&known.into()), "{fields:?}");
        let at = u32::try_from(told["at"].as_u64().unwrap()).unwrap();
        let frame = game.frame(at).unwrap();
        assert_eq!(told["scene"], serde_json::to_value(frame.scene(viewer)).unwrap(), "{viewer:?}, {at}");
        let shown = serde_json::to_value(frame.log(viewer, 0)).unwrap();
        let log = told["log"].as_array().unwrap();
        assert!(shown.as_array().unwrap().ends_with(log), "log of {viewer:?}, {at}");
        let secret = at.checked_sub(1).and_then(|number| game.answer_at(number));
        let secret = secret.is_some_and(|(seat, _, open)| !open && viewer != Viewer::Seat(seat));
        assert!(!secret || told["answer"].is_null(), "{viewer:?}, {at}: {}", told["answer"]);
    }
}

fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Plays a game between people at devices of their own, with a spectator, with random answers; returns what each was sent,
/// and the record.
async fn play(
    server: SocketAddr,
    system: &str,
    setup: &Value,
    whole: bool,
    rng: &mut SplitMix,
) -> (Vec<Line>, Record) {
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
    for number in 0..if whole { MOST_WHOLE } else { MOST_ANSWERS } {
        if !states[0]["over"].is_null() {
            break;
        }
        if number % ASKED_EVERY == ASKED_EVERY / 2 {
            doors(server, id, &mut lines, &seats).await;
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
        check_frames(game, line);
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
    watch_until(system, setups, false).await
}

async fn watch_until(system: Arc<dyn System>, setups: &[Value], whole: bool) -> usize {
    let limits = Limits { games: 1000, message_every: Duration::from_millis(1), ..Limits::default() };
    let mut config = Config { limits, ..Config::local(vec![Arc::clone(&system)], StorePlace::Memory) };
    config.listen.set_port(0);
    let Started::Here(server) = start(config).await.unwrap() else { panic!("somebody is there") };
    let mut rng = SplitMix::new(7);
    let (mut games, mut states, mut bytes, mut differed) = (0, 0, 0, 0);
    let mut changes: Vec<usize> = Vec::new();
    for setup in setups {
        let (lines, record) = play(server.address(), system.id(), setup, whole, &mut rng).await;
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

/// Every battle, mission or scenario a system offers, as set-ups.
fn all_setups(system: &dyn System) -> Vec<Value> {
    let mut form = system.form();
    let field = form.fields.swap_remove(0);
    let SetupInput::Choice { choices, .. } = field.input else { return vec![json!({})] };
    let setups = choices.iter().map(|choice| json!({field.key.as_str(): choice.value}));
    // Games of more seats than the form shows are set up in steps.
    let plain = |setup: &Value| {
        let game = system.start(setup, Secret([1; 32]), Vec::new());
        game.is_ok_and(|game| game.seats().len() == form.seats.len())
    };
    setups.filter(plain).collect()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a soak: some minutes"]
async fn nothing_else_is_sent_in_whole_games_of_every_setup() {
    let systems: [Arc<dyn System>; 4] = [
        Arc::new(Module::<grognard_space_hulk::SpaceHulk>::embedded().unwrap()),
        Arc::new(Module::<grognard_example::Example>::embedded().unwrap()),
        Arc::new(Module::<grognard_wh40k_2e::Second>::embedded().unwrap()),
        Arc::new(Module::<grognard_epic_armageddon::Epic>::embedded().unwrap()),
    ];
    for system in systems {
        let setups = all_setups(&*system);
        watch_until(system, &setups, true).await;
    }
}
