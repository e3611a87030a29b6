//! The type-erased form of rulesets and games, so that server, clients, simulation and cases are written once.

use std::sync::Arc;

use serde_json::Value;

use crate::bot::{Bot, Inline, RandomBot, decide};
use crate::case::{self, CaseReport};
use crate::catalogue::Catalogue;
use crate::client::{
    LogEntry, Prompt, Query, QueryAnswer, RuleName, Scene, SetupForm, StopMode, Unavailable,
};
use crate::ctx::Ctx;
use crate::data::{DataError, DataFiles};
use crate::decision::Answers;
use crate::dice::{Dice, Secret};
use crate::game::{EngineFault, Game, Rejected};
use crate::present;
use crate::record::{Header, Line, Origin, RECORD_FORMAT, Record};
use crate::replay::ReplayError;
use crate::replay::apply_lines;
use crate::rng::SplitMix;
use crate::ruleset::{Next, Present, Standing};
use crate::save::Save;
use crate::seat::{SeatInfo, Viewer};
use crate::{SeatId, client};

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
    /// The ids of rules cited in its code.
    fn cited(&self) -> &'static [&'static str];
    /// The form that sets up a game.
    fn form(&self) -> SetupForm;
    /// Starts a game. `setup` is what was put into the form; errors say what would be right.
    fn start(&self, setup: &Value, secret: Secret, nonces: Vec<String>) -> Result<Box<dyn DynGame>, String>;
    /// Plays a record again to its last line, comparing the marks in it.
    fn replay(&self, record: &Record) -> Result<Box<dyn DynGame>, ReplayError>;
    /// Goes on from a save.
    fn load(&self, save: &Value) -> Result<Box<dyn DynGame>, String>;
    /// Plays a whole game between bots, at full speed.
    fn simulate(&self, setup: &Value, bots: &[String], seed: u64, cap: u64) -> Result<Played, String>;
    /// The names of the bots.
    fn bots(&self) -> Vec<(&'static str, &'static str)>;
    /// The embedded rule cases: name and text.
    fn cases(&self) -> &'static [(&'static str, &'static str)];
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
    /// The seats the game waits for; empty when it is over.
    fn waits_for(&self) -> Vec<SeatId>;
    /// The winners and why, once it is over.
    fn over(&self) -> Option<(Vec<SeatId>, String, RuleName)>;
    /// What the board looks like to a viewer.
    fn scene(&self, viewer: Viewer) -> Scene;
    /// The pending decision as a viewer may know it.
    fn prompt(&self, viewer: Viewer) -> Option<Prompt>;
    /// The log from entry `from` on, as a viewer may read it.
    fn log(&self, viewer: Viewer, from: u32) -> Vec<LogEntry>;
    /// How many entries the log has, visible or not.
    fn log_len(&self) -> u32;
    /// Answers a question.
    fn query(&self, viewer: Viewer, query: &Query) -> QueryAnswer;
    /// The texts of all options (or of candidates) of a seat's decision.
    fn options(&self, seat: SeatId) -> Vec<String>;
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

/// A ruleset with its data, ready to start games.
pub struct Module<R: Present> {
    data: Arc<R::Data>,
    files: DataFiles,
    catalogue: Arc<Catalogue>,
}

impl<R: Present> Module<R> {
    /// The system as it comes with the program.
    pub fn embedded() -> Result<Module<R>, DataError> {
        Module::new(DataFiles::embedded(R::embedded()))
    }

    /// The system over other data.
    pub fn new(files: DataFiles) -> Result<Module<R>, DataError> {
        let data = Arc::new(R::load(&files)?);
        let catalogue = Arc::new(Catalogue::load(&files)?);
        Ok(Module { data, files, catalogue })
    }

    /// The typed data.
    pub fn data(&self) -> &Arc<R::Data> {
        &self.data
    }

    fn setup(setup: &Value) -> Result<R::Setup, String> {
        serde_json::from_value(setup.clone()).map_err(|error| format!("setup: {error}"))
    }

    /// Starts a typed game.
    pub fn game(&self, setup: &Value, dice: Dice) -> Result<Game<R>, String> {
        let fixed = R::fixed(&self.data, &Self::setup(setup)?)?;
        Game::new(Arc::new(fixed), dice).map_err(|fault| fault.to_string())
    }

