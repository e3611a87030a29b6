//! A game: the state, what it waits for, and everything that led there.

use std::sync::Arc;

use crate::bot::Seen;
use crate::ctx::{Ctx, Halt};
use crate::decision::{Answers, Decision};
use crate::dice::{Dice, DicePlace, Secret};
use crate::log::{Entry, Logged};
use crate::message::Message;
use crate::record::{Line, Origin};
use crate::refusal::Refusal;
use crate::rng::SplitMix;
use crate::ruleset::{Next, Outcome, Ruleset};
use crate::seat::{SeatInfo, Viewer};
use crate::tape::{TapeDriver, Taped, print_of};
use crate::{Audience, RuleId, SeatId};

mod root;
mod undo;

pub use root::Root;
pub use undo::{PhaseUndo, UndoPreview};

/// The aside that gives a game up; every system has it.
pub const RESIGN: &str = "resign";

/// What the host says when all players have agreed on a draw.
pub const DRAW: &str = "draw";

/// Stands in place of a rule where players agreed on a draw: no rulebook has one for it.
pub const AGREED: RuleId = RuleId::new("AGREED-DRAW");

/// So many activities before the current one keep the state they began with: most take-backs go no further.
const KEPT: usize = 8;

/// More activities than this without a question are a fault of the rules: no game goes on by itself for ever.
const MOST_ACTIVITIES: usize = 100_000;

/// Something in the engine or the rules is broken; the game as it was before is untouched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct EngineFault(pub String);

/// Why an answer, an aside or a take-back was not taken.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Rejected {
    /// It breaks rules, or cannot be read.
    #[error("{0}")]
    Refused(Refusal),
    /// The seat is not asked anything.
    #[error("{0}")]
    NotAsked(String),
    /// A take-back that is not free needs these seats' consent.
    #[error("taking this back needs the consent of the other side: {why}")]
    NeedsConsent {
        /// Who must agree.
        seats: Vec<SeatId>,
        /// Why it is not free.
        why: String,
    },
    /// Something is broken.
    #[error(transparent)]
    Fault(#[from] EngineFault),
}

/// What a game waits for.
#[derive(Clone, Debug)]
enum Pending<R: Ruleset> {
    Over(Outcome),
    Asked { decisions: Vec<Decision<R>>, given: Vec<Option<R::Choice>>, print: u64 },
}

/// One activity: where it began and what was answered in it.
#[derive(Clone, Debug)]
struct Act<R: Ruleset> {
    /// The state it began with. The current activity, the last few and the first of each turn keep theirs; that of
    /// another is found again by running on from an earlier one.
    start: Option<R::State>,
    /// Turn and phase it began in.
    turn: u32,
    phase: u32,
    dice: DicePlace,
    log: usize,
    tape: Vec<Taped<R>>,
    epochs: Vec<(usize, u32)>,
    /// What was said before it began, and is part of its start.
    before: Vec<Said>,
    /// What was said in its middle, to be applied at its end.
    asides: Vec<Said>,
}

/// An aside, and how many answers the game had when it was said.
#[derive(Clone, Debug)]
struct Said {
    after: usize,
    seat: SeatId,
    text: String,
}

impl<R: Ruleset> Act<R> {
    fn new(start: R::State, dice: DicePlace, log: usize) -> Act<R> {
        let (turn, phase) = (R::turn(&start), R::phase(&start));
        let (tape, epochs, before, asides) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Act { start: Some(start), turn, phase, dice, log, tape, epochs, before, asides }
    }
}

/// An answer of the game, and where in the activities it stands.
#[derive(Clone, Debug)]
struct Given<R: Ruleset> {
    seat: SeatId,
    choice: R::Choice,
    by: Origin,
    act: usize,
    question: usize,
    /// Who may know the answer.
    known: Audience,
    /// Whether dice or hidden facts were shown between this answer and the next question.
    revealed: bool,
}

/// A game of one system.
///
/// A save is the state at the current activity's start and the answers since; every earlier activity is kept
/// too, so that taking back, replaying and forking are all the same thing: going to an answer and running on.
pub struct Game<R: Ruleset> {
    fixed: Arc<R::Fixed>,
    seats: Vec<SeatInfo>,
    dice: Dice,
    acts: Vec<Act<R>>,
    now: R::State,
    pending: Pending<R>,
    log: Vec<Logged<R>>,
    given: Vec<Given<R>>,
    epoch: u32,
    lines: Vec<Line>,
    revision: u32,
    marked_turn: u32,
    /// Keys the prints of states in the record, so that they tell nobody anything before the secret is out.
    mark_key: Option<Secret>,
}

