//! Army lists as documents: their schema knows everything the files say, every breach has its place and its rule, and a battle
//! fought with one carries it.

use grognard_engine::client::Document;
use grognard_engine::dice::Secret;
use grognard_engine::document::Source;
use grognard_engine::erased::{Module, System};
use grognard_engine::record::Carried;
use grognard_engine::{prove, rule};
use grognard_epic_armageddon::Epic;
use serde_json::{Value, json};

fn module() -> Module<Epic> {
    Module::embedded().expect("the embedded data is tested")
}

fn faults(document: &Document) -> Vec<(&str, &str)> {
    let all = document.check.faults.iter();
    all.map(|fault| (fault.path.as_str(), fault.rule.as_deref().unwrap_or_default())).collect()
}

#[test]
fn every_ready_force_is_sound_and_costs_what_it_says() {
    let module = module();
    let kind = module.documents("en").into_iter().find(|kind| kind.id == "army").expect("it is a document");
    assert!(kind.examples.len() >= 12 && !kind.sentence.is_empty());
    for example in &kind.examples {
        let text = Source::Text(example.text.clone());
        let read = module.document("en", "army", &text).expect("it is a document");
        let name = &example.name;
        assert_eq!(read.check.faults, [], "{name}");
        let points =
            example.text.lines().find_map(|line| line.strip_prefix("points = ")).expect("it says so");
        assert!(read.check.facts[0].value.starts_with(points), "{name}: {:?}", read.check.notes);
        assert!(!read.text.contains("points ="), "{name}: {}", read.text);
    }
}

fn list(formation: &Value, character: &Value) -> Value {
    json!({ "id": "mine", "name": "Mine", "army": "sm-codex-astartes", "agreed": 1000,
        "formation": [formation], "character": character })
}

#[test]
fn breaches_have_their_place_and_a_battle_carries_the_list() {
    let module = module();
    let open = |value| module.document("en", "army", &Source::Value(value)).expect("it is a document");
    let captain = json!([{ "unit": "sm-captain", "formation": "first", "host": "sm-tactical" }]);
    let tactical = |upgrades: Value, units: Value| json!({ "id": "first", "formation": "tactical", "upgrades": upgrades, "units": units });
    let commander = json!([{ "upgrade": "commander", "count": 1 }, { "upgrade": "hunter", "count": 1 }]);
    let sound = open(list(&tactical(commander.clone(), json!([])), &captain));
    assert_eq!(faults(&sound), [], "{:?}", sound.check.faults);
    // 275 for the core, 50 for the captain, 75 for the Hunter that comes with it.
    assert_eq!(sound.check.facts[0].value, "400 of 1000", "{:?}", sound.check.notes);
    assert!(sound.check.notes["formation.0"].contains("1 Hunter"), "{:?}", sound.check.notes);
    let nobody = open(list(&tactical(commander.clone(), json!([])), &json!([])));
    assert_eq!(faults(&nobody), [("character", "EA-LIST-006")]);
    prove::note(rule!("EA-LIST-006"), "breaches_have_their_place_and_a_battle_carries_the_list");
    let seven = json!([{ "unit": "sm-tactical", "count": 7 }, { "unit": "sm-hunter", "count": 1 }]);
    let seven = open(list(&tactical(commander, seven), &captain));
    assert_eq!(faults(&seven), [("formation.0.units", "EA-LIST-001")]);
    let foreign =
        open(list(&tactical(json!([{ "upgrade": "typhoons", "count": 1 }]), json!([])), &json!([])));
    assert!(
        faults(&foreign).contains(&("formation.0.upgrades", "EA-LIST-001")),
        "{:?}",
        foreign.check.faults
    );

    let own = module.carrying(&[Carried { kind: "army".to_owned(), text: sound.text }]).expect("it is sound");
    let setup = json!({ "scenario": "armageddon", "force_a": "mine" });
    let game = own.start(&setup, Secret::from_number(1), Vec::new()).expect("the battle begins");
    assert!(module.replay(&game.record(true)).is_ok(), "the record needs nothing beside it");
    assert!(module.carrying(&[Carried { kind: "army".to_owned(), text: seven.text }]).is_err());
    // A training game has its own armies, and says so.
    let training = json!({ "scenario": "korps-grinda", "force_a": "sm-small" });
    let told = own.start(&training, Secret::from_number(1), Vec::new()).err().expect("it is refused");
    assert!(told.contains("armies of its own"), "{told}");
}
