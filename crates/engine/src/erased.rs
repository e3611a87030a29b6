//! The type-erased form of rulesets and games, so that server, clients, simulation and cases are written once.

use serde_json::Value;

use crate::SeatId;
use crate::case::CaseReport;
use crate::catalogue::Catalogue;
use crate::client::{
    self, Document, DocumentKind, LogEntry, Prompt, PromptOption, Query, QueryAnswer, RuleName, Scene,
    SetupForm, StopMode, Thinking,
};
use crate::dice::Secret;
use crate::document::Source;
use crate::game::{EngineFault, Rejected};
use crate::lesson::Lesson;
use crate::record::{Carried, Line, Origin, Record};
use crate::replay::ReplayError;
use crate::rng::SplitMix;
use crate::seat::{SeatInfo, Viewer};

mod announced;
mod bots;
mod documents;
mod game;
mod module;
mod registration;
mod simulate;

pub use announced::Announced;
pub use bots::Words;
pub use module::Module;
pub use registration::Registration;
pub use simulate::simulate;

/// The name of the bot every system has.
pub const RANDOM_BOT: &str = "random";

/// A system with its data, of whatever type.
pub trait System: Send + Sync {
    /// The system's id.
    fn id(&self) -> &'static str;
    /// The system's name for people.
    fn name(&self) -> &'static str;
    /// Its rule catalogue.
    fn catalogue(&self) -> &Catalogue;
    /// Every rule of the base that a variant over it changes, with the rules that do.
    fn differences(&self) -> Vec<crate::rule_set::Difference> {
        Vec::new()
    }
    /// The ids of rules cited in its code.
    fn cited(&self) -> &'static [&'static str];
    /// The form that sets up a game.
    fn form(&self) -> SetupForm;
    /// The form in another language, as far as the system speaks it.
    fn form_in(&self, _language: &str) -> SetupForm {
        self.form()
    }
    /// The languages the system speaks, English first.
    fn languages(&self) -> Vec<String> {
        vec![crate::speech::ENGLISH.to_owned()]
    }
    /// A sentence of the system by its key; the key itself where there is none.
    fn sentence(&self, _language: &str, key: &str) -> String {
        key.to_owned()
    }
    /// The lessons, in order. A game of one is started with the set-up `{"lesson": ID}`.
    fn lessons(&self) -> &[Lesson] {
        &[]
    }
    /// The kinds of documents people can write for the system.
    fn documents(&self, _language: &str) -> Vec<DocumentKind> {
        Vec::new()
    }
    /// A document as an editor needs it: as a file, as fields, and with everything that is wrong with it. The error is
    /// about the question, not about the document.
    fn document(&self, _language: &str, kind: &str, _source: &Source) -> Result<Document, String> {
        Err(format!("there are no documents of the kind `{}`", kind.escape_debug()))
    }
    /// This system with more documents: what is started from it carries them in its record.
    fn carrying(&self, documents: &[Carried]) -> Result<Box<dyn System>, String>;
    /// Starts a game. `setup` is what was put into the form; errors say what would be right.
    fn start(&self, setup: &Value, secret: Secret, nonces: Vec<String>) -> Result<Box<dyn DynGame>, String>;
    /// Plays a record again to its last line, comparing the marks in it.
    fn replay(&self, record: &Record) -> Result<Box<dyn DynGame>, ReplayError>;
    /// Goes on from a save.
    fn load(&self, save: &Value) -> Result<Box<dyn DynGame>, String>;
    /// Plays a whole game between bots, at full speed.
    fn simulate(&self, setup: &Value, bots: &[String], seed: u64, cap: u64) -> Result<Played, String> {
        self.arena(setup)?.play(bots, seed, cap)
    }
    /// One set-up, prepared once to be played many times.
    fn arena(&self, setup: &Value) -> Result<Box<dyn Arena>, String>;
    /// The names of the bots, weakest first, each with a sentence on how it plays.
    fn bots(&self) -> Vec<(&'static str, &'static str)>;
    /// The bot that plays many games fast: the best that does not search.
    fn usual_bot(&self) -> &'static str {
        RANDOM_BOT
    }
    /// Runs a rule case.
    fn run_case(&self, name: &str, text: &str) -> CaseReport;
}

/// A simulated game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The winning seats; nobody for a draw.
    pub winners: Vec<SeatId>,
    /// Decisions with at least two answers.
    pub decisions: u64,
    /// The last turn.
    pub turns: u32,
    /// What each seat lost, in the order of the seats; nothing where the system does not say.
    pub losses: Vec<u32>,
}

/// A set-up that is played over and over between bots: board and tables are built once for all its games.
pub trait Arena: Send + Sync {
    /// The seats.
    fn seats(&self) -> Vec<SeatInfo>;
    /// Plays a whole game, at full speed. The same seed gives the same game on every machine.
    fn play(&self, bots: &[String], seed: u64, cap: u64) -> Result<Played, String>;
}

