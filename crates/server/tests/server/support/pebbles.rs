//! A game for tests: two seats hide a stone each, then take pebbles from a heap; whoever takes the last one wins.
//!
//! It has what a server must get right: a sealed set, hidden facts, dice, a question that comes too often, an end.

use std::fmt::Debug;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use grognard_engine::client::{
    Choice as FormChoice, Opponent, Piece, Place, PromptOption, Query, QueryAnswer, Scene, SetupField,
    SetupForm, SetupInput, SetupSeat, StopMode, Track,
};
use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::data::{DataError, DataFiles};
use grognard_engine::decision::{Answers, Ask, Decision};
use grognard_engine::log::Logged;
use grognard_engine::message::{Message, Texts};
use grognard_engine::present::LogLine;
use grognard_engine::refusal::{Refusal, Violation};
use grognard_engine::rng::SplitMix;
use grognard_engine::ruleset::{Clock, Next, Outcome, Present, Ruleset, Standing};
use grognard_engine::seat::SeatInfo;
use grognard_engine::{Audience, RuleId, SeatId, Viewer};
use serde::{Deserialize, Serialize};

const TAKE: RuleId = RuleId::new("PB-TAKE-001");
const WIN: RuleId = RuleId::new("PB-WIN-001");

const TEXTS: &str = r#"
hide = "hide a stone"
take = "take pebbles"
cheer = "cheer or pass"
bounce = "a pebble bounces back on a 6"
last = "{seat} took the last pebble."
gave-up = "{seat} gave up."
too-many = "there are only {left} pebbles"
"#;

const RULES: &str = r#"
[section.TAKE]
title = "Taking"
[section.WIN]
title = "Winning"
[rule.PB-TAKE-001]
title = "Taking pebbles"
text = "Take one, two or three pebbles."
[rule.PB-WIN-001]
title = "The last pebble"
text = "Whoever takes the last pebble wins."
"#;

/// A kind of document that takes very long to make from a seed.
const DOCUMENT: &str = r#"
id = "heap"
folder = "heaps"
[[fields]]
key = "name"
input = { kind = "text", most = 60 }
"#;

/// Heaps being made now, and how many were made to the end.
pub static IN_THE_MAKING: AtomicI32 = AtomicI32::new(0);
pub static MADE: AtomicI32 = AtomicI32::new(0);

/// The game; `NEW` is a later version of its rules, under which whoever takes must take one more if there is one.
#[derive(Clone, Debug, PartialEq)]
pub struct Pebbles<const NEW: bool>;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    heap: String,
    bounce: bool,
    timed: bool,
    quiet: bool,
}

impl Default for Setup {
    fn default() -> Self {
        Self { heap: "small".into(), bounce: true, timed: false, quiet: false }
    }
}

pub struct Fixed {
    heap: u8,
    bounce: bool,
    timed: bool,
    quiet: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct State {
    left: u8,
    turn: u32,
    hidden: Vec<u8>,
    winner: Option<u8>,
    gave_up: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Choice {
    Hide(u8),
    Take(u8),
    Pass,
    Cheer,
}

#[derive(Clone, Debug)]
pub enum Event {
    Took(SeatId, u8),
    Bounced,
    Hid(u8),
}

#[derive(Clone, Debug, Serialize)]
pub struct View {
    left: u8,
    turn: u32,
    own: Option<u8>,
}

const NAMES: [(&str, &str); 2] = [("north", "North"), ("south", "South")];

fn seat_name(seat: SeatId) -> &'static str {
    NAMES[seat.index()].1
}

impl<const NEW: bool> Ruleset for Pebbles<NEW> {
    const ID: &'static str = "pebbles";
    type Data = ();
    type Setup = Setup;
    type Fixed = Fixed;
    type State = State;
    type Choice = Choice;
    type Shape = ();
    type Event = Event;
    type View = View;

    fn load(_files: &DataFiles) -> Result<(), DataError> {
        Ok(())
    }

