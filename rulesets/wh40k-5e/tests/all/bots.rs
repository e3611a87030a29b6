//! The scripted player against one who plays at random, from either side of every battle that is offered, by both sets. Neither
//! stalls.

use grognard_engine::erased::{Module, System};
use grognard_wh40k_5e::Fifth;
use serde_json::json;

const CAP: u64 = 6000;

/// The battles that are offered, and the set each is played by here: every battle once, each set three times.
const BATTLES: [(&str, &str); 6] = [
    ("first-evening", "variant"),
    ("dawn-swarm", "base"),
    ("hunters", "variant"),
    ("iron-charge", "base"),
    ("city-of-roofs", "variant"),
    ("armoured-patrol", "base"),
];

/// How many games from each seat: `GAMES=10` looks closer, `RULES=base` plays all battles by one set, `BATTLE=hunters` plays one.
fn many() -> u64 {
    std::env::var("GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(1)
}

/// So few games say little about one battle; over all of them chance alone wins half.
#[test]
fn scripted_beats_random() {
    let module = Module::<Fifth>::embedded().expect("the embedded data is sound");
    let (mut games, mut points) = (0, 0);
    let only = std::env::var("BATTLE").ok();
    for (battle, rules) in
        BATTLES.into_iter().filter(|(id, _)| only.as_deref().is_none_or(|only| only == *id))
    {
        let rules = std::env::var("RULES").unwrap_or_else(|_| rules.to_owned());
        let arena =
            module.arena(&json!({ "battle": battle, "rules": rules })).expect("the battle can be played");
        let (mut own, mut lost) = (0, [0, 0]);
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
            lost[0] += played.losses[seat];
            lost[1] += played.losses[1 - seat];
        }
        println!(" {battle} by the {rules}: {own} of {}, losses {} to {}", 4 * many(), lost[0], lost[1]);
        points += own;
    }
    println!("{points} of {}", games * 2);
    assert!(points * 100 >= games * 2 * 80, "{points} of {}", games * 2);
}
