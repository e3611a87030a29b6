//! The state of a game as one viewer sees it.

use grognard_engine::client::{LogEntry, Prompt, Scene, SeatName, StopMode, StopState};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{GameOptions, Over, Pace, Seat, SeatClock, ViewAs};

/// What a learner is told.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, Default, PartialEq, Eq)]
pub struct LessonState {
    /// The lesson.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Finished steps.
    pub step: u32,
    /// All steps.
    pub steps: u32,
    /// What to do; none while the host answers for the others, and at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub say: Option<String>,
    /// What the step before has shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub done: Option<String>,
    /// Cells to look at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<String>,
    /// Pieces to look at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<String>,
    /// The rule the step is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Answers that finish the step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wanted: Vec<String>,
    /// Answers that are allowed, those among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allowed: Vec<String>,
    /// The lesson after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// The game as it is now, as one viewer may see it.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
pub struct GameState {
    /// Grows with every answer, aside and take-back.
    pub revision: u32,
    /// As whom this was made.
    pub view: ViewAs,
    /// The board.
    #[schema(value_type = Object)]
    pub scene: Scene,
    /// The pending decision; none when the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub prompt: Option<Prompt>,
    /// Log entries the client has not had yet, oldest first.
    #[schema(value_type = Vec<Object>)]
    pub log: Vec<LogEntry>,
    /// Entries with this number or a higher one that the client holds are void (after an undo or a change of
    /// view). Only the entries in `log` stand from there on.
    pub log_from: u32,
    /// What undo would do.
    pub undo: Undo,
    /// How the seats want to be asked.
    #[schema(value_type = Vec<Object>)]
    pub stops: Vec<StopState>,
    /// The ways in which they can be asked.
    #[schema(value_type = Vec<Object>)]
    pub stop_modes: Vec<StopMode>,
    /// The seats.
    pub seats: Vec<Seat>,
    /// System and mission for people.
    pub title: String,
    /// The system's id.
    pub system: String,
    /// How the game is played.
    pub options: GameOptions,
    /// What the computer is doing.
    pub bot: BotStatus,
    /// The time limit, where one was agreed on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockState>,
    /// What the learner is told, in a lesson.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lesson: Option<LessonState>,
    /// The end of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
    /// What to compare the record with when the game is over.
    pub proof: Proof,
    /// The players' clocks, where a time control was agreed on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clocks: Vec<SeatClock>,
    /// The seat that offers a draw; the others say the aside `accept-draw` or `decline-draw`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<SeatName>,
    /// The rematch, once somebody asked for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// What a player can note down during a game, and compare its record with afterwards.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    /// The host's promise about the dice.
    pub commitment: String,
    /// How many lines the record has.
    pub lines: u32,
    /// The value of the chain over them, keyed with the secret; games of version 0.1.0 have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chain: Option<String>,
}

/// A time limit as it stands.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
pub struct ClockState {
    /// Whose time it is; it runs while this seat decides.
    pub seat: SeatName,
    /// Seconds left.
    pub seconds: u32,
}

/// What undo would do.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, Default, PartialEq, Eq)]
pub struct Undo {
    /// It can be done.
    pub allowed: bool,
    /// Whose answer it would take back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatName>,
    /// What it would take back, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    /// Why it cannot be done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why_not: Option<String>,
    /// Persons' seats that must agree first, each with the aside `consent` (or `refuse`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub consent: Vec<SeatName>,
    /// The seat that has asked to take back and waits for `consent`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<SeatName>,
    /// What taking back the whole phase would do, where it is more than the last answer and free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<UndoPhase>,
}

/// What taking back a phase would do.
#[derive(Serialize, Deserialize, ToSchema, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UndoPhase {
    /// How many answers would be taken back.
    pub answers: u32,
    /// It is the whole phase; otherwise all since dice or something hidden were shown, or somebody else answered.
    pub whole: bool,
}

/// What the computer is doing.
#[derive(Serialize, Deserialize, ToSchema, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BotStatus {
    /// The pending decision is the computer's.
    pub deciding: bool,
    /// It was told to wait.
    pub paused: bool,
    /// Its pace.
    pub pace: Pace,
}