    fn header(&self, setup: &Value, secret: Secret, nonces: Vec<String>) -> Header {
        Header {
            grognard: RECORD_FORMAT,
            system: R::ID.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            data: format!("{:016x}", self.files.print()),
            setup: setup.clone(),
            patches: self.files.patches().iter().map(|patch| patch.text().to_owned()).collect(),
            commitment: secret.commitment(),
            nonces,
            secret: Some(secret.to_hex()),
        }
    }
}

/// Makes a bot of a system by name; `random` is there for all of them.
fn make_bot<R: Present>(name: &str, seed: u64) -> Result<Box<dyn Bot<R>>, String> {
    if name == RANDOM_BOT {
        return Ok(Box::new(RandomBot::new(seed)));
    }
    R::bot(name, seed).ok_or_else(|| {
        let known: Vec<_> =
            std::iter::once(RANDOM_BOT).chain(R::bots().iter().map(|(name, _)| *name)).collect();
        format!("there is no bot `{name}` for {}; there are: {}", R::ID, known.join(", "))
    })
}

impl<R: Present> System for Module<R> {
    fn id(&self) -> &'static str {
        R::ID
    }

    fn name(&self) -> &'static str {
        R::name()
    }

    fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    fn cited(&self) -> &'static [&'static str] {
        R::cited()
    }

    fn form(&self) -> SetupForm {
        R::setup_form(&self.data)
    }

    fn start(&self, setup: &Value, secret: Secret, nonces: Vec<String>) -> Result<Box<dyn DynGame>, String> {
        let dice = Dice::seeded(secret.seed(&nonces));
        let game = self.game(setup, dice)?;
        let header = self.header(setup, secret, nonces);
        Ok(Box::new(Erased { game, header, catalogue: Arc::clone(&self.catalogue) }))
    }

    fn replay(&self, record: &Record) -> Result<Box<dyn DynGame>, ReplayError> {
        let fail = |line: usize, what: String| ReplayError { line, what };
        let header = &record.header;
        if header.system != R::ID {
            return Err(fail(1, format!("this is a record of `{}`, not of `{}`", header.system, R::ID)));
        }
        let secret = header.secret.as_deref().and_then(Secret::from_hex);
        let secret =
            secret.ok_or_else(|| fail(1, "the secret of the dice is not in the record yet".to_owned()))?;
        let mut game =
            self.start(&header.setup, secret, header.nonces.clone()).map_err(|what| fail(1, what))?;
        apply_lines(&mut *game, &record.lines)?;
        Ok(game)
    }

    fn load(&self, save: &Value) -> Result<Box<dyn DynGame>, String> {
        let save: Save = serde_json::from_value(save.clone()).map_err(|error| format!("save: {error}"))?;
        save.check_schema()?;
        match self.replay(&save.record()) {
            Ok(game) if format!("{:016x}", game.hash()) == save.hash => Ok(game),
            // The rules or the data have changed since: go on from the activity's start, with new dice.
            _ => {
                let header = save.header.clone();
                let fixed = Arc::new(R::fixed(&self.data, &Self::setup(&header.setup)?)?);
                let game = save.fall_back::<R>(fixed)?;
                Ok(Box::new(Erased { game, header, catalogue: Arc::clone(&self.catalogue) }))
            }
        }
    }

    fn simulate(&self, setup: &Value, bots: &[String], seed: u64, cap: u64) -> Result<Played, String> {
        let fixed = R::fixed(&self.data, &Self::setup(setup)?)?;
        simulate::<R>(&fixed, bots, seed, cap)
    }

    fn bots(&self) -> Vec<(&'static str, &'static str)> {
        let random = (RANDOM_BOT, "Picks any legal action, each as likely as the next.");
        std::iter::once(random).chain(R::bots().iter().copied()).collect()
    }

    fn cases(&self) -> &'static [(&'static str, &'static str)] {
        R::cases()
    }

    fn run_case(&self, name: &str, text: &str) -> CaseReport {
        case::run::<R>(&self.data, &self.catalogue, name, text)
    }
}

