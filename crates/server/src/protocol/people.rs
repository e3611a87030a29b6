//! People: names, the lobby, presence, talk, clocks, accounts.

use grognard_engine::client::SeatName;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::GameOptions;

/// What can be said without words, behind a `/`.
pub const EMOTES: [&str; 6] = ["hello", "thanks", "well-played", "sorry", "wow", "wait"];

/// How long people may think.
#[derive(Serialize, Deserialize, ToSchema, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TimeControl {
    /// As long as they like.
    #[default]
    None,
    /// So long for each decision; then its default is the answer.
    Decision {
        /// 5 to 3,600.
        seconds: u32,
    },
    /// So long for all decisions together; whoever has used it up loses.
    Bank {
        /// 30 to 86,400.
        seconds: u32,
        /// What comes back after each decision.
        increment: u32,
    },
    /// So many days for each decision; whoever lets them pass loses.
    Days {
        /// 1 to 30.
        days: u32,
    },
}

impl TimeControl {
    pub(crate) fn is_none(&self) -> bool {
        *self == Self::None
    }
}

/// A player's clock.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
pub struct SeatClock {
    /// Whose.
    pub seat: SeatName,
    /// Seconds left.
    pub seconds: u32,
    /// It runs now.
    pub running: bool,
}

/// A person's seat, and whether the person is there.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The seat.
    pub seat: SeatName,
    /// What the person is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Nobody has taken the seat yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// The person's device is connected.
    pub here: bool,
    /// Seconds since it went; unknown where it was not here since the game was last opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away: Option<u32>,
}

/// Something said at the table.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The speaker's seat; none for a spectator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatName>,
    /// The speaker's name.
    pub name: String,
    /// What was said.
    pub text: String,
    /// It is one of [`EMOTES`], and `text` its name.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub emote: bool,
    /// When, in seconds since 1970.
    pub at: u64,
}

/// `GET /api/lobby`: games anybody can sit down at.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, Default, PartialEq, Eq)]
pub struct Lobby {
    /// The games, the last changed first.
    pub games: Vec<LobbyGame>,
}

/// A game of the lobby.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
pub struct LobbyGame {
    /// Its id.
    pub id: String,
    /// The system's id.
    pub system: String,
    /// System and mission for people.
    pub title: String,
    /// Who waits there.
    pub people: Vec<String>,
    /// The open seats, with their names for people.
    pub open: Vec<(SeatName, String)>,
    /// How it is played.
    pub options: GameOptions,
    /// It is the caller's own.
    #[serde(default)]
    pub yours: bool,
    /// When it last changed, in seconds since 1970.
    pub touched: u64,
}

/// `POST /api/games/{id}/sit`: takes an open seat of a game in the lobby. The answer is [`super::Claimed`].
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Sit {
    /// The seat.
    pub seat: SeatName,
    /// What the caller is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// `GET /api/server`: how others can reach this server.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerInfo {
    /// Only this machine can reach it.
    pub loopback: bool,
    /// Addresses for others on the network, if it listens there.
    pub addresses: Vec<String>,
    /// The machine's address on the network, which it would have if it listened there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub would_be: Option<String>,
}

/// `POST /api/qr`: a text as a QR code. The answer is [`Qr`].
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct QrText {
    /// At most 400 bytes.
    pub text: String,
}

/// A QR code.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
pub struct Qr {
    /// Its rows, a character a square: `#` is dark, `.` is light. The light border is left out.
    pub rows: Vec<String>,
}

/// `GET /api/games/{id}/verify`: what the record of a finished game proves, played again on the server.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// The promise made before the first die, as hexadecimal digits.
    pub commitment: String,
    /// The secret of the dice, which must have this promise as its print.
    pub secret: String,
    /// The secret has the promised print.
    pub kept: bool,
    /// Devices whose nonces are in the seed.
    pub nonces: u32,
    /// Marks of turns and of the end that came out the same.
    pub marks: u32,
    /// A chain holds the lines together; games of version 0.1.0 have none.
    pub chained: bool,
    /// The chain's value over the whole record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chain: Option<String>,
}

/// `POST /api/account` makes an account, `POST /api/login` opens a session of one. The answer is [`Me`].
#[derive(Serialize, Deserialize, ToSchema, Clone, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// 3 to 24 characters.
    pub name: String,
    /// 10 to 200 characters.
    pub password: String,
}

impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials").field("name", &self.name).finish_non_exhaustive()
    }
}

/// `GET /api/me`: the caller's account, if it has one.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, Default, PartialEq, Eq)]
pub struct Me {
    /// The account's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}
