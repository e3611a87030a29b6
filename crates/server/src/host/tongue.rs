//! The few words of the host's own that people read in their language; everything else the rulesets say.

use grognard_engine::client::Track;

/// The host's words in one language.
pub(crate) struct Tongue {
    of: &'static str,
    and: &'static str,
    turn: &'static str,
    waiting: &'static str,
    /// Why an answer cannot be taken back: there is none.
    pub(super) nothing_to_take_back: &'static str,
    /// Why an answer cannot be taken back: something came to light.
    pub(super) revealed: &'static str,
    /// Why an answer cannot be taken back: the computer has gone on.
    pub(super) answered: &'static str,
    /// Why there is no advice.
    pub(super) no_advice: &'static str,
    /// Why there is no advice now.
    pub(crate) busy: &'static str,
}

const ENGLISH: Tongue = Tongue {
    of: "of",
    and: "and",
    turn: "Turn",
    waiting: "waiting for",
    nothing_to_take_back: "there is nothing to take back",
    revealed: "something was revealed since, and this is no practice game",
    answered: "the computer has answered since, and this is no practice game",
    no_advice: "There is advice in practice games only.",
    busy: "The computer thinks for others; ask again in a moment.",
};

const GERMAN: Tongue = Tongue {
    of: "von",
    and: "und",
    turn: "Runde",
    waiting: "wartet auf",
    nothing_to_take_back: "es gibt nichts zurückzunehmen",
    revealed: "seither kam etwas ans Licht, und dies ist kein Übungsspiel",
    answered: "der Computer hat seither geantwortet, und dies ist kein Übungsspiel",
    no_advice: "Rat gibt es nur in Übungsspielen.",
    busy: "Der Computer denkt gerade für andere nach; frag gleich noch einmal.",
};

/// The host's words in a language, or else in English.
pub(crate) fn tongue(language: &str) -> &'static Tongue {
    match language {
        "de" => &GERMAN,
        _ => &ENGLISH,
    }
}

impl Tongue {
    /// A turn that is counted: `Turn 3 of 10`.
    pub(super) fn counted(&self, track: &Track) -> String {
        match track.max {
            Some(max) if !track.value.contains(self.of) => {
                format!("{} {} {} {max}", track.label, track.value, self.of)
            }
            _ => format!("{} {}", track.label, track.value),
        }
    }

    /// A turn by its number alone.
    pub(super) fn turn(&self, turn: u32) -> String {
        format!("{} {turn}", self.turn)
    }

    /// Where a game stands and whom it waits for: `Turn 3 of 10, waiting for Terminators`.
    pub(super) fn status(&self, turn: &str, names: &[&str]) -> String {
        if names.is_empty() {
            return turn.to_owned();
        }
        format!("{turn}, {} {}", self.waiting, names.join(&format!(" {} ", self.and)))
    }
}