    fn fixed(_data: &Arc<()>, setup: &Setup) -> Result<Fixed, String> {
        let heap = match setup.heap.as_str() {
            "small" => 7,
            "large" => 60,
            other => return Err(format!("setup: heap: there is no heap `{other}`")),
        };
        Ok(Fixed { heap, bounce: setup.bounce, timed: setup.timed, quiet: setup.quiet })
    }

    fn seats(_fixed: &Fixed) -> Vec<SeatInfo> {
        (0u8..)
            .zip(NAMES)
            .map(|(team, (id, name))| SeatInfo { id: id.into(), name: name.into(), team })
            .collect()
    }

    fn new_game(fixed: &Fixed) -> State {
        State { left: fixed.heap, turn: 0, hidden: Vec::new(), winner: None, gave_up: None }
    }

    fn step(state: &mut State, cx: &mut Ctx<'_, Self>) -> Step<Next> {
        if state.hidden.is_empty() {
            let ask = |seat| Ask::new(seat, "hide", TAKE).known_to(Audience::only(seat));
            let options = || Answers::Options(vec![Choice::Hide(1), Choice::Hide(2), Choice::Hide(3)]);
            let decisions = [0, 1].map(|n| Decision { ask: ask(SeatId(n)), answers: options() });
            let choices = cx.sealed(state, &decisions)?;
            for (seat, choice) in (0u8..).zip(choices) {
                let Choice::Hide(stone) = choice else { unreachable!("only stones were offered") };
                state.hidden.push(stone);
                cx.emit_to(Audience::only(SeatId(seat)), &[TAKE], Event::Hid(stone));
            }
            state.turn = 1;
            return Ok(Next::Go);
        }
        let active = SeatId(((state.turn + 1) % 2) as u8);
        let options: Vec<Choice> = (1..=state.left.min(3)).map(Choice::Take).collect();
        let Choice::Take(number) = cx.choose(state, Ask::new(active, "take", TAKE).always(), &options)?
        else {
            unreachable!("only taking was offered")
        };
        state.left -= number;
        if NEW {
            state.left = state.left.saturating_sub(1);
        }
        cx.emit(&[TAKE], Event::Took(active, number));
        if state.left == 0 {
            state.winner = Some(active.0);
            return Ok(Next::Over);
        }
        if cx.fixed().timed {
            cx.choose(state, Ask::new(active, "boast", TAKE), &[Choice::Pass, Choice::Cheer])?;
        }
        let other = SeatId(1 - active.0);
        cx.choose(state, Ask::new(other, "cheer", TAKE), &[Choice::Pass, Choice::Cheer])?;
        if cx.fixed().bounce && cx.roll::<1>(6, "bounce", &[TAKE])? == [6] {
            state.left += 1;
            cx.emit(&[TAKE], Event::Bounced);
        }
        state.turn += 1;
        Ok(Next::Go)
    }

    fn outcome(_fixed: &Fixed, state: &State) -> Option<Outcome> {
        let (winner, why) = match (state.winner, state.gave_up) {
            (Some(winner), _) => {
                (SeatId(winner), Message::new("last").text("seat", seat_name(SeatId(winner))))
            }
            (None, Some(loser)) => {
                (SeatId(1 - loser), Message::new("gave-up").text("seat", seat_name(SeatId(loser))))
            }
            (None, None) => return None,
        };
        Some(Outcome { winners: vec![winner], why, rule: WIN })
    }

    fn turn(state: &State) -> u32 {
        state.turn
    }

    fn clock(fixed: &Fixed, state: &State) -> Option<Clock> {
        let north = fixed.timed && state.turn % 2 == 1;
        north.then_some(Clock { seat: SeatId(0), period: state.turn, seconds: 1 })
    }

    fn aside(
        _fixed: &Fixed,
        state: &mut State,
        _seat: SeatId,
        text: &str,
        _log: &mut Vec<Logged<Self>>,
    ) -> Result<(), Refusal> {
        if text == "time-up" && state.turn % 2 == 1 {
            state.turn += 1;
            return Ok(());
        }
        Err(Refusal::unreadable(format!("`{text}` means nothing here")))
    }

