//! The form that sets a game up, made by the ruleset so that one page serves every system.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{RuleName, Scene, SeatName};
use crate::record::Carried;

/// A form for a new game.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct SetupForm {
    /// The system's id.
    pub system: String,
    /// The system's name.
    pub title: String,
    /// What it is, in a sentence.
    pub summary: String,
    /// The seats to fill.
    pub seats: Vec<SetupSeat>,
    /// What can be set, in order; by custom the first is the mission.
    pub fields: Vec<SetupField>,
    /// The key of the choice everything else follows from, such as the set of rules: it stands before the others, each of
    /// its choices with its sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leads: Option<String>,
    /// Whether the system is being built: what can be played is offered, the rest says so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub under_construction: bool,
    /// Computer players of the system, weakest first; last one that plays at random.
    pub opponents: Vec<Opponent>,
    /// What somebody should play who has never played: whoever is in a hurry starts here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recommended: Option<Recommended>,
}

/// A game to start with.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Recommended {
    /// What goes into the form; the rest is at its default.
    pub setup: SetupValues,
    /// The person's seat.
    pub seat: SeatName,
    /// The computer player in all others.
    pub bot: String,
}

/// A seat to fill.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct SetupSeat {
    /// Its name in answers.
    pub seat: SeatName,
    /// Its name for people.
    pub name: String,
    /// What playing it is like, in a sentence.
    pub sentence: String,
}

/// A computer player.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Opponent {
    /// Its name for commands (`scripted`).
    pub bot: String,
    /// Its name for people.
    pub name: String,
    /// How it plays, in a sentence.
    pub sentence: String,
}

/// One thing that can be set.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct SetupField {
    /// Its name in [`SetupValues`].
    pub key: String,
    /// Its name for people.
    pub label: String,
    /// What it does, in a sentence.
    pub sentence: String,
    /// The rule it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleName>,
    /// What can be put in.
    pub input: SetupInput,
}

/// What can be put into a field, with its default.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SetupInput {
    /// One of several, shown as cards when they carry a preview.
    Choice {
        /// The choices.
        choices: Vec<Choice>,
        /// The value chosen at first.
        default: String,
        /// What it means to leave the choice open, written as an empty value, where the system then takes what fits the
        /// other fields.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        open: Option<String>,
    },
    /// On or off.
    Toggle {
        /// At first.
        default: bool,
    },
    /// A whole number.
    Number {
        /// Least.
        min: i32,
        /// Most.
        max: i32,
        /// At first.
        default: i32,
    },
    /// A few words in the ruleset's own form.
    Text {
        /// At first.
        default: String,
        /// How many characters at most.
        most: u32,
    },
}

/// One of several.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its value.
    pub value: String,
    /// Its name for people.
    pub label: String,
    /// What it is, in a sentence or two.
    pub sentence: String,
    /// What each side is after, or who fights on it. Sides that the form does not know play where this is chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub goals: Vec<Goal>,
    /// Length, difficulty and the like.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Fact>,
    /// How often each side wins, where that was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub balance: Option<Balance>,
    /// The map before the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview: Option<Scene>,
}

/// What a side is after.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The side.
    pub seat: SeatName,
    /// What the side is called here, where that is not its name in every choice.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// In one sentence.
    pub sentence: String,
}

/// How often each side won in games between equally good computer players.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Balance {
    /// Games played.
    pub games: u32,
    /// Games won, by seat; the rest were draws.
    pub wins: BTreeMap<SeatName, u32>,
}

/// A fact about a choice.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What.
    pub label: String,
    /// How much, or which.
    pub value: String,
}

/// The game that follows from one that is over, where that one only settled how another is played: who bid what for a side.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Sequel {
    /// What is to be done now, in a sentence.
    pub sentence: String,
    /// The rule it follows from.
    pub rule: RuleName,
    /// What changes in the set-up; the rest stays as it was.
    pub setup: SetupValues,
    /// Who sits where: the seats of the game that is over, each with the seat its player has in the next.
    pub seats: BTreeMap<SeatName, SeatName>,
    /// What each of them plays then, in words that follow "You play".
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub plays: BTreeMap<SeatName, String>,
    /// Who prepares it: a seat of the game that is over.
    pub prepares: SeatName,
    /// A document that goes into it, as a start: whoever prepares the game may change it, a computer player takes it as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<Carried>,
}

/// What was put into the fields; a field left out has its default.
pub type SetupValues = BTreeMap<String, SetupValue>;

/// The value of a field.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(untagged)]
pub enum SetupValue {
    /// Of a toggle.
    Flag(bool),
    /// Of a number.
    Number(i32),
    /// Of a choice or a text.
    Text(String),
}
