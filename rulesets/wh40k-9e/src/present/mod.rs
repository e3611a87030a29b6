//! What people see: scenes, questions, options, the log, cards, odds.

mod barred;
mod card;
mod course;
mod cues;
mod datasheet;
mod events;
mod form;
mod forms;
mod hidden;
mod looks;
mod marches;
mod measured;
mod names;
mod odds;
pub mod printed;
mod scene;
mod setting_up;
mod stops;
mod terrain;
mod ways;
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

use crate::Nine;
use crate::choice::{Choice, Shape};
use crate::data::Data;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::state::State;
use crate::{document, embedded, scenario};

impl Present for Nine {
    fn name() -> &'static str {
        "40,000, 9th edition"
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

    fn question(fixed: &Fixed, view: &State, decision: &Decision<Nine>) -> String {
        words::question(fixed, view, decision)
    }

    fn option(fixed: &Fixed, view: &State, ask: &Ask, choice: &Choice) -> client::PromptOption {
        words::option(fixed, view, ask, choice)
    }

    fn subject(
        fixed: &Fixed,
        view: &State,
        decision: &Decision<Nine>,
    ) -> (Option<client::PieceId>, Vec<client::CellId>) {
        (words::subject(fixed, view, decision), Vec::new())
    }

    fn proposal(fixed: &Fixed, view: &State, shape: &Shape) -> Option<client::ProposalForm> {
        Some(forms::proposal(fixed, view, shape))
    }

    fn event(fixed: &Fixed, event: &Event) -> LogLine {
        LogLine { cue: cues::cue(fixed, event), ..events::line(fixed, event) }
    }

    fn told(fixed: &Fixed, sentence: String) -> String {
        names::told(fixed, sentence)
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
        decision: &Decision<Nine>,
        mode: &str,
        _number: Option<i32>,
        scope: u64,
    ) -> Standing<Nine> {
        stops::standing(fixed, view, decision, mode, scope)
    }

    fn document_choices(data: &Data, list: &str) -> Vec<client::DocumentChoice> {
        document::choices(data, list)
    }

    fn document_shapes(data: &Data, list: &str) -> Vec<client::PlacedShape> {
        document::shapes(data, list)
    }

    fn check_document(data: &Arc<Data>, kind: &str, text: &str) -> client::DocumentCheck {
        document::check(data, kind, text)
    }

    fn generate_document(data: &Arc<Data>, kind: &str, seed: u64, variant: Option<&str>) -> Option<String> {
        document::generate(data, kind, seed, variant)
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
