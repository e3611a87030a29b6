//! Ways to look at, disturb or end other people's games that were open once.

use std::time::{Duration, Instant};

use grognard_engine::record::{Chain, Record};
use grognard_server::protocol::{GameState, ServerMessage};
use grognard_server::{Config, Limits, Server, Started, StorePlace, start};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{
    self, Client, HERE, THERE, cookie, create, get, memory, new_game, on_disk, post, request, request_as,
    view_as,
};

const STRANGER: &str = "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc";

async fn with_limits(limits: Limits) -> Server {
    let config = Config { limits, ..support::config(StorePlace::Memory) };
    match start(config).await.unwrap() {
        Started::Here(server) => server,
        Started::Elsewhere(address) => panic!("there is a server at {address}"),
    }
}

/// A game of two people at two devices: north is here, south is there.
async fn two_people(server: &Server) -> String {
    let mut game = new_game("human", "human");
    game["seats"][1]["open"] = json!(true);
    game.as_object_mut().unwrap().remove("seed");
    let created = post(server.address(), "/api/games", &game).await.json();
    let id = created["id"].as_str().unwrap().to_owned();
    let token = &created["invitations"][0]["token"];
    assert_eq!(created["invitations"][0]["seat"], "south");
    let claim = format!("/api/games/{id}/claim");
    let claimed = request_as(THERE, server.address(), "POST", &claim, &json!({"token": token})).await;
    assert_eq!((claimed.status, &claimed.json()["seat"]), (200, &json!("south")), "{claimed:?}");
    let again = request_as(STRANGER, server.address(), "POST", &claim, &json!({"token": token})).await;
    assert_eq!(again.status, 403, "an invitation works once");
    id
}

#[tokio::test]
async fn forking_and_resigning_reveals_nothing_of_a_running_game() {
    let server = memory().await;
    let address = server.address();
    for practice in [false, true] {
        let mut game = new_game("human", "random");
        game["options"]["practice"] = json!(practice);
        let id = create(address, &game).await;
        let mut client = Client::join(address, &id, "north").await;
        client.answer("north", "hide 1").await;
        client.until(|s| !s.bot.deciding).await;
        let forked = post(address, &format!("/api/games/{id}/fork"), &json!({"at": 2})).await;
        if !practice {
            assert!(forked.status == 403 && forked.error().contains("practice"), "{forked:?}");
            continue;
        }
        let fork = forked.json()["id"].as_str().unwrap().to_owned();
        let mut client = Client::join(address, &fork, "north").await;
        client.send(&json!({"type": "aside", "key": "r", "seat": "north", "text": "resign"})).await;
        client.until(|s| s.over.is_some()).await;
        let record = get(address, &format!("/api/games/{fork}/record")).await.body;
        let record = Record::parse(&record).unwrap();
        let running = get(address, &format!("/api/games/{id}/record")).await.body;
        let running = Record::parse(&running).unwrap();
        assert!(running.header.secret.is_none());
        assert_ne!(record.header.commitment, running.header.commitment, "the fork has a secret of its own");
        assert_ne!(
            record.header.secret.as_deref().unwrap(),
            grognard_engine::dice::Secret::from_number(1).to_hex()
        );
        support::systems()[0].replay(&record).unwrap();
    }
}

#[tokio::test]
async fn a_fork_of_a_finished_game_does_not_roll_its_published_dice() {
    let server = memory().await;
    let address = server.address();
    let id = create(address, &new_game("human", "human")).await;
    let mut client = Client::join(address, &id, "public").await;
    client.answer("north", "hide 1").await;
    client.answer("south", "hide 1").await;
    client.send(&json!({"type": "aside", "key": "r", "seat": "north", "text": "resign"})).await;
    client.until(|s| s.over.is_some()).await;
    let first = Record::parse(&get(address, &format!("/api/games/{id}/record")).await.body).unwrap();
    let forked = post(address, &format!("/api/games/{id}/fork"), &json!({"at": 1})).await.json();
    let fork = forked["id"].as_str().unwrap().to_owned();
    let client = Client::join(address, &fork, "public").await;
    assert_ne!(client.state.unwrap().proof.commitment, first.header.commitment);
}

