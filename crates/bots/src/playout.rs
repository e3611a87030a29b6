//! One made-up game: what is known of the activity so far, then a given answer, then play without thought.

use grognard_engine::bot::{Bot, Root, Seen, decide};
use grognard_engine::ctx::{Ctx, Driver, Halt, Moment, Step};
use grognard_engine::decision::{Answers, Ask, Decision, Menu};
use grognard_engine::dice::{Dice, Secret};
use grognard_engine::ruleset::{Next, Ruleset};
use grognard_engine::{SeatId, Viewer};

/// A game made up from what a seat knows, and the decision it has to take in it.
pub struct World<'a, R: Ruleset> {
    /// The game's fixed facts.
    pub fixed: &'a R::Fixed,
    /// What the seat knows.
    pub root: &'a Root<R>,
    /// What it has to decide.
    pub decision: &'a Decision<R>,
    /// The state at the activity's start, hidden facts dealt anew.
    pub start: R::State,
    /// The searcher's own dice, the same for every answer that is compared in this world.
    pub dice: u64,
}

/// How a playout ended.
pub enum End<R: Ruleset> {
    /// The game was over.
    Over(R::State),
    /// It was broken off at a later decision.
    BrokenOff(R::State),
}

/// How far a made-up game goes.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// Until so many more turns have begun; 0 for to the game's end.
    pub turns: u32,
    /// So many decisions at most.
    pub decisions: u32,
}

impl<R: Ruleset> World<'_, R> {
    /// Whether this world leads to the decision and looks to the seat there as the game does.
    pub fn fits(&self, now: &[u8], bots: &mut [Box<dyn Bot<R>>]) -> bool {
        let mut driver = Playout::new(self, None, bots, 0);
        let mut state = self.start.clone();
        let mut dice = self.dice();
        let halted = R::step(&mut state, &mut Ctx::new(self.fixed, &mut driver, &mut dice, None)).is_err();
        halted && driver.reached && {
            let view = R::view(self.fixed, &state, Viewer::Seat(self.root.seat));
            postcard::to_stdvec(&view).is_ok_and(|bytes| bytes == now)
        }
    }

    /// Gives an answer and plays on, and says how many decisions that took; no end where the rules broke.
    pub fn play(
        &self,
        answer: &R::Choice,
        bots: &mut [Box<dyn Bot<R>>],
        reach: Reach,
    ) -> (Option<End<R>>, u32) {
        let mut driver = Playout::new(self, Some(answer), bots, reach.decisions);
        let mut state = self.start.clone();
        let mut dice = self.dice();
        let last = R::turn(&state).saturating_add(reach.turns);
        let end = loop {
            match R::step(&mut state, &mut Ctx::new(self.fixed, &mut driver, &mut dice, None)) {
                Ok(Next::Go) if !driver.reached => break None,
                Ok(Next::Go) if reach.turns > 0 && R::turn(&state) >= last => {
                    break Some(End::BrokenOff(state));
                }
                Ok(Next::Go) => {}
                Ok(Next::Over) if driver.reached => break Some(End::Over(state)),
                Err(Halt::NeedsAnswer) => break Some(End::BrokenOff(state)),
                _ => break None,
            }
        };
        (end, reach.decisions - driver.left)
    }

    fn dice(&self) -> Dice {
        Dice::known(self.root.dice.clone(), Secret::from_number(self.dice).seed(&[]))
    }
}

/// Answers first what is known, then the decision, then as the bots like.
struct Playout<'a, R: Ruleset> {
    world: &'a World<'a, R>,
    /// The answer to the decision; without one the playout stops there.
    answer: Option<&'a R::Choice>,
    bots: &'a mut [Box<dyn Bot<R>>],
    /// Decisions left until the playout is broken off.
    left: u32,
    next: usize,
    reached: bool,
}

/// What is known of an answer of the activity.
enum Known<'a, R: Ruleset> {
    /// It was this one.
    Given(&'a R::Choice),
    /// It was given out of sight.
    Unseen,
    /// It has not been given yet.
    Open,
}

