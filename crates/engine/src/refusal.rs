//! Refusals: why an answer is not accepted, in full.

use std::fmt;

use crate::RuleId;
use crate::client;
use crate::message::Message;
use crate::switch::{all_apply, applies};

/// One rule an answer breaks, with the place where it does.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// The broken rule.
    pub rule: RuleId,
    /// Other rules that say the same here.
    pub also: Vec<RuleId>,
    /// The facts as a message to be put into words when somebody reads them.
    pub message: Message,
    /// Names of the board cells concerned, as scenes name them.
    pub cells: Vec<String>,
    /// Names of the pieces concerned.
    pub pieces: Vec<String>,
    /// Points on a free table, in the units of its scene.
    pub points: Vec<client::Point>,
}

impl Violation {
    /// A violation without a place.
    pub fn new(rule: RuleId, message: Message) -> Violation {
        let (also, cells, pieces, points) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Violation { rule, also, message, cells, pieces, points }
    }

    /// An answer of another kind than the question asks for.
    pub fn other_kind(rule: RuleId) -> Vec<Violation> {
        vec![Violation::new(rule, Message::new("why.other-answer"))]
    }

    /// With further rules that say the same.
    pub fn with(mut self, also: &[RuleId]) -> Violation {
        self.also.extend(also.iter().copied().filter(|rule| *rule != self.rule));
        self
    }

    /// Those of rules in force: a rule that is switched off bars nothing.
    pub fn in_force(mut violations: Vec<Violation>) -> Vec<Violation> {
        violations.retain(|violation| applies(violation.rule));
        violations
    }
}

/// Whether rules bar something: its conditions in order, each with the rules that ask for it. What is barred already is
/// looked at no further, and a rule that is off asks for nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bars(bool);

impl Bars {
    /// Some rules bar it, together, where this holds.
    #[inline]
    pub fn bar(&mut self, rules: &[RuleId], holds: impl FnOnce() -> bool) {
        self.0 = self.0 || holds() && all_apply(rules);
    }

    /// Some rules bar it, together, unless this holds.
    #[inline]
    pub fn need(&mut self, rules: &[RuleId], holds: impl FnOnce() -> bool) {
        self.bar(rules, || !holds());
    }

    /// Whether nothing bars it.
    #[inline]
    pub const fn open(self) -> bool {
        !self.0
    }
}

/// Why an answer was refused: every violation, never only the first.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Refusal {
    /// What is wrong. Empty only where the answer could not be read at all.
    pub violations: Vec<Violation>,
    /// What is wrong with the text itself, where it could not be read.
    pub unreadable: Option<String>,
}

impl Refusal {
    /// The answer breaks these rules.
    pub fn broken(violations: Vec<Violation>) -> Refusal {
        Refusal { violations, unreadable: None }
    }

    /// The text is no answer.
    pub fn unreadable(why: impl Into<String>) -> Refusal {
        Refusal { violations: Vec::new(), unreadable: Some(why.into()) }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(why) = &self.unreadable {
            return f.write_str(why);
        }
        for (i, violation) in self.violations.iter().enumerate() {
            let separator = if i == 0 { "" } else { "; " };
            write!(f, "{separator}{} ({})", violation.rule, violation.message.key)?;
        }
        Ok(())
    }
}
