//! Army lists as documents: their schema knows everything the files say, every breach has its place and its rule, and a battle
//! fought with one carries it.

use grognard_engine::client::{Document, SetupInput};
use grognard_engine::dice::Secret;
use grognard_engine::document::Source;
use grognard_engine::erased::{Module, System};
use grognard_engine::record::Carried;
use grognard_wh40k_2e::Second;
use serde_json::json;

fn module() -> Module<Second> {
    Module::embedded().expect("the embedded data is tested")
}

fn faults(document: &Document) -> Vec<(&str, &str)> {
    document
        .check
        .faults
        .iter()
        .map(|fault| (fault.path.as_str(), fault.rule.as_deref().unwrap_or_default()))
        .collect()
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
        assert!(
            read.check.faults.iter().all(|fault| fault.rule.is_some()),
            "{name}: {:?}",
            read.check.faults
        );
        assert!(read.check.faults.iter().all(|fault| !fault.sentence.contains(['{', '}'])), "{name}");
        if name.ends_with("-1000") || name.starts_with("steel-") {
            assert_eq!(read.check.faults, [], "{name}");
        }
        // What the rules work out is no part of what people write.
        let value = read.value.expect("it was read");
        assert_eq!(value.get("points"), None, "{name}");
        assert!(!read.text.contains("points ="), "{name}: {}", read.text);
    }
}

#[test]
fn breaches_have_their_place_and_a_battle_carries_the_list() {
    let module = module();
    let open = |value| module.document("en", "army", &Source::Value(value)).expect("it is a document");
    let list = |models: u8, item: &str| {
        json!({
            "id": "mine", "name": "Mine", "army": "space-marines", "limit": 500,
            "unit": [
                { "id": "lead", "unit": "captain", "models": { "captain": 1 }, "commander": true },
                { "id": "squad", "unit": "tactical-squad", "models": { "marine": models, "sergeant": 1 },
                  "options": [{ "option": "heavy-weapon", "item": item, "count": 1 }] },
            ],
        })
    };
    let sound = open(list(9, "heavy-bolter"));
    assert_eq!(faults(&sound), [], "{:?}", sound.check.faults);
    assert!(sound.check.notes.contains_key("unit.1") && sound.check.facts[0].value.ends_with("of 500"));
    assert_eq!(faults(&open(list(40, "heavy-bolter")))[0], ("unit.1.models", "2E-SET-001"));
    assert_eq!(faults(&open(list(9, "bolt-pistol"))), [("unit.1.options", "2E-SET-001")]);

    let carried = Carried { kind: "army".to_owned(), text: sound.text };
    let own = module.carrying(&[carried]).expect("the list is sound");
    let form = own.form();
    let field = form.fields.iter().find(|field| field.key == "red").expect("a field of the form");
    let SetupInput::Choice { choices, .. } = &field.input else { panic!("it is a choice") };
    assert!(choices.iter().any(|choice| choice.value == "mine" && choice.label == "Mine"), "{choices:?}");
    let setup = json!({ "battle": "first-shots", "red": "mine", "blue": "" });
    let game = own.start(&setup, Secret::from_number(1), Vec::new()).expect("the battle begins");
    let record = game.record(true);
    assert_eq!(record.header.documents.len(), 1);
    assert!(module.replay(&record).is_ok(), "the record needs nothing beside it");
    // A list that is broken does not get into a game.
    let broken = open(list(40, "heavy-bolter"));
    assert!(module.carrying(&[Carried { kind: "army".to_owned(), text: broken.text }]).is_err());
}
