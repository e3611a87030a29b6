//! What clients draw and read, made from views and events: scene, words, setup form, answers to questions.
//!
//! Every sentence stands in `data/texts/en.toml`; this module chooses keys and fills their holes. It decides no
//! rule: legality, costs and numbers come from the modules that enforce them.

pub mod cues;
pub mod goals;
pub mod names;
pub mod pieces;
pub mod query;
pub mod reactions;
mod refusals;
pub mod scene;
pub mod sentences;
pub mod setup;
pub mod sides;
pub mod stops;
pub mod things;
pub mod warnings;
pub mod wording;

pub use query::query;
pub use refusals::violation;
pub use scene::scene;
pub use sentences::event;
pub use setup::setup_form;
pub use wording::{option, question, subject};

#[cfg(test)]
mod tests;

use std::sync::Arc;

use grognard_engine::SeatId;
use grognard_engine::client;
use grognard_engine::decision::{Answers, Ask, Decision};
use grognard_engine::message::Texts;
use grognard_engine::present::LogLine;
use grognard_engine::refusal::Refusal;
use grognard_engine::ruleset::{Present, Standing};

use crate::bidding::Sheet;
use crate::choice::Choice;
use crate::event::Event;
use crate::state::{State, View};
use crate::{Data, Fixed, SpaceHulk};

impl Present for SpaceHulk {
    fn name() -> &'static str {
        "Space Hulk"
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
        setup::setup_form(data)
    }

    fn scene(fixed: &Fixed, view: &View) -> client::Scene {
        scene::scene(fixed, view)
    }

    fn question(fixed: &Fixed, view: &View, decision: &Decision<SpaceHulk>) -> String {
        wording::question(fixed, view, &decision.ask)
    }

    fn option(fixed: &Fixed, view: &View, ask: &Ask, choice: &Choice) -> client::PromptOption {
        wording::option(fixed, view, ask, choice)
    }

    fn shortcuts(
        fixed: &Fixed,
        view: &View,
        decision: &Decision<SpaceHulk>,
    ) -> Vec<(Vec<Choice>, client::PromptOption)> {
        reactions::shortcuts(fixed, view, decision)
    }

    fn subject(
        fixed: &Fixed,
        view: &View,
        decision: &Decision<SpaceHulk>,
    ) -> (Option<client::PieceId>, Vec<client::CellId>) {
        wording::subject(fixed, view, &decision.ask, options_of(decision))
    }

    fn proposal(fixed: &Fixed, _view: &View, _shape: &Sheet) -> Option<client::ProposalForm> {
        Some(crate::bidding::present::form(fixed))
    }

    fn sequel(fixed: &Fixed, view: &View) -> Option<client::Sequel> {
        crate::bidding::present::sequel(fixed, view)
    }

    fn event(fixed: &Fixed, event: &Event) -> LogLine {
        LogLine { cue: cues::cue(event), ..sentences::event(fixed, event) }
    }

    fn query(fixed: &Fixed, view: &View, query: &client::Query) -> Result<client::QueryAnswer, Refusal> {
        query::query(fixed, view, query)
    }

    fn stop_modes(fixed: &Fixed, seat: SeatId) -> Vec<client::StopMode> {
        stops::stop_modes(fixed, seat)
    }

    fn stop_scope(_fixed: &Fixed, view: &View, mode: &str) -> u64 {
        stops::stop_scope(view, mode)
    }

    fn standing(
        fixed: &Fixed,
        view: &View,
        decision: &Decision<SpaceHulk>,
        mode: &str,
        number: Option<i32>,
        scope: u64,
    ) -> Standing<SpaceHulk> {
        stops::standing(fixed, view, decision, mode, number, scope)
    }

    fn document_choices(data: &Data, list: &str) -> Vec<client::DocumentChoice> {
        crate::document::choices(data, list)
    }

    fn check_document(data: &Arc<Data>, kind: &str, text: &str) -> client::DocumentCheck {
        crate::document::check(data, kind, text)
    }

    fn generate_document(data: &Arc<Data>, kind: &str, seed: u64, _variant: Option<&str>) -> Option<String> {
        crate::document::generate(data, kind, seed)
    }

    fn scenario(data: &Arc<Data>, text: &str) -> Result<(Fixed, State), String> {
        crate::scenario::scenario(data, text)
    }

    fn inspect(fixed: &Fixed, state: &State, what: &str) -> Option<String> {
        crate::scenario::inspect(fixed, state, what)
    }

    fn cited() -> &'static [&'static str] {
        crate::embedded::CITED
    }

    fn embedded() -> &'static [(&'static str, &'static str)] {
        crate::embedded::DATA
    }
}

fn options_of(decision: &Decision<SpaceHulk>) -> &[Choice] {
    match &decision.answers {
        Answers::Options(options) => options,
        Answers::Proposal(_) => &[],
    }
}
