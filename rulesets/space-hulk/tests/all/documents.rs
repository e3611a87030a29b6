//! Missions and forces as documents: their schema knows everything the files say, faults have their places, and a game played with
//! one carries it.

use grognard_engine::client::{DocumentCheck, DocumentChoice, DocumentField, DocumentInput, DocumentKind};
use grognard_engine::dice::Secret;
use grognard_engine::document::Source;
use grognard_engine::erased::{Module, System};
use grognard_engine::record::{Carried, Origin, Record};
use grognard_space_hulk::SpaceHulk;
use serde_json::{Value, json};

fn module() -> Module<SpaceHulk> {
    Module::embedded().expect("the embedded data is tested")
}

/// The kind of missions.
fn kind(language: &str) -> DocumentKind {
    kind_of("mission", language)
}

fn kind_of(id: &str, language: &str) -> DocumentKind {
    let mut kinds = module().documents(language).into_iter();
    kinds.find(|kind| kind.id == id).expect("these are documents")
}

fn example(name: &str) -> String {
    let kind = kind("en");
    let found = kind.examples.iter().find(|example| example.name == name);
    found.expect("the mission comes along").text.clone()
}

#[test]
fn every_mission_has_the_form_of_its_schema_and_comes_back_from_its_fields() {
    assert!(come_back_from_their_fields(&kind("en")) >= 9);
}

#[test]
fn every_force_has_the_form_of_its_schema_and_comes_back_from_its_fields() {
    assert!(come_back_from_their_fields(&kind_of("force", "en")) >= 2);
}

/// Every example is sound, and the same when written from its fields; says how many there are.
fn come_back_from_their_fields(kind: &DocumentKind) -> usize {
    let module = module();
    for example in &kind.examples {
        let open = |source: Source| module.document("en", &kind.id, &source).expect("these are documents");
        let read = open(Source::Text(example.text.clone()));
        assert_eq!(read.check.faults, [], "{}", example.name);
        assert_eq!(read.name.as_deref(), Some(example.name.as_str()));
        let value = read.value.expect("it was read");
        let written = open(Source::Value(value.clone()));
        assert_eq!(written.value, Some(value), "{}", example.name);
        assert_eq!(written.check.faults, [], "{}", example.name);
    }
    kind.examples.len()
}

#[test]
fn the_schema_speaks_both_languages() {
    let label = |language: &str| kind(language).fields[3].label.clone();
    assert_eq!((label("en").as_str(), label("de").as_str()), ("Turns", "Runden"));
    let kind = kind("en");
    let squad = kind.fields.iter().find(|field| field.key == "marines").expect("there is a squad");
    let text = format!("{squad:?}");
    assert!(text.contains("Terminator with"), "profiles are named for people: {text}");
    assert!(kind.fields.iter().all(|field| !field.label.is_empty()));
    assert!(matches!(kind.fields[8].input, DocumentInput::Grid(_)));
}

/// Every choice of a field, wherever it stands: its key, and what can be chosen.
fn every_choice(fields: &[DocumentField], all: &mut Vec<(String, Vec<DocumentChoice>)>) {
    for field in fields {
        match &field.input {
            DocumentInput::Choice { choices, .. } | DocumentInput::Counts { choices, .. } => {
                all.push((field.key.clone(), choices.clone()));
            }
            DocumentInput::List { fields, .. } | DocumentInput::Group { fields } => every_choice(fields, all),
            _ => {}
        }
    }
}

#[test]
fn profiles_have_names_for_people_and_blips_turn_into_tyranids() {
    for language in ["en", "de"] {
        let mut all = Vec::new();
        every_choice(&kind(language).fields, &mut all);
        let list = |key: &str| &all.iter().find(|(known, _)| known == key).expect("it is offered").1;
        let plain =
            |choice: &DocumentChoice| !choice.label.contains(['.', '{', '_']) && choice.label != choice.value;
        let raw: Vec<_> = list("profile").iter().filter(|choice| !plain(choice)).collect();
        assert!(raw.is_empty() && list("profile").len() > 140, "{language}: {raw:?}");
        let mut names: Vec<_> = list("profile").iter().map(|choice| &choice.label).collect();
        names.sort_unstable();
        let twice: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert!(twice.is_empty(), "{language}: two profiles have one name: {twice:?}");

        let values: Vec<_> = list("tyranids").iter().map(|choice| choice.value.as_str()).collect();
        assert!(values.contains(&"hormagaunt") && values.contains(&"tyranid-warrior-swords"), "{values:?}");
        assert!(
            !values.iter().any(|value| value.contains("marine") || value.contains("hybrid")),
            "{values:?}"
        );
        let letters: Vec<_> = list("A").iter().map(|choice| choice.value.as_str()).collect();
        assert!(letters.contains(&"magus") && letters.contains(&"patriarch"), "{letters:?}");
        assert!(!letters.contains(&"sergeant"), "{letters:?}");
    }
}

