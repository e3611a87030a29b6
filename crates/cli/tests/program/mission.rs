//! `grognard mission`

use crate::{folder, grognard};

#[test]
fn a_mission_is_made_checked_and_measured() {
    let folder = folder("mission");
    let file = folder.join("mission.toml");
    let path = file.to_str().unwrap();
    // A small one, so that an unoptimised program makes it soon; the generator has tests of its own.
    let text = include_str!("../../../../rulesets/space-hulk/data/missions/boarding-lock.toml");
    std::fs::write(&file, text).unwrap();
    let checked = grognard(&["mission", "check", path, "--check-balance", "4"]).ok();
    assert!(checked.contains("nothing is wrong") && checked.contains("# 4 games"), "{checked}");
    std::fs::write(&file, text.replace("side = \"north\"", "side = \"south\"")).unwrap();
    let wrong = grognard(&["mission", "check", path]);
    assert_eq!(wrong.code, 1);
    assert!(wrong.out.contains("entry.0.side") && wrong.out.contains("SH-BRD-007"), "{}", wrong.out);
    assert_eq!(grognard(&["mission", "check", "nowhere.toml"]).code, 3);
    assert_eq!(grognard(&["mission", "generate", "--seed", "1", "--system", "example"]).code, 2);
}

#[test]
fn sizes_are_named_or_said_not_to_exist() {
    let sized = ["mission", "generate", "--seed", "1", "--size", "huge", "--system"];
    let none = grognard(&[&sized[..], &["space-hulk"]].concat()).fails(2);
    assert!(none.contains("there is no size `huge`: a mission comes in one size only"), "{none}");
    let some = grognard(&[&sized[..], &["wh40k-9e"]].concat()).fails(2);
    assert!(some.contains("there is no size `huge`; there are: 44x30, 60x44, 90x44"), "{some}");
}

#[test]
fn a_table_is_made_and_an_army_checked() {
    let nine = "wh40k-9e";
    let made = grognard(&["mission", "generate", "--system", nine, "--seed", "7", "--size", "60x44"]).ok();
    assert!(made.contains("size = [\"60\", \"44\"]"), "{made}");
    assert_eq!(made.matches("[[piece]]").count(), 19);
    let folder = folder("table");
    let (table, army) = (folder.join("table.toml"), folder.join("army.toml"));
    std::fs::write(&table, made).unwrap();
    let checked = grognard(&["mission", "check", table.to_str().unwrap(), "--system", nine]).ok();
    assert!(checked.contains("nothing is wrong"), "{checked}");
    std::fs::write(&army, "id = \"mine\"\n[[unit]]\nsheet = \"outriders\"\nmodels = 9\n").unwrap();
    let path = army.to_str().unwrap();
    let wrong = grognard(&["mission", "check", path, "--system", nine, "--kind", "army"]);
    assert_eq!(wrong.code, 1);
    assert!(wrong.out.contains("unit.0.models") && wrong.out.contains("9E-DAT-005"), "{}", wrong.out);
}
