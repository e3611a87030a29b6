//! A finite set of sensible answers to proposals: for bots, fuzzers, suggestions and keyboard play. Every one of them
//! is legal.

pub mod landing;
pub mod moves;
pub mod orders;
pub mod placing;
pub mod suggestions;

use grognard_engine::rng::SplitMix;

use crate::choice::{Choice, Shape, Word};
use crate::fixed::Fixed;
use crate::ids::{ModelId, Spot};
use crate::legal::{self, setup};
use crate::measure;
use crate::state::State;

/// Sensible answers.
pub fn candidates(fixed: &Fixed, s: &State, shape: &Shape, rng: &mut SplitMix) -> Vec<Choice> {
    let mut all = match shape {
        Shape::Marker => markers(fixed, s, shape, rng),
        Shape::Split(unit) => {
            let models = &s.unit(*unit).models;
            let half: Vec<ModelId> = models[..models.len() / 2].to_vec();
            vec![Choice::Word(Word::No), Choice::Split(half)]
        }
        Shape::Paths(shape) => moves::candidates(fixed, s, shape, rng),
        Shape::Place(shape) => placing::candidates(fixed, s, shape, rng),
        Shape::Fire(unit, overwatch) => orders::fire(fixed, s, *unit, *overwatch),
        Shape::Strike(unit, attacks) => orders::strike(fixed, s, *unit, attacks),
        Shape::Charge(unit) => orders::charge(fixed, s, *unit),
        Shape::Casualties(unit) => orders::casualties(fixed, s, *unit),
    };
    if all.is_empty() {
        all.extend(default(fixed, s, shape));
    }
    all
}

/// The answer when a clock runs out: legal, and never against one's own models where it can be helped.
pub fn default(fixed: &Fixed, s: &State, shape: &Shape) -> Option<Choice> {
    match shape {
        Shape::Marker => {
            let legal = |at: &Spot| legal::check(fixed, s, shape, &Choice::PutMarker(*at)).is_empty();
            let mut low = marker_grid(fixed).map(Spot::from).filter(|at| measure::lies_low(fixed, *at));
            low.find(legal).or_else(|| marker_grid(fixed).map(Spot::from).find(legal)).map(Choice::PutMarker)
        }
        Shape::Split(_) => Some(Choice::Word(Word::No)),
        Shape::Paths(shape) => moves::any(fixed, s, shape).map(|paths| Choice::Paths(shape.unit, paths)),
        Shape::Place(shape) => placing::any(fixed, s, shape).map(|places| Choice::Place(shape.unit, places)),
        Shape::Fire(unit, _) => Some(Choice::Fire(*unit, Vec::new())),
        Shape::Strike(unit, attacks) => orders::strike(fixed, s, *unit, attacks).into_iter().next(),
        Shape::Charge(unit) => orders::charge(fixed, s, *unit).into_iter().next(),
        Shape::Casualties(unit) => orders::casualties(fixed, s, *unit).into_iter().next(),
    }
}

/// Places on a grid of inches.
fn marker_grid(fixed: &Fixed) -> impl Iterator<Item = (i32, i32)> {
    let inch = crate::data::amount::INCH;
    let (long, wide) = fixed.battlefield.size;
    (0..long / inch).flat_map(move |x| (0..wide / inch).map(move |y| (x * inch, y * inch)))
}

fn markers(fixed: &Fixed, s: &State, shape: &Shape, rng: &mut SplitMix) -> Vec<Choice> {
    let (long, wide) = fixed.battlefield.size;
    let mut found = Vec::new();
    for _ in 0..24 {
        let at = Spot(rng.below(long as usize) as i32, rng.below(wide as usize) as i32, 0);
        if measure::lies_low(fixed, at) && setup::marker_faults(fixed, &s.markers, at).is_empty() {
            let choice = Choice::PutMarker(at);
            if legal::check(fixed, s, shape, &choice).is_empty() {
                found.push(choice);
                if found.len() == 3 {
                    break;
                }
            }
        }
    }
    found
}
