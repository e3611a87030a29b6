//! Long computations over HTTP: bounded, told when to come back, and given up when nobody waits for them.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use grognard_server::{Config, Limits, Server, Started, StorePlace, start};
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::support::pebbles::{IN_THE_MAKING, MADE};
use crate::support::{self, Client, cookie, create, get, new_game, post};

const HEAP: &str = "/api/systems/pebbles/documents/heap";

async fn small() -> Server {
    let limits = Limits { jobs: 1, waiting_jobs: 2, ..Limits::default() };
    let config = Config { limits, ..support::config(StorePlace::Memory) };
    match start(config).await.unwrap() {
        Started::Here(server) => server,
        Started::Elsewhere(address) => panic!("there is a server at {address}"),
    }
}

/// A client that asks for a heap and never reads the answer.
async fn ask(server: &Server, milliseconds: u32) -> TcpStream {
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    let body = json!({"seed": milliseconds.to_string()}).to_string();
    let (host, length, key) = (server.address(), body.len(), cookie(support::HERE));
    let head = format!("POST {HEAP} HTTP/1.1\r\nHost: {host}\r\n{key}Content-Length: {length}\r\n\r\n{body}");
    stream.write_all(head.as_bytes()).await.unwrap();
    stream
}

async fn until(what: &str, holds: impl Fn() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(5), "{what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_queue_answers_429_and_whoever_goes_makes_room() {
    let server = small().await;
    let address = server.address();
    let first = ask(&server, 60_000).await;
    until("the first one is begun", || IN_THE_MAKING.load(Ordering::SeqCst) == 1).await;
    let mut waiting = vec![ask(&server, 60_001).await, ask(&server, 60_002).await];
    // Nobody can see the queue from here: it is full when the next one is refused. Whoever comes too early takes a
    // place from those who should wait, so another one waits for each.
    let begun = Instant::now();
    let one_more = json!({"seed": "60003"});
    let refused = loop {
        let answer = tokio::time::timeout(Duration::from_millis(700), post(address, HEAP, &one_more));
        match answer.await {
            Ok(answer) if answer.status == 429 => break answer,
            _ => assert!(begun.elapsed() < Duration::from_secs(8), "nobody is ever refused"),
        }
        waiting.push(ask(&server, 60_010 + u32::try_from(waiting.len()).unwrap()).await);
    };
    assert!(refused.head.to_lowercase().contains("retry-after: 5"), "{refused:?}");
    assert!(refused.error().contains("try again"), "{refused:?}");
    // Games go on meanwhile.
    let id = create(address, &new_game("human", "human")).await;
    let mut client = Client::join(address, &id, "public").await;
    client.answer("north", "hide 1").await;
    // They vanish without a word: what is under way ends, what waits never begins.
    drop((first, waiting));
    until("nothing is computed for nobody", || IN_THE_MAKING.load(Ordering::SeqCst) == 0).await;
    assert_eq!(MADE.load(Ordering::SeqCst), 0);
    let made = post(address, HEAP, &json!({"seed": "1"})).await;
    assert_eq!((made.status, &made.json()["value"]["name"]), (200, &json!("heap 1")), "{made:?}");
    assert_eq!(MADE.load(Ordering::SeqCst), 1);
    assert_eq!(post(address, HEAP, &json!({"seed": "1"})).await.status, 200);
    assert_eq!(MADE.load(Ordering::SeqCst), 1, "the same again is not computed again");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_stops_while_it_computes() {
    let server = small().await;
    let _client = ask(&server, 60_000).await;
    until("it computes", || IN_THE_MAKING.load(Ordering::SeqCst) == 1).await;
    let begun = Instant::now();
    server.stop().await.unwrap();
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    until("the computation ends, too", || IN_THE_MAKING.load(Ordering::SeqCst) == 0).await;
}

#[tokio::test]
async fn a_document_that_is_not_made_from_a_seed_is_no_job() {
    let server = small().await;
    let _client = ask(&server, 60_000).await;
    let read = post(server.address(), HEAP, &json!({"text": "name = \"mine\"\n"})).await;
    assert_eq!((read.status, &read.json()["value"]["name"]), (200, &json!("mine")), "{read:?}");
    assert_eq!(get(server.address(), "/api/systems").await.status, 200);
}
