//! Search by playing on: the answers worth a thought are tried in made-up games that fit what the seat knows, the better
//! half again in more of them, and so on. It works in the middle of an activity, and never touches the true state or the
//! true dice. What it may spend is counted in decisions and never in time, so that games repeat.

use std::sync::Arc;

use grognard_engine::SeatId;
use grognard_engine::bot::{Bot, BotMaker, Root, Seen, Thought};
use grognard_engine::decision::{Answers, Ask, Decision, Menu};
use grognard_engine::rng::SplitMix;
use grognard_engine::ruleset::Ruleset;

use crate::playout::{End, Reach, World};

/// What a position is worth to a seat, from nothing to [`WIN`].
pub type Value<R> = fn(&<R as Ruleset>::Fixed, &<R as Ruleset>::State, SeatId) -> i32;

/// What a won game is worth.
pub const WIN: i32 = 10_000;

/// What a lead is worth, from nothing to [`WIN`]: `clear` is one that is half way from an even game to a won one.
pub fn worth_of(lead: i64, clear: i64) -> i32 {
    let even = i64::from(WIN) / 2;
    (even + even * lead / (lead.abs() + clear)) as i32
}

/// How to search.
pub struct Search<R: Ruleset> {
    /// How many games are made up for one decision, all answers together.
    pub playouts: usize,
    /// How many decisions are taken in all of them together: when they are used up, no other game is begun.
    pub effort: u32,
    /// How far a made-up game goes.
    pub reach: Reach,
    /// How many answers are looked at; of more, the policy's own and a random selection.
    pub width: usize,
    /// How sure it has to be that another answer is better than the policy's: the mean gain in tenths of its standard
    /// error.
    pub doubt: i64,
    /// Which decisions are worth the thought; the others are the policy's.
    pub weighs: fn(&Ask) -> bool,
    /// Who plays on after the answer.
    pub policy: BotMaker<R>,
    /// What an unfinished position is worth.
    pub value: Value<R>,
}

// Derived, it would ask for `R: Clone` with all its types.
impl<R: Ruleset> Clone for Search<R> {
    fn clone(&self) -> Search<R> {
        Search { policy: Arc::clone(&self.policy), ..*self }
    }
}

/// An answer and how it did.
#[derive(Clone, Debug)]
pub struct Judged<R: Ruleset> {
    /// The answer.
    pub answer: R::Choice,
    /// Its value in each world it was tried in; the worlds are the same for all answers, in the same order.
    pub values: Vec<i32>,
}

impl<R: Ruleset> Judged<R> {
    /// The sum of its values.
    fn total(&self) -> i64 {
        self.values.iter().map(|value| i64::from(*value)).sum()
    }

    /// Its mean value, in hundredths of what there is to win.
    fn stands(&self) -> u32 {
        hundredths(&self.values)
    }

    /// The mean of the worst quarter of its values, in the same.
    fn worst(&self) -> u32 {
        let mut values = self.values.clone();
        values.sort_unstable();
        values.truncate(values.len().div_ceil(4));
        hundredths(&values)
    }

    /// Whether it does better than another one, surely enough; both were tried in the same worlds first.
    pub fn beats(&self, other: &Judged<R>, doubt: i64) -> bool {
        let gains = self.values.iter().zip(&other.values).map(|(a, b)| i128::from(*a) - i128::from(*b));
        let (mut n, mut sum, mut squares) = (0, 0, 0);
        for gain in gains {
            (n, sum, squares) = (n + 1, sum + gain, squares + gain * gain);
        }
        // The mean is so many standard errors above nothing, with both sides squared and multiplied out.
        let doubt = i128::from(doubt);
        sum > 0 && 100 * sum * sum * (n - 1) > doubt * doubt * (n * squares - sum * sum)
    }
}

/// The mean of some values in hundredths of [`WIN`].
fn hundredths(values: &[i32]) -> u32 {
    let sum: i64 = values.iter().map(|value| i64::from(*value)).sum();
    (sum * 100 / (i64::from(WIN) * (values.len() as i64).max(1))) as u32
}