    fn write(_fixed: &Fixed, choice: &Choice) -> String {
        match choice {
            Choice::Hide(n) => format!("hide {n}"),
            Choice::Take(n) => format!("take {n}"),
            Choice::Pass => "pass".into(),
            Choice::Cheer => "cheer".into(),
        }
    }

    fn parse(_fixed: &Fixed, text: &str) -> Result<Choice, String> {
        let number = |n: &str| n.parse::<u8>().map_err(|_| format!("`{n}` is no number"));
        match text.split_once(' ') {
            Some(("hide", n)) => number(n).map(Choice::Hide),
            Some(("take", n)) => number(n).map(Choice::Take),
            None if text == "pass" => Ok(Choice::Pass),
            None if text == "cheer" => Ok(Choice::Cheer),
            // What a server must survive.
            None if text == "panic" => panic!("a rule broke down"),
            _ => Err(format!("`{text}` is no answer; `take 1` would be one")),
        }
    }

    fn why_not(_fixed: &Fixed, view: &View, _ask: &Ask, choice: &Choice) -> Vec<Violation> {
        match choice {
            Choice::Take(n) if *n > view.left => {
                vec![Violation::new(TAKE, Message::new("too-many").number("left", view.left))]
            }
            _ => vec![],
        }
    }

    fn resign(_fixed: &Fixed, state: &mut State, seat: SeatId) {
        state.gave_up = Some(seat.0);
    }

    fn view(_fixed: &Fixed, state: &State, viewer: Viewer) -> View {
        let own = match viewer {
            Viewer::Seat(seat) => state.hidden.get(seat.index()).copied(),
            Viewer::Spectator => None,
        };
        View { left: state.left, turn: state.turn, own }
    }

    fn determinize(
        _fixed: &Fixed,
        _start: &View,
        _now: &View,
        _seen: &[Logged<Self>],
        _rng: &mut SplitMix,
    ) -> Option<State> {
        None
    }
}

impl<const NEW: bool> Present for Pebbles<NEW> {
    fn name() -> &'static str {
        "Pebbles"
    }

    fn texts(_fixed: &Fixed) -> &Texts {
        static TEXTS_READ: LazyLock<Texts> = LazyLock::new(|| Texts::parse("texts", TEXTS).unwrap());
        &TEXTS_READ
    }

    fn setup_form(_data: &Arc<()>) -> SetupForm {
        let choice = |value: &str, label: &str| FormChoice {
            value: value.into(),
            label: label.into(),
            sentence: String::new(),
            goals: vec![],
            facts: vec![],
            balance: None,
            preview: None,
        };
        let heap = SetupInput::Choice {
            choices: vec![choice("small", "A small heap"), choice("large", "A large heap")],
            default: "small".into(),
            open: None,
        };
        let field = |key: &str, input| SetupField {
            key: key.into(),
            label: key.into(),
            sentence: String::new(),
            rule: None,
            input,
        };
        SetupForm {
            system: "pebbles".into(),
            title: "Pebbles".into(),
            summary: "Take the last one.".into(),
            seats: NAMES
                .iter()
                .map(|(seat, name)| SetupSeat {
                    seat: (*seat).into(),
                    name: (*name).into(),
                    sentence: String::new(),
                })
                .collect(),
            fields: vec![
                field("heap", heap),
                field("bounce", SetupInput::Toggle { default: true }),
                field("timed", SetupInput::Toggle { default: false }),
                field("quiet", SetupInput::Toggle { default: false }),
            ],
            leads: None,
            opponents: vec![Opponent {
                bot: "random".into(),
                name: "Random player".into(),
                sentence: String::new(),
            }],
            recommended: None,
            ..SetupForm::default()
        }
    }

