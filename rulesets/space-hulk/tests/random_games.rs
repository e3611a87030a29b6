//! Whole random games never break, on any mission.

use grognard_engine::erased::{Module, System};
use grognard_space_hulk::SpaceHulk;

#[test]
fn random_games_end() {
    let module = Module::<SpaceHulk>::embedded().unwrap();
    let bots = vec!["random".to_owned(), "random".to_owned()];
    for mission in ["boarding-lock", "three-sluices", "two-ways-up"] {
        let setup = serde_json::json!({ "mission": mission });
        let (mut decisions, mut wins, mut turns) = (0, [0; 2], 0);
        let started = std::time::Instant::now();
        for seed in 0..500 {
            let played = module
                .simulate(&setup, &bots, seed, 100_000)
                .unwrap_or_else(|e| panic!("{mission}, seed {seed}: {e}"));
            decisions += played.decisions;
            turns += played.turns;
            wins[played.winners[0].index()] += 1;
        }
        println!("{mission}: {decisions} {wins:?} {turns} {:?}", started.elapsed());
    }
}