#[tokio::test]
async fn the_record_of_a_running_game_is_for_those_from_whom_nothing_is_hidden() {
    let server = memory().await;
    let address = server.address();
    let against = create(address, &new_game("human", "random")).await;
    let refused = get(address, &format!("/api/games/{against}/record")).await;
    assert!(refused.status == 403 && refused.error().contains("over"), "{refused:?}");
    let id = two_people(&server).await;
    let mut north = Client::greet_as(HERE, address, &id, "north").await;
    let mut south = Client::greet_as(THERE, address, &id, "south").await;
    north.new_state().await;
    south.new_state().await;
    for device in [HERE, THERE] {
        let path = format!("/api/games/{id}/record");
        assert_eq!(request_as(device, address, "GET", &path, &Value::Null).await.status, 403);
    }
    north.send(&json!({"type": "aside", "key": "r", "seat": "north", "text": "resign"})).await;
    let over = south.until(|s| s.over.is_some()).await;
    let record =
        request_as(THERE, address, "GET", &format!("/api/games/{id}/record"), &Value::Null).await.body;
    let record = Record::parse(&record).unwrap();
    assert_eq!(record.header.commitment, over.proof.commitment);
    assert_eq!(
        record.chain().as_ref().map(Chain::to_hex),
        over.proof.chain,
        "the chain that was shown is the record's"
    );
    assert_eq!(record.header.nonces.len(), 2, "both devices have a share in the seed");
    assert!(record.header.nonces.contains(&THERE[..20].to_owned()));
    let proof = grognard_engine::replay::verify(&*support::systems()[0], &record).unwrap();
    assert!(proof.chained && proof.nonces == 2);
}

#[tokio::test]
async fn no_die_is_rolled_before_everybody_has_seen_the_commitment() {
    let server = memory().await;
    let address = server.address();
    let id = two_people(&server).await;
    let mut north = Client::connect(address, &id).await;
    north.send(&json!({"type": "hello", "protocol": 2, "view": view_as("north")})).await;
    let Some(ServerMessage::Hello { commitment, nonce: true, .. }) = north.next().await else { panic!() };
    let waiting = north.next().await;
    assert!(
        matches!(&waiting, Some(ServerMessage::Waiting { seats }) if seats == &["north", "south"]),
        "{waiting:?}"
    );
    north
        .send(&json!({"type": "answer", "revision": 0, "key": "k", "seat": "north", "text": "hide 1"}))
        .await;
    assert!(north.complaint().await.contains("not begun"));
    assert_eq!(get(address, &format!("/api/games/{id}/replay?at=0")).await.status, 409);
    for bad in ["short", "with spaces in between them", &"x".repeat(65)] {
        north.send(&json!({"type": "nonce", "nonce": bad})).await;
        assert!(north.complaint().await.contains("16 to 64"));
    }
    north.send(&json!({"type": "nonce", "nonce": "0123456789abcdef"})).await;
    let waiting = north.next().await;
    assert!(matches!(&waiting, Some(ServerMessage::Waiting { seats }) if seats == &["south"]), "{waiting:?}");
    let mut south = Client::greet_as(THERE, address, &id, "south").await;
    assert_eq!(south.new_state().await.proof.commitment, commitment);
    assert_eq!(north.new_state().await.proof.commitment, commitment);
    north.send(&json!({"type": "nonce", "nonce": "0123456789abcdef"})).await;
    assert!(north.complaint().await.contains("already"));
    // Whoever gives the seed knows the dice: then nobody else can sit down.
    let mut game = new_game("human", "human");
    game["seats"][1]["open"] = json!(true);
    assert!(post(address, "/api/games", &game).await.error().contains("seed"));
    let known = create(address, &new_game("human", "human")).await;
    let invite = format!("/api/games/{known}/invite");
    assert_eq!(post(address, &invite, &json!({"seat": "south"})).await.status, 403);
}

