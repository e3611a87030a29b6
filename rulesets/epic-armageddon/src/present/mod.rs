//! What people see: scenes, questions, options, the log, cards.

mod card;
mod cues;
mod events;
mod flights;
mod form;
mod forms;
mod looking;
mod names;
mod odds;
mod scene;
mod words;

use std::sync::Arc;

use grognard_engine::client;
use grognard_engine::decision::Decision;
use grognard_engine::present::LogLine;
use grognard_engine::ruleset::Present;

pub use scene::BOARD;

use crate::Epic;
use crate::data::Data;
use crate::document;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::state::State;

impl Present for Epic {
    fn name() -> &'static str {
        "Epic: Armageddon"
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
        _decision: &Decision<Epic>,
    ) -> (Option<client::PieceId>, Vec<client::CellId>) {
        (view.about.formation.and_then(|id| words::first_unit(fixed, view, id)), Vec::new())
    }

    fn event(fixed: &Fixed, event: &Event) -> LogLine {
        events::line_and_cue(fixed, event)
    }
}
