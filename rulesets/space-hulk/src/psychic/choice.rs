//! Answers of psychic combat, and their text form.

use serde::Serialize;

/// An answer.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Choice {
    /// Put so many psi points into a blow.
    Psi(u8),
}

impl From<Choice> for crate::choice::Choice {
    fn from(choice: Choice) -> crate::choice::Choice {
        crate::choice::Choice::Psychic(choice)
    }
}

/// The forms these answers can have, for error messages.
pub const FORMS: &str = "psi NUMBER";

/// Writes an answer.
pub fn write(choice: Choice) -> String {
    match choice {
        Choice::Psi(points) => format!("psi {points}"),
    }
}

/// Reads an answer; nothing where the words are no answer of psychic combat.
pub fn parse(words: &[&str]) -> Option<Result<Choice, String>> {
    Some(match *words {
        ["psi", points] => {
            points.parse().map(Choice::Psi).map_err(|_| format!("`{points}` is not a number of psi points"))
        }
        _ => return None,
    })
}
