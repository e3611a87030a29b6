//! What the embedded store owes its users: nothing acknowledged is lost, and no file of others is touched.
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use grognard_store::{
    Append, GameId, NewGame, Page, STORE_FILE, SqliteStore, Store, StoreError, Timestamp, Whose,
};

const CHILD_DIR: &str = "GROGNARD_STORE_TEST_DIR";

fn game() -> GameId {
    "a".parse().unwrap()
}

fn new_game() -> NewGame {
    let (title, system, mission) = ("t".into(), "s".into(), "m".into());
    let (header, notes) = ("{}".into(), "{}".into());
    NewGame {
        id: game(),
        title,
        system,
        mission,
        header,
        notes,
        lines: vec![],
        members: vec![],
        at: Timestamp(1),
    }
}

fn one(expected: u64) -> Append {
    let lines = vec![format!("line {expected}")];
    Append { expected, key: None, lines, status: None, notes: None, at: Timestamp(1) }
}

#[test]
fn reopening_finds_everything() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(dir.path()).unwrap();
    store.create(&new_game()).unwrap();
    store.append(&game(), &one(0)).unwrap();
    let before = store.load(&game()).unwrap();
    drop(store);
    assert_eq!(SqliteStore::open(dir.path()).unwrap().load(&game()).unwrap(), before);
}

#[test]
fn two_openers_see_each_other() {
    let dir = tempfile::tempdir().unwrap();
    let first = SqliteStore::open(dir.path()).unwrap();
    let second = SqliteStore::open(dir.path()).unwrap();
    first.create(&new_game()).unwrap();
    second.append(&game(), &one(0)).unwrap();
    assert!(matches!(first.append(&game(), &one(0)), Err(StoreError::Conflict { actual: 1, .. })));
    assert_eq!(first.load(&game()).unwrap().record.len(), 1);
}

/// Not a test of its own: the process that is killed. It appends and says so until it dies.
#[test]
fn child_that_appends_until_killed() {
    let Some(dir) = env::var_os(CHILD_DIR) else { return };
    let store = SqliteStore::open(PathBuf::from(dir)).unwrap();
    let mut out = std::io::stdout();
    for expected in store.info(&game()).unwrap().revision.. {
        let revision = store.append(&game(), &one(expected)).unwrap().revision();
        writeln!(out, "acknowledged {revision}").unwrap();
        out.flush().unwrap();
    }
}

#[test]
fn a_killed_process_loses_nothing_it_acknowledged() {
    let dir = tempfile::tempdir().unwrap();
    SqliteStore::open(dir.path()).unwrap().create(&new_game()).unwrap();
    for round in 0..4 {
        let mut child = Command::new(env::current_exe().unwrap())
            .args(["--exact", "child_that_appends_until_killed", "--nocapture", "--test-threads=1"])
            .env(CHILD_DIR, dir.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let acknowledged =
            |line: String| line.split_once("acknowledged ").map(|(_, n)| n.parse::<u64>().unwrap());
        let heard: Vec<u64> =
            lines.by_ref().map(|line| line.unwrap()).filter_map(acknowledged).take(40 + 7 * round).collect();
        child.kill().unwrap();
        // What it still said between our last look and its death counts too, but a last line may be cut short.
        let late =
            lines.map_while(Result::ok).filter(|line| line.len() > "acknowledged ".len()).count() as u64;
        child.wait().unwrap();
        let last = heard.last().unwrap() + late.saturating_sub(1);

        let kept = SqliteStore::open(dir.path()).unwrap().load(&game()).unwrap();
        assert!(kept.info.revision >= last, "{} kept of {last} acknowledged", kept.info.revision);
        for line in &kept.record {
            assert_eq!(line.line, format!("line {}", line.number));
        }
    }
}

fn everything() -> Page {
    Page { whose: Whose::All, after: None, limit: 100 }
}

fn error_of(dir: &Path) -> StoreError {
    SqliteStore::open(dir).expect_err("should be refused")
}

#[test]
fn a_file_of_another_kind_is_refused_and_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join(STORE_FILE);
    let text = "a shopping list, long enough to be no empty database: milk, bread, dice\n".repeat(20);
    fs::write(&file, &text).unwrap();
    let error = error_of(dir.path());
    assert!(matches!(error, StoreError::NotAStore { .. }), "{error}");
    assert!(error.to_string().contains(STORE_FILE), "{error}");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}

