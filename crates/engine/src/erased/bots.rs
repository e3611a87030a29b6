//! The computer players of a system, by name.

use std::sync::Arc;

use super::RANDOM_BOT;
use crate::bot::{Bot, BotMaker, RandomBot};
use crate::client::Opponent;
use crate::ruleset::Ruleset;

/// What people are told of a bot in a language: its `name`, or in a sentence `about` it; nothing for one that the system
/// speaks of itself.
pub type Words = fn(language: &str, bot: &str, what: &str) -> Option<String>;

/// A computer player that does not come with the system.
struct Given<R: Ruleset> {
    name: &'static str,
    about: &'static str,
    make: BotMaker<R>,
    /// Whether it plays worse than the system's own.
    weaker: bool,
}

// Derived, it would ask for `R: Clone` with all its types.
impl<R: Ruleset> Clone for Given<R> {
    fn clone(&self) -> Given<R> {
        Given { make: Arc::clone(&self.make), ..*self }
    }
}

/// The computer players of a system: its own, and those it was given.
pub(super) struct Bots<R: Ruleset> {
    given: Vec<Given<R>>,
    pub words: Option<Words>,
}

impl<R: Ruleset> Clone for Bots<R> {
    fn clone(&self) -> Bots<R> {
        Bots { given: self.given.clone(), words: self.words }
    }
}

impl<R: Ruleset> Bots<R> {
    /// The system's own.
    pub fn own() -> Bots<R> {
        Bots { given: Vec::new(), words: None }
    }

    /// Adds one.
    pub fn add(&mut self, name: &'static str, about: &'static str, make: BotMaker<R>, weaker: bool) {
        self.given.push(Given { name, about, make, weaker });
    }

    /// Names and descriptions, weakest first; `random` is there for all systems.
    pub fn list(&self) -> Vec<(&'static str, &'static str)> {
        let random = (RANDOM_BOT, "Picks any legal action, each as likely as the next.");
        let given = |weaker| {
            let these = self.given.iter().filter(move |bot: &&Given<R>| bot.weaker == weaker);
            these.map(|bot| (bot.name, bot.about))
        };
        std::iter::once(random)
            .chain(given(true))
            .chain(R::bots().iter().copied())
            .chain(given(false))
            .collect()
    }

    /// The opponents as people choose them: weakest first, and last the one that knows nothing. `own` is what the system
    /// says of its bots.
    pub fn opponents(&self, language: &str, own: &[Opponent]) -> Vec<Opponent> {
        let (random, others): (Vec<_>, Vec<_>) =
            self.list().into_iter().partition(|(name, _)| *name == RANDOM_BOT);
        let word = |bot: &str, what: &str| self.words.and_then(|words| words(language, bot, what));
        let opponent = |bot: &str| {
            let own = own.iter().find(|opponent| opponent.bot == bot);
            Some(Opponent {
                bot: bot.to_owned(),
                name: word(bot, "name").or_else(|| own.map(|own| own.name.clone()))?,
                sentence: own.map(|own| own.sentence.clone()).or_else(|| word(bot, "about"))?,
            })
        };
        others.into_iter().chain(random).filter_map(|(bot, _)| opponent(bot)).collect()
    }

    /// Makes a bot by name.
    pub fn make(&self, name: &str, seed: u64) -> Result<Box<dyn Bot<R>>, String> {
        if name == RANDOM_BOT {
            return Ok(Box::new(RandomBot::new(seed)));
        }
        if let Some(given) = self.given.iter().find(|given| given.name == name) {
            return Ok((given.make)(seed));
        }
        R::bot(name, seed).ok_or_else(|| {
            let known: Vec<_> = self.list().iter().map(|(name, _)| *name).collect();
            format!("there is no bot `{name}` for {}; there are: {}", R::ID, known.join(", "))
        })
    }
}
