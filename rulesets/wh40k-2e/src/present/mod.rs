//! What people see: scenes, questions, options, the log, cards. No range is told before it is measured (2E-GEN-011).

mod card;
mod cues;
mod datafax;
mod events;
mod fight;
mod form;
mod forms;
mod names;
mod odds;
mod overwatch;
mod psychic;
mod scene;
mod shortcuts;
mod stops;
mod words;

use std::sync::Arc;

use grognard_engine::SeatId;
use grognard_engine::client;
use grognard_engine::decision::Decision;
use grognard_engine::present::LogLine;
use grognard_engine::ruleset::{Present, Standing};

pub use scene::BOARD;

use crate::Second;
use crate::choice::Choice;
use crate::data::Data;
use crate::document;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::state::State;

impl Present for Second {
    fn name() -> &'static str {
        "40,000, 2nd edition"
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
        _decision: &Decision<Second>,
    ) -> (Option<client::PieceId>, Vec<client::CellId>) {
        (view.about.and_then(|unit| names::first_model(fixed, view, unit)), Vec::new())
    }

    fn shortcuts(
        fixed: &Fixed,
        view: &State,
        decision: &Decision<Second>,
    ) -> Vec<(Vec<Choice>, client::PromptOption)> {
        shortcuts::shortcuts(fixed, view, decision)
    }

    /// 2E-SET-011: the battle on the table that was laid out.
    fn sequel(fixed: &Fixed, view: &State) -> Option<client::Sequel> {
        form::sequel(fixed, view)
    }

    fn event(fixed: &Fixed, event: &Event) -> LogLine {
        let line = events::line(fixed, event);
        let (shapes, parts) = (cues::shapes(fixed, event), cues::parts(fixed, event));
        let places = client::Places { shapes, parts, ..line.places };
        LogLine { cue: cues::cue(fixed, event), places, ..line }
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
}
