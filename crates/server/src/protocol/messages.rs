//! What goes over the WebSocket of a game.

use grognard_engine::client::{LogEntry, Query, QueryAnswer, Refusal, SeatName};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{GameState, Pace, Person, Said};

/// As whom a client looks.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, Default, PartialEq, Eq)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ViewAs {
    /// What everybody may see.
    #[default]
    Public,
    /// What one seat may see.
    Seat {
        /// The seat; a person's, never the computer's.
        seat: SeatName,
    },
}

/// From client to server on `GET /api/games/{id}/ws`.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClientMessage {
    /// The first message. The server answers with its own hello and a state.
    Hello {
        /// The client's version of the protocol.
        protocol: u32,
        /// Log entries up to this number are there already.
        #[serde(default)]
        log_from: u32,
        /// As whom to look at first.
        #[serde(default)]
        view: ViewAs,
        /// The language to be spoken to in; English where it is left out or unknown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        language: Option<String>,
        /// After the first state only what changed is to be sent ([`ServerMessage::Changes`]).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        changes: bool,
    },
    /// An answer to the pending decision.
    Answer {
        /// The revision the client has seen.
        revision: u32,
        /// A fresh key; the same key a second time does nothing but repeat the reply.
        key: String,
        /// Whose answer it is.
        seat: SeatName,
        /// Its canonical text.
        text: String,
    },
    /// Take back the last answer of a seat.
    Undo {
        /// The revision the client has seen.
        revision: u32,
        /// A fresh key.
        key: String,
        /// Whose answer.
        seat: SeatName,
        /// Not the last answer alone, but all that is free in its phase.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        phase: bool,
    },
    /// Something said beside the answers (drop overwatch, resign, consent to a take-back).
    Aside {
        /// A fresh key.
        key: String,
        /// Whose.
        seat: SeatName,
        /// Its canonical text.
        text: String,
    },
    /// A question.
    Query {
        /// A number to match the reply by.
        id: u32,
        /// As whom.
        #[serde(default)]
        view: ViewAs,
        /// The question.
        #[schema(value_type = Object)]
        query: Query,
    },
    /// Look as somebody else from now on; a state follows.
    View {
        /// As whom.
        view: ViewAs,
    },
    /// Change a seat's standing answers.
    Stops {
        /// The seat.
        seat: SeatName,
        /// The mode's name.
        mode: String,
        /// Its number, where it takes one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<i32>,
    },
    /// Steer the computer's turns.
    Bot {
        /// What to do.
        control: BotControl,
    },
    /// The device's share in the seed of the dice, once it has seen the commitment. The game begins when all have given
    /// theirs.
    Nonce {
        /// 16 to 64 letters and digits, drawn at random.
        nonce: String,
    },
    /// What the person at this device is called from now on.
    Name {
        /// 1 to 24 characters.
        name: String,
    },
    /// Something said to everybody at the table: at most 300 characters, or one of [`EMOTES`] behind a `/`.
    Say {
        /// The text.
        text: String,
    },
}

/// Steering of the computer's turns.
#[derive(Serialize, Deserialize, ToSchema, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum BotControl {
    /// Wait.
    Pause,
    /// One answer, then wait.
    Step,
    /// Go on, at this pace.
    Run {
        /// The pace.
        pace: Pace,
    },
    /// Go on without waiting until a person decides.
    Skip,
}

/// From server to client.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The greeting.
    Hello {
        /// The server's version of the protocol.
        protocol: u32,
        /// The program's version.
        version: String,
        /// The host's promise about the dice: no die has been rolled yet when a device first sees it.
        commitment: String,
        /// The server waits for this device's [`ClientMessage::Nonce`].
        #[serde(default)]
        nonce: bool,
        /// The frame at which this player left, if something has happened since: `GET /api/games/{id}/replay` shows what.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<u32>,
    },
    /// The game has not begun: in place of a state.
    Waiting {
        /// The people's seats it waits for.
        seats: Vec<SeatName>,
    },
    /// The game as it is now: sent at the start and after every change.
    State(Box<GameState>),
    /// What is different from the state before, for clients that asked for changes. All but the log is to be changed in it,
    /// in order; the log goes on as in a state.
    Changes {
        /// As in a state.
        #[schema(value_type = Vec<Object>)]
        log: Vec<LogEntry>,
        /// As in a state.
        log_from: u32,
        /// `[path, value]` sets, `[path]` removes a field, `[path, from, count, values]` replaces a part of a list.
        changes: Vec<serde_json::Value>,
    },
    /// Who is there: sent at the start and whenever somebody comes, goes or takes a name.
    People {
        /// The people's seats.
        seats: Vec<Person>,
        /// How many watch.
        watchers: u32,
    },
    /// What was said at the table, all of it at the start, then one by one.
    Talk {
        /// The words, the oldest first.
        said: Vec<Said>,
        /// These are all there are; what the client has is void.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        all: bool,
    },
    /// The answer was not accepted; nothing changed.
    Refused {
        /// The revision now.
        revision: u32,
        /// The key of the refused message.
        key: String,
        /// Why.
        #[schema(value_type = Object)]
        refusal: Refusal,
    },
    /// The reply to a query.
    Reply {
        /// The query's number.
        id: u32,
        /// The answer.
        #[schema(value_type = Object)]
        answer: Box<QueryAnswer>,
    },
    /// Something was wrong with a message, or in the server.
    Error {
        /// What, in a sentence.
        error: String,
        /// The client should read everything anew (a stale revision, for instance).
        #[serde(default)]
        reload: bool,
    },
}
