//! Tables made from a number follow the book's way to place terrain.

use grognard_engine::data::DataFiles;
use grognard_engine::ruleset::{Present, Ruleset};
use grognard_engine::{prove, rule};
use grognard_space::table::Length;
use grognard_wh40k_2e::Second;
use grognard_wh40k_2e::ids::Side;
use grognard_wh40k_2e::laying_out::{LaidOut, lay_out};

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
