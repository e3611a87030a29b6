//! Several servers on one `PostgreSQL`: any of them takes any player.

use std::time::{Duration, Instant};

use grognard_server::protocol::{GameState, ServerMessage};
use grognard_server::{Config, Limits, Server, Started, StorePlace, start};
use serde_json::{Value, json};

use crate::support::postgres::Postgres;
use crate::support::services::Nats;
use crate::support::{self, Client, HERE, THERE, get, new_game, post, request_as};

const STRANGER: &str = "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc";

const LEASE: Duration = Duration::from_secs(1);

struct Several {
    database: String,
    nats: Nats,
    postgres: Option<Postgres>,
}

impl Several {
    fn new() -> Option<Self> {
        let (postgres, nats) = (Postgres::start()?, Nats::start()?);
        Some(Self { database: postgres.fresh(), nats, postgres: Some(postgres) })
    }

    fn config(&self) -> Config {
        let limits = Limits { lease: LEASE, idle_game: Duration::from_secs(2), ..Limits::default() };
        let nats = Some(self.nats.url.clone());
        Config { limits, nats, ..support::config(StorePlace::Url(self.database.clone())) }
    }

    async fn server(&self) -> Server {
        Self::begun(self.config()).await
    }

    async fn begun(config: Config) -> Server {
        match start(config).await.unwrap() {
            Started::Here(server) => server,
            Started::Elsewhere(address) => panic!("there is a server at {address}"),
        }
    }
}

/// A game of two people, set up at one server and joined at another; the first to look at it holds it.
async fn two_people(one: &Server, two: &Server) -> String {
    let mut game = new_game("human", "human");
    game["seats"][1]["open"] = json!(true);
    game["name"] = json!("Anna");
    game.as_object_mut().unwrap().remove("seed");
    let created = post(one.address(), "/api/games", &game).await.json();
    let id = created["id"].as_str().unwrap().to_owned();
    let claim = json!({"token": created["invitations"][0]["token"], "name": "Bert"});
    let claimed = request_as(THERE, two.address(), "POST", &format!("/api/games/{id}/claim"), &claim).await;
    assert_eq!(claimed.json(), json!({"seat": "south"}), "{claimed:?}");
    id
}

async fn past(client: &mut Client, revision: u32) -> GameState {
    client.until(|state| state.revision > revision).await
}