#[tokio::test]
async fn two_windows_of_one_device_are_both_asked_for_a_nonce_and_neither_is_told_off() {
    let server = memory().await;
    let id = two_people(&server).await;
    let mut windows = Vec::new();
    for _ in 0..2 {
        let mut window = Client::connect(server.address(), &id).await;
        window.send(&json!({"type": "hello", "protocol": 2, "view": view_as("north")})).await;
        assert!(matches!(window.next().await, Some(ServerMessage::Hello { nonce: true, .. })));
        windows.push(window);
    }
    for (window, nonce) in windows.iter_mut().zip(["0123456789abcdef0", "0123456789abcdef1"]) {
        window.send(&json!({"type": "nonce", "nonce": nonce})).await;
        loop {
            match window.next().await {
                Some(ServerMessage::Waiting { seats }) if seats == ["south"] => break,
                Some(ServerMessage::Waiting { .. }) => {}
                other => panic!("{other:?}"),
            }
        }
    }
    let mut south = Client::greet_as(THERE, server.address(), &id, "south").await;
    south.new_state().await;
    for window in &mut windows {
        assert_eq!(window.new_state().await.revision, 0);
    }
    south.send(&json!({"type": "aside", "key": "r", "seat": "south", "text": "resign"})).await;
    south.until(|state| state.over.is_some()).await;
    let path = format!("/api/games/{id}/record");
    let record = request_as(THERE, server.address(), "GET", &path, &Value::Null).await;
    let record = Record::parse(&record.body).unwrap();
    assert_eq!(record.header.nonces[0], "0123456789abcdef0", "the first one counts");
}

#[tokio::test]
async fn a_game_that_waits_survives_a_restart_and_begins_then() {
    let dir = tempfile::tempdir().unwrap();
    let server = on_disk(dir.path()).await;
    let id = two_people(&server).await;
    let mut north = Client::greet_as(HERE, server.address(), &id, "north").await;
    north.next().await;
    north.next().await;
    server.stop().await.unwrap();
    let server = on_disk(dir.path()).await;
    let mut south = Client::greet_as(THERE, server.address(), &id, "south").await;
    let begun = south.new_state().await;
    south.answer("south", "hide 1").await;
    server.stop().await.unwrap();
    let server = on_disk(dir.path()).await;
    let mut south = Client::greet_as(THERE, server.address(), &id, "south").await;
    let again = south.new_state().await;
    assert_eq!((again.proof.commitment, again.revision), (begun.proof.commitment, begun.revision + 1));
}

#[tokio::test]
async fn nobody_acts_or_looks_for_a_seat_that_is_not_theirs() {
    let server = memory().await;
    let address = server.address();
    let id = two_people(&server).await;
    let mut north = Client::greet_as(HERE, address, &id, "north").await;
    let mut south = Client::greet_as(THERE, address, &id, "south").await;
    north.new_state().await;
    south.new_state().await;
    let messages = [
        json!({"type": "answer", "revision": 0, "key": "a", "seat": "north", "text": "hide 1"}),
        json!({"type": "aside", "key": "b", "seat": "north", "text": "resign"}),
        json!({"type": "undo", "revision": 0, "key": "c", "seat": "north"}),
        json!({"type": "stops", "seat": "north", "mode": "pass"}),
        json!({"type": "view", "view": view_as("north")}),
        json!({"type": "query", "id": 1, "view": view_as("north"), "query": {"kind": "card", "piece": "x"}}),
    ];
    for message in &messages {
        south.send(message).await;
        let complaint = south.complaint().await;
        assert!(complaint.contains("not yours"), "{message}: {complaint}");
    }
    assert_eq!(
        request_as(THERE, address, "DELETE", &format!("/api/games/{id}"), &Value::Null).await.status,
        403
    );
    let look = format!("/api/games/{id}/replay?at=0&as=north");
    assert_eq!(request_as(THERE, address, "GET", &look, &Value::Null).await.status, 403);
    // Each sees which seats are their own.
    let yours = |state: &GameState| state.seats.iter().map(|seat| seat.yours).collect::<Vec<_>>();
    assert_eq!(
        (yours(north.state.as_ref().unwrap()), yours(south.state.as_ref().unwrap())),
        (vec![true, false], vec![false, true])
    );
    // At a public view nobody is shown, or advised about, the other's decision.
    north.answer("north", "hide 1").await;
    south.answer("south", "hide 2").await;
    south.send(&json!({"type": "view", "view": view_as("public")})).await;
    let public = south.new_state().await;
    assert_eq!(public.prompt.as_ref().unwrap().seats, ["north"]);
    assert_eq!(public.prompt.unwrap().ask, grognard_engine::client::Ask::Wait);
    assert!(public.stops.iter().all(|stop| stop.seat == "south"), "{:?}", public.stops);
    let seat = json!({"seat": "north"});
    assert_eq!(
        request_as(THERE, address, "POST", &format!("/api/games/{id}/invite"), &seat).await.status,
        403
    );
}

