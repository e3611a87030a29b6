//! Standing answers to questions that would come too often, kept by the host.

use serde::{Deserialize, Serialize};

use super::SeatName;

/// A way of being asked, offered by a ruleset (`always`, `near`, `piece`, `turn`).
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct StopMode {
    /// Its name for commands.
    pub id: String,
    /// Its name for people, short enough for a button.
    pub label: String,
    /// What it does, in a sentence.
    pub sentence: String,
    /// The key that sets it.
    pub key: String,
    /// It takes a number, with this one at first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<i32>,
    /// A new game begins with it; where no mode says so, everything is asked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub at_first: bool,
}

/// The mode a seat has chosen.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct StopState {
    /// The seat.
    pub seat: SeatName,
    /// The mode's name.
    pub mode: String,
    /// Its number, where it takes one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<i32>,
}
