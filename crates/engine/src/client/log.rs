//! What happened, line by line, with dice and reasons.

use serde::{Deserialize, Serialize};

use super::{CellId, PieceId, RuleName, RuleRef, SeatName, Shape};

/// One line of the log, as one viewer may see it.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// Its number from the game's start; a viewer's log may have gaps.
    pub seq: u32,
    /// The turn it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// What it is (`move`, `fire`, `converted`, `phase`, `over`).
    pub topic: String,
    /// Whose doing it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatName>,
    /// What happened, in one sentence.
    pub sentence: String,
    /// The dice, roll by roll.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<DiceRoll>,
    /// The rules behind it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleRef>,
    /// Where it happened.
    #[serde(default, skip_serializing_if = "Places::is_empty")]
    pub places: Places,
    /// Something new came up: a path being walked step by step stops here.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interrupts: bool,
    /// A headline (turn, phase) rather than a line.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub heading: bool,
    /// How it looks and sounds, where it should be seen and heard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cue: Option<Cue>,
}

/// How a line looks and sounds: clients have one picture and one sound for each. The first piece of the line's places
/// is whose doing it was; what follows, pieces and cells, is where it strikes.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[serde(rename_all = "snake_case")]
pub enum Cue {
    /// A step.
    Step,
    /// A single shot.
    Shot,
    /// Rapid fire.
    Burst,
    /// A jet of flame over the cells.
    Flame,
    /// An explosion over the cells.
    Blast,
    /// Blows at arm's length.
    Clash,
    /// Somebody dies; the line is about him.
    Kill,
    /// Somebody comes through alive.
    Survive,
    /// A weapon fails.
    Jam,
    /// Something gets ready: aims, reloads, stands guard.
    Ready,
    /// Something hidden comes to light.
    Reveal,
    /// A door or gate moves.
    Door,
    /// A door or wall is broken.
    Breach,
    /// An aim of the mission is reached.
    Goal,
    /// A turn or phase begins.
    Turn,
    /// A template drifts away: its last shape is where it ends.
    Scatter,
    /// A unit's nerve fails.
    Break,
    /// A unit finds its nerve again.
    Rally,
    /// An aircraft passes over the table.
    FlyBy,
}

/// Places on the boards to show for a line.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// Cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<CellId>,
    /// Pieces; they may be gone by now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<PieceId>,
    /// Areas on a free table: a template, a beam, where something fell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<Shape>,
    /// Parts of the first piece: the hit location.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<String>,
}

impl Places {
    /// Nothing to show.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty() && self.pieces.is_empty() && self.shapes.is_empty()
    }
}

/// Dice thrown together for one purpose.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct DiceRoll {
    /// What for, in a few words.
    pub purpose: String,
    /// Faces on each die.
    pub sides: u32,
    /// What they show, counted from 1.
    pub faces: Vec<u32>,
    /// What stands on them, where it is not their number: words, or directions in degrees.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    /// Faces that were rolled again, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rerolled: Vec<u32>,
    /// What was needed, with reasons.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<TargetNumber>,
    /// Whether the sum of the dice is compared with what was needed, instead of each die.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub summed: bool,
    /// Whether it succeeded, where it could.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub success: Option<bool>,
    /// Who rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatName>,
    /// Added to the dice, with reasons, where the result is compared with another roll.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bonus: Vec<Modifier>,
    /// What it comes to, where the result is compared with another roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sum: Option<Sum>,
}

/// What a roll comes to, and what it has to exceed.
#[derive(Serialize, Deserialize, Copy, Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// The best die and what is added to it.
    pub total: i32,
    /// What the others come to: the most of them.
    pub against: i32,
}

/// A target number with its reasons.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct TargetNumber {
    /// Before modifiers.
    pub base: i32,
    /// What changes it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Modifier>,
    /// What is needed in the end.
    pub need: Need,
}

/// What is needed in the end.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Need {
    /// This number or more.
    AtLeast {
        /// The number.
        number: i32,
    },
    /// This number or less.
    AtMost {
        /// The number.
        number: i32,
    },
    /// This number or more, and then with a second die the other.
    Then {
        /// On the first die.
        first: i32,
        /// On the second, rolled only where the first was enough.
        then: i32,
    },
    /// No roll is needed.
    Automatic,
    /// No roll can succeed.
    Impossible,
}

/// One reason of a target number.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// By how much.
    pub amount: i32,
    /// Why, in a few words.
    pub why: String,
    /// The rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleName>,
}
