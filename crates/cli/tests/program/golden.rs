//! Games that earlier builds left in `tests/golden`: the records verify, the saves load in the middle of an activity
//! and go on. `cargo xtask golden` writes those of this version.

use std::path::{Path, PathBuf};

use grognard_cli::args::Overrides;
use grognard_cli::registry::Registry;
use grognard_cli::setup::missions;
use grognard_engine::dice::Secret;
use grognard_engine::erased::{BotSeat, DynGame, System};
use grognard_engine::record::{Origin, Record};
use serde_json::Value;

/// Set by `cargo xtask golden`: write the games of this version before looking at them.
const WRITE: &str = "GROGNARD_WRITE_GOLDEN";

/// More answers than any game takes.
const CAP: u32 = 20_000;

/// Seeds tried for a game that is long enough to be kept.
const SEEDS: u64 = 200;

/// The version whose games are written.
const VERSION: &str = env!("CARGO_PKG_VERSION");

fn golden(system: &dyn System) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden").join(system.id())
}

fn systems() -> Vec<Box<dyn System>> {
    let registry = Registry::open(&Overrides::default()).expect("nothing was given to open");
    registry.systems().expect("the embedded systems load")
}

/// The files of a system's folder with this ending, each with its text.
fn files(system: &dyn System, ending: &str) -> Vec<(String, String)> {
    let entries = std::fs::read_dir(golden(system)).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.to_string_lossy().ends_with(ending));
    paths.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a file of the repository can be read");
        (path.display().to_string(), text)
    };
    paths.into_iter().map(read).collect()
}

/// One answer by a computer player; false when the game is over.
fn step(game: &mut dyn DynGame, bots: &mut [BotSeat]) -> bool {
    let Some(seat) = game.waits_for().first().copied() else { return false };
    assert!(game.answers() < CAP, "no end within {CAP} answers");
    let text = game.bot_answer(seat, &mut bots[seat.index()]).expect("a computer player has an answer");
    game.answer(seat, &text, Origin::Bot).expect("a computer player's answer is taken");
    true
}

fn players(game: &dyn DynGame, name: &str) -> Vec<BotSeat> {
    (0..game.seats().len() as u64).map(|seat| BotSeat::new(name, seat)).collect()
}

/// The best player that plays from rules alone.
fn player(system: &dyn System) -> &'static str {
    let names: Vec<_> = system.bots().into_iter().map(|(name, _)| name).collect();
    if names.contains(&"scripted") { "scripted" } else { "random" }
}

/// A finished game and a save from the middle of one of its activities; none where the game was over too soon.
fn played(system: &dyn System, setup: &Value, seed: u64) -> Option<(Record, Value)> {
    let mut game =
        system.start(setup, Secret::from_number(seed), Vec::new()).expect("a mission can be started");
    let mut bots = players(&*game, player(system));
    let mut middle = None;
    let mut before = game.save();
    while step(&mut *game, &mut bots) {
        let save = game.save();
        // An answer that left the activity where it began is one in its middle.
        let same = |key: &str| save[key] == before[key];
        if game.over().is_none() && game.turn() > 1 && same("start") && same("dice") {
            middle.get_or_insert_with(|| save.clone());
        }
        before = save;
    }
    (game.turn() > 2).then_some((game.record(true), middle?))
}

/// Writes a finished record and a save for every mission.
fn write(system: &dyn System) {
    let folder = golden(system);
    std::fs::create_dir_all(&folder).expect("the folder of the golden games can be written");
    for (mission, setup) in missions(&system.form()) {
        let file = |ending: &str| folder.join(format!("{mission}-{VERSION}.{ending}"));
        let game = (0..SEEDS).find_map(|seed| played(system, &setup, seed));
        let (record, save) = game.expect("some game goes on for some turns");
        std::fs::write(file("jsonl"), record.to_text()).expect("a golden record can be written");
        std::fs::write(file("save.json"), save.to_string() + "\n").expect("a golden save can be written");
    }
}

/// A record of this version verifies to the letter; an older one does where its data are still the same.
fn check_record(system: &dyn System, path: &str, text: &str) {
    let record = Record::parse(text).unwrap_or_else(|why| panic!("{path}: {why}"));
    let fresh = system.start(&record.header.setup, Secret::from_number(0), Vec::new());
    let same_data = fresh.is_ok_and(|fresh| fresh.record(false).header.data == record.header.data);
    if record.header.version != VERSION && !same_data {
        return;
    }
    let why = "if the rules were changed on purpose, `cargo xtask golden` writes it anew";
    let game = system.replay(&record).unwrap_or_else(|error| panic!("{path}: {error}; {why}"));
    assert!(game.over().is_some(), "{path}: the game has no end");
    assert_eq!(game.record(true).to_text(), *text, "{path}: the record is written otherwise now");
}

/// A save goes on to the end of its game; one of this version at the very decision where it was made.
fn check_save(system: &dyn System, path: &str, text: &str) {
    let save: Value = serde_json::from_str(text).unwrap_or_else(|why| panic!("{path}: {why}"));
    let mut game = system.load(&save).unwrap_or_else(|why| panic!("{path}: {why}"));
    let again = game.save();
    assert_eq!(again["start"], save["start"], "{path}: the activity begins elsewhere");
    if save["header"]["version"] == VERSION {
        let why = "if the rules were changed on purpose, `cargo xtask golden` writes it anew";
        assert_eq!(again["hash"], save["hash"], "{path}: the pending decision is another; {why}");
    }
    let mut bots = players(&*game, "random");
    while step(&mut *game, &mut bots) {}
    assert!(game.over().is_some(), "{path}: the game does not end");
}

#[test]
fn golden_games_are_as_they_were() {
    for system in systems() {
        if std::env::var_os(WRITE).is_some() {
            write(&*system);
        }
        let (records, saves) = (files(&*system, ".jsonl"), files(&*system, ".save.json"));
        // Systems that are still being built come in with their first `cargo xtask golden`.
        let expected = ["space-hulk", "example"].contains(&system.id());
        assert!(!expected || !records.is_empty() && !saves.is_empty(), "{} has no golden games", system.id());
        for (path, text) in &records {
            check_record(&*system, path, text);
        }
        for (path, text) in &saves {
            check_save(&*system, path, text);
        }
        println!("{}: {} records, {} saves", system.id(), records.len(), saves.len());
    }
}
