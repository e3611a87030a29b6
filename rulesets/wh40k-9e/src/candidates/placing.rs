//! Places for units.

use grognard_engine::rng::SplitMix;
use grognard_space::table::{Point, Pose};
use grognard_tabletop::setting_up;

use crate::choice::{Choice, PlaceShape};
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::legal::placing::Placing;
use crate::state::State;

/// Some legal answer, the same for the same state.
pub fn any(fixed: &Fixed, s: &State, shape: &PlaceShape) -> Option<Vec<(ModelId, Pose)>> {
    setting_up::any(&Placing::new(fixed, s, shape))
}

/// A unit around a spot, where there is room for all of it.
pub fn around(fixed: &Fixed, s: &State, shape: &PlaceShape, spot: Point) -> Option<Choice> {
    let places = setting_up::around(&Placing::new(fixed, s, shape), spot);
    places.map(|places| Choice::Place(shape.unit, places))
}

/// Sensible places: clusters around random spots.
pub fn candidates(fixed: &Fixed, s: &State, shape: &PlaceShape, rng: &mut SplitMix) -> Vec<Choice> {
    let found = setting_up::somewhere(&Placing::new(fixed, s, shape), rng, 2, 8);
    found.into_iter().map(|places| Choice::Place(shape.unit, places)).collect()
}
