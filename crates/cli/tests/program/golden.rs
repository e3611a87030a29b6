//! Games that earlier builds left in `tests/golden`: the records verify, the saves load in the middle of an activity
//! and go on. `cargo xtask golden` writes those of this version.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use grognard_cli::args::Overrides;
use grognard_cli::registry::Registry;
use grognard_cli::setup::missions;
use grognard_engine::SeatId;
use grognard_engine::dice::Secret;
use grognard_engine::erased::{BotSeat, DynGame, System};
use grognard_engine::record::{Line, Origin, Record};
use serde_json::Value;

/// Set by `cargo xtask golden`: write the games of this version before looking at them.
const WRITE: &str = "GROGNARD_WRITE_GOLDEN";

/// More answers than any game takes.
const CAP: u32 = 20_000;

/// Seeds tried for a game that is long enough to be kept.
const SEEDS: u64 = 200;

/// So many entries of a log share a print.
const PRINTED: usize = 100;

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

/// Writes a finished record, a print of its log and a save for every mission.
fn write(system: &dyn System) {
    let folder = golden(system);
    std::fs::create_dir_all(&folder).expect("the folder of the golden games can be written");
    for (mission, setup) in missions(&system.form()) {
        let file = |ending: &str| folder.join(format!("{mission}-{VERSION}.{ending}"));
        let game = (0..SEEDS).find_map(|seed| played(system, &setup, seed));
        let (record, save) = game.expect("some game goes on for some turns");
        std::fs::write(file("jsonl"), record.to_text()).expect("a golden record can be written");
        std::fs::write(file("save.json"), save.to_string() + "\n").expect("a golden save can be written");
        let transcript = play_answers(system, &record).expect("a game that was just played can be played").0;
        std::fs::write(file("log"), prints(&transcript)).expect("the print of a log can be written");
    }
}

/// Plays the answers of a record without looking at its marks, which hold prints of states; the transcript, and the game.
fn play_answers(system: &dyn System, record: &Record) -> Result<(Vec<String>, Box<dyn DynGame>), String> {
    let secret = record.header.secret.as_deref().and_then(Secret::from_hex).ok_or("it has no secret")?;
    let mut game = system.start(&record.header.setup, secret, record.header.nonces.clone())?;
    for (index, line) in record.lines.iter().enumerate() {
        let number = |name: &str| {
            let found = game.seats().iter().position(|seat| seat.id == name);
            SeatId(found.expect("golden games name seats that exist") as u8)
        };
        let taken = match line {
            Line::Answer { seat, answer, by } => game.answer(number(seat), answer, *by),
            Line::Aside { seat, aside, by } => game.aside(number(seat), aside, *by),
            Line::Undo { .. } | Line::Turn { .. } | Line::Over { .. } => Ok(()),
        };
        taken.map_err(|why| format!("line {}: {why}", index + 2))?;
    }
    Ok((game.transcript(), game))
}

/// A print of every hundred lines of a transcript: enough to say where two games part.
fn prints(transcript: &[String]) -> String {
    let print = |(at, lines): (usize, &[String])| {
        format!(
            "{} {:016x}\n",
            at * PRINTED + lines.len(),
            xxhash_rust::xxh3::xxh3_64(lines.join("\n").as_bytes())
        )
    };
    transcript.chunks(PRINTED).enumerate().map(print).collect()
}

/// The games of older versions that a fixed rule plays otherwise, each with the rules.
fn changed() -> BTreeMap<String, Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/changed.json");
    let text = std::fs::read_to_string(path).expect("the list of changed games can be read");
    serde_json::from_str(&text).expect("it is a table of games and rules")
}

/// A record plays the same answers, dice and events as when it was written. A record of this version verifies to the
/// letter.
fn check_record(system: &dyn System, text: &str, log: &str) -> Result<(), String> {
    let record = Record::parse(text).map_err(|why| why.to_string())?;
    if record.header.version == VERSION {
        let why = "if the rules were changed on purpose, `cargo xtask golden` writes it anew";
        let game = system.replay(&record).map_err(|error| format!("{error}; {why}"))?;
        if game.record(true).to_text() != *text {
            return Err(format!("the record is written otherwise now; {why}"));
        }
    }
    let (transcript, game) = play_answers(system, &record)?;
    let now = prints(&transcript);
    if let Some(at) = log.lines().zip(now.lines()).position(|(then, now)| then != now) {
        return Err(format!("the log differs within entries {} to {}", at * PRINTED, (at + 1) * PRINTED));
    }
    match (log == now, game.over().is_some()) {
        (false, _) => Err("the log has another length".to_owned()),
        (true, false) => Err("the game has no end".to_owned()),
        (true, true) => Ok(()),
    }
}

/// A save goes on to the end of its game; one of this version at the very decision where it was made.
fn check_save(system: &dyn System, path: &str, text: &str) {
    let save: Value = serde_json::from_str(text).unwrap_or_else(|why| panic!("{path}: {why}"));
    let mut game = system.load(&save).unwrap_or_else(|why| panic!("{path}: {why}"));
    if save["header"]["version"] == VERSION {
        let again = game.save();
        let why = "if the rules were changed on purpose, `cargo xtask golden` writes it anew";
        assert_eq!(again["start"], save["start"], "{path}: the activity begins elsewhere");
        assert_eq!(again["hash"], save["hash"], "{path}: the pending decision is another; {why}");
    }
    let mut bots = players(&*game, "random");
    while step(&mut *game, &mut bots) {}
    assert!(game.over().is_some(), "{path}: the game does not end");
}

#[test]
fn golden_games_are_as_they_were() {
    let changed = changed();
    let changelog = include_str!("../../../../CHANGELOG.md");
    for (game, rules) in &changed {
        for rule in rules {
            assert!(
                changelog.contains(rule.as_str()),
                "{game} changed by {rule}, which the changelog does not name"
            );
        }
    }
    let mut wrong = Vec::new();
    for system in systems() {
        // What cannot be played has no games to keep.
        if std::env::var_os(WRITE).is_some() && !system.form().fields.is_empty() {
            write(&*system);
        }
        let (records, saves) = (files(&*system, ".jsonl"), files(&*system, ".save.json"));
        // Systems that are still being built come in with their first `cargo xtask golden`.
        let expected = ["space-hulk", "example"].contains(&system.id());
        assert!(!expected || !records.is_empty() && !saves.is_empty(), "{} has no golden games", system.id());
        let mut same = 0;
        for (path, text) in &records {
            let stem = Path::new(path)
                .file_stem()
                .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
            let log =
                std::fs::read_to_string(path.replace(".jsonl", ".log")).expect("a golden record has its log");
            let name = format!("{}/{stem}", system.id());
            match (check_record(&*system, text, &log), changed.contains_key(&name)) {
                (Ok(()), false) => same += 1,
                (Ok(()), true) => {
                    wrong.push(format!("{name} plays as before and need not be listed as changed"));
                }
                (Err(what), false) => wrong.push(format!("{name}: {what}")),
                // A fixed rule plays it otherwise now; it can still be read.
                (Err(_), true) => drop(Record::parse(text).unwrap_or_else(|why| panic!("{name}: {why}"))),
            }
        }
        for (path, text) in &saves {
            check_save(&*system, path, text);
        }
        println!("{}: {same} of {} records play the same, {} saves", system.id(), records.len(), saves.len());
    }
    let why =
        "if a rule was fixed, name the game and the rule in tests/golden/changed.json and in the changelog";
    assert!(wrong.is_empty(), "{why}:\n{}", wrong.join("\n"));
}
