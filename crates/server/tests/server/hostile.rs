//! Hostile clients all at once, while two people play: everybody else hears a clear refusal, and the two do not notice.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use grognard_server::{Config, Limits, Server, Started, StorePlace, start};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{
    self, Client, HERE, THERE, cookie, create, get, new_game, post, raw, request, request_as,
};

const STRANGER: &str = "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";

/// Nobody who plays waits longer, whatever others do.
const PATIENCE: Duration = Duration::from_secs(2);

async fn with(limits: Limits) -> Server {
    let config = Config { limits, ..support::config(StorePlace::Memory) };
    match start(config).await.unwrap() {
        Started::Here(server) => server,
        Started::Elsewhere(address) => panic!("there is a server at {address}"),
    }
}

/// A server whose limits are soon reached; those by address hold for this machine, too.
fn tight() -> Limits {
    Limits {
        head: Duration::from_millis(800),
        body: Duration::from_millis(800),
        messages: 30,
        message_every: Duration::from_millis(20),
        games: 40,
        ..Limits::default()
    }
}

/// Two people's game, and its id.
async fn game_of_two(address: SocketAddr) -> (String, Client, Client) {
    let mut game = new_game("human", "human");
    game["seats"][1]["open"] = json!(true);
    game["setup"] = json!({"heap": "large", "bounce": false});
    game.as_object_mut().unwrap().remove("seed");
    let created = post(address, "/api/games", &game).await.json();
    let id = created["id"].as_str().unwrap().to_owned();
    let token = json!({"token": created["invitations"][0]["token"]});
    request_as(THERE, address, "POST", &format!("/api/games/{id}/claim"), &token).await;
    let mut north = Client::greet_as(HERE, address, &id, "north").await;
    let mut south = Client::greet_as(THERE, address, &id, "south").await;
    north.new_state().await;
    south.new_state().await;
    (id, north, south)
}

/// Two people play at their own pace until told to stop; returns how many answers they gave and the longest wait.
async fn play_on(mut north: Client, mut south: Client, stop: Arc<AtomicBool>) -> (u32, Duration) {
    let (mut answers, mut longest) = (0, Duration::ZERO);
    while !stop.load(Ordering::Relaxed) && answers < 100 {
        let (seat, text) = match answers {
            0 => ("north", "hide 1"),
            1 => ("south", "hide 1"),
            n if n % 4 == 2 => ("north", "take 1"),
            n if n % 4 == 3 => ("south", "pass"),
            n if n % 4 == 0 => ("south", "take 1"),
            _ => ("north", "pass"),
        };
        let begun = Instant::now();
        let (one, other) = if seat == "north" { (&mut north, &mut south) } else { (&mut south, &mut north) };
        one.say(seat, text).await;
        one.until(|state| state.revision == answers + 1).await;
        other.until(|state| state.revision == answers + 1).await;
        longest = longest.max(begun.elapsed());
        answers += 1;
        tokio::time::sleep(Duration::from_millis(40)).await;
    }
    (answers, longest)
}

/// Requests no browser sends. Each is answered with a refusal, or the line is closed.
async fn malformed(address: SocketAddr, id: &str) {
    let key = cookie(STRANGER);
    let deep = format!("{}{}", "[".repeat(20_000), "]".repeat(20_000));
    let long = "a".repeat(70_000);
    let body = |text: &str| {
        format!(
            "POST /api/games HTTP/1.1\r\nHost: {address}\r\n{key}Content-Length: {}\r\n\r\n{text}",
            text.len()
        )
    };
    let bad: Vec<Vec<u8>> = vec![
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".to_vec(),
        b"GET / HTTP/9.9\r\n\r\n".to_vec(),
        b"\r\n\r\n\r\n\r\n".to_vec(),
        b"GET /\0 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".to_vec(),
        format!("GET /{long} HTTP/1.1\r\nHost: {address}\r\n\r\n").into_bytes(),
        format!("GET / HTTP/1.1\r\nHost: {address}\r\nX: {}\r\n\r\n", "y".repeat(500_000)).into_bytes(),
        format!("POST /api/games HTTP/1.1\r\nHost: {address}\r\n{key}Content-Length: 99999999999999999999\r\n\r\n").into_bytes(),
        format!("POST /api/games HTTP/1.1\r\nHost: {address}\r\n{key}Content-Length: -1\r\n\r\n").into_bytes(),
        format!("POST /api/games HTTP/1.1\r\nHost: {address}\r\n{key}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n").into_bytes(),
        body(&deep).into_bytes(),
        body(&json!({"system": long}).to_string()).into_bytes(),
        body("{\"system\": \"pebbles\", \"system\": \"pebbles\"}").into_bytes(),
        body("\u{feff}{}").into_bytes(),
        [body("xxxx").as_bytes(), b"\xff\xfe"].concat(),
        format!("GET /api/games/../../etc/passwd HTTP/1.1\r\nHost: {address}\r\n{key}\r\n").into_bytes(),
        format!("GET /api/games/%2e%2e%2f%00 HTTP/1.1\r\nHost: {address}\r\n{key}\r\n").into_bytes(),
        format!("GET /api/games/{id}/replay?at=4294967296 HTTP/1.1\r\nHost: {address}\r\n{key}\r\n").into_bytes(),
        format!("GET /api/games/{id}/ws HTTP/1.1\r\nHost: {address}\r\n{key}Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 12\r\n\r\n").into_bytes(),
        format!("DELETE /api/games/{id} HTTP/1.1\r\nHost: {address}\r\n{key}\r\n").into_bytes(),
        format!("POST /api/games/{id}/claim HTTP/1.1\r\nHost: {address}\r\n{key}Content-Length: 13\r\n\r\n{{\"token\":\"x\"}}").into_bytes(),
    ];
    for bytes in bad {
        let mut stream = TcpStream::connect(address).await.unwrap();
        // It may close before all is written.
        stream.write_all(&bytes).await.ok();
        let mut answer = Vec::new();
        let heard = tokio::time::timeout(Duration::from_secs(3), async {
            let mut piece = [0; 4096];
            while let Ok(count @ 1..) = stream.read(&mut piece).await {
                answer.extend_from_slice(&piece[..count]);
                if answer.windows(4).any(|end| end == b"\r\n\r\n") {
                    break;
                }
            }
        });
        assert!(
            heard.await.is_ok(),
            "no answer to {}",
            String::from_utf8_lossy(&bytes[..bytes.len().min(80)])
        );
        let answer = String::from_utf8_lossy(&answer);
        let refused =
            answer.is_empty() || answer.starts_with("HTTP/1.1 4") || answer.starts_with("HTTP/1.1 505");
        assert!(refused, "{}: {answer:.200}", String::from_utf8_lossy(&bytes[..bytes.len().min(80)]));
    }
}

