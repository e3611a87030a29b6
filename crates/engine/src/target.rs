//! Target numbers: a value with reasons.

use crate::RuleId;

/// One reason why a number is what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// What it adds to the number.
    pub amount: i8,
    /// The message key of the reason.
    pub why: &'static str,
    /// The rule behind it.
    pub rule: RuleId,
}

/// What the modifiers come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// A die must show this or more.
    AtLeast(u8),
    /// No roll is needed.
    Automatic,
    /// No roll can do it.
    Impossible,
}

impl Need {
    /// Whether a face is enough.
    pub const fn met_by(self, face: u8) -> bool {
        match self {
            Need::AtLeast(number) => face >= number,
            Need::Automatic => true,
            Need::Impossible => false,
        }
    }
}

/// A number needed on a die: a base and its modifiers, folded to a [`Need`].
///
/// The same value decides legality, stands in the tooltip and the log, and feeds the odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    base: Need,
    floor: u8,
    modifiers: Vec<Modifier>,
    rule: RuleId,
}

impl Target {
    /// A number straight from a table.
    pub const fn new(base: Need, rule: RuleId) -> Target {
        Target { base, floor: 2, modifiers: Vec::new(), rule }
    }

    /// Sets the lowest number modifiers can reach.
    pub fn with_floor(mut self, floor: u8) -> Target {
        self.floor = floor;
        self
    }

    /// Adds a reason; an amount of zero is left out.
    pub fn plus(mut self, amount: i8, why: &'static str, rule: RuleId) -> Target {
        if amount != 0 {
            self.modifiers.push(Modifier { amount, why, rule });
        }
        self
    }

    /// What is needed in the end.
    pub fn need(&self) -> Need {
        match self.base {
            Need::AtLeast(n) => {
                let sum = self.modifiers.iter().fold(i32::from(n), |sum, m| sum + i32::from(m.amount));
                Need::AtLeast(sum.clamp(i32::from(self.floor), i32::from(u8::MAX)) as u8)
            }
            fixed => fixed,
        }
    }

    /// Whether a face is enough.
    pub fn met_by(&self, face: u8) -> bool {
        self.need().met_by(face)
    }

    /// The number before modifiers.
    pub const fn base(&self) -> Need {
        self.base
    }

    /// The rule the base number comes from.
    pub const fn rule(&self) -> RuleId {
        self.rule
    }

    /// The reasons in order.
    pub fn modifiers(&self) -> &[Modifier] {
        &self.modifiers
    }
}
