//! Missions with psychic combat, in both ways of playing it: what the engine asks of every ruleset holds there too. No
//! view depends on cards its owner may not know, and both bots play them to the end.

use std::path::Path;

use grognard_engine::data::DataFiles;
use grognard_engine::erased::{Module, System};
use grognard_engine::prove::Games;
use grognard_engine::ruleset::Present;
use grognard_space_hulk::SpaceHulk;
use grognard_space_hulk::psychic::Mode;
use serde_json::json;

/// The system with a duel of cards and a mission with psi points.
fn module() -> Module<SpaceHulk> {
    let mut files = DataFiles::embedded(SpaceHulk::embedded());
    let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/psychic");
    files.overlay(&boards).expect("the boards are read");
    Module::new(files).expect("the boards can be played")
}

fn prove(games: u64, property: impl Fn(Games<'_, SpaceHulk>)) {
    let module = module();
    let missions = module.data().missions.iter().filter(|mission| mission.psychic != Mode::None);
    let missions: Vec<_> = missions.map(|mission| mission.id.clone()).collect();
    assert!(missions.len() >= 2, "both ways of psychic combat have a mission");
    for (number, mission) in missions.iter().enumerate() {
        for other in [false, true] {
            let setup = json!({ "mission": mission, "secret_command_points": other });
            let from = number as u64 * 10_000 + u64::from(other) * 5_000;
            property(Games::new(&module, setup, from..from + games));
        }
    }
}

#[test]
fn games_end() {
    prove(3, |games| games.end_without_fault());
}

#[test]
fn every_option_is_taken_and_nothing_else() {
    prove(1, |games| games.take_every_option_and_nothing_else());
}

#[test]
fn texts_read_back() {
    prove(3, |games| games.read_back_every_text());
}

#[test]
fn saves_resume() {
    prove(1, |games| games.resume_from_saves());
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
    prove(4, |games| games.keep_secrets());
}

#[test]
fn games_can_be_searched_from_the_middle() {
    prove(1, |games| games.can_be_searched());
}

#[test]
fn both_bots_play_to_the_end() {
    let module = module();
    for mission in ["axe-and-flame", "whispering-vault"] {
        for bots in [["scripted", "random"], ["random", "scripted"], ["scripted", "scripted"]] {
            for seed in 0..6 {
                let bots = bots.map(str::to_owned);
                let played = module.simulate(&json!({ "mission": mission }), &bots, seed, 100_000);
                let played = played.unwrap_or_else(|why| panic!("{mission}: {bots:?}: seed {seed}: {why}"));
                assert!(played.decisions > 0, "{mission}: somebody decided something");
            }
        }
    }
}
