//! What is hidden: the sheets on which players record where spacecraft fire, formations fall and tunnellers surface
//! (EA-SPAC-005, EA-ABIL-148).

use grognard_engine::Viewer;
use grognard_engine::prove::Hidden;
use grognard_engine::rng::SplitMix;

use crate::fixed::Fixed;
use crate::state::State;
use crate::{Epic, candidates};

impl Hidden for Epic {
    fn reshuffle_hidden(fixed: &Fixed, state: &mut State, viewer: Viewer, rng: &mut SplitMix) {
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        };
        *state = candidates::dealt(fixed, &state.seen_by(seat), rng);
    }
}
