//! How the strongest player thinks: it plays the game to its end in its head, with the scripted player for both sides.

use grognard_bots::levels::{Levels, veteran};
use grognard_bots::playout::Reach;
use grognard_bots::search::{Search, WIN};
use grognard_engine::SeatId;

use crate::state::State;
use crate::{Fixed, SpaceHulk};

impl Levels for SpaceHulk {
    const CARELESS: usize = 12;

    /// A game that went on for too long says nothing.
    fn value(_fixed: &Fixed, _state: &State, _seat: SeatId) -> i32 {
        WIN / 2
    }

    fn search() -> Search<SpaceHulk> {
        Search {
            playouts: 64,
            effort: 8_000,
            reach: Reach { turns: 0, decisions: 1_500 },
            width: 15,
            doubt: 10,
            weighs: Self::weighs,
            policy: veteran::<SpaceHulk>(),
            value: Self::value,
        }
    }
}
