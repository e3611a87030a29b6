//! Boards with hazards: what the engine asks of every ruleset holds there too, and both bots play on them.

use std::path::Path;

use grognard_engine::data::DataFiles;
use grognard_engine::erased::{Module, System};
use grognard_engine::prove::Games;
use grognard_engine::ruleset::Present;
use grognard_space_hulk::SpaceHulk;
use serde_json::json;

const CAP: u64 = 100_000;

/// The system with small maps, each full of one family of hazards.
fn module() -> Module<SpaceHulk> {
    let mut files = DataFiles::embedded(SpaceHulk::embedded());
    let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/boards");
    files.overlay(&boards).expect("the boards are read");
    Module::new(files).expect("the boards can be played")
}

/// The maps of this test, in order of their names.
fn boards(module: &Module<SpaceHulk>) -> Vec<String> {
    let own = module.data().missions.iter().filter(|mission| mission.order >= 90);
    own.map(|mission| mission.id.clone()).collect()
}

fn prove(games: u64, property: impl Fn(Games<'_, SpaceHulk>)) {
    let module = module();
    for (number, mission) in boards(&module).iter().enumerate() {
        for other in [false, true] {
            let setup = json!({ "mission": mission, "secret_command_points": other, "friendly_fire": other });
            let from = number as u64 * 10_000 + u64::from(other) * 5_000;
            property(Games::new(&module, setup, from..from + games).asides(&["drop-overwatch sergeant"]));
        }
    }
}

#[test]
fn games_end() {
    prove(6, |games| games.end_without_fault());
}

#[test]
fn every_option_is_taken_and_nothing_else() {
    prove(2, |games| games.take_every_option_and_nothing_else());
}

#[test]
fn texts_read_back() {
    prove(4, |games| games.read_back_every_text());
}

#[test]
fn saves_resume() {
    prove(2, |games| games.resume_from_saves());
}

#[test]
fn take_backs_are_exact() {
    prove(2, |games| games.undo_exactly());
}

#[test]
fn records_replay() {
    prove(2, |games| games.replay_every_line());
}

#[test]
fn views_keep_secrets() {
    prove(2, |games| games.keep_secrets());
}

#[test]
fn games_can_be_searched_from_the_middle() {
    prove(1, |games| games.can_be_searched());
}

#[test]
fn both_bots_play_to_the_end() {
    let module = module();
    for mission in boards(&module) {
        let arena = module.arena(&json!({ "mission": mission })).expect("the boards can be played");
        for bots in [["scripted", "scripted"], ["scripted", "random"], ["random", "scripted"]] {
            let bots = bots.map(str::to_owned);
            for seed in 0..30 {
                arena.play(&bots, seed, CAP).unwrap_or_else(|why| panic!("{mission}, seed {seed}: {why}"));
            }
        }
    }
}
