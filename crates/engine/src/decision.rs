//! Decisions: what a game waits for.

use crate::ruleset::Ruleset;
use crate::{Audience, RuleId, SeatId};

/// A question to a seat, without its options.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Ask {
    /// Who answers.
    pub owner: SeatId,
    /// What kind of question it is: a message key, and a name bots can match on.
    pub kind: &'static str,
    /// The rule that gives the choice.
    pub rule: RuleId,
    /// Who may know that the question is asked.
    pub known_to: Audience,
    /// Who learns the answer, among those who know of the question.
    pub told: Audience,
    /// Whether the options tell what only their owner may know, such as the cards of a hand.
    pub secret: bool,
    /// The option taken when a clock runs out or a player has left.
    pub default: u16,
    /// Whether a single option is taken without asking. Only where the options follow from public facts.
    pub skip_single: bool,
}

impl Ask {
    /// A question everybody may know of, that is skipped when it leaves no choice.
    pub const fn new(owner: SeatId, kind: &'static str, rule: RuleId) -> Ask {
        Ask {
            owner,
            kind,
            rule,
            known_to: Audience::ALL,
            told: Audience::ALL,
            secret: false,
            default: 0,
            skip_single: true,
        }
    }

    /// Asks even where there is one option only, because skipping would tell something.
    pub const fn always(mut self) -> Ask {
        self.skip_single = false;
        self
    }

    /// Only these may know that it is asked.
    pub const fn known_to(mut self, audience: Audience) -> Ask {
        self.known_to = audience;
        self
    }

    /// Everybody knows of the question, but only these learn the answer. Its options are secret with it.
    pub const fn told(mut self, audience: Audience) -> Ask {
        self.told = audience;
        self.secret = true;
        self
    }

    /// Others at the screen must not see the options, though they learn which one was taken.
    pub const fn secret(mut self) -> Ask {
        self.secret = true;
        self
    }

    /// Who learns the answer.
    pub const fn answer_to(&self) -> Audience {
        self.known_to.intersection(self.told)
    }

    /// Takes another option than the first by default.
    pub const fn default(mut self, index: usize) -> Ask {
        self.default = index as u16;
        self
    }
}

/// What may be answered.
#[derive(Clone, Debug, PartialEq)]
pub enum Answers<R: Ruleset> {
    /// One of these; the list is complete.
    Options(Vec<R::Choice>),
    /// A shape to fill in, checked as a whole.
    Proposal(R::Shape),
}

/// A decision a game waits for.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision<R: Ruleset> {
    /// The question.
    pub ask: Ask,
    /// What may be answered.
    pub answers: Answers<R>,
}

/// The options of a question, read by index so that playing at speed converts and allocates nothing.
pub trait Menu<R: Ruleset> {
    /// How many there are.
    fn len(&self) -> usize;
    /// The one at an index.
    fn get(&self, index: usize) -> R::Choice;
    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<R: Ruleset, T: Clone + Into<R::Choice>> Menu<R> for &[T] {
    fn len(&self) -> usize {
        <[T]>::len(self)
    }

    fn get(&self, index: usize) -> R::Choice {
        self[index].clone().into()
    }
}
