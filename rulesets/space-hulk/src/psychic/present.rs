//! Psychic combat for clients: words, meters.

use grognard_engine::client::{Meter, PromptOption};
use grognard_engine::message::Message;

use super::choice::Choice;
use super::event::Event;
use super::marine_level;
use crate::Fixed;
use crate::piece::PieceId;
use crate::present::names::Words;
use crate::table::Table;

/// A question of psychic combat: its key.
pub fn question(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "psi" => "question.psi",
        _ => return None,
    })
}

/// An option in words.
pub fn option(words: Words<'_>, choice: Choice) -> PromptOption {
    match choice {
        Choice::Psi(points) => {
            let key = if points == 1 { "option.psi-one" } else { "option.psi" };
            PromptOption {
                label: words.say(Message::new(key).number("points", points)),
                group: Some("assault".to_owned()),
                rule: Some("SH-WFW-003".to_owned()),
                ..PromptOption::default()
            }
        }
    }
}

/// An event in words: what kind it is, whom it is about, and the sentence.
pub fn event(event: Event) -> (&'static str, PieceId, Message) {
    match event {
        Event::Mastery { psyker, level, points } => {
            ("mastery", psyker, Message::new("log.mastery").number("level", level).number("points", points))
        }
        Event::PsiSpent { psyker, points, left } => {
            let key = if points == 1 { "log.psi-one" } else { "log.psi" };
            ("psi", psyker, Message::new(key).number("points", points).number("left", left))
        }
    }
}

/// SH-PSQ-002: psi points left of those he began with.
pub fn meters(fixed: &Fixed, table: &Table, id: PieceId) -> Option<Meter> {
    let (psychic, PieceId::Marine(index)) = (table.psychic.as_ref()?, id) else { return None };
    let level = marine_level(fixed, index)?;
    if fixed.mission.psychic != super::Mode::Psi {
        return None;
    }
    Some(Meter {
        key: "psi".to_owned(),
        label: Words::new(fixed).get("meter.psi"),
        value: psychic.psi[index as usize].into(),
        max: Some(fixed.numbers().psi.points[level as usize - 1].into()),
    })
}