/// The faults of a changed mission: paths, squares, rules.
fn faults(change: impl Fn(&mut Value)) -> Vec<(String, Vec<String>, String)> {
    let module = module();
    let open = |source: Source| module.document("en", "mission", &source).expect("missions are documents");
    let mut value = open(Source::Text(example("old-man"))).value.expect("it was read");
    change(&mut value);
    let check = open(Source::Value(value)).check;
    check.faults.into_iter().map(|f| (f.path, f.cells, f.rule.unwrap_or_default())).collect()
}

#[test]
fn all_faults_are_found_at_once_each_with_its_place_and_rule() {
    let found = faults(|value| {
        value["entry"][1]["side"] = json!("south");
        value["marines"]["start"][2] = json!("40,40");
        value["exits"][0] = json!("18,0");
        value["hazards"] = json!({ "crates": ["7,1"], "rubble": ["3,1"], "bulkheads": ["3,1"] });
    });
    let has = |path: &str, cell: &str, rule: &str| {
        found.iter().any(|(p, cells, r)| p == path && cells.iter().any(|c| c == cell) && r == rule)
    };
    assert!(has("entry.1.side", "12,0", "SH-BRD-007"), "{found:?}");
    assert!(has("marines.start.2", "40,40", "SH-BRD-001"), "{found:?}");
    assert!(has("exits.0", "18,0", "SH-BRD-001"), "{found:?}");
    assert!(has("hazards.rubble", "3,1", "SH-RUB-001"), "{found:?}");
}

#[test]
fn squares_that_nobody_can_come_to_are_advice() {
    let module = module();
    let open = |source: Source| module.document("en", "mission", &source).expect("missions are documents");
    let mut value = open(Source::Text(example("old-man"))).value.expect("it was read");
    let map = value["map"].as_str().expect("a map in letters").trim_end_matches('\n').to_owned();
    // A room apart, two rows below the rest.
    value["map"] = json!(format!("{map}\n{0}\nZZ{1}\n", ".".repeat(20), ".".repeat(18)));
    let check = open(Source::Value(value)).check;
    let [only] = &check.faults[..] else { panic!("{:?}", check.faults) };
    assert!(only.hint && check.is_sound(), "it can be played as it is");
    assert_eq!((only.path.as_str(), only.cells.len()), ("map", 2), "{only:?}");
}

#[test]
fn what_the_form_lacks_is_named_by_its_path() {
    let found = faults(|value| {
        value["turns"] = json!("nine");
        value["goal"][0] = json!({ "kind": "hold", "section": "A", "model": "captain" });
        value["entry"][0]["id"] = json!("e1");
        value["colour"] = json!("red");
        value["stealers"]["lurking"][0] = json!("nowhere");
    });
    let paths: Vec<_> = found.iter().map(|(path, ..)| path.as_str()).collect();
    let wanted =
        ["turns", "goal.0.turns", "goal.0.models", "goal.0.model", "entry.2.id", "", "stealers.lurking.0"];
    for wanted in wanted {
        assert!(paths.contains(&wanted), "{wanted} in {paths:?}");
    }
}

