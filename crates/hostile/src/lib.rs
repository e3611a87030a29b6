//! Everything that comes from outside, read as if somebody meant harm: no input may panic or hang.
//!
//! Each function takes bytes, reads them the way the program does, and plays a little with what was accepted:
//! a reader that lets nonsense through has only put the panic off. The fuzz targets in `fuzz/` and the test of
//! this crate call the same functions. Errors are fine here; only panics count.
//!
//! Records, saves and cases name their system. Where an input does not (data files, answers), its first line does.

pub mod seeds;
pub mod systems;

use std::sync::OnceLock;

use grognard_engine::client::{Query, SetupInput};
use grognard_engine::data::{DataFiles, Patch};
use grognard_engine::dice::Secret;
use grognard_engine::document::Source;
use grognard_engine::erased::{DynGame, Registration, System};
use grognard_engine::record::{Origin, Record};
use grognard_engine::rng::SplitMix;
use grognard_engine::{SeatId, Viewer};
use grognard_server::protocol::ClientMessage;
use grognard_space_hulk::SYSTEM;
use serde_json::{Value, json};

/// Answers given to a game that was accepted.
const ANSWERS: usize = 12;
/// Lines read of an input for a question of a system beside Space Hulk: each is asked about and answered in many ways.
const LINES: usize = 4;
/// The mission whose file is replaced.
const MISSION: &str = "missions/boarding-lock.toml";

/// Space Hulk as it comes with the program: where an input names no system, it is read as one of its.
pub fn system() -> &'static dyn System {
    static LOADED: OnceLock<Box<dyn System>> = OnceLock::new();
    &**LOADED.get_or_init(|| SYSTEM.system().expect("the embedded data is tested"))
}

fn named_or_first(id: &str) -> &'static dyn System {
    systems::named(id).unwrap_or_else(system)
}

/// The data files without the catalogue and all missions but one: they are read again for every input.
fn few_files() -> DataFiles {
    let skipped =
        |path: &str| path.starts_with("rules/") || (path.starts_with("missions/") && path != MISSION);
    let kept: Vec<_> = (SYSTEM.embedded)().iter().copied().filter(|(path, _)| !skipped(path)).collect();
    DataFiles::embedded(&kept)
}

/// The record of a game: read, played again, and gone on with.
pub fn records(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(record) = Record::parse(text) else { return };
    if let Ok(game) = named_or_first(&record.header.system).replay(&record) {
        play_on(game, bytes.len() as u64);
    }
}

/// A save: loaded and gone on with.
pub fn saves(bytes: &[u8]) {
    let Ok(save) = serde_json::from_slice::<Value>(bytes) else { return };
    let system = save["header"]["system"].as_str().unwrap_or_default();
    if let Ok(game) = named_or_first(system).load(&save) {
        play_on(game, bytes.len() as u64);
    }
}

/// The file of a mission in place of one that came with the program.
pub fn missions(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut files = few_files();
    files.insert(MISSION, text);
    if let Ok(system) = (SYSTEM.load)(files) {
        begin(&*system, bytes.len() as u64);
    }
}

/// System and a word in the first line of an input, and what follows.
fn headed(text: &str) -> (Option<(&str, &str)>, &str) {
    let (head, rest) = text.split_once('\n').unwrap_or((text, ""));
    let head = head.split_once(' ').filter(|(id, _)| systems::ALL.iter().any(|system| system.id == *id));
    (head, rest)
}

/// A data file in place of the one that came with the program: system and path in the first line, then the file.
pub fn data(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (Some((id, path)), text) = headed(text) else { return };
    let Some(registration) = systems::ALL.into_iter().find(|system| system.id == id) else { return };
    let mut files = systems::files(registration);
    files.insert(path, text);
    load(registration, files, bytes.len() as u64);
}

/// A document on its way through its editor: as a file, or as fields. Before it may stand a line with system and kind;
/// without, it is tried as every document of Space Hulk.
pub fn documents(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (head, rest) = headed(text);
    let (system, only, text) = match head {
        Some((id, kind)) => (named_or_first(id), Some(kind), rest),
        None => (system(), None, text),
    };
    let fields = serde_json::from_str::<Value>(text).ok();
    for kind in system.documents("en") {
        if only.is_some_and(|only| only != kind.id) {
            continue;
        }
        if let Some(value) = &fields {
            let _ = system.document("en", &kind.id, &Source::Value(value.clone()));
            continue;
        }
        let read = system.document("de", &kind.id, &Source::Text(text.to_owned()));
        let Some(value) = read.ok().and_then(|document| document.value) else { continue };
        let _ = system.document("en", &kind.id, &Source::Value(value));
    }
}

/// The file of the numbers.
pub fn numbers(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut files = few_files();
    files.insert("numbers.toml", text);
    if let Ok(system) = (SYSTEM.load)(files) {
        begin(&*system, bytes.len() as u64);
    }
}

/// A patch over the numbers of the system it names.
pub fn patches(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(patch) = Patch::parse("fuzzed.toml", text) else { return };
    if let Some(registration) = systems::ALL.into_iter().find(|system| system.id == patch.base)
        && registration.id != SYSTEM.id
    {
        let mut files = systems::files(registration);
        files.add_patch(patch);
        return load(registration, files, bytes.len() as u64);
    }
    let mut files = few_files();
    files.add_patch(patch);
    if let Ok(system) = (SYSTEM.load)(files) {
        begin(&*system, bytes.len() as u64);
    }
}

