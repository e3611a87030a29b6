//! What people see: scenes, questions, options, the log, cards. No range is told before it is measured (2E-GEN-011).

mod card;
mod datafax;
mod events;
mod form;
mod forms;
mod names;
mod odds;
mod scene;
mod stops;
mod words;

use std::sync::Arc;

use grognard_engine::SeatId;
use grognard_engine::client;
use grognard_engine::decision::{Ask, Decision};
use grognard_engine::message::Texts;
use grognard_engine::present::LogLine;
use grognard_engine::refusal::Refusal;
use grognard_engine::ruleset::{Present, Standing};

pub use scene::BOARD;

use crate::Second;
use crate::choice::{Choice, Shape};
use crate::data::Data;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::state::State;
use crate::{embedded, scenario};

impl Present for Second {
    fn name() -> &'static str {
        "40,000, 2nd edition"
    }

    fn under_construction() -> bool {
        true
    }

    fn texts(fixed: &Fixed) -> &Texts {
        &fixed.data.texts
    }

    fn data_texts(data: &Data) -> Option<&Texts> {
        Some(&data.texts)
    }

    fn languages(data: &Data) -> Vec<String> {
        data.speech.languages()
    }

    fn setup_form(data: &Arc<Data>) -> client::SetupForm {
        form::form(data)
    }

    fn scene(fixed: &Fixed, view: &State) -> client::Scene {
        scene::scene(fixed, view)
    }

    fn question(fixed: &Fixed, view: &State, decision: &Decision<Second>) -> String {
        words::question(fixed, view, decision)
    }

    fn option(fixed: &Fixed, view: &State, ask: &Ask, choice: &Choice) -> client::PromptOption {
        words::option(fixed, view, ask, choice)
    }

    fn subject(
        fixed: &Fixed,
        view: &State,
        _decision: &Decision<Second>,
    ) -> (Option<client::PieceId>, Vec<client::CellId>) {
        (view.about.and_then(|unit| names::first_model(fixed, view, unit)), Vec::new())
    }

    fn proposal(fixed: &Fixed, view: &State, shape: &Shape) -> Option<client::ProposalForm> {
        Some(forms::proposal(fixed, view, shape))
    }

    fn event(fixed: &Fixed, event: &Event) -> LogLine {
        events::line(fixed, event)
    }

    fn query(fixed: &Fixed, view: &State, query: &client::Query) -> Result<client::QueryAnswer, Refusal> {
        card::query(fixed, view, query)
    }

    fn stop_modes(fixed: &Fixed, seat: SeatId) -> Vec<client::StopMode> {
        stops::stop_modes(fixed, seat)
    }

    fn stop_scope(_fixed: &Fixed, view: &State, mode: &str) -> u64 {
        stops::stop_scope(view, mode)
    }

    fn standing(
        fixed: &Fixed,
        view: &State,
        decision: &Decision<Second>,
        mode: &str,
        _number: Option<i32>,
        scope: u64,
    ) -> Standing<Second> {
        stops::standing(fixed, view, decision, mode, scope)
    }

    fn scenario(data: &Arc<Data>, text: &str) -> Result<(Fixed, State), String> {
        scenario::scenario(data, text)
    }

    fn inspect(fixed: &Fixed, state: &State, what: &str) -> Option<String> {
        scenario::inspect(fixed, state, what)
    }

    fn cited() -> &'static [&'static str] {
        embedded::CITED
    }

    fn embedded() -> &'static [(&'static str, &'static str)] {
        embedded::DATA
    }
}
