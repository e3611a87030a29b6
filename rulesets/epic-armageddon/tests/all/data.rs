//! Every data file is read, and what is wrong in one is told with file and field.

use grognard_engine::data::DataFiles;
use grognard_engine::ruleset::Present;
use grognard_epic_armageddon::{Epic, data};

fn load(path: &str, from: &str, to: &str) -> String {
    let mut files = DataFiles::embedded(Epic::embedded());
    let text = files.get(path).expect("the file is there").replacen(from, to, 1);
    assert_ne!(text, files.get(path).expect("the file is there"), "{from} stands in {path}");
    files.insert(path, &text);
    data::load("epic-armageddon", &files).expect_err("the file is wrong now").to_string()
}

#[test]
fn everything_is_read() {
    let data =
        data::load("epic-armageddon", &DataFiles::embedded(Epic::embedded())).expect("the data is sound");
    assert_eq!((data.sheets.len(), data.weapons.len()), (195, 188));
    assert_eq!((data.armies.len(), data.forces.len(), data.scenarios.len()), (6, 17, 24));
}

#[test]
fn names_that_lead_nowhere_are_told() {
    let error =
        load("units/space-marines.toml", "weapon = \"missile-launcher\"", "weapon = \"missile-lancher\"");
    assert!(error.starts_with("units: sm-") && error.contains("no weapon `missile-lancher`"), "{error}");
    let error = load("scenarios/basics.toml", "unit = \"sm-tactical\"", "unit = \"sm-tacticl\"");
    assert_eq!(error, "scenarios/basics.toml: tactical: there is no unit `sm-tacticl` in units/");
    let error = load("battles.toml", "\"sm-first-evening\"", "\"sm-last-evening\"");
    assert!(error.contains("battles.toml: first-evening: there is no force `sm-last-evening`"), "{error}");
}

#[test]
fn fields_that_nobody_reads_are_told() {
    let error = load("actions.toml", "forced = false", "forced = false\nfast = true");
    assert!(error.starts_with("actions.toml:") && error.contains("fast"), "{error}");
    let error = load("numbers.toml", "markers-per-unit = 1", "markers-per-unit = \"one\"");
    assert!(error.starts_with("numbers.toml"), "{error}");
}
