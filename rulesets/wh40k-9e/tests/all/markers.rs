//! Objective markers are suggested on the ground, where everybody gets at them.

use std::sync::Arc;

use grognard_engine::erased::Module;
use grognard_engine::rng::SplitMix;
use grognard_wh40k_9e::choice::{Choice, Shape};
use grognard_wh40k_9e::{Nine, candidates, measure, scenario};

#[test]
fn no_marker_is_suggested_on_top_of_something() {
    let module = Module::<Nine>::embedded().expect("the data reads");
    // A tower over the middle of the table, which anybody would have to climb.
    let text = "red 10 line\nblue 10 line\nblock 10\",8\" 34\",22\" 0 5\nbegin markers\n";
    let (fixed, s) = scenario::scenario(&Arc::clone(module.data()), text).expect("the set-up is sound");
    let suggested = |seed| candidates::candidates(&fixed, &s, &Shape::Marker, &mut SplitMix::new(seed));
    let mut found: Vec<Choice> = (0..40).flat_map(suggested).collect();
    found.extend(candidates::default(&fixed, &s, &Shape::Marker));
    assert!(found.len() > 40, "{found:?}");
    for choice in found {
        let Choice::PutMarker(spot) = choice else { panic!("{choice:?} puts no marker") };
        assert!(measure::lies_low(&fixed, spot), "{spot:?}");
    }
}
