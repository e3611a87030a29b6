//! `--data` and `--patch`, with every command.

use std::path::Path;

use crate::{arg, folder, grognard, typing};

/// The patch that comes with the example.
fn patch() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.join("rulesets/example/data/patches/long-drift.toml").display().to_string()
}

#[test]
fn a_patch_changes_the_game() {
    let sim = ["sim", "--system", "example", "--games", "5", "--json"];
    let last =
        |json: serde_json::Value| json["turns"].as_object().unwrap().keys().next_back().unwrap().clone();
    assert_eq!(last(grognard(&sim).json()), "4");
    assert_eq!(last(grognard(&[&sim[..], &["--patch", &patch()]].concat()).json()), "6");
}

#[test]
fn a_patch_travels_with_the_record() {
    let file = folder("patched-record").join("game.jsonl");
    let bots = ["--bot", "red=random", "--bot", "green=random", "--bot", "blue=random"];
    let game = ["text", "--system", "example", "--seed", "4", "--record", arg(&file), "--patch", &patch()];
    typing(&[&game[..], &bots].concat(), "").ok();
    let told = grognard(&["replay", "verify", arg(&file)]).ok();
    assert!(told.contains("6 turn marks agree"), "{told}");
}

#[test]
fn wrong_patches_name_file_line_and_field() {
    let file = folder("wrong-patches").join("p.toml");
    let with = |text: &str| {
        std::fs::write(&file, text).unwrap();
        grognard(&["sim", "--system", "example", "--games", "1", "--patch", arg(&file)]).fails(3)
    };
    let head = "base = \"example\"\nname = \"p\"\n";
    let field = with(&format!("{head}[numbers.EX-RND-001]\nround = 5\n"));
    assert!(field.contains("p.toml:4: `round` is not among the numbers"), "{field}");
    let kind = with(&format!("{head}[numbers.EX-RND-001]\nrounds = \"many\"\n"));
    assert!(kind.contains("p.toml:4:") && kind.contains("integer"), "{kind}");
    let base = with("base = \"chess\"\nname = \"p\"\n");
    assert!(base.contains("`chess`") && base.contains("example"), "{base}");
    let syntax = with("base = \n");
    assert!(syntax.contains("p.toml:1:"), "{syntax}");
    let none = grognard(&["sim", "--patch", "no-such-file.toml"]).fails(3);
    assert!(none.contains("no-such-file.toml: cannot be read"), "{none}");
}

#[test]
fn own_data_lies_over_the_embedded() {
    let data = folder("own-data");
    let missions = data.join("example/missions");
    std::fs::create_dir_all(&missions).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulesets/example/data/missions");
    std::fs::copy(root.join("narrow-spine.toml"), missions.join("home-made.toml")).unwrap();
    let sim = ["sim", "--system", "example", "--games", "2", "--mission", "home-made"];
    let unknown = grognard(&sim).fails(2);
    assert!(unknown.contains("no mission `home-made`"), "{unknown}");
    grognard(&[&sim[..], &["--data", arg(&data)]].concat()).ok();
    std::fs::write(missions.join("home-made.toml"), "name = 3\n").unwrap();
    let wrong = grognard(&[&sim[..], &["--data", arg(&data)]].concat()).fails(3);
    assert!(wrong.contains("home-made.toml"), "{wrong}");
}

#[test]
fn misspelt_folders_are_named_with_what_is_known() {
    let data = folder("misspelt-data");
    let sim = ["sim", "--system", "example", "--games", "1", "--data", arg(&data)];
    std::fs::create_dir_all(data.join("example/mission")).unwrap();
    std::fs::create_dir_all(data.join(".git")).unwrap();
    std::fs::write(data.join("example/mission/mine.toml"), "").unwrap();
    let inner = grognard(&sim).fails(3);
    assert!(inner.contains("example/mission: no folder of this name is read"), "{inner}");
    assert!(inner.contains("did you mean `missions`?") && inner.contains("lessons, missions,"), "{inner}");
    std::fs::create_dir_all(data.join("space_hulk")).unwrap();
    let outer = grognard(&sim).fails(3);
    assert!(outer.contains("there is no system `space_hulk` (did you mean `space-hulk`?)"), "{outer}");
    assert!(outer.contains("systems are: space-hulk, wh40k-9e, wh40k-2e"), "{outer}");
}

#[test]
fn a_number_out_of_range_is_told_the_range() {
    let data = folder("number-data");
    let missions = data.join("space-hulk/missions");
    std::fs::create_dir_all(&missions).unwrap();
    let text = include_str!("../../../../rulesets/space-hulk/data/missions/boarding-lock.toml");
    let line = text.lines().find(|line| line.starts_with("turns = ")).unwrap();
    std::fs::write(missions.join("long.toml"), text.replace(line, "turns = 300")).unwrap();
    let wrong = grognard(&["sim", "--games", "1", "--data", arg(&data)]).fails(3);
    assert!(
        wrong.contains(&format!("{}:", arg(&missions.join("long.toml"))))
            && wrong.contains("a whole number from 0 to 255"),
        "{wrong}"
    );
}

#[test]
fn a_data_folder_without_a_system_is_refused() {
    let data = folder("empty-data");
    let refused = grognard(&["sim", "--data", arg(&data)]).fails(3);
    assert!(refused.contains("no folder named after a system") && refused.contains("example"), "{refused}");
}
