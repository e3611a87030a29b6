//! Messages between server and clients, described for people in `docs/protocol.md`.
//!
//! Everything is JSON. Field names are `snake_case`; every message of the WebSocket carries its variant in `type`.
//! No integer is above 2^53, no prose is stored: sentences are made when a message is sent.

use grognard_engine::client::{
    LogEntry, Prompt, Query, QueryAnswer, Refusal, Scene, SeatName, Sequel, SetupForm, SetupValues, StopMode,
    StopState,
};
use grognard_engine::record::Carried;
use serde::{Deserialize, Serialize};

mod documents;
mod people;

pub use documents::{OpenDocument, OpenedDocument, StartTrial, Trial};
pub use people::{
    Credentials, EMOTES, Lobby, LobbyGame, Me, Person, Qr, QrText, Said, SeatClock, ServerInfo, Sit,
    TimeControl, Verified,
};

/// The protocol's version. It grows when an old client could no longer understand the server.
pub const PROTOCOL: u32 = 2;

// ---------------------------------------------------------------- HTTP

/// `GET /api/systems`: what can be played.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Systems {
    /// The protocol's version.
    pub protocol: u32,
    /// The program's version.
    pub version: String,
    /// One form for each system.
    pub systems: Vec<SetupForm>,
    /// The languages some system speaks, English first.
    pub languages: Vec<String>,
}

/// A lesson, in the answer to `GET /api/systems/{system}/lessons`.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct LessonInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What is learnt, in a sentence.
    pub about: String,
    /// How long it takes, about.
    pub minutes: u32,
    /// How many steps it has.
    pub steps: u32,
}

/// A section of a rulebook, in the answer to `GET /api/systems/{system}/sections`.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct RuleSection {
    /// Its code in rule ids.
    pub code: String,
    /// Its name.
    pub title: String,
    /// Its rules, by id, title and status.
    pub rules: Vec<RuleLine>,
}

/// A line of a rulebook's list.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct RuleLine {
    /// The rule's id.
    pub id: String,
    /// A few words.
    pub title: String,
    /// `enforced`, `deferred` or `waived`.
    pub status: String,
}

/// `GET /api/games/{id}/report`: a finished game looked at again.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Games that were played from each turn's start.
    pub games: u32,
    /// The turns.
    pub turns: Vec<ReportTurn>,
    /// Answers given in the whole game.
    pub answers: u32,
}

/// How the chances stood at the start of a turn.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct ReportTurn {
    /// The frame.
    pub at: u32,
    /// Its name for people.
    pub label: String,
    /// Games won from there, by seat in the order of the seats.
    pub wins: Vec<u32>,
}

/// `POST /api/games`: a new game.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct CreateGame {
    /// The system's id.
    pub system: String,
    /// What was put into the form.
    #[serde(default)]
    pub setup: SetupValues,
    /// Documents it is played with that do not come with the system.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
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
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
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
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
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
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
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
}

/// How fast the computer plays.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
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
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Created {
    /// The new game's id.
    pub id: String,
    /// An invitation to each open seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub invitations: Vec<Invited>,
}

/// `POST /api/games/{id}/invite`: asks for a token that lets somebody else in. The answer is [`Invited`].
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Invite {
    /// The seat to give away; without one, to watch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatName>,
}

/// An invitation.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Invited {
    /// The seat it lets into; without one it lets watch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatName>,
    /// The token. A seat's works once.
    pub token: String,
}

/// `POST /api/games/{id}/claim`: uses an invitation. The answer is [`Claimed`].
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The token.
    pub token: String,
    /// What the caller is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// What an invitation led to.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    /// The seat that is the caller's now; none for a spectator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatName>,
}

/// `GET /api/games?after=ID&limit=N`: the caller's games, the last played first.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Games {
    /// The games.
    pub games: Vec<GameSummary>,
    /// Where the next page begins (`after`), if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// `GET /api/games/{id}`, and a line of [`Games`].
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
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
    pub setup: SetupValues,
    /// The documents it is played with, for the same purpose.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
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
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct LessonMark {
    /// The lesson.
    pub id: String,
    /// Finished steps.
    pub step: u32,
    /// All steps.
    pub steps: u32,
}

