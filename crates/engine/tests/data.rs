//! Patches and a user's own data folder, on the example system.

use std::fs;
use std::path::PathBuf;

use grognard_engine::data::{DataFiles, Patch};
use grognard_engine::dice::Secret;
use grognard_engine::erased::{DynGame, Module, System};
use grognard_engine::record::{Origin, Record};
use grognard_engine::ruleset::Present;
use grognard_example::Example;
use serde_json::json;

fn files() -> DataFiles {
    DataFiles::embedded(Example::embedded())
}

fn patched(patches: &[&str]) -> Result<Module<Example>, String> {
    let mut files = files();
    for (index, text) in patches.iter().enumerate() {
        let name = format!("mine-{index}.toml");
        files.add_patch(Patch::parse(&name, text).map_err(|error| error.to_string())?);
    }
    Module::new(files).map_err(|error| error.to_string())
}

const HEAD: &str = "base = \"example\"\nname = \"mine\"\n";

fn error(patch: &str) -> String {
    patched(&[&format!("{HEAD}{patch}")]).map(|_| ()).expect_err("the patch is wrong")
}

/// A folder that is gone when the test is.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let root = std::env::temp_dir().join(format!("grognard-data-{name}-{}", std::process::id()));
        for (path, text) in files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder can be made");
            fs::write(path, text).expect("a file can be written");
        }
        Folder(root)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_patch_that_comes_with_the_system_changes_the_game() {
    let offered = files().offered_patches().unwrap();
    assert_eq!(offered.len(), 1);
    assert_eq!(offered[0].name, "long-drift");
    let mut all = files();
    all.add_patch(offered[0].clone());
    let module = Module::<Example>::new(all).unwrap();
    assert_eq!(module.data().numbers.rounds.rounds, 6);
    assert_eq!(module.data().numbers.drone.hull, 4);
    assert_eq!(module.data().numbers.hit.need, 5, "what the patch does not name stays");
}

#[test]
fn patches_stack_and_the_last_one_wins() {
    let one = format!("{HEAD}[numbers.EX-RND-001]\nrounds = 2\n[numbers.EX-DRN-001]\nhull = 9\n");
    let two = format!("{HEAD}[numbers.EX-RND-001]\nrounds = 3\n");
    let module = patched(&[&one, &two]).unwrap();
    assert_eq!((module.data().numbers.rounds.rounds, module.data().numbers.drone.hull), (3, 9));
}

#[test]
fn what_is_wrong_with_a_patch_is_told_with_file_line_and_what_would_be_right() {
    let wrong_rule = error("[numbers.EX-RND-009]\nrounds = 2\n");
    assert!(wrong_rule.starts_with("mine-0.toml:3: rule `EX-RND-009`"), "{wrong_rule}");
    assert!(wrong_rule.contains("EX-RND-001"), "{wrong_rule}");
    let wrong_field = error("[numbers.EX-FGT-003]\nneed = 4\nsides = 6\n");
    assert!(wrong_field.starts_with("mine-0.toml:5: `sides`"), "{wrong_field}");
    assert!(wrong_field.contains("die, need"), "{wrong_field}");
    let wrong_type = error("[numbers.EX-FGT-003]\nneed = true\n");
    assert!(wrong_type.starts_with("mine-0.toml:4:") && wrong_type.contains("integer"), "{wrong_type}");
    let wrong_range = error("[numbers.EX-DRN-001]\nhull = 1000\n");
    assert!(wrong_range.starts_with("mine-0.toml") && wrong_range.contains("1000"), "{wrong_range}");
    let wrong_key = error("[tables.EX-DRN-001]\nhull = 1\n");
    assert!(wrong_key.contains("tables"), "{wrong_key}");
    let other = "base = \"space-hulk\"\nname = \"x\"\n";
    let wrong_base = patched(&[other]).map(|_| ()).expect_err("it is for another system");
    assert!(wrong_base.starts_with("mine-0.toml:1:") && wrong_base.contains("example"), "{wrong_base}");
    assert!(error("[numbers").starts_with("mine-0.toml:3:"));
}

