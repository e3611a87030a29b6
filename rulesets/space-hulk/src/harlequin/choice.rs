//! What only Harlequins do, and what only they are asked, with the text forms.

use serde::Serialize;

use crate::Fixed;
use crate::choice::{TextReader, piece_name};
use crate::piece::PieceId;

/// An action of a Harlequin.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Deed {
    /// Begin a death dance with this enemy (SH-HRL-006).
    Dance(PieceId),
    /// Take up the defensive stance (SH-HRL-009).
    Stance,
    /// Free the Kiss (SH-HRL-010).
    FreeKiss,
}

impl From<Deed> for crate::choice::Action {
    fn from(deed: Deed) -> crate::choice::Action {
        crate::choice::Action::Harlequin(deed)
    }
}

/// An answer to a question only Harlequins are asked.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Answer {
    /// Give the solo to this model, by its place in the squad (SH-HRL-005).
    Solo(u8),
    /// Go on dancing with this enemy (SH-HRL-006).
    Strike(PieceId),
}

impl From<Answer> for crate::choice::Choice {
    fn from(answer: Answer) -> crate::choice::Choice {
        crate::choice::Choice::Harlequin(answer)
    }
}

/// The forms these answers can have, for error messages.
pub const FORMS: &str = "dance MODEL, stance, free kiss, solo MODEL, lunge MODEL";

/// Writes an action.
pub fn write_deed(fixed: &Fixed, deed: Deed) -> String {
    match deed {
        Deed::Dance(target) => format!("dance {}", piece_name(fixed, target)),
        Deed::Stance => "stance".to_owned(),
        Deed::FreeKiss => "free kiss".to_owned(),
    }
}

/// Writes an answer.
pub fn write(fixed: &Fixed, answer: Answer) -> String {
    match answer {
        Answer::Solo(index) => format!("solo {}", piece_name(fixed, PieceId::Marine(index))),
        Answer::Strike(target) => format!("lunge {}", piece_name(fixed, target)),
    }
}

/// Reads an action; none where the words are about something else.
pub(crate) fn parse_deed(reader: &TextReader<'_>, words: &[&str]) -> Option<Result<Deed, String>> {
    Some(match *words {
        ["dance", target] => reader.piece(target).map(Deed::Dance),
        ["stance"] => Ok(Deed::Stance),
        ["free", "kiss"] => Ok(Deed::FreeKiss),
        _ => return None,
    })
}

/// Reads an answer; none where the words are about something else.
pub(crate) fn parse(reader: &TextReader<'_>, words: &[&str]) -> Option<Result<Answer, String>> {
    Some(match *words {
        ["solo", name] => match reader.piece(name) {
            Ok(PieceId::Marine(index)) => Ok(Answer::Solo(index)),
            Ok(_) => Err(format!("`{name}` is no Harlequin")),
            Err(why) => Err(why),
        },
        ["lunge", target] => reader.piece(target).map(Answer::Strike),
        _ => return None,
    })
}
