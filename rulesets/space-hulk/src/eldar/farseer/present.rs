//! The Farseer for clients: questions, options, the log, his cards in the scene.

use grognard_engine::client::{Badge, Piece, Place, PromptOption, Scene, Track, Tray};
use grognard_engine::message::Message;
use grognard_engine::present::LogLine;
use grognard_engine::refusal::Violation;
use grognard_engine::rule;

use super::card::{Card, Pile};
use super::choice::{Aim, Choice};
use super::event::Event;
use super::{Farseer, members, unit};
use crate::Fixed;
use crate::choice::piece_name;
use crate::piece::PieceId;
use crate::present::names::{Words, seat_name};
use crate::state::View;
use crate::table::{Side, Table};

/// The name of a card.
pub fn card_name(words: Words<'_>, card: Card) -> String {
    words.get(&format!("farseer.{}.name", card.name()))
}

fn card_names(words: Words<'_>, cards: Pile) -> String {
    let several = |card: Card| std::iter::repeat_n(card_name(words, card), cards.count(card).into());
    cards.kinds().flat_map(several).collect::<Vec<_>>().join(", ")
}

fn aim_name(words: Words<'_>, aim: Aim) -> String {
    match aim {
        Aim::None => String::new(),
        Aim::Model(piece) => words.piece(piece),
        Aim::Squad(squad) => words.say(Message::new("farseer.squad").number("squad", squad)),
        Aim::Haste(index, haste) => {
            let message = Message::new("farseer.haste").text("who", words.piece(PieceId::Marine(index)));
            words.say(message.text("what", words.get(&format!("farseer.{}", haste.name()))))
        }
    }
}

/// A question about the Farseer: its key.
pub fn question(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "keep" => "question.keep",
        "foretell" => "question.foretell",
        "stalk" => "question.stalk",
        _ => return None,
    })
}

/// What declining means at a question.
pub fn pass(kind: &str) -> Option<(&'static str, &'static str)> {
    Some(match kind {
        "foretell" => ("option.no-card", "SH-FSC-001"),
        "stalk" => ("option.no-stalk", "SH-FSC-008"),
        _ => return None,
    })
}

/// The name of a side's card as a piece of the scene.
fn card_id(side: Side, card: Card) -> String {
    format!("farseer-{}-{}", seat_name(side), card.name())
}

/// An option in words.
pub fn option(words: Words<'_>, view: &View, choice: Choice) -> PromptOption {
    let (fixed, table) = (words.fixed, &view.table);
    let side = view.side().unwrap_or(Side::Marine);
    let labelled = |label: Message, rule: &str| PromptOption {
        label: words.say(label),
        group: Some("farseer".to_owned()),
        rule: Some(rule.to_owned()),
        ..PromptOption::default()
    };
    let about = |card: Card| words.get(&format!("farseer.{}.about", card.name()));
    let cell = |piece: PieceId| table.cell(piece).map(|cell| words.square(cell));
    match choice {
        Choice::Keep(card) => PromptOption {
            detail: Some(about(card)),
            target: Some(card_id(side, card)),
            ..labelled(Message::new("option.keep").text("card", card_name(words, card)), card.rule().as_str())
        },
        Choice::Play(card, aim) => {
            let key = if aim == Aim::None { "option.play" } else { "option.play-on" };
            let label =
                Message::new(key).text("card", card_name(words, card)).text("on", aim_name(words, aim));
            let mut option = labelled(label, card.rule().as_str());
            option.detail = Some(about(card));
            match aim {
                Aim::Model(piece) => {
                    option.target = Some(piece_name(fixed, piece));
                    option.cells.extend(cell(piece));
                }
                Aim::Haste(index, _) => {
                    option.target = Some(piece_name(fixed, PieceId::Marine(index)));
                    option.cells.extend(cell(PieceId::Marine(index)));
                }
                Aim::Squad(squad) => {
                    let all =
                        members(fixed, table, side, squad).filter_map(|index| cell(PieceId::Marine(index)));
                    option.cells.extend(all);
                }
                Aim::None => {}
            }
            option
        }
        Choice::Stalk(die) => {
            let face = table.farseer_of(side).and_then(|farseer| farseer.stalked);
            let face = face.and_then(|dice| dice.get(usize::from(die).wrapping_sub(1)).copied()).unwrap_or(0);
            labelled(Message::new("option.stalk").number("die", die).number("face", face), "SH-FSC-008")
        }
    }
}

