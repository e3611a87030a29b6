//! Sentences are not state: rules emit message keys with typed arguments, put into words when somebody reads.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::data::DataError;

/// A key into a ruleset's texts, and what to fill in.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// The key of the sentence.
    pub key: &'static str,
    /// Named arguments.
    pub args: Vec<(&'static str, Arg)>,
}

/// An argument of a message.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// A number.
    Number(i64),
    /// Text that is the same in every language, such as a piece's name.
    Text(String),
    /// Another key of the same texts, put into words in turn.
    Key(&'static str),
}

impl Message {
    /// A sentence without arguments.
    pub const fn new(key: &'static str) -> Message {
        Message { key, args: Vec::new() }
    }

    /// Adds a number.
    pub fn number(mut self, name: &'static str, value: impl Into<i64>) -> Message {
        self.args.push((name, Arg::Number(value.into())));
        self
    }

    /// Adds text.
    pub fn text(mut self, name: &'static str, value: impl Into<String>) -> Message {
        self.args.push((name, Arg::Text(value.into())));
        self
    }

    /// Adds another key.
    pub fn key(mut self, name: &'static str, key: &'static str) -> Message {
        self.args.push((name, Arg::Key(key)));
        self
    }
}

/// The sentences of one ruleset in one language.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    sentences: BTreeMap<String, String>,
}

impl Texts {
    /// Reads a file of `key = "sentence with {holes}"` lines; tables are joined with dots.
    pub fn parse(file: &str, text: &str) -> Result<Texts, DataError> {
        let table: toml::Table = toml::from_str(text).map_err(|error| DataError::toml(file, text, &error))?;
        let mut texts = Texts::default();
        texts.collect("", &table, file)?;
        Ok(texts)
    }

    fn collect(&mut self, prefix: &str, table: &toml::Table, file: &str) -> Result<(), DataError> {
        for (key, value) in table {
            let name = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
            match value {
                toml::Value::String(sentence) => {
                    self.sentences.insert(name, sentence.clone());
                }
                toml::Value::Table(inner) => self.collect(&name, inner, file)?,
                other => {
                    return Err(DataError::new(
                        file,
                        None,
                        format!("`{name}` is a {}, but texts are strings", other.type_str()),
                    ));
                }
            }
        }
        Ok(())
    }

    /// Adds one sentence.
    pub fn insert(&mut self, key: &str, sentence: &str) {
        self.sentences.insert(key.to_owned(), sentence.to_owned());
    }

    /// Lays another language's or a user's sentences over these.
    pub fn overlay(&mut self, other: Texts) {
        self.sentences.extend(other.sentences);
    }

    /// The bare sentence behind a key; the key itself where there is none, so that a gap is seen.
    pub fn get<'a>(&'a self, key: &'a str) -> &'a str {
        self.sentences.get(key).map_or(key, String::as_str)
    }

    /// Whether the key has a sentence.
    pub fn has(&self, key: &str) -> bool {
        self.sentences.contains_key(key)
    }

    /// Every key, in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.sentences.keys().map(String::as_str)
    }

    /// Puts a message into words.
    pub fn render(&self, message: &Message) -> String {
        let mut out = String::new();
        let mut rest = self.get(message.key);
        while let Some(open) = rest.find('{') {
            let Some(close) = rest[open..].find('}') else { break };
            out.push_str(&rest[..open]);
            let name = &rest[open + 1..open + close];
            match message.args.iter().find(|(arg, _)| *arg == name) {
                Some((_, Arg::Number(n))) => write!(out, "{n}").expect("writing to a string cannot fail"),
                Some((_, Arg::Text(text))) => out.push_str(text),
                Some((_, Arg::Key(key))) => out.push_str(self.get(key)),
                None => out.push_str(&rest[open..=open + close]),
            }
            rest = &rest[open + close + 1..];
        }
        out.push_str(rest);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_filled_and_gaps_are_seen() {
        let texts =
            Texts::parse("t.toml", "hit = \"{who} hits on {n}\"\n[w]\nbolter = \"storm bolter\"").unwrap();
        let message = Message::new("hit").text("who", "Alpha").number("n", 6);
        assert_eq!(texts.render(&message), "Alpha hits on 6");
        assert_eq!(texts.render(&Message::new("hit").key("who", "w.bolter")), "storm bolter hits on {n}");
        assert_eq!(texts.render(&Message::new("miss")), "miss");
    }

    #[test]
    fn a_number_where_a_sentence_belongs_is_an_error_that_names_it() {
        let error = Texts::parse("t.toml", "[a]\nb = 3").unwrap_err();
        assert!(error.to_string().contains("a.b"), "{error}");
    }
}
