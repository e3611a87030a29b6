//! Bidding for the Marine side: it ends, it is sealed and replayed like any game, and what it settles can be played.

use grognard_engine::client::{Ask, FieldInput, Sequel, SetupValue};
use grognard_engine::dice::Secret;
use grognard_engine::document::Source;
use grognard_engine::erased::{DynGame, Module, System};
use grognard_engine::prove::Games;
use grognard_engine::record::Origin;
use grognard_engine::{SeatId, Viewer};
use grognard_space_hulk::bidding::{is_of_its_own, least, usual};
use grognard_space_hulk::{Fixed, Options, SpaceHulk};
use serde_json::{Value, json};

fn module() -> Module<SpaceHulk> {
    Module::embedded().expect("the embedded data is tested")
}

/// The missions that can be bid for, each with the least and the usual bid.
fn missions(module: &Module<SpaceHulk>) -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    for (index, mission) in module.data().missions.iter().enumerate().filter(|(_, it)| !is_of_its_own(it)) {
        let fixed = Fixed::of(module.data(), index, Options::default());
        found.push((mission.id.clone(), least(&fixed).to_string(), usual(&fixed).to_string()));
    }
    found
}

fn start(module: &Module<SpaceHulk>, setup: &Value) -> Result<Box<dyn DynGame>, String> {
    module.start(setup, Secret::from_number(1), Vec::new())
}

/// What follows when one bids this and the other the most there is.
fn settled(module: &Module<SpaceHulk>, mission: &str, bid: &str, lower: SeatId) -> Sequel {
    let mut game = start(module, &json!({ "mission": mission, "bidding": true })).expect("bids can be made");
    let other = SeatId(1 - lower.0);
    assert_eq!(game.sequel(), None);
    game.answer(other, "bid 1000", Origin::Player).expect("nobody minds a high bid");
    game.answer(lower, &format!("bid {bid}"), Origin::Player).expect("it is enough");
    game.sequel().expect("it is settled")
}

#[test]
fn whatever_is_bid_can_be_played() {
    let module = module();
    // Each mission with another bid: reading the data again for every force takes its time.
    for (number, (mission, least, usual)) in missions(&module).into_iter().enumerate() {
        let bid = [least.as_str(), "12.5", usual.as_str(), "33 1/3"][number % 4];
        let sequel = settled(&module, &mission, bid, SeatId(1));
        assert_eq!(sequel.seats.get("stealer").map(String::as_str), Some("marine"), "{mission}");
        let mut setup = json!({ "mission": mission });
        for (key, value) in &sequel.setup {
            setup[key] = serde_json::to_value(value).expect("it can be written");
        }
        let force = sequel.document.expect("a force is suggested");
        let carrying = module.carrying(std::slice::from_ref(&force)).expect("it is a force");
        let game = carrying.start(&setup, Secret::from_number(1), Vec::new());
        assert!(game.is_ok(), "{mission} for {bid}: {:?}\n{}", game.err(), force.text);
    }
}

/// SH-FOR-008: the builder counts to the part of a point that was bid, and a dearer force is a breach there already.
#[test]
fn the_builder_starts_from_the_exact_bid() {
    let module = module();
    for (bid, part) in [("9 1/3", "parts = \"1/3\""), ("9.5", "parts = \"0.5\""), ("9", "points = 9")] {
        let sequel = settled(&module, "boarding-lock", bid, SeatId(0));
        assert!(sequel.plays["marine"].contains(bid), "{:?}", sequel.plays);
        assert_ne!(sequel.plays["marine"], sequel.plays["stealer"]);
        let text = sequel.document.expect("a force is suggested").text;
        assert!(text.contains("points = 9\n") && text.contains(part), "{text}");
        assert_eq!(text.contains("parts"), bid != "9", "{text}");
        let check =
            |text: String| module.document("en", "force", &Source::Text(text)).expect("a force").check;
        let sound = check(text.clone());
        assert!(sound.facts[0].value.ends_with(&format!("of {bid}")), "{sound:?}");
        assert!(!sound.faults.iter().any(|fault| fault.path == "points"), "{sound:?}");
        // Ten at a point each would fit into the next whole number.
        let (head, _) = text.split_once("[[model]]").expect("somebody is suggested");
        let dearer = check(format!("{head}[[model]]\nrole = \"marine\"\ncount = 10\n"));
        assert!(dearer.faults.iter().any(|fault| fault.path == "points"), "{dearer:?}");
    }
}