/// SH-FOR-006: a force in place of blips comes alone, and for no more than the squad is worth.
#[test]
fn a_force_in_place_of_blips_is_checked_with_the_mission() {
    let send = |value: &mut Value, force: &str| {
        value["stealers"]["force"] = json!(force);
        value["stealers"]["pool"] = json!({});
        value["stealers"]["lurking"] = json!([]);
    };
    assert_eq!(faults(|value| send(value, "traitors")), []);
    let at = |found: &[(String, Vec<String>, String)]| {
        found.iter().any(|(path, _, rule)| path == "stealers.force" && rule == "SH-FOR-006")
    };
    let crowded = faults(|value| value["stealers"]["force"] = json!("traitors"));
    assert!(at(&crowded), "{crowded:?}");
    let dear = faults(|value| {
        send(value, "traitors");
        let squad = value["marines"]["squad"].as_array_mut().expect("there is a squad");
        squad.retain(|model| {
            model["profile"] != json!("cannon") && model["profile"] != json!("sergeant-sword")
        });
    });
    assert!(at(&dear), "{dear:?}");
}

#[test]
fn a_game_carries_its_document_and_replays_anywhere() {
    let text = example("boarding-lock").replace("id = \"boarding-lock\"", "id = \"my-lock\"");
    let carried = Carried { kind: "mission".to_owned(), text };
    let own = module().carrying(std::slice::from_ref(&carried)).expect("the document is sound");
    let setup = json!({ "mission": "my-lock" });
    assert!(module().start(&setup, Secret::from_number(1), vec![]).is_err(), "only the document has it");
    let again = replays(&*own, &setup, &carried);

    let mut forged = again;
    forged.header.documents[0].text =
        forged.header.documents[0].text.replace("id = \"my-lock\"", "id = \"../x\"");
    assert!(module().replay(&forged).is_err(), "a document cannot be put elsewhere among the files");
}

/// Plays a game's first decisions and goes back through its record, on a system that never saw the document.
fn replays(own: &dyn System, setup: &Value, carried: &Carried) -> Record {
    let mut game = own.start(setup, Secret::from_number(1), vec![]).expect("the document is there");
    for _ in 0..20 {
        let seat = game.waits_for()[0];
        let answer = game.default_answer(seat).expect("there is a default");
        game.answer(seat, &answer, Origin::Player).expect("a default is legal");
    }
    let record = game.record(true);
    assert_eq!(record.header.documents, std::slice::from_ref(carried));
    let again = Record::parse(&record.to_text()).expect("a record reads back");
    let replayed = module().replay(&again).expect("a fresh system plays it again");
    assert_eq!(replayed.hash(), game.hash());
    assert_eq!(module().load(&game.save()).expect("a save loads").hash(), game.hash());
    again
}

/// The check of an example force after a change.
fn checked(language: &str, change: impl Fn(&mut Value)) -> DocumentCheck {
    let module = module();
    let open = |source: Source| module.document(language, "force", &source).expect("forces are documents");
    let kind = kind_of("force", language);
    let blades = kind.examples.iter().find(|example| example.name == "blades").expect("it comes along");
    let mut value = open(Source::Text(blades.text.clone())).value.expect("it was read");
    change(&mut value);
    open(Source::Value(value)).check
}

fn places(check: &DocumentCheck) -> Vec<(&str, &str)> {
    check
        .faults
        .iter()
        .map(|fault| (fault.path.as_str(), fault.rule.as_deref().unwrap_or_default()))
        .collect()
}

