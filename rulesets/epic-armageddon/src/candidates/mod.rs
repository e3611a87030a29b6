//! A finite set of sensible answers to proposals: for bots, fuzzers, suggestions and keyboard play. Every one of them
//! is legal.

mod moves;
mod placing;
mod templates;

use grognard_engine::rng::SplitMix;

use crate::choice::{Choice, Shape, Word};
use crate::fixed::Fixed;
use crate::state::State;

/// Sensible answers.
pub fn candidates(fixed: &Fixed, s: &State, shape: &Shape, rng: &mut SplitMix) -> Vec<Choice> {
    let mut all = match shape {
        Shape::Paths(formation, kind, may_decline) => {
            moves::candidates(fixed, s, *formation, *kind, *may_decline, rng)
        }
        Shape::Place(formation) => placing::candidates(fixed, s, *formation, rng),
        Shape::Templates(barrage) => templates::candidates(fixed, s, barrage, rng),
    };
    if all.is_empty() {
        all.extend(default(fixed, s, shape));
    }
    all
}

/// The answer when a clock runs out. A Broken formation runs where it can: staying could cost it units.
pub fn default(fixed: &Fixed, s: &State, shape: &Shape) -> Option<Choice> {
    match shape {
        Shape::Paths(formation, kind, true) => {
            let away = moves::away(fixed, s, *formation, *kind);
            Some(away.map_or(Choice::Word(Word::Stay), |ways| Choice::Paths(*formation, ways)))
        }
        Shape::Paths(formation, kind, false) => {
            Some(Choice::Paths(*formation, moves::gathered(fixed, s, *formation, *kind)))
        }
        Shape::Place(formation) => placing::any(fixed, s, *formation),
        Shape::Templates(barrage) => templates::all(fixed, s, barrage, 1).into_iter().next(),
    }
}
