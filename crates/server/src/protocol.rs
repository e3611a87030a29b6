//! Messages between server and clients, described for people in `docs/protocol.md`.
//!
//! Everything is JSON. Field names are `snake_case`; every message of the WebSocket carries its variant in `type`.
//! No integer is above 2^53, no prose is stored: sentences are made when a message is sent.

mod documents;
mod games;
mod messages;
mod people;
mod replay;
mod state;
mod systems;

pub use crate::difference::apply;
pub use documents::{OpenDocument, OpenedDocument, StartTrial, Trial};
pub use games::{
    ApiError, Claim, Claimed, CreateGame, Created, ForkGame, GameOptions, GameSummary, Games, Invite,
    Invited, LessonMark, Over, Pace, Player, Seat, SeatSetup,
};
pub use messages::{BotControl, ClientMessage, ServerMessage, ViewAs};
pub use people::{
    Credentials, EMOTES, Lobby, LobbyGame, Me, Person, Qr, QrText, Said, SeatClock, ServerInfo, Sit,
    TimeControl, Verified,
};
pub use replay::{ReplayAnswer, ReplayFrame, ReplayMark, Report, ReportTurn};
pub use state::{BotStatus, ClockState, GameState, LessonState, Proof, Undo, UndoPhase};
pub use systems::{LessonInfo, RuleLine, RuleSection, Systems};

/// The protocol's version. It grows when an old client could no longer understand the server.
pub const PROTOCOL: u32 = 2;

#[cfg(test)]
mod tests {
    use grognard_engine::client::Query;

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