impl<'a, R: Ruleset> Playout<'a, R> {
    fn new(
        world: &'a World<'a, R>,
        answer: Option<&'a R::Choice>,
        bots: &'a mut [Box<dyn Bot<R>>],
        left: u32,
    ) -> Playout<'a, R> {
        Playout { world, answer, bots, left, next: 0, reached: false }
    }

    /// What is known of the next answer.
    fn known(&mut self) -> Known<'a, R> {
        let known = self.world.root.answers.get(self.next);
        self.next += usize::from(known.is_some());
        match known {
            Some(Some(choice)) => Known::Given(choice),
            Some(None) => Known::Unseen,
            None => Known::Open,
        }
    }

    /// The answer to the decision itself.
    fn pivot(&mut self, asked: &Decision<R>) -> Step<R::Choice> {
        if asked != self.world.decision {
            return Err(Halt::Fault);
        }
        self.reached = true;
        self.answer.cloned().ok_or(Halt::NeedsAnswer)
    }

    /// One more decision of the bots.
    fn count(&mut self) -> Step {
        self.left = self.left.checked_sub(1).ok_or(Halt::NeedsAnswer)?;
        Ok(())
    }

    fn bot(&mut self, seat: SeatId) -> &mut dyn Bot<R> {
        &mut *self.bots[seat.index()]
    }
}

impl<R: Ruleset> Driver<R> for Playout<'_, R> {
    fn choose(&mut self, at: Moment<'_, R>, ask: &Ask, options: &dyn Menu<R>) -> Step<usize> {
        let seen = Seen::new(at.fixed, at.state, ask.owner, None);
        let wanted = match self.known() {
            Known::Given(choice) => choice.clone(),
            Known::Unseen => return Ok(self.bot(ask.owner).choose(&seen, ask, options)),
            Known::Open if !self.reached => {
                let all = (0..options.len()).map(|index| options.get(index)).collect();
                self.pivot(&Decision { ask: *ask, answers: Answers::Options(all) })?
            }
            Known::Open => {
                self.count()?;
                return Ok(self.bot(ask.owner).choose(&seen, ask, options));
            }
        };
        (0..options.len()).find(|&index| options.get(index) == wanted).ok_or(Halt::Fault)
    }

    fn propose(&mut self, at: Moment<'_, R>, ask: &Ask, shape: &R::Shape) -> Step<R::Choice> {
        let seen = Seen::new(at.fixed, at.state, ask.owner, None);
        match self.known() {
            Known::Given(choice) => {
                let legal = R::check(at.fixed, seen.view(), shape, choice).is_empty();
                legal.then(|| choice.clone()).ok_or(Halt::Fault)
            }
            Known::Unseen => Ok(self.bot(ask.owner).propose(&seen, ask, shape)),
            Known::Open if !self.reached => {
                self.pivot(&Decision { ask: *ask, answers: Answers::Proposal(shape.clone()) })
            }
            Known::Open => {
                self.count()?;
                Ok(self.bot(ask.owner).propose(&seen, ask, shape))
            }
        }
    }

    fn sealed(&mut self, at: Moment<'_, R>, decisions: &[Decision<R>]) -> Step<Vec<R::Choice>> {
        let own = self.world.root.seat;
        let pivot = self.next == self.world.root.answers.len() && !self.reached;
        let mut answers = Vec::with_capacity(decisions.len());
        for decision in decisions {
            let seen = Seen::new(at.fixed, at.state, decision.ask.owner, None);
            let known = if pivot { Known::Open } else { self.known() };
            answers.push(match known {
                Known::Given(choice) => choice.clone(),
                Known::Open if pivot && decision.ask.owner == own => self.pivot(decision)?,
                _ => {
                    if self.reached && !pivot {
                        self.count()?;
                    }
                    decide(self.bot(decision.ask.owner), &seen, decision)
                }
            });
        }
        Ok(answers)
    }

    fn fault(&mut self, _what: String) {}
}
