//! The languages of a ruleset: English is whole, others are laid over it, so that a gap is said in English.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::catalogue::Catalogue;
use crate::data::{DataError, DataFiles};
use crate::message::Texts;

/// The language every ruleset has whole.
pub const ENGLISH: &str = "en";

/// How a game ended whose players agreed on a draw: the only end no ruleset has a sentence for.
pub fn agreed_draw(language: &str) -> &'static str {
    match language {
        "de" => "Die Spieler haben sich auf ein Unentschieden geeinigt.",
        _ => "The players agreed on a draw.",
    }
}

/// The sentences of a ruleset in every language it has.
#[derive(Clone, Debug)]
pub struct Speech {
    english: Arc<Texts>,
    others: BTreeMap<String, Arc<Texts>>,
}

impl Speech {
    /// Reads `texts/LANGUAGE.toml` and `texts/LANGUAGE/*.toml`; `base` is below even the English ones.
    pub fn load(files: &DataFiles, base: Texts) -> Result<Speech, DataError> {
        let mut english = base;
        let mut found: BTreeMap<String, Texts> = BTreeMap::new();
        for (path, text) in files.below("texts/") {
            let name = path.trim_start_matches("texts/");
            let language = name.split(['/', '.']).next().unwrap_or(name);
            let texts = Texts::parse(path, text)?;
            if language == ENGLISH {
                english.overlay(texts);
            } else {
                found.entry(language.to_owned()).or_default().overlay(texts);
            }
        }
        let whole = |(language, texts): (String, Texts)| {
            let mut all = english.clone();
            all.overlay(texts);
            (language, Arc::new(all))
        };
        let others = found.into_iter().map(whole).collect();
        Ok(Speech { english: Arc::new(english), others })
    }

    /// The same over the catalogue's own sentences, each under its rule's id: a refusal says the broken rule's sentence
    /// where nothing better is known.
    pub fn over_rules(files: &DataFiles) -> Result<Speech, DataError> {
        let mut texts = Texts::default();
        for (id, entry) in Catalogue::load(files)?.rules {
            texts.insert(&id, &entry.text);
        }
        Speech::load(files, texts)
    }

    /// The sentences of a language; of English where there is no such language.
    pub fn texts(&self, language: &str) -> &Arc<Texts> {
        self.others.get(language).unwrap_or(&self.english)
    }

    /// The languages, English first.
    pub fn languages(&self) -> Vec<String> {
        std::iter::once(ENGLISH.to_owned()).chain(self.others.keys().cloned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_language_lacks_is_said_in_english() {
        let files = DataFiles::embedded(&[
            ("texts/de.toml", "hit = \"Treffer\""),
            ("texts/en.toml", "hit = \"a hit\"\nmiss = \"a miss\""),
            ("texts/en/more.toml", "jam = \"a jam\""),
            ("texts/de/more.toml", "jam = \"Ladehemmung\""),
        ]);
        let speech = Speech::load(&files, Texts::default()).expect("the texts read");
        assert_eq!(speech.languages(), ["en", "de"]);
        assert_eq!((speech.texts("de").get("hit"), speech.texts("de").get("miss")), ("Treffer", "a miss"));
        assert_eq!((speech.texts("de").get("jam"), speech.texts("xx").get("jam")), ("Ladehemmung", "a jam"));
    }
}
