//! The contract of a ruleset: its rules, and what it shows to clients.

use std::fmt::Debug;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::bot::Bot;
use crate::client;
use crate::ctx::{Ctx, Step};
use crate::data::{DataError, DataFiles};
use crate::decision::{Ask, Decision};
use crate::log::{Logged, Roll};
use crate::message::{Message, Reader, Texts, Thing};
use crate::present::LogLine;
use crate::refusal::{Refusal, Violation};
use crate::rng::SplitMix;
use crate::seat::{SeatInfo, Viewer};
use crate::{RuleId, Rules, SeatId};

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The winning seats; nobody for a draw.
    pub winners: Vec<SeatId>,
    /// Why.
    pub why: Message,
    /// The rule or mission condition behind it.
    pub rule: RuleId,
}

/// A time limit for a seat.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Whose time it is.
    pub seat: SeatId,
    /// The period it is for; a new one starts full.
    pub period: u32,
    /// How long the seat may decide in the period, all decisions together.
    pub seconds: u32,
}

/// What an activity leaves behind.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// The activity is committed; the next one follows.
    Go,
    /// The game is over; [`Ruleset::outcome`] says how.
    Over,
}

/// One game system, a unit type. Everything here is pure: state in, answers in, new state and events out.
pub trait Ruleset: Sized + Clone + Debug + PartialEq + Send + Sync + 'static {
    /// The id of the system, such as `space-hulk`.
    const ID: &'static str;

    /// All typed data of the system.
    type Data: Send + Sync;
    /// What is chosen before a game: mission, options, forces.
    type Setup: Clone + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What never changes within a game: board, tables, texts. Outside clone, hash and save.
    type Fixed: Send + Sync;
    /// Only what changes; no dice in it.
    type State: Clone + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// Every answer to every question. Its text form is the canonical one.
    type Choice: Clone + Debug + PartialEq + Serialize + Send + Sync;
    /// The shapes of proposals.
    type Shape: Clone + Debug + PartialEq + Serialize + Send + Sync;
    /// What can happen.
    type Event: Clone + Debug + Send + Sync;
    /// What one seat may know, built by allow-list.
    type View: Clone + Debug + Serialize + Send + Sync;

    /// Reads the system's data.
    fn load(files: &DataFiles) -> Result<Self::Data, DataError>;
    /// Prepares a game; errors say which setting is wrong and what would be right.
    fn fixed(data: &Arc<Self::Data>, setup: &Self::Setup) -> Result<Self::Fixed, String>;
    /// The seats of a game.
    fn seats(fixed: &Self::Fixed) -> Vec<SeatInfo>;
    /// The state before the first activity.
    fn new_game(fixed: &Self::Fixed) -> Self::State;
    /// Plays one activity of the outer flow. Returning commits it.
    fn step(state: &mut Self::State, cx: &mut Ctx<'_, Self>) -> Step<Next>;
    /// Every rule of the base that a variant over it changes; none where there is no variant.
    fn differences(_data: &Self::Data) -> Vec<crate::rule_set::Difference> {
        Vec::new()
    }
    /// How the game ended, once it has.
    fn outcome(fixed: &Self::Fixed, state: &Self::State) -> Option<Outcome>;
    /// The number of the game turn, for marks in the record.
    fn turn(state: &Self::State) -> u32;
    /// How many models (or whatever the system counts) each seat has lost, in the order of the seats; nothing where the
    /// system does not say.
    fn losses(_fixed: &Self::Fixed, _state: &Self::State) -> Vec<u32> {
        Vec::new()
    }
    /// A number that is another one in every phase of a game: how far taking back a phase goes.
    fn phase(state: &Self::State) -> u32 {
        Self::turn(state)
    }
    /// The clock a host has to keep now, if a time limit was agreed on: it runs while its seat decides, and when
    /// it has run out the host says the aside `time-up` for the seat.
    fn clock(_fixed: &Self::Fixed, _state: &Self::State) -> Option<Clock> {
        None
    }
    /// Checks invariants; called at every question in debug builds and by tests.
    fn sound(_fixed: &Self::Fixed, _state: &Self::State) -> Result<(), String> {
        Ok(())
    }
    /// Rebuilds what is derived and not saved, after a state was read; says what is wrong with a state no game
    /// can reach.
    fn revive(_fixed: &Self::Fixed, _state: &mut Self::State) -> Result<(), String> {
        Ok(())
    }

    /// Every violation of a proposed answer; none means legal. Takes its owner's view, as everything does that is
    /// asked about a proposal, so that neither a refusal nor a suggestion tells what he may not know.
    fn check(
        _fixed: &Self::Fixed,
        _view: &Self::View,
        _shape: &Self::Shape,
        _choice: &Self::Choice,
    ) -> Vec<Violation> {
        Vec::new()
    }
    /// The answer to a proposal when a clock runs out.
    fn default_proposal(
        _fixed: &Self::Fixed,
        _view: &Self::View,
        _shape: &Self::Shape,
    ) -> Option<Self::Choice> {
        None
    }
    /// A finite set of sensible answers to a proposal, for bots, fuzzers, suggestions and keyboard play.
    fn candidates(
        _fixed: &Self::Fixed,
        _view: &Self::View,
        _shape: &Self::Shape,
        _rng: &mut SplitMix,
    ) -> Vec<Self::Choice> {
        Vec::new()
    }

    /// The canonical text form of an answer.
    fn write(fixed: &Self::Fixed, choice: &Self::Choice) -> String;
    /// Reads any well-formed answer, legal now or not.
    fn parse(fixed: &Self::Fixed, text: &str) -> Result<Self::Choice, String>;
    /// The form in which an answer stands on the list of options, where several texts mean the same.
    fn canonical(_fixed: &Self::Fixed, _view: &Self::View, _ask: &Ask, choice: Self::Choice) -> Self::Choice {
        choice
    }
    /// Why an answer that is well-formed but not among the options is not allowed: every violation.
    /// Takes a view, so that a refusal tells nothing its owner may not know.
    fn why_not(fixed: &Self::Fixed, view: &Self::View, ask: &Ask, choice: &Self::Choice) -> Vec<Violation>;
    /// The rules a decision carries beside [`Ask::rule`].
    fn ask_rules(_ask: &Ask) -> Rules {
        &[]
    }

    /// Applies something a seat says beside its answers, between activities.
    fn aside(
        _fixed: &Self::Fixed,
        _state: &mut Self::State,
        _seat: SeatId,
        text: &str,
        _log: &mut Vec<Logged<Self>>,
    ) -> Result<(), Refusal> {
        Err(Refusal::unreadable(format!("`{text}` is not something a seat can say")))
    }
    /// Ends the game because a seat gives up.
    fn resign(fixed: &Self::Fixed, state: &mut Self::State, seat: SeatId);

    /// When players may measure. Where it is [`Measuring::WhenDeclared`], clients offer no tape, ring, grid, coordinate or
    /// length of a move; what queries and refusals tell is for the ruleset to keep.
    fn measuring(_fixed: &Self::Fixed, _view: &Self::View) -> Measuring {
        Measuring::Always
    }

    /// What a viewer may know of the state.
    fn view(fixed: &Self::Fixed, state: &Self::State, viewer: Viewer) -> Self::View;
    /// The state itself where every viewer may know all of it, so that players at speed look at it without a copy.
    fn open_view(_state: &Self::State) -> Option<&Self::View> {
        None
    }
    /// What is left of an event for viewers outside its audience; `None` hides it wholly.
    fn redact(_event: &Self::Event) -> Option<Self::Event> {
        None
    }
    /// A state that fits what a seat knows: at the activity's start, now, and what it saw since.
    fn determinize(
        fixed: &Self::Fixed,
        start: &Self::View,
        now: &Self::View,
        seen: &[Logged<Self>],
        rng: &mut SplitMix,
    ) -> Option<Self::State>;

    /// The names of this system's own bots, weakest first, each with a sentence on how it plays.
    fn bots() -> &'static [(&'static str, &'static str)] {
        &[]
    }
    /// Makes one of [`Ruleset::bots`].
    fn bot(_name: &str, _seed: u64) -> Option<Box<dyn Bot<Self>>> {
        None
    }
}

