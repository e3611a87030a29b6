//! Templates where they cover most.

use grognard_engine::rng::SplitMix;
use grognard_space::table::Point;

use crate::choice::{Barrage, Choice};
use crate::fixed::Fixed;
use crate::legal::templates::Search;
use crate::state::State;

/// So many of the best places are proposed.
const MOST: usize = 4;

fn from(search: &Search<'_>, barrage: &Barrage, first: Point) -> Option<Choice> {
    let mut places = vec![first];
    while places.len() < usize::from(barrage.count) {
        places.push(search.extra(&places)?.1);
    }
    Some(Choice::Templates(places))
}

/// The best places, the same for the same state.
pub fn all(fixed: &Fixed, s: &State, barrage: &Barrage, most: usize) -> Vec<Choice> {
    let search = Search::new(fixed, s, barrage);
    let (_, best) = search.first();
    let step = (best.len() / most).max(1);
    best.into_iter().step_by(step).take(most).filter_map(|at| from(&search, barrage, at)).collect()
}

/// Sensible places.
pub fn candidates(fixed: &Fixed, s: &State, barrage: &Barrage, _: &mut SplitMix) -> Vec<Choice> {
    all(fixed, s, barrage, MOST)
}
