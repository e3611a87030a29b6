//! What a searching player pays for a copy: the size of a cloned state and the time it takes, over random games.
//!
//! `cargo bench -p grognard-space-hulk --bench clone`

use std::time::{Duration, Instant};

use grognard_engine::decision::Answers;
use grognard_engine::dice::{Dice, Secret};
use grognard_engine::erased::Module;
use grognard_engine::record::Origin;
use grognard_engine::rng::SplitMix;
use grognard_space_hulk::SpaceHulk;
use serde_json::json;

/// Random games of each mission.
const GAMES: u64 = 4;

fn main() {
    let module = Module::<SpaceHulk>::embedded().expect("the embedded data is sound");
    println!("{:20} {:>10} {:>14} {:>10} {:>10}", "mission", "states", "bytes, mean", "most", "clone");
    for mission in &module.data().missions {
        let (mut states, mut bytes, mut most, mut took) = (0_usize, 0_usize, 0_usize, Duration::ZERO);
        for seed in 0..GAMES {
            let setup = json!({ "mission": mission.id });
            let dice = Dice::seeded(Secret::from_number(seed).seed(&[]));
            let mut game = module.game(&setup, dice).expect("the embedded missions start");
            let mut mix = SplitMix::new(seed);
            loop {
                let Some(decision) = game.pending().next().cloned() else { break };
                let began = Instant::now();
                let copy = std::hint::black_box(game.state().clone());
                took += began.elapsed();
                states += 1;
                bytes += copy.cloned_bytes();
                most = most.max(copy.cloned_bytes());
                let Answers::Options(options) = &decision.answers else { break };
                let choice = options[mix.below(options.len())];
                game.give(decision.ask.owner, choice, Origin::Bot).expect("a listed option is taken");
            }
        }
        let each = took / u32::try_from(states.max(1)).unwrap_or(u32::MAX);
        println!("{:20} {states:>10} {:>14} {most:>10} {each:>10.1?}", mission.id, bytes / states.max(1));
    }
}
