//! Questions put to a small situation of the first mission.

use grognard_engine::Viewer;
use grognard_engine::client::{Query, QueryAnswer, Viewpoint};

use super::query;
use crate::choice::{self, Choice};
use crate::fixed::Fixed;
use crate::legal;
use crate::piece::{PieceId, Place};
use crate::present::tests::{game, under_way};
use crate::state::{MARINE, STEALER, State, View};
use crate::table::Flow;

fn ask(fixed: &Fixed, state: &State, seat: grognard_engine::SeatId, question: &Query) -> QueryAnswer {
    query(fixed, &View::of(fixed, state, Viewer::Seat(seat)), question).unwrap()
}

fn plan(
    fixed: &Fixed,
    state: &State,
    piece: &str,
    to: &str,
    facing: Option<i32>,
) -> grognard_engine::client::Plan {
    let question = Query::Plan { piece: piece.to_owned(), to: to.to_owned(), facing };
    match ask(fixed, state, if piece.starts_with("stealer") { STEALER } else { MARINE }, &question) {
        QueryAnswer::Plan(plan) => plan,
        other => panic!("{other:?}"),
    }
}

fn texts(plan: &grognard_engine::client::Plan) -> Vec<&str> {
    plan.steps.iter().map(|step| step.text.as_str()).collect()
}

/// The squad's start is a corridor: only the first has room. Give it to the flamer.
fn flamer_ahead(fixed: &Fixed) -> State {
    let mut state = under_way(fixed);
    let at = |text| crate::mission::parse_square(&fixed.mission.grid, text).unwrap();
    state.table.lift(fixed, PieceId::Marine(4), Place::Gone);
    state.table.shift(fixed, PieceId::Marine(1), at("4,5"));
    state
}

#[test]
fn a_way_is_made_of_single_actions_and_adds_up() {
    let fixed = game();
    let state = flamer_ahead(&fixed);
    let way = plan(&fixed, &state, "flamer", "7,5", None);
    assert_eq!(texts(&way), ["move 5,5", "move 6,5", "move 7,5"]);
    assert_eq!((way.total, way.remaining, way.facing), (3, 1, Some(90)));
    assert!(way.steps.iter().all(|step| !step.too_dear));
    let way = plan(&fixed, &state, "flamer", "7,5", Some(0));
    assert_eq!((way.total, way.remaining), (4, 0));
    assert_eq!(way.steps.last().unwrap().facing, Some(0));
}

#[test]
fn what_goes_beyond_the_action_points_is_marked() {
    let fixed = game();
    let mut state = flamer_ahead(&fixed);
    state.table.marines[1].ap = 2;
    let way = plan(&fixed, &state, "flamer", "7,5", None);
    assert_eq!(way.steps.iter().map(|step| step.too_dear).collect::<Vec<_>>(), [false, false, true]);
    assert_eq!(way.steps[2].costs[0].unit, "cp");
    assert!(way.note.is_some());
    let QueryAnswer::Reach { cells } =
        ask(&fixed, &state, MARINE, &Query::Reach { piece: "flamer".to_owned() })
    else {
        panic!("no reach")
    };
    assert!(cells.contains(&("6,5".to_owned(), 2)) && !cells.iter().any(|(cell, _)| cell == "7,5"));
    assert!(!cells.iter().any(|(cell, _)| cell == "3,5"), "another stands there");
}

#[test]
fn a_closed_door_is_no_way() {
    let fixed = game();
    let state = flamer_ahead(&fixed);
    let way = plan(&fixed, &state, "flamer", "9,5", None);
    assert!(way.steps.is_empty() && way.note.is_some());
}

#[test]
fn genestealers_turn_freely_once_and_come_in_from_entry_areas() {
    let fixed = game();
    let mut state = flamer_ahead(&fixed);
    state.table.flow = Flow::Stealers { active: None };
    let way = plan(&fixed, &state, "stealer-1", "5,4", Some(90));
    assert_eq!(texts(&way), ["activate stealer-1", "move 5,4", "turn east"]);
    assert_eq!(way.total, 1);
    // Two quarter turns in a row are paid for; a step between them saves the point.
    let way = plan(&fixed, &state, "stealer-1", "5,3", Some(0));
    assert_eq!((way.total, texts(&way).len()), (1, 2));
    state.table.lift(&fixed, PieceId::Stealer(0), Place::Entry(0));
    let way = plan(&fixed, &state, "stealer-1", "5,3", Some(180));
    assert_eq!(texts(&way), ["activate stealer-1", "enter", "face south", "move 5,3"]);
    assert_eq!(way.total, 2);
}

#[test]
fn every_step_of_a_way_is_legal_when_its_time_comes() {
    let fixed = game();
    let mut state = flamer_ahead(&fixed);
    for cell in fixed.mission.grid.cells() {
        let to = choice::square_name(&fixed.mission.grid, cell);
        let mut table = state.table.clone();
        for step in &plan(&fixed, &state, "flamer", &to, None).steps {
            let Ok(Choice::Do(action)) = choice::parse(&fixed, &step.text) else { panic!("{}", step.text) };
            let who = PieceId::Marine(1);
            assert!(legal::allowed(&fixed, &table, who, action, 255), "{} on the way to {to}", step.text);
            match action {
                crate::choice::Action::Move(cell) => table.shift(&fixed, who, cell),
                crate::choice::Action::Turn(facing) => table.turn_to(&fixed, who, facing),
                other => panic!("{other:?}"),
            }
        }
    }
    state.table.flow = Flow::Stealers { active: None };
    let question = Query::Reach { piece: "blip-1".to_owned() };
    let QueryAnswer::Reach { cells } = ask(&fixed, &state, STEALER, &question) else { panic!("no reach") };
    for (name, _) in cells {
        let cell = crate::mission::parse_square(&fixed.mission.grid, &name).unwrap();
        assert!(!state.table.seen().contains(cell), "a blip would come into sight on {name}");
    }
}

