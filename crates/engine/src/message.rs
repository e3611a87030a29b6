//! Sentences are not state: rules emit message keys with typed arguments, put into words when somebody reads.
//!
//! A sentence has holes: `{unit} loses {n:# wound|# wounds}.` A hole with two forms takes the first where its number is 1,
//! and `#` in it stands for the number.

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
    /// A unit, model or other thing of the game, called one way in answers and another way by people.
    Thing(Thing),
}

/// Something of a game that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thing {
    /// What it is (`unit`, `model`).
    pub kind: &'static str,
    /// Its number.
    pub id: u32,
}

/// Who reads a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// A rule case: things are called as answers spell them.
    Case,
    /// A person.
    Person,
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

    /// Adds a thing of the game.
    pub fn thing(mut self, name: &'static str, kind: &'static str, id: impl Into<u32>) -> Message {
        self.args.push((name, Arg::Thing(Thing { kind, id: id.into() })));
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

    /// Puts a message without things of the game into words.
    pub fn render(&self, message: &Message) -> String {
        self.render_with(message, &|thing| format!("{} {}", thing.kind, thing.id))
    }

    /// Puts a message into words; `called` says what a thing of the game is called.
    pub fn render_with(&self, message: &Message, called: &dyn Fn(Thing) -> String) -> String {
        let mut out = String::new();
        let mut rest = self.get(message.key);
        while let Some(open) = rest.find('{') {
            let Some(close) = rest[open..].find('}') else { break };
            out.push_str(&rest[..open]);
            let hole = &rest[open + 1..open + close];
            let (name, forms) = match hole.split_once(':') {
                Some((name, forms)) => (name, forms.split_once('|')),
                None => (hole, None),
            };
            match (message.args.iter().find(|(arg, _)| *arg == name).map(|(_, arg)| arg), forms) {
                (Some(Arg::Number(n)), Some((one, many))) => {
                    out.push_str(&(if *n == 1 { one } else { many }).replace('#', &n.to_string()));
                }
                (Some(Arg::Number(n)), None) => write!(out, "{n}").expect("writing to a string cannot fail"),
                (Some(Arg::Text(text)), _) => out.push_str(text),
                (Some(Arg::Key(key)), _) => out.push_str(self.get(key)),
                (Some(Arg::Thing(thing)), _) => out.push_str(&called(*thing)),
                (None, _) => out.push_str(&rest[open..=open + close]),
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
    fn one_and_many_have_forms_of_their_own() {
        let texts = Texts::parse("t.toml", "lost = \"{unit} loses {n:# wound|# wounds}.\"").unwrap();
        let lost = |n: i64| Message::new("lost").thing("unit", "unit", 3u32).number("n", n);
        let called = |thing: Thing| format!("Levy {}", thing.id);
        assert_eq!(texts.render_with(&lost(1), &called), "Levy 3 loses 1 wound.");
        assert_eq!(texts.render_with(&lost(11), &called), "Levy 3 loses 11 wounds.");
        assert_eq!(texts.render(&lost(0)), "unit 3 loses 0 wounds.");
    }

    #[test]
    fn a_number_where_a_sentence_belongs_is_an_error_that_names_it() {
        let error = Texts::parse("t.toml", "[a]\nb = 3").unwrap_err();
        assert!(error.to_string().contains("a.b"), "{error}");
    }
}
