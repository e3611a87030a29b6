//! A tiny game that keeps the engine honest: three crews of drones, two decks of hexes, secret orders, hidden cards,
//! odd dice. It is the guide for whoever adds the next system; start at [`rounds`].
//!
//! - rules: [`rounds`] (the flow), [`moves`] (the one proposal), [`fights`];
//! - what they work on: [`state`], [`hex`], [`data`]; answers and their texts: [`choice`]; what happens: [`event`];
//! - what people and bots get: [`view`], [`scene`], [`prompt`], [`query`], [`stops`], [`bot`], [`case`].

use std::sync::Arc;

use grognard_engine::bot::Bot;
use grognard_engine::client::{self, SetupForm};
use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::data::{DataError, DataFiles};
use grognard_engine::decision::{Ask, Decision};
#[cfg(not(test))]
use grognard_engine::erased;
use grognard_engine::log::Logged;
use grognard_engine::message::Texts;
use grognard_engine::present::LogLine;
use grognard_engine::refusal::{Refusal, Violation};
use grognard_engine::rng::SplitMix;
use grognard_engine::ruleset::{Next, Outcome, Present, Ruleset, Standing};
use grognard_engine::seat::SeatInfo;
use grognard_engine::{SeatId, Viewer};

pub mod bot;
pub mod case;
pub mod choice;
pub mod data;
mod document;
pub mod event;
pub mod fights;
pub mod hex;
pub mod moves;
pub mod prompt;
pub mod query;
pub mod rounds;
pub mod scene;
mod setup;
pub mod state;
pub mod stops;
pub mod view;

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}

use choice::{Choice, PathShape};
use data::{Data, Fixed, Setup};
use event::Event;
use state::{CREWS, Flow, State};
use view::View;

/// The system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Example;

/// The system for the programs that play it. It brings in everything, which the unit tests of this crate can do without.
#[cfg(not(test))]
pub static SYSTEM: erased::Registration = erased::Registration::of::<Example>();

impl Ruleset for Example {
    const ID: &'static str = "example";

    type Data = Data;
    type Setup = Setup;
    type Fixed = Fixed;
    type State = State;
    type Choice = Choice;
    type Shape = PathShape;
    type Event = Event;
    type View = View;

    fn load(files: &DataFiles) -> Result<Data, DataError> {
        data::load(files)
    }

    fn fixed(data: &Arc<Data>, setup: &Setup) -> Result<Fixed, String> {
        Fixed::new(data, setup)
    }

    fn seats(fixed: &Fixed) -> Vec<SeatInfo> {
        let seat = |(team, id): (usize, &&str)| SeatInfo {
            id: (*id).to_owned(),
            name: fixed.data.texts.get(event::CREW_KEYS[team]).to_owned(),
            team: team as u8,
        };
        CREWS.iter().enumerate().map(seat).collect()
    }

    fn new_game(fixed: &Fixed) -> State {
        State::new(fixed)
    }

    fn step(state: &mut State, cx: &mut Ctx<'_, Example>) -> Step<Next> {
        rounds::step(state, cx)
    }

    fn outcome(fixed: &Fixed, state: &State) -> Option<Outcome> {
        rounds::outcome(fixed, state)
    }

    fn turn(state: &State) -> u32 {
        u32::from(state.round)
    }

    fn sound(fixed: &Fixed, state: &State) -> Result<(), String> {
        state::sound(fixed, state)
    }

    fn check(fixed: &Fixed, view: &View, shape: &PathShape, choice: &Choice) -> Vec<Violation> {
        moves::check(fixed, &view.drones, shape, choice)
    }

    fn default_proposal(_fixed: &Fixed, _view: &View, shape: &PathShape) -> Option<Choice> {
        Some(Choice::Path(shape.drone, Vec::new()))
    }

    fn candidates(fixed: &Fixed, view: &View, shape: &PathShape, _rng: &mut SplitMix) -> Vec<Choice> {
        moves::candidates(fixed, &view.drones, shape)
    }

    fn write(_fixed: &Fixed, choice: &Choice) -> String {
        choice::write(choice)
    }

    fn parse(_fixed: &Fixed, text: &str) -> Result<Choice, String> {
        choice::parse(text)
    }

