//! Army lists and battlefields as documents: their schemas know everything the files say, every breach has its place and
//! its rule, and a battle fought with them carries them.

use grognard_engine::client::{Document, DocumentKind};
use grognard_engine::dice::Secret;
use grognard_engine::document::Source;
use grognard_engine::erased::{Module, System};
use grognard_engine::record::Carried;
use grognard_wh40k_9e::data::amount::INCH;
use grognard_wh40k_9e::{Fixed, Nine, Setup};
use serde_json::{Value, json};

fn module() -> Module<Nine> {
    Module::embedded().expect("the embedded data is tested")
}

fn kind_of(id: &str) -> DocumentKind {
    module().documents("en").into_iter().find(|kind| kind.id == id).expect("these are documents")
}

fn open(kind: &str, value: Value) -> Document {
    module().document("en", kind, &Source::Value(value)).expect("these are documents")
}

/// The places of all faults with their rules.
fn faults(document: &Document) -> Vec<(String, String)> {
    let fault = |fault: &grognard_engine::client::DocumentFault| {
        (fault.path.clone(), fault.rule.clone().unwrap_or_default())
    };
    document.check.faults.iter().map(fault).collect()
}

fn assert_faults(document: &Document, wanted: &[(&str, &str)]) {
    let wanted: Vec<_> = wanted.iter().map(|(path, rule)| ((*path).to_owned(), (*rule).to_owned())).collect();
    assert_eq!(faults(document), wanted, "{:?}", document.check.faults);
    assert!(document.check.faults.iter().all(|fault| !fault.sentence.contains(['{', '}'])));
}

#[test]
fn everything_that_comes_along_has_the_form_of_its_schema() {
    let module = module();
    for (id, least) in [("army", 4), ("table", 6)] {
        let kind = kind_of(id);
        assert!(kind.examples.len() >= least && !kind.sentence.is_empty());
        for example in &kind.examples {
            let text = Source::Text(example.text.clone());
            let read = module.document("en", id, &text).expect("these are documents");
            assert_eq!(read.check.faults, [], "{}", example.name);
            let value = read.value.expect("it was read");
            assert_eq!(open(id, value.clone()).value, Some(value), "{}", example.name);
        }
    }
}

/// 9E-ONW-011: a battle without a named table is fought on a ready one that is large enough.
#[test]
fn a_table_left_open_is_as_large_as_the_armies_need() {
    let module = module();
    for (army, size) in [("strike-squad", "44x30"), ("standard", "44x30"), ("extended", "60x44")] {
        let setup = Setup { table: String::new(), red: army.into(), blue: army.into(), ..Setup::default() };
        let fixed = Fixed::new(module.data(), &setup).unwrap_or_else(|why| panic!("{army}: {why}"));
        let (long, wide) = fixed.battlefield.size;
        assert_eq!(format!("{}x{}", long / INCH, wide / INCH), size, "{army}");
    }
}

#[test]
fn the_schemas_speak_german_and_so_do_breaches() {
    let kinds = module().documents("de");
    let army = kinds.iter().find(|kind| kind.id == "army").expect("these are documents");
    assert_eq!(army.name, "Armeeliste");
    assert!(army.fields.iter().all(|field| field.label != field.key));
    let text = Source::Text("id = \"a\"\n[[unit]]\nsheet = \"outriders\"\nmodels = 9\n".to_owned());
    let read = module().document("de", "army", &text).expect("these are documents");
    assert!(read.check.faults[0].sentence.contains("3 Modelle"), "{:?}", read.check.faults);
}

fn army(units: &Value) -> Document {
    open("army", json!({ "id": "mine", "name": "Mine", "power": 20, "unit": units }))
}

#[test]
fn an_army_says_its_power_and_every_breach_with_its_rule() {
    let sound = army(&json!([
        { "sheet": "assault-intercessors", "models": 5, "options": ["plasma-pistol"], "warlord": true },
        { "sheet": "outriders", "models": 3 },
    ]));
    assert_faults(&sound, &[]);
    let facts: Vec<_> = sound.check.facts.iter().map(|fact| fact.value.as_str()).collect();
    assert_eq!(sound.check.notes.get("unit.1").map(String::as_str), Some("Power 6"));
    assert_eq!(facts, ["11 of 20", "2", "8", "Combat Patrol, table at least 44\" × 30\""]);

    let wrong = army(&json!([
        { "sheet": "assault-intercessors", "models": 11, "warlord": true },
        { "sheet": "assault-intercessors", "models": 3 },
        { "sheet": "assault-intercessors", "models": 4, "warlord": true, "warlord_model": 5 },
        { "sheet": "outriders", "models": 3, "embarked_in": 5 },
        { "sheet": "truck", "models": 1 },
        { "sheet": "line", "models": 12, "embarked_in": 5 },
        { "sheet": "line", "models": 10, "options": ["burner", "burner"], "embarked_in": 1 },
    ]));
    assert_faults(
        &wrong,
        &[
            ("unit.0.models", "9E-DAT-005"),
            ("unit.2.models", "9E-DAT-017"),
            ("unit.3.embarked_in", "9E-TRN-001"),
            ("unit.5.embarked_in", "9E-TRN-002"),
            ("unit.6.options", "9E-DAT-029"),
            ("unit.6.embarked_in", "9E-TRN-001"),
            ("unit.2.warlord_model", "9E-ONW-003"),
            ("unit.2.warlord", "9E-ONW-003"),
            ("power", "9E-ONW-001"),
        ],
    );
    assert!(!wrong.check.is_sound());
    assert_faults(&army(&json!([])), &[("unit", "")]);
}

