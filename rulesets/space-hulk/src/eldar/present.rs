//! Aspect Warriors for clients: words of their actions and events, signs on their models.

use grognard_engine::client::Badge;
use grognard_engine::message::Message;
use grognard_space::grid::Cell;

use super::deed::Deed;
use super::event::Event;
use super::warrior::{self, Storm};
use super::{aspect, banshee};
use crate::Fixed;
use crate::legal::flame_extent;
use crate::piece::PieceId;
use crate::present::names::Words;
use crate::profile::Aspect;
use crate::table::Table;

/// A question of Aspect Warriors: its key.
pub fn question(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "reroll" => "question.reroll",
        "web" => "question.web",
        _ => return None,
    })
}

/// An action in words: label, group, rule.
pub fn action(words: Words<'_>, deed: Deed) -> (Message, &'static str, &'static str) {
    match deed {
        Deed::Storm => (Message::new("option.storm"), "fire", "SH-DAV-003"),
        Deed::Mask => (Message::new("option.mask"), "other", "SH-HBN-002"),
        Deed::Melt(at) => (Message::new("option.melt").text("at", words.square(at)), "other", "SH-FDR-005"),
        Deed::Watch(weapon) => {
            let label = Message::new("option.watch").text("weapon", words.ranged(weapon));
            (label, "overwatch", "SH-DRP-004")
        }
        Deed::Shout => (Message::new("option.shout"), "fire", "SH-EXA-016"),
    }
}

/// An event in words: what kind it is, whom it is about, where it happened, and the sentence.
pub fn event(words: Words<'_>, event: Event) -> (&'static str, Option<PieceId>, Option<Cell>, Message) {
    let at = match event {
        Event::Melts { at, .. } | Event::Pitfall { at } => Some(at),
        _ => None,
    };
    let (topic, piece, message) = match event {
        Event::Pitfall { at } => {
            return ("pitfall", None, Some(at), Message::new("log.pitfall").text("at", words.square(at)));
        }
        Event::Storm { by } => ("storm", by, Message::new("log.storm")),
        Event::StormOver { by } => ("storm-over", by, Message::new("log.storm-over")),
        Event::Mask { by } => ("mask", by, Message::new("log.mask")),
        Event::Shaken { by, piece } => {
            ("shaken", piece, Message::new("log.shaken").text("by", words.piece(by)))
        }
        Event::Melts { by, weapon, at, hit } => {
            let key = if hit { "log.melts" } else { "log.melts-not" };
            let message = Message::new(key).text("weapon", words.ranged(weapon));
            ("melt", by, message.text("at", words.square(at)))
        }
        Event::Deflects { model } => ("deflects", model, Message::new("log.deflects")),
        Event::Watches { by, weapon } => {
            ("overwatch", by, Message::new("log.watches").text("weapon", words.ranged(weapon)))
        }
        Event::Stings { by, target, hit } => {
            let message = Message::new("log.stings").text("target", words.piece(target));
            ("sting", by, message.key("result", if hit { "log.hit" } else { "log.miss" }))
        }
        Event::Rerolled { by, old, new, .. } => {
            ("reroll", by, Message::new("log.rerolled").number("old", old).number("new", new))
        }
        Event::FliesOn { by, kills } => ("web", by, Message::new("log.web").number("kills", kills)),
        Event::Shouts { by } => ("shout", by, Message::new("log.shouts")),
    };
    (topic, Some(piece), at, message)
}

/// SH-EXA-016: the friends a War Shout might kill.
pub fn shout_warning(fixed: &Fixed, table: &Table, who: PieceId) -> Option<String> {
    let words = Words::new(fixed);
    let cells = flame_extent(fixed, table, table.cell(who)?) & table.occupied();
    let friends: Vec<_> = cells
        .iter()
        .filter_map(|cell| table.piece_at(cell))
        .filter(|piece| !table.enemies(who, *piece))
        .filter(|piece| aspect(fixed, *piece) != Some(Aspect::HowlingBanshee))
        .map(|piece| words.piece(piece))
        .collect();
    let said = Message::new("confirm.shout").text("who", friends.join(", "));
    (!friends.is_empty()).then(|| words.say(said))
}

/// The signs on a piece.
pub fn badges(fixed: &Fixed, table: &Table, piece: PieceId) -> Vec<Badge> {
    let words = Words::new(fixed);
    let mut badges = Vec::new();
    let mut add = |key: &str, label: String, rule: &str| {
        badges.push(Badge { key: key.to_owned(), label, rule: Some(rule.to_owned()), aside: None });
    };
    let heard = banshee::heard(table, piece);
    if heard > 0 {
        add("shaken", words.say(Message::new("badge.shaken").number("n", heard)), "SH-HBN-002");
    }
    if let PieceId::Marine(index) = piece {
        let warrior = warrior::of(table, index);
        if warrior.storm == Storm::Raging {
            add("storm", words.get("badge.storm"), "SH-DAV-003");
        }
        if warrior.mask {
            add("mask", words.get("badge.mask"), "SH-HBN-002");
        }
        if let Some(weapon) = warrior.watches_with.filter(|_| table.marines[index as usize].overwatch) {
            let label = Message::new("badge.loaded").text("weapon", words.ranged(weapon));
            add("loaded", words.say(label), "SH-DRP-004");
        }
    }
    badges
}
