//! Warlocks and Wraithguard for clients: words, badges, meters, refusals.

use grognard_engine::client::{Badge, Meter, PromptOption};
use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::rule;

use super::choice::{Choice, Command};
use super::event::{Damage, Event};
use super::{Order, is_warlock, spirit, within_reach};
use crate::Fixed;
use crate::choice::piece_name;
use crate::legal::objections;
use crate::piece::PieceId;
use crate::present::names::Words;
use crate::state::View;
use crate::table::Table;

/// A question about seers: its key.
pub fn question(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "order-also" => "question.order-also",
        "order-on-watch" => "question.order-on-watch",
        "channel" => "question.channel",
        "store-psi" => "question.store-psi",
        _ => return None,
    })
}

/// What declining means at a question.
pub fn pass(kind: &str) -> Option<(&'static str, &'static str)> {
    Some(match kind {
        "order-also" => ("option.nobody-else", "SH-WLK-005"),
        "order-on-watch" => ("option.no-order-on-watch", "SH-WGD-004"),
        "channel" => ("option.no-channel", "SH-WLK-003"),
        "store-psi" => ("option.no-store", "SH-WLK-003"),
        _ => return None,
    })
}

/// The name of an order.
fn order_name(words: Words<'_>, order: Order) -> String {
    words.get(&format!("order.{}", order.name()))
}

/// An order in words.
pub fn command(
    words: Words<'_>,
    table: &Table,
    warlock: Option<u8>,
    command: Command,
) -> (Message, Vec<String>) {
    let fixed = words.fixed;
    let mut cells = Vec::new();
    let message = if let Some(to) = command.to {
        cells.extend(table.cell(PieceId::Marine(to)).map(|cell| words.square(cell)));
        Message::new("option.order-to").text("to", words.piece(PieceId::Marine(to)))
    } else {
        let near = warlock.into_iter().flat_map(|warlock| within_reach(fixed, table, warlock));
        cells.extend(near.map(|(_, cell)| words.square(cell)));
        Message::new("option.order")
    };
    (message.text("order", order_name(words, command.order)), cells)
}

/// An option in words.
pub fn option(words: Words<'_>, table: &Table, choice: Choice) -> PromptOption {
    let fixed = words.fixed;
    let labelled = |label: Message, group: &str, rule: &str| PromptOption {
        label: words.say(label),
        group: Some(group.to_owned()),
        rule: Some(rule.to_owned()),
        ..PromptOption::default()
    };
    let points = |many: &'static str, one: &'static str, points: u8| {
        Message::new(if points == 1 { one } else { many }).number("points", points)
    };
    match choice {
        Choice::Will(warlock, given) => {
            let (label, cells) = command(words, table, Some(warlock), given);
            let said = words.say(label);
            let label = Message::new("option.will").text("order", said);
            let label = label.text("who", words.piece(PieceId::Marine(warlock)));
            let piece = Some(piece_name(fixed, PieceId::Marine(warlock)));
            PromptOption { piece, cells, ..labelled(label, "order", "SH-WLK-005") }
        }
        Choice::Also(index) => {
            let who = PieceId::Marine(index);
            let label = Message::new("option.also").text("who", words.piece(who));
            PromptOption { target: Some(piece_name(fixed, who)), ..labelled(label, "order", "SH-WLK-005") }
        }
        Choice::Channel(count) => {
            labelled(points("option.channel", "option.channel-one", count), "assault", "SH-WLK-003")
        }
        Choice::Store(count) => {
            labelled(points("option.store", "option.store-one", count), "other", "SH-WLK-003")
        }
    }
}