/// Why an answer about the Farseer is not among the options.
pub fn refusal(view: &View, kind: &str, choice: Choice) -> Vec<Violation> {
    let farseer = view.side().and_then(|side| view.table.farseer_of(side));
    let rule = match (kind, choice, &view.visions, farseer) {
        // SH-FSC-001: what is not in the hand cannot be played.
        ("act" | "react" | "foretell", Choice::Play(card, _), Some(visions), Some(farseer)) => {
            if visions.hand(farseer).count(card) > 0 { card.rule() } else { rule!("SH-FSC-001") }
        }
        ("stalk", Choice::Stalk(_), ..) => rule!("SH-FSC-008"),
        _ => rule!("SH-FSC-001"),
    };
    vec![crate::refusal::plain(rule)]
}

/// An event of a side's Farseer in words.
pub fn event(fixed: &Fixed, side: Side, event: Event) -> LogLine {
    let words = Words::new(fixed);
    let plain = |topic: &'static str, sentence: String| LogLine {
        topic,
        sentence,
        interrupts: true,
        seat: Some(seat_name(side).to_owned()),
        ..LogLine::default()
    };
    let line = |topic: &'static str, message: Message| {
        plain(topic, of_side(words, side, "farseer.by", words.say(message)))
    };
    let about = |topic: &'static str, piece: PieceId, message: Message| {
        let mut line = plain(topic, words.say(message.text("who", words.piece(piece))));
        line.places.pieces.push(piece_name(fixed, piece));
        line
    };
    match event {
        Event::Drew { cards } => {
            line("farseer-drew", Message::new("log.farseer-drew").number("cards", cards))
        }
        Event::Looked { cards } => {
            line("farseer-looked", Message::new("log.farseer-looked").text("cards", card_names(words, cards)))
        }
        Event::Kept => line("farseer-kept", Message::new("log.farseer-kept")),
        Event::Discarded { cards } => line(
            "farseer-discarded",
            Message::new("log.farseer-discarded").text("cards", card_names(words, cards)),
        ),
        Event::Shuffled { cards } => {
            line("farseer-shuffled", Message::new("log.farseer-shuffled").number("cards", cards))
        }
        Event::Played { card, aim } => {
            let key = if aim == Aim::None { "log.farseer-played" } else { "log.farseer-played-on" };
            let message = Message::new(key).text("card", card_name(words, card));
            let mut line = line("farseer-played", message.text("on", aim_name(words, aim)));
            if let Aim::Model(piece) = aim {
                line.places.pieces.push(piece_name(fixed, piece));
            }
            line
        }
        Event::Retained => line("farseer-retained", Message::new("log.farseer-retained")),
        Event::Guided { model } => about("guided", model, Message::new("log.guided")),
        Event::Doubled { model, ap } => about("doubled", model, Message::new("log.doubled").number("ap", ap)),
        Event::Stalked { die, old, new } => {
            let message = Message::new("log.stalked").number("die", die).number("old", old);
            line("stalked", message.number("new", new))
        }
        Event::Blessed { squad, points } => {
            let message = Message::new("log.blessed").number("squad", squad).number("points", points);
            line("blessed", message)
        }
        Event::Hastened { model, cost, full } => {
            about("hastened", model, Message::new("log.hurried").number("cost", cost).number("full", full))
        }
        Event::OutOfTime => line("out-of-time", Message::new("log.out-of-time")),
        Event::Faded { card } => {
            line("farseer-faded", Message::new("log.farseer-faded").text("card", card_name(words, card)))
        }
    }
}

/// Adds the cards of both sides: their owner sees them, the others how many there are.
pub fn add(fixed: &Fixed, view: &View, scene: &mut Scene) {
    let Some(farseers) = &view.table.farseer else { return };
    for side in farseers.sides() {
        if let Some(farseer) = farseers.of(side) {
            add_hand(fixed, view, side, farseer, scene);
        }
    }
}

