//! Bad input at every door: each gets an error that says what and where, and the server goes on.

use crate::support::{self, Client, create, get, memory, new_game, post, raw, request, view_as};
use grognard_server::protocol::ServerMessage;
use grognard_server::{ServerError, StorePlace, start};
use serde_json::{Value, json};

#[tokio::test]
async fn systems_rules_and_pages_are_there() {
    let server = memory().await;
    let systems = get(server.address(), "/api/systems").await.json();
    assert_eq!(
        (systems["protocol"].as_u64(), &systems["systems"][0]["system"]),
        (Some(2), &json!("pebbles"))
    );
    let found = get(server.address(), "/api/systems/pebbles/rules?q=last%20pebble").await.json();
    assert_eq!(found.as_array().unwrap().len(), 1);
    let rule = get(server.address(), "/api/systems/pebbles/rules/PB-WIN-001").await.json();
    assert_eq!(rule["title"], "The last pebble");
    assert_eq!(get(server.address(), "/api/systems/pebbles/rules/PB-NO-1").await.status, 404);
    assert!(get(server.address(), "/api/systems/chess/rules").await.error().contains("there are: pebbles"));
    let page = get(server.address(), "/").await;
    assert!(page.status == 200 && page.body.contains("Grognard"), "{page:?}");
    for part in ["content-security-policy", "x-content-type-options: nosniff", "x-frame-options: DENY"] {
        assert!(page.head.contains(part), "{part} is missing in {}", page.head);
    }
    assert_eq!(get(server.address(), "/../../../Cargo.toml").await.status, 404);
}

#[tokio::test]
async fn wrong_set_ups_say_what_would_be_right() {
    let server = memory().await;
    let good = new_game("human", "random");
    let change = |path: &str, value: Value| {
        let mut game = good.clone();
        *game.pointer_mut(path).unwrap() = value;
        game
    };
    let seat = |seat: &str| json!({"seat": seat, "player": {"kind": "human"}});
    let cases = [
        (change("/system", json!("chess")), "there are: pebbles"),
        (change("/system", json!(7)), "`system`"),
        (change("/setup", json!({"heap": "huge"})), "small, large"),
        (change("/setup", json!({"heap": 3})), "must be a text"),
        (change("/setup", json!({"bounce": 1})), "true or false"),
        (change("/setup", json!({"colour": "red"})), "there are: heap, bounce, timed"),
        (change("/setup", json!({"heap": null})), "setup.heap"),
        (change("/setup", json!({"heap": ["small"]})), "setup.heap"),
        (change("/seats", json!([])), "nobody plays `north`"),
        (change("/seats", json!([seat("north"), seat("east")])), "there are: north, south"),
        (change("/seats", json!([seat("north"), seat("north")])), "twice"),
        (change("/seats/0/player", json!({"kind": "ghost"})), "seats[0].player"),
        (change("/seats/1/player/bot", json!("deep-thought")), "there are: random"),
        (change("/seed", json!("abc")), "seed:"),
        (change("/seed", json!(1)), "`seed`"),
        (change("/options/pace", json!("warp")), "options.pace"),
    ];
    for (game, part) in cases {
        let error = post(server.address(), "/api/games", &game).await.error();
        assert!(error.contains(part), "`{part}` is not in: {error}");
    }
    assert_eq!(get(server.address(), "/api/games").await.json()["games"], json!([]));
}

#[tokio::test]
async fn bodies_that_are_no_json_are_refused() {
    let server = memory().await;
    let long = " ".repeat(70_000);
    let deep = "[".repeat(60_000);
    let bodies: [&[u8]; 9] = [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\"x\"",
        b"\xff\xfe\x00",
        b"{\"system\":\"pebbles\"",
        long.as_bytes(),
        deep.as_bytes(),
    ];
    for path in ["/api/games", "/api/games/00/fork"] {
        for body in bodies {
            let answer = request(server.address(), "POST", path, "", body).await;
            assert!((400..500).contains(&answer.status), "{answer:?}");
            assert!(!answer.error().is_empty());
        }
    }
}

