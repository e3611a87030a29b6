//! The scripted player against one who plays at random, from either side of every battle that is offered. Neither stalls.

use grognard_engine::erased::{Module, System};
use grognard_wh40k_2e::Second;
use serde_json::json;

const CAP: u64 = 4000;

/// The battles, each with the seats from which the scripted player plays one game.
pub const BATTLES: [&str; 9] = [
    "first-shots",
    "close-quarters",
    "heavy-weapons",
    "first-armour",
    "the-warband",
    "street-fight",
    "wings-over-the-road",
    "first-evening",
    "seers-and-daemons",
];

/// How many games from each seat: `GAMES=10` looks closer.
fn many() -> u64 {
    std::env::var("GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(1)
}

/// So few games say little about one battle; over all of them chance alone wins half.
#[test]
fn scripted_beats_random() {
    let module = Module::<Second>::embedded().expect("the embedded data is sound");
    let (mut games, mut points) = (0, 0);
    for battle in BATTLES {
        let arena = module.arena(&json!({ "battle": battle })).expect("the battle can be played");
        let mut own = 0;
        for (seat, number) in (0..2 * many()).map(|number| ((number % 2) as usize, number)) {
            let mut bots = ["random".to_owned(), "random".to_owned()];
            "scripted".clone_into(&mut bots[seat]);
            let played = arena.play(&bots, 40 + number, CAP).unwrap_or_else(|why| panic!("{battle}: {why}"));
            // A draw counts half.
            let points = match played.winners.first() {
                Some(winner) if winner.index() == seat => 2,
                Some(_) => 0,
                None => 1,
            };
            print!("{}", ['-', '=', '+'][points]);
            own += points;
            games += 1;
        }
        println!(" {battle}: {own} of {}", 4 * many());
        points += own;
    }
    println!("{points} of {}", games * 2);
    assert!(points * 100 >= games * 2 * 70, "{points} of {}", games * 2);
}
