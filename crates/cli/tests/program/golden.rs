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

/// The seed of the games written.
const SEED: u64 = 40;

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
    (0..game.seats().len() as u64).map(|seat| BotSeat::new(name, SEED + seat)).collect()
}

/// The best player that plays from rules alone.
fn player(system: &dyn System) -> &'static str {
    let names: Vec<_> = system.bots().into_iter().map(|(name, _)| name).collect();
    if names.contains(&"scripted") { "scripted" } else { "random" }
}

/// Writes a finished record and a save in the middle of an activity, for every mission.
fn write(system: &dyn System) {
    let folder = golden(system);
    std::fs::create_dir_all(&folder).expect("the folder of the golden games can be written");
    for (mission, setup) in missions(&system.form()) {
        let file = |ending: &str| folder.join(format!("{mission}-{}.{ending}", env!("CARGO_PKG_VERSION")));
        let mut game =
            system.start(&setup, Secret::from_number(SEED), Vec::new()).expect("a mission can be started");
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
        std::fs::write(file("jsonl"), game.record(true).to_text()).expect("a golden record can be written");
        let middle = middle.expect("some activity asks twice");
        std::fs::write(file("save.json"), middle.to_string() + "\n").expect("a golden save can be written");
    }
}

#[test]
fn golden_games_are_as_they_were() {
    for system in systems() {
        if std::env::var_os(WRITE).is_some() {
            write(&*system);
        }
        let (records, saves) = (files(&*system, ".jsonl"), files(&*system, ".save.json"));
        for (path, text) in &records {
            let record = Record::parse(text).unwrap_or_else(|why| panic!("{path}: {why}"));
            let why = "if the rules were changed on purpose, `cargo xtask golden` writes it anew";
            let game = system.replay(&record).unwrap_or_else(|error| panic!("{path}: {error}; {why}"));
            assert!(game.over().is_some(), "{path}: the game has no end");
            assert_eq!(game.record(true).to_text(), *text, "{path}: the record is written otherwise now");
        }
        for (path, text) in &saves {
            let save: Value = serde_json::from_str(text).unwrap_or_else(|why| panic!("{path}: {why}"));
            let mut game = system.load(&save).unwrap_or_else(|why| panic!("{path}: {why}"));
            let again = game.save();
            assert!(
                again["start"] == save["start"] && again["dice"] == save["dice"],
                "{path}: begins elsewhere"
            );
            assert_eq!(again["hash"], save["hash"], "{path}: the pending decision is another");
            let mut bots = players(&*game, "random");
            while step(&mut *game, &mut bots) {}
            assert!(game.over().is_some(), "{path}: the game does not end");
        }
        println!("{}: {} records, {} saves", system.id(), records.len(), saves.len());
    }
}

/// The two systems this check was written for have their games.
#[test]
fn there_are_golden_games() {
    for system in systems().into_iter().filter(|system| ["space-hulk", "example"].contains(&system.id())) {
        assert!(!files(&*system, ".jsonl").is_empty(), "{} has no golden record", system.id());
        assert!(!files(&*system, ".save.json").is_empty(), "{} has no golden save", system.id());
    }
}