#[test]
fn patches_travel_with_the_record() {
    let patch = format!("{HEAD}[numbers.EX-RND-001]\nrounds = 1\n[numbers.EX-DRN-001]\nhull = 7\n");
    let module = patched(&[&patch]).unwrap();
    let mut game = module.start(&json!({}), Secret::from_number(1), vec![]).unwrap();
    play(&mut *game);
    let record = Record::parse(&game.record(true).to_text()).unwrap();
    assert_eq!(record.header.patches, [patch]);

    // A program without the patch plays the game by the rules it was played by.
    let plain = Module::<Example>::embedded().unwrap();
    let again = plain.replay(&record).unwrap();
    assert_eq!(again.hash(), game.hash());
    assert_eq!(plain.load(&game.save()).unwrap().hash(), game.hash());

    let mut without = record.clone();
    without.header.patches.clear();
    let error = plain.replay(&without).map(|_| ()).expect_err("the rules were others");
    assert!(error.line > 1, "{error}");
}

fn play(game: &mut dyn DynGame) {
    while let Some(seat) = game.waits_for().first().copied() {
        let text = game.default_answer(seat).expect("every question has a default");
        game.answer(seat, &text, Origin::Clock).expect("a default is allowed");
    }
}

#[test]
fn a_folder_replaces_files_and_adds_new_ones() {
    let mission = "name = \"Line\"\nabout = \"One line.\"\n[[board]]\nname = \"x\"\nrows = [\"111222h*\"]\n\
                   [[board]]\nname = \"y\"\nrows = [\"333...h*\"]\n";
    let texts = files().get("texts/en.toml").unwrap().replace("\"Red\"", "\"Scarlet\"");
    let folder = Folder::new(
        "overlay",
        &[("missions/line.toml", mission), ("texts/en.toml", &texts), ("notes.txt", "not data")],
    );
    let mut all = files();
    let before = all.print();
    all.overlay(&folder.0).unwrap();
    assert_ne!(all.print(), before, "a game under other data has another print");
    assert!(all.get("notes.txt").is_err());
    let module = Module::<Example>::new(all).unwrap();
    let mut game = module.start(&json!({ "mission": "line" }), Secret::from_number(1), vec![]).unwrap();
    assert_eq!(game.seats()[0].name, "Scarlet");
    play(&mut *game);
    let missions: Vec<_> = module.data().missions.keys().map(String::as_str).collect();
    assert_eq!(missions, ["line", "narrow-spine", "twin-decks"]);
}

#[test]
fn what_is_wrong_in_a_folder_is_told_with_its_file() {
    let broken = Folder::new("broken", &[("missions/line.toml", "name = \"Line\"\nabout = 3\n")]);
    let mut all = files();
    all.overlay(&broken.0).unwrap();
    let error = Module::<Example>::new(all).map(|_| ()).expect_err("the mission is broken").to_string();
    assert!(error.starts_with("missions/line.toml:2:"), "{error}");

    let odd = "name = \"x\"\nabout = \"\"\n[[board]]\nname = \"x\"\nrows = [\"1?\"]\n";
    let odd = Folder::new("odd", &[("missions/odd.toml", odd)]);
    let mut all = files();
    all.overlay(&odd.0).unwrap();
    let error = Module::<Example>::new(all).map(|_| ()).expect_err("the mission is odd").to_string();
    assert!(error.starts_with("missions/odd.toml: `?` at a:1,0"), "{error}");

    let error = files().overlay(&odd.0.join("nowhere")).expect_err("there is no such folder").to_string();
    assert!(error.contains("nowhere") && error.contains("cannot be read"), "{error}");
}

#[test]
fn a_wrong_setup_is_told_with_what_would_be_right() {
    let module = Module::<Example>::embedded().unwrap();
    let error = |setup| {
        module.start(&setup, Secret::from_number(1), vec![]).map(|_| ()).expect_err("the set-up is wrong")
    };
    assert!(error(json!({ "mission": "moon" })).contains("narrow-spine, twin-decks"));
    assert!(error(json!({ "rounds": 99 })).contains("1 to 12"));
    assert!(error(json!({ "round": 1 })).contains("round"));
}