#[test]
fn a_force_shows_its_points_and_every_breach_with_its_rule() {
    let values =
        |check: &DocumentCheck| check.facts.iter().map(|fact| fact.value.clone()).collect::<Vec<_>>();
    let sound = checked("en", |_| ());
    assert_eq!(places(&sound), []);
    assert_eq!(values(&sound)[..2], ["11 of 11", "5"]);
    assert!(values(&sound)[2].contains("Cold Relay"), "{sound:?}");
    assert!(!values(&sound)[2].contains("Boarding Lock"), "its squad is worth ten: {sound:?}");
    let suits = &sound.suits["mission"];
    assert!(
        suits.contains(&"cold-relay".to_owned()) && !suits.contains(&"boarding-lock".to_owned()),
        "{suits:?}"
    );

    let over = checked("en", |value| {
        value["squad"][0]["take"] = json!([{ "option": "flamer" }, { "option": "chain-fist" }]);
    });
    assert_eq!(places(&over), [("points", "SH-FOR-001")]);
    assert!(over.faults[0].sentence.contains("12"), "{over:?}");
    let german = checked("de", |value| value["points"] = json!(9));
    assert!(german.faults[0].sentence.contains("kostet 11 Punkte"), "{german:?}");

    // SH-FOR-008: to the part of a point.
    let third = |part: &str| {
        checked("en", |value| {
            (value["points"], value["parts"]) = (json!(10), json!(part));
        })
    };
    assert_eq!(values(&third("1/3"))[0], "11 of 10 1/3");
    assert_eq!(places(&third("1/3")), [("points", "SH-FOR-001")]);
    assert_eq!(places(&third("many")), [("parts", "SH-FOR-008")]);

    let several = checked("en", |value| {
        value["squad"] = json!([
            { "kind": "heavy-weapons", "take": [{ "option": "captain" }] },
            { "kind": "heavy-weapons", "choose": [{ "role": "cannon" }],
              "exchange": [{ "role": "marine", "weapon": "power-sword" }] },
        ]);
    });
    let wanted = [
        ("squad.0.take.0", "SH-FOR-004"),
        ("squad.1.exchange.0", "SH-SMF-007"),
        ("points", "SH-FOR-001"),
        ("squad", "SH-FOR-002"),
    ];
    assert_eq!(places(&several), wanted);
    assert_eq!(values(&several)[2], "no mission");
}

/// SH-SMF-007: a model bought alone trades its weapons as one of a squad does.
#[test]
fn models_bought_alone_trade_their_weapons() {
    let trading = |weapons: &[&str]| {
        let trades: Vec<_> = weapons.iter().map(|weapon| json!({ "weapon": weapon })).collect();
        checked("en", |value| {
            value["points"] = json!(20);
            value["squad"] = json!([{ "kind": "standard" }]);
            value["model"] = json!([{ "role": "space-marine-bolter", "count": 2, "exchange": trades }]);
        })
    };
    let two = trading(&["power-sword", "chain-fist"]);
    assert_eq!(places(&two), []);
    assert_eq!(two.facts[0].value, "13 of 20");
    let three = trading(&["power-sword", "chain-fist", "power-glove"]);
    assert_eq!(places(&three), [("model.0.exchange.2", "SH-SMF-007")], "there are two to trade");
}

/// SH-LVL-001: a mission gives the psykers behind its letters a mastery, and nobody else.
#[test]
fn psykers_behind_letters_have_levels() {
    let levels = |levels: Value| faults(move |value| value["stealers"]["levels"] = levels.clone());
    assert_eq!(levels(json!({ "A": 2, "J": 1 })), []);
    let fault = vec![("stealers.levels".to_owned(), vec![], "SH-LVL-001".to_owned())];
    assert_eq!(levels(json!({ "B": 2 })), fault, "no psyker");
    assert!(!levels(json!({ "A": 5 })).is_empty(), "no such level");
}

#[test]
fn a_game_carries_the_force_that_was_bought_and_replays_anywhere() {
    let kind = kind_of("force", "en");
    let text = kind.examples[0].text.replace("id = \"blades\"", "id = \"my-blades\"");
    let carried = Carried { kind: "force".to_owned(), text };
    let own = module().carrying(std::slice::from_ref(&carried)).expect("the force is sound");
    let setup = json!({ "mission": "cold-relay", "force": "my-blades" });
    assert!(module().start(&setup, Secret::from_number(1), vec![]).is_err(), "only the document has it");
    replays(&*own, &setup, &carried);

    let start = |mission: &str, force: &str| {
        let setup = json!({ "mission": mission, "force": force });
        own.start(&setup, Secret::from_number(1), vec![]).map(|game| game.hash())
    };
    let why = start("boarding-lock", "my-blades").expect_err("it costs more than the mission's own squad");
    assert!(why.starts_with("SH-FOR-001"), "{why}");
    let why = start("boarding-lock", "cannon-squad").expect_err("it has no flamer to burn the nest with");
    assert!(why.starts_with("SH-BRD-001"), "{why}");
    let why = start("cold-relay", "nobodys").expect_err("there is no such force");
    assert!(why.contains("there are blades, cannon-squad, my-blades"), "{why}");
    let plain = module().start(&json!({ "mission": "cold-relay" }), Secret::from_number(1), vec![]);
    let plain = plain.map(|game| game.hash());
    assert_eq!(start("cold-relay", ""), plain, "nothing chosen is the mission's own squad");
    assert!(start("cold-relay", "cannon-squad").is_ok());
    assert_ne!(start("cold-relay", "cannon-squad"), plain);
}