/// A made-up game that leads elsewhere is thrown away; after this many for each wanted one the search gives up.
const MISSES: usize = 40;

/// A player for each seat of made-up games.
struct Players<'a, R: Ruleset> {
    seats: usize,
    policy: &'a BotMaker<R>,
    bots: &'a mut Vec<Box<dyn Bot<R>>>,
}

impl<R: Ruleset> Players<'_, R> {
    /// The players as new ones with these whims.
    fn anew(&mut self, seed: u64) -> &mut [Box<dyn Bot<R>>] {
        let mut mix = SplitMix::new(seed);
        for seat in 0..self.seats {
            let seed = mix.next_u64();
            match self.bots.get_mut(seat) {
                Some(bot) => {
                    if !bot.renew(seed) {
                        *bot = (self.policy)(seed);
                    }
                }
                None => self.bots.push((self.policy)(seed)),
            }
        }
        self.bots
    }
}

impl<R: Ruleset> Search<R> {
    /// Tries the answers of a decision, `first` above all. None has a value where no made-up game led to the decision.
    pub fn judge(
        &self,
        fixed: &R::Fixed,
        root: &Root<R>,
        decision: &Decision<R>,
        first: Option<R::Choice>,
        rng: &mut SplitMix,
    ) -> Vec<Judged<R>> {
        self.judge_with(fixed, root, decision, first, &mut Vec::new(), rng)
    }

    /// The same with players kept from earlier searches, for what they have learnt of the board.
    fn judge_with(
        &self,
        fixed: &R::Fixed,
        root: &Root<R>,
        decision: &Decision<R>,
        first: Option<R::Choice>,
        bots: &mut Vec<Box<dyn Bot<R>>>,
        rng: &mut SplitMix,
    ) -> Vec<Judged<R>> {
        let Ok(now) = postcard::to_stdvec(&root.now) else { return Vec::new() };
        let advised = first.is_some();
        let mut judged = self.answers(fixed, &root.now, decision, first, rng);
        // Where the policy's answer is the only one there is nothing to find out.
        if judged.is_empty() || (judged.len() == 1 && advised) {
            return judged;
        }
        let mut players = Players { seats: R::seats(fixed).len(), policy: &self.policy, bots };
        let rounds = judged.len().next_power_of_two().trailing_zeros().max(1) as usize;
        let each = self.playouts.div_ceil(rounds);
        // The answers still in the race: their places in `judged`. The first never drops out.
        let mut racing: Vec<usize> = (0..judged.len()).collect();
        let (mut spent, mut misses) = (0, 0);
        for _ in 0..rounds {
            for _ in 0..each.div_ceil(racing.len()) {
                let (world, seed) = loop {
                    if misses > self.playouts * MISSES || spent > self.effort {
                        return judged;
                    }
                    match Self::world(fixed, root, decision, &now, &mut players, rng) {
                        Some(found) => break found,
                        None => misses += 1,
                    }
                };
                for at in &racing {
                    // Equal luck for all answers: the same dice and the same whims of the players.
                    let tried = &mut judged[*at];
                    let (end, taken) = world.play(&tried.answer, players.anew(seed), self.reach);
                    spent += taken;
                    // An answer after which the rules break is worth nothing.
                    tried.values.push(end.map_or(0, |end| self.worth(fixed, &end, root.seat)));
                }
            }
            let kept = racing.len().div_ceil(2).max(2);
            racing[1..].sort_by_key(|at| std::cmp::Reverse(judged[*at].total()));
            racing.truncate(kept);
        }
        judged
    }

