//! Whole random games as people see them: every prompt, line, scene and answer is complete.

#![expect(clippy::unwrap_used, reason = "a test ends at the first surprise")]

use std::collections::BTreeSet;

use grognard_engine::client::{Ask, Query, QueryAnswer, Viewpoint};
use grognard_engine::dice::Secret;
use grognard_engine::erased::{DynGame, Module, System};
use grognard_engine::record::Origin;
use grognard_engine::rng::SplitMix;
use grognard_engine::{SeatId, Viewer};
use grognard_space_hulk::SpaceHulk;

const VIEWERS: [Viewer; 3] = [Viewer::Seat(SeatId(0)), Viewer::Seat(SeatId(1)), Viewer::Spectator];

fn start(module: &Module<SpaceHulk>, number: u64) -> Box<dyn DynGame> {
    let setup = serde_json::json!({ "mission": "boarding-lock", "secret_command_points": number % 2 == 1 });
    module.start(&setup, Secret::from_number(number), vec![]).unwrap()
}

fn whole(sentence: &str) {
    assert!(!sentence.is_empty() && !sentence.contains(['{', '}']), "`{sentence}`");
}

/// Everything that is shown at a decision.
fn look(game: &dyn DynGame, viewer: Viewer) {
    let scene = game.scene(viewer);
    let cells: BTreeSet<_> = scene.boards[0].cells.iter().map(|cell| cell.id.clone()).collect();
    let pieces: BTreeSet<_> = scene.pieces.iter().map(|piece| piece.id.clone()).collect();
    let places: BTreeSet<_> =
        scene.features.iter().map(|f| f.id.clone()).chain(scene.trays.iter().map(|t| t.id.clone())).collect();
    if let Some(prompt) = game.prompt(viewer) {
        let waits = prompt.topic == "wait";
        assert!(waits || !prompt.sentence.contains(['{', '}']) && !prompt.sentence.is_empty(), "{prompt:?}");
        if let Ask::Options { options, .. } = prompt.ask {
            for option in options {
                whole(&option.label);
                assert!(option.piece.as_ref().is_none_or(|piece| pieces.contains(piece)), "{option:?}");
                assert!(option.to.as_ref().is_none_or(|cell| cells.contains(cell)), "{option:?}");
                let known = |target: &String| pieces.contains(target) || places.contains(target);
                assert!(option.target.as_ref().is_none_or(known), "{option:?}");
                if option.has_odds {
                    let odds = game.query(viewer, &Query::Odds { text: option.text.clone() });
                    assert!(matches!(odds, QueryAnswer::Odds(_)), "{} has no odds: {odds:?}", option.text);
                }
            }
        }
    }
    for piece in &pieces {
        let from = Viewpoint::Piece { piece: piece.clone() };
        for query in [
            Query::Sight { from },
            Query::Reach { piece: piece.clone() },
            Query::Options { piece: piece.clone() },
            Query::Card { piece: piece.clone() },
        ] {
            game.query(viewer, &query);
        }
    }
}

/// Sides are called after who fights on them, in the seats, in questions and in the log.
#[test]
fn nobody_is_called_a_terminator_who_is_none() {
    let module = Module::<SpaceHulk>::embedded().unwrap();
    let forces =
        [("", "Terminators"), ("blades", "Terminators"), ("two-shrines", "Eldar"), ("troupe", "Harlequins")];
    for (force, name) in forces {
        let setup = serde_json::json!({ "mission": "cold-relay", "force": force });
        let mut game = module.start(&setup, Secret::from_number(1), vec![]).unwrap();
        assert_eq!(game.seats()[0].name, name, "{force}");
        for _ in 0..40 {
            let Some(seat) = game.waits_for().first().copied() else { break };
            let sentence = game.prompt(Viewer::Seat(seat)).unwrap().sentence;
            assert!(name == "Terminators" || !sentence.contains("Terminator"), "{force}: {sentence}");
            let text = game.default_answer(seat).unwrap();
            game.answer(seat, &text, Origin::Player).unwrap();
        }
        let phases = game.log(Viewer::Spectator, 0).into_iter().filter(|entry| entry.topic == "phase");
        let told: Vec<_> = phases.map(|entry| entry.sentence).collect();
        assert!(told.iter().any(|line| line.starts_with(&format!("{name}: "))), "{told:?}");
    }
}