// Derived, it would ask for `R::Fixed: Clone`, which the `Arc` makes needless.
impl<R: Ruleset> Clone for Game<R> {
    fn clone(&self) -> Game<R> {
        Game {
            fixed: Arc::clone(&self.fixed),
            seats: self.seats.clone(),
            dice: self.dice.clone(),
            acts: self.acts.clone(),
            now: self.now.clone(),
            pending: self.pending.clone(),
            log: self.log.clone(),
            given: self.given.clone(),
            epoch: self.epoch,
            lines: self.lines.clone(),
            revision: self.revision,
            marked_turn: self.marked_turn,
            mark_key: self.mark_key,
        }
    }
}

impl<R: Ruleset> Game<R> {
    /// Starts a game and runs it to its first decision.
    pub fn new(fixed: Arc<R::Fixed>, dice: Dice) -> Result<Game<R>, EngineFault> {
        let state = R::new_game(&fixed);
        Game::from_state(fixed, state, dice)
    }

    /// Starts from any state: for cases and searches.
    pub fn from_state(fixed: Arc<R::Fixed>, state: R::State, dice: Dice) -> Result<Game<R>, EngineFault> {
        Game::marked(fixed, state, dice, None)
    }

    /// Starts from any state, with the marks in its record keyed.
    pub(crate) fn marked(
        fixed: Arc<R::Fixed>,
        state: R::State,
        dice: Dice,
        mark_key: Option<Secret>,
    ) -> Result<Game<R>, EngineFault> {
        let act = Act::new(state.clone(), dice.place(), 0);
        let mut game = Game {
            seats: R::seats(&fixed),
            epoch: dice.place().epoch,
            fixed,
            dice,
            acts: vec![act],
            now: state,
            pending: Pending::Asked { decisions: Vec::new(), given: Vec::new(), print: 0 },
            log: Vec::new(),
            given: Vec::new(),
            lines: Vec::new(),
            revision: 0,
            marked_turn: 0,
            mark_key,
        };
        game.run(0)?;
        Ok(game)
    }

    /// The game's fixed facts.
    pub fn fixed(&self) -> &Arc<R::Fixed> {
        &self.fixed
    }

    /// Goes on with the same fixed facts in other words.
    pub fn speak(&mut self, fixed: Arc<R::Fixed>) {
        self.seats = R::seats(&fixed);
        self.fixed = fixed;
    }

    /// The working state. Never handed to clients or bots: they get views.
    pub fn state(&self) -> &R::State {
        &self.now
    }

    /// The seats.
    pub fn seats(&self) -> &[SeatInfo] {
        &self.seats
    }

    /// The seat with a name.
    pub fn seat_named(&self, name: &str) -> Option<SeatId> {
        self.seats.iter().position(|seat| seat.id == name).map(|index| SeatId(index as u8))
    }

    /// The dice as they stand.
    pub fn dice(&self) -> &Dice {
        &self.dice
    }

    /// Grows with everything that is put in.
    pub fn revision(&self) -> u32 {
        self.revision
    }

    /// How many answers led here.
    pub fn answers(&self) -> u32 {
        self.given.len() as u32
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        match &self.pending {
            Pending::Over(outcome) => Some(outcome),
            Pending::Asked { .. } => None,
        }
    }

    /// The decisions the game waits for, without those already answered under seal.
    pub fn pending(&self) -> impl Iterator<Item = &Decision<R>> {
        let (decisions, given) = match &self.pending {
            Pending::Over(_) => (&[][..], &[][..]),
            Pending::Asked { decisions, given, .. } => (&decisions[..], &given[..]),
        };
        decisions.iter().zip(given).filter(|(_, given)| given.is_none()).map(|(decision, _)| decision)
    }

    /// Whether the game waits for a sealed set: answers that no other seat may see until all are in.
    pub fn is_sealed(&self) -> bool {
        matches!(&self.pending, Pending::Asked { decisions, .. } if decisions.len() > 1)
    }

    /// The decision a seat has to take now.
    pub fn decision_of(&self, seat: SeatId) -> Option<&Decision<R>> {
        self.pending().find(|decision| decision.ask.owner == seat)
    }

