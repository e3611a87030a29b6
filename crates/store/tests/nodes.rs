//! Several servers on one `PostgreSQL`: a game belongs to one living server at a time, and only that one writes.
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

#[path = "support/postgres.rs"]
mod postgres;

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use grognard_store::{
    Append, Appended, GameId, MemoryStore, NewGame, Nodes as _, PostgresStore, SqliteStore, Status, Store,
    StoreError, Timestamp, Word,
};

use self::postgres::Postgres;

const LONG: Duration = Duration::from_mins(1);
const SHORT: Duration = Duration::from_millis(40);

fn id(text: &str) -> GameId {
    text.parse().unwrap()
}

fn game(store: &PostgresStore, name: &str) -> GameId {
    let text = String::new;
    let new = NewGame {
        id: id(name),
        title: text(),
        system: text(),
        mission: text(),
        header: text(),
        notes: text(),
        lines: vec![],
        members: vec![],
        at: Timestamp(1),
    };
    store.create(&new).unwrap();
    new.id
}

fn append(expected: u64) -> Append {
    Append { expected, key: None, lines: vec!["x".into()], status: None, notes: None, at: Timestamp(2) }
}

#[test]
fn a_game_belongs_to_one_living_server_at_a_time() {
    let Some(postgres) = Postgres::start() else { return };
    let url = postgres.fresh();
    let store = PostgresStore::open(&url).unwrap();
    let (a, b) = (game(&store, "a"), game(&store, "b"));
    let holder = |game: &GameId, node: &str| store.take(game, node).unwrap().node;
    let refused = store.take(&a, "one").unwrap_err();
    assert!(matches!(refused, StoreError::NotAlive { .. }), "a server says first that it lives: {refused}");
    assert!(store.beat("one", LONG).unwrap() && store.beat("two", LONG).unwrap());
    assert_eq!(holder(&a, "one"), "one");
    let held = store.take(&a, "two").unwrap();
    assert!(held.node == "one" && held.left > LONG / 2 && held.left <= LONG, "{held:?}");
    assert_eq!((holder(&b, "two"), holder(&a, "one")), ("two".into(), "one".into()), "another game; again");
    // Given back, by its holder only.
    store.give_back(&a, "two").unwrap();
    assert_eq!(holder(&a, "two"), "one");
    store.give_back(&a, "one").unwrap();
    assert_eq!(holder(&a, "two"), "two");
    // Who ends leaves everything.
    store.leave("two").unwrap();
    assert_eq!((holder(&a, "one"), holder(&b, "one")), ("one".into(), "one".into()));
    assert!(matches!(store.take(&id("ghost"), "one"), Err(StoreError::NoSuchGame { .. })));
    // Who falls silent loses everything, and is not taken back.
    assert!(store.beat("one", SHORT).unwrap() && store.beat("three", LONG).unwrap());
    thread::sleep(SHORT * 2);
    assert_eq!(holder(&a, "three"), "three");
    assert!(!store.beat("one", LONG).unwrap(), "it was given up");
    assert!(matches!(store.take(&b, "one"), Err(StoreError::NotAlive { .. })));
    store.delete(&a).unwrap();
}

#[test]
fn of_many_servers_that_want_a_game_at_once_one_gets_it() {
    let Some(postgres) = Postgres::start() else { return };
    let store = Arc::new(PostgresStore::open(&postgres.fresh()).unwrap());
    game(&store, "a");
    let nodes: Vec<_> = (0..8)
        .map(|node| {
            let (store, name) = (Arc::clone(&store), format!("node-{node}"));
            thread::spawn(move || {
                store.beat(&name, LONG).unwrap() && store.take(&id("a"), &name).unwrap().node == name
            })
        })
        .collect();
    assert_eq!(nodes.into_iter().map(|node| node.join().unwrap()).filter(|won| *won).count(), 1);
}

