//! What the scripted player does in small situations.

use std::sync::Arc;

use grognard_engine::data::DataFiles;
use grognard_engine::ruleset::{Present, Ruleset};
use grognard_engine::{SeatId, Viewer};

use super::{marine, stealer};
use crate::SpaceHulk;
use crate::choice::{Choice, write};
use crate::legal;
use crate::piece::PieceId;
use crate::state::{MARINE, STEALER, View};

/// What it does with the active model `who` of a seat.
fn deed(setup: &str, seat: SeatId, who: u8) -> String {
    let data =
        Arc::new(SpaceHulk::load(&DataFiles::embedded(SpaceHulk::embedded())).expect("the data is sound"));
    let (fixed, state) = SpaceHulk::scenario(&data, setup).expect("the situation can be set up");
    let view = View::of(&fixed, &state, Viewer::Seat(seat));
    let points = view.table.marines[who as usize].ap;
    let actions = legal::menu(&fixed, &view.table, PieceId::Marine(who), points);
    let options: Vec<_> = actions.into_iter().map(Choice::Do).chain([Choice::EndPhase]).collect();
    let answer = if seat == MARINE { marine::answer } else { stealer::answer };
    answer(&fixed, &view, "act", &options).map_or_else(String::new, |choice| write(&fixed, choice))
}

/// SH-ACT-014: an enemy round the corner is worth a turn with the launcher, from either side.
#[test]
fn a_launcher_is_turned_on_an_enemy() {
    let map = "map\n    BBB\n    AAA\n    AAA\n";
    let setup = format!("{map}turn marine\nmodel captain captain 1,2 east active\nstealer 1,0 south\n");
    assert_eq!(deed(&setup, MARINE, 0), "turn north and launch grenade-launcher at 0,0");
    let setup =
        format!("{map}turn stealer\nmodel marine marine 1,0 north\nbrood captain captain 1,2 east active\n");
    assert_eq!(deed(&setup, STEALER, 1), "turn north and launch grenade-launcher at 0,0");
}