    /// The whole log; who may read an entry stands in it.
    pub fn log(&self) -> &[Logged<R>] {
        &self.log
    }

    /// Everything that was put in so far.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// A print of the current state, for comparing replays.
    pub fn hash(&self) -> u64 {
        print_of(&self.now)
    }

    /// What the record says of a state.
    fn mark_of(&self, state: &R::State) -> String {
        let print = print_of(state);
        self.mark_key.map_or_else(|| format!("{print:016x}"), |key| key.keyed(print))
    }

    /// What a viewer may know.
    pub fn view(&self, viewer: Viewer) -> R::View {
        R::view(&self.fixed, &self.now, viewer)
    }

    /// Runs the current activity, and those after it, to the next decision.
    fn run(&mut self, check_from: usize) -> Result<(), EngineFault> {
        let mut check_from = check_from;
        for _ in 0..MOST_ACTIVITIES {
            let act = self.acts.last().expect("there is always a current activity");
            let mut state = act.start.clone().expect("the current activity keeps its start");
            self.dice.seek(act.dice);
            self.log.truncate(act.log);
            let mut driver = TapeDriver::new(&act.tape, &act.epochs, check_from);
            let mut cx = Ctx::new(&*self.fixed, &mut driver, &mut self.dice, Some(&mut self.log));
            let result = R::step(&mut state, &mut cx);
            let (poisoned, revealed) = (cx.poisoned(), cx.revealed());
            let (used_up, pending) = (driver.used_up(), driver.pending.take());
            let (before, fault) = (std::mem::take(&mut driver.revealed), driver.fault.take());
            self.note_reveals(&before, revealed);
            match result {
                Err(Halt::NeedsAnswer) => {
                    let (decisions, print) = pending.expect("a halt leaves its question");
                    let given = vec![None; decisions.len()];
                    self.now = state;
                    self.pending = Pending::Asked { decisions, given, print };
                    return Ok(());
                }
                Err(Halt::Fault) => {
                    let what = fault.unwrap_or_else(|| "an activity failed".to_owned());
                    return Err(EngineFault(what));
                }
                Ok(_) if poisoned => return Err(EngineFault("an activity swallowed its halt".to_owned())),
                Ok(_) if !used_up => {
                    return Err(EngineFault(
                        "an activity ended without asking for all recorded answers".to_owned(),
                    ));
                }
                Ok(next) => {
                    self.commit(state, next)?;
                    if next == Next::Over {
                        return Ok(());
                    }
                }
            }
            check_from = 0;
        }
        Err(EngineFault(format!("{MOST_ACTIVITIES} activities went by without a question or an end")))
    }

    /// Notes whether something was revealed after each answer of the current activity, and after the last one
    /// before it.
    fn note_reveals(&mut self, before: &[bool], after: bool) {
        let act = self.acts.len() - 1;
        let head = before.first().copied().unwrap_or(after);
        if let Some(last) = self.given.iter_mut().rev().find(|given| given.act < act) {
            last.revealed |= head;
        }
        for given in self.given.iter_mut().rev().take_while(|given| given.act == act) {
            given.revealed |= before.get(given.question + 1).copied().unwrap_or(after);
        }
    }

    fn commit(&mut self, state: R::State, next: Next) -> Result<(), EngineFault> {
        if next == Next::Over {
            let outcome = R::outcome(&self.fixed, &state)
                .ok_or_else(|| EngineFault("the game ended without an outcome".to_owned()))?;
            let over = outcome.winners.iter().map(|seat| self.seats[seat.index()].id.clone()).collect();
            self.lines.push(Line::Over { over, hash: self.mark_of(&state) });
            self.now = state;
            self.pending = Pending::Over(outcome);
            return Ok(());
        }
        let turn = R::turn(&state);
        if turn != self.marked_turn {
            self.marked_turn = turn;
            self.lines.push(Line::Turn { turn, hash: self.mark_of(&state) });
        }
        let mut state = state;
        for said in self.acts.last().map_or(&[][..], |act| &act.asides) {
            // What was legal when it was said may have lost its meaning since; then it does nothing.
            let _ = R::aside(&self.fixed, &mut state, said.seat, &said.text, &mut self.log);
        }
        self.acts.push(Act::new(state, self.dice.place(), self.log.len()));
        self.forget();
        Ok(())
    }