/// The form knows what each datasheet offers.
#[test]
fn options_belong_to_their_datasheet() {
    let stale = army(&json!([{ "sheet": "outriders", "models": 3, "options": ["plasma-pistol"] }]));
    assert_faults(&stale, &[("unit.0.options.0", "")]);
    let nobody = army(&json!([{ "sheet": "outriders", "models": 3, "embarked_in": 2 }]));
    assert_faults(&nobody, &[("unit.0.embarked_in", "")]);
}

fn table(size: [&str; 2], pieces: &Value) -> Document {
    open("table", json!({ "id": "mine", "size": size, "piece": pieces }))
}

fn piece(id: &str, piece: &str, at: [&str; 2], turn: u16) -> Value {
    json!({ "id": id, "piece": piece, "at": at, "turn": turn })
}

#[test]
fn a_table_names_its_faults_with_their_places() {
    let pieces = json!([
        piece("a", "ruin", ["3", "15"], 0),
        piece("b", "wood", ["20", "10"], 30),
        piece("c", "house", ["20", "10"], 0),
        piece("d", "crater", ["34", "20"], 0),
        piece("e", "crater", ["35", "20"], 0),
    ]);
    let wrong = table(["44", "30"], &pieces);
    assert_faults(
        &wrong,
        &[("piece.0.at", "9E-BTL-001"), ("piece.2.at", ""), ("piece.4.at", ""), ("piece", "9E-BTL-003")],
    );
    let hints: Vec<_> = wrong.check.faults.iter().map(|fault| fault.hint).collect();
    assert_eq!(
        hints,
        [false, false, true, true],
        "areas may overlap, and how much terrain there is, is advice"
    );
    assert_eq!(wrong.check.faults[1].cells, ["c", "b"]);
    assert_eq!(wrong.check.shapes.len(), 2, "both zones are drawn");
    assert_faults(&table(["40", "30"], &json!([])), &[("size", "9E-ONW-011"), ("piece", "9E-BTL-003")]);
    assert_faults(&table(["30", "44"], &json!([])), &[("size", "9E-ONW-030"), ("piece", "9E-BTL-003")]);
}

/// 9E-ONW-017: a zone nobody finds room in.
#[test]
fn a_full_zone_is_a_fault() {
    let mut pieces = Vec::new();
    for (x, y) in (0..3).flat_map(|x| (0..7).map(move |y| (x, y))) {
        let at = [(2 + 4 * x).to_string(), (2 + 4 * y).to_string()];
        pieces.push(piece(&format!("t{x}{y}"), "tower", [&at[0], &at[1]], 0));
    }
    let full = table(["44", "30"], &json!(pieces));
    assert!(
        faults(&full).contains(&("piece".to_owned(), "9E-ONW-017".to_owned())),
        "{:?}",
        full.check.faults
    );
}

#[test]
fn a_turned_piece_lies_where_it_is_drawn() {
    let kind = kind_of("table");
    let field = kind.fields.iter().find(|field| field.key == "piece").expect("terrain lies on a table");
    let grognard_engine::client::DocumentInput::List { placed: Some(placed), .. } = &field.input else {
        panic!("it is a list of placed shapes")
    };
    let ruin = placed.shapes.iter().find(|shape| shape.value == "ruin").expect("ruins are there");
    assert_eq!(ruin.parts.len(), 12, "its ground and eleven parts");
    assert_eq!(ruin.parts[0].outline[0], grognard_engine::client::Point(-4 * 2540, -3 * 2540));
}

#[test]
fn a_battle_is_fought_with_both_and_carries_them() {
    let module = module();
    let list = army(&json!([{ "sheet": "outriders", "models": 3, "warlord": true }]));
    let field = module
        .document("en", "table", &Source::Seed(7, Some("44x30".to_owned())))
        .expect("tables are made from numbers");
    assert_eq!(field.check.faults, []);
    let name = field.name.clone().expect("it has a name");
    let documents = [
        Carried { kind: "army".to_owned(), text: list.text },
        Carried { kind: "table".to_owned(), text: field.text },
    ];
    let own = module.carrying(&documents).expect("both are sound");
    let form = own.form();
    let label = |key: &str, value: &str| {
        let field = form.fields.iter().find(|field| field.key == key).expect("a field of the form");
        let grognard_engine::client::SetupInput::Choice { choices, .. } = &field.input else { return None };
        choices.iter().find(|choice| choice.value == value).map(|choice| choice.label.clone())
    };
    assert_eq!(label("blue", "mine").as_deref(), Some("Mine"), "its own name, not the one for commands");
    assert_eq!(label("table", &name), Some(name.clone()));
    let setup = json!({ "table": name, "red": "strike-squad", "blue": "mine" });
    let game = own.start(&setup, Secret::from_number(1), Vec::new()).expect("the battle begins");
    let record = game.record(true);
    assert_eq!(record.header.documents.len(), 2);
    assert!(module.replay(&record).is_ok(), "the record needs nothing beside it");
    // A table that is broken does not get into a game.
    let broken = table(["44", "30"], &json!([piece("a", "ruin", ["3", "15"], 0)]));
    assert!(module.carrying(&[Carried { kind: "table".to_owned(), text: broken.text }]).is_err());
}