#[test]
fn only_the_holder_of_a_game_writes_to_it() {
    let Some(postgres) = Postgres::start() else { return };
    let url = postgres.fresh();
    let (one, two) = (PostgresStore::open(&url).unwrap(), PostgresStore::open(&url).unwrap());
    one.write_as("one");
    two.write_as("two");
    let a = game(&one, "a");
    assert!(one.beat("one", SHORT).unwrap() && two.beat("two", LONG).unwrap());
    assert_eq!(one.take(&a, "one").unwrap().node, "one");
    assert_eq!(one.append(&a, &append(0)).unwrap(), Appended::Written(1));
    let refused = two.append(&a, &append(1)).unwrap_err();
    assert!(matches!(refused, StoreError::Elsewhere { .. }), "{refused}");
    // One falls silent and wakes up when two has the game: whatever it writes then is refused, at the same revision, too.
    thread::sleep(SHORT * 2);
    assert_eq!(two.take(&a, "two").unwrap().node, "two");
    let word = Word { author: String::new(), text: "hello".into(), at: Timestamp(3) };
    let late = [
        one.append(&a, &append(1)).map(drop),
        one.set_notes(&a, "old", Timestamp(9)),
        one.set_members(&a, &["somebody".into()]),
        one.set_status(&a, Status::Abandoned, Timestamp(9)),
        one.say(&a, &word).map(drop),
        one.delete(&a),
    ];
    for late in late {
        assert!(matches!(late, Err(StoreError::Elsewhere { .. })), "{late:?}");
    }
    assert_eq!(two.append(&a, &append(1)).unwrap(), Appended::Written(2));
    let info = two.info(&a).unwrap();
    assert_eq!((info.notes.as_str(), info.status, info.updated), ("", Status::Running, Timestamp(2)));
    assert_eq!(two.words(&a).unwrap(), []);
    two.set_notes(&a, "new", Timestamp(4)).unwrap();
    two.delete(&a).unwrap();
}

#[test]
fn a_game_never_changes_hands_in_the_middle_of_a_write() {
    let Some(postgres) = Postgres::start() else { return };
    let url = postgres.fresh();
    let store = PostgresStore::open(&url).unwrap();
    let a = game(&store, "a");
    // Four servers that live for a moment each take the game, load it and write until they lose it. Whoever has just taken
    // it must find every line that was acknowledged to the one before.
    let servers: Vec<_> = (0..4)
        .map(|server| {
            let (url, a) = (url.clone(), a.clone());
            thread::spawn(move || {
                let store = PostgresStore::open(&url).unwrap();
                let (mut written, mut taken) = (0, 0);
                for life in 0..12 {
                    let node = format!("{server}-{life}");
                    store.write_as(&node);
                    assert!(store.beat(&node, Duration::from_millis(30)).unwrap());
                    match store.take(&a, &node) {
                        Ok(lease) if lease.node == node => taken += 1,
                        Ok(lease) => {
                            thread::sleep(lease.left);
                            continue;
                        }
                        Err(StoreError::NotAlive { .. }) => continue,
                        Err(other) => panic!("{other}"),
                    }
                    let mut revision = store.info(&a).unwrap().revision;
                    loop {
                        match store.append(&a, &append(revision)) {
                            Ok(Appended::Written(next)) => (revision, written) = (next, written + 1),
                            Err(StoreError::Elsewhere { .. }) => break,
                            other => panic!("the holder was interrupted: {other:?}"),
                        }
                    }
                }
                // The last one that lives lets go.
                (written, taken)
            })
        })
        .collect();
    let ended =
        thread::spawn(move || servers.into_iter().map(|server| server.join().unwrap()).collect::<Vec<_>>());
    // Somebody who takes the game from the last holder, or that would write for ever.
    let last = PostgresStore::open(&url).unwrap();
    let mut life = 0;
    while !ended.is_finished() {
        thread::sleep(Duration::from_millis(100));
        let node = format!("last-{life}");
        life += 1;
        last.beat(&node, Duration::from_millis(20)).unwrap();
        last.take(&a, &node).ok();
    }
    let ended = ended.join().unwrap();
    let written: u64 = ended.iter().map(|(written, _)| written).sum();
    let hands = ended.iter().filter(|(_, taken)| *taken > 0).count();
    assert_eq!(store.info(&a).unwrap().revision, written, "every acknowledged line is there, and no other");
    assert!(hands > 1 && written > 20, "{ended:?}");
}

#[test]
fn a_store_of_one_server_knows_no_others() {
    let dir = tempfile::tempdir().unwrap();
    assert!(MemoryStore::new().nodes().is_none() && SqliteStore::open(dir.path()).unwrap().nodes().is_none());
}
