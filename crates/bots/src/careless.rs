//! A weaker player: another one that is careless at times.

use std::sync::Arc;

use grognard_engine::bot::{Bot, BotMaker, RandomBot, Seen};
use grognard_engine::decision::{Ask, Menu};
use grognard_engine::rng::SplitMix;
use grognard_engine::ruleset::Ruleset;

/// Answers as another player does, but in some of a hundred decisions as chance has it.
pub struct Careless<R: Ruleset> {
    policy: Box<dyn Bot<R>>,
    chance: RandomBot,
    percent: usize,
    rng: SplitMix,
}

impl<R: Ruleset> Careless<R> {
    /// Makes such players.
    pub fn maker(policy: BotMaker<R>, percent: usize) -> BotMaker<R> {
        Arc::new(move |seed| {
            let mut rng = SplitMix::new(seed);
            let (policy, chance) = (policy(rng.next_u64()), RandomBot::new(rng.next_u64()));
            Box::new(Careless { policy, chance, percent, rng })
        })
    }

    fn is_careless(&mut self) -> bool {
        self.rng.below(100) < self.percent
    }
}

impl<R: Ruleset> Bot<R> for Careless<R> {
    fn choose(&mut self, seen: &Seen<'_, R>, ask: &Ask, options: &dyn Menu<R>) -> usize {
        if self.is_careless() {
            return self.chance.choose(seen, ask, options);
        }
        self.policy.choose(seen, ask, options)
    }

    fn propose(&mut self, seen: &Seen<'_, R>, ask: &Ask, shape: &R::Shape) -> R::Choice {
        if self.is_careless() {
            return self.chance.propose(seen, ask, shape);
        }
        self.policy.propose(seen, ask, shape)
    }
}
