//! Where there is little room a set-up that is forced always has an answer that is taken (9E-COH-007, 9E-TRN-023), and one
//! that is not can be given up (9E-AMB-024): no game stops there.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

use grognard_engine::erased::Module;
use grognard_engine::rng::SplitMix;
use grognard_space::table::Length;
use grognard_wh40k_9e::choice::{Choice, Ground, PlaceShape, Shape};
use grognard_wh40k_9e::ids::UnitId;
use grognard_wh40k_9e::{Nine, candidates, legal, scenario};

/// A transport with ten passengers among walls, blocks and enemies.
fn scene(rng: &mut SplitMix) -> String {
    let passengers = ["10 line", "10 assault-intercessors", "3 outriders"][rng.below(3)];
    let mut text = format!(
        "red {passengers}, 1 truck\nblue 10 line\nat blue-1 24.5\",12\" step 0.3\",1.4\"\nat red-2.1 20\",15\"\n"
    );
    let tenths = |rng: &mut SplitMix, low: i32, high: i32| low + rng.below((high - low) as usize) as i32;
    let inches = |tenths: i32| format!("{}.{}", tenths / 10, tenths % 10);
    for _ in 0..16 + rng.below(40) {
        let (x, y) = (tenths(rng, 130, 235), tenths(rng, 80, 220));
        let (long, wide) = (tenths(rng, 5, 60), tenths(rng, 5, 60));
        // Neither through the transport nor through the enemy.
        let apart = x + long < 238 && (x > 223 || x + long < 177 || y > 166 || y + wide < 134);
        let top = ["1", "12", "12", "12"][rng.below(4)];
        if apart {
            let corner = |x: i32, y: i32| format!("{}\",{}\"", inches(x), inches(y));
            let (low, high) = (corner(x, y), corner(x + long, y + wide));
            writeln!(text, "block {low} {high} 0 {top}").expect("a string takes everything");
        }
    }
    text.push_str("aboard red-1 red-2.1\nbegin movement\n");
    text
}

#[test]
fn little_room_never_stops_a_game() {
    let module = Module::<Nine>::embedded().expect("the data reads");
    let data = Arc::clone(module.data());
    let mut rng = SplitMix::new(23);
    let (mut whole, mut part, mut nobody) = (0, 0, 0);
    let mut gave_up: BTreeSet<bool> = BTreeSet::new();
    for round in 0..10 {
        let text = scene(&mut rng);
        let (fixed, s) = scenario::scenario(&data, &text).expect("a sound scene");
        let (unit, carrier) = (UnitId(0), fixed.model_named("red-2.1").expect("the transport"));
        let models = s.unit(unit).models.to_vec();
        for forced in [true, false] {
            let ground = Ground::Near(carrier, Length::inches(3));
            let shape = Shape::Place(PlaceShape { unit, ground, models: models.clone(), forced });
            let default = candidates::default(&fixed, &s, &shape).expect("there is always an answer");
            let mut all = candidates::candidates(&fixed, &s, &shape, &mut rng);
            all.push(default.clone());
            for choice in &all {
                let wrong = legal::check(&fixed, &s, &shape, choice);
                assert!(wrong.is_empty(), "round {round}: {choice:?}\n{text}: {wrong:?}");
            }
            let Choice::Place(_, places) = default else { panic!("a place was asked for") };
            match (forced, places.len()) {
                (false, placed) => _ = gave_up.insert(placed == 0),
                (true, 0) => nobody += 1,
                (true, placed) if placed == models.len() => whole += 1,
                _ => part += 1,
            }
        }
    }
    assert!(whole > 0 && part > 1, "{whole} found room for all, {part} for some, {nobody} for nobody");
    assert_eq!(gave_up.len(), 2, "some get out and some do not");
}
