//! Answers of psychic combat, and their text form.

use grognard_space::grid::Cell;
use serde::{Deserialize, Serialize};

use super::card::{Card, CardSet, Kind};
use crate::Fixed;
use crate::choice::{TextReader, mark_name, piece_name, square_name};
use crate::piece::{Mark, PieceId};

/// What an attack is aimed at (SH-PTG-001).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Aim {
    /// The caster himself.
    Own,
    /// A model or a blip.
    Model(PieceId),
    /// A door or another feature.
    Thing(Cell),
    /// A section.
    Section(u8),
}

/// A card played for its name.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Cast {
    /// The card.
    pub card: Card,
    /// At what.
    pub aim: Aim,
}

/// An answer.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Choice {
    /// Put so many psi points into a blow.
    Psi(u8),
    /// Put these cards into a blow.
    Bonus(CardSet),
    /// Throw a card away.
    Discard(Card),
    /// Play a force card.
    Force(Card),
    /// Play an Aura.
    Shield(Card),
    /// Let the lightning strike this next.
    Strike(Mark),
    /// Play a force card against the effect on a section.
    Disperse(u8, Card),
    /// Roll for the decay of the effect on a section.
    Decay(u8),
    /// Throw the victim to the ground.
    Floor,
    /// Draw so many cards.
    Draw(u8),
}

impl From<Choice> for crate::choice::Choice {
    fn from(choice: Choice) -> crate::choice::Choice {
        crate::choice::Choice::Psychic(choice)
    }
}

/// The forms these answers can have, for error messages.
pub const FORMS: &str = "cast CARD, cast CARD at PIECE, cast CARD at door X,Y, cast CARD at feature X,Y, cast CARD at \
                         section SECTION, psi NUMBER, bonus CARD..., discard CARD, force CARD, shield CARD, strike \
                         TARGET, disperse SECTION with CARD, decay SECTION, to the ground, draw NUMBER";

fn card_name(fixed: &Fixed, card: Card) -> &str {
    &fixed.data.deck.face(card).id
}

fn section_name(fixed: &Fixed, section: u8) -> String {
    fixed.mission.section_names[section as usize].to_ascii_lowercase()
}

/// Writes a card played for its name.
pub fn write_cast(fixed: &Fixed, cast: Cast) -> String {
    let card = card_name(fixed, cast.card);
    let door = fixed.data.deck.face(cast.card).kind != Kind::Blast;
    match cast.aim {
        Aim::Own => format!("cast {card}"),
        Aim::Model(piece) => format!("cast {card} at {}", piece_name(fixed, piece)),
        Aim::Thing(cell) => {
            let what = if door { "door" } else { "feature" };
            format!("cast {card} at {what} {}", square_name(&fixed.mission.grid, cell))
        }
        Aim::Section(section) => format!("cast {card} at section {}", section_name(fixed, section)),
    }
}

/// Writes an answer.
pub fn write(fixed: &Fixed, choice: Choice) -> String {
    let card = |card| card_name(fixed, card);
    match choice {
        Choice::Psi(points) => format!("psi {points}"),
        Choice::Bonus(cards) => {
            let names: Vec<_> = cards.iter().map(card).collect();
            format!("bonus {}", names.join(" "))
        }
        Choice::Discard(thrown) => format!("discard {}", card(thrown)),
        Choice::Force(played) => format!("force {}", card(played)),
        Choice::Shield(played) => format!("shield {}", card(played)),
        Choice::Strike(mark) => format!("strike {}", mark_name(fixed, mark)),
        Choice::Disperse(section, played) => {
            format!("disperse {} with {}", section_name(fixed, section), card(played))
        }
        Choice::Decay(section) => format!("decay {}", section_name(fixed, section)),
        Choice::Floor => "to the ground".to_owned(),
        Choice::Draw(cards) => format!("draw {cards}"),
    }
}

fn read_card(fixed: &Fixed, text: &str) -> Result<Card, String> {
    fixed.data.deck.named(text).ok_or_else(|| format!("`{text}` is not a psychic card, such as smite-1"))
}

fn read_section(fixed: &Fixed, text: &str) -> Result<u8, String> {
    let names = &fixed.mission.section_names;
    let found = names.iter().position(|name| name.eq_ignore_ascii_case(text)).map(|section| section as u8);
    found.ok_or_else(|| format!("`{text}` is not a section; there are {}", names.join(", ")))
}

/// Reads a card played for its name; nothing where the words are no such answer.
pub(crate) fn parse_cast(reader: &TextReader<'_>, words: &[&str]) -> Option<Result<Cast, String>> {
    let fixed = reader.fixed;
    let read = |card: &str, aim: Result<Aim, String>| Ok(Cast { card: read_card(fixed, card)?, aim: aim? });
    Some(match *words {
        ["cast", card] => read(card, Ok(Aim::Own)),
        ["cast", card, "at", "section", section] => {
            read(card, read_section(fixed, section).map(Aim::Section))
        }
        ["cast", card, "at", "door" | "feature", at] => read(card, reader.square(at).map(Aim::Thing)),
        ["cast", card, "at", piece] => read(card, reader.piece(piece).map(Aim::Model)),
        _ => return None,
    })
}

/// Reads an answer; nothing where the words are no answer of psychic combat.
pub(crate) fn parse(reader: &TextReader<'_>, words: &[&str]) -> Option<Result<Choice, String>> {
    let fixed = reader.fixed;
    let card = |text: &str| read_card(fixed, text);
    Some(match *words {
        ["psi", points] => {
            points.parse().map(Choice::Psi).map_err(|_| format!("`{points}` is not a number of psi points"))
        }
        ["bonus", ref cards @ ..] if !cards.is_empty() => {
            cards.iter().map(|text| card(text)).collect::<Result<_, _>>().map(Choice::Bonus)
        }
        ["discard", text] => card(text).map(Choice::Discard),
        ["force", text] => card(text).map(Choice::Force),
        ["shield", text] => card(text).map(Choice::Shield),
        ["strike", ref mark @ ..] => reader.mark(mark).map(Choice::Strike),
        ["disperse", section, "with", text] => {
            read_section(fixed, section).and_then(|section| Ok(Choice::Disperse(section, card(text)?)))
        }
        ["decay", section] => read_section(fixed, section).map(Choice::Decay),
        ["to", "the", "ground"] => Ok(Choice::Floor),
        ["draw", cards] => {
            cards.parse().map(Choice::Draw).map_err(|_| format!("`{cards}` is not a number of cards"))
        }
        _ => return None,
    })
}
