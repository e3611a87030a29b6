//! The levels of computer players that people choose from: a recruit, the system's own scripted player as a veteran, and a
//! grognard that searches. They are the same for every system; a system says how it is searched and how careless its
//! recruit is.

use std::sync::Arc;

use grognard_engine::SeatId;
use grognard_engine::bot::BotMaker;
use grognard_engine::decision::Ask;
use grognard_engine::erased::{Module, Registration, Words};
use grognard_engine::message::Texts;
use grognard_engine::ruleset::Present;

use crate::careless::Careless;
use crate::playout::Reach;
use crate::search::{Search, SearchBot};

/// The careless one.
pub const RECRUIT: &str = "recruit";
/// The system's own player.
pub const VETERAN: &str = "scripted";
/// The one that searches.
pub const GROGNARD: &str = "grognard";

/// The levels, weakest first.
pub const LEVELS: [&str; 3] = [RECRUIT, VETERAN, GROGNARD];

/// A system whose computer players come in levels. Its own bots include [`VETERAN`].
///
/// A battle on a free table says what a position is worth and leaves the rest as it is here.
pub trait Levels: Present {
    /// In how many of a hundred decisions the recruit is careless.
    const CARELESS: usize = 25;

    /// What an unfinished position is worth to a seat, from nothing to [`WIN`](crate::search::WIN).
    fn value(fixed: &Self::Fixed, state: &Self::State, seat: SeatId) -> i32;

    /// Whether a decision is worth a search; the scripted player takes the others.
    fn weighs(_ask: &Ask) -> bool {
        true
    }

    /// How the grognard searches: two turns ahead, with the scripted player in all seats.
    fn search() -> Search<Self> {
        Search {
            playouts: 24,
            effort: 2_000,
            reach: Reach { turns: 2, decisions: 80 },
            width: 5,
            doubt: 10,
            weighs: Self::weighs,
            policy: veteran::<Self>(),
            value: Self::value,
        }
    }
}

/// The system's scripted player.
pub fn veteran<R: Levels>() -> BotMaker<R> {
    Arc::new(|seed| R::bot(VETERAN, seed).expect("a system with levels has a scripted player"))
}

/// A system with all its levels.
pub fn with_levels<R: Levels>(module: Module<R>) -> Module<R> {
    module
        .with_weaker_bot(
            RECRUIT,
            "Plays like the scripted player, but is careless now and then.",
            Careless::maker(veteran::<R>(), R::CARELESS),
        )
        .with_bot(
            GROGNARD,
            "Tries its answers in made-up games that fit what it sees.",
            SearchBot::maker(R::search()),
        )
        .with_words(WORDS)
}

/// The registration of a system with levels.
pub const fn registration<R: Levels>() -> Registration {
    Registration {
        id: R::ID,
        embedded: R::embedded,
        load: |files| Ok(Box::new(with_levels(Module::<R>::new(files)?))),
    }
}

/// What people are told of the levels. What the veteran and the random player do, a system may say itself.
const WORDS: Words = |language, bot, what| {
    let text = match language {
        "de" => include_str!("words/de.toml"),
        _ => include_str!("words/en.toml"),
    };
    let texts = Texts::parse("words", text).expect("the words of the levels can be read");
    let key = format!("{bot}.{what}");
    texts.has(&key).then(|| texts.get(&key).to_owned())
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_has_words_in_both_languages() {
        for language in ["en", "de"] {
            for level in LEVELS {
                assert!(WORDS(language, level, "name").is_some_and(|name| !name.is_empty()), "{level}");
            }
            for level in [RECRUIT, GROGNARD] {
                assert!(WORDS(language, level, "about").is_some_and(|about| about.ends_with('.')), "{level}");
            }
        }
        assert_ne!(WORDS("en", RECRUIT, "name"), WORDS("de", RECRUIT, "name"));
    }
}