/// When players may measure.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Measuring {
    /// Anything, at any time.
    #[default]
    Always,
    /// Only what was declared: a range is measured after the target was named.
    WhenDeclared,
}

impl Measuring {
    /// Whether anything may be measured at any time.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature serde asks for")]
    pub fn is_always(&self) -> bool {
        *self == Measuring::Always
    }
}

/// What clients draw: everything is made from views, when somebody looks.
pub trait Present: Ruleset {
    /// The system's name as shown to players.
    fn name() -> &'static str;
    /// Whether the system is still being built; clients say so wherever it is listed.
    fn under_construction() -> bool {
        false
    }
    /// The texts of a game.
    fn texts(fixed: &Self::Fixed) -> &Texts;
    /// The texts of the data, for what is said outside a game, such as the names of lessons.
    fn data_texts(_data: &Self::Data) -> Option<&Texts> {
        None
    }
    /// The languages this system speaks, English first.
    fn languages(_data: &Self::Data) -> Vec<String> {
        vec![crate::speech::ENGLISH.to_owned()]
    }
    /// The same data in another language; `None` where it has one language only.
    fn data_in(_data: &Arc<Self::Data>, _language: &str) -> Option<Arc<Self::Data>> {
        None
    }
    /// The same game in another language: only its texts may differ.
    fn fixed_in(_fixed: &Self::Fixed, _language: &str) -> Option<Self::Fixed> {
        None
    }
    /// The form that sets up a game.
    fn setup_form(data: &Arc<Self::Data>) -> client::SetupForm;
    /// What the board looks like to the view's owner.
    fn scene(fixed: &Self::Fixed, view: &Self::View) -> client::Scene;
    /// The question in plain words.
    fn question(fixed: &Self::Fixed, view: &Self::View, decision: &Decision<Self>) -> String;
    /// An option in plain words, with what to highlight. `text` is filled in by the engine.
    fn option(
        fixed: &Self::Fixed,
        view: &Self::View,
        ask: &Ask,
        choice: &Self::Choice,
    ) -> client::PromptOption;
    /// Answers to a decision and to those that will follow it, offered as one choice: a unit, and what it does. The engine
    /// fills in their texts. Clients give them one after another, and stop where a question comes that they do not answer.
    fn shortcuts(
        _fixed: &Self::Fixed,
        _view: &Self::View,
        _decision: &Decision<Self>,
    ) -> Vec<(Vec<Self::Choice>, client::PromptOption)> {
        Vec::new()
    }
    /// The piece and the cells a decision is about.
    fn subject(
        _fixed: &Self::Fixed,
        _view: &Self::View,
        _decision: &Decision<Self>,
    ) -> (Option<client::PieceId>, Vec<client::CellId>) {
        (None, Vec::new())
    }
    /// The form and limits of a proposal.
    fn proposal(
        _fixed: &Self::Fixed,
        _view: &Self::View,
        _shape: &Self::Shape,
    ) -> Option<client::ProposalForm> {
        None
    }
    /// The game to be played next, where this one is over and only settled how.
    fn sequel(_fixed: &Self::Fixed, _view: &Self::View) -> Option<client::Sequel> {
        None
    }
    /// An event in plain words, with its places.
    fn event(fixed: &Self::Fixed, event: &Self::Event) -> LogLine;
    /// What a thing of the game that a message names is called: in cases as answers spell it, by people otherwise.
    fn called(_fixed: &Self::Fixed, thing: Thing, _reader: Reader) -> String {
        format!("{} {}", thing.kind, thing.id)
    }
    /// The sentence of an event as people are told it, where cases read it otherwise: with names as answers spell them.
    fn told(_fixed: &Self::Fixed, sentence: String) -> String {
        sentence
    }
    /// A roll in plain words.
    fn roll(fixed: &Self::Fixed, roll: &Roll) -> String {
        Self::texts(fixed).get(roll.purpose).to_owned()
    }
    /// An answer worth a line in the log, such as a pass; most answers show in the events they cause.
    fn answer(_fixed: &Self::Fixed, _kind: &str, _choice: &Self::Choice) -> Option<LogLine> {
        None
    }
    /// Answers a question about the game from a view.
    fn query(
        fixed: &Self::Fixed,
        view: &Self::View,
        query: &client::Query,
    ) -> Result<client::QueryAnswer, Refusal>;

