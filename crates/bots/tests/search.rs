//! The search on the example system: it reaches every decision, keeps to what its seat knows, and plays well.

use std::sync::Arc;

use grognard_bots::playout::Reach;
use grognard_bots::search::Judged;
use grognard_bots::{Search, SearchBot};
use grognard_engine::SeatId;
use grognard_engine::bot::RandomBot;
use grognard_engine::dice::{Dice, Secret};
use grognard_engine::erased::{Module, System};
use grognard_engine::record::Origin;
use grognard_engine::rng::SplitMix;
use grognard_engine::ruleset::Ruleset;
use grognard_example::Example;
use grognard_example::choice::Choice;
use serde_json::json;

fn value(_fixed: &<Example as Ruleset>::Fixed, state: &<Example as Ruleset>::State, seat: SeatId) -> i32 {
    let mine = i32::from(state.scores[seat.index()]);
    let best =
        state.scores.iter().enumerate().filter(|(i, _)| *i != seat.index()).map(|(_, s)| i32::from(*s));
    5_000 + (mine - best.max().unwrap_or(0)) * 500
}

fn search(worlds: usize) -> Search<Example> {
    let policy = Arc::new(|seed| Box::new(RandomBot::new(seed)) as Box<_>);
    let reach = Reach { turns: 0, decisions: 30 };
    let (playouts, effort) = (worlds * 12, 100_000);
    Search { playouts, effort, reach, width: 12, doubt: 0, weighs: |_| true, policy, value }
}

#[test]
fn every_decision_of_a_game_can_be_searched() {
    let module = Module::<Example>::embedded().unwrap();
    for seed in 0..4 {
        let mut rng = SplitMix::new(seed);
        let dice = Dice::seeded(Secret::from_number(seed).seed(&[]));
        let mut game = module.game(&json!({}), dice).unwrap();
        loop {
            let pending: Vec<_> = game.pending().cloned().collect();
            if pending.is_empty() {
                break;
            }
            let decision = &pending[rng.below(pending.len())];
            let root = game.root(decision.ask.owner);
            let judged = search(2).judge(game.fixed(), &root, decision, None, &mut rng);
            assert!(!judged.is_empty(), "seed {seed}, answer {}: {:?}", game.answers(), decision.ask);
            assert!(judged.iter().all(|judged| !judged.values.is_empty()), "{judged:?}");
            let pick = rng.below(judged.len());
            game.give(decision.ask.owner, judged[pick].answer.clone(), Origin::Bot).unwrap();
        }
    }
}

#[test]
fn the_search_is_the_same_whatever_is_hidden() {
    let module = Module::<Example>::embedded().unwrap();
    let mut rng = SplitMix::new(5);
    let dice = Dice::seeded(Secret::from_number(5).seed(&[]));
    let mut game = module.game(&json!({}), dice).unwrap();
    for step in 0..60 {
        let pending: Vec<_> = game.pending().cloned().collect();
        let Some(decision) = pending.first() else { break };
        let seat = decision.ask.owner;
        let root = game.root(seat);
        let other = (0..200).find_map(|_| root.resume(game.fixed(), &mut rng)).expect("a game that fits");
        let roots = [root, other.root(seat)];
        let [one, two] = roots.map(|root| {
            let judged = search(3).judge(game.fixed(), &root, decision, None, &mut SplitMix::new(step));
            format!("{judged:?}")
        });
        assert_eq!(one, two, "answer {}", game.answers());
        let mut all = game.suggestions(decision, &mut rng);
        let choice = all.swap_remove(rng.below(all.len()));
        game.give(seat, choice, Origin::Bot).unwrap();
    }
}

#[test]
fn searching_beats_chance() {
    let module = Module::<Example>::embedded().unwrap().with_bot(
        "search",
        "Tries every answer in made-up games.",
        SearchBot::maker(search(8)),
    );
    let mut won = 0;
    let games = 12;
    for seed in 0..games {
        let seat = (seed % 3) as usize;
        let mut bots = vec!["random".to_owned(); 3];
        "search".clone_into(&mut bots[seat]);
        let played = module.simulate(&json!({ "rounds": 3 }), &bots, seed, 2_000).unwrap();
        won += u32::from(played.winners.contains(&SeatId(seat as u8)));
    }
    assert!(won >= 9, "the search won {won} of {games} games against two random players");
}

#[test]
fn a_search_spends_no_more_than_it_may() {
    let module = Module::<Example>::embedded().unwrap();
    let dice = Dice::seeded(Secret::from_number(8).seed(&[]));
    let game = module.game(&json!({}), dice).unwrap();
    let decision = game.pending().next().cloned().unwrap();
    let root = game.root(decision.ask.owner);
    let spent = |effort: u32| {
        let search = Search { effort, ..search(8) };
        let judged = search.judge(game.fixed(), &root, &decision, None, &mut SplitMix::new(1));
        judged.iter().map(|judged| judged.values.len()).sum::<usize>()
    };
    // A round that was begun is played to its end; the next one is not begun.
    let answers = search(8).judge(game.fixed(), &root, &decision, None, &mut SplitMix::new(1)).len();
    assert_eq!(spent(0), answers);
    assert!(spent(100) < spent(100_000), "{} and {}", spent(100), spent(100_000));
}

#[test]
fn an_answer_has_to_be_surely_better() {
    let judged = |values: &[i32]| Judged::<Example> { answer: Choice::Hold, values: values.to_vec() };
    let usual = judged(&[5_000, 4_000, 6_000, 5_000]);
    assert!(judged(&[6_000, 5_000, 7_000, 6_000]).beats(&usual, 20), "better in each world");
    assert!(!usual.beats(&usual, 0), "no better than itself");
    let lucky = judged(&[10_000, 3_000, 5_500, 4_000]);
    assert!(lucky.beats(&usual, 0) && !lucky.beats(&usual, 10), "better on average, by one world alone");
}
