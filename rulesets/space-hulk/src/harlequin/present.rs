//! Harlequins for clients: words of what they do, are asked and meet with.

use grognard_engine::client::{Badge, PromptOption};
use grognard_engine::message::Message;

use super::choice::{Answer, Deed};
use super::event::Event;
use super::{is_soloist, performer};
use crate::Fixed;
use crate::choice::piece_name;
use crate::piece::PieceId;
use crate::present::names::Words;
use crate::table::Table;

/// A question only they are asked: its key.
pub fn question(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "solo" => "question.solo",
        "follow" => "question.follow",
        "dance" => "question.dance",
        _ => return None,
    })
}

/// What doing nothing means at such a question: its label and rule.
pub fn pass(kind: &str) -> Option<(&'static str, &'static str)> {
    Some(match kind {
        "solo" => ("option.no-solo", "SH-HRL-005"),
        "follow" => ("option.hold", "SH-HRL-006"),
        "dance" => ("option.no-dance", "SH-HRL-006"),
        _ => return None,
    })
}

/// An action in words: label, group, rule.
pub fn action(words: Words<'_>, deed: Deed) -> (Message, &'static str, &'static str) {
    match deed {
        Deed::Dance(target) => {
            let label = Message::new("option.dance").text("target", words.piece(target));
            (label, "assault", "SH-HRL-006")
        }
        Deed::Stance => (Message::new("option.stance"), "overwatch", "SH-HRL-009"),
        Deed::FreeKiss => (Message::new("option.free-kiss"), "other", "SH-HRL-010"),
    }
}

/// An answer in words, with what to highlight.
pub fn option(words: Words<'_>, table: &Table, answer: Answer) -> PromptOption {
    let (key, target, group, rule) = match answer {
        Answer::Solo(index) => ("option.solo", PieceId::Marine(index), "activate", "SH-HRL-005"),
        Answer::Strike(target) => ("option.lunge", target, "assault", "SH-HRL-006"),
    };
    PromptOption {
        label: words.say(Message::new(key).text("who", words.piece(target))),
        group: Some(group.to_owned()),
        rule: Some(rule.to_owned()),
        target: Some(piece_name(words.fixed, target)),
        cells: table.cell(target).map(|cell| words.square(cell)).into_iter().collect(),
        ..PromptOption::default()
    }
}

/// An event in words: what kind it is, whom it is about, and the sentence.
pub fn event(words: Words<'_>, event: Event) -> (&'static str, PieceId, Message) {
    match event {
        Event::Solo { model } => ("solo", model, Message::new("log.solo")),
        Event::Dances { model } => ("dance", model, Message::new("log.dances")),
        Event::DanceOver { model, rounds } => {
            ("dance-over", model, Message::new("log.dance-over").number("rounds", rounds))
        }
        Event::Stance { model } => ("stance", model, Message::new("log.stance")),
        Event::StanceOver { model, why } => {
            let message = Message::new("log.stance-over").text("why", words.of_family("stance", why));
            ("stance-over", model, message)
        }
        Event::Kissed { model, stuck } => {
            let key = if stuck { "log.kiss-stuck" } else { "log.kiss-clear" };
            ("kiss", model, Message::new(key))
        }
        Event::Freed { model } => ("kiss-free", model, Message::new("log.kiss-free")),
    }
}

/// The signs on a Harlequin.
pub fn badges(fixed: &Fixed, table: &Table, id: PieceId) -> Vec<Badge> {
    let (PieceId::Marine(index), true) = (id, table.troupe.is_some()) else { return Vec::new() };
    let words = Words::new(fixed);
    let one = performer(table, index);
    let shown = [
        (one.stance, "stance", "SH-HRL-009"),
        (one.stuck, "stuck", "SH-HRL-010"),
        (is_soloist(table, index), "solo", "SH-HRL-005"),
    ];
    let badge = |(_, key, rule): (bool, &str, &str)| Badge {
        key: key.to_owned(),
        label: words.get(&format!("badge.{key}")),
        rule: Some(rule.to_owned()),
        aside: None,
    };
    shown.into_iter().filter(|(there, ..)| *there).map(badge).collect()
}