/// What is filled in beforehand can be sent.
#[test]
fn the_first_bid_on_the_sheet_is_taken() {
    let module = module();
    for (mission, ..) in missions(&module) {
        let setup = json!({ "mission": mission, "bidding": true });
        let mut game = start(&module, &setup).expect("bids can be made");
        let prompt = game.prompt(Viewer::Seat(SeatId(0))).expect("bids are asked for");
        let Ask::Proposal { form } = prompt.ask else { panic!("a sheet is filled in") };
        let first = form.fields.iter().map(|field| match &field.input {
            FieldInput::Number { min, start, .. } => (field, start.unwrap_or(*min).to_string()),
            FieldInput::Choice { choices } => (field, choices[0].clone()),
            other => panic!("{other:?}"),
        });
        let text = first
            .fold(form.template, |text, (field, value)| text.replace(&format!("{{{}}}", field.name), &value));
        game.answer(SeatId(0), &text, Origin::Player)
            .unwrap_or_else(|why| panic!("{mission}: `{text}`: {why}"));
    }
}

/// What one has written the other learns with all, and not before.
#[test]
fn a_bid_is_sealed_until_both_are_there() {
    let module = module();
    let setup = json!({ "mission": "boarding-lock", "bidding": true });
    let shown = |bid: Option<&str>| {
        let mut game = start(&module, &setup).expect("bids can be made");
        if let Some(bid) = bid {
            game.answer(SeatId(0), bid, Origin::Player).expect("it is enough");
        }
        let viewers = [Viewer::Seat(SeatId(1)), Viewer::Spectator];
        viewers.map(|viewer| (game.scene(viewer), game.log(viewer, 0)))
    };
    assert_eq!(shown(Some("bid 9")), shown(Some("bid 11.5")));
    assert_eq!(shown(Some("bid 9")), shown(None));
}

#[test]
fn nobody_changes_seats_who_has_the_marines_already() {
    let module = module();
    let sequel = settled(&module, "boarding-lock", "9.5", SeatId(0));
    assert_eq!(sequel.seats.get("marine").map(String::as_str), Some("marine"));
    assert_eq!(sequel.setup.get("bid"), Some(&SetupValue::Text("9.5".to_owned())));
    assert_eq!((sequel.prepares.as_str(), sequel.rule.as_str()), ("marine", "SH-FOR-005"));
}

#[test]
fn a_bid_holds_for_the_squad_of_the_mission_too() {
    let module = module();
    let error = |setup: Value| start(&module, &setup).err().expect("it is refused");
    assert!(error(json!({ "mission": "boarding-lock", "bid": "5" })).contains("SH-FOR-005"));
    assert!(start(&module, &json!({ "mission": "boarding-lock", "bid": "50" })).is_ok());
    assert!(error(json!({ "mission": "boarding-lock", "bid": "many" })).contains("12.5"));
    let early = json!({ "mission": "boarding-lock", "bidding": true, "force": "cannon-squad" });
    assert!(error(early).contains("SH-FOR-005"));
}

#[test]
fn computers_bid_and_end() {
    let module = module();
    for (mission, ..) in missions(&module) {
        let setup = json!({ "mission": mission, "bidding": true });
        for bots in [["scripted", "scripted"], ["random", "random"], ["scripted", "random"]] {
            let bots = bots.map(str::to_owned);
            for seed in 0..20 {
                let played = module.simulate(&setup, &bots, seed, 500);
                assert_eq!(played.expect("it ends").winners.len(), 1, "{mission}");
            }
        }
    }
}

#[test]
fn bids_are_a_game_like_any_other() {
    let module = module();
    let games = || Games::new(&module, json!({ "mission": "boarding-lock", "bidding": true }), 0..6);
    games().end_without_fault();
    games().take_every_option_and_nothing_else();
    games().read_back_every_text();
    games().resume_from_saves();
    games().undo_exactly();
    games().replay_every_line();
    games().can_be_searched();
}