#[tokio::test]
async fn a_stranger_hears_of_no_game_until_invited_to_watch() {
    let server = memory().await;
    let address = server.address();
    let id = create(address, &new_game("human", "human")).await;
    let path = format!("/api/games/{id}");
    for part in ["", "/replay?at=0", "/record", "/report"] {
        let answer = request_as(STRANGER, address, "GET", &format!("{path}{part}"), &Value::Null).await;
        assert_eq!(answer.status, 404, "{part}: {answer:?}");
    }
    for (method, part) in [("DELETE", ""), ("POST", "/fork"), ("POST", "/invite")] {
        let body = if part == "/fork" { json!({"at": 0}) } else { json!({}) };
        let answer = request_as(STRANGER, address, method, &format!("{path}{part}"), &body).await;
        assert_eq!(answer.status, 404, "{part}: {answer:?}");
    }
    assert!(Client::connect_as(STRANGER, address, &id).await.is_err());
    let list = request_as(STRANGER, address, "GET", "/api/games", &Value::Null).await.json();
    assert_eq!(list["games"], json!([]));
    let invited = post(address, &format!("{path}/invite"), &json!({})).await.json();
    let claim = json!({"token": invited["token"]});
    let claimed = request_as(STRANGER, address, "POST", &format!("{path}/claim"), &claim).await;
    assert_eq!((claimed.status, claimed.json()), (200, json!({})));
    let mut watcher = Client::greet_as(STRANGER, address, &id, "public").await;
    assert!(watcher.new_state().await.seats.iter().all(|seat| !seat.yours));
    watcher.send(&json!({"type": "bot", "control": {"kind": "pause"}})).await;
    assert!(watcher.complaint().await.contains("only players"));
    assert_eq!(request_as(STRANGER, address, "DELETE", &path, &Value::Null).await.status, 403);
    assert_eq!(request(address, "DELETE", &path, "", b"").await.status, 204);
}

#[tokio::test]
async fn a_key_is_given_once_in_a_cookie_scripts_cannot_read() {
    let server = memory().await;
    let new = request(server.address(), "GET", "/api/games", "Cookie: theme=dark\r\n", b"").await;
    let head = new.head.to_lowercase();
    assert!(head.contains("set-cookie: grognard=") && head.contains("httponly; samesite=strict"), "{head}");
    let known = get(server.address(), "/api/games").await;
    assert!(!known.head.to_lowercase().contains("set-cookie"), "{}", known.head);
    let page = request(server.address(), "GET", "/", "Cookie: theme=dark\r\n", b"").await;
    assert!(!page.head.to_lowercase().contains("set-cookie"), "a page needs no key");
}

