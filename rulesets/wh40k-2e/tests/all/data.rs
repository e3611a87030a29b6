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

/// Players read the words of the rulebook, not the ids of the data.
#[test]
fn everything_has_a_name() {
    let data = Second::load(&DataFiles::embedded(Second::embedded())).expect("the embedded data is sound");
    let mut keys: Vec<String> = Vec::new();
    for ((_, id), unit) in &data.units {
        keys.push(format!("unit.{id}"));
        keys.extend(unit.model.iter().map(|model| format!("model.{}", model.id)));
    }
    for ((_, id), datafax) in &data.datafaxes {
        keys.push(format!("vehicle.{id}"));
        keys.extend(datafax.location.iter().map(|location| format!("location.{}", location.id)));
        keys.extend(datafax.crew.iter().map(|crew| format!("post.{}", crew.post)));
    }
    keys.extend(data.weapons.keys().map(|id| format!("weapon.{id}")));
    keys.extend(data.pieces.keys().map(|id| format!("piece.{id}")));
    keys.extend(data.cards.iter().map(|card| format!("card.{}", card.id)));
    keys.extend(data.markers.lasting.iter().map(|marker| format!("marker.{}", marker.id)));
    let nameless: Vec<String> = keys.into_iter().filter(|key| !data.texts.has(key)).collect();
    assert_eq!(nameless, Vec::<String>::new());
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
