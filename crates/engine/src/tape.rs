//! The tape: answers of an activity, played back when it is run again.

use serde::Serialize;
use smallvec::SmallVec;
use xxhash_rust::xxh3::xxh3_64;

use crate::Audience;
use crate::ctx::{Driver, Halt, Moment, Step};
use crate::decision::{Answers, Ask, Decision, Menu};
use crate::dice::DicePlace;
use crate::ruleset::Ruleset;

/// One answered question of an activity: one choice, or all of a sealed set.
#[derive(Clone, Debug)]
pub(crate) struct Taped<R: Ruleset> {
    /// Who may know each of the answers.
    pub known: SmallVec<[Audience; 1]>,
    pub choices: SmallVec<[R::Choice; 1]>,
    /// A print of the question and of state and dice when it was asked.
    pub print: u64,
}

/// Hash of anything serialisable, the same on every machine.
pub(crate) fn print_of(value: &impl Serialize) -> u64 {
    let bytes = postcard::to_stdvec(value).expect("game states hold nothing postcard cannot write");
    xxh3_64(&bytes)
}

/// Plays back a tape, then halts with the question that has no answer.
pub(crate) struct TapeDriver<'a, R: Ruleset> {
    tape: &'a [Taped<R>],
    /// Changes of the dice's epoch: at the question with this number.
    epochs: &'a [(usize, u32)],
    /// Prints are compared from this question on.
    check_from: usize,
    next: usize,
    pub pending: Option<(Vec<Decision<R>>, u64)>,
    /// Whether something was revealed before each question.
    pub revealed: Vec<bool>,
    pub fault: Option<String>,
}

impl<'a, R: Ruleset> TapeDriver<'a, R> {
    pub fn new(tape: &'a [Taped<R>], epochs: &'a [(usize, u32)], check_from: usize) -> TapeDriver<'a, R> {
        TapeDriver { tape, epochs, check_from, next: 0, pending: None, revealed: Vec::new(), fault: None }
    }

    /// Whether every answer was asked for.
    pub fn used_up(&self) -> bool {
        self.next == self.tape.len()
    }

    fn answer(
        &mut self,
        at: Moment<'_, R>,
        decisions: impl FnOnce() -> Vec<Decision<R>>,
    ) -> Step<&'a [R::Choice]> {
        let number = self.next;
        self.next += 1;
        self.revealed.push(at.revealed);
        if let Some((_, epoch)) = self.epochs.iter().find(|(question, _)| *question == number) {
            let position = at.dice.place().position;
            at.dice.seek(DicePlace { epoch: *epoch, position });
        }
        if let Some(taped) = self.tape.get(number) {
            if number >= self.check_from && taped.print != Self::print(&at, &decisions()) {
                self.fault = Some(format!(
                    "running an activity again led to another question or state at answer {number}: \
                         the rules or the data have changed under the game, or are not deterministic"
                ));
                return Err(Halt::Fault);
            }
            return Ok(&taped.choices);
        }
        let decisions = decisions();
        let print = Self::print(&at, &decisions);
        self.pending = Some((decisions, print));
        self.next = number;
        Err(Halt::NeedsAnswer)
    }

    /// A print of the question, the state and the dice: the question alone lets too much pass.
    fn print(at: &Moment<'_, R>, decisions: &[Decision<R>]) -> u64 {
        let questions: Vec<_> = decisions
            .iter()
            .map(|decision| {
                let answers = match &decision.answers {
                    Answers::Options(options) => print_of(options),
                    Answers::Proposal(shape) => print_of(shape),
                };
                (decision.ask.owner, decision.ask.kind, answers)
            })
            .collect();
        print_of(&(questions, at.state, at.dice.place()))
    }
}

impl<R: Ruleset> Driver<R> for TapeDriver<'_, R> {
    fn choose(&mut self, at: Moment<'_, R>, ask: &Ask, options: &dyn Menu<R>) -> Step<usize> {
        let all = || (0..options.len()).map(|i| options.get(i)).collect::<Vec<_>>();
        let choices = self.answer(at, || vec![Decision { ask: *ask, answers: Answers::Options(all()) }])?;
        if let Some(index) = (0..options.len()).find(|&i| options.get(i) == choices[0]) {
            return Ok(index);
        }
        self.fault = Some(format!("a recorded answer to `{}` is no longer among the options", ask.kind));
        Err(Halt::Fault)
    }

    fn propose(&mut self, at: Moment<'_, R>, ask: &Ask, shape: &R::Shape) -> Step<R::Choice> {
        let decision = || vec![Decision { ask: *ask, answers: Answers::Proposal(shape.clone()) }];
        Ok(self.answer(at, decision)?[0].clone())
    }

    fn sealed(&mut self, at: Moment<'_, R>, decisions: &[Decision<R>]) -> Step<Vec<R::Choice>> {
        Ok(self.answer(at, || decisions.to_vec())?.to_vec())
    }

    fn fault(&mut self, what: String) {
        self.fault = Some(what);
    }

    fn is_new(&self) -> bool {
        self.used_up()
    }
}
