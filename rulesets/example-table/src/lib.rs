//! The smallest battle on a free table, measured in centimetres: three sides, stands that move through marsh, shells that
//! scatter. It keeps `grognard-tabletop` honest, and is the guide for whoever adds a free-table system.
//!
//! - rules: [`rounds`] (the flow), [`moves`] (a manoeuvre of the kit), [`shells`] (a template of the kit);
//! - what they work on: [`state`] (and what the kit asks of it), [`data`]; answers and their texts: [`choice`]; what
//!   happens: [`event`];
//! - what people and bots get: [`scene`], [`bot`], [`case`].

use std::sync::Arc;

use grognard_engine::bot::Bot;
use grognard_engine::client::{self, Opponent, SetupField, SetupForm, SetupInput, SetupSeat};
use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::data::{DataError, DataFiles};
use grognard_engine::decision::{Ask, Decision};
#[cfg(not(test))]
use grognard_engine::erased;
use grognard_engine::log::Logged;
use grognard_engine::message::{Message, Texts};
use grognard_engine::present::LogLine;
use grognard_engine::refusal::{Refusal, Violation};
use grognard_engine::rng::SplitMix;
use grognard_engine::ruleset::{Next, Outcome, Present, Ruleset};
use grognard_engine::seat::SeatInfo;
use grognard_engine::{SeatId, Viewer};
use grognard_tabletop::moves::measured;

pub mod bot;
pub mod case;
pub mod choice;
pub mod data;
pub mod event;
pub mod moves;
pub mod rounds;
pub mod scene;
pub mod shells;
pub mod state;

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}

use choice::{Choice, Shape};
use data::{Data, Fixed, MOST_ROUNDS, Setup};
use event::Event;
use moves::Advance;
use state::{SIDES, State};

/// The system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExampleTable;

/// The system for the programs that play it.
#[cfg(not(test))]
pub static SYSTEM: erased::Registration = erased::Registration::of::<ExampleTable>();

const SIDE_KEYS: [&str; 3] = ["side.red", "side.green", "side.blue"];

impl Ruleset for ExampleTable {
    const ID: &'static str = "example-table";

    type Data = Data;
    type Setup = Setup;
    type Fixed = Fixed;
    type State = State;
    type Choice = Choice;
    type Shape = Shape;
    type Event = Event;
    type View = State;

    fn load(files: &DataFiles) -> Result<Data, DataError> {
        data::load(files)
    }

    fn fixed(data: &Arc<Data>, setup: &Setup) -> Result<Fixed, String> {
        Fixed::new(data, setup)
    }

    fn seats(fixed: &Fixed) -> Vec<SeatInfo> {
        let seat = |(team, id): (usize, &&str)| SeatInfo {
            id: (*id).to_owned(),
            name: fixed.data.texts.get(SIDE_KEYS[team]).to_owned(),
            team: team as u8,
        };
        SIDES.iter().enumerate().map(seat).collect()
    }

    fn new_game(fixed: &Fixed) -> State {
        State::new(fixed)
    }

    fn step(state: &mut State, cx: &mut Ctx<'_, ExampleTable>) -> Step<Next> {
        rounds::step(state, cx)
    }

    fn outcome(_fixed: &Fixed, state: &State) -> Option<Outcome> {
        rounds::outcome(state)
    }

    fn turn(state: &State) -> u32 {
        u32::from(state.round)
    }

    fn sound(_fixed: &Fixed, state: &State) -> Result<(), String> {
        state::sound(state)
    }

    fn revive(fixed: &Fixed, state: &mut State) -> Result<(), String> {
        state.table.revive(&fixed.data.ground)?;
        if state.platoons.len() != SIDES.len() * usize::from(state::PLATOONS) {
            return Err("the game has another number of platoons than its rules".to_owned());
        }
        state::sound(state)
    }

    fn check(fixed: &Fixed, view: &State, shape: &Shape, choice: &Choice) -> Vec<Violation> {
        rounds::check(fixed, view, *shape, choice)
    }

    fn default_proposal(_fixed: &Fixed, _view: &State, shape: &Shape) -> Option<Choice> {
        Some(rounds::default(*shape))
    }

    fn candidates(fixed: &Fixed, view: &State, shape: &Shape, rng: &mut SplitMix) -> Vec<Choice> {
        rounds::candidates(fixed, view, *shape, rng)
    }

    fn write(fixed: &Fixed, choice: &Choice) -> String {
        choice::write(fixed, choice)
    }

    fn parse(fixed: &Fixed, text: &str) -> Result<Choice, String> {
        choice::parse(fixed, text)
    }

