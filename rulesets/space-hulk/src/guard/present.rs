//! The Guard for clients: words of its actions and events.

use grognard_engine::message::Message;

use super::choice::Deed;
use super::event::Event;
use crate::piece::PieceId;
use crate::present::names::Words;

/// A question of the Guard: its key.
pub fn question(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "backup" => "question.backup",
        "reinforce" => "question.reinforce",
        _ => return None,
    })
}

/// An action in words: label, group, rule.
pub fn action(words: Words<'_>, deed: Deed) -> (Message, &'static str, &'static str) {
    match deed {
        Deed::Kneel => (Message::new("option.kneel"), "other", "SH-IGF-004"),
        Deed::Rise => (Message::new("option.rise"), "other", "SH-IGF-004"),
        Deed::Inspire(index) => {
            let label = Message::new("option.inspire").text("who", words.piece(PieceId::Marine(index)));
            (label, "fire", "SH-IGF-015")
        }
        Deed::Aim(points, weapon, at) => {
            let label = Message::new("option.aim").text("weapon", words.ranged(weapon));
            (label.text("target", words.mark(at)).number("points", points), "fire", "SH-IGF-021")
        }
    }
}

/// An event in words: what kind it is, whom it is about, and the sentence.
pub fn event(words: Words<'_>, event: Event) -> (&'static str, PieceId, Message) {
    match event {
        Event::Kneels { model } => ("kneel", model, Message::new("log.kneels")),
        Event::Rises { model } => ("rise", model, Message::new("log.rises")),
        Event::Called { officer, comes } => {
            let key = if comes { "log.backup-comes" } else { "log.backup-fails" };
            ("backup", officer, Message::new(key))
        }
        Event::Punishes { commissar, model, points } => {
            let message = Message::new("log.punishes").text("model", words.piece(model));
            ("punish", commissar, message.number("points", points))
        }
        Event::Inspired { commissar, models } => {
            ("inspired", commissar, Message::new("log.inspired").number("models", models))
        }
        Event::Dozes { ogryn } => ("dozes", ogryn, Message::new("log.dozes")),
    }
}
