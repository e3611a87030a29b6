//! What every store must do, run against each of them.
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

#[path = "support/postgres.rs"]
mod postgres;

use std::sync::Arc;
use std::thread;

use grognard_store::{
    Account, Append, Appended, GameId, MOST_WORDS, MemoryStore, NewGame, Page, PostgresStore, Snapshot,
    SqliteStore, Status, Store, StoreError, Timestamp, Whose, Word,
};

use self::postgres::Postgres;

fn id(text: &str) -> GameId {
    text.parse().unwrap()
}

fn new_game(name: &str, at: i64) -> NewGame {
    NewGame {
        id: id(name),
        title: format!("The game {name}"),
        system: "example".into(),
        mission: "first".into(),
        header: r#"{"seed":"1"}"#.into(),
        notes: "{}".into(),
        lines: vec![],
        members: vec![],
        at: Timestamp(at),
    }
}

fn lines(expected: u64, lines: &[&str], at: i64) -> Append {
    let lines = lines.iter().map(ToString::to_string).collect();
    Append { expected, key: None, lines, status: None, notes: None, at: Timestamp(at) }
}

fn keyed(expected: u64, key: &str, line: &str) -> Append {
    Append { key: Some(key.into()), ..lines(expected, &[line], 9) }
}

/// Runs every check of the suite on fresh stores.
fn conforms<S: Store>(fresh: impl Fn() -> S) {
    a_new_game_has_an_empty_record(&fresh());
    a_game_may_begin_with_lines(&fresh());
    an_id_is_taken_once(&fresh());
    lines_come_back_in_order(&fresh());
    an_append_needs_the_right_revision(&fresh());
    an_append_is_all_or_nothing_and_never_empty(&fresh());
    a_key_is_written_once(&fresh());
    an_append_may_finish_the_game(&fresh());
    an_unknown_game_is_named(&fresh());
    the_list_has_the_latest_first(&fresh());
    the_list_has_pages_and_members(&fresh());
    notes_and_status_are_replaced(&fresh());
    the_latest_snapshot_counts(&fresh());
    deleting_takes_everything(&fresh());
    texts_come_back_as_they_were(&fresh());
    words_are_kept_in_order_and_the_oldest_go(&fresh());
    an_account_has_a_name_of_its_own_and_sessions(&fresh());
}

fn a_new_game_has_an_empty_record(store: &impl Store) {
    store.create(&new_game("a", 5)).unwrap();
    let game = store.load(&id("a")).unwrap();
    assert_eq!(game.record, []);
    assert_eq!((game.info.revision, game.info.status), (0, Status::Running));
    assert_eq!((game.info.created, game.info.updated), (Timestamp(5), Timestamp(5)));
    assert_eq!(game.info.title, "The game a");
    assert_eq!(game.info, store.info(&id("a")).unwrap());
}

fn a_game_may_begin_with_lines(store: &impl Store) {
    let forked = NewGame { lines: vec!["0".into(), "1".into()], ..new_game("a", 5) };
    store.create(&forked).unwrap();
    let game = store.load(&id("a")).unwrap();
    assert_eq!(game.info.revision, 2);
    assert_eq!(game.record.iter().map(|l| l.line.as_str()).collect::<Vec<_>>(), ["0", "1"]);
    assert_eq!(store.append(&id("a"), &lines(2, &["2"], 6)).unwrap(), Appended::Written(3));
}

fn an_id_is_taken_once(store: &impl Store) {
    store.create(&new_game("a", 1)).unwrap();
    store.append(&id("a"), &lines(0, &["x"], 2)).unwrap();
    assert!(matches!(store.create(&new_game("a", 3)), Err(StoreError::GameExists { .. })));
    assert_eq!(store.info(&id("a")).unwrap().revision, 1);
}

fn lines_come_back_in_order(store: &impl Store) {
    store.create(&new_game("a", 1)).unwrap();
    store.create(&new_game("b", 1)).unwrap();
    assert_eq!(store.append(&id("a"), &lines(0, &["0", "1"], 7)).unwrap(), Appended::Written(2));
    store.append(&id("b"), &lines(0, &["other"], 7)).unwrap();
    assert_eq!(store.append(&id("a"), &lines(2, &["2"], 8)).unwrap(), Appended::Written(3));
    let game = store.load(&id("a")).unwrap();
    let read: Vec<_> = game.record.iter().map(|l| (l.number, l.line.as_str(), l.at.0)).collect();
    assert_eq!(read, [(0, "0", 7), (1, "1", 7), (2, "2", 8)]);
    assert_eq!((game.info.revision, game.info.updated), (3, Timestamp(8)));
}

