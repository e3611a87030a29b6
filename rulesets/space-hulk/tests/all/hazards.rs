//! Boards with hazards: what the engine asks of every ruleset holds there too, and both bots play on them.

use grognard_engine::erased::Module;
use grognard_engine::prove::{self, Games};
use grognard_space_hulk::SpaceHulk;
use serde_json::json;

use crate::boards::{CAP, module};

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

grognard_engine::properties! { prove:
    games_end: end_without_fault(1),
    every_option_is_taken_and_nothing_else: take_every_option_and_nothing_else(1),
    texts_read_back: read_back_every_text(1),
    saves_resume: resume_from_saves(1),
    take_backs_are_exact: undo_exactly(1),
    records_replay: replay_every_line(1),
    views_keep_secrets: keep_secrets(1),
    games_can_be_searched_from_the_middle: can_be_searched(1),
}

#[test]
fn both_bots_play_to_the_end() {
    let module = module();
    for mission in boards(&module) {
        prove::bots_finish(&module, &json!({ "mission": mission }), 0..10, CAP);
    }
}
