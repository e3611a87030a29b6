//! What the engine asks of every ruleset, over whole random games of every mission.

use grognard_engine::erased::{Module, System};
use grognard_engine::prove::{self, Games};
use grognard_space_hulk::SpaceHulk;
use serde_json::json;

/// Games of every mission, every second one with secret command points and every ruling the other way.
fn prove(games: u64, property: impl Fn(Games<'_, SpaceHulk>)) {
    each_mission(games, 1, property);
}

/// Games of every mission in one or both settings.
fn each_mission(games: u64, settings: usize, property: impl Fn(Games<'_, SpaceHulk>)) {
    let module = Module::<SpaceHulk>::embedded().expect("the embedded data is sound");
    for (number, mission) in module.data().missions.iter().enumerate() {
        // Without blips nothing else is hidden.
        let open = mission.enemy.is_some();
        for other in (0..settings).map(|setting| (number + setting) % 2 == 1) {
            let setup = json!({
                "mission": mission.id, "secret_command_points": other || open, "friendly_fire": other,
                "strict_corners": other, "storm_shield_single": other, "full_auto_3": other,
            });
            let from = number as u64 * 10_000 + u64::from(other) * 5_000;
            let games = Games::new(&module, setup, from..from + games);
            property(games.asides(&["drop-overwatch marine-1", "drop-overwatch sergeant", "time-up"]));
        }
    }
}

#[test]
fn citations_stand_in_the_catalogue() {
    prove::citations(&Module::<SpaceHulk>::embedded().unwrap());
}

#[test]
fn the_catalogue_is_complete() {
    let module = Module::<SpaceHulk>::embedded().unwrap();
    assert_eq!(module.catalogue().rules.len(), 757);
    assert_eq!(module.catalogue().rulings.len(), 93);
}

grognard_engine::properties! { prove:
    games_end: end_without_fault(1),
    every_option_is_taken_and_nothing_else: take_every_option_and_nothing_else(1),
    texts_read_back: read_back_every_text(2),
    saves_resume: resume_from_saves(1),
    take_backs_are_exact: undo_exactly(2),
    known_dice_are_never_used_again: never_use_known_dice_again(1),
    records_replay: replay_every_line(2),
    views_keep_secrets: keep_secrets(2),
    games_can_be_searched_from_the_middle: can_be_searched(1),
}

/// Thousands of games of every mission, with every state checked at every question.
#[test]
#[ignore = "thousands of games"]
fn thousands_of_games_end() {
    let checked = cfg!(debug_assertions);
    assert!(checked, "without debug assertions no state is checked: use `cargo xtask soak`");
    let module = Module::<SpaceHulk>::embedded().expect("the embedded data is sound");
    let bots = ["random".to_owned(), "random".to_owned()];
    for mission in &module.data().missions {
        let mut decisions = 0;
        for seed in 0..2_000 {
            let other = seed % 2 == 1;
            let setup = json!({
                "mission": mission.id, "secret_command_points": other, "friendly_fire": other,
                "strict_corners": other, "storm_shield_single": other, "full_auto_3": other,
            });
            let played = module.simulate(&setup, &bots, seed, 100_000);
            decisions += played.unwrap_or_else(|why| panic!("{}: seed {seed}: {why}", mission.id)).decisions;
        }
        println!("{}: 2000 random games, {decisions} decisions, every state sound", mission.id);
    }
}

/// The properties of `cargo test` over more games.
#[test]
#[ignore = "minutes"]
fn properties_hold_over_more_games() {
    each_mission(20, 2, |games| games.end_without_fault());
    each_mission(4, 2, |games| games.take_every_option_and_nothing_else());
    each_mission(10, 2, |games| games.resume_from_saves());
    each_mission(10, 2, |games| games.undo_exactly());
    each_mission(10, 2, |games| games.keep_secrets());
}
