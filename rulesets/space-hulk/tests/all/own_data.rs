//! A user's own missions and rule patches.

use std::path::PathBuf;

use grognard_engine::data::{DataFiles, Patch};
use grognard_engine::dice::Secret;
use grognard_engine::erased::{DynGame, Module, System};
use grognard_engine::record::Origin;
use grognard_engine::ruleset::Present;
use grognard_engine::{SeatId, Viewer};
use grognard_space_hulk::SpaceHulk;
use serde_json::json;

/// A folder of one's own that goes away with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("grognard-{name}-{}", std::process::id()));
        std::fs::create_dir_all(path.join("missions")).expect("the test sets up its own files");
        Folder(path)
    }

    fn mission(&self, text: &str) -> Result<Module<SpaceHulk>, String> {
        std::fs::write(self.0.join("missions/my-own.toml"), text).expect("the test sets up its own files");
        let mut files = DataFiles::embedded(SpaceHulk::embedded());
        files.overlay(&self.0).map_err(|error| error.to_string())?;
        Module::new(files).map_err(|error| error.to_string())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const OWN: &str = r#"
id = "my-own"
name = "A Walk"
about = "One Marine, one corridor."
order = 9
turns = 3
map = "AAAAbBB"

[[entry]]
id = "e"
at = "6,0"
side = "east"

[marines]
goal = "Leave over the far end."
facing = "east"
start = ["0,0"]
squad = [{ name = "walker", profile = "claws" }]

[stealers]
goal = "Stop him."
per_turn = 0
pool = { 1 = 3 }

[objective]
kind = "exit"
models = 1
squares = ["6,0"]
"#;

#[test]
fn a_mission_of_ones_own_is_played() {
    let folder = Folder::new("own-mission");
    let module = folder.mission(OWN).expect("the test sets up its own files");
    let plain: Module<SpaceHulk> =
        Module::new(DataFiles::embedded(SpaceHulk::embedded())).expect("the data of the program are sound");
    assert_eq!(module.data().missions.len(), plain.data().missions.len() + 1);
    let bots = ["scripted".to_owned(), "scripted".to_owned()];
    let played = module
        .simulate(&json!({ "mission": "my-own" }), &bots, 1, 1000)
        .expect("the test sets up its own files");
    assert_eq!(played.winners, [SeatId(0)], "nobody stops him");
    assert!(played.turns <= 2, "six squares, a door and the exit are eight points");
}

#[test]
fn a_mistake_in_a_mission_is_shown_with_its_line() {
    let folder = Folder::new("wrong-mission");
    let wrong = |from: &str, to: &str| {
        folder.mission(&OWN.replace(from, to)).err().expect("the test sets up its own files")
    };
    let profile = wrong("\"claws\"", "\"clawz\"");
    assert!(profile.starts_with("missions/my-own.toml:18:") && profile.contains("claws"), "{profile}");
    let square = wrong("[\"6,0\"]", "[\"7,0\"]");
    assert!(square.contains("`7,0` is not a square"), "{square}");
    let field = wrong("per_turn", "blips_per_turn");
    assert!(field.contains("my-own.toml") && field.contains("per_turn"), "{field}");
}

fn with_patch(text: &str) -> Module<SpaceHulk> {
    let mut files = DataFiles::embedded(SpaceHulk::embedded());
    files.add_patch(Patch::parse("patch.toml", text).expect("the test sets up its own files"));
    Module::new(files).expect("the test sets up its own files")
}

/// A game of Boarding Lock with everybody placed and the first model active.
fn first_activation(module: &Module<SpaceHulk>) -> Box<dyn DynGame> {
    let setup = json!({ "mission": "boarding-lock" });
    let mut game =
        module.start(&setup, Secret::from_number(7), vec![]).expect("the test sets up its own files");
    while game.answer(SeatId(0), "activate sergeant", Origin::Player).is_err() {
        let place = game.default_answer(SeatId(0)).expect("the test sets up its own files");
        game.answer(SeatId(0), &place, Origin::Player).expect("the test sets up its own files");
    }
    game
}

#[test]
fn the_patches_that_come_along_load_and_are_not_in_force() {
    let files = DataFiles::embedded(SpaceHulk::embedded());
    let offered = files.offered_patches().expect("the test sets up its own files");
    assert!(!offered.is_empty());
    for patch in &offered {
        assert_eq!(patch.base, "space-hulk");
        with_patch(patch.text());
    }
    assert_eq!(
        Module::<SpaceHulk>::embedded()
            .expect("the test sets up its own files")
            .data()
            .numbers
            .action_points
            .terminator,
        4
    );
}

#[test]
fn five_action_points_change_a_game() {
    let files = DataFiles::embedded(SpaceHulk::embedded());
    let drilled = files
        .offered_patches()
        .expect("the test sets up its own files")
        .into_iter()
        .find(|p| p.name == "Drilled squads")
        .unwrap();
    let plain = first_activation(&Module::embedded().expect("the test sets up its own files"));
    let patched = first_activation(&with_patch(drilled.text()));
    let line = |game: &dyn DynGame| {
        game.log(Viewer::Spectator, 0).pop().expect("the test sets up its own files").sentence
    };
    assert!(line(&*plain).contains("4 action points"), "{}", line(&*plain));
    assert!(line(&*patched).contains("5 action points"), "{}", line(&*patched));
    assert_eq!(patched.record(true).header.patches, [drilled.text()], "the patch travels with the game");
}