fn add_hand(fixed: &Fixed, view: &View, side: Side, farseer: &Farseer, scene: &mut Scene) {
    let words = Words::new(fixed);
    let owner = seat_name(side);
    let tray = format!("farseer-{owner}");
    let known = match view.visions.filter(|_| view.side() == Some(side)) {
        Some(visions) => visions.hand(farseer).and(visions.drawn),
        None if farseer.retained => Pile::of(Card::CrystalSeer),
        None => Pile::default(),
    };
    let mut pieces = Vec::new();
    for card in known.kinds() {
        pieces.push(card_id(side, card));
        let several = known.count(card);
        scene.pieces.push(Piece {
            id: card_id(side, card),
            name: card_name(words, card),
            silhouette: "card-farseer".to_owned(),
            seat: Some(owner.to_owned()),
            place: Place::Tray { tray: tray.clone() },
            facing: None,
            text: (several > 1).then(|| several.to_string()),
            badges: vec![Badge {
                key: "farseer".to_owned(),
                label: words.get(&format!("farseer.{}.about", card.name())),
                rule: Some(card.rule().as_str().to_owned()),
                aside: None,
            }],
            meters: Vec::new(),
            states: Vec::new(),
            parts: Vec::new(),
        });
    }
    let held = u32::from(farseer.drawn)
        + u32::from(farseer.kept)
        + u32::from(farseer.extra)
        + u32::from(farseer.retained);
    scene.trays.push(Tray {
        name: of_side(words, side, "farseer.whose", words.get("tray.farseer")),
        id: tray,
        kind: "hand".to_owned(),
        seat: Some(owner.to_owned()),
        place: None,
        count: held,
        pieces,
    });
    let left = Pile::full(fixed).len().saturating_sub(farseer.discard.len() + held as usize) as i32;
    scene.tracks.push(Track {
        id: format!("farseer-deck-{owner}"),
        label: of_side(words, side, "farseer.whose", words.get("track.farseer-deck")),
        value: left.to_string(),
        number: Some(left),
        max: None,
        seat: Some(owner.to_owned()),
        rule: Some("SH-FSC-002".to_owned()),
    });
    // SH-FSC-012: the Marine side's points are shown anyway.
    if let (Side::Stealer, Some(points), false) = (side, view.brood_cp, farseer.blessed.is_empty()) {
        scene.tracks.push(Track {
            id: "bonus-points".to_owned(),
            label: words.get("track.bonus-points"),
            value: points.to_string(),
            number: Some(points.into()),
            max: None,
            seat: Some(owner.to_owned()),
            rule: Some("SH-FSC-012".to_owned()),
        });
    }
}

/// Words about a Farseer; whose he is stands beside them, in the form of a key, where both sides have one.
fn of_side(words: Words<'_>, side: Side, form: &'static str, what: String) -> String {
    if words.fixed.mission.farseer != [true; 2] {
        return what;
    }
    words.say(Message::new(form).text("what", what).text("side", words.side(side)))
}

/// The signs of cards in force on a piece.
pub fn badges(fixed: &Fixed, table: &Table, id: PieceId) -> Vec<Badge> {
    if table.farseer.is_none() {
        return Vec::new();
    }
    let words = Words::new(fixed);
    let side = table.side(id);
    let mut cards = Vec::new();
    if let Some(enemy) = table.farseer_of(side.other()) {
        cards.extend(enemy.doomed.contains(&id).then_some(Card::Doom));
        cards.extend(enemy.stilled.contains(&id).then_some(Card::TemporalWaveEnemy));
    }
    if let (PieceId::Marine(index), Some(farseer)) = (id, table.farseer_of(side)) {
        let squad = unit(fixed, index);
        if farseer.fated.contains(&squad) {
            cards.push(Card::BattleFate);
        }
        if farseer.stalking.contains(&squad) {
            cards.push(Card::ShadowStalker);
        }
        if farseer.blessing(squad) > 0 {
            cards.push(Card::ForceOfAsuryan);
        }
        if farseer.guided.iter().any(|guided| guided.model == index) {
            cards.push(Card::Guide);
        }
        if farseer.hastened.iter().any(|wave| wave.model == index) {
            cards.push(Card::TemporalWaveFriend);
        }
        if farseer.doubled.contains(&index) {
            cards.push(Card::StormOfSilence);
        }
    }
    let badge = |card: Card| Badge {
        key: card.name().to_owned(),
        label: card_name(words, card),
        rule: Some(card.rule().as_str().to_owned()),
        aside: None,
    };
    cards.into_iter().map(badge).collect()
}
