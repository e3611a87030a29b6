//! What people see: scenes, questions, options, the log, cards. No range is told before it is measured (5B-DIC-006).

mod card;
mod cues;
mod events;
mod form;
mod forms;
mod hull;
mod names;
pub mod odds;
mod scene;
mod unbuilt;
mod vehicles;
mod words;

use std::sync::Arc;

use grognard_engine::client;
use grognard_engine::decision::Decision;
use grognard_engine::present::LogLine;
use grognard_engine::ruleset::Present;

pub use scene::BOARD;

use crate::Fifth;
use crate::data::Data;
use crate::document;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::state::State;

impl Present for Fifth {
    fn name() -> &'static str {
        "40,000, 5th edition and a fan variant"
    }

    fn under_construction() -> bool {
        true
    }

    grognard_engine::shown_in_modules!();

    fn document_choices(data: &Data, list: &str) -> Vec<client::DocumentChoice> {
        document::choices(data, list)
    }

    fn check_document(data: &Arc<Data>, kind: &str, text: &str) -> client::DocumentCheck {
        document::check(data, kind, text)
    }

    fn subject(
        fixed: &Fixed,
        view: &State,
        _decision: &Decision<Fifth>,
    ) -> (Option<client::PieceId>, Vec<client::CellId>) {
        (view.about.and_then(|unit| names::first_model(fixed, view, unit)), Vec::new())
    }

    fn event(fixed: &Fixed, event: &Event) -> LogLine {
        LogLine { cue: cues::cue(event), ..events::line(fixed, event) }
    }
}
