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
