//! What the scripted player does in small situations.

use std::sync::Arc;

use grognard_engine::data::DataFiles;
use grognard_engine::ruleset::{Present, Ruleset};
use grognard_engine::{SeatId, Viewer};
use grognard_space::grid::Facing;

use super::{marine, stealer};
use crate::choice::{Choice, write};
use crate::legal;
use crate::piece::PieceId;
use crate::state::{MARINE, STEALER, State, View};
use crate::table::Flow;
use crate::{Fixed, SpaceHulk};

fn game(setup: &str) -> (Fixed, State) {
    let files = DataFiles::embedded(SpaceHulk::embedded());
    let data = Arc::new(SpaceHulk::load(&files).expect("the data is sound"));
    SpaceHulk::scenario(&data, setup).expect("the situation can be set up")
}

/// What it answers in the action phase of a seat.
fn act(fixed: &Fixed, state: &State, seat: SeatId, options: &[Choice]) -> String {
    let view = View::of(fixed, state, Viewer::Seat(seat));
    let answer = if seat == MARINE { marine::answer } else { stealer::answer };
    answer(fixed, &view, "act", options).map_or_else(String::new, |choice| write(fixed, choice))
}

/// What it does with the active model `who` of a seat.
fn deed(setup: &str, seat: SeatId, who: u8) -> String {
    let (fixed, state) = game(setup);
    let points = state.table.marines[who as usize].ap;
    let actions = legal::menu(&fixed, &state.table, PieceId::Marine(who), points);
    let options: Vec<_> = actions.into_iter().map(Choice::Do).chain([Choice::EndPhase]).collect();
    act(&fixed, &state, seat, &options)
}

/// SH-ACT-014: an enemy round the corner is worth a turn with the launcher, from either side.
#[test]
fn a_launcher_is_turned_on_an_enemy() {
    let map = "map\n    BBB\n    AAA\n    AAA\n";
    let setup = format!("{map}turn marine\nmodel captain captain 1,2 east active\nstealer 1,0 south\n");
    assert_eq!(deed(&setup, MARINE, 0), "turn north and launch grenade-launcher at 0,0");
    // Against one of them the bolter would be as good: a whole section is worth a grenade.
    let three = "model one marine 0,0 north\nmodel two marine 1,0 north\nmodel three marine 2,0 north\n";
    let setup = format!("{map}turn stealer\n{three}brood captain captain 1,2 east active\n");
    assert_eq!(deed(&setup, STEALER, 3), "turn north and launch grenade-launcher at 0,0");
}

/// Whoever has nobody to strike and nowhere to go waits until others have made room.
#[test]
fn nobody_is_called_up_who_can_do_nothing() {
    let (fixed, state) = game(
        "map\n    AAAAAAAA\nturn stealer\nmodel marine marine 7,0 west\nstealer 0,0 east\nstealer 1,0 east\n\
         stealer 2,0 east\n",
    );
    let all = [0, 1, 2].map(|index| Choice::Activate(PieceId::Stealer(index)));
    let options: Vec<_> = all.into_iter().chain([Choice::EndPhase]).collect();
    assert_eq!(act(&fixed, &state, STEALER, &options), "activate stealer-3");
    let behind: Vec<_> = options.iter().copied().filter(|option| *option != all[2]).collect();
    assert_eq!(act(&fixed, &state, STEALER, &behind), "end phase");
}

/// A game against Guardsmen with one of them on a square, active and looking north.
fn guardsman(setup: &str, at: &str) -> (Fixed, State, PieceId) {
    let (fixed, mut state) =
        game(&format!("{setup}points 99\nenemy\n    model guard-sergeant\n    model guard\n"));
    let index = fixed.mission.crew + 1;
    let (who, points) = (PieceId::Marine(index), fixed.marine_points(index));
    let square = crate::mission::parse_square(&fixed.mission.grid, at).expect("a square of the map");
    state.table.put(&fixed, who, square);
    state.table.turn_to(&fixed, who, Facing::North);
    let model = &mut state.table.marines[index as usize];
    (model.activated, model.ap) = (true, points);
    state.table.flow = Flow::Stealers { active: Some(who) };
    (fixed, state, who)
}

/// Guardsmen shoot from where they see somebody; when they are on overwatch they stay there.
#[test]
fn a_force_in_place_of_blips_uses_its_guns() {
    let setup = "map\n    AAAAAAAAAAAA\n    ...........B\n    ...........B\nentry e1 11,2 south\nturn stealer\n\
                 model marine marine 2,0 west\n";
    let next = |fixed: &Fixed, state: &State, who: PieceId| {
        let PieceId::Marine(index) = who else { panic!("a model with a profile") };
        let actions = legal::menu(fixed, &state.table, who, state.table.marines[index as usize].ap);
        let options: Vec<_> = actions.into_iter().map(Choice::Do).chain([Choice::EndPhase]).collect();
        act(fixed, state, STEALER, &options)
    };
    let (fixed, mut state, who) = guardsman(setup, "11,1");
    assert_eq!(next(&fixed, &state, who), "move 11,0", "into sight of the Marine");
    let corner = crate::mission::parse_square(&fixed.mission.grid, "11,0").expect("a square of the map");
    state.table.shift(&fixed, who, corner);
    let shot = next(&fixed, &state, who);
    assert!(shot.starts_with("turn west"), "round to him, with or without a shot: {shot}");
    let PieceId::Marine(index) = who else { panic!("a model with a profile") };
    state.table.marines[index as usize].overwatch = true;
    assert_eq!(next(&fixed, &state, who), "end phase", "who watches goes on watching");
}

/// Nobody comes in under the eyes of a Marine on overwatch while there is time.
#[test]
fn a_force_does_not_walk_into_fire() {
    let setup = |more: &str| {
        format!(
            "map\n    AAAAAAAA\n    A......A\n    AAAAAAAA\nentry e1 7,0 east\nturn stealer\nround 1\nlast 10\n\
             goal exit 1\nexits 0,2\nmodel marine marine 2,0 east{more}\n"
        )
    };
    let waits = |more: &str| {
        let (fixed, mut state, who) = guardsman(&setup(more), "0,0");
        state.table.lift(&fixed, who, crate::piece::Place::Entry(0));
        let options = [Choice::Do(crate::choice::Action::Enter), Choice::EndPhase];
        act(&fixed, &state, STEALER, &options)
    };
    assert_eq!(waits(" overwatch"), "end phase");
    assert_eq!(waits(""), "enter");
}