/// The other side too, whether the mission brings its force or a player chose it; cards say so beforehand.
#[test]
fn the_other_side_and_cards_have_the_names_of_who_fights() {
    let module = Module::<SpaceHulk>::embedded().unwrap();
    let names = |setup: serde_json::Value| {
        let game = module.start(&setup, Secret::from_number(1), vec![]).unwrap();
        let seats = game.seats().iter().map(|seat| seat.name.clone());
        (seats.collect::<Vec<_>>(), game.scene(Viewer::Spectator))
    };
    let (seats, scene) =
        names(serde_json::json!({ "mission": "broken-oaths", "enemy": "squad guard-tactical" }));
    assert_eq!(seats, ["Terminators", "Imperial Guard"]);
    let entries = scene.features.iter().filter(|feature| feature.kind == "entry");
    let told: Vec<_> = entries.filter_map(|entry| entry.sentence.as_deref()).collect();
    assert!(
        !told.is_empty() && told.iter().all(|line| line.starts_with("Imperial Guard come in")),
        "{told:?}"
    );
    let (seats, _) = names(serde_json::json!({ "mission": "cold-relay", "enemy": "squad guard-tactical" }));
    assert_eq!(
        seats,
        ["Terminators", "Imperial Guard"],
        "a force that was chosen, against a mission of blips"
    );
    let form = module.form();
    let grognard_engine::client::SetupInput::Choice { choices, .. } = &form.fields[0].input else {
        panic!("missions are chosen")
    };
    for card in choices {
        let told: Vec<_> = card.goals.iter().map(|goal| goal.name.clone()).collect();
        assert_eq!(told, names(serde_json::json!({ "mission": card.value })).0, "{}", card.value);
    }
    let of = |id: &str| choices.iter().find(|card| card.value == id).map(|card| card.goals[1].name.as_str());
    assert_eq!(of("broken-oaths"), Some("Renegades"));
}

#[test]
fn random_games_are_presented_without_a_gap() {
    let module = Module::<SpaceHulk>::embedded().unwrap();
    for number in 0..12 {
        let mut game = start(&module, number);
        let mut rng = SplitMix::new(number);
        let mut count = 0u64;
        while let Some(seat) = game.waits_for().first().copied() {
            if count.is_multiple_of(5) {
                for viewer in VIEWERS {
                    look(game.as_ref(), viewer);
                }
            }
            count += 1;
            let options = game.options(seat);
            let text = options[rng.below(options.len())].clone();
            game.answer(seat, &text, Origin::Player).unwrap();
        }
        whole(&game.over().unwrap().1);
        for viewer in VIEWERS {
            for line in game.log(viewer, 0) {
                whole(&line.sentence);
                let key = |word: &str| word.trim_end_matches(['.', ':']).contains('.');
                assert!(!line.sentence.split(' ').any(key), "{}", line.sentence);
                for roll in &line.dice {
                    assert!(!roll.purpose.contains('.'), "{}", roll.purpose);
                }
            }
        }
    }
}

#[test]
fn a_planned_way_is_walked_as_planned() {
    let module = Module::<SpaceHulk>::embedded().unwrap();
    let (mut walked, mut stopped) = (0, 0);
    for number in 0..10 {
        let mut game = start(&module, number);
        let mut rng = SplitMix::new(number + 100);
        while let Some(seat) = game.waits_for().first().copied() {
            let viewer = Viewer::Seat(seat);
            let scene = game.scene(viewer);
            let cells = &scene.boards[0].cells;
            let options = game.options(seat);
            let movable = options.iter().find_map(|text| text.strip_prefix("activate ")).map(str::to_owned);
            if let (Some(piece), true) = (movable, rng.below(3) == 0) {
                let to = cells[rng.below(cells.len())].id.clone();
                let QueryAnswer::Plan(plan) = game.query(viewer, &Query::Plan { piece, to, facing: None })
                else {
                    panic!("no plan")
                };
                for step in plan.steps.iter().filter(|step| !step.too_dear) {
                    // Something may have come up: then the rest of the way is no longer offered.
                    if game.waits_for() != [seat] || !game.options(seat).contains(&step.text) {
                        stopped += 1;
                        break;
                    }
                    game.answer(seat, &step.text, Origin::Player).unwrap();
                    walked += 1;
                }
                continue;
            }
            let text = options[rng.below(options.len())].clone();
            game.answer(seat, &text, Origin::Player).unwrap();
        }
    }
    assert!(walked > 10 * stopped, "{walked} steps walked, {stopped} ways broken off");
}
