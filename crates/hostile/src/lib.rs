//! Everything that comes from outside, read as if somebody meant harm: no input may panic or hang.
//!
//! Each function takes bytes, reads them the way the program does, and plays a little with what was accepted:
//! a reader that lets nonsense through has only put the panic off. The fuzz targets in `fuzz/` and the test of
//! this crate call the same functions. Errors are fine here; only panics count.

pub mod seeds;

use std::sync::OnceLock;

use grognard_engine::client::{Query, SetupInput};
use grognard_engine::data::{DataFiles, Patch};
use grognard_engine::dice::Secret;
use grognard_engine::document::Source;
use grognard_engine::erased::{DynGame, System};
use grognard_engine::record::{Origin, Record};
use grognard_engine::rng::SplitMix;
use grognard_engine::{SeatId, Viewer};
use grognard_server::protocol::ClientMessage;
use grognard_space_hulk::SYSTEM;
use serde_json::{Value, json};

/// Answers given to a game that was accepted.
const ANSWERS: usize = 12;
/// The mission whose file is replaced.
const MISSION: &str = "missions/boarding-lock.toml";

/// The system as it comes with the program.
pub fn system() -> &'static dyn System {
    static LOADED: OnceLock<Box<dyn System>> = OnceLock::new();
    &**LOADED.get_or_init(|| SYSTEM.system().expect("the embedded data is tested"))
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
    if let Ok(game) = system().replay(&record) {
        play_on(game, bytes.len() as u64);
    }
}

/// A save: loaded and gone on with.
pub fn saves(bytes: &[u8]) {
    let Ok(save) = serde_json::from_slice::<Value>(bytes) else { return };
    if let Ok(game) = system().load(&save) {
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

/// A document on its way through the editor: as a file, and as fields.
pub fn documents(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for kind in system().documents("en") {
        let read = system().document("de", &kind.id, &Source::Text(text.to_owned()));
        let Some(value) = read.ok().and_then(|document| document.value) else { continue };
        let _ = system().document("en", &kind.id, &Source::Value(value));
    }
    if let Ok(value) = serde_json::from_slice::<Value>(bytes) {
        let _ = system().document("en", "mission", &Source::Value(value));
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

/// A patch over the numbers.
pub fn patches(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(patch) = Patch::parse("fuzzed.toml", text) else { return };
    let mut files = few_files();
    files.add_patch(patch);
    if let Ok(system) = (SYSTEM.load)(files) {
        begin(&*system, bytes.len() as u64);
    }
}

/// A rule case.
pub fn cases(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = system().run_case("fuzzed", text);
}

/// A message of a client. A question in it is put to a game.
pub fn messages(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(ClientMessage::Query { query, .. }) = serde_json::from_str(text) {
        ask(&*opened(), &query);
    }
}

/// An answer, or a remark beside the answers: a line each, the game going on in between.
pub fn answers(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut game = opened();
    let mut mix = SplitMix::new(bytes.len() as u64);
    for line in text.lines().take(ANSWERS) {
        for seat in [SeatId(0), SeatId(1), SeatId(200)] {
            if let Err(rejected) = game.answer(seat, line, Origin::Player) {
                let _ = game.explain(&rejected);
            }
        }
        let _ = game.aside(SeatId(mix.below(2) as u8), line, Origin::Host);
        step(&mut *game, &mut mix);
    }
}

/// A game some way in.
fn opened() -> Box<dyn DynGame> {
    static GAME: OnceLock<Value> = OnceLock::new();
    let save = GAME.get_or_init(|| played("boarding-lock", 1, 60).save());
    system().load(save).expect("a save that was just made loads")
}

/// A random game with so many answers, as a source of valid inputs.
pub fn played(mission: &str, seed: u64, answers: usize) -> Box<dyn DynGame> {
    let mut game = system()
        .start(&json!({ "mission": mission }), Secret::from_number(seed), Vec::new())
        .expect("the embedded missions start");
    let mut mix = SplitMix::new(seed);
    for _ in 0..answers {
        step(&mut *game, &mut mix);
    }
    game
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
