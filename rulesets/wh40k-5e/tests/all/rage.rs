//! Every run of a raging unit has a move that may be made for its player (5B-USR-012).

use std::sync::Arc;

use grognard_engine::SeatId;
use grognard_engine::data::DataFiles;
use grognard_engine::dice::{Dice, Secret};
use grognard_engine::game::Game;
use grognard_engine::record::Origin;
use grognard_engine::ruleset::{Present, Ruleset};
use grognard_wh40k_5e::Fifth;
use grognard_wh40k_5e::scenario::scenario;

/// One of two models has the enemy before it, the other stands behind friends and cannot follow.
const LANE: &str = "rules variant
red space-marines tactical-squad marine=2
red space-marines tactical-squad marine=9
red space-marines tactical-squad marine=4
blue orks boyz boy=1
at red-1.1 10\",10\"
at red-1.2 10\",12.9\"
at red-2 9\",11.45\" step 1\",0\"
at red-3 17.5\",12.9\" step 0\",1\"
at blue-1 30\",10\"
raging red-1
active red
first red
begin movement";

#[test]
fn a_run_has_a_move() {
    let data = Arc::new(Fifth::load(&DataFiles::embedded(Fifth::embedded())).expect("the data is sound"));
    let (fixed, state) = scenario(&data, LANE).expect("the set-up is sound");
    let fixed = Arc::new(fixed);
    for number in 0..12 {
        let dice = Dice::seeded(Secret::from_number(number).seed(&[]));
        let mut game: Game<Fifth> =
            Game::from_state(Arc::clone(&fixed), state.clone(), dice).expect("it starts");
        game.answer(SeatId(0), "order red-1 run", Origin::Player).expect("it is offered");
        let choice = game.default_answer(SeatId(0)).expect("there is a move");
        game.give(SeatId(0), choice, Origin::Clock).expect("it is allowed");
    }
}