#[test]
fn another_programs_database_is_refused_and_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join(STORE_FILE);
    let other = rusqlite::Connection::open(&file).unwrap();
    other.execute_batch("CREATE TABLE recipes (name TEXT)").unwrap();
    drop(other);
    let before = fs::read(&file).unwrap();
    let error = error_of(dir.path());
    assert!(matches!(error, StoreError::NotAStore { .. }), "{error}");
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[test]
fn a_newer_schema_is_refused_with_both_numbers() {
    let dir = tempfile::tempdir().unwrap();
    drop(SqliteStore::open(dir.path()).unwrap());
    let file = rusqlite::Connection::open(dir.path().join(STORE_FILE)).unwrap();
    file.pragma_update(None, "user_version", 99).unwrap();
    drop(file);
    let error = error_of(dir.path());
    assert!(matches!(error, StoreError::NewerSchema { found: 99, .. }), "{error}");
    assert!(error.to_string().contains("schema 99"), "{error}");
}

#[test]
fn a_place_that_cannot_be_written_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("not-a-directory");
    fs::write(&file, "").unwrap();
    for place in [file.clone(), file.join("below")] {
        let error = error_of(&place);
        assert!(matches!(error, StoreError::Directory { .. }), "{error}");
        assert!(error.to_string().contains("not-a-directory"), "{error}");
    }
}

#[test]
fn a_missing_line_is_damage_not_a_shorter_game() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(dir.path()).unwrap();
    store.create(&new_game()).unwrap();
    for n in 0..3 {
        store.append(&game(), &one(n)).unwrap();
    }
    let file = rusqlite::Connection::open(store.path()).unwrap();
    file.execute("DELETE FROM lines WHERE number = 1", []).unwrap();
    let error = store.load(&game()).unwrap_err();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
}

#[test]
fn a_file_cut_short_gives_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(dir.path()).unwrap();
    store.create(&new_game()).unwrap();
    drop(store);
    let file = dir.path().join(STORE_FILE);
    let bytes = fs::read(&file).unwrap();
    for keep in [1, 50, 100, 5000, bytes.len() - 4096] {
        fs::write(&file, &bytes[..keep]).unwrap();
        let outcome = SqliteStore::open(dir.path()).and_then(|store| store.list(&everything()).map(drop));
        assert!(outcome.is_err(), "{keep} bytes of {} were taken for a store", bytes.len());
    }
}

#[test]
fn an_empty_file_is_not_a_new_store() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join(STORE_FILE), "").unwrap();
    let error = error_of(dir.path());
    assert!(error.to_string().contains("is empty"), "{error}");
    assert_eq!(fs::read(dir.path().join(STORE_FILE)).unwrap(), b"");
}

#[test]
fn a_new_store_is_whole_at_once_and_leaves_nothing_beside_it() {
    let dir = tempfile::tempdir().unwrap();
    let starts: Vec<_> = (0..4)
        .map(|_| {
            let dir = dir.path().to_owned();
            std::thread::spawn(move || SqliteStore::open(dir).map(drop))
        })
        .collect();
    for start in starts {
        start.join().unwrap().unwrap();
    }
    let names: Vec<_> = fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(names.iter().all(|name| !name.to_string_lossy().contains(".new")), "{names:?}");
}

#[test]
fn one_damaged_row_does_not_break_the_list() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(dir.path()).unwrap();
    for name in ["a", "b", "c"] {
        store.create(&NewGame { id: name.parse().unwrap(), ..new_game() }).unwrap();
    }
    let file = rusqlite::Connection::open(store.path()).unwrap();
    file.execute("UPDATE games SET status = 'melted' WHERE id = 'b'", []).unwrap();
    let listing = store.list(&everything()).unwrap();
    let ids: Vec<_> = listing.games.iter().map(|game| game.id.as_str()).collect();
    assert_eq!(ids, ["a", "c"]);
    assert!(listing.damaged[0].contains("melted"), "{:?}", listing.damaged);
    let checked = grognard_store::check(dir.path()).unwrap();
    assert_eq!((checked.games, checked.faults.len()), (2, 1), "{checked:?}");
}

