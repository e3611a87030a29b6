//! Rolls that somebody may roll once more: which they are, and what they lack, for the question whether to.

use serde::{Deserialize, Serialize};

/// What a roll is for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names of the rolls")]
pub enum RollOf {
    Attacks,
    Hit,
    Wound,
    Save,
    Damage,
    Mortal,
    Advance,
    Charge,
    Psychic,
    Deny,
}

const PURPOSES: [(RollOf, &str); 10] = [
    (RollOf::Attacks, "roll.attacks"),
    (RollOf::Hit, "roll.hit"),
    (RollOf::Wound, "roll.wound"),
    (RollOf::Save, "roll.save"),
    (RollOf::Damage, "roll.damage"),
    (RollOf::Mortal, "roll.mortal"),
    (RollOf::Advance, "roll.advance"),
    (RollOf::Charge, "roll.charge"),
    (RollOf::Psychic, "roll.psychic"),
    (RollOf::Deny, "roll.deny"),
];

impl RollOf {
    /// The roll with this purpose in the log.
    pub fn with_purpose(purpose: &str) -> Option<RollOf> {
        PURPOSES.into_iter().find(|(_, known)| *known == purpose).map(|(roll, _)| roll)
    }

    /// Its purpose in the log, whose text is its name.
    pub fn purpose(self) -> &'static str {
        PURPOSES.into_iter().find(|(roll, _)| *roll == self).map_or("", |(_, purpose)| purpose)
    }
}

/// A roll on the table.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rolled {
    /// What for.
    pub of: RollOf,
    /// What it needed, where it is rolled against a number.
    pub need: Option<u8>,
    /// Whether something else would have been better.
    pub lacks: bool,
}
