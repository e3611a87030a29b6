//! The log: everything that happened, each entry with its rules and its audience.

use crate::ruleset::Ruleset;
use crate::target::Target;
use crate::{Audience, RuleId, SeatId};

/// The faces of one roll.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Faces {
    faces: [u8; Faces::MOST],
    len: u8,
}

impl Faces {
    /// How many dice one roll can have: enough for the largest volley of the systems planned.
    pub const MOST: usize = 40;

    /// Faces in order, at most [`Faces::MOST`].
    pub fn new(faces: &[u8]) -> Faces {
        let mut all = [0; Faces::MOST];
        all[..faces.len()].copy_from_slice(faces);
        Faces { faces: all, len: faces.len() as u8 }
    }

    /// The faces.
    pub fn as_slice(&self) -> &[u8] {
        &self.faces[..self.len as usize]
    }
}

/// A roll of one or more dice.
#[derive(Clone, Debug, PartialEq)]
pub struct Roll {
    /// What was rolled for: a message key.
    pub purpose: &'static str,
    /// The sides of each die.
    pub sides: u8,
    /// What they showed.
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
