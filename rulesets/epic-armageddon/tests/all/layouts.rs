//! Tables made from a number keep to the guidelines of the book.

use grognard_engine::data::DataFiles;
use grognard_engine::ruleset::Present;
use grognard_engine::{prove, rule};
use grognard_epic_armageddon::data::Data;
use grognard_epic_armageddon::terrain::Battlefield;
use grognard_epic_armageddon::{Epic, data, layouts};
use grognard_space::table::Length;

/// Whole centimetres.
fn cm(length: data::amount::Cm) -> i32 {
    length.0.0 / Length::CENTIMETRE.0
}

fn load() -> Data {
    data::load("epic-armageddon", &DataFiles::embedded(Epic::embedded())).expect("the data is sound")
}

#[test]
fn tables_keep_to_the_guidelines() {
    let data = load();
    let size = data.tables.iter().find(|table| table.id == "armageddon").expect("it is there").size;
    for theme in &data.layouts.theme {
        for number in 0..30 {
            let table = layouts::make(&data, &theme.id, number, size).expect("a table is made");
            let again = layouts::make(&data, &theme.id, number, size).expect("a table is made");
            assert_eq!(format!("{table:?}"), format!("{again:?}"), "the same number makes the same table");
            // EA-TOUR-006: two for each square of 60 cm.
            assert_eq!(table.piece.len(), 12, "{} {number}", theme.id);
            // EA-TOUR-005: most are 15 to 30 cm across, hills up to twice that.
            let usual = |placed: &&data::scenario::PlacedPiece| {
                let piece = data.pieces.iter().find(|piece| piece.id == placed.piece).expect("it is known");
                let across = piece.size.map(cm).into_iter().max().unwrap_or(0);
                across >= 15 && across <= if piece.terrain == "hill" { 60 } else { 30 }
            };
            assert!(
                table.piece.iter().filter(usual).count() * 2 > table.piece.len(),
                "{} {number}",
                theme.id
            );
            // EA-TOUR-007: no more than four in a square.
            for x in 0..3 {
                for y in 0..2 {
                    let within = |at: i32, square: i32| at / 60 == square;
                    let there = table
                        .piece
                        .iter()
                        .filter(|placed| within(cm(placed.at[0]), x) && within(cm(placed.at[1]), y));
                    assert!(there.count() <= 4, "{} {number}: square {x},{y}", theme.id);
                }
            }
            // EA-TOUR-009: a road runs from one edge to another.
            for road in &table.line {
                let edge = |at: &[data::amount::Cm; 2]| {
                    let (x, y) = (cm(at[0]), cm(at[1]));
                    x == 0 || x == cm(size[0]) || y == 0 || y == cm(size[1])
                };
                assert!(road.points.first().is_some_and(edge) && road.points.last().is_some_and(edge));
            }
            Battlefield::of(&data, &table).expect("it can be laid out");
        }
    }
    for rule in [rule!("EA-TOUR-004"), rule!("EA-TOUR-005"), rule!("EA-TOUR-006"), rule!("EA-TOUR-007")] {
        prove::note(rule, "tables_keep_to_the_guidelines");
    }
    prove::note(rule!("EA-TOUR-009"), "tables_keep_to_the_guidelines");
}

#[test]
fn unknown_countries_are_told() {
    let data = load();
    let size = data.tables[0].size;
    let error = layouts::make(&data, "moon", 1, size).expect_err("there is none");
    assert!(error.contains("there is no country `moon`"), "{error}");
}

/// EA-TOUR-008: at most one river, from edge to edge, no longer than the shortest edge, with a ford at least every 30 cm.
#[test]
fn rivers_keep_to_the_guidelines() {
    let data = load();
    let size = data.tables.iter().find(|table| table.id == "armageddon").expect("it is there").size;
    let mut found = 0;
    for theme in data.layouts.theme.iter().filter(|theme| theme.rivers > 0) {
        for number in 0..60 {
            let table = layouts::make(&data, &theme.id, number, size).expect("a table is made");
            let rivers: Vec<_> = table.line.iter().filter(|line| line.terrain == "river").collect();
            assert!(rivers.len() <= 1, "{} {number}", theme.id);
            for river in rivers {
                found += 1;
                let (from, to) = (river.points[0], river.points[1]);
                let long = (cm(to[0]) - cm(from[0])).abs() + (cm(to[1]) - cm(from[1])).abs();
                assert!(long <= cm(size[0]).min(cm(size[1])), "{} {number}", theme.id);
                let mut fords: Vec<i32> =
                    river.crossings.iter().map(|at| cm(at[0]) + cm(at[1]) - cm(from[0])).collect();
                fords.insert(0, 0);
                fords.push(long);
                assert!(
                    fords.windows(2).all(|pair| pair[1] - pair[0] <= 30),
                    "{} {number}: {fords:?}",
                    theme.id
                );
            }
        }
    }
    assert!(found >= 10, "rivers lie on some tables: {found}");
    prove::note(rule!("EA-TOUR-008"), "rivers_keep_to_the_guidelines");
}