    fn why_not(_fixed: &Fixed, _view: &State, ask: &Ask, _choice: &Choice) -> Vec<Violation> {
        vec![Violation::new(ask.rule, Message::new("why.not-now"))]
    }

    fn resign(_fixed: &Fixed, state: &mut State, seat: SeatId) {
        rounds::resign(state, seat);
    }

    fn view(_fixed: &Fixed, state: &State, _viewer: Viewer) -> State {
        state.clone()
    }

    fn determinize(
        _fixed: &Fixed,
        start: &State,
        _now: &State,
        _seen: &[Logged<ExampleTable>],
        _rng: &mut SplitMix,
    ) -> Option<State> {
        Some(start.clone())
    }

    fn bots() -> &'static [(&'static str, &'static str)] {
        &[("scripted", "Keeps its distance and fires where most enemies are.")]
    }

    fn bot(name: &str, seed: u64) -> Option<Box<dyn Bot<ExampleTable>>> {
        (name == "scripted").then(|| Box::new(bot::Scripted::new(seed)) as Box<dyn Bot<ExampleTable>>)
    }
}

impl Present for ExampleTable {
    fn name() -> &'static str {
        "Marsh Guns"
    }

    fn texts(fixed: &Fixed) -> &Texts {
        &fixed.data.texts
    }

    fn data_texts(data: &Data) -> Option<&Texts> {
        Some(&data.texts)
    }

    fn setup_form(data: &Arc<Data>) -> SetupForm {
        setup_form(data)
    }

    fn scene(fixed: &Fixed, view: &State) -> client::Scene {
        scene::scene(fixed, view)
    }

    fn question(fixed: &Fixed, _view: &State, decision: &Decision<ExampleTable>) -> String {
        scene::question(fixed, decision)
    }

    fn option(fixed: &Fixed, view: &State, _ask: &Ask, choice: &Choice) -> client::PromptOption {
        scene::option(fixed, view, choice)
    }

    fn subject(
        fixed: &Fixed,
        view: &State,
        _decision: &Decision<ExampleTable>,
    ) -> (Option<client::PieceId>, Vec<client::CellId>) {
        (scene::subject(fixed, view), Vec::new())
    }

    fn proposal(fixed: &Fixed, view: &State, shape: &Shape) -> Option<client::ProposalForm> {
        Some(scene::proposal(fixed, view, *shape))
    }

    fn event(fixed: &Fixed, event: &Event) -> LogLine {
        event::line(fixed, event)
    }

    fn query(fixed: &Fixed, view: &State, query: &client::Query) -> Result<client::QueryAnswer, Refusal> {
        if let client::Query::Ways { text } = query
            && let Ok(Choice::Move(unit, ways)) = choice::parse(fixed, text)
        {
            let advance = Advance { fixed, state: view, unit };
            let rules = grognard_space::table::CoherencyRules::chain(fixed.numbers().together.reach.0);
            return Ok(client::QueryAnswer::Ways(measured(&advance, fixed, &rules, &ways)));
        }
        Err(Refusal::unreadable(fixed.data.texts.get("query.none")))
    }

    fn scenario(data: &Arc<Data>, text: &str) -> Result<(Fixed, State), String> {
        case::scenario(data, text)
    }

    fn inspect(fixed: &Fixed, state: &State, what: &str) -> Option<String> {
        case::inspect(fixed, state, what)
    }

    fn cited() -> &'static [&'static str] {
        embedded::CITED
    }

    fn embedded() -> &'static [(&'static str, &'static str)] {
        embedded::DATA
    }
}

fn setup_form(data: &Data) -> SetupForm {
    let text = |key: &str| data.texts.get(key).to_owned();
    let seat = |(side, key): (&&str, &str)| SetupSeat {
        seat: (*side).to_owned(),
        name: text(key),
        sentence: text("setup.seat"),
    };
    SetupForm {
        system: ExampleTable::ID.to_owned(),
        title: ExampleTable::name().to_owned(),
        summary: text("setup.summary"),
        seats: SIDES.iter().zip(SIDE_KEYS).map(seat).collect(),
        fields: vec![SetupField {
            key: "rounds".to_owned(),
            label: text("setup.rounds"),
            sentence: text("setup.rounds-sentence"),
            rule: Some("ET-RND-001".to_owned()),
            input: SetupInput::Number {
                min: 1,
                max: i32::from(MOST_ROUNDS),
                default: i32::from(data.numbers.rounds.rounds),
            },
        }],
        opponents: ExampleTable::bots()
            .iter()
            .map(|(bot, sentence)| Opponent {
                bot: (*bot).to_owned(),
                name: (*bot).to_owned(),
                sentence: (*sentence).to_owned(),
            })
            .collect(),
        ..SetupForm::default()
    }
}