#[test]
fn a_damaged_page_is_found_at_the_start() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(dir.path()).unwrap();
    store.create(&new_game()).unwrap();
    for n in 0..200 {
        store.append(&game(), &one(n)).unwrap();
    }
    drop(store);
    let file = dir.path().join(STORE_FILE);
    let mut bytes = fs::read(&file).unwrap();
    let end = bytes.len();
    bytes[end - 4096..].fill(0x5a);
    fs::write(&file, &bytes).unwrap();
    let error = error_of(dir.path());
    assert!(error.to_string().contains("damaged") || error.to_string().contains("malformed"), "{error}");
}

#[test]
fn a_backup_is_taken_while_the_store_is_in_use_and_comes_back() {
    let dir = tempfile::tempdir().unwrap();
    let copy = dir.path().join("copy.sqlite");
    let store = SqliteStore::open(dir.path()).unwrap();
    store.create(&new_game()).unwrap();
    store.append(&game(), &one(0)).unwrap();
    let checked = grognard_store::backup(dir.path(), &copy).unwrap();
    assert_eq!((checked.games, checked.faults.len()), (1, 0));
    assert!(grognard_store::backup(dir.path(), &copy).is_err(), "an earlier backup is not overwritten");
    store.append(&game(), &one(1)).unwrap();
    drop(store);
    let (checked, aside) = grognard_store::restore(dir.path(), &copy).unwrap();
    assert_eq!(checked.games, 1);
    assert!(aside.unwrap().is_file(), "what was there is kept");
    let store = SqliteStore::open(dir.path()).unwrap();
    assert_eq!(store.load(&game()).unwrap().record.len(), 1);
    fs::write(&copy, "no store").unwrap();
    assert!(grognard_store::restore(dir.path(), &copy).is_err());
    assert_eq!(store.load(&game()).unwrap().record.len(), 1);
}

/// A commit that many share: whatever one of them does wrong, the others are kept, and none is told before the disk has it.
#[test]
fn changes_made_together_do_not_spoil_each_other() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(dir.path()).unwrap();
    let name = |n: usize| format!("game-{n}").parse::<GameId>().unwrap();
    for n in 0..8 {
        store.create(&NewGame { id: name(n), ..new_game() }).unwrap();
    }
    std::thread::scope(|scope| {
        for n in 0..8 {
            let (store, game) = (&store, name(n));
            scope.spawn(move || {
                for round in 0..40 {
                    assert_eq!(store.append(&game, &one(round)).unwrap().revision(), round + 1);
                    // Half of them also ask for what is refused, in the same commits.
                    if n % 2 == 0 {
                        let late = Append { lines: vec!["wrong".into(), "too".into()], ..one(round) };
                        assert!(matches!(store.append(&game, &late), Err(StoreError::Conflict { .. })));
                        assert!(matches!(
                            store.create(&NewGame { id: game.clone(), ..new_game() }),
                            Err(StoreError::GameExists { .. })
                        ));
                    }
                }
            });
        }
    });
    // Another reader sees only what is committed.
    let other = SqliteStore::open(dir.path()).unwrap();
    for n in 0..8 {
        let kept = other.load(&name(n)).unwrap();
        assert_eq!(kept.record.len(), 40);
        assert!(kept.record.iter().all(|line| line.line == format!("line {}", line.number)));
    }
}

/// Many answers cost few synced commits: counted in the frames of the write-ahead log.
#[test]
fn answers_that_wait_together_share_a_commit() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(dir.path()).unwrap();
    let games: Vec<GameId> = (0..32).map(|n| format!("game-{n}").parse().unwrap()).collect();
    for id in &games {
        store.create(&NewGame { id: id.clone(), ..new_game() }).unwrap();
    }
    let commits = |dir: &Path| {
        let log = fs::read(dir.join(format!("{STORE_FILE}-wal"))).unwrap();
        // Each frame has 24 bytes before its page of 4096; the last one of a commit says how long the file is then.
        log[32..].chunks_exact(24 + 4096).filter(|frame| frame[4..8] != [0; 4]).count()
    };
    // A reader that stays keeps the log from beginning again at its start, which would hide commits.
    let reader = rusqlite::Connection::open(dir.path().join(STORE_FILE)).unwrap();
    reader.execute_batch("BEGIN; SELECT count(*) FROM games").unwrap();
    let before = commits(dir.path());
    std::thread::scope(|scope| {
        for id in &games {
            let store = &store;
            scope.spawn(move || {
                for round in 0..10 {
                    store.append(id, &one(round)).unwrap();
                }
            });
        }
    });
    let commits = commits(dir.path()) - before;
    assert!(commits < 320 / 2, "{commits} commits for 320 answers");
}