    /// The ways in which a seat can be asked less often.
    fn stop_modes(_fixed: &Self::Fixed, _seat: SeatId) -> Vec<client::StopMode> {
        Vec::new()
    }
    /// A print of what a standing answer holds for (this piece, this turn), taken when the mode is set.
    fn stop_scope(_fixed: &Self::Fixed, _view: &Self::View, _mode: &str) -> u64 {
        0
    }
    /// What a standing answer says to a decision.
    fn standing(
        _fixed: &Self::Fixed,
        _view: &Self::View,
        _decision: &Decision<Self>,
        _mode: &str,
        _number: Option<i32>,
        _scope: u64,
    ) -> Standing<Self> {
        Standing::Ask
    }

    /// The choices of a list that the schema of a document names (`from`), such as the profiles of a squad.
    fn document_choices(_data: &Self::Data, _list: &str) -> Vec<client::DocumentChoice> {
        Vec::new()
    }
    /// The shapes of a list that the schema of a document names for what lies on its table.
    fn document_shapes(_data: &Self::Data, _list: &str) -> Vec<client::PlacedShape> {
        Vec::new()
    }
    /// What the rules say of a document whose form is right: every fault with its place and its rule.
    fn check_document(_data: &Arc<Self::Data>, _kind: &str, _text: &str) -> client::DocumentCheck {
        client::DocumentCheck::default()
    }
    /// A document made from a seed and one of its kind's variants, the same for the same ones; `None` for a kind that is
    /// not made here.
    fn generate_document(
        _data: &Arc<Self::Data>,
        _kind: &str,
        _seed: u64,
        _variant: Option<&str>,
    ) -> Option<String> {
        None
    }

    /// A game from the set-up part of a rule case.
    fn scenario(data: &Arc<Self::Data>, text: &str) -> Result<(Self::Fixed, Self::State), String>;
    /// A fact of the state by name, for the expectations of rule cases (`sergeant.ap`).
    fn inspect(fixed: &Self::Fixed, state: &Self::State, what: &str) -> Option<String>;
    /// Ids of the rules cited in this system's code.
    fn cited() -> &'static [&'static str] {
        &[]
    }
    /// The data files that come with the program.
    fn embedded() -> &'static [(&'static str, &'static str)];
}

/// What a standing answer says to a decision.
#[derive(Clone, Debug, PartialEq)]
pub enum Standing<R: Ruleset> {
    /// Ask the player.
    Ask,
    /// Answer this without asking.
    Answer(R::Choice),
    /// What it held for is over: back to asking always.
    Expired,
}
