//! What the host itself has to remember of a game, beside its record.

use std::collections::BTreeMap;

use grognard_engine::SeatId;
use grognard_engine::client::{SeatName, StopState};
use grognard_engine::erased::DynGame;
use serde::{Deserialize, Serialize};

use super::limit::Used;
use super::people::{self, DrawOffer};
use super::rights::Rights;
use super::time::Times;
use crate::device::Device;
use crate::protocol::{GameOptions, LessonMark, Over, Pace, Player, SeatSetup};

/// The host's notes on a game, kept as JSON in the store. Every field may be missing in notes of another version.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
#[serde(default)]
pub(crate) struct Notes {
    /// Who plays each seat.
    pub(crate) seats: Vec<SeatSetup>,
    /// Whose the game is.
    pub(crate) rights: Rights,
    /// Whoever set the game up gave the seed of its dice, and so knows them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) known_dice: bool,
    /// The game has not begun: shares in the seed of its dice that are in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) waiting: Option<Waiting>,
    /// How the game is played.
    pub(crate) options: GameOptions,
    /// Standing answers.
    pub(crate) stops: Vec<Stop>,
    /// The computer was told to wait.
    pub(crate) paused: bool,
    /// The computer's pace.
    pub(crate) pace: Pace,
    /// Time used of the limit, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) used: Option<Used>,
    /// A take-back somebody asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) take_back: Option<TakeBack>,
    /// A draw somebody offered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) draw: Option<DrawOffer>,
    /// How many answers there were when each player was last there.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) left: BTreeMap<Device, u32>,
    /// What people call themselves.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) called: BTreeMap<Device, String>,
    /// It stands in the lobby while a seat is open.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) listed: bool,
    /// The rematch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) next: Option<String>,
    /// The players' clocks.
    #[serde(skip_serializing_if = "Times::is_empty")]
    pub(crate) times: Times,
    /// The lesson it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lesson: Option<String>,
    /// How far the learner has come, for the list of games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lesson_mark: Option<LessonMark>,
    /// Something people should be told when they open the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) notice: Option<String>,
    /// Where the game stands, in a few words: the list of games shows it without playing every game again.
    pub(crate) status: String,
    /// What its seats are called: after who fights there, where the rules name them so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) names: Vec<String>,
    /// The same in the languages beside English.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) said: BTreeMap<String, Said>,
    /// Its result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) over: Option<Over>,
}

/// What a game that has not begun has got so far.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
#[serde(default)]
pub(crate) struct Waiting {
    /// Nonces by device.
    pub(crate) nonces: BTreeMap<Device, String>,
}

/// What the list of games says of a game in one language.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
#[serde(default)]
pub(crate) struct Said {
    /// Where the game stands; its result when it is over.
    pub(crate) status: String,
    /// What its seats are called.
    pub(crate) names: Vec<String>,
}

/// A seat's standing answer.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stop {
    /// The seat.
    pub(crate) seat: SeatName,
    /// The mode's name.
    pub(crate) mode: String,
    /// Its number, where it takes one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) number: Option<i32>,
    /// What it holds for, as the ruleset says.
    pub(crate) scope: u64,
}

impl Stop {
    /// What a seat begins with, where the ruleset says so.
    pub(crate) fn first(game: &dyn DynGame, seat: SeatId, name: &str) -> Option<Stop> {
        let mode = game.stop_modes(seat).into_iter().find(|mode| mode.at_first)?;
        let scope = game.stop_scope(seat, &mode.id);
        Some(Stop { seat: name.to_owned(), mode: mode.id, number: mode.number, scope })
    }

    /// As clients see it.
    pub(crate) fn state(&self) -> StopState {
        StopState { seat: self.seat.clone(), mode: self.mode.clone(), number: self.number }
    }
}

/// A take-back that needs consent.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub(crate) struct TakeBack {
    /// Who asks.
    pub(crate) seat: SeatName,
    /// Seats that have not agreed yet.
    pub(crate) waits_for: Vec<SeatName>,
    /// The revision it was asked at; it lapses with the next answer.
    pub(crate) revision: u32,
}

impl Notes {
    /// Who plays a seat; a person where nothing is noted.
    pub(crate) fn player(&self, seat: &str) -> Player {
        let noted = self.seats.iter().find(|setup| setup.seat == seat);
        noted.map_or(Player::Human, |setup| setup.player.clone())
    }

    /// The bot in a seat.
    pub(crate) fn bot(&self, seat: &str) -> Option<String> {
        match self.player(seat) {
            Player::Bot { bot } => Some(bot),
            Player::Human => None,
        }
    }

    /// Whether a seat is a device's, and whether it is still open.
    pub(crate) fn place(&self, who: &Device, seat: &str) -> (bool, bool) {
        let human = self.is_human(seat);
        (human && self.rights.holds(who, seat), human && self.rights.holder(seat).is_none())
    }

    /// The seats people play.
    pub(crate) fn people(&self) -> impl Iterator<Item = &SeatName> {
        self.seats.iter().filter(|setup| people::is_person(setup)).map(|setup| &setup.seat)
    }

    /// Whether a person plays the seat.
    pub(crate) fn is_human(&self, seat: &str) -> bool {
        self.bot(seat).is_none()
    }
}