    /// Drops the start of an activity that is some way back, unless a turn begins with it.
    fn forget(&mut self) {
        let Some(at) = self.acts.len().checked_sub(KEPT + 2) else { return };
        if at > 0 && self.acts[at].turn == self.acts[at - 1].turn {
            self.acts[at].start = None;
        }
    }

    /// The state an activity began with, found again where it was dropped.
    fn start_of(&mut self, act: usize) -> Result<R::State, EngineFault> {
        let kept = (0..=act).rev().find(|at| self.acts[*at].start.is_some());
        let kept = kept.expect("the first activity keeps its start");
        let mut state = self.acts[kept].start.clone().expect("it was just found");
        for at in kept..act {
            let act = &self.acts[at];
            self.dice.seek(act.dice);
            let mut driver = TapeDriver::new(&act.tape, &act.epochs, 0);
            let mut cx = Ctx::new(&*self.fixed, &mut driver, &mut self.dice, None);
            let ended = R::step(&mut state, &mut cx);
            if ended != Ok(Next::Go) || !driver.used_up() {
                let what = driver.fault.take().unwrap_or_else(|| "it came to another end".to_owned());
                return Err(EngineFault(format!("an earlier activity could not be run again: {what}")));
            }
            for said in act.asides.iter().chain(&self.acts[at + 1].before) {
                // What has lost its meaning does nothing, as when it was said.
                let _ = R::aside(&self.fixed, &mut state, said.seat, &said.text, &mut Vec::new());
            }
        }
        Ok(state)
    }

    /// Reads an answer of a seat: the matching option, or a proposal that passes its check.
    pub fn read(&self, seat: SeatId, text: &str) -> Result<R::Choice, Rejected> {
        let Some(decision) = self.decision_of(seat) else {
            return Err(Rejected::NotAsked(self.not_asked(seat)));
        };
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        if let Answers::Options(options) = &decision.answers
            && let Some(option) = options.iter().find(|option| R::write(&self.fixed, option) == text)
        {
            return Ok(option.clone());
        }
        let choice =
            R::parse(&self.fixed, &text).map_err(|why| Rejected::Refused(Refusal::unreadable(why)))?;
        let violations = match &decision.answers {
            Answers::Options(options) => {
                let view = self.view(Viewer::Seat(seat));
                let choice = R::canonical(&self.fixed, &view, &decision.ask, choice);
                if options.contains(&choice) {
                    return Ok(choice);
                }
                R::why_not(&self.fixed, &view, &decision.ask, &choice)
            }
            Answers::Proposal(shape) => {
                let violations = R::check(&self.fixed, &self.view(Viewer::Seat(seat)), shape, &choice);
                if violations.is_empty() {
                    return Ok(choice);
                }
                violations
            }
        };
        if violations.is_empty() {
            let why =
                format!("`{text}` is not one of the answers to this question (`{}`)", decision.ask.kind);
            return Err(Rejected::Refused(Refusal::unreadable(why)));
        }
        Err(Rejected::Refused(Refusal::broken(violations)))
    }

    fn not_asked(&self, seat: SeatId) -> String {
        let name = |seat: SeatId| self.seats.get(seat.index()).map_or("nobody", |info| info.id.as_str());
        if self.outcome().is_some() {
            return "the game is over".to_owned();
        }
        let owners: Vec<_> = self.pending().map(|decision| name(decision.ask.owner)).collect();
        format!("{} has nothing to decide; the game waits for {}", name(seat), owners.join(" and "))
    }

    /// Gives an answer in its text form.
    pub fn answer(&mut self, seat: SeatId, text: &str, by: Origin) -> Result<(), Rejected> {
        let choice = self.read(seat, text)?;
        self.give(seat, choice, by)
    }