/// An event in words: what kind it is, whom it is about, and the sentence.
pub fn event(words: Words<'_>, event: Event) -> (&'static str, PieceId, Message) {
    let some = |many: &'static str, one: &'static str, points: u8| {
        Message::new(if points == 1 { one } else { many }).number("points", points)
    };
    let order = |key: &'static str, order: Order| Message::new(key).text("order", order_name(words, order));
    match event {
        Event::Gathered { warlock, points } => {
            ("psi-gathered", warlock, some("log.psi-gathered", "log.psi-gathered-one", points))
        }
        Event::Stored { warlock, points, all } => {
            let message = some("log.psi-stored", "log.psi-stored-one", points);
            ("psi-stored", warlock, message.number("all", all))
        }
        Event::Channelled { warlock, points, left } => {
            let message = some("log.psi-channelled", "log.psi-channelled-one", points);
            ("psi-channelled", warlock, message.number("left", left))
        }
        Event::Faded { warlock, points } => {
            ("psi-faded", warlock, some("log.psi-faded", "log.psi-faded-one", points))
        }
        Event::Ordered { warlock, order: given, models, psi } => {
            let key = if psi { "log.ordered-psi" } else { "log.ordered" };
            ("ordered", warlock, order(key, given).number("models", models))
        }
        Event::Heard { wraithguard, order: given, all } => {
            ("heard", wraithguard, order("log.heard", given).number("all", all))
        }
        Event::Obeys { wraithguard, order: given, left } => {
            ("obeys", wraithguard, order("log.obeys", given).number("left", left))
        }
        Event::Forgotten { wraithguard, orders } => {
            ("orders-forgotten", wraithguard, Message::new("log.orders-forgotten").number("orders", orders))
        }
        Event::Damaged { wraithguard, damage } => {
            let key = match damage {
                Damage::None => "log.wraithguard-undamaged",
                Damage::Down => "log.wraithguard-down",
                Damage::Destroyed => "log.wraithguard-destroyed",
                Damage::Released => "log.wraithguard-released",
            };
            ("wraithguard-damage", wraithguard, Message::new(key))
        }
    }
}

/// SH-WLK-005: the orders a Wraithguard has not carried out yet.
pub fn badges(fixed: &Fixed, table: &Table, id: PieceId) -> Vec<Badge> {
    let (PieceId::Marine(index), true) = (id, table.seers.is_some()) else { return Vec::new() };
    let words = Words::new(fixed);
    let held = spirit(table, index);
    let badge = |order: Order| Badge {
        key: format!("order-{}", order.name()),
        label: words.say(
            Message::new("badge.order").text("order", order_name(words, order)).number("n", held.has(order)),
        ),
        rule: Some("SH-WLK-005".to_owned()),
        aside: None,
    };
    Order::ALL.into_iter().filter(|order| held.has(*order) > 0).map(badge).collect()
}

/// SH-WLK-003, SH-WLK-004: a Warlock's psi points.
pub fn meters(fixed: &Fixed, table: &Table, id: PieceId) -> Vec<Meter> {
    let PieceId::Marine(index) = id else { return Vec::new() };
    if table.seers.is_none() || !is_warlock(fixed, index) {
        return Vec::new();
    }
    let (words, held) = (Words::new(fixed), spirit(table, index));
    let meter = |key: &str, value: u8| Meter {
        key: key.to_owned(),
        label: words.get(&format!("meter.{key}")),
        value: value.into(),
        max: None,
    };
    let mut meters = vec![meter("psi", held.psi)];
    if fixed.profile(index).has(crate::profile::Melee::WitchBlade) {
        meters.push(meter("witch-blade", held.stored));
    }
    meters
}

/// Why an answer about seers is not among the options.
pub fn refusal(fixed: &Fixed, view: &View, choice: Choice) -> Vec<Violation> {
    let table = &view.table;
    match choice {
        Choice::Will(warlock, command) => {
            let who = PieceId::Marine(warlock);
            let found = objections(fixed, table, who, command.into(), u8::MAX);
            let said = found.iter().filter_map(|found| crate::present::violation(fixed, who, found));
            let all: Vec<_> = said.collect();
            // SH-WLK-004: nothing but psi points is wanting.
            if all.is_empty() { vec![crate::refusal::plain(rule!("SH-WLK-004"))] } else { all }
        }
        Choice::Also(_) => vec![crate::refusal::plain(rule!("SH-WLK-005"))],
        Choice::Channel(_) | Choice::Store(_) => vec![crate::refusal::plain(rule!("SH-WLK-003"))],
    }
}