#[tokio::test]
async fn wrong_addresses_and_methods_are_refused() {
    let server = memory().await;
    let address = server.address();
    let id = "0123456789abcdef0123456789abcdef";
    for path in ["/api", "/api/", "/api/nothing", "/api/games/", "/api/games/UPPER", "/api/games/%2e%2e"] {
        assert_eq!(get(address, path).await.status, 404, "{path}");
    }
    for path in ["", "/replay", "/replay?at=1", "/record"] {
        assert_eq!(get(address, &format!("/api/games/{id}{path}")).await.status, 404, "{path}");
    }
    assert!(get(address, &format!("/api/games/{id}")).await.error().contains(id));
    for (method, path) in
        [("PUT", "/api/games"), ("POST", "/api/systems"), ("PATCH", "/api/games/x"), ("POST", "/")]
    {
        assert_eq!(request(address, method, path, "", b"").await.status, 405, "{method} {path}");
    }
    let plain = get(address, &format!("/api/games/{id}/ws")).await;
    assert!(plain.error().contains("WebSocket"), "{plain:?}");
}

#[tokio::test]
async fn strangers_stay_outside() {
    let server = memory().await;
    let address = server.address();
    let status =
        |headers: String| async move { request(address, "GET", "/api/games", &headers, b"").await.status };
    assert_eq!(status(format!("Host: localhost:{}\r\n", address.port())).await, 200);
    assert_eq!(status("Host: evil.example\r\n".into()).await, 403);
    assert_eq!(status(format!("Host: {address}\r\nOrigin: http://{address}\r\n")).await, 200);
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1"] {
        assert_eq!(status(format!("Host: {address}\r\nOrigin: {origin}\r\n")).await, 403, "{origin}");
    }
    let rebound = request(address, "POST", "/api/games", "Host: evil.example\r\n", b"{}").await;
    assert!(rebound.error().contains("evil.example"), "{rebound:?}");
    let page = request(address, "GET", "/", "Host: evil.example\r\n", b"").await;
    assert_eq!(page.status, 403);
}

#[tokio::test]
async fn a_socket_from_a_strange_page_is_refused() {
    let server = memory().await;
    let id = create(server.address(), &new_game("human", "human")).await;
    let upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
                   Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
    let address = server.address();
    let head = |origin: &str| {
        format!("GET /api/games/{id}/ws HTTP/1.1\r\nHost: {address}\r\nOrigin: {origin}\r\n{upgrade}\r\n")
    };
    assert!(raw(address, head("http://evil.example").as_bytes()).await.starts_with("HTTP/1.1 403"));
}

