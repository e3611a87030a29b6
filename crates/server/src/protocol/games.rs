//! Games as they are set up, listed, joined and forked.

use grognard_engine::client::{SeatName, Sequel, SetupValues};
use grognard_engine::record::Carried;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::TimeControl;

/// `POST /api/games`: a new game.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
pub struct CreateGame {
    /// The system's id.
    pub system: String,
    /// What was put into the form.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub setup: SetupValues,
    /// Documents it is played with that do not come with the system.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Object>)]
    pub documents: Vec<Carried>,
    /// Who plays each seat; not asked for in a lesson.
    #[serde(default)]
    pub seats: Vec<SeatSetup>,
    /// A lesson of the system in place of all that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lesson: Option<String>,
    /// How it is played.
    #[serde(default)]
    pub options: GameOptions,
    /// What the caller is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// It stands in the lobby while a seat is open: anybody can sit down.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub listed: bool,
    /// The seed of the dice, for tests; the host draws one when it is left out. Whoever gives it knows all dice, so all
    /// people must sit at one device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
}

/// Who plays a seat.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
pub struct SeatSetup {
    /// The seat.
    pub seat: SeatName,
    /// Its player.
    pub player: Player,
    /// A person's seat that is left open for somebody at another device; otherwise it is the caller's.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
}

/// A player.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Player {
    /// A person at the screen.
    Human,
    /// The computer.
    Bot {
        /// The bot's name (`scripted`).
        bot: String,
    },
}

/// How a game is played, apart from its rules.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, Default, PartialEq, Eq)]
pub struct GameOptions {
    /// Undo is free against the computer.
    #[serde(default)]
    pub practice: bool,
    /// Hot-seat with a hand-over screen before every change of seat, and seats' own views only.
    #[serde(default)]
    pub strict: bool,
    /// How fast the computer plays.
    #[serde(default)]
    pub pace: Pace,
    /// How long people may think.
    #[serde(default, skip_serializing_if = "TimeControl::is_none")]
    pub time: TimeControl,
    /// How many seconds spectators are behind, at most 3600.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub delay: u32,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// How fast the computer plays.
#[derive(Serialize, Deserialize, ToSchema, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// Without waiting.
    Instant,
    /// A short pause after each answer.
    #[default]
    Fast,
    /// A pause long enough to read.
    Slow,
}

/// The answer to [`CreateGame`] and to a fork.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
pub struct Created {
    /// The new game's id.
    pub id: String,
    /// An invitation to each open seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub invitations: Vec<Invited>,
}

/// `POST /api/games/{id}/invite`: asks for a token that lets somebody else in. The answer is [`Invited`].
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, Default, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Invite {
    /// The seat to give away; without one, to watch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatName>,
}

/// An invitation.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
pub struct Invited {
    /// The seat it lets into; without one it lets watch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatName>,
    /// The token. A seat's works once.
    pub token: String,
}

/// `POST /api/games/{id}/claim`: uses an invitation. The answer is [`Claimed`].
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The token.
    pub token: String,
    /// What the caller is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// What an invitation led to.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    /// The seat that is the caller's now; none for a spectator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatName>,
}

/// `GET /api/games?after=ID&limit=N`: the caller's games, the last played first.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
pub struct Games {
    /// The games.
    pub games: Vec<GameSummary>,
    /// Where the next page begins (`after`), if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// `GET /api/games/{id}`, and a line of [`Games`].
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// Its id.
    pub id: String,
    /// The system's id.
    pub system: String,
    /// System and mission for people.
    pub title: String,
    /// Where it stands, in a few words (`Turn 3 of 10, marines decide`).
    pub status: String,
    /// Who plays each seat.
    pub seats: Vec<Seat>,
    /// How it is played.
    pub options: GameOptions,
    /// The caller may delete it.
    #[serde(default)]
    pub owned: bool,
    /// It stands in the lobby.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub listed: bool,
    /// What was put into the form, to set the same game up again; empty for a lesson.
    #[serde(default, skip_serializing_if = "SetupValues::is_empty")]
    #[schema(value_type = Object)]
    pub setup: SetupValues,
    /// The documents it is played with, for the same purpose.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Object>)]
    pub documents: Vec<Carried>,
    /// The lesson it is, and how far the learner has come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lesson: Option<LessonMark>,
    /// When it was last played, in seconds since 1970.
    pub touched: u64,
    /// Its result, when it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
}

/// How far a learner has come.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
pub struct LessonMark {
    /// The lesson.
    pub id: String,
    /// Finished steps.
    pub step: u32,
    /// All steps.
    pub steps: u32,
}

/// A seat of a game.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Its name in answers.
    pub seat: SeatName,
    /// Its name for people.
    pub name: String,
    /// Who plays it.
    pub player: Player,
    /// What the person in it is called, if they said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    /// It is the caller's.
    #[serde(default)]
    pub yours: bool,
    /// A person's seat nobody has taken yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
}

/// The end of a game.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
pub struct Over {
    /// Who won; none for a draw.
    pub winners: Vec<SeatName>,
    /// What happened and why, in a sentence.
    pub sentence: String,
    /// The game to be played next, where this one only settled how.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub sequel: Option<Box<Sequel>>,
}

/// `POST /api/games/{id}/fork`: a new game from a frame of an old one, with new dice. The answer is [`Created`].
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
pub struct ForkGame {
    /// The frame.
    pub at: u32,
    /// Who plays each seat; as before where it is left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<SeatSetup>,
}

/// Body of every HTTP answer with a status of 400 or more.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
pub struct ApiError {
    /// What was wrong, where, and what would be right.
    pub error: String,
}
