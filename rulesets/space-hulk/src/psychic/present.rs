//! Psychic combat for clients: questions, options, refusals.

use grognard_engine::client::{Meter, PromptOption};
use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::{RuleId, rule};

use super::card::{Card, CardSet, Kind, Suit};
use super::choice::{Aim, Cast, Choice};
use super::marine_level;
use crate::Fixed;
use crate::piece::{Mark, PieceId};
use crate::present::names::{Words, mark_id, squares};
use crate::state::View;
use crate::table::Table;

/// The name of what a card does.
pub fn kind_name(words: Words<'_>, kind: Kind) -> String {
    words.get(&format!("card.{}", kind.name()))
}

/// The name of a suit.
pub fn suit_name(words: Words<'_>, suit: Suit) -> String {
    words.get(&format!("suit.{}", suit.name()))
}

/// A card: `Smite`, `Power Aura`.
pub fn card_name(words: Words<'_>, card: Card) -> String {
    let face = words.fixed.data.deck.face(card);
    let name = kind_name(words, face.kind);
    if face.kind == Kind::Aura {
        let suit = suit_name(words, face.suit);
        return words.say(Message::new("card.aura-of").text("suit", suit));
    }
    name
}

/// Several cards.
pub fn card_names(words: Words<'_>, cards: CardSet) -> String {
    let names: Vec<_> = cards.iter().map(|card| card_name(words, card)).collect();
    names.join(", ")
}

/// What an attack is aimed at.
pub fn aim_name(words: Words<'_>, aim: Aim) -> String {
    match aim {
        Aim::Own => String::new(),
        Aim::Model(piece) => words.piece(piece),
        Aim::Thing(cell) => words.thing(cell),
        Aim::Section(section) => {
            words.say(Message::new("psychic.section").text("section", words.section(section)))
        }
    }
}

/// A question of psychic combat.
pub fn question(words: Words<'_>, view: &View, kind: &str) -> Option<Message> {
    let attack = view.table.psychic.as_ref().and_then(|psychic| psychic.attack);
    let message = Message::new(match kind {
        "psi" => "question.psi",
        "bonus" => "question.bonus",
        "force" => "question.force",
        "uphold" => "question.uphold",
        "shield" => "question.shield",
        "discard" => "question.discard",
        "strike" => "question.strike",
        "teleport" => "question.teleport",
        "blast" => "question.blast",
        "control" => "question.control",
        "assail" => "question.assail",
        "assail-face" => "question.assail-face",
        "assail-prone" => "question.assail-prone",
        "disperse" => "question.disperse",
        "decay" => "question.decay",
        "draw" => "question.draw-cards",
        "nemesis-cards" => "question.nemesis-cards",
        "nemesis-answer" => "question.nemesis-answer",
        _ => return None,
    });
    Some(match attack {
        Some(attack) => message
            .text("card", card_name(words, attack.card))
            .text("by", words.piece(attack.by))
            .text("at", aim_name(words, attack.aim)),
        None => message
            .text("card", words.get("psychic.effect"))
            .text("by", String::new())
            .text("at", String::new()),
    })
}

/// What declining means at a question.
pub fn pass(kind: &str) -> Option<(&'static str, &'static str)> {
    Some(match kind {
        "psi" => ("option.no-psi", "SH-WFW-003"),
        "bonus" => ("option.no-bonus", "SH-WFW-002"),
        "force" => ("option.no-force", "SH-FRC-001"),
        "uphold" => ("option.no-uphold", "SH-FBT-001"),
        "shield" => ("option.no-shield", "SH-PCD-001"),
        "discard" => ("option.keep-hand", "SH-DRW-006"),
        "strike" => ("option.end-arc", "SH-PCD-009"),
        "control" => ("option.no-order", "SH-PCD-003"),
        "assail-prone" => ("option.stays-up", "SH-PCD-014"),
        "disperse" => ("option.no-disperse", "SH-DSP-001"),
        "decay" => ("option.no-decay", "SH-DSP-004"),
        "nemesis-answer" => ("option.no-answer", "SH-WNM-004"),
        _ => return None,
    })
}

/// An option in words.
pub fn option(words: Words<'_>, table: &Table, choice: Choice) -> PromptOption {
    let fixed = words.fixed;
    let labelled = |label: Message, rule: RuleId| PromptOption {
        label: words.say(label),
        group: Some("psychic".to_owned()),
        rule: Some(rule.as_str().to_owned()),
        ..PromptOption::default()
    };
    let with = |key: &'static str, card: Card, rule: RuleId| PromptOption {
        detail: Some(face(words, card)),
        target: Some(card_id(fixed, card)),
        ..labelled(Message::new(key).text("card", card_name(words, card)), rule)
    };
    let section = |section: u8| squares(fixed, &fixed.mission.sections[section as usize]);
    match choice {
        Choice::Psi(points) => {
            let key = if points == 1 { "option.psi-one" } else { "option.psi" };
            labelled(Message::new(key).number("points", points), rule!("SH-WFW-003"))
        }
        Choice::Bonus(cards) => {
            let label = Message::new("option.bonus").text("cards", card_names(words, cards));
            labelled(label.number("bonus", fixed.data.deck.bonus(cards)), rule!("SH-WFW-002"))
        }
        Choice::Discard(card) => with("option.discard", card, rule!("SH-DRW-006")),
        Choice::Force(card) => with("option.force", card, rule!("SH-FRC-001")),
        Choice::Shield(card) => with("option.shield", card, rule!("SH-PCD-001")),
        Choice::Strike(mark) => PromptOption {
            target: Some(mark_id(fixed, mark)),
            cells: mark_cell(words, table, mark),
            ..labelled(Message::new("option.strike").text("target", words.mark(mark)), rule!("SH-PCD-007"))
        },
        Choice::Disperse(at, card) => {
            let label = Message::new("option.disperse").text("section", words.section(at));
            PromptOption {
                cells: section(at),
                detail: Some(face(words, card)),
                ..labelled(label.text("card", card_name(words, card)), rule!("SH-DSP-001"))
            }
        }
        Choice::Decay(at) => {
            let effect = table.psychic.as_ref().and_then(|psychic| psychic.on(at as usize));
            let card =
                effect.map_or_else(|| words.get("psychic.effect"), |effect| kind_name(words, effect.kind));
            let label = Message::new("option.decay").text("card", card).text("section", words.section(at));
            PromptOption { cells: section(at), ..labelled(label, rule!("SH-DSP-004")) }
        }
        Choice::Floor => labelled(Message::new("option.floor"), rule!("SH-PCD-014")),
        Choice::Draw(cards) => {
            let key = match cards {
                0 => "option.draw-none",
                1 => "option.draw-one",
                _ => "option.draw-cards",
            };
            labelled(Message::new(key).number("cards", cards), rule!("SH-DRW-004"))
        }
    }
}

