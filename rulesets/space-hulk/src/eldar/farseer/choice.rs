//! Answers about the Farseer's cards, and their text form.

use serde::Serialize;

use super::Haste;
use super::card::Card;
use crate::Fixed;
use crate::choice::{TextReader, piece_name};
use crate::piece::PieceId;

/// What a card is played on.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Aim {
    /// Nothing in particular.
    None,
    /// A model.
    Model(PieceId),
    /// A squad.
    Squad(u8),
    /// A model, and what it does for half the price.
    Haste(u8, Haste),
}

/// An answer.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Choice {
    /// Keep this card of those drawn.
    Keep(Card),
    /// Play a card.
    Play(Card, Aim),
    /// Have this die of an overwatch shot rolled again, counted from 1.
    Stalk(u8),
}

impl From<Choice> for crate::choice::Choice {
    fn from(choice: Choice) -> crate::choice::Choice {
        crate::choice::Choice::Farseer(choice)
    }
}

/// The forms these answers can have, for error messages.
pub const FORMS: &str = "keep CARD, play CARD, play CARD on MODEL, play CARD on squad NUMBER, play CARD on MODEL for \
                         moving|shooting|fighting, again NUMBER";

/// Writes an answer.
pub fn write(fixed: &Fixed, choice: Choice) -> String {
    match choice {
        Choice::Keep(card) => format!("keep {}", card.name()),
        Choice::Play(card, Aim::None) => format!("play {}", card.name()),
        Choice::Play(card, Aim::Model(piece)) => {
            format!("play {} on {}", card.name(), piece_name(fixed, piece))
        }
        Choice::Play(card, Aim::Squad(squad)) => format!("play {} on squad {squad}", card.name()),
        Choice::Play(card, Aim::Haste(index, haste)) => {
            let model = piece_name(fixed, PieceId::Marine(index));
            format!("play {} on {model} for {}", card.name(), haste.name())
        }
        Choice::Stalk(die) => format!("again {die}"),
    }
}

fn card(text: &str) -> Result<Card, String> {
    Card::named(text).ok_or_else(|| format!("`{text}` is not a card of the Farseer, such as doom"))
}

/// Reads an answer; nothing where the words are none about the Farseer.
pub(crate) fn parse(reader: &TextReader<'_>, words: &[&str]) -> Option<Result<Choice, String>> {
    let play = |text: &str, aim: Result<Aim, String>| Ok(Choice::Play(card(text)?, aim?));
    Some(match *words {
        ["keep", text] => card(text).map(Choice::Keep),
        ["play", text] => play(text, Ok(Aim::None)),
        ["play", text, "on", "squad", squad] => {
            play(text, squad.parse().map(Aim::Squad).map_err(|_| format!("`{squad}` is not a squad")))
        }
        ["play", text, "on", model] => play(text, reader.piece(model).map(Aim::Model)),
        ["play", text, "on", model, "for", haste] => {
            let found = Haste::ALL.into_iter().find(|known| known.name() == haste);
            let aim = match (reader.piece(model), found) {
                (Ok(PieceId::Marine(index)), Some(haste)) => Ok(Aim::Haste(index, haste)),
                (Err(what), _) => Err(what),
                _ => Err(format!("`{haste}` is neither moving, shooting nor fighting")),
            };
            play(text, aim)
        }
        ["again", die] => {
            die.parse().map(Choice::Stalk).map_err(|_| format!("`{die}` is not the number of a die"))
        }
        _ => return None,
    })
}
