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
mod shortcuts;
mod stops;
mod terrain;
mod ways;
mod words;

use std::sync::Arc;

use grognard_engine::SeatId;
use grognard_engine::client;
use grognard_engine::decision::Decision;
use grognard_engine::present::LogLine;
use grognard_engine::ruleset::{Present, Standing};

pub use scene::BOARD;

use crate::Nine;
use crate::choice::Choice;
use crate::data::Data;
use crate::document;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::state::State;

impl Present for Nine {
    fn name() -> &'static str {
        "40,000, 9th edition"
    }

    grognard_engine::shown_in_modules!();

    fn subject(
        fixed: &Fixed,
        view: &State,
        decision: &Decision<Nine>,
    ) -> (Option<client::PieceId>, Vec<client::CellId>) {
        (words::subject(fixed, view, decision), Vec::new())
    }

    fn shortcuts(
        fixed: &Fixed,
        view: &State,
        decision: &Decision<Nine>,
    ) -> Vec<(Vec<Choice>, client::PromptOption)> {
        shortcuts::shortcuts(fixed, view, decision)
    }

    fn event(fixed: &Fixed, event: &Event) -> LogLine {
        LogLine { cue: cues::cue(fixed, event), ..events::line(fixed, event) }
    }

    fn told(fixed: &Fixed, sentence: String) -> String {
        names::told(fixed, sentence)
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
}
