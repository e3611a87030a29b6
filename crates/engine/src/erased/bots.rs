//! The computer players of a system, by name.

use super::RANDOM_BOT;
use crate::bot::{Bot, BotMaker, RandomBot};
use crate::ruleset::Ruleset;

/// The computer players of a system: its own, and those it was given.
pub(super) struct Bots<R: Ruleset> {
    pub given: Vec<(&'static str, &'static str, BotMaker<R>)>,
}

// Derived, it would ask for `R: Clone` with all its types.
impl<R: Ruleset> Clone for Bots<R> {
    fn clone(&self) -> Bots<R> {
        Bots { given: self.given.clone() }
    }
}

impl<R: Ruleset> Bots<R> {
    /// Names and descriptions; `random` is there for all systems.
    pub fn list(&self) -> Vec<(&'static str, &'static str)> {
        let random = (RANDOM_BOT, "Picks any legal action, each as likely as the next.");
        let given = self.given.iter().map(|(name, about, _)| (*name, *about));
        std::iter::once(random).chain(R::bots().iter().copied()).chain(given).collect()
    }

    /// Makes a bot by name.
    pub fn make(&self, name: &str, seed: u64) -> Result<Box<dyn Bot<R>>, String> {
        if name == RANDOM_BOT {
            return Ok(Box::new(RandomBot::new(seed)));
        }
        if let Some((_, _, make)) = self.given.iter().find(|(given, _, _)| *given == name) {
            return Ok(make(seed));
        }
        R::bot(name, seed).ok_or_else(|| {
            let known: Vec<_> = self.list().iter().map(|(name, _)| *name).collect();
            format!("there is no bot `{name}` for {}; there are: {}", R::ID, known.join(", "))
        })
    }
}