/// A game of any system. JSON and text at its edges only.
pub trait DynGame: Send {
    /// The system's id.
    fn system(&self) -> &'static str;
    /// The seats.
    fn seats(&self) -> &[SeatInfo];
    /// Grows with everything that is put in.
    fn revision(&self) -> u32;
    /// How many answers led here.
    fn answers(&self) -> u32;
    /// The current turn.
    fn turn(&self) -> u32;
    /// The clock a host has to keep now.
    fn clock(&self) -> Option<crate::ruleset::Clock>;
    /// Puts everything shown from now on into another language, as far as the system speaks it.
    fn speak(&mut self, _language: &str) {}
    /// The seats the game waits for; empty when it is over.
    fn waits_for(&self) -> Vec<SeatId>;
    /// The winners and why, once it is over.
    fn over(&self) -> Option<(Vec<SeatId>, String, RuleName)>;
    /// The game to be played next, where this one is over and only settled how.
    fn sequel(&self) -> Option<client::Sequel>;
    /// What the board looks like to a viewer.
    fn scene(&self, viewer: Viewer) -> Scene;
    /// The pending decision as a viewer may know it.
    fn prompt(&self, viewer: Viewer) -> Option<Prompt>;
    /// The log from entry `from` on, as a viewer may read it.
    fn log(&self, viewer: Viewer, from: u32) -> Vec<LogEntry>;
    /// How many entries the log has, visible or not.
    fn log_len(&self) -> u32;
    /// The whole log in a form that outlives sentences and states: answers, dice with their purpose, topics of events with
    /// their rules. For hosts and golden games, never for players.
    fn transcript(&self) -> Vec<String>;
    /// Answers a question.
    fn query(&self, viewer: Viewer, query: &Query) -> QueryAnswer;
    /// The texts of all options (or of candidates) of a seat's decision.
    fn options(&self, seat: SeatId) -> Vec<String>;
    /// A fact of the true state by name, as rule cases ask for it: for hosts, never for players.
    fn inspect(&self, what: &str) -> Option<String>;
    /// Gives an answer in its text form.
    fn answer(&mut self, seat: SeatId, text: &str, by: Origin) -> Result<(), Rejected>;
    /// The refusal in words, for a rejected answer.
    fn explain(&self, rejected: &Rejected) -> client::Refusal;
    /// Says something beside the answers.
    fn aside(&mut self, seat: SeatId, text: &str, by: Origin) -> Result<(), Rejected>;
    /// The default answer of a seat's decision.
    fn default_answer(&self, seat: SeatId) -> Option<String>;
    /// What undo would do.
    fn undo_preview(&self, seat: SeatId) -> Option<crate::game::UndoPreview>;
    /// Takes back a seat's last answer.
    fn undo(&mut self, seat: SeatId, consent: bool) -> Result<(), Rejected>;
    /// How far a seat can take back its phase for nothing.
    fn phase_undo(&self, seat: SeatId) -> Option<crate::game::PhaseUndo>;
    /// Takes back a seat's phase so far.
    fn undo_phase(&mut self, seat: SeatId) -> Result<(), Rejected>;
    /// Goes back to the decision after the first `to` answers; `epoch` gives fresh dice from there on.
    fn rewind(&mut self, to: u32, epoch: Option<u32>) -> Result<(), EngineFault>;
    /// The game as it was after its first `answers` answers.
    fn frame(&self, answers: u32) -> Result<Box<dyn DynGame>, EngineFault>;
    /// The seat and text of an answer, and whether everybody may know it.
    fn answer_at(&self, number: u32) -> Option<(SeatId, String, bool)>;
    /// A copy.
    fn copy(&self) -> Box<dyn DynGame>;
    /// A bot's answer to a seat's decision.
    fn bot_answer(&self, seat: SeatId, bot: &mut BotSeat) -> Result<String, String>;
    /// A bot's answer to a seat's decision, and what it thought of it.
    fn bot_advice(&self, seat: SeatId, bot: &mut BotSeat) -> Result<(String, Option<Thinking>), String>;
    /// An answer to a seat's decision as options are worded for a viewer, whether or not it is one of those that are listed;
    /// none where it would be refused.
    fn worded(&self, seat: SeatId, text: &str, viewer: Viewer) -> Option<PromptOption>;
    /// Whether a seat is asked to choose from a list, and not for a proposal.
    fn chooses(&self, seat: SeatId) -> bool;
    /// Has bots play the current activity and all after it many times, each time with other dice and from the true
    /// state: how often each seat wins. For games that are over, where nothing is hidden any more.
    fn prospects(&self, bots: &[String], games: u32, seed: u64) -> Result<Vec<u32>, String>;
    /// Ways of being asked less often.
    fn stop_modes(&self, seat: SeatId) -> Vec<StopMode>;
    /// What a standing answer set now would hold for.
    fn stop_scope(&self, seat: SeatId, mode: &str) -> u64;
    /// What a standing answer says to the seat's decision.
    fn standing(&self, seat: SeatId, mode: &str, number: Option<i32>, scope: u64) -> StandingAnswer;
    /// A print of the state.
    fn hash(&self) -> u64;
    /// The record so far.
    fn record(&self, with_secret: bool) -> Record;
    /// The record of a new game that goes on after the first `at` answers of this one, with a secret of its own: this
    /// one's is not in it. Played again it leads to the same state.
    fn fork(&self, at: u32, secret: Secret) -> Result<Record, EngineFault>;
    /// The lines of the record so far.
    fn lines(&self) -> &[Line];
    /// A save, to go on from here at any time.
    fn save(&self) -> Value;
    /// The epoch of the dice.
    fn epoch(&self) -> u32;
}

/// What a standing answer says to a decision, in text form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StandingAnswer {
    /// Ask the player.
    Ask,
    /// Answer this without asking.
    Answer(String),
    /// What it held for is over: back to asking always.
    Expired,
}

/// A computer player's place in a game: its name and its own dice.
#[derive(Clone, Debug)]
pub struct BotSeat {
    /// The bot's name.
    pub name: String,
    rng: SplitMix,
}

impl BotSeat {
    /// A bot by name, with a seed of its own.
    pub fn new(name: &str, seed: u64) -> BotSeat {
        BotSeat { name: name.to_owned(), rng: SplitMix::new(seed) }
    }
}
