//! What the engine asks of every ruleset, over whole random games.

use grognard_engine::erased::Module;
use grognard_engine::prove::{self, Games};
use grognard_wh40k_2e::Second;
use serde_json::json;

fn module() -> Module<Second> {
    Module::<Second>::embedded().expect("the embedded data is sound")
}

/// Games of some battles. Each property looks at others, so that together they play every battle that is offered.
fn of(battles: &[(&str, u64)], games: u64, property: impl Fn(Games<'_, Second>)) {
    let module = module();
    for (battle, from) in battles {
        property(Games::new(&module, json!({ "battle": battle }), *from..from + games).cap(3000));
    }
}

fn everywhere(games: u64, property: impl Fn(Games<'_, Second>)) {
    let battles = [
        ("close-quarters", 2000),
        ("the-warband", 5000),
        ("first-armour", 4000),
        ("street-fight", 8000),
        ("seers-and-daemons", 7000),
    ];
    of(&battles, games, property);
}

fn on_foot(games: u64, property: impl Fn(Games<'_, Second>)) {
    of(&[("first-shots", 0), ("heavy-weapons", 3000)], games, property);
}

fn with_vehicles(games: u64, property: impl Fn(Games<'_, Second>)) {
    of(&[("first-evening", 6000), ("wings-over-the-road", 9000)], games, property);
}

/// A save of a long game is loaded by playing all of it again.
fn seldom(games: u64, property: impl Fn(Games<'_, Second>)) {
    of(&[("close-quarters", 1000), ("first-armour", 4000)], games, property);
}

#[test]
fn citations_stand_in_the_catalogue() {
    prove::citations(&module());
}

grognard_engine::properties! { everywhere: games_end: end_without_fault(1) }
grognard_engine::properties! { on_foot: take_backs_are_exact: undo_exactly(1) }
grognard_engine::properties! { with_vehicles:
    every_option_is_taken_and_nothing_else: take_every_option_and_nothing_else(1),
    texts_read_back: read_back_every_text(1),
}
grognard_engine::properties! { seldom:
    saves_resume: resume_from_saves(1),
    records_replay: replay_every_line(1),
}

/// Wargear cards and secret missions stay with their owner.
#[test]
fn secrets_are_kept() {
    let module = module();
    Games::new(&module, json!({ "battle": "seers-and-daemons" }), 8000..8001).cap(3000).keep_secrets();
}
