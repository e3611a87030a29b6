//! Ways and coherency are measured for a draft before anything is decided.

use std::sync::Arc;

use grognard_engine::client::{Query, QueryAnswer, Ways};
use grognard_engine::data::DataFiles;
use grognard_engine::dice::Secret;
use grognard_engine::erased::{DynGame, Module, System};
use grognard_engine::record::Origin;
use grognard_engine::rng::SplitMix;
use grognard_engine::ruleset::{Present, Ruleset};
use grognard_engine::{SeatId, Viewer};
use grognard_space::table::Length;
use grognard_wh40k_9e::choice::{Choice, MoveKind, MoveShape, Shape};
use grognard_wh40k_9e::{Nine, candidates};
use serde_json::json;

const INCH: i32 = 2540;

fn ways(game: &dyn DynGame, text: &str) -> Ways {
    match game.query(Viewer::Seat(SeatId(0)), &Query::Ways { text: text.to_owned() }) {
        QueryAnswer::Ways(ways) => ways,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn a_draft_is_measured_whether_it_is_allowed_or_not() {
    let system = Module::<Nine>::embedded().expect("the data reads");
    let mut game = system.start(&json!({ "lesson": "move" }), Secret::from_number(1), vec![]).unwrap();
    for text in ["unit red-1", "normal"] {
        game.answer(SeatId(0), text, Origin::Player).unwrap();
    }
    let one = ways(&*game, "move red-1 red-1.1=8\",5\">11\",5\">11\",1\"");
    assert_eq!(one.far, [("red-1.1".to_owned(), 7 * INCH)], "both legs count, though 7\" is too far");
    assert_eq!(one.lonely, ["red-1.1"], "it has left the others");
    assert_eq!(one.links.len(), 5, "the four who stay: each to the next, and to the next but one");
    let all = ways(
        &*game,
        "move red-1 red-1.1=10\",5\" red-1.2=10\",6.6\" red-1.3=10\",8.2\" red-1.4=10\",9.8\" red-1.5=10\",11.4\"",
    );
    assert!(all.far.iter().all(|(_, far)| *far == 2 * INCH) && all.far.len() == 5);
    assert_eq!((all.links.len(), all.lonely.len()), (7, 0));
}

#[test]
fn a_hull_that_turns_goes_as_far_as_its_corner() {
    let system = Module::<Nine>::embedded().expect("the data reads");
    let mut game = system.start(&json!({ "lesson": "transport" }), Secret::from_number(1), vec![]).unwrap();
    for text in ["unit red-2", "normal"] {
        game.answer(SeatId(0), text, Origin::Player).unwrap();
    }
    let straight = ways(&*game, "move red-2 red-2.1=20\",14.6\"").far[0].1;
    let turned = ways(&*game, "move red-2 red-2.1=20\",14.6\"@16384").far[0].1;
    assert_eq!(straight, 11 * INCH / 2, "5.5\" straight ahead");
    assert!(turned > straight, "a quarter turn is way too");
}

/// Who is hemmed in is offered more than to stay, as long as there is a way at all.
#[test]
fn bikes_in_a_corner_are_offered_a_way() {
    let data = Arc::new(Nine::load(&DataFiles::embedded(Nine::embedded())).expect("the data is sound"));
    let setup = "red 3 outriders\nblue 1 hero\nblock 6\",0\" 6.5\",12\" 0 9\nblock 0\",12\" 6.5\",12.5\" 0 9\n\
                 at red-1 2\",2.5\" step 0\",2.6\"\nat blue-1 40\",5\"\nbegin movement\n";
    let (fixed, s) = Nine::scenario(&data, setup).unwrap_or_else(|why| panic!("{why}"));
    let unit = s.unit_ids().next().expect("there are units");
    let shape = MoveShape { unit, kind: MoveKind::Normal, distance: Length::ZERO, may_decline: false };
    for seed in 0..30 {
        let offered =
            candidates::candidates(&fixed, &s, &Shape::Paths(shape.clone()), &mut SplitMix::new(seed));
        let moves = |choice: &Choice| matches!(choice, Choice::Paths(_, paths) if !paths.is_empty());
        assert!(offered.iter().any(moves), "{seed}: {offered:?}");
        assert!(offered.iter().any(|choice| !moves(choice)), "staying is one of them");
    }
}

/// 9E-OUT-026: what is left of a way over difficult ground.
#[test]
fn difficult_ground_takes_its_part() {
    let data = Arc::new(Nine::load(&DataFiles::embedded(Nine::embedded())).expect("the data is sound"));
    let setup = "packs terrain-traits\nred 5 assault-intercessors\nblue 1 hero\n\
                 block 12\",2\" 14\",8\" 0 0 difficult-ground\nat red-1.1 10\",5\"\nat blue-1 40\",5\"\nbegin movement\n";
    let (fixed, state) = Nine::scenario(&data, setup).unwrap_or_else(|why| panic!("{why}"));
    let shorter = |to: &str| {
        let text = format!("move red-1 red-1.1={to}");
        match Nine::query(&fixed, &state, &Query::Ways { text }) {
            Ok(QueryAnswer::Ways(ways)) => ways.shorter,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(shorter("14\",5\""), 2 * INCH, "across it");
    assert_eq!(shorter("10\",9\""), 0, "beside it");
}

/// Suggestions lead to markers and enemies on floors, and from a floor down to the ground.
#[test]
fn suggestions_lead_up_and_down() {
    let data = Arc::new(Nine::load(&DataFiles::embedded(Nine::embedded())).expect("the data is sound"));
    let ends = |setup: &str, kind: MoveKind| -> Vec<Length> {
        let (fixed, s) = Nine::scenario(&data, setup).unwrap_or_else(|why| panic!("{why}"));
        let unit = s.unit_ids().next().expect("there are units");
        let distance = if kind == MoveKind::Normal { Length::ZERO } else { Length::inches(3) };
        let shape = Shape::Paths(MoveShape { unit, kind, distance, may_decline: true });
        let all = candidates::suggestions::suggestions(&fixed, &s, &shape, &mut SplitMix::new(1));
        let last = |choice: &Choice| match choice {
            Choice::Paths(_, paths) => paths.iter().filter_map(|(_, stops)| Some(stops.last()?.z)).collect(),
            _ => Vec::new(),
        };
        all.iter().flat_map(last).collect()
    };
    let roof = Length::inches(3);
    let enemy = "at blue-1 40\",25\"\nbegin movement\n";
    let up = format!(
        "red 1 hero\nblue 1 hero\nblock 12\",3\" 20\",9\" 0 3\nmarker 16\",6\" up 3\nat red-1.1 11\",6\"\n{enemy}"
    );
    assert!(ends(&up, MoveKind::Normal).contains(&roof), "a move up to the marker");
    let down = format!(
        "red 1 hero\nblue 1 hero\nblock 5\",3\" 12\",9\" 0 3\nmarker 16\",6\"\nat red-1.1 11\",6\" up 3\n{enemy}"
    );
    assert!(ends(&down, MoveKind::Normal).contains(&Length::ZERO), "a move down to the marker");
    let step = "red 1 hero\nblue 5 assault-intercessors\nblock 12\",3\" 20\",9\" 0 1.2\nat red-1.1 11\",6\"\n\
                at blue-1.1 14.2\",6\" up 1.2\nbegin heroic\n";
    for kind in [MoveKind::Heroic, MoveKind::PileIn, MoveKind::Consolidate] {
        assert!(ends(step, kind).contains(&Length::tenths(12)), "{kind:?}: up the step to the enemy");
    }
}