    /// Gives an answer that is known to be allowed.
    pub fn give(&mut self, seat: SeatId, choice: R::Choice, by: Origin) -> Result<(), Rejected> {
        let text = R::write(&self.fixed, &choice);
        let act = self.acts.len() - 1;
        let question = self.acts[act].tape.len();
        let name = self.seats.get(seat.index()).map(|info| info.id.clone()).unwrap_or_default();
        let Pending::Asked { decisions, given, print } = &mut self.pending else {
            return Err(Rejected::NotAsked("the game is over".to_owned()));
        };
        let Some(index) =
            (0..decisions.len()).find(|&i| decisions[i].ask.owner == seat && given[i].is_none())
        else {
            return Err(Rejected::NotAsked(format!("{name} has nothing to decide")));
        };
        let line = Line::Answer { seat: name, answer: text, by };
        let known = decisions[index].ask.answer_to();
        let answer = Given { seat, choice: choice.clone(), by, act, question, known, revealed: false };
        given[index] = Some(choice);
        if given.iter().any(Option::is_none) {
            // A sealed set still open: nothing moves, and nobody sees more than that an answer is in.
            self.given.push(answer);
            self.lines.push(line);
            self.revision += 1;
            return Ok(());
        }
        let taped = Taped {
            choices: given.iter().flatten().cloned().collect(),
            known: decisions.iter().map(|decision| decision.ask.answer_to()).collect(),
            print: *print,
        };
        given[index] = None;
        let before = self.mark();
        self.acts[act].tape.push(taped);
        self.given.push(answer);
        self.lines.push(line);
        if let Err(fault) = self.run(question) {
            self.back_to(before)?;
            return Err(fault.into());
        }
        self.revision += 1;
        Ok(())
    }

    /// Where to return to when running on breaks: how long everything was, and what cannot be found by running again.
    fn mark(&self) -> Mark<R> {
        let act = self.acts.last().expect("there is always a current activity");
        // Running on notes what was revealed after these answers and no earlier ones.
        let current = self.acts.len() - 1;
        let own = self.given.iter().rev().take_while(|given| given.act == current).count();
        let from = self.given.len().saturating_sub(own + 1);
        Mark {
            acts: self.acts.len(),
            tape: act.tape.len(),
            before: act.before.len(),
            asides: act.asides.len(),
            log: act.log,
            given: self.given.len(),
            revealed: (from, self.given[from..].iter().map(|given| given.revealed).collect()),
            lines: self.lines.len(),
            sealed: match &self.pending {
                Pending::Over(_) => Vec::new(),
                Pending::Asked { given, .. } => given.clone(),
            },
            marked_turn: self.marked_turn,
        }
    }

    /// Goes back to a mark by running the activity again as far as it had come.
    fn back_to(&mut self, mark: Mark<R>) -> Result<(), EngineFault> {
        self.acts.truncate(mark.acts);
        let start = self.start_of(mark.acts - 1)?;
        let act = self.acts.last_mut().expect("there is always a current activity");
        act.start = Some(start);
        act.tape.truncate(mark.tape);
        act.before.truncate(mark.before);
        act.asides.truncate(mark.asides);
        act.log = mark.log;
        self.given.truncate(mark.given);
        let again = self.run(0);
        self.lines.truncate(mark.lines);
        self.marked_turn = mark.marked_turn;
        let (from, revealed) = mark.revealed;
        for (given, revealed) in self.given[from..].iter_mut().zip(revealed) {
            given.revealed = revealed;
        }
        if let Pending::Asked { given, .. } = &mut self.pending {
            *given = mark.sealed;
        }
        again
    }

    /// The default answer to a seat's decision, for a clock that ran out or a player who left.
    pub fn default_answer(&self, seat: SeatId) -> Option<R::Choice> {
        let decision = self.decision_of(seat)?;
        match &decision.answers {
            Answers::Options(options) => {
                options.get(decision.ask.default as usize).or(options.first()).cloned()
            }
            Answers::Proposal(shape) => {
                R::default_proposal(&self.fixed, &self.view(Viewer::Seat(seat)), shape)
            }
        }
    }

    /// The answers to a decision worth trying: every option, or the candidates of a proposal.
    pub fn suggestions(&self, decision: &Decision<R>, rng: &mut SplitMix) -> Vec<R::Choice> {
        match &decision.answers {
            Answers::Options(options) => options.clone(),
            Answers::Proposal(shape) => {
                R::candidates(&self.fixed, &self.view(Viewer::Seat(decision.ask.owner)), shape, rng)
            }
        }
    }

    /// Says something beside the answers. In mid-activity it waits for the activity's end.
    pub fn aside(&mut self, seat: SeatId, text: &str, by: Origin) -> Result<(), Rejected> {
        if self.outcome().is_some() {
            return Err(Rejected::NotAsked("the game is over".to_owned()));
        }
        let Some(name) = self.seats.get(seat.index()).map(|info| info.id.clone()) else {
            return Err(Rejected::NotAsked("there is no such seat".to_owned()));
        };
        let before = self.mark();
        let start = self.acts.last().and_then(|act| act.start.clone());
        self.lines.push(Line::Aside { seat: name, aside: text.to_owned(), by });
        if let Err(rejected) = self.apply_aside(seat, text, by) {
            self.acts[before.acts - 1].start = start;
            self.back_to(before)?;
            return Err(rejected);
        }
        self.revision += 1;
        Ok(())
    }