#[tokio::test]
async fn games_without_an_owner_belong_to_the_first_device_here() {
    let dir = tempfile::tempdir().unwrap();
    let server = on_disk(dir.path()).await;
    let id = create(server.address(), &new_game("human", "random")).await;
    server.stop().await.unwrap();
    // As version 0.1.0 left it.
    support::kept_in(dir.path()).set_members(&id.parse().unwrap(), &[]).unwrap();
    support::change_notes(dir.path(), &id, |notes| drop(notes.as_object_mut().unwrap().remove("rights")));
    let server = on_disk(dir.path()).await;
    let address = server.address();
    let proxied = format!("{}X-Forwarded-For: 10.0.0.1\r\n", cookie(STRANGER));
    let through = request(address, "GET", &format!("/api/games/{id}"), &proxied, b"").await;
    assert_eq!(through.status, 404, "nobody comes in through a proxy");
    let first = request_as(THERE, address, "GET", "/api/games", &Value::Null).await.json();
    assert_eq!(first["games"][0]["id"], id.as_str());
    assert_eq!(get(address, "/api/games").await.json()["games"], json!([]), "the second one comes too late");
    Client::greet_as(THERE, address, &id, "north").await.new_state().await;
}

#[tokio::test]
async fn a_used_key_with_another_text_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let mut server = on_disk(dir.path()).await;
    let id = create(server.address(), &new_game("human", "human")).await;
    let mut client = Client::join(server.address(), &id, "north").await;
    let message =
        |text: &str| json!({"type": "answer", "revision": 0, "key": "once", "seat": "north", "text": text});
    client.send(&message("hide 1")).await;
    client.until(|s| s.revision == 1).await;
    for _ in 0..2 {
        client.send(&message("hide 1")).await;
        assert_eq!(client.new_state().await.revision, 1, "the same again is harmless");
        client.send(&message("hide 2")).await;
        assert!(client.complaint().await.contains("used for another message"));
        server.stop().await.unwrap();
        server = on_disk(dir.path()).await;
        client = Client::join(server.address(), &id, "north").await;
    }
}

#[tokio::test]
async fn errors_name_no_files_of_the_host() {
    let dir = tempfile::tempdir().unwrap();
    let server = on_disk(dir.path()).await;
    let id = create(server.address(), &new_game("human", "human")).await;
    let other = create(server.address(), &new_game("human", "human")).await;
    let file = rusqlite::Connection::open(dir.path().join(grognard_store::STORE_FILE)).unwrap();
    file.execute("UPDATE games SET status = 'melted' WHERE id = ?1", [&id]).unwrap();
    let answer = get(server.address(), &format!("/api/games/{id}")).await;
    assert_eq!(answer.status, 500);
    let place = dir.path().to_string_lossy().into_owned();
    assert!(!answer.body.contains(&place) && !answer.body.contains("sqlite"), "{}", answer.body);
    let list = get(server.address(), "/api/games").await.json();
    assert_eq!(list["games"].as_array().unwrap().len(), 1, "one damaged row does not break the list");
    assert_eq!(list["games"][0]["id"], other.as_str());
}

