//! Properties of the levels that every system must have, over real games of it.

use std::ops::Range;

use grognard_engine::bot::{BotMaker, decide};
use grognard_engine::dice::{Dice, Secret};
use grognard_engine::erased::{Module, System};
use grognard_engine::record::Origin;
use grognard_engine::rng::SplitMix;
use serde_json::Value;

use crate::careless::Careless;
use crate::levels::{GROGNARD, Levels, RECRUIT, VETERAN, veteran, with_levels};
use crate::search::{Search, SearchBot};

/// A made-up game may miss the decision this often.
const TRIES: usize = 200;
/// So many made-up games a decision are enough to see that it does not matter what is hidden.
const PLAYOUTS: usize = 6;

/// A search that is over soon.
fn short<R: Levels>() -> Search<R> {
    let search = R::search();
    Search { playouts: search.playouts.min(PLAYOUTS), width: search.width.min(2), ..search }
}

/// The tests of a system's levels: `levels! { Second, json!({}), every: 12, cap: 50_000 }` plays them to the end of that
/// set-up, within so many decisions, and compares what they know at every so many decisions.
#[macro_export]
macro_rules! levels {
    ($system:ty, $setup:expr, every: $every:literal, cap: $cap:literal $(,)?) => {
        fn module() -> ::grognard_engine::erased::Module<$system> {
            ::grognard_engine::erased::Module::embedded().expect("the embedded data is sound")
        }

        #[test]
        fn levels_play_to_the_end_and_repeat() {
            $crate::prove::levels_play_to_the_end(module(), &$setup, 0..1, $cap);
        }

        #[test]
        fn levels_know_only_what_they_see() {
            $crate::prove::levels_know_only_what_they_see(&module(), &$setup, 0..2, $every);
        }
    };
}

/// In games of the veteran against itself, at every so many decisions: each level answers the same once more, and the same
/// in a game that differs only in what its seat may not know.
pub fn levels_know_only_what_they_see<R: Levels>(
    module: &Module<R>,
    setup: &Value,
    seeds: Range<u64>,
    every: u32,
) {
    let levels: [(&str, BotMaker<R>); 3] = [
        (RECRUIT, Careless::maker(veteran::<R>(), R::CARELESS)),
        (VETERAN, veteran::<R>()),
        (GROGNARD, SearchBot::maker(short::<R>())),
    ];
    let (mut compared, mut missed) = (0, 0);
    for seed in seeds {
        let mut rng = SplitMix::new(seed);
        let dice = Dice::seeded(Secret::from_number(seed).seed(&[]));
        let mut game = module.game(setup, dice).expect("the set-up can be played");
        loop {
            let Some(decision) = game.pending().next().cloned() else { break };
            let seat = decision.ask.owner;
            let root = game.root(seat);
            if game.answers() % every == every / 2 {
                let other = (0..TRIES).find_map(|_| root.resume(game.fixed(), &mut rng));
                missed += u32::from(other.is_none());
                if let Some(other) = other {
                    compared += 1;
                    let others = other.root(seat);
                    let seed = rng.next_u64();
                    for (level, maker) in &levels {
                        let answers =
                            [(&game, &root), (&game, &root), (&other, &others)].map(|(game, root)| {
                                decide(&mut *maker(seed), &game.seen(seat, Some(root)), &decision)
                            });
                        let place = (seed, game.answers());
                        assert_eq!(
                            answers[0], answers[1],
                            "{place:?}: {level} answers {:?} anew",
                            decision.ask
                        );
                        assert_eq!(
                            answers[0], answers[2],
                            "{place:?}: {level} knows too much at {:?}",
                            decision.ask
                        );
                    }
                }
            }
            let choice =
                decide(&mut *veteran::<R>()(rng.next_u64()), &game.seen(seat, Some(&root)), &decision);
            game.give(seat, choice, Origin::Bot).unwrap_or_else(|rejected| panic!("seed {seed}: {rejected}"));
        }
    }
    assert!(
        compared > 10 && missed < compared,
        "{compared} decisions were compared, {missed} were not reached"
    );
}

/// Games between neighbouring levels, from either side, come to an end, and to the same one again. The search is a short one.
pub fn levels_play_to_the_end<R: Levels>(module: Module<R>, setup: &Value, seeds: Range<u64>, cap: u64) {
    let module = with_levels(module).with_bot(
        "short",
        "The same with a short search.",
        SearchBot::maker(short::<R>()),
    );
    for seed in seeds {
        for bots in [["short", VETERAN], [VETERAN, "short"], [RECRUIT, "short"]] {
            let bots = bots.map(str::to_owned);
            let play = || {
                module.simulate(setup, &bots, seed, cap).unwrap_or_else(|why| panic!("seed {seed}: {why}"))
            };
            assert_eq!(play(), play(), "seed {seed}, {bots:?}");
        }
    }
}