/// What a learner is told.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
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

/// A seat of a game.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
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
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Over {
    /// Who won; none for a draw.
    pub winners: Vec<SeatName>,
    /// What happened and why, in a sentence.
    pub sentence: String,
    /// The game to be played next, where this one only settled how.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sequel: Option<Box<Sequel>>,
}

/// `GET /api/games/{id}/replay?at=N&as=SEAT`: the game after its first N answers, as a seat (or without `as` the
/// public) may see it. Seats' own views of a game that is not over follow the same rules as live ones.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct ReplayFrame {
    /// Which frame this is.
    pub at: u32,
    /// The number of the last frame.
    pub last: u32,
    /// The board.
    pub scene: Scene,
    /// What happened last, some of what happened before the last answer included.
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
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
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
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct ReplayMark {
    /// The frame.
    pub at: u32,
    /// Its name for people.
    pub label: String,
}

/// `POST /api/games/{id}/fork`: a new game from a frame of an old one, with new dice. The answer is [`Created`].
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct ForkGame {
    /// The frame.
    pub at: u32,
    /// Who plays each seat; as before where it is left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<SeatSetup>,
}

/// Body of every HTTP answer with a status of 400 or more.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct ApiError {
    /// What was wrong, where, and what would be right.
    pub error: String,
}

// ---------------------------------------------------------------- WebSocket

/// As whom a client looks.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
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
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
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
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
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
        refusal: Refusal,
    },
    /// The reply to a query.
    Reply {
        /// The query's number.
        id: u32,
        /// The answer.
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

/// The game as it is now, as one viewer may see it.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct GameState {
    /// Grows with every answer, aside and take-back.
    pub revision: u32,
    /// As whom this was made.
    pub view: ViewAs,
    /// The board.
    pub scene: Scene,
    /// The pending decision; none when the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt: Option<Prompt>,
    /// Log entries the client has not had yet, oldest first.
    pub log: Vec<LogEntry>,
    /// Entries with this number or a higher one that the client holds are void (after an undo or a change of
    /// view). Only the entries in `log` stand from there on.
    pub log_from: u32,
    /// What undo would do.
    pub undo: Undo,
    /// How the seats want to be asked.
    pub stops: Vec<StopState>,
    /// The ways in which they can be asked.
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
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
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
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct ClockState {
    /// Whose time it is; it runs while this seat decides.
    pub seat: SeatName,
    /// Seconds left.
    pub seconds: u32,
}

/// What undo would do.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
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
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UndoPhase {
    /// How many answers would be taken back.
    pub answers: u32,
    /// It is the whole phase; otherwise all since dice or something hidden were shown, or somebody else answered.
    pub whole: bool,
}

/// What the computer is doing.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BotStatus {
    /// The pending decision is the computer's.
    pub deciding: bool,
    /// It was told to wait.
    pub paused: bool,
    /// Its pace.
    pub pace: Pace,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_read_as_documented() {
        let text = r#"{"type":"answer","revision":3,"key":"k","seat":"marine","text":"end phase"}"#;
        let message: ClientMessage = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&message).unwrap(), text);
        let text = r#"{"type":"query","id":1,"query":{"kind":"plan","piece":"flamer","to":"4,5"}}"#;
        let message: ClientMessage = serde_json::from_str(text).unwrap();
        assert!(matches!(
            message,
            ClientMessage::Query { id: 1, view: ViewAs::Public, query: Query::Plan { .. } }
        ));
        let text = r#"{"type":"bot","control":{"kind":"run","pace":"slow"}}"#;
        let message: ClientMessage = serde_json::from_str(text).unwrap();
        assert_eq!(message, ClientMessage::Bot { control: BotControl::Run { pace: Pace::Slow } });
    }
}
