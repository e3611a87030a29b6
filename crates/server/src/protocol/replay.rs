//! Games looked at again: frames and reports.

use grognard_engine::client::{LogEntry, Scene, SeatName};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Over, Seat};

/// `GET /api/games/{id}/report`: a finished game looked at again.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Games that were played from each turn's start.
    pub games: u32,
    /// The turns.
    pub turns: Vec<ReportTurn>,
    /// Answers given in the whole game.
    pub answers: u32,
}

/// How the chances stood at the start of a turn.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
pub struct ReportTurn {
    /// The frame.
    pub at: u32,
    /// Its name for people.
    pub label: String,
    /// Games won from there, by seat in the order of the seats.
    pub wins: Vec<u32>,
}

/// `GET /api/games/{id}/replay?at=N&as=SEAT`: the game after its first N answers, as a seat (or without `as` the
/// public) may see it. Seats' own views of a game that is not over follow the same rules as live ones.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
pub struct ReplayFrame {
    /// Which frame this is.
    pub at: u32,
    /// The number of the last frame.
    pub last: u32,
    /// The board.
    #[schema(value_type = Object)]
    pub scene: Scene,
    /// What happened last, some of what happened before the last answer included.
    #[schema(value_type = Vec<Object>)]
    pub log: Vec<LogEntry>,
    /// The number from which lines of the log are new since the frame before.
    pub log_new: u32,
    /// The answer that led here; none for frame 0 and for a secret one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<ReplayAnswer>,
    /// Where turns start.
    pub marks: Vec<ReplayMark>,
    /// The game's title.
    pub title: String,
    /// The game's seats.
    pub seats: Vec<Seat>,
    /// Its result, in the last frame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
}

/// An answer of a replay.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
pub struct ReplayAnswer {
    /// Who answered.
    pub seat: SeatName,
    /// What.
    pub text: String,
    /// The same in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

/// Where a turn starts.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
pub struct ReplayMark {
    /// The frame.
    pub at: u32,
    /// Its name for people.
    pub label: String,
}
