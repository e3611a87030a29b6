//! Rules that no weapon of the lists needs, shown with weapons that were changed for it.

use grognard_engine::data::DataFiles;
use grognard_engine::erased::{Module, System};
use grognard_engine::ruleset::Present;
use grognard_engine::{prove, rule};
use grognard_epic_armageddon::Epic;

/// The program with one weapon that has something else in its line.
fn changed(path: &str, weapon: &str, from: &str, to: &str) -> Module<Epic> {
    let mut files = DataFiles::embedded(Epic::embedded());
    let text = files.get(path).expect("the file is there");
    let (before, after) = text.split_once(&format!("id = \"{weapon}\"")).expect("it is a weapon");
    let after = after.replacen(from, to, 1);
    let text = format!("{before}id = \"{weapon}\"{after}");
    files.insert(path, &text);
    Module::new(files).expect("the changed data is sound")
}

/// EA-ABIL-119: a Sniper's hits in an assault go to whom the attacker picks of those it sees within 15cm, and are saved at -1.
#[test]
fn snipers_pick_in_assaults() {
    let module = changed(
        "weapons/imperial.toml",
        "lasguns",
        "range = \"15\"",
        "range = \"15\", abilities = [\"sniper\"]",
    );
    let report = module.run_case("snipers.case", SNIPERS);
    assert!(report.passed(), "{:?}", report.failures);
    assert!(report.proved.contains("EA-ABIL-119") && report.proved.contains("EA-ABIL-118"));
    prove::note(rule!("EA-ABIL-119"), "snipers_pick_in_assaults");
    // Without the ability nobody is asked.
    let plain: Module<Epic> = Module::embedded().expect("the embedded data is sound");
    assert!(!plain.run_case("snipers.case", SNIPERS).passed());
}

const SNIPERS: &str = "\
case Snipers pick whom they hit in a firefight
system epic-armageddon
setup
    side a 2
    side b 3
    order a b
    turn 1
    formation a 1+ 1 ig-infantry
    at a-1 10,20
    formation b 3+ 3 sm-tactical
    at b-1.1 10,40
    at b-1.2 12,42
    at b-1.3 30,50
    begin activate a
dice 5 1 1  5  1 1 6 6
start
a: engage b-1
a: move a-1 a-1.1=10cm,27cm
b: stay
    asks a sniper EA-ABIL-119
    offers unit b-1.1
    offers unit b-1.2
    not offered unit b-1.3
a: unit b-1.2
    roll 5 needs 5 EA-ABIL-118
";
