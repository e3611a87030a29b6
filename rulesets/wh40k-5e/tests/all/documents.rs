//! Army lists as documents: their schema knows everything the files say, every breach has its place and its rule, and a battle
//! fought with one carries it.

use grognard_engine::client::Document;
use grognard_engine::dice::Secret;
use grognard_engine::document::Source;
use grognard_engine::erased::{Module, System};
use grognard_engine::record::Carried;
use grognard_wh40k_5e::Fifth;
use serde_json::{Value, json};

fn module() -> Module<Fifth> {
    Module::embedded().expect("the embedded data is tested")
}

fn faults(document: &Document) -> Vec<(&str, &str)> {
    let all = document.check.faults.iter();
    all.map(|fault| (fault.path.as_str(), fault.rule.as_deref().unwrap_or_default())).collect()
}

#[test]
fn every_ready_force_has_the_form_of_its_schema() {
    let module = module();
    let kind = module.documents("en").into_iter().find(|kind| kind.id == "army").expect("it is a document");
    assert!(kind.examples.len() >= 20 && !kind.sentence.is_empty());
    for example in &kind.examples {
        let text = Source::Text(example.text.clone());
        let read = module.document("en", "army", &text).expect("it is a document");
        let name = &example.name;
        // The small lists are no whole armies; those of an evening have no HQ or too few troops.
        let small = |path: &str, rule: &str| path == "unit" && rule == "5B-FOC-001";
        assert!(
            faults(&read).iter().all(|(path, rule)| small(path, rule)),
            "{name}: {:?}",
            read.check.faults
        );
        if name.ends_with("-standard") || name.ends_with("-750") {
            assert_eq!(read.check.faults, [], "{name}");
        }
        // What the file says it costs is what the list asks for it.
        let points = example.text.lines().find_map(|line| line.strip_prefix("points = "));
        assert_eq!(Some(read.check.facts[0].value.as_str()), points, "{name}: {:?}", read.check.notes);
    }
}

fn list(marines: u8, options: &Value) -> Value {
    let squad = |id: &str| json!({ "id": id, "unit": "tactical-squad", "models": { "marine": marines, "sergeant": 1 }, "options": options });
    json!({
        "id": "mine", "name": "Mine", "army": "space-marines", "limit": 600,
        "unit": [{ "id": "lead", "unit": "captain", "models": { "captain": 1 } }, squad("one"), squad("two")],
    })
}

#[test]
fn breaches_have_their_place_and_a_battle_carries_the_list() {
    let module = module();
    let open = |value| module.document("en", "army", &Source::Value(value)).expect("it is a document");
    let sound = open(list(9, &json!({ "flamer": 1 })));
    assert_eq!(faults(&sound), [], "{:?}", sound.check.faults);
    let few = open(list(4, &json!({ "flamer": 1 })));
    assert_eq!(faults(&few)[0], ("unit.1.options", "5B-FOC-004"), "a special weapon needs ten");
    let both = open(list(9, &json!({ "flamer": 1, "meltagun": 1 })));
    assert_eq!(faults(&both)[0], ("unit.1.options", "5B-FOC-004"), "one special weapon a squad");
    let many = open(list(20, &json!({})));
    assert_eq!(faults(&many)[0], ("unit.1.models", "5B-FOC-004"));

    let own = module.carrying(&[Carried { kind: "army".to_owned(), text: sound.text }]).expect("it is sound");
    let setup = json!({ "battle": "first-evening", "red": "mine", "blue": "" });
    let game = own.start(&setup, Secret::from_number(1), Vec::new()).expect("the battle begins");
    assert!(module.replay(&game.record(true)).is_ok(), "the record needs nothing beside it");
    assert!(module.carrying(&[Carried { kind: "army".to_owned(), text: many.text }]).is_err());
}
