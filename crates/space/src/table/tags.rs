//! Marks on terrain and models that rules ask about.

use std::ops::BitOr;

use serde::{Deserialize, Serialize};

/// A set of up to 32 marks. What they mean is the ruleset's business: here they are only compared.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tags(pub u32);

impl Tags {
    /// No mark.
    pub const NONE: Self = Self(0);

    /// The mark of a number below 32.
    pub const fn bit(number: u32) -> Self {
        Self(1 << number)
    }

    /// The marks of both.
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the two have a mark in common.
    pub const fn any(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether all of the other's marks are here.
    pub const fn all(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for Tags {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.with(other)
    }
}