/// Plays one game between bots in line. The same seed gives the same game on every machine.
pub fn simulate<R: Present>(
    fixed: &R::Fixed,
    bots: &[String],
    seed: u64,
    cap: u64,
) -> Result<Played, String> {
    let mut mix = SplitMix::new(seed);
    let seats = R::seats(fixed).len();
    if bots.len() != seats {
        return Err(format!("{} has {seats} seats, but {} bots were named", R::ID, bots.len()));
    }
    let mut bots =
        bots.iter().map(|name| make_bot::<R>(name, mix.next_u64())).collect::<Result<Vec<_>, _>>()?;
    let mut dice = Dice::seeded(Secret::from_number(mix.next_u64()).seed(&[]));
    let mut driver = Inline::new(&mut bots, cap);
    let mut state = R::new_game(fixed);
    loop {
        let next = R::step(&mut state, &mut Ctx::new(fixed, &mut driver, &mut dice, None));
        match next {
            Ok(Next::Go) => {}
            Ok(Next::Over) => {
                let outcome = R::outcome(fixed, &state).ok_or("the game ended without an outcome")?;
                return Ok(Played {
                    winners: outcome.winners,
                    decisions: driver.decisions,
                    turns: R::turn(&state),
                });
            }
            Err(_) => return Err(driver.fault.unwrap_or_else(|| "an activity failed".to_owned())),
        }
    }
}

struct Erased<R: Present> {
    game: Game<R>,
    header: Header,
    catalogue: Arc<Catalogue>,
}