    fn scene(_fixed: &Fixed, view: &View) -> Scene {
        let track = |id: &str, number: i32| Track {
            id: id.into(),
            label: if id == "turn" { "Turn".into() } else { "Pebbles".into() },
            value: number.to_string(),
            number: Some(number),
            max: None,
            seat: None,
            rule: None,
        };
        let stone = view.own.map(|stone| Piece {
            id: "stone".into(),
            name: "Hidden stone".into(),
            silhouette: "stone".into(),
            seat: None,
            place: Place::Tray { tray: "hand".into() },
            facing: None,
            text: Some(stone.to_string()),
            badges: vec![],
            meters: vec![],
            states: vec![],
            parts: Vec::new(),
        });
        Scene {
            tracks: vec![track("turn", view.turn as i32), track("left", i32::from(view.left))],
            pieces: stone.into_iter().collect(),
            ..Scene::default()
        }
    }

    fn question(_fixed: &Fixed, _view: &View, decision: &Decision<Self>) -> String {
        format!("{}: {}?", seat_name(decision.ask.owner), decision.ask.kind)
    }

    fn option(_fixed: &Fixed, _view: &View, _ask: &Ask, choice: &Choice) -> PromptOption {
        PromptOption { label: format!("{choice:?}"), ..PromptOption::default() }
    }

    fn event(_fixed: &Fixed, event: &Event) -> LogLine {
        let (topic, sentence) = match event {
            Event::Took(seat, n) => ("took", format!("{} takes {n}.", seat_name(*seat))),
            Event::Bounced => ("bounced", "One bounces back.".to_owned()),
            Event::Hid(n) => ("hid", format!("You hide {n}.")),
        };
        LogLine { topic, sentence, ..LogLine::default() }
    }

    fn query(_fixed: &Fixed, view: &View, query: &Query) -> Result<QueryAnswer, Refusal> {
        match query {
            Query::Card { piece } => {
                Ok(QueryAnswer::Reach { cells: vec![(piece.clone(), i32::from(view.left))] })
            }
            _ => Err(Refusal::unreadable("pebbles have no such question")),
        }
    }

    fn stop_modes(fixed: &Fixed, _seat: SeatId) -> Vec<StopMode> {
        let mode = |id: &str| StopMode {
            id: id.into(),
            label: id.into(),
            sentence: String::new(),
            key: id[..1].into(),
            number: (id == "until").then_some(3),
            at_first: fixed.quiet && id == "pass",
        };
        vec![mode("always"), mode("pass"), mode("until")]
    }

    fn stop_scope(_fixed: &Fixed, view: &View, _mode: &str) -> u64 {
        u64::from(view.turn)
    }

    fn standing(
        _fixed: &Fixed,
        view: &View,
        decision: &Decision<Self>,
        mode: &str,
        number: Option<i32>,
        scope: u64,
    ) -> Standing<Self> {
        let turns = u64::from(view.turn) - scope;
        match (decision.ask.kind, mode) {
            ("cheer", "pass") => Standing::Answer(Choice::Pass),
            ("cheer", "until") if turns >= number.unwrap_or(0) as u64 => Standing::Expired,
            ("cheer", "until") => Standing::Answer(Choice::Pass),
            _ => Standing::Ask,
        }
    }

    /// Takes as many milliseconds as the seed says, unless nobody wants it any more.
    fn generate_document(_: &Arc<()>, _kind: &str, seed: u64, _variant: Option<&str>) -> Option<String> {
        IN_THE_MAKING.fetch_add(1, Ordering::SeqCst);
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_millis(seed) && !grognard_engine::stop::asked() {
            std::thread::sleep(Duration::from_millis(2));
        }
        if !grognard_engine::stop::asked() {
            MADE.fetch_add(1, Ordering::SeqCst);
        }
        IN_THE_MAKING.fetch_sub(1, Ordering::SeqCst);
        Some(format!("name = \"heap {seed}\"\n"))
    }

    fn scenario(_data: &Arc<()>, _text: &str) -> Result<(Fixed, State), String> {
        Err("pebbles have no cases".into())
    }

    fn inspect(_fixed: &Fixed, state: &State, what: &str) -> Option<String> {
        (what == "left").then(|| state.left.to_string())
    }

    fn embedded() -> &'static [(&'static str, &'static str)] {
        &[("rules/all.toml", RULES), ("documents/heap.toml", DOCUMENT)]
    }
}