#[test]
fn odds_are_exact() {
    let fixed = game();
    let mut state = flamer_ahead(&fixed);
    state.table.flow = Flow::Marines { active: Some(0) };
    let question = Query::Odds { text: "fire storm-bolter at stealer-1".to_owned() };
    let QueryAnswer::Odds(odds) = ask(&fixed, &state, MARINE, &question) else { panic!("no odds") };
    assert_eq!((odds.chances[0].exact.as_str(), odds.chances[0].basis_points), ("11/36", 3056));
    state.table.marines[0].sustained = Some((crate::piece::Mark::Model(PieceId::Stealer(0)), 1));
    let QueryAnswer::Odds(odds) = ask(&fixed, &state, MARINE, &question) else { panic!("no odds") };
    assert_eq!(odds.chances[0].exact, "5/9", "the second shot needs 5");
    let question = Query::Odds { text: "assault stealer-1".to_owned() };
    let QueryAnswer::Odds(odds) = ask(&fixed, &state, MARINE, &question) else { panic!("no odds") };
    assert_eq!(odds.chances.iter().map(|chance| chance.basis_points).sum::<u32>().abs_diff(10_000) / 2, 0);
    assert_eq!(odds.chances.len(), 3);
    let question = Query::Odds { text: "flame 5,3".to_owned() };
    let QueryAnswer::Odds(odds) = ask(&fixed, &state, MARINE, &question) else { panic!("no odds") };
    assert_eq!(odds.chances[0].exact, "5/6");
    let question = Query::Odds { text: "overwatch".to_owned() };
    assert!(matches!(ask(&fixed, &state, MARINE, &question), QueryAnswer::None(_)));
}

#[test]
fn sight_options_and_cards_answer_for_every_piece() {
    let fixed = game();
    let state = flamer_ahead(&fixed);
    for piece in ["sergeant", "flamer", "marine-1", "marine-3", "stealer-1", "blip-1", "blip-2"] {
        let piece = piece.to_owned();
        let QueryAnswer::Card(card) = ask(&fixed, &state, MARINE, &Query::Card { piece: piece.clone() })
        else {
            panic!("no card of {piece}")
        };
        assert!(card.lines.len() > 1);
        for line in &card.lines {
            assert!(!line.label.contains('.') && !line.value.contains('{'), "{line:?}");
        }
        ask(&fixed, &state, MARINE, &Query::Sight { from: Viewpoint::Piece { piece: piece.clone() } });
        ask(&fixed, &state, STEALER, &Query::Options { piece });
    }
    let QueryAnswer::Card(card) = ask(&fixed, &state, MARINE, &Query::Card { piece: "blip-1".to_owned() })
    else {
        panic!("no card")
    };
    assert!(card.lines.iter().all(|line| line.value != "2"), "its value is hidden");
    let from = Viewpoint::Cell { cell: "0,5".to_owned(), facing: Some(90) };
    assert!(matches!(ask(&fixed, &state, MARINE, &Query::Sight { from }), QueryAnswer::Sight(_)));
    let QueryAnswer::Options { options, note } =
        ask(&fixed, &state, MARINE, &Query::Options { piece: "flamer".to_owned() })
    else {
        panic!("no options")
    };
    assert!(note.is_none() && options.iter().any(|option| option.text == "move 5,5"));
    assert!(options.iter().all(|option| !option.costs.is_empty()));
}

#[test]
fn a_name_nobody_has_is_refused() {
    let fixed = game();
    let view = View::of(&fixed, &under_way(&fixed), Viewer::Spectator);
    for piece in ["stealer-9", "blip-200", "nobody", ""] {
        assert!(query(&fixed, &view, &Query::Card { piece: piece.to_owned() }).is_err(), "{piece}");
    }
    let plan = Query::Plan { piece: "flamer".to_owned(), to: "99,99".to_owned(), facing: None };
    assert!(query(&fixed, &view, &plan).is_err());
}

/// SH-WNM-002: one die for the gun in the blade, not the three of an assault cannon.
#[test]
fn the_gun_in_the_blade_has_odds_of_its_own() {
    let data = crate::present::tests::data();
    let setup = "map\n    AAA\nturn stealer\nmodel knight grey-knight 0,0 east\nstealer 1,0 west active\n";
    let (fixed, mut state) = crate::scenario::scenario(&data, setup).unwrap();
    state.table.subject = Some(PieceId::Marine(0));
    let question = Query::Odds { text: "shoot stealer-1".to_owned() };
    let QueryAnswer::Odds(odds) = ask(&fixed, &state, MARINE, &question) else { panic!("there are odds") };
    let need = odds.need.unwrap();
    assert_eq!(need.need, grognard_engine::client::Need::AtLeast { number: 3 });
    assert_eq!(odds.chances[0].exact, "2/3");
}
