//! Computer players: what they are shown, and how they are asked.

use std::cell::OnceCell;
use std::sync::Arc;

use crate::SeatId;
use crate::ctx::{Driver, Halt, Moment, Step};
use crate::decision::{Answers, Ask, Decision, Menu};
pub use crate::game::Root;
use crate::rng::SplitMix;
use crate::ruleset::Ruleset;
use crate::seat::Viewer;

/// What a bot may look at when it decides. It has no way to the state or the dice.
pub struct Seen<'a, R: Ruleset> {
    fixed: &'a R::Fixed,
    state: &'a R::State,
    seat: SeatId,
    root: Option<&'a Root<R>>,
    /// Made when it is first looked at: most players in a simulation look at nothing.
    view: OnceCell<R::View>,
}

impl<'a, R: Ruleset> Seen<'a, R> {
    /// What a seat may see of a state.
    pub fn new(
        fixed: &'a R::Fixed,
        state: &'a R::State,
        seat: SeatId,
        root: Option<&'a Root<R>>,
    ) -> Seen<'a, R> {
        Seen { fixed, state, seat, root, view: OnceCell::new() }
    }

    /// The game's fixed facts.
    pub fn fixed(&self) -> &'a R::Fixed {
        self.fixed
    }

    /// The bot's seat.
    pub fn seat(&self) -> SeatId {
        self.seat
    }

    /// The bot's view of the game at this decision.
    pub fn view(&self) -> &R::View {
        R::open_view(self.state).unwrap_or_else(|| {
            self.view.get_or_init(|| R::view(self.fixed, self.state, Viewer::Seat(self.seat)))
        })
    }

    /// Where a search begins, in games that keep it.
    pub fn root(&self) -> Option<&'a Root<R>> {
        self.root
    }

    /// Sensible answers to a proposal.
    pub fn candidates(&self, shape: &R::Shape, rng: &mut SplitMix) -> Vec<R::Choice> {
        R::candidates(self.fixed, self.view(), shape, rng)
    }

    /// The answer to a proposal when nobody has a better one.
    pub fn default_proposal(&self, shape: &R::Shape) -> Option<R::Choice> {
        R::default_proposal(self.fixed, self.view(), shape)
    }
}

/// A computer player.
pub trait Bot<R: Ruleset>: Send {
    /// Picks an option by its index.
    fn choose(&mut self, seen: &Seen<'_, R>, ask: &Ask, options: &dyn Menu<R>) -> usize;
    /// Fills in a proposal.
    fn propose(&mut self, seen: &Seen<'_, R>, ask: &Ask, shape: &R::Shape) -> R::Choice;
    /// Whether it wants [`Seen::root`]; without such bots a simulation keeps no tape and is much faster.
    fn searches(&self) -> bool {
        false
    }
    /// Begins anew as another player with this seed, keeping only what never changes in a game, such as distances on the
    /// board; false where it cannot, and then it is made anew. Searches begin thousands of games.
    fn renew(&mut self, _seed: u64) -> bool {
        false
    }
    /// What it thought of its last answer; nothing where it gave it without playing on.
    fn thought(&self) -> Option<Thought<R>> {
        None
    }
}

/// How the answer of a player that searches did in the games it made up. Figures are hundredths of what there is to win.
#[derive(Clone, Debug)]
pub struct Thought<R: Ruleset> {
    /// How many games it played on with the answer.
    pub games: u32,
    /// How it stood in them on average.
    pub stands: u32,
    /// And in the worst quarter of them.
    pub worst: u32,
    /// The best of the other answers it tried as often, and how that stood in the same games.
    pub next: Option<(R::Choice, u32)>,
}

/// Makes a bot from a seed.
pub type BotMaker<R> = Arc<dyn Fn(u64) -> Box<dyn Bot<R>> + Send + Sync>;

/// Picks uniformly among options or candidates, and looks at nothing.
#[derive(Clone, Debug)]
pub struct RandomBot {
    rng: SplitMix,
}

impl RandomBot {
    /// A random player with its own dice.
    pub fn new(seed: u64) -> RandomBot {
        RandomBot { rng: SplitMix::new(seed) }
    }
}

impl<R: Ruleset> Bot<R> for RandomBot {
    fn choose(&mut self, _seen: &Seen<'_, R>, _ask: &Ask, options: &dyn Menu<R>) -> usize {
        self.rng.below(options.len())
    }

    fn propose(&mut self, seen: &Seen<'_, R>, _ask: &Ask, shape: &R::Shape) -> R::Choice {
        let mut candidates = seen.candidates(shape, &mut self.rng);
        if candidates.is_empty() {
            return seen.default_proposal(shape).expect("a proposal has candidates or a default");
        }
        candidates.swap_remove(self.rng.below(candidates.len()))
    }
}

/// Players who answer in line: nothing unwinds and nothing is recorded.
pub struct Inline<'a, R: Ruleset> {
    bots: &'a mut [Box<dyn Bot<R>>],
    /// Decisions with at least two answers so far.
    pub decisions: u64,
    cap: u64,
    /// What broke, if anything did.
    pub fault: Option<String>,
}

impl<'a, R: Ruleset> Inline<'a, R> {
    /// One bot a seat; more than `cap` decisions are a fault.
    pub fn new(bots: &'a mut [Box<dyn Bot<R>>], cap: u64) -> Inline<'a, R> {
        Inline { bots, decisions: 0, cap, fault: None }
    }

    fn count(&mut self) -> Step {
        self.decisions += 1;
        if self.decisions > self.cap {
            self.fault = Some(format!("the game did not end within {} decisions", self.cap));
            return Err(Halt::Fault);
        }
        Ok(())
    }
}

impl<R: Ruleset> Driver<R> for Inline<'_, R> {
    fn choose(&mut self, at: Moment<'_, R>, ask: &Ask, options: &dyn Menu<R>) -> Step<usize> {
        if options.len() > 1 {
            self.count()?;
        }
        let seen = Seen::new(at.fixed, at.state, ask.owner, None);
        Ok(self.bots[ask.owner.index()].choose(&seen, ask, options))
    }

    fn propose(&mut self, at: Moment<'_, R>, ask: &Ask, shape: &R::Shape) -> Step<R::Choice> {
        self.count()?;
        let seen = Seen::new(at.fixed, at.state, ask.owner, None);
        Ok(self.bots[ask.owner.index()].propose(&seen, ask, shape))
    }

    fn sealed(&mut self, at: Moment<'_, R>, decisions: &[Decision<R>]) -> Step<Vec<R::Choice>> {
        decisions
            .iter()
            .map(|decision| {
                self.count()?;
                let seen = Seen::new(at.fixed, at.state, decision.ask.owner, None);
                Ok(decide(&mut *self.bots[decision.ask.owner.index()], &seen, decision))
            })
            .collect()
    }

    fn fault(&mut self, what: String) {
        self.fault = Some(what);
    }
}

/// Has a bot answer a decision of either kind.
pub fn decide<R: Ruleset>(bot: &mut dyn Bot<R>, seen: &Seen<'_, R>, decision: &Decision<R>) -> R::Choice {
    match &decision.answers {
        Answers::Options(options) => {
            let index = bot.choose(seen, &decision.ask, &options.as_slice());
            options[index].clone()
        }
        Answers::Proposal(shape) => bot.propose(seen, &decision.ask, shape),
    }
}