    fn apply_aside(&mut self, seat: SeatId, text: &str, by: Origin) -> Result<(), Rejected> {
        if text == DRAW {
            if by != Origin::Host {
                return Err(Rejected::NotAsked(
                    "a draw is offered, and the host says when all agree".to_owned(),
                ));
            }
            self.lines.push(Line::Over { over: Vec::new(), hash: self.mark_of(&self.now) });
            let why = Message::new("agreed-draw");
            self.pending = Pending::Over(Outcome { winners: Vec::new(), why, rule: AGREED });
            return Ok(());
        }
        if text == RESIGN {
            let mut state = self.now.clone();
            R::resign(&self.fixed, &mut state, seat);
            return Ok(self.commit(state, Next::Over)?);
        }
        // Tried on the state as it is now, so that nonsense is refused at once.
        R::aside(&self.fixed, &mut self.now.clone(), seat, text, &mut Vec::new())
            .map_err(Rejected::Refused)?;
        let after = self.given.len();
        let open = self.given.last().is_some_and(|last| self.in_open_set(last));
        let act = self.acts.last_mut().expect("there is always a current activity");
        let begun = open || !act.tape.is_empty();
        if begun || act.dice != self.dice.place() || act.log != self.log.len() {
            act.asides.push(Said { after, seat, text: text.to_owned() });
            return Ok(());
        }
        let start = act.start.as_mut().expect("the current activity keeps its start");
        R::aside(&self.fixed, start, seat, text, &mut self.log).map_err(Rejected::Refused)?;
        act.before.push(Said { after, seat, text: text.to_owned() });
        act.log = self.log.len();
        Ok(self.run(0)?)
    }

    /// Whether an answer belongs to a sealed set that still waits for others.
    fn in_open_set(&self, given: &Given<R>) -> bool {
        given.act + 1 == self.acts.len()
            && self.acts.last().is_some_and(|act| act.tape.len() == given.question)
    }

    /// The text of the answer with this number.
    pub fn answer_text(&self, number: usize) -> String {
        R::write(&self.fixed, &self.given[number].choice)
    }

    /// The seat that gave the answer with this number, and who may know it: nobody while it is sealed.
    pub fn answer_seat(&self, number: usize) -> (SeatId, Audience) {
        let given = &self.given[number];
        (given.seat, if self.in_open_set(given) { Audience::NONE } else { given.known })
    }

    /// What a bot in this seat may look at.
    pub fn seen<'a>(&'a self, seat: SeatId, root: Option<&'a Root<R>>) -> Seen<'a, R> {
        Seen::new(&*self.fixed, &self.now, seat, root)
    }

    /// The state and the dice at the current activity's start: what a save keeps.
    pub fn activity_start(&self) -> (&R::State, DicePlace) {
        let act = self.acts.last().expect("there is always a current activity");
        (act.start.as_ref().expect("the current activity keeps its start"), act.dice)
    }

    /// The number of the current activity's first entry in the log.
    pub fn activity_log(&self) -> usize {
        self.acts.last().map_or(0, |act| act.log)
    }

    /// The current epoch of the dice.
    pub fn epoch(&self) -> u32 {
        self.epoch
    }
}

/// What a viewer may read of a log entry.
pub fn visible<R: Ruleset>(logged: &Logged<R>, viewer: Viewer) -> Option<Logged<R>> {
    if logged.to.includes(viewer) {
        return Some(logged.clone());
    }
    match &logged.entry {
        Entry::Event(event) => {
            let event = R::redact(event)?;
            Some(Logged { to: logged.to, rules: logged.rules.clone(), entry: Entry::Event(event) })
        }
        _ => None,
    }
}

struct Mark<R: Ruleset> {
    acts: usize,
    tape: usize,
    before: usize,
    asides: usize,
    log: usize,
    given: usize,
    /// From which answer on, whether something was revealed after each.
    revealed: (usize, Vec<bool>),
    lines: usize,
    /// The answers of an open sealed set.
    sealed: Vec<Option<R::Choice>>,
    marked_turn: u32,
}
