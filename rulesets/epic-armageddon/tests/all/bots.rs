//! The scripted player knows what it is doing, from either side, and never stalls.

use grognard_engine::erased::{Arena, Module, System};
use grognard_epic_armageddon::{Epic, fixed};
use serde_json::{Value, json};

const CAP: u64 = 20_000;

fn arena(setup: &Value) -> Box<dyn Arena> {
    let module = Module::<Epic>::embedded().expect("the embedded data is sound");
    module.arena(setup).expect("the set-up can be played")
}

/// How many of some games the scripted player wins from a seat against one who plays at random.
fn won(arena: &dyn Arena, seat: usize, games: std::ops::Range<u64>) -> u64 {
    let mut bots = ["random".to_owned(), "random".to_owned()];
    "scripted".clone_into(&mut bots[seat]);
    let won = |seed: &u64| {
        let played = arena.play(&bots, *seed, CAP).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        played.winners.first().is_some_and(|winner| winner.index() == seat)
    };
    games.filter(won).count() as u64
}

/// A few games from either side; the bound is what so few cannot miss by chance.
#[test]
fn scripted_beats_random() {
    let (mut games, mut wins) = (0, 0);
    let arena = arena(&json!({ "scenario": "first-evening" }));
    for seat in [0, 1] {
        let own = won(&*arena, seat, 0..6);
        println!("first-evening, seat {seat}: {own} of 6");
        wins += own;
        games += 6;
    }
    assert!(wins * 100 >= games * 80, "{wins} of {games}");
}

/// Every battle that is offered is played to its end by players who answer at random. `GAME=name` plays one of them, `SEEDS=n` so
/// many games.
#[test]
fn every_battle_ends() {
    let wanted = std::env::var("GAME").ok();
    let seeds: u64 = std::env::var("SEEDS").ok().and_then(|number| number.parse().ok()).unwrap_or(1);
    // The properties play the training games to their end, but not Ambush, which is longer.
    let built = fixed::BUILT.iter().filter(|id| wanted.is_some() || **id == "ambush");
    let all = fixed::BATTLES.iter().chain(built);
    for battle in all.filter(|battle| wanted.as_deref().is_none_or(|name| name == **battle)) {
        let begun = std::time::Instant::now();
        // EA-TURN-001: training games go on until somebody has won; here players agree on a few turns.
        let arena = arena(&json!({ "scenario": battle, "turns": 4 }));
        for seed in 0..seeds {
            let bots = vec!["random".to_owned(); arena.seats().len()];
            let played =
                arena.play(&bots, seed, CAP).unwrap_or_else(|why| panic!("{battle}, seed {seed}: {why}"));
            println!("{battle}, seed {seed}: {} answers, {:?}", played.decisions, begun.elapsed());
        }
    }
}

/// Two scripted players end the standard battle.
#[test]
fn scripted_players_end_the_standard_battle() {
    let arena = arena(&json!({ "scenario": "armageddon" }));
    let bots = ["scripted".to_owned(), "scripted".to_owned()];
    let played = arena.play(&bots, 3, CAP).unwrap_or_else(|why| panic!("{why}"));
    println!("{} wins after {} answers", played.winners.len(), played.decisions);
}

/// One scripted player among random ones ends battles of four seats, each on its own or in teams.
#[test]
fn scripted_plays_among_several() {
    for setup in
        [json!({ "scenario": "four-warlords" }), json!({ "scenario": "allies", "teams": "hierarchical" })]
    {
        let arena = arena(&setup);
        let mut bots = vec!["random".to_owned(); arena.seats().len()];
        "scripted".clone_into(&mut bots[0]);
        let played = arena.play(&bots, 5, CAP).unwrap_or_else(|why| panic!("{setup}: {why}"));
        println!("{setup}: {:?} after {} answers", played.winners, played.decisions);
    }
}
