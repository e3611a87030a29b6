//! The log: everything that happened, each entry with its rules and its audience.

use smallvec::SmallVec;

use crate::dice::Die;
use crate::ruleset::Ruleset;
use crate::target::Target;
use crate::{Audience, RuleId, SeatId};

/// The faces of one roll, however many dice it has.
pub type Faces = SmallVec<[u16; 8]>;

/// A roll of one or more dice.
#[derive(Clone, Debug, PartialEq)]
pub struct Roll {
    /// What was rolled for: a message key.
    pub purpose: &'static str,
    /// The kind of die.
    pub die: Die,
    /// What they showed, counted from 1.
    pub faces: Faces,
    /// What was needed, with its reasons, where the roll was against a number.
    pub target: Option<Target>,
}

/// What an entry of the log tells.
#[derive(Clone, Debug)]
pub enum Entry<R: Ruleset> {
    /// Something happened in the game.
    Event(R::Event),
    /// Dice were rolled.
    Roll(Roll),
    /// A seat answered a decision.
    Answer {
        /// The decision's kind.
        kind: &'static str,
        /// Who answered.
        seat: SeatId,
        /// What was answered.
        choice: R::Choice,
    },
}

/// One entry of the log.
#[derive(Clone, Debug)]
pub struct Logged<R: Ruleset> {
    /// Who may know of it.
    pub to: Audience,
    /// The rules that caused it.
    pub rules: Vec<RuleId>,
    /// What it tells.
    pub entry: Entry<R>,
}