/// Lines that say a byte at a time, or nothing.
async fn slow(address: SocketAddr) {
    let mut lines = Vec::new();
    for n in 0..60 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let begun = format!("POST /api/games HTTP/1.1\r\nHost: {address}\r\nContent-Length: 5000\r\n");
        stream.write_all(if n % 2 == 0 { begun.as_bytes() } else { b"G" }).await.unwrap();
        if n % 4 == 0 {
            stream.write_all(b"\r\n{").await.unwrap();
        }
        lines.push(stream);
    }
    for _ in 0..10 {
        tokio::time::sleep(Duration::from_millis(200)).await;
        for line in &mut lines {
            line.write_all(b"x").await.ok();
        }
    }
    for line in &mut lines {
        let mut rest = Vec::new();
        let ended = tokio::time::timeout(Duration::from_secs(3), line.read_to_end(&mut rest)).await;
        assert!(ended.is_ok(), "a slow line is kept open");
    }
}

/// Somebody at their own game who says everything that is wrong, and too much of it.
async fn rude(address: SocketAddr, victim: &str) {
    // Not at the game of others.
    assert!(Client::connect_as(STRANGER, address, victim).await.is_err());
    assert_eq!(
        request_as(STRANGER, address, "GET", &format!("/api/games/{victim}"), &Value::Null).await.status,
        404
    );
    let mut game = new_game("human", "human");
    game.as_object_mut().unwrap().remove("seed");
    let id = request_as(STRANGER, address, "POST", "/api/games", &game).await.json()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let mut client = Client::join_as(STRANGER, address, &id, "north").await;
    let answer = |revision: u32, key: &str, seat: &str, text: &str| json!({"type": "answer", "revision": revision, "key": key, "seat": seat, "text": text});
    // Each with a word that its refusal has.
    let wrong = [
        (answer(99, "a", "north", "hide 1"), "revision"),
        (answer(0, "a", "east", "hide 1"), "seat"),
        (answer(0, "", "north", "hide 1"), "key"),
        (answer(0, &"k".repeat(200), "north", "hide 1"), "key"),
        (answer(0, "b", "north", "take 1"), ""),
        (answer(0, "c", "north", &"x".repeat(5000)), ""),
        (json!({"type": "aside", "key": "d", "seat": "north", "text": "draw"}), "host"),
        (json!({"type": "aside", "key": "e", "seat": "north", "text": "time-up"}), "clock"),
        (json!({"type": "nonce", "nonce": "zz"}), ""),
        (json!({"type": "hello", "protocol": 2, "view": {"kind": "public"}}), "already"),
        (json!({"type": "what"}), "what"),
        (json!(["answer"]), ""),
        (json!({"type": "undo", "revision": 0, "key": "f", "seat": "north"}), ""),
    ];
    for (message, word) in wrong {
        client.send(&message).await;
        let complaint = client.complaint().await;
        assert!(complaint.contains(word) && !complaint.contains("/src/"), "{message:.80}: {complaint}");
        // A stale revision is answered with the state, too.
        tokio::time::sleep(Duration::from_millis(60)).await;
    }
    // The same message twice is done once; under its key nothing else is done.
    client.send(&answer(0, "once", "north", "hide 1")).await;
    client.until(|state| state.revision == 1).await;
    client.send(&answer(0, "once", "north", "hide 1")).await;
    assert_eq!(client.new_state().await.revision, 1);
    client.send(&answer(1, "once", "south", "hide 1")).await;
    assert!(client.complaint().await.contains("key"));
    // A flood: what comes faster than the pace allows is not even read.
    let begun = Instant::now();
    for n in 0..300 {
        client.send(&answer(0, &format!("flood {n}"), "north", "hide 1")).await;
    }
    let (mut read, mut unread) = (0, 0);
    while read + unread < 300 {
        match client.complaint().await {
            told if told.contains("not so fast") => unread += 1,
            _ => read += 1,
        }
    }
    let Limits { messages, message_every, .. } = tight();
    let allowed = u128::from(messages) + begun.elapsed().as_millis() / message_every.as_millis() + 1;
    assert!(read <= allowed && unread > 0, "{read} messages of a flood were read, {allowed} are allowed");
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_clients_are_refused_and_others_do_not_notice() {
    let server = with(tight()).await;
    let address = server.address();
    let (id, north, south) = game_of_two(address).await;
    let stop = Arc::new(AtomicBool::new(false));
    let playing = tokio::spawn(play_on(north, south, Arc::clone(&stop)));
    let flooded = Arc::new(AtomicU32::new(0));
    let flood = async {
        // New games without end, from one device.
        for _ in 0..150 {
            let game = new_game("human", "random");
            let made = request_as(STRANGER, address, "POST", "/api/games", &game).await;
            if made.status == 429 {
                assert!(made.head.to_lowercase().contains("retry-after"), "{made:?}");
                flooded.fetch_add(1, Ordering::Relaxed);
            }
        }
    };
    tokio::join!(malformed(address, &id), slow(address), async {
        rude(address, &id).await;
        flood.await;
    });
    stop.store(true, Ordering::Relaxed);
    let (answers, longest) = playing.await.unwrap();
    assert!(answers > 20 && longest < PATIENCE, "{answers} answers, the longest took {longest:?}");
    assert!(flooded.load(Ordering::Relaxed) > 50, "games were set up without end");
    assert_eq!(get(address, "/api/health").await.status, 200);
}

#[tokio::test]
async fn a_device_has_one_pace_for_all_its_lines_to_a_game() {
    let limits = Limits { messages: 10, message_every: Duration::from_mins(1), ..Limits::default() };
    let server = with(limits).await;
    let id = create(server.address(), &new_game("human", "human")).await;
    let query = json!({"type": "query", "id": 1, "query": {"kind": "nothing"}});
    let mut lines = [
        Client::greet_as(HERE, server.address(), &id, "north").await,
        Client::greet_as(HERE, server.address(), &id, "north").await,
    ];
    for n in 0..10 {
        lines[n % 2].send(&query).await;
        assert!(!lines[n % 2].complaint().await.contains("not so fast"), "message {n}");
    }
    for line in &mut lines {
        line.send(&query).await;
        assert!(line.complaint().await.contains("not so fast"));
    }
}

#[tokio::test]
async fn an_address_has_its_share_and_no_more() {
    let limits = Limits {
        count_loopback: true,
        requests: 40,
        request_every: Duration::from_millis(250),
        connections_each: 6,
        ..Limits::default()
    };
    let server = with(limits).await;
    let address = server.address();
    // Requests: a clear refusal with a time; another address, as the proxy names it, has its own share.
    let mut refused = None;
    for _ in 0..80 {
        let answer = get(address, "/api/me").await;
        if answer.status == 429 {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("one address asks without end");
    assert!(
        refused.head.to_lowercase().contains("retry-after: 1") && refused.error().contains("wait"),
        "{refused:?}"
    );
    let other = format!("{}X-Forwarded-For: 10.1.1.1\r\n", cookie(THERE));
    assert_eq!(request(address, "GET", "/api/me", &other, b"").await.status, 200);
    // Connections.
    let mut open = Vec::new();
    for _ in 0..6 {
        open.push(TcpStream::connect(address).await.unwrap());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let full = raw(address, b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").await;
    assert!(full.starts_with("HTTP/1.1 503") && full.contains("Retry-After"), "{full}");
    drop(open);
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(request(address, "GET", "/api/health", &other, b"").await.status, 200);
}

#[tokio::test]
async fn an_address_sets_up_and_tries_only_so_much() {
    let limits = Limits { count_loopback: true, games: 2, logins: 1, ..Limits::default() };
    let server = with(limits).await;
    let address = server.address();
    let device = |n: usize| format!("{n:064x}");
    let game = new_game("human", "random");
    let mut made = Vec::new();
    for n in 0..12 {
        made.push(request_as(&device(n), address, "POST", "/api/games", &game).await.status);
    }
    assert!(
        made.starts_with(&[200; 8]) && made.ends_with(&[429; 2]),
        "four times a device's share: {made:?}"
    );
    let mut tried = Vec::new();
    for n in 0..8 {
        let guess = json!({"name": format!("name {n}"), "password": "a guess of mine"});
        tried.push(request_as(&device(n), address, "POST", "/api/login", &guess).await.status);
    }
    assert!(tried.contains(&429) && tried[0] != 429, "{tried:?}");
}