    fn why_not(fixed: &Fixed, view: &View, ask: &Ask, choice: &Choice) -> Vec<Violation> {
        prompt::why_not(fixed, view, ask, choice)
    }

    fn aside(
        _fixed: &Fixed,
        state: &mut State,
        seat: SeatId,
        text: &str,
        log: &mut Vec<Logged<Example>>,
    ) -> Result<(), Refusal> {
        rounds::aside(state, seat, text, log)
    }

    fn resign(_fixed: &Fixed, state: &mut State, seat: SeatId) {
        state.resigned = Some(seat);
        state.flow = Flow::Over;
    }

    fn view(_fixed: &Fixed, state: &State, viewer: Viewer) -> View {
        View::new(state, viewer)
    }

    fn redact(event: &Event) -> Option<Event> {
        event::redact(event)
    }

    fn determinize(
        fixed: &Fixed,
        start: &View,
        _now: &View,
        seen: &[Logged<Example>],
        rng: &mut SplitMix,
    ) -> Option<State> {
        view::determinize(fixed, start, seen, rng)
    }

    fn bots() -> &'static [(&'static str, &'static str)] {
        &[("scripted", "Goes for salvage, attacks what is weak and plays its cards.")]
    }

    fn bot(name: &str, seed: u64) -> Option<Box<dyn Bot<Example>>> {
        (name == "scripted").then(|| Box::new(bot::Scripted::new(seed)) as Box<dyn Bot<Example>>)
    }
}

impl Present for Example {
    fn name() -> &'static str {
        "Salvage Drift"
    }

    fn texts(fixed: &Fixed) -> &Texts {
        &fixed.data.texts
    }

    fn data_texts(data: &Data) -> Option<&Texts> {
        Some(&data.texts)
    }

    fn setup_form(data: &Arc<Data>) -> SetupForm {
        setup::form(data)
    }

    fn scene(fixed: &Fixed, view: &View) -> client::Scene {
        scene::scene(fixed, view)
    }

    fn question(fixed: &Fixed, view: &View, decision: &Decision<Example>) -> String {
        prompt::question(fixed, view, decision)
    }

    fn option(fixed: &Fixed, view: &View, _ask: &Ask, choice: &Choice) -> client::PromptOption {
        prompt::option(fixed, view, choice)
    }

    fn subject(
        _fixed: &Fixed,
        view: &View,
        decision: &Decision<Example>,
    ) -> (Option<client::PieceId>, Vec<client::CellId>) {
        prompt::subject(view, decision)
    }

    fn proposal(fixed: &Fixed, view: &View, shape: &PathShape) -> Option<client::ProposalForm> {
        Some(prompt::proposal(fixed, view, shape))
    }

    fn event(fixed: &Fixed, event: &Event) -> LogLine {
        event::line(&fixed.data.texts, event)
    }

    fn query(fixed: &Fixed, view: &View, query: &client::Query) -> Result<client::QueryAnswer, Refusal> {
        query::query(fixed, view, query)
    }

    fn stop_modes(fixed: &Fixed, _seat: SeatId) -> Vec<client::StopMode> {
        stops::modes(fixed)
    }

    fn stop_scope(_fixed: &Fixed, view: &View, _mode: &str) -> u64 {
        stops::scope(view)
    }

    fn standing(
        _fixed: &Fixed,
        view: &View,
        decision: &Decision<Example>,
        mode: &str,
        number: Option<i32>,
        scope: u64,
    ) -> Standing<Example> {
        stops::standing(view, decision, mode, number, scope)
    }

    fn check_document(_data: &Arc<Data>, _kind: &str, text: &str) -> client::DocumentCheck {
        document::check(text)
    }

    fn scenario(data: &Arc<Data>, text: &str) -> Result<(Fixed, State), String> {
        case::scenario(data, text)
    }

    fn inspect(_fixed: &Fixed, state: &State, what: &str) -> Option<String> {
        case::inspect(state, what)
    }

    fn cited() -> &'static [&'static str] {
        embedded::CITED
    }

    fn embedded() -> &'static [(&'static str, &'static str)] {
        embedded::DATA
    }
}
