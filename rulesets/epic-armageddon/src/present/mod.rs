//! What people see: scenes, questions, options, the log, cards.

mod card;
mod events;
mod form;
mod forms;
mod names;
mod odds;
mod scene;
mod words;

use std::sync::Arc;

use grognard_engine::client;
use grognard_engine::decision::{Ask, Decision};
use grognard_engine::message::Texts;
use grognard_engine::present::LogLine;
use grognard_engine::refusal::Refusal;
use grognard_engine::ruleset::Present;

pub use scene::BOARD;

use crate::choice::{Choice, Shape};
use crate::data::Data;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::state::State;
use crate::{Epic, embedded, scenario};

impl Present for Epic {
    fn name() -> &'static str {
        "Epic: Armageddon"
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

    fn data_in(data: &Arc<Data>, language: &str) -> Option<Arc<Data>> {
        Some(Arc::new(data.speaking(language)))
    }

    fn fixed_in(fixed: &Fixed, language: &str) -> Option<Fixed> {
        Some(fixed.speaking(language))
    }

    fn setup_form(data: &Arc<Data>) -> client::SetupForm {
        form::form(data)
    }

    fn scene(fixed: &Fixed, view: &State) -> client::Scene {
        scene::scene(fixed, view)
    }

    fn question(fixed: &Fixed, view: &State, decision: &Decision<Epic>) -> String {
        words::question(fixed, view, decision)
    }

    fn option(fixed: &Fixed, view: &State, ask: &Ask, choice: &Choice) -> client::PromptOption {
        words::option(fixed, view, ask, choice)
    }

    fn subject(
        fixed: &Fixed,
        view: &State,
        _decision: &Decision<Epic>,
    ) -> (Option<client::PieceId>, Vec<client::CellId>) {
        (view.about.formation.and_then(|id| words::first_unit(fixed, view, id)), Vec::new())
    }

    fn proposal(fixed: &Fixed, view: &State, shape: &Shape) -> Option<client::ProposalForm> {
        Some(forms::proposal(fixed, view, shape))
    }

    fn event(fixed: &Fixed, event: &Event) -> LogLine {
        events::line_and_cue(fixed, event)
    }

    fn query(fixed: &Fixed, view: &State, query: &client::Query) -> Result<client::QueryAnswer, Refusal> {
        card::query(fixed, view, query)
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