/// A rule case.
pub fn cases(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let id = text.lines().find_map(|line| line.trim().strip_prefix("system "));
    let _ = named_or_first(id.unwrap_or_default().trim()).run_case("fuzzed", text);
}

/// A message of a client. A question in it is put to a game: of the system whose name, with the number of a question, stands
/// in a line before it, or of Space Hulk.
pub fn messages(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (game, text) = asked(text);
    let Ok(ClientMessage::Query { query, .. }) = serde_json::from_str(text) else { return };
    // These play on with the computer in all seats: nothing of them comes from the message.
    if !matches!(query, Query::Advice | Query::Arrangement) {
        ask(&*game, &query);
    }
}

/// The game at a question that is named in a text's first line, and the text after it; else one of Space Hulk.
fn asked(text: &str) -> (Box<dyn DynGame>, &str) {
    let (head, rest) = headed(text);
    let found = head.and_then(|(id, number)| {
        let number: usize = number.parse().unwrap_or_default();
        let at = |all: &[systems::Question]| all.get(number % all.len().max(1)).map(systems::Question::game);
        systems::with_questions(id, at).flatten()
    });
    found.map_or_else(|| (opened(), text), |game| (game, rest))
}

/// An answer, or a remark beside the answers: a line each, the game going on in between. Before it may stand a line with
/// the system and the number of a question of its.
pub fn answers(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let lines = if headed(text).0.is_some() { LINES } else { ANSWERS };
    let (mut game, text) = asked(text);
    let mut mix = SplitMix::new(bytes.len() as u64);
    for line in text.lines().take(lines) {
        if let Some(seat) = game.waits_for().first().copied() {
            let text = line.to_owned();
            let viewer = Viewer::Seat(seat);
            let _ = game.query(viewer, &Query::WhyNot { text: text.clone() });
            let _ = game.query(viewer, &Query::Odds { text: text.clone() });
            let _ = game.query(viewer, &Query::Ways { text: text.clone() });
            let _ = game.query(viewer, &Query::Under { text });
        }
        for seat in [SeatId(0), SeatId(1), SeatId(200)] {
            if let Err(rejected) = game.answer(seat, line, Origin::Player) {
                let _ = game.explain(&rejected);
            }
        }
        let _ = game.aside(SeatId(mix.below(2) as u8), line, Origin::Host);
        step(&mut *game, &mut mix);
    }
    for viewer in [Viewer::Spectator, Viewer::Seat(SeatId(0)), Viewer::Seat(SeatId(1))] {
        let _ = (game.scene(viewer), game.prompt(viewer));
    }
}

/// A game some way in.
fn opened() -> Box<dyn DynGame> {
    static GAME: OnceLock<Value> = OnceLock::new();
    let save = GAME.get_or_init(|| played("boarding-lock", 1, 60).save());
    system().load(save).expect("a save that was just made loads")
}

/// A random game of Space Hulk with so many answers, as a source of valid inputs.
pub fn played(mission: &str, seed: u64, answers: usize) -> Box<dyn DynGame> {
    let mission = json!({ "mission": mission });
    systems::played(system(), &mission, seed, answers).expect("the embedded missions start")
}

/// Loads a system of changed files and plays a little.
fn load(registration: &Registration, files: DataFiles, seed: u64) {
    let Ok(system) = (registration.load)(files) else { return };
    let setups = systems::setups(&*system);
    let Some(setup) = setups.get(seed as usize % setups.len().max(1)) else { return };
    if let Ok(game) = system.start(setup, Secret::from_number(seed), Vec::new()) {
        play_on(game, seed);
    }
    for kind in system.documents("en") {
        let _ = system.document("en", &kind.id, &Source::Text(String::new()));
    }
}

/// Starts every mission of a system and plays a little.
fn begin(system: &dyn System, seed: u64) {
    let form = system.form();
    let Some(SetupInput::Choice { choices, .. }) = form.fields.first().map(|field| &field.input) else {
        return;
    };
    for mission in choices {
        let setup = json!({ "mission": mission.value });
        if let Ok(game) = system.start(&setup, Secret::from_number(seed), Vec::new()) {
            play_on(game, seed);
        }
        let bots = ["random".to_owned(), "random".to_owned()];
        let _ = system.simulate(&setup, &bots, seed, 150);
    }
}

/// Shows a game to everybody and answers its questions at random.
fn play_on(mut game: Box<dyn DynGame>, seed: u64) {
    let mut mix = SplitMix::new(seed);
    for _ in 0..ANSWERS {
        step(&mut *game, &mut mix);
    }
    for viewer in [Viewer::Spectator, Viewer::Seat(SeatId(0)), Viewer::Seat(SeatId(1))] {
        let _ = (game.scene(viewer), game.prompt(viewer), game.log(viewer, 0));
    }
    let _ = (game.over(), game.hash());
}

fn step(game: &mut dyn DynGame, mix: &mut SplitMix) {
    let Some(seat) = game.waits_for().first().copied() else { return };
    let options = game.options(seat);
    if !options.is_empty() {
        let _ = game.answer(seat, &options[mix.below(options.len())], Origin::Bot);
    }
}

fn ask(game: &dyn DynGame, query: &Query) {
    for viewer in [Viewer::Spectator, Viewer::Seat(SeatId(0)), Viewer::Seat(SeatId(1))] {
        let _ = game.query(viewer, query);
    }
}
