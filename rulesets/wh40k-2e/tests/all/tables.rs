//! Tables made from a number follow the book's way to place terrain.

use grognard_engine::Viewer;
use grognard_engine::data::DataFiles;
use grognard_engine::dice::Secret;
use grognard_engine::erased::{BotSeat, DynGame, Module, System};
use grognard_engine::record::Origin;
use grognard_engine::ruleset::{Present, Ruleset};
use grognard_engine::{prove, rule};
use grognard_space::table::Length;
use grognard_wh40k_2e::Second;
use grognard_wh40k_2e::ids::Side;
use grognard_wh40k_2e::laying_out::{LaidOut, lay_out};
use serde_json::json;

fn tables() -> Vec<LaidOut> {
    let data = Second::load(&DataFiles::embedded(Second::embedded())).expect("the embedded data is sound");
    let size = (Length::inches(72), Length::inches(48));
    let made = |landscape| (0..4).map(move |seed| (landscape, seed));
    let all = data.landscapes.iter().flat_map(made);
    all.map(|(landscape, seed)| lay_out(&data, size, landscape, seed)).collect()
}

#[test]
fn players_place_by_turns() {
    for table in tables() {
        let mut side = table.first;
        for (placed, by, _) in &table.pieces {
            assert_eq!(*by, side, "{}", placed.id);
            side = side.other();
        }
    }
    prove::note(rule!("2E-SET-010"), "players_place_by_turns");
    prove::note(rule!("2E-SET-011"), "players_place_by_turns");
}

#[test]
fn every_second_piece_is_in_the_battle_zone() {
    for table in tables() {
        for side in Side::BOTH {
            let own: Vec<bool> =
                table.pieces.iter().filter(|(_, by, _)| *by == side).map(|(.., inside)| *inside).collect();
            assert!(own.iter().skip(1).step_by(2).all(|inside| *inside));
        }
    }
    prove::note(rule!("2E-SET-012"), "every_second_piece_is_in_the_battle_zone");
}

#[test]
fn the_battle_zone_has_two_dice_of_pieces() {
    for table in tables() {
        let inside = table.pieces.iter().filter(|(.., inside)| *inside).count();
        assert!((2..=12).contains(&table.least));
        assert!(inside >= usize::from(table.least), "{inside} of {}", table.least);
    }
    prove::note(rule!("2E-SET-013"), "the_battle_zone_has_two_dice_of_pieces");
}

#[test]
fn the_same_number_makes_the_same_table() {
    let print = |tables: Vec<LaidOut>| -> Vec<String> {
        tables
            .iter()
            .flat_map(|table| table.pieces.iter().map(|(placed, ..)| format!("{placed:?}")))
            .collect()
    };
    assert_eq!(print(tables()), print(tables()));
}

/// 2E-SET-010 to 2E-SET-015: two players lay out a table by turns, and the battle is fought on it.
#[test]
fn a_table_laid_by_turns_is_fought_on() {
    let module = Module::<Second>::embedded().expect("the embedded data is sound");
    let setup = json!({ "battle": "first-shots", "terrain-method": "alternate" });
    for players in [["random", "random"], ["scripted", "random"]] {
        let mut game = module.start(&setup, Secret::from_number(7), vec![]).expect("it begins");
        let mut bots = players.map(|name| BotSeat::new(name, 7));
        assert_eq!(game.sequel(), None);
        while let Some(seat) = game.waits_for().first().copied() {
            let text = game.bot_answer(seat, &mut bots[seat.index()]).expect("it answers everything");
            game.answer(seat, &text, Origin::Bot).expect("it is allowed");
        }
        let sequel = game.sequel().expect("the table is laid out");
        let mut after = setup.clone();
        for (key, value) in &sequel.setup {
            after[key] = serde_json::to_value(value).expect("it can be written");
        }
        let pieces = |game: &dyn DynGame| -> Vec<String> {
            game.scene(Viewer::Spectator).features.iter().map(|feature| feature.kind.clone()).collect()
        };
        let battle = module.start(&after, Secret::from_number(8), vec![]).expect("the battle begins");
        assert!(battle.sequel().is_none() && pieces(&*game).len() > 4);
        assert_eq!(pieces(&*game), pieces(&*battle));
    }
}
