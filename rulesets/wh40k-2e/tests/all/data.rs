//! The data files are read, and every name in them stands for something.

use grognard_engine::data::DataFiles;
use grognard_engine::ruleset::{Present, Ruleset};
use grognard_wh40k_2e::Second;

#[test]
fn everything_is_read() {
    let data = Second::load(&DataFiles::embedded(Second::embedded())).expect("the embedded data is sound");
    assert!(data.units.len() > 40 && data.weapons.len() > 90 && data.pieces.len() > 40);
    assert_eq!(data.charts.damage.needs.len(), 10);
    for battle in data.battles.iter().filter(|battle| battle.offered) {
        assert!(data.texts.has(&format!("battle.{}", battle.id)), "{} has no name", battle.id);
    }
}

#[test]
fn an_unknown_weapon_is_named_with_its_file() {
    let mut files = DataFiles::embedded(Second::embedded());
    let text = files
        .get("units/orks.toml")
        .expect("it is there")
        .replace("\"axe\", \"bolt-pistol\"", "\"axe\", \"bolt-pistle\"");
    files.insert("units/orks.toml", &text);
    let error = Second::load(&files).expect_err("there is no such weapon").to_string();
    assert!(error.contains("units/orks.toml") && error.contains("bolt-pistle"), "{error}");
}
