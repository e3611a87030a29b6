//! What the engine asks of every ruleset, over whole random games.

use grognard_engine::erased::Module;
use grognard_engine::prove::{self, Games};
use grognard_epic_armageddon::Epic;
use serde_json::{Value, json};

fn module() -> Module<Epic> {
    Module::<Epic>::embedded().expect("the embedded data is sound")
}

/// Every small game and where its seeds begin.
fn all() -> Vec<(Value, u64)> {
    vec![
        (json!({}), 0),
        (json!({ "turns": 3 }), 1000),
        (json!({ "scenario": "fast-attack", "turns": 2 }), 2000),
        (json!({ "scenario": "armoured-vehicles", "turns": 2 }), 3000),
        (json!({ "scenario": "advanced-concepts", "turns": 2 }), 4000),
        (json!({ "scenario": "combined-arms", "turns": 1 }), 5000),
        (json!({ "scenario": "special-abilities", "turns": 1 }), 6000),
        (json!({ "scenario": "korps-grinda", "turns": 2 }), 7000),
        (json!({ "scenario": "first-evening" }), 8000),
        (json!({ "scenario": "death-from-the-skies" }), 9000),
        (json!({ "scenario": "thunderhawk-down", "turns": 2 }), 10_000),
        (json!({ "scenario": "steel-rain" }), 11_000),
    ]
}

/// Those in which most happens for their length: an assault with transports, war engines, aircraft.
fn few() -> Vec<(Value, u64)> {
    vec![
        (json!({ "scenario": "fast-attack", "turns": 1 }), 2000),
        (json!({ "scenario": "korps-grinda", "turns": 1 }), 7000),
        (json!({ "scenario": "death-from-the-skies" }), 9000),
    ]
}

/// Proves a property for the games of a list. Soaks, which move the seeds on, take all of them; `GAME=name` takes one scenario, of
/// any size.
fn over(games: u64, setups: Vec<(Value, u64)>, property: impl Fn(Games<'_, Epic>)) {
    let module = module();
    let soaks = std::env::var_os("GROGNARD_SEEDS_FROM").is_some();
    let setups = match std::env::var("GAME") {
        Ok(name) => vec![(json!({ "scenario": name, "turns": 4 }), 12_000)],
        Err(_) if soaks => all(),
        Err(_) => setups,
    };
    for (setup, from) in setups {
        let begun = std::time::Instant::now();
        property(Games::new(&module, setup.clone(), from..from + games).cap(6000));
        println!("{setup}: {:?}", begun.elapsed());
    }
}

fn prove(games: u64, property: impl Fn(Games<'_, Epic>)) {
    over(games, all(), property);
}

fn prove_few(games: u64, property: impl Fn(Games<'_, Epic>)) {
    over(games, few(), property);
}

/// EA-SPAC-005: what is recorded of spacecraft is nobody else's to know.
#[test]
fn views_keep_secrets() {
    let module = module();
    let setup = json!({ "scenario": "steel-rain" });
    Games::new(&module, setup, 13_000..13_001).cap(6000).keep_secrets();
}

#[test]
fn citations_stand_in_the_catalogue() {
    prove::citations(&module());
}

grognard_engine::properties! { prove:
    games_end: end_without_fault(1),
}

grognard_engine::properties! { prove_few:
    every_option_is_taken_and_nothing_else: take_every_option_and_nothing_else(1),
    texts_read_back: read_back_every_text(1),
    saves_resume: resume_from_saves(1),
    take_backs_are_exact: undo_exactly(1),
    known_dice_are_never_used_again: never_use_known_dice_again(1),
    records_replay: replay_every_line(1),
    games_can_be_searched: can_be_searched(1),
}
