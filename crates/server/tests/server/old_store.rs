//! A store as version 0.1.0 left it: it opens, its games go on, and its records are verified without a chain.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use grognard_engine::erased::{Module, System};
use grognard_engine::record::Record;
use grognard_engine::replay;
use grognard_server::{Config, Server, Started, StorePlace, start};
use grognard_store::STORE_FILE;
use serde_json::json;

use crate::support::{self, Client, get};

/// The tables as 0.1.0 made them.
const TABLES: &str = "
    CREATE TABLE games (id TEXT PRIMARY KEY, title TEXT NOT NULL, system TEXT NOT NULL, mission TEXT NOT NULL,
        status TEXT NOT NULL, header TEXT NOT NULL, notes TEXT NOT NULL, revision INTEGER NOT NULL,
        created INTEGER NOT NULL, updated INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE lines (game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE, number INTEGER NOT NULL,
        line TEXT NOT NULL, key TEXT, at INTEGER NOT NULL, PRIMARY KEY (game, number)) STRICT, WITHOUT ROWID;
    CREATE INDEX lines_by_key ON lines (game, key) WHERE key IS NOT NULL;
    CREATE TABLE snapshots (game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        revision INTEGER NOT NULL, body TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (game, revision))
        STRICT, WITHOUT ROWID;
    PRAGMA application_id = 1196576583;
    PRAGMA user_version = 1;";

/// A record that 0.1.0 wrote.
fn record() -> (String, Vec<String>) {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/example/twin-decks-0.1.0.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines().map(str::to_owned);
    (lines.next().unwrap(), lines.collect())
}

/// Notes in the form of 0.1.0: no rights, no nonces.
fn notes(people: bool) -> String {
    let player = if people { json!({"kind": "human"}) } else { json!({"kind": "bot", "bot": "random"}) };
    let seat = |seat: &str| json!({"seat": seat, "player": player});
    let options = json!({"practice": false, "strict": false, "pace": "instant"});
    json!({
        "seats": [seat("red"), seat("green"), seat("blue")],
        "options": options, "stops": [], "paused": false, "pace": "instant", "status": "Round 1 of 4",
    })
    .to_string()
}

fn write_store(dir: &Path) {
    let file = rusqlite::Connection::open(dir.join(STORE_FILE)).unwrap();
    file.execute_batch(TABLES).unwrap();
    let (header, all) = record();
    for (id, people, kept) in [("aa", true, 6), ("bb", false, all.len())] {
        let status = if kept == all.len() { "finished" } else { "running" };
        file.execute(
            "INSERT INTO games VALUES (?1, 'Example: Twin decks', 'example', 'twin-decks', ?2, ?3, ?4, ?5, 1, 2)",
            rusqlite::params![id, status, header, notes(people), kept as i64],
        )
        .unwrap();
        for (number, line) in all.iter().take(kept).enumerate() {
            // 0.1.0 kept a message's key alone.
            file.execute(
                "INSERT INTO lines VALUES (?1, ?2, ?3, ?4, 1)",
                rusqlite::params![id, number as i64, line, format!("key-{number}")],
            )
            .unwrap();
        }
    }
}

fn system() -> Arc<dyn System> {
    Arc::new(Module::<grognard_example::Example>::embedded().unwrap())
}

async fn server(dir: &Path) -> Server {
    let config = Config { systems: vec![system()], ..support::config(StorePlace::Dir(dir.to_owned())) };
    match start(config).await.unwrap() {
        Started::Here(server) => server,
        Started::Elsewhere(address) => panic!("there is a server at {address}"),
    }
}

#[tokio::test]
async fn a_store_of_0_1_0_opens_and_its_games_go_on() {
    let dir = tempfile::tempdir().unwrap();
    write_store(dir.path());
    let running = server(dir.path()).await;
    let address = running.address();
    let list = get(address, "/api/games").await.json();
    assert_eq!(list["games"].as_array().unwrap().len(), 2, "they are the first device's: {list}");
    let mut client = Client::join(address, "aa", "public").await;
    let first = client.state.clone().unwrap();
    let answers = record().1.iter().take(6).filter(|line| line.contains("answer")).count();
    assert_eq!(first.revision as usize, answers, "all answers of 0.1.0 are in it");
    assert_eq!(first.proof.chain, None, "a record of format 1 has no chain");
    // A key of 0.1.0 is known, though not what it stood for: the message is not done twice.
    client
        .send(&json!({"type": "answer", "revision": first.revision, "key": "key-5", "seat": "blue", "text": "x"}))
        .await;
    assert_eq!(client.new_state().await.revision, first.revision);
    // It goes on as it went on in 0.1.0.
    let next: serde_json::Value = serde_json::from_str(&record().1[6]).unwrap();
    let after = client.answer(next["seat"].as_str().unwrap(), next["answer"].as_str().unwrap()).await;
    assert_eq!(after.revision, first.revision + 1);
    drop(client);
    running.stop().await.unwrap();
    let again = server(dir.path()).await;
    let mut client = Client::join(again.address(), "aa", "public").await;
    assert_eq!(client.revision(), after.revision, "what was answered since is kept");
    client.send(&json!({"type": "aside", "key": "end", "seat": "red", "text": "resign"})).await;
    client.until(|state| state.over.is_some()).await;
    let text = get(again.address(), "/api/games/aa/record").await.body;
    let record = Record::parse(&text).unwrap();
    let proof = replay::verify(&*system(), &record).unwrap();
    assert!(!proof.chained && proof.nonces == 0 && proof.marks >= 2, "it is verified without a chain");
}

#[tokio::test]
async fn a_finished_game_of_0_1_0_is_watched_and_verified_without_a_chain() {
    let dir = tempfile::tempdir().unwrap();
    write_store(dir.path());
    let server = server(dir.path()).await;
    let frame = get(server.address(), "/api/games/bb/replay?at=9").await;
    assert_eq!(frame.status, 200, "{frame:?}");
    let text = get(server.address(), "/api/games/bb/record").await.body;
    let (header, lines) = record();
    assert_eq!(text.lines().skip(1).collect::<Vec<_>>(), lines, "line by line as 0.1.0 wrote it");
    let written = Record::parse(&text).unwrap();
    assert_eq!(written.header, Record::parse(&format!("{header}\n")).unwrap().header);
    let proof = replay::verify(&*system(), &written).unwrap();
    assert!(!proof.chained);
    // One changed die would be noticed all the same.
    let forged = text.replacen("order hasten", "order guard", 1);
    let forged = Record::parse(&forged).ok().map(|record| replay::verify(&*system(), &record).is_err());
    assert_ne!(forged, Some(false), "a changed answer is noticed by the turn marks");
}