#[tokio::test]
async fn looking_at_a_game_plays_no_bots_and_it_leaves_the_memory() {
    let server = with_limits(Limits { idle_game: Duration::from_millis(200), ..Limits::default() }).await;
    let address = server.address();
    let id = create(address, &new_game("random", "random")).await;
    for _ in 0..3 {
        let frame = get(address, &format!("/api/games/{id}/replay?at=0")).await.json();
        assert_eq!(frame["last"], 0, "a bot has played");
    }
    assert_eq!(get(address, &format!("/api/games/{id}")).await.status, 200);
    let mut client = Client::join(address, &id, "public").await;
    client.until(|s| s.over.is_some()).await;
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert_eq!(server.games_in_memory(), 1, "somebody watches");
    drop(client);
    let begun = Instant::now();
    while server.games_in_memory() > 0 {
        assert!(begun.elapsed() < Duration::from_secs(5), "it stays in memory");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(Client::join(address, &id, "public").await.state.unwrap().over.is_some());
}

#[tokio::test]
async fn games_are_set_up_at_a_bounded_pace_and_listed_in_pages() {
    let limits = Limits { games: 5, game_every: Duration::from_mins(1), ..Limits::default() };
    let server = with_limits(limits).await;
    let address = server.address();
    for _ in 0..5 {
        create(address, &new_game("human", "human")).await;
    }
    let refused = post(address, "/api/games", &new_game("human", "human")).await;
    assert!(refused.status == 429 && refused.head.to_lowercase().contains("retry-after: 61"), "{refused:?}");
    let mut seen = Vec::new();
    let mut path = "/api/games?limit=2".to_owned();
    loop {
        let page = get(address, &path).await.json();
        seen.extend(
            page["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap().to_owned()),
        );
        let Some(next) = page["next"].as_str() else { break };
        path = format!("/api/games?limit=2&after={next}");
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 5);
    assert!(get(address, "/api/games?limit=x").await.error().contains("limit"));
}

#[tokio::test]
async fn a_device_keeps_so_many_games_and_no_more() {
    let server = with_limits(Limits { kept_games: 3, ..Limits::default() }).await;
    let address = server.address();
    let mut last = String::new();
    for _ in 0..3 {
        last = create(address, &new_game("human", "human")).await;
    }
    let refused = post(address, "/api/games", &new_game("human", "human")).await;
    assert!(refused.status == 409 && refused.error().contains("3 games"), "{refused:?}");
    // Others are not concerned, and whoever deletes one has room again.
    let theirs = request_as(THERE, address, "POST", "/api/games", &new_game("human", "human")).await;
    assert_eq!(theirs.status, 200, "{theirs:?}");
    request_as(HERE, address, "DELETE", &format!("/api/games/{last}"), &Value::Null).await;
    create(address, &new_game("human", "human")).await;
}

/// How long the server keeps a connection that sends these bytes and then nothing.
async fn kept(server: &Server, bytes: &[u8]) -> (Duration, String) {
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    let begun = Instant::now();
    stream.write_all(bytes).await.unwrap();
    let mut told = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(8), stream.read_to_end(&mut told)).await;
    assert!(read.is_ok(), "the connection is kept for ever");
    (begun.elapsed(), String::from_utf8_lossy(&told).into_owned())
}

#[tokio::test]
async fn slow_senders_are_not_waited_for() {
    let limits = Limits {
        head: Duration::from_millis(300),
        body: Duration::from_millis(300),
        request: Duration::from_secs(2),
        ..Limits::default()
    };
    let server = with_limits(limits).await;
    let host = server.address();
    kept(&server, b"").await;
    kept(&server, b"GET /api/games HTTP/1.1\r\nHost: 127.0").await;
    let idle = format!("GET /api/systems HTTP/1.1\r\nHost: {host}\r\n\r\n");
    let (_, told) = kept(&server, idle.as_bytes()).await;
    assert!(told.starts_with("HTTP/1.1 200"), "then it lies idle: {told}");
    let body = format!("POST /api/games HTTP/1.1\r\nHost: {host}\r\nContent-Length: 500\r\n\r\n{{");
    let (_, told) = kept(&server, body.as_bytes()).await;
    assert!(told.starts_with("HTTP/1.1 4"), "{told}");
}

#[tokio::test]
async fn connections_are_counted_and_silent_sockets_closed() {
    let limits = Limits { connections: 3, ping: Duration::from_millis(100), ..Limits::default() };
    let server = with_limits(limits).await;
    let address = server.address();
    let id = create(address, &new_game("human", "human")).await;
    // One that answers pings stays; it must be read for that.
    let mut lively = Client::join(address, &id, "public").await;
    let silent = TcpStream::connect(address).await.unwrap();
    let another = TcpStream::connect(address).await.unwrap();
    tokio::time::sleep(Duration::from_millis(50)).await;
    let full = get(address, "/api/games").await;
    assert!(full.status == 503 && full.head.contains("Retry-After"), "{full:?}");
    drop((silent, another));
    let quiet = tokio::time::timeout(Duration::from_millis(700), lively.next()).await;
    assert!(quiet.is_err(), "it answers pings and is kept: {quiet:?}");
    let mut dead = Client::join(address, &id, "public").await;
    // Not read for a while, it answers nothing.
    tokio::time::sleep(Duration::from_millis(800)).await;
    let end =
        tokio::time::timeout(Duration::from_secs(3), async { while dead.next().await.is_some() {} }).await;
    assert!(end.is_ok(), "a dead line is kept");
}