/// The choices of a field of the force builder, by its keys from the top.
fn choices(path: &[&str]) -> Vec<grognard_engine::client::DocumentChoice> {
    let mut fields = kind_of("force", "en").fields;
    for (depth, key) in path.iter().enumerate() {
        let field = fields.into_iter().find(|field| field.key == *key).expect("there is such a field");
        match field.input {
            DocumentInput::List { fields: inner, .. } => fields = inner,
            DocumentInput::Choice { choices, .. } if depth + 1 == path.len() => return choices,
            other => panic!("{key} holds nothing to choose: {other:?}"),
        }
    }
    panic!("{path:?} is a list")
}

/// What is offered where the other fields say this: values with their notes.
fn offered(path: &[&str], of: &str) -> Vec<(String, String)> {
    let fits = |choice: &grognard_engine::client::DocumentChoice| choice.only.iter().any(|other| other == of);
    choices(path).into_iter().filter(fits).map(|choice| (choice.value, choice.note)).collect()
}

#[test]
fn a_squad_is_offered_what_its_own_list_has() {
    let take = ["squad", "take", "option"];
    let values = |of: &str| offered(&take, of).into_iter().map(|(value, _)| value).collect::<Vec<_>>();
    assert_eq!(values("command"), ["cannon-reload", "flamer-reload", "mastery"]);
    assert_eq!(values("space-marine-command"), Vec::<String>::new());
    let price = |of: &str, option: &str| {
        let found = offered(&take, of).into_iter().find(|(value, _)| value == option);
        found.expect("the squad has that option").1
    };
    assert_eq!(
        (price("standard", "captain"), price("guard-tactical", "captain")),
        ("3 points".into(), "0.6 points".into())
    );
    assert_eq!(price("standard", "chain-fist"), "1 point");
    let roles =
        |path: &[&str], of: &str| offered(path, of).into_iter().map(|(value, _)| value).collect::<Vec<_>>();
    assert_eq!(roles(&["squad", "choose", "role"], "standard"), ["cannon", "flamer"]);
    assert_eq!(roles(&["squad", "take", "role"], "standard assault-arms"), ["claws", "hammer"]);
    assert_eq!(
        roles(&["squad", "exchange", "role"], "standard"),
        Vec::<String>::new(),
        "Terminators trade nothing"
    );
    assert!(
        roles(&["squad", "exchange", "role"], "space-marine-command").contains(&"space-marine".to_owned())
    );
}

#[test]
fn breaches_speak_of_things_by_name() {
    let check = checked("en", |value| {
        value["squad"] = json!([
            { "kind": "standard", "choose": [{ "role": "claws" }], "take": [{ "option": "mastery" }, { "option": "sword" }, { "option": "captain" }],
              "exchange": [{ "role": "marine", "weapon": "assault-weapon" }] },
        ]);
    });
    let said: Vec<_> = check.faults.iter().map(|fault| fault.sentence.as_str()).collect();
    assert!(said.len() >= 4, "{said:?}");
    assert!(said[0].contains("Standard squad") && said[0].contains("lightning claws"), "{said:?}");
    assert!(
        said[1].contains("One mastery level more") && said[2].contains("Captain for the Sergeant"),
        "{said:?}"
    );
    assert!(said.iter().any(|sentence| sentence.contains("close assault weapon")), "{said:?}");
    assert!(said.iter().all(|sentence| !sentence.contains('`')), "{said:?}");
}

/// An older form of a mission is opened, and written in the newer one.
#[test]
fn a_mission_with_an_objective_opens_with_a_goal() {
    let text = example("boarding-lock").replace("[[goal]]", "[objective]");
    let opened = module().document("en", "mission", &Source::Text(text)).expect("missions are documents");
    assert_eq!(opened.check.faults, []);
    assert!(opened.text.contains("[[goal]]") && !opened.text.contains("objective"), "{}", opened.text);
    assert_eq!(opened.value.expect("it was read")["goal"][0]["kind"], json!("burn"));
}