impl<R: Present> DynGame for Erased<R> {
    fn system(&self) -> &'static str {
        R::ID
    }

    fn seats(&self) -> &[SeatInfo] {
        self.game.seats()
    }

    fn revision(&self) -> u32 {
        self.game.revision()
    }

    fn answers(&self) -> u32 {
        self.game.answers()
    }

    fn turn(&self) -> u32 {
        R::turn(self.game.state())
    }

    fn waits_for(&self) -> Vec<SeatId> {
        self.game.pending().map(|decision| decision.ask.owner).collect()
    }

    fn over(&self) -> Option<(Vec<SeatId>, String, RuleName)> {
        let outcome = self.game.outcome()?;
        let why = R::texts(self.game.fixed()).render(&outcome.why);
        Some((outcome.winners.clone(), why, outcome.rule.as_str().to_owned()))
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        R::scene(self.game.fixed(), &self.game.view(viewer))
    }

    fn prompt(&self, viewer: Viewer) -> Option<Prompt> {
        present::prompt(&self.game, &self.catalogue, viewer)
    }

    fn log(&self, viewer: Viewer, from: u32) -> Vec<LogEntry> {
        present::log(&self.game, &self.catalogue, viewer, from)
    }

    fn log_len(&self) -> u32 {
        self.game.log().len() as u32
    }

    fn query(&self, viewer: Viewer, query: &Query) -> QueryAnswer {
        let nothing = |sentence: String| QueryAnswer::None(Unavailable { sentence });
        match query {
            Query::Rule { rule } => match self.catalogue.page(rule) {
                Some(page) => QueryAnswer::Rule(page),
                None => nothing(format!("there is no rule `{rule}`")),
            },
            Query::WhyNot { text } => {
                let Viewer::Seat(seat) = viewer else { return nothing("spectators do not play".to_owned()) };
                match self.game.read(seat, text) {
                    Ok(_) => QueryAnswer::WhyNot(client::Refusal::default()),
                    Err(rejected) => QueryAnswer::WhyNot(self.explain(&rejected)),
                }
            }
            other => match R::query(self.game.fixed(), &self.game.view(viewer), other) {
                Ok(answer) => answer,
                Err(refusal) => {
                    let words = present::refusal::<R>(self.game.fixed(), &self.catalogue, &refusal);
                    let sentences: Vec<_> = words.violations.into_iter().map(|v| v.sentence).collect();
                    nothing(sentences.join(" "))
                }
            },
        }
    }

    fn options(&self, seat: SeatId) -> Vec<String> {
        let Some(decision) = self.game.decision_of(seat) else { return Vec::new() };
        let choices = match &decision.answers {
            Answers::Options(options) => options.clone(),
            Answers::Proposal(shape) => {
                let mut rng = SplitMix::new(u64::from(self.game.revision()));
                R::candidates(self.game.fixed(), self.game.state(), shape, &mut rng)
            }
        };
        choices.iter().map(|choice| R::write(self.game.fixed(), choice)).collect()
    }

    fn answer(&mut self, seat: SeatId, text: &str, by: Origin) -> Result<(), Rejected> {
        self.game.answer(seat, text, by)
    }

    fn explain(&self, rejected: &Rejected) -> client::Refusal {
        match rejected {
            Rejected::Refused(refusal) => present::refusal::<R>(self.game.fixed(), &self.catalogue, refusal),
            other => client::Refusal {
                violations: vec![client::Violation {
                    rule: None,
                    sentence: other.to_string(),
                    cells: Vec::new(),
                    pieces: Vec::new(),
                }],
            },
        }
    }

    fn aside(&mut self, seat: SeatId, text: &str, by: Origin) -> Result<(), Rejected> {
        self.game.aside(seat, text, by)
    }

    fn default_answer(&self, seat: SeatId) -> Option<String> {
        self.game.default_answer(seat).map(|choice| R::write(self.game.fixed(), &choice))
    }

    fn undo_preview(&self, seat: SeatId) -> Option<crate::game::UndoPreview> {
        self.game.undo_preview(seat)
    }

    fn undo(&mut self, seat: SeatId, consent: bool) -> Result<(), Rejected> {
        self.game.undo(seat, consent)
    }

    fn rewind(&mut self, to: u32, epoch: Option<u32>) -> Result<(), EngineFault> {
        self.game.rewind(to, epoch)
    }

    fn frame(&self, answers: u32) -> Result<Box<dyn DynGame>, EngineFault> {
        let game = self.game.frame(answers)?;
        Ok(Box::new(Erased { game, header: self.header.clone(), catalogue: Arc::clone(&self.catalogue) }))
    }

    fn answer_at(&self, number: u32) -> Option<(SeatId, String, bool)> {
        if number >= self.game.answers() {
            return None;
        }
        let (seat, known) = self.game.answer_seat(number as usize);
        Some((seat, self.game.answer_text(number as usize), known.is_all()))
    }

    fn copy(&self) -> Box<dyn DynGame> {
        let (header, catalogue) = (self.header.clone(), Arc::clone(&self.catalogue));
        Box::new(Erased { game: self.game.clone(), header, catalogue })
    }

    fn bot_answer(&self, seat: SeatId, bot: &mut BotSeat) -> Result<String, String> {
        let decision = self.game.decision_of(seat).ok_or("the seat has nothing to decide")?;
        let mut player = make_bot::<R>(&bot.name, bot.rng.next_u64())?;
        let root = self.game.root(seat);
        let choice = decide(&mut *player, &self.game.seen(seat, Some(&root)), decision);
        Ok(R::write(self.game.fixed(), &choice))
    }

    fn stop_modes(&self, seat: SeatId) -> Vec<StopMode> {
        R::stop_modes(self.game.fixed(), seat)
    }

    fn stop_scope(&self, seat: SeatId, mode: &str) -> u64 {
        R::stop_scope(self.game.fixed(), &self.game.view(Viewer::Seat(seat)), mode)
    }

    fn standing(&self, seat: SeatId, mode: &str, number: Option<i32>, scope: u64) -> StandingAnswer {
        let Some(decision) = self.game.decision_of(seat) else { return StandingAnswer::Ask };
        let view = self.game.view(Viewer::Seat(seat));
        match R::standing(self.game.fixed(), &view, decision, mode, number, scope) {
            Standing::Ask => StandingAnswer::Ask,
            Standing::Answer(choice) => StandingAnswer::Answer(R::write(self.game.fixed(), &choice)),
            Standing::Expired => StandingAnswer::Expired,
        }
    }

    fn hash(&self) -> u64 {
        self.game.hash()
    }

    fn record(&self, with_secret: bool) -> Record {
        let mut header = self.header.clone();
        if !with_secret {
            header.secret = None;
        }
        Record { header, lines: self.game.lines().to_vec() }
    }

    fn lines(&self) -> &[Line] {
        self.game.lines()
    }

    fn save(&self) -> Value {
        serde_json::to_value(Save::of(&self.game, self.header.clone())).expect("a save is plain data")
    }

    fn epoch(&self) -> u32 {
        self.game.epoch()
    }
}
