//! What is hidden from whom, for the proof that views keep it.

use grognard_engine::Viewer;
use grognard_engine::prove::Hidden;
use grognard_engine::rng::SplitMix;

use crate::blips::counter::{Counters, FACES, LETTERS};
use crate::piece::Place;
use crate::state::{STEALER, State, seat};
use crate::table::Side;
use crate::{Fixed, SpaceHulk};

impl Hidden for SpaceHulk {
    fn reshuffle_hidden(fixed: &Fixed, state: &mut State, viewer: Viewer, rng: &mut SplitMix) {
        if viewer != Viewer::Seat(STEALER) {
            // SH-BLP-007: only their owner knows what blips stand for. Those in play change places with the pool.
            let in_play: Vec<_> = (0..state.table.blips.len())
                .filter(|index| state.table.blips[*index].place != Place::Gone)
                .collect();
            let in_play: Vec<_> =
                in_play.into_iter().filter(|index| !state.table.blips[*index].ambush).collect();
            let mut counters: Vec<u8> = in_play.iter().map(|index| state.hidden.values[*index]).collect();
            // SH-HBL-001: which of them are Hybrid blips shows as little as the rest.
            for face in 0..FACES {
                counters.extend(std::iter::repeat_n(face, state.hidden.of(face) as usize));
            }
            rng.shuffle(&mut counters);
            for index in in_play {
                state.hidden.values[index] = counters.pop().unwrap_or(0);
            }
            state.hidden.pool = [0; 7];
            state.hidden.letters = [0; LETTERS as usize];
            for face in counters {
                *state.hidden.count_mut(face) += 1;
            }
            // Counters that are out of the game have gone back to the pool; what they were is nobody's business.
            for (index, blip) in state.table.blips.iter().enumerate() {
                if blip.place == Place::Gone {
                    state.hidden.values[index] = rng.below(4) as u8;
                }
            }
        }
        crate::psychic::secrets::reshuffle(fixed, state, viewer, rng);
        crate::eldar::farseer::secrets::reshuffle(fixed, state, viewer, rng);
        // SH-FSC-012: what a Farseer gives is known to all.
        let secret = |side: Side, state: &State| {
            let open = viewer == Viewer::Seat(seat(side)) || state.table.farseer_of(side).is_some();
            fixed.options.secret_command_points && !open
        };
        if secret(Side::Marine, state) {
            state.hidden.cp = rng.below(9) as u8;
        }
        if secret(Side::Stealer, state) {
            state.hidden.brood_cp = rng.below(9) as u8;
        }
    }
}
