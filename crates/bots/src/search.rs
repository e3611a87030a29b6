//! Flat Monte Carlo: every answer is tried in many made-up games that fit what the seat knows, and the best on
//! average is given. It works in the middle of an activity, and never touches the true state or the true dice.

use std::sync::Arc;

use grognard_engine::SeatId;
use grognard_engine::bot::{Bot, BotMaker, Root, Seen};
use grognard_engine::decision::{Answers, Ask, Decision, Menu};
use grognard_engine::rng::SplitMix;
use grognard_engine::ruleset::Ruleset;

use crate::playout::{End, World};

/// What a position is worth to a seat, from nothing to [`WIN`].
pub type Value<R> = fn(&<R as Ruleset>::Fixed, &<R as Ruleset>::State, SeatId) -> i32;

/// What a won game is worth.
pub const WIN: i32 = 10_000;

/// How to search.
pub struct Search<R: Ruleset> {
    /// How many made-up games are tried.
    pub worlds: usize,
    /// How many decisions are played before a position is judged.
    pub horizon: u32,
    /// How many answers are looked at; of more, a random selection.
    pub width: usize,
    /// Who plays on after the answer.
    pub policy: BotMaker<R>,
    /// What an unfinished position is worth.
    pub value: Value<R>,
}

// Derived, it would ask for `R: Clone` with all its types.
impl<R: Ruleset> Clone for Search<R> {
    fn clone(&self) -> Search<R> {
        let Search { worlds, horizon, width, value, .. } = *self;
        Search { worlds, horizon, width, policy: Arc::clone(&self.policy), value }
    }
}

/// An answer and how it did.
#[derive(Clone, Debug)]
pub struct Judged<R: Ruleset> {
    /// The answer.
    pub answer: R::Choice,
    /// The sum of its values.
    pub total: i64,
    /// In how many worlds it was tried.
    pub worlds: u32,
}

/// A made-up game that leads elsewhere is thrown away; after this many for each wanted one the search gives up.
const MISSES: usize = 40;

impl<R: Ruleset> Search<R> {
    /// Tries the answers of a decision. Empty where no made-up game led to it.
    pub fn judge(
        &self,
        fixed: &R::Fixed,
        root: &Root<R>,
        decision: &Decision<R>,
        rng: &mut SplitMix,
    ) -> Vec<Judged<R>> {
        let Ok(now) = postcard::to_stdvec(&root.now) else { return Vec::new() };
        let mut judged: Vec<Judged<R>> = Vec::new();
        let (mut found, mut tries) = (0, 0);
        while found < self.worlds && tries < self.worlds * MISSES {
            tries += 1;
            let Some(start) = R::determinize(fixed, &root.start, &root.now, &root.seen, rng) else {
                continue;
            };
            let world = World { fixed, root, decision, start, dice: rng.next_u64() };
            let seed = rng.next_u64();
            let mut bots = self.bots(fixed, seed);
            if !world.fits(&now, &mut bots) {
                continue;
            }
            if judged.is_empty() {
                judged = self.answers(fixed, &root.now, decision, rng);
            }
            found += 1;
            for judged in &mut judged {
                // Equal luck for all answers: the same dice and the same whims of the bots.
                if let Some(end) = world.play(&judged.answer, &mut self.bots(fixed, seed), self.horizon) {
                    judged.total += i64::from(self.worth(fixed, &end, root.seat));
                    judged.worlds += 1;
                }
            }
        }
        judged
    }

    fn bots(&self, fixed: &R::Fixed, seed: u64) -> Vec<Box<dyn Bot<R>>> {
        let mut mix = SplitMix::new(seed);
        R::seats(fixed).iter().map(|_| (self.policy)(mix.next_u64())).collect()
    }

    /// The answers to look at.
    fn answers(
        &self,
        fixed: &R::Fixed,
        view: &R::View,
        decision: &Decision<R>,
        rng: &mut SplitMix,
    ) -> Vec<Judged<R>> {
        let mut answers = match &decision.answers {
            Answers::Options(options) => options.clone(),
            Answers::Proposal(shape) => {
                let mut all = R::candidates(fixed, view, shape, rng);
                if all.is_empty() {
                    all.extend(R::default_proposal(fixed, view, shape));
                }
                all
            }
        };
        if answers.len() > self.width {
            rng.shuffle(&mut answers);
            answers.truncate(self.width);
        }
        answers.into_iter().map(|answer| Judged { answer, total: 0, worlds: 0 }).collect()
    }

    fn worth(&self, fixed: &R::Fixed, end: &End<R>, seat: SeatId) -> i32 {
        match end {
            End::BrokenOff(state) => (self.value)(fixed, state, seat).clamp(0, WIN),
            End::Over(state) => {
                let winners = R::outcome(fixed, state).map(|outcome| outcome.winners).unwrap_or_default();
                match winners.len() {
                    0 => WIN / 2,
                    _ if winners.contains(&seat) => WIN / winners.len() as i32,
                    _ => 0,
                }
            }
        }
    }
}

/// A player that searches.
pub struct SearchBot<R: Ruleset> {
    search: Search<R>,
    /// Answers where there is nothing to begin a search from.
    policy: Box<dyn Bot<R>>,
    rng: SplitMix,
}

impl<R: Ruleset> SearchBot<R> {
    /// A searching player with its own dice.
    pub fn new(search: Search<R>, seed: u64) -> SearchBot<R> {
        let mut rng = SplitMix::new(seed);
        let policy = (search.policy)(rng.next_u64());
        SearchBot { search, policy, rng }
    }

    /// Makes such players, for [`grognard_engine::erased::Module::with_bot`].
    pub fn maker(search: Search<R>) -> BotMaker<R> {
        Arc::new(move |seed| Box::new(SearchBot::new(search.clone(), seed)))
    }

    fn best(&mut self, seen: &Seen<'_, R>, decision: &Decision<R>) -> Option<R::Choice> {
        let judged = self.search.judge(seen.fixed(), seen.root()?, decision, &mut self.rng);
        let tried = judged.into_iter().filter(|judged| judged.worlds > 0);
        // Compared as fractions, so that an answer tried less often is not worth less for it.
        let better = |a: &Judged<R>, b: &Judged<R>| {
            (a.total * i64::from(b.worlds)).cmp(&(b.total * i64::from(a.worlds)))
        };
        tried.max_by(better).map(|judged| judged.answer)
    }
}

impl<R: Ruleset> Bot<R> for SearchBot<R> {
    fn choose(&mut self, seen: &Seen<'_, R>, ask: &Ask, options: &dyn Menu<R>) -> usize {
        let all: Vec<_> = (0..options.len()).map(|index| options.get(index)).collect();
        let decision = Decision { ask: *ask, answers: Answers::Options(all) };
        let best = self.best(seen, &decision);
        let index = best.and_then(|best| (0..options.len()).find(|&index| options.get(index) == best));
        index.unwrap_or_else(|| self.policy.choose(seen, ask, options))
    }

    fn propose(&mut self, seen: &Seen<'_, R>, ask: &Ask, shape: &R::Shape) -> R::Choice {
        let decision = Decision { ask: *ask, answers: Answers::Proposal(shape.clone()) };
        self.best(seen, &decision).unwrap_or_else(|| self.policy.propose(seen, ask, shape))
    }

    fn searches(&self) -> bool {
        true
    }
}