    /// A made-up game that fits, if the next one does.
    fn world<'a>(
        fixed: &'a R::Fixed,
        root: &'a Root<R>,
        decision: &'a Decision<R>,
        now: &[u8],
        players: &mut Players<'_, R>,
        rng: &mut SplitMix,
    ) -> Option<(World<'a, R>, u64)> {
        let start = R::determinize(fixed, &root.start, &root.now, &root.seen, rng)?;
        let world = World { fixed, root, decision, start, dice: rng.next_u64() };
        let seed = rng.next_u64();
        world.fits(now, players.anew(seed)).then_some((world, seed))
    }

    /// The answers to look at.
    fn answers(
        &self,
        fixed: &R::Fixed,
        view: &R::View,
        decision: &Decision<R>,
        first: Option<R::Choice>,
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
        if let Some(first) = &first {
            answers.retain(|answer| answer != first);
        }
        rng.shuffle(&mut answers);
        answers.truncate(self.width);
        first.into_iter().chain(answers).map(|answer| Judged { answer, values: Vec::new() }).collect()
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
    /// Has the first say, and the last one where there is nothing to begin a search from.
    policy: Box<dyn Bot<R>>,
    /// Plays on in made-up games.
    others: Vec<Box<dyn Bot<R>>>,
    rng: SplitMix,
    /// What it thought of its last answer.
    thought: Option<Thought<R>>,
}

impl<R: Ruleset> SearchBot<R> {
    /// A searching player with its own dice.
    pub fn new(search: Search<R>, seed: u64) -> SearchBot<R> {
        let mut rng = SplitMix::new(seed);
        let policy = (search.policy)(rng.next_u64());
        SearchBot { search, policy, others: Vec::new(), rng, thought: None }
    }

    /// Makes such players, for [`grognard_engine::erased::Module::with_bot`].
    pub fn maker(search: Search<R>) -> BotMaker<R> {
        Arc::new(move |seed| Box::new(SearchBot::new(search.clone(), seed)))
    }

    /// The best answer, where it is surely better than the policy's.
    fn better(&mut self, seen: &Seen<'_, R>, decision: &Decision<R>, first: &R::Choice) -> Option<R::Choice> {
        let root = seen.root()?;
        let (search, others) = (&self.search, &mut self.others);
        let mut judged =
            search.judge_with(seen.fixed(), root, decision, Some(first.clone()), others, &mut self.rng);
        // Those that dropped out early were tried in fewer worlds.
        let most = judged.iter().map(|judged| judged.values.len()).max()?;
        let best = (1..judged.len())
            .filter(|at| judged[*at].values.len() == most)
            .max_by_key(|at| (judged[*at].total(), std::cmp::Reverse(*at)))?;
        let better = judged[best].beats(&judged[0], search.doubt);
        let (given, next) = if better { (best, 0) } else { (0, best) };
        self.thought = Some(Thought {
            games: most as u32,
            stands: judged[given].stands(),
            worst: judged[given].worst(),
            next: Some((judged[next].answer.clone(), judged[next].stands())),
        });
        better.then(|| judged.swap_remove(best).answer)
    }
}

impl<R: Ruleset> Bot<R> for SearchBot<R> {
    fn choose(&mut self, seen: &Seen<'_, R>, ask: &Ask, options: &dyn Menu<R>) -> usize {
        self.thought = None;
        let first = self.policy.choose(seen, ask, options);
        if options.len() < 2 || !(self.search.weighs)(ask) {
            return first;
        }
        let all: Vec<_> = (0..options.len()).map(|index| options.get(index)).collect();
        let own = all[first].clone();
        let decision = Decision { ask: *ask, answers: Answers::Options(all) };
        let better = self.better(seen, &decision, &own);
        better.and_then(|it| (0..options.len()).find(|&index| options.get(index) == it)).unwrap_or(first)
    }

    fn propose(&mut self, seen: &Seen<'_, R>, ask: &Ask, shape: &R::Shape) -> R::Choice {
        self.thought = None;
        let first = self.policy.propose(seen, ask, shape);
        if !(self.search.weighs)(ask) {
            return first;
        }
        let decision = Decision { ask: *ask, answers: Answers::Proposal(shape.clone()) };
        self.better(seen, &decision, &first).unwrap_or(first)
    }

    fn searches(&self) -> bool {
        true
    }

    fn thought(&self) -> Option<Thought<R>> {
        self.thought.clone()
    }
}