#[tokio::test]
async fn broken_http_does_not_stop_the_server() {
    let server = memory().await;
    let requests: [&[u8]; 5] = [
        b"\x00\x01\x02\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /api/games HTTP/1.1\r\n\r\n",
        b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5\r\n\r\n",
        b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
    ];
    for request in requests {
        let answer = raw(server.address(), request).await;
        assert!(!answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    assert_eq!(get(server.address(), "/api/games").await.status, 200);
}

#[tokio::test]
async fn the_greeting_comes_first_and_speaks_our_protocol() {
    let server = memory().await;
    let id = create(server.address(), &new_game("human", "human")).await;
    let wrong = [
        (json!({"type": "view", "view": view_as("public")}).to_string(), "must be a hello"),
        (json!({"type": "hello", "protocol": 99}).to_string(), "protocol 99"),
        (json!({"type": "hello"}).to_string(), "protocol"),
        (json!({"type": "hello", "protocol": -1}).to_string(), "the hello cannot be read"),
        ("nonsense".to_owned(), "the hello cannot be read"),
    ];
    for (text, part) in wrong {
        let mut client = Client::connect(server.address(), &id).await;
        client.send_text(&text).await;
        let Some(ServerMessage::Error { error, reload: true }) = client.next().await else {
            panic!("{text}")
        };
        assert!(error.contains(part), "`{part}` is not in: {error}");
        assert!(client.next().await.is_none());
    }
    let mut client = Client::connect(server.address(), &id).await;
    client.send_binary(b"hello").await;
    assert!(client.complaint().await.contains("must be a hello"));
}

#[tokio::test]
async fn bad_messages_get_an_error_and_the_talk_goes_on() {
    let server = memory().await;
    let id = create(server.address(), &new_game("human", "human")).await;
    let mut client = Client::join(server.address(), &id, "public").await;
    let answer = |key: &str, seat: &str, text: &str| {
        json!({"type": "answer", "revision": 0, "key": key, "seat": seat, "text": text}).to_string()
    };
    let cases = [
        ("{".to_owned(), "line 1"),
        ("[1,2]".to_owned(), "the message cannot be read"),
        (json!({"type": "dance"}).to_string(), "dance"),
        (
            json!({"type": "answer", "revision": "x", "key": "k", "seat": "north", "text": "t"}).to_string(),
            "revision",
        ),
        (
            json!({"type": "answer", "revision": -1, "key": "k", "seat": "north", "text": "t"}).to_string(),
            "revision",
        ),
        (
            json!({"type": "answer", "revision": 5_000_000_000_u64, "key": "k", "seat": "n", "text": "t"})
                .to_string(),
            "5000000000",
        ),
        (json!({"type": "hello", "protocol": 2}).to_string(), "already"),
        (answer("", "north", "hide 1"), "a key has"),
        (answer(&"k".repeat(200), "north", "hide 1"), "a key has"),
        (answer("k", "east", "hide 1"), "there are: north, south"),
        (answer("k", "north", ""), "no answer"),
        (answer("k", "north", &"x".repeat(30_000)), "no answer"),
        (answer("k", "north", "hide 99999999999999999999"), "no number"),
        (answer("k", "north", "take 1\u{0}"), "no number"),
        (
            json!({"type": "undo", "revision": 0, "key": "u", "seat": "north"}).to_string(),
            "nothing to take back",
        ),
        (json!({"type": "aside", "key": "a", "seat": "north", "text": "sing"}).to_string(), "sing"),
        (json!({"type": "stops", "seat": "north", "mode": ""}).to_string(), "there are: always"),
        (json!({"type": "bot", "control": {"kind": "run"}}).to_string(), "pace"),
        (json!({"type": "view", "view": view_as("east")}).to_string(), "there are: north, south"),
        (json!({"type": "query", "id": 1, "query": {"kind": "guess"}}).to_string(), "guess"),
    ];
    for (text, part) in cases {
        client.send_text(&text).await;
        let complaint = client.complaint().await;
        assert!(complaint.contains(part), "`{part}` is not in: {complaint}");
    }
    client.send_binary(&[1, 2, 3]).await;
    assert!(client.complaint().await.contains("not binary"));
    assert_eq!(client.answer("north", "hide 1").await.revision, 1);
}

#[tokio::test]
async fn a_message_too_long_ends_the_talk_not_the_server() {
    let server = memory().await;
    let id = create(server.address(), &new_game("human", "human")).await;
    let mut client = Client::join(server.address(), &id, "public").await;
    client.send_text(&"x".repeat(100_000)).await;
    assert!(client.next().await.is_none());
    Client::join(server.address(), &id, "public").await.answer("north", "hide 1").await;
}

#[tokio::test]
async fn bad_starts_say_what_would_be_right() {
    let dir = tempfile::tempdir().unwrap();
    let mut config = support::config(StorePlace::Memory);
    config.assets = Some(dir.path().to_owned());
    let error = start(config).await.unwrap_err();
    assert!(
        matches!(error, ServerError::Assets { .. }) && error.to_string().contains("npm run build"),
        "{error}"
    );

    let file = dir.path().join("a-file");
    std::fs::write(&file, "").unwrap();
    let error = start(support::config(StorePlace::Dir(file))).await.unwrap_err();
    assert!(error.to_string().contains("a-file"), "{error}");

    let server = memory().await;
    let mut config = support::config(StorePlace::Memory);
    config.listen = server.address();
    config.any_port = false;
    let error = start(config.clone()).await.unwrap_err();
    assert!(error.to_string().contains(&server.address().to_string()), "{error}");
    config.any_port = true;
    assert!(start(config).await.is_ok());
}