#[tokio::test(flavor = "multi_thread")]
async fn any_server_takes_any_player() {
    let Some(several) = Several::new() else { return };
    let (a, b, c) = (several.server().await, several.server().await, several.server().await);
    let id = two_people(&a, &b).await;
    let mut north = Client::greet_as(HERE, a.address(), &id, "north").await;
    let mut south = Client::greet_as(THERE, c.address(), &id, "south").await;
    north.new_state().await;
    south.new_state().await;
    // Two play at two servers; the game is at a third, in one memory.
    for (seat, text) in [("north", "hide 1"), ("south", "hide 2"), ("north", "take 2"), ("south", "pass")] {
        let revision = north.revision();
        let client = if seat == "north" { &mut north } else { &mut south };
        client.say(seat, text).await;
        let (one, two) = (past(&mut north, revision).await, past(&mut south, revision).await);
        assert_eq!((one.revision, two.revision), (revision + 1, revision + 1), "{text}");
    }
    let held = [&a, &b, &c].map(Server::games_in_memory);
    assert_eq!(held.iter().sum::<usize>(), 1, "{held:?}");
    // Neither sees the other's stone, over whatever server.
    let stones =
        |state: &GameState| state.scene.pieces.iter().map(|piece| piece.text.clone()).collect::<Vec<_>>();
    assert_eq!(stones(north.state.as_ref().unwrap()), [Some("1".to_owned())]);
    assert_eq!(stones(south.state.as_ref().unwrap()), [Some("2".to_owned())]);
    // Talk and presence cross, too.
    south.send(&json!({"type": "say", "text": "hello from over there"})).await;
    loop {
        if let ServerMessage::Talk { said, all: false } = north.any().await.expect("the server closed") {
            break assert_eq!(said[0].text, "hello from over there");
        }
    }
    let (seats, watchers) = north.company.clone().unwrap();
    assert!(seats.iter().all(|person| person.here) && watchers == 0, "{seats:?}");
    // Refusals, wrong seats and unknown devices are told alike everywhere.
    let replay = format!("/api/games/{id}/replay?at=2&as=south");
    for server in [&a, &b, &c] {
        let address = server.address();
        assert_eq!(request_as(HERE, address, "GET", &replay, &Value::Null).await.status, 403);
        let seen = request_as(THERE, address, "GET", &replay, &Value::Null).await;
        assert_eq!((seen.status, &seen.json()["at"]), (200, &json!(2)), "{seen:?}");
        assert_eq!(request_as(STRANGER, address, "GET", &replay, &Value::Null).await.status, 404);
        assert!(Client::connect_as(STRANGER, address, &id).await.is_err(), "no line for a stranger");
        assert_eq!(get(address, &format!("/api/games/{id}")).await.json()["id"], id.as_str());
        assert_eq!(get(address, "/api/games").await.json()["games"][0]["id"], id.as_str());
        let nowhere = format!("/api/games/{}/replay", "0".repeat(32));
        assert_eq!(get(address, &nowhere).await.status, 404);
    }
    let mut again = Client::greet_as(THERE, b.address(), &id, "south").await;
    again.new_state().await;
    again.send(&json!({"type": "answer", "revision": 4, "key": "x", "seat": "north", "text": "pass"})).await;
    assert!(again.complaint().await.contains("not yours"));
    again.send_binary(b"abc").await;
    assert!(again.complaint().await.contains("binary"));
    // The end, the record and the deletion, over any server.
    south.send(&json!({"type": "aside", "key": "r", "seat": "south", "text": "resign"})).await;
    north.until(|state| state.over.is_some()).await;
    let record =
        request_as(THERE, b.address(), "GET", &format!("/api/games/{id}/record"), &Value::Null).await;
    assert!(record.status == 200 && record.head.contains("attachment"), "{record:?}");
    let told = request_as(THERE, c.address(), "DELETE", &format!("/api/games/{id}"), &Value::Null).await;
    assert_eq!(told.status, 403);
    for server in [&a, &b, &c] {
        let deleted =
            request_as(HERE, server.address(), "DELETE", &format!("/api/games/{id}"), &Value::Null).await;
        assert_eq!(deleted.status, if server.address() == a.address() { 204 } else { 404 }, "{deleted:?}");
    }
    loop {
        match south.any().await {
            Some(ServerMessage::Error { error, .. }) => break assert!(error.contains("deleted"), "{error}"),
            Some(_) => {}
            None => panic!("nobody said why"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stops_hands_its_games_on_at_once() {
    let Some(several) = Several::new() else { return };
    let (a, b) = (several.server().await, several.server().await);
    let id = two_people(&a, &a).await;
    let mut north = Client::greet_as(HERE, a.address(), &id, "north").await;
    let mut south = Client::greet_as(THERE, b.address(), &id, "south").await;
    south.new_state().await;
    north.until(|state| state.revision == 0).await;
    north.say("north", "hide 1").await;
    past(&mut south, 0).await;
    assert_eq!((a.games_in_memory(), b.games_in_memory()), (1, 0));
    a.stop().await.unwrap();
    while south.any().await.is_some() {}
    let begun = Instant::now();
    let mut south = Client::greet_as(THERE, b.address(), &id, "south").await;
    assert_eq!(south.new_state().await.revision, 1);
    assert!(
        begun.elapsed() < LEASE / 2,
        "{:?}: nobody waits for a lease that was given back",
        begun.elapsed()
    );
    south.say("south", "hide 2").await;
    assert_eq!(past(&mut south, 1).await.revision, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_nobody_uses_is_free_for_every_server() {
    let Some(several) = Several::new() else { return };
    let (a, b) = (several.server().await, several.server().await);
    let id = two_people(&a, &a).await;
    let begun = Instant::now();
    while a.games_in_memory() > 0 {
        assert!(begun.elapsed() < Duration::from_secs(20), "it stays in memory");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    // Given back a moment after it left the memory.
    tokio::time::sleep(Duration::from_millis(700)).await;
    let mut north = Client::greet_as(HERE, b.address(), &id, "north").await;
    north.next().await;
    assert_eq!((a.games_in_memory(), b.games_in_memory()), (0, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_and_trials_are_the_same_everywhere() {
    let Some(several) = Several::new() else { return };
    let (a, b, c) = (several.server().await, several.server().await, several.server().await);
    // A game held at one server goes with its device into an account that is made at another.
    let id = two_people(&a, &a).await;
    let mut north = Client::greet_as(HERE, a.address(), &id, "north").await;
    north.next().await;
    let made =
        post(b.address(), "/api/account", &json!({"name": "Anna", "password": "long enough a word"})).await;
    assert_eq!(made.status, 200, "{made:?}");
    let session =
        made.head.lines().find_map(|line| line.split("grognard=").nth(1)?.split(';').next()).unwrap();
    let mine = request_as(session, c.address(), "GET", "/api/games", &Value::Null).await.json();
    assert_eq!((&mine["games"][0]["id"], &mine["games"][0]["owned"]), (&json!(id), &json!(true)));
    Client::connect_as(session, b.address(), &id).await.unwrap();
    assert!(Client::connect_as(HERE, a.address(), &id).await.is_err(), "the device alone has it no more");
    let trial = json!({"setup": {"heap": "small"}, "games": 3});
    let begun = post(a.address(), "/api/systems/pebbles/trials", &trial).await;
    assert_eq!(begun.status, 200, "{begun:?}");
    let path = format!("/api/trials/{}", begun.json()["id"].as_str().unwrap());
    for server in [&b, &c, &a] {
        assert_eq!(get(server.address(), &path).await.status, 200);
    }
    assert_eq!(get(b.address(), "/api/trials/nothing").await.status, 404);
}

/// A server says so seldom that it lives that another one knows nothing of it for seconds.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_has_just_come_finds_a_trial_of_another() {
    let Some(several) = Several::new() else { return };
    let config = || {
        let config = several.config();
        Config { limits: Limits { lease: Duration::from_mins(1), ..config.limits.clone() }, ..config }
    };
    let a = Several::begun(config()).await;
    let trial = json!({"setup": {"heap": "small"}, "games": 3});
    let begun = post(a.address(), "/api/systems/pebbles/trials", &trial).await.json();
    let b = Several::begun(config()).await;
    let id = begun["id"].as_str().unwrap();
    let found = get(b.address(), &format!("/api/trials/{id}")).await;
    assert_eq!((found.status, &found.json()["id"]), (200, &begun["id"]), "{found:?}");
    // Names that are none lead nowhere, and are no part of a subject.
    for nothing in ["0.x", "0.*", "0.%3E", "0.000000000000000000000000"] {
        assert_eq!(get(b.address(), &format!("/api/trials/{nothing}")).await.status, 404, "{nothing}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_nats_for_a_while_players_come_back_and_nothing_is_lost() {
    let Some(mut several) = Several::new() else { return };
    let (a, b) = (several.server().await, several.server().await);
    let id = two_people(&a, &a).await;
    let mut north = Client::greet_as(HERE, a.address(), &id, "north").await;
    let mut south = Client::greet_as(THERE, b.address(), &id, "south").await;
    south.new_state().await;
    north.until(|state| state.revision == 0).await;
    several.nats.end();
    // Who sits at the game's own server plays on.
    north.say("north", "hide 1").await;
    past(&mut north, 0).await;
    tokio::time::sleep(LEASE * 2).await;
    several.nats.begin();
    // The line through the other server has ended, or will; whoever connects again finds everything.
    let begun = Instant::now();
    let mut south = loop {
        assert!(begun.elapsed() < Duration::from_secs(20), "nobody gets through");
        match tokio::time::timeout(Duration::from_secs(5), Client::connect_as(THERE, b.address(), &id)).await
        {
            Ok(Ok(client)) => break client,
            _ => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    };
    south.send(&json!({"type": "hello", "protocol": 2, "view": support::view_as("south")})).await;
    assert_eq!(south.new_state().await.revision, 1);
    south.say("south", "hide 2").await;
    assert_eq!(past(&mut south, 1).await.revision, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_its_database_a_server_acknowledges_nothing_and_still_stops() {
    let Some(mut several) = Several::new() else { return };
    let a = several.server().await;
    let id = two_people(&a, &a).await;
    let mut north = Client::greet_as(HERE, a.address(), &id, "north").await;
    let _south = Client::join_as(THERE, a.address(), &id, "south").await;
    north.new_state().await;
    several.postgres = None;
    north.say("north", "hide 1").await;
    loop {
        match north.next().await {
            Some(ServerMessage::Error { error, .. }) => {
                assert!(error.contains("nothing was changed") || error.contains("another server"), "{error}");
                break;
            }
            Some(ServerMessage::State(state)) => {
                assert_eq!(state.revision, 0, "acknowledged, and nowhere written");
            }
            Some(_) => {}
            None => break,
        }
    }
    // It lives, and says that it can take nobody.
    assert_eq!(get(a.address(), "/api/health").await.status, 200);
    let ready = get(a.address(), "/api/ready").await;
    assert!(ready.status == 503 && ready.head.to_lowercase().contains("retry-after"), "{ready:?}");
    let begun = Instant::now();
    a.stop().await.unwrap();
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn several_servers_need_a_database_and_a_nats() {
    let nowhere = Config { nats: Some("nats://127.0.0.1:1".into()), ..support::config(StorePlace::Memory) };
    let why = start(nowhere).await.unwrap_err().to_string();
    assert!(why.contains("PostgreSQL"), "{why}");
    let Some(postgres) = Postgres::start() else { return };
    let store = StorePlace::Url(postgres.fresh());
    let nowhere = Config { nats: Some("nats://127.0.0.1:1".into()), ..support::config(store) };
    let why = start(nowhere).await.unwrap_err().to_string();
    assert!(why.contains("NATS cannot be reached"), "{why}");
}
