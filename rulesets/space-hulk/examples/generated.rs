//! How even generated missions are: `generated [SEEDS] [GAMES]`, scripted against scripted, on seeds the generator has not
//! tried them with.

use std::time::Instant;

use grognard_engine::document::Source;
use grognard_engine::erased::{Module, System};
use grognard_engine::record::Carried;
use grognard_space_hulk::SpaceHulk;

fn main() {
    let mut arguments = std::env::args().skip(1).filter_map(|text| text.parse::<u64>().ok());
    let (seeds, games) = (arguments.next().unwrap_or(20), arguments.next().unwrap_or(200));
    let module = Module::<SpaceHulk>::embedded().expect("the embedded data is tested");
    let bots = ["scripted".to_owned(), "scripted".to_owned()];
    let mut even = 0;
    for seed in 1..=seeds {
        let began = Instant::now();
        let made = module
            .document("en", "mission", &Source::Seed(seed, None))
            .expect("missions are made from seeds");
        let took = began.elapsed();
        assert!(made.check.is_sound(), "seed {seed}: {:?}", made.check);
        let carried = Carried { kind: "mission".to_owned(), text: made.text.clone() };
        let system = module.carrying(&[carried]).expect("it is sound");
        let arena = system.arena(&serde_json::json!({ "mission": made.name })).expect("it can be played");
        let first = 1_000_000;
        let won = (first..first + games)
            .filter(|game| arena.play(&bots, *game, 100_000).expect("it ends").winners[0].index() == 0)
            .count() as u64;
        let share = won * 100 / games;
        even += u64::from((30..=70).contains(&share));
        let field =
            |name: &str| made.value.as_ref().map_or_else(String::new, |value| value[name].to_string());
        let goal = made.value.as_ref().map_or_else(String::new, |value| value["goal"][0]["kind"].to_string());
        println!("seed {seed}: Marines {share} %, {goal}, turns {}, made in {took:.1?}", field("turns"));
    }
    println!("{even} of {seeds} seeds within 30 to 70 %, {games} games each");
}