fn mark_cell(words: Words<'_>, table: &Table, mark: Mark) -> Vec<String> {
    let cell = match mark {
        Mark::Model(piece) => table.cell(piece),
        Mark::Door(door) => Some(door),
    };
    cell.into_iter().map(|cell| words.square(cell)).collect()
}

/// The name of a card as a piece of the scene.
pub fn card_id(fixed: &Fixed, card: Card) -> String {
    format!("card-{}", fixed.data.deck.face(card).id)
}

/// What is printed on a card, in a line.
pub fn face(words: Words<'_>, card: Card) -> String {
    let face = words.fixed.data.deck.face(card);
    let key = match (face.bonus, face.force) {
        (0, _) => "card.face-aura",
        (_, None) => "card.face-no-force",
        (_, Some(_)) => "card.face",
    };
    told(words, card, key)
}

/// The same without the bonus, which stands beside it.
pub fn printed(words: Words<'_>, card: Card) -> String {
    let force = words.fixed.data.deck.face(card).force;
    told(words, card, if force.is_none() { "card.printed-no-force" } else { "card.face-aura" })
}

fn told(words: Words<'_>, card: Card, key: &'static str) -> String {
    let face = words.fixed.data.deck.face(card);
    let message = Message::new(key).text("suit", suit_name(words, face.suit)).number("bonus", face.bonus);
    words.say(match face.force {
        Some(suit) => message.text("force", suit_name(words, suit)),
        None => message,
    })
}

/// A card played for its name, in words: label, target and squares.
pub fn cast(words: Words<'_>, table: &Table, cast: Cast, option: &mut PromptOption) -> Message {
    let fixed = words.fixed;
    option.detail = Some(face(words, cast.card));
    match cast.aim {
        Aim::Own => {}
        Aim::Model(piece) => {
            option.target = Some(mark_id(fixed, Mark::Model(piece)));
            option.cells = mark_cell(words, table, Mark::Model(piece));
        }
        Aim::Thing(cell) => {
            option.target = Some(mark_id(fixed, Mark::Door(cell)));
            option.cells = vec![words.square(cell)];
        }
        Aim::Section(section) => option.cells = squares(fixed, &fixed.mission.sections[section as usize]),
    }
    let key = if cast.aim == Aim::Own { "option.cast" } else { "option.cast-at" };
    Message::new(key).text("card", card_name(words, cast.card)).text("at", aim_name(words, cast.aim))
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

/// Why an answer of psychic combat is not among the options.
pub fn refusal(fixed: &Fixed, view: &View, kind: &str, choice: Choice) -> Vec<Violation> {
    let deck = &fixed.data.deck;
    let held = match choice {
        Choice::Discard(card) | Choice::Force(card) | Choice::Shield(card) | Choice::Disperse(_, card) => {
            view.hand.contains(card)
        }
        Choice::Bonus(cards) => cards.is_subset(view.hand),
        _ => true,
    };
    // SH-PSY-001: what is not in the hand cannot be played.
    let rule = if held {
        match (kind, choice) {
            // SH-FRC-002: the icon must match.
            ("force" | "uphold", Choice::Force(_)) => rule!("SH-FRC-002"),
            ("shield", Choice::Shield(card)) if deck.face(card).kind != Kind::Aura => rule!("SH-PCD-001"),
            ("bonus", Choice::Bonus(_)) => rule!("SH-PLY-007"),
            ("nemesis-cards", Choice::Bonus(_)) => rule!("SH-WNM-003"),
            ("draw", Choice::Draw(_)) => rule!("SH-DRW-004"),
            ("strike", Choice::Strike(_)) => rule!("SH-PCD-007"),
            ("disperse", Choice::Disperse(section, card)) => {
                let marker = view.table.psychic.as_ref().and_then(|psychic| psychic.on(section as usize));
                match marker.map(|marker| deck.attack_of(marker.kind)) {
                    Some(attack) if attack.unstoppable => rule!("SH-DSP-003"),
                    Some(attack) if deck.face(card).force != attack.suit => rule!("SH-FRC-002"),
                    _ => rule!("SH-DSP-001"),
                }
            }
            // SH-DSP-005: what stands is answered in the Endphase, not when one comes into it.
            ("act" | "command" | "react" | "reaction", Choice::Force(_) | Choice::Disperse(..)) => {
                rule!("SH-DSP-005")
            }
            ("decay", Choice::Decay(_)) => rule!("SH-DSP-004"),
            _ => return Vec::new(),
        }
    } else {
        rule!("SH-PSY-001")
    };
    vec![crate::refusal::plain(rule)]
}