fn an_append_needs_the_right_revision(store: &impl Store) {
    store.create(&new_game("a", 1)).unwrap();
    store.append(&id("a"), &lines(0, &["0"], 2)).unwrap();
    for wrong in [0, 2, u64::MAX] {
        match store.append(&id("a"), &lines(wrong, &["x"], 3)) {
            Err(StoreError::Conflict { expected, actual, .. }) => assert_eq!((expected, actual), (wrong, 1)),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(store.load(&id("a")).unwrap().record.len(), 1);
}

fn an_append_is_all_or_nothing_and_never_empty(store: &impl Store) {
    store.create(&new_game("a", 1)).unwrap();
    assert!(matches!(store.append(&id("a"), &lines(0, &[], 2)), Err(StoreError::Invalid { .. })));
    assert!(matches!(store.append(&id("a"), &lines(1, &["x", "y"], 2)), Err(StoreError::Conflict { .. })));
    assert_eq!(store.info(&id("a")).unwrap().updated, Timestamp(1));
}

fn a_key_is_written_once(store: &impl Store) {
    store.create(&new_game("a", 1)).unwrap();
    store.create(&new_game("b", 1)).unwrap();
    assert_eq!(store.append(&id("a"), &keyed(0, "k1", "first")).unwrap(), Appended::Written(1));
    assert_eq!(store.append(&id("a"), &keyed(1, "k2", "second")).unwrap(), Appended::Written(2));
    assert_eq!(store.append(&id("a"), &keyed(0, "k1", "first")).unwrap(), Appended::Already(1));
    assert_eq!(store.append(&id("a"), &keyed(2, "k2", "second")).unwrap(), Appended::Already(2));
    assert_eq!(store.append(&id("b"), &keyed(0, "k1", "another game")).unwrap(), Appended::Written(1));
    let record = store.load(&id("a")).unwrap().record;
    let keys: Vec<_> = record.iter().map(|l| l.key.as_deref()).collect();
    assert_eq!(keys, [Some("k1"), Some("k2")]);
}

fn an_append_may_finish_the_game(store: &impl Store) {
    store.create(&new_game("a", 1)).unwrap();
    let last = Append { status: Some(Status::Finished), notes: Some("won".into()), ..lines(0, &["end"], 2) };
    store.append(&id("a"), &last).unwrap();
    store.append(&id("a"), &lines(1, &["a word after"], 3)).unwrap();
    let info = store.info(&id("a")).unwrap();
    assert_eq!((info.status, info.notes.as_str()), (Status::Finished, "won"));
}

fn an_unknown_game_is_named(store: &impl Store) {
    let (ghost, at) = (id("ghost"), Timestamp(1));
    let snapshot = Snapshot { revision: 0, body: "{}".into(), at };
    let errors = [
        store.append(&ghost, &lines(0, &["x"], 1)).map(drop).unwrap_err(),
        store.load(&ghost).map(drop).unwrap_err(),
        store.info(&ghost).map(drop).unwrap_err(),
        store.set_notes(&ghost, "{}", at).unwrap_err(),
        store.set_status(&ghost, Status::Finished, at).unwrap_err(),
        store.put_snapshot(&ghost, &snapshot).unwrap_err(),
        store.snapshot(&ghost, 0).map(drop).unwrap_err(),
        store.delete(&ghost).unwrap_err(),
        store.set_members(&ghost, &[]).unwrap_err(),
        store.append(&ghost, &lines(0, &[], 1)).map(drop).unwrap_err(),
        store.say(&ghost, &word("red", "hello", 1)).map(drop).unwrap_err(),
        store.words(&ghost).map(drop).unwrap_err(),
    ];
    for error in errors {
        assert!(matches!(&error, StoreError::NoSuchGame { game } if game.as_str() == "ghost"), "{error}");
        assert!(error.to_string().contains("ghost"), "{error}");
    }
}

/// The ids of a page, and where the next one begins.
fn page(
    store: &impl Store,
    whose: Whose,
    after: Option<&str>,
    limit: usize,
) -> (Vec<String>, Option<String>) {
    let listing = store.list(&Page { whose, after: after.map(id), limit }).unwrap();
    assert_eq!(listing.damaged, Vec::<String>::new());
    let ids = listing.games.into_iter().map(|game| game.id.to_string()).collect();
    (ids, listing.next.map(|id| id.to_string()))
}

fn all(store: &impl Store) -> Vec<String> {
    page(store, Whose::All, None, 100).0
}

fn the_list_has_pages_and_members(store: &impl Store) {
    for (name, member) in [("a", "red"), ("b", "red"), ("c", "blue"), ("d", "red"), ("e", "")] {
        let members = if member.is_empty() { vec![] } else { vec![member.to_owned()] };
        store.create(&NewGame { members, ..new_game(name, 1) }).unwrap();
    }
    let red = || Whose::Member("red".into());
    assert_eq!(page(store, red(), None, 2), (vec!["a".into(), "b".into()], Some("b".into())));
    assert_eq!(page(store, red(), Some("b"), 2), (vec!["d".into()], None));
    assert_eq!(page(store, Whose::Nobody, None, 2), (vec!["e".into()], None));
    assert_eq!(page(store, Whose::All, Some("c"), 1), (vec!["d".into()], Some("d".into())));
    store.set_members(&id("e"), &["red".into(), "blue".into(), "red".into()]).unwrap();
    store.set_members(&id("a"), &["blue".into()]).unwrap();
    assert_eq!(page(store, red(), None, 9).0, ["b", "d", "e"]);
    assert_eq!(page(store, Whose::Member("blue".into()), None, 9).0, ["a", "c", "e"]);
    assert_eq!(["red", "blue", "green"].map(|member| store.count(member).unwrap()), [3, 3, 0]);
    assert!(matches!(store.set_members(&id("ghost"), &[]), Err(StoreError::NoSuchGame { .. })));
    store.delete(&id("b")).unwrap();
    assert_eq!(page(store, red(), None, 9).0, ["d", "e"]);
    assert_eq!(store.count("red").unwrap(), 2);
}

fn the_list_has_the_latest_first(store: &impl Store) {
    assert_eq!(all(store), Vec::<String>::new());
    for (name, at) in [("c", 1), ("a", 1), ("b", 2)] {
        store.create(&new_game(name, at)).unwrap();
    }
    store.append(&id("c"), &lines(0, &["x"], 3)).unwrap();
    store.create(&new_game("d", 1)).unwrap();
    assert_eq!(all(store), ["c", "b", "a", "d"]);
}

fn notes_and_status_are_replaced(store: &impl Store) {
    store.create(&new_game("a", 1)).unwrap();
    store.set_notes(&id("a"), r#"{"pace":"pause"}"#, Timestamp(2)).unwrap();
    store.set_status(&id("a"), Status::Abandoned, Timestamp(3)).unwrap();
    let info = store.info(&id("a")).unwrap();
    assert_eq!((info.notes.as_str(), info.status), (r#"{"pace":"pause"}"#, Status::Abandoned));
    assert_eq!((info.updated, info.header.as_str()), (Timestamp(3), r#"{"seed":"1"}"#));
}

fn the_latest_snapshot_counts(store: &impl Store) {
    store.create(&new_game("a", 1)).unwrap();
    store.append(&id("a"), &lines(0, &["0", "1", "2", "3"], 2)).unwrap();
    let snapshot = |revision, body: &str| Snapshot { revision, body: body.into(), at: Timestamp(4) };
    assert_eq!(store.snapshot(&id("a"), 4).unwrap(), None);
    store.put_snapshot(&id("a"), &snapshot(1, "one")).unwrap();
    store.put_snapshot(&id("a"), &snapshot(3, "three")).unwrap();
    store.put_snapshot(&id("a"), &snapshot(3, "three again")).unwrap();
    let body = |at_most| store.snapshot(&id("a"), at_most).unwrap().map(|s| s.body);
    assert_eq!(body(0), None);
    assert_eq!(body(2).as_deref(), Some("one"));
    assert_eq!(body(u64::MAX).as_deref(), Some("three again"));
    let early = store.put_snapshot(&id("a"), &snapshot(5, "not yet")).unwrap_err();
    assert!(matches!(early, StoreError::Invalid { .. }), "{early}");
}

fn deleting_takes_everything(store: &impl Store) {
    store.create(&new_game("a", 1)).unwrap();
    store.append(&id("a"), &keyed(0, "k", "x")).unwrap();
    store.put_snapshot(&id("a"), &Snapshot { revision: 1, body: "s".into(), at: Timestamp(1) }).unwrap();
    store.delete(&id("a")).unwrap();
    assert!(store.load(&id("a")).is_err());
    store.create(&new_game("a", 2)).unwrap();
    assert_eq!(store.snapshot(&id("a"), 9).unwrap(), None);
    assert_eq!(store.append(&id("a"), &keyed(0, "k", "x")).unwrap(), Appended::Written(1));
}

fn texts_come_back_as_they_were(store: &impl Store) {
    let odd = "Ünïcode \u{1F3B2} \"quotes\" '; DROP TABLE games; -- \n\t\u{0}end";
    let game = NewGame { title: odd.into(), header: odd.into(), notes: odd.into(), ..new_game("a", -1) };
    store.create(&game).unwrap();
    store.append(&id("a"), &lines(0, &[odd], i64::MAX)).unwrap();
    let read = store.load(&id("a")).unwrap();
    assert_eq!([&*read.info.title, &*read.info.header, &*read.info.notes], [odd; 3]);
    assert_eq!((read.record[0].line.as_str(), read.record[0].at), (odd, Timestamp(i64::MAX)));
}

fn word(author: &str, text: &str, at: i64) -> Word {
    Word { author: author.into(), text: text.into(), at: Timestamp(at) }
}

fn words_are_kept_in_order_and_the_oldest_go(store: &impl Store) {
    store.create(&new_game("a", 1)).unwrap();
    store.create(&new_game("b", 1)).unwrap();
    assert_eq!(store.words(&id("a")).unwrap(), []);
    assert_eq!(store.say(&id("a"), &word("red", "hello \u{0}", 5)).unwrap(), 0);
    assert_eq!(store.say(&id("b"), &word("red", "elsewhere", 5)).unwrap(), 0);
    assert_eq!(store.say(&id("a"), &word("blue", "hi", 6)).unwrap(), 1);
    assert_eq!(store.words(&id("a")).unwrap(), [word("red", "hello \u{0}", 5), word("blue", "hi", 6)]);
    assert_eq!(store.info(&id("a")).unwrap().updated, Timestamp(1), "talk does not make a game newer");
    for n in 0..MOST_WORDS as i64 {
        assert_eq!(store.say(&id("a"), &word("red", "again", n)).unwrap(), 2 + n as u64);
    }
    let kept = store.words(&id("a")).unwrap();
    assert_eq!((kept.len(), &kept[0]), (MOST_WORDS, &word("red", "again", 0)));
    store.delete(&id("a")).unwrap();
    store.create(&new_game("a", 1)).unwrap();
    assert_eq!(store.words(&id("a")).unwrap(), []);
}

fn an_account_has_a_name_of_its_own_and_sessions(store: &impl Store) {
    let account = |id: &str, name: &str| Account {
        id: id.into(),
        name: name.to_lowercase(),
        shown: name.into(),
        password: "hash".into(),
    };
    let (red, at) = (account("1", "Red"), Timestamp(1));
    assert_eq!(store.account("red").unwrap(), None);
    store.add_account(&red, at).unwrap();
    let taken = store.add_account(&account("2", "RED"), at).unwrap_err();
    assert!(matches!(taken, StoreError::NameTaken { .. }), "{taken}");
    store.add_account(&account("2", "Blue"), at).unwrap();
    assert_eq!(store.account("red").unwrap().as_ref(), Some(&red));
    store.set_password("1", "another").unwrap();
    assert_eq!(store.account("red").unwrap().unwrap().password, "another");
    assert_eq!(store.account("blue").unwrap().unwrap().password, "hash");
    let missing = store.set_password("3", "x").unwrap_err();
    assert!(matches!(missing, StoreError::NoSuchAccount { .. }), "{missing}");
    assert!(matches!(store.add_session("t0", "3", at), Err(StoreError::NoSuchAccount { .. })));
    for (token, account) in [("t1", "1"), ("t2", "1"), ("t3", "2")] {
        store.add_session(token, account, at).unwrap();
    }
    let whose = |token: &str| store.session(token).unwrap().map(|account| account.shown);
    assert_eq!((whose("t1").as_deref(), whose("t3").as_deref()), (Some("Red"), Some("Blue")));
    store.end_session("t1").unwrap();
    store.end_session("t1").unwrap();
    assert_eq!((whose("t1"), whose("t2").as_deref()), (None, Some("Red")));
    store.end_sessions("1").unwrap();
    assert_eq!((whose("t2"), whose("t3").as_deref()), (None, Some("Blue")));
}

/// Of many writers that expect the same revision, exactly one succeeds each time.
fn one_writer_wins<S: Store + 'static>(store: S) {
    let store = Arc::new(store);
    store.create(&new_game("a", 1)).unwrap();
    let writers: Vec<_> = (0..4)
        .map(|writer| {
            let store = Arc::clone(&store);
            thread::spawn(move || {
                let mut won = 0;
                while won < 25 {
                    let expected = store.info(&id("a")).unwrap().revision;
                    match store.append(&id("a"), &lines(expected, &[&format!("{writer}")], 2)) {
                        Ok(_) => won += 1,
                        Err(StoreError::Conflict { .. }) => {}
                        Err(other) => panic!("{other}"),
                    }
                }
            })
        })
        .collect();
    for writer in writers {
        writer.join().unwrap();
    }
    assert_eq!(store.load(&id("a")).unwrap().record.len(), 100);
}

#[test]
fn memory_conforms() {
    conforms(MemoryStore::new);
    one_writer_wins(MemoryStore::new());
}

#[test]
fn sqlite_conforms() {
    let dir = tempfile::tempdir().unwrap();
    let count = std::cell::Cell::new(0);
    let fresh = || {
        count.set(count.get() + 1);
        SqliteStore::open(dir.path().join(count.get().to_string())).unwrap()
    };
    conforms(fresh);
    one_writer_wins(fresh());
}

#[test]
fn postgres_conforms() {
    let Some(server) = Postgres::start() else { return };
    conforms(|| PostgresStore::open(&server.fresh()).unwrap());
    one_writer_wins(PostgresStore::open(&server.fresh()).unwrap());
    a_database_keeps_everything_and_is_migrated_once(&server);
    a_database_of_others_is_left_alone(&server);
}

fn a_database_keeps_everything_and_is_migrated_once(server: &Postgres) {
    let url = server.fresh();
    // Several servers start at once on an empty database.
    let starting: Vec<_> = (0..4)
        .map(|_| {
            let url = url.clone();
            thread::spawn(move || PostgresStore::open(&url).map(drop))
        })
        .collect();
    for start in starting {
        start.join().unwrap().unwrap();
    }
    let store = grognard_store::open(&url).unwrap();
    store.create(&NewGame { lines: vec!["0".into()], ..new_game("a", 1) }).unwrap();
    let before = store.load(&id("a")).unwrap();
    drop(store);
    let store = PostgresStore::open(&url).unwrap();
    assert_eq!(store.load(&id("a")).unwrap(), before);
    assert_eq!(store.check().unwrap().games, 1);
    let schema = url.rsplit("%3D").next().unwrap();
    server.psql(&format!("DELETE FROM {schema}.lines"));
    let damaged = store.load(&id("a")).unwrap_err();
    assert!(matches!(damaged, StoreError::Damaged { .. }), "{damaged}");
    let checked = store.check().unwrap();
    assert!(checked.games == 0 && checked.faults[0].contains("0 lines where 1"), "{checked:?}");
    server.psql(&format!("UPDATE {schema}.games SET status = 'melted'"));
    let listing = store.list(&Page { whose: Whose::All, after: None, limit: 9 }).unwrap();
    assert!(listing.games.is_empty() && listing.damaged[0].contains("melted"), "{listing:?}");
    server.psql(&format!("UPDATE {schema}.grognard_schema SET version = 99"));
    let newer = PostgresStore::open(&url).unwrap_err();
    assert!(matches!(newer, StoreError::NewerSchema { found: 99, .. }), "{newer}");
}

fn a_database_of_others_is_left_alone(server: &Postgres) {
    let url = server.fresh();
    let schema = url.rsplit("%3D").next().unwrap();
    server.psql(&format!("CREATE TABLE {schema}.games (score int)"));
    let foreign = PostgresStore::open(&url).unwrap_err();
    assert!(matches!(foreign, StoreError::NotAStore { .. }), "{foreign}");
    let tables = server.psql(&format!("SELECT count(*) FROM pg_tables WHERE schemaname = '{schema}'"));
    assert_eq!(String::from_utf8_lossy(&tables.stdout).trim(), "1");
    let closed = "postgres://red:sesame@127.0.0.1:1/games";
    let error = PostgresStore::open(closed).unwrap_err().to_string();
    assert!(error.contains("127.0.0.1") && !error.contains("sesame"), "{error}");
    for bad in ["mysql://red:sesame@host/x", "sqlite:", "postgres://host:port/"] {
        let error = grognard_store::open(bad).map(drop).unwrap_err().to_string();
        assert!(error.contains("is no database") && !error.contains("sesame"), "{error}");
    }
}
