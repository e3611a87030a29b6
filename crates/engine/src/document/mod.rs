//! Documents of any kind: read as a file, written as a file, and checked against what their kind consists of.
//!
//! A ruleset supplies kinds as data (`documents/*.toml`, see [`DocumentKind`]), their words in its texts below
//! `document.KIND`, and one function that says what is wrong with a document whose form is right. The rest is here,
//! once for all systems: an editor hands over fields and gets back the file and every fault with its place.

mod shape;
mod write;

use serde_json::Value;

use crate::client::{
    DocumentCheck, DocumentChoice, DocumentFault, DocumentField, DocumentInput, DocumentKind, PlacedShape,
};
use crate::data::{DataError, DataFiles, line_of};
use crate::message::{Message, Texts};

pub use shape::shape;
pub use write::write;

/// The longest document.
pub const MOST_BYTES: usize = 48 * 1024;

/// The name of a document whose kind has no field for it.
pub const OWN: &str = "own";

/// The longest name.
const MOST_NAME: usize = 60;

/// What an editor hands over.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// A file.
    Text(String),
    /// The fields.
    Value(Value),
    /// Nothing but a seed, and one of the kind's variants: the system makes it.
    Seed(u64, Option<String>),
}

/// The kinds a system's data files describe, in its own words.
pub fn kinds(
    files: &DataFiles,
    texts: Option<&Texts>,
    choices: impl Fn(&str) -> Vec<DocumentChoice>,
    shapes: impl Fn(&str) -> Vec<PlacedShape>,
) -> Result<Vec<DocumentKind>, DataError> {
    let mut kinds = Vec::new();
    for (path, _) in files.below("documents/") {
        let mut kind: DocumentKind = files.read(path)?;
        Words { texts, kind: &kind.id.clone(), choices: &choices, shapes: &shapes }.fill(&mut kind);
        kinds.push(kind);
    }
    Ok(kinds)
}

/// Fills in what people read.
struct Words<'a> {
    texts: Option<&'a Texts>,
    kind: &'a str,
    choices: &'a dyn Fn(&str) -> Vec<DocumentChoice>,
    shapes: &'a dyn Fn(&str) -> Vec<PlacedShape>,
}

impl Words<'_> {
    /// A sentence below `document.KIND`.
    fn find(&self, key: &str) -> Option<String> {
        let (texts, key) = (self.texts?, format!("document.{}.{key}", self.kind));
        texts.has(&key).then(|| texts.get(&key).to_owned())
    }

    fn fill(&self, kind: &mut DocumentKind) {
        kind.name = self.find("name").unwrap_or_else(|| kind.id.clone());
        kind.sentence = self.find("sentence").unwrap_or_default();
        if let Some(list) = &kind.variants_from {
            kind.variants = (self.choices)(list);
        }
        self.labels("variants", &mut kind.variants);
        self.fields("", &mut kind.fields);
    }

    fn fields(&self, path: &str, fields: &mut [DocumentField]) {
        for field in fields {
            let path = if path.is_empty() { field.key.clone() } else { format!("{path}.{}", field.key) };
            field.label = self.find(&format!("label.{path}")).unwrap_or_else(|| field.key.clone());
            field.sentence = self.find(&format!("about.{path}")).unwrap_or_default();
            match &mut field.input {
                DocumentInput::Choice { choices, from, .. } | DocumentInput::Counts { choices, from, .. } => {
                    if let Some(list) = from {
                        *choices = (self.choices)(list);
                    }
                    self.labels(&path, choices);
                }
                DocumentInput::Item { only, from: Some(list), .. } => {
                    *only = (self.choices)(list).into_iter().map(|choice| choice.value).collect();
                }
                DocumentInput::Grid(grid) => {
                    for paint in &mut grid.paints {
                        let own = self.find(&format!("paint.{path}.{}", paint.symbol));
                        let any = || {
                            Some(self.find(&format!("paint.{path}.any"))?.replace("{symbol}", &paint.symbol))
                        };
                        paint.label = own.or_else(any).unwrap_or_else(|| paint.symbol.clone());
                    }
                    for mark in &mut grid.marks {
                        mark.label = self
                            .find(&format!("paint.{path}.{}", mark.id))
                            .unwrap_or_else(|| mark.id.clone());
                    }
                }
                DocumentInput::Group { fields } => self.fields(&path, fields),
                DocumentInput::List { fields, placed, .. } => {
                    self.fields(&path, fields);
                    if let Some(placed) = placed {
                        placed.shapes = (self.shapes)(&placed.from);
                    }
                }
                _ => {}
            }
        }
    }

    fn labels(&self, path: &str, choices: &mut [DocumentChoice]) {
        for choice in choices.iter_mut().filter(|choice| choice.label.is_empty()) {
            let own = self.find(&format!("choice.{path}.{}", choice.value));
            choice.label = own.unwrap_or_else(|| choice.value.clone());
        }
    }
}

/// Reads a file into fields; the fault names the line.
pub fn read(text: &str, language: &str) -> Result<Value, DocumentFault> {
    if text.len() > MOST_BYTES {
        let message = Message::new("too-long").number("most", MOST_BYTES as i64);
        return Err(fault(language, String::new(), &message));
    }
    let table: toml::Table = toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| line_of(text, span.start));
        let message =
            Message::new("unreadable").number("line", line as i64).text("what", crate::data::plain(&error));
        fault(language, String::new(), &message)
    })?;
    Ok(serde_json::to_value(table).unwrap_or_default())
}

/// Brings the fields of an older file up to date ([`DocumentField::was`]) and takes off what the rules work out
/// ([`DocumentField::derived`]); tells whether there was anything to do.
pub fn renew(kind: &DocumentKind, value: &mut Value) -> bool {
    let mut renewed = strip(&kind.fields, value);
    let Some(fields) = value.as_object_mut() else { return renewed };
    for field in &kind.fields {
        if let Some(was) = field.was.as_ref().filter(|_| !fields.contains_key(&field.key))
            && let Some(item) = fields.remove(was)
        {
            fields.insert(field.key.clone(), Value::Array(vec![item]));
            renewed = true;
        }
    }
    renewed
}

/// Takes off what the rules work out, here and in every list and group below.
fn strip(fields: &[DocumentField], value: &mut Value) -> bool {
    let Some(table) = value.as_object_mut() else { return false };
    let mut stripped = false;
    for field in fields {
        if field.derived {
            stripped |= table.remove(&field.key).is_some();
            continue;
        }
        match (&field.input, table.get_mut(&field.key)) {
            (DocumentInput::Group { fields }, Some(inner)) => stripped |= strip(fields, inner),
            (DocumentInput::List { fields, .. }, Some(Value::Array(items))) => {
                for item in items {
                    stripped |= strip(fields, item);
                }
            }
            _ => {}
        }
    }
    stripped
}

/// The name of a document: what its field for it says, as long as a file could be called that.
pub fn name(kind: &DocumentKind, value: &Value) -> Option<String> {
    let Some(key) = &kind.named_by else { return Some(OWN.to_owned()) };
    let name = value.get(key)?.as_str()?;
    plain(name).then(|| name.to_owned())
}

/// What the rules say about a file of their own form: a file they cannot read has that one fault.
pub fn checked<T: serde::de::DeserializeOwned>(
    text: &str,
    check: impl FnOnce(T) -> DocumentCheck,
) -> DocumentCheck {
    match toml::from_str(text) {
        Ok(file) => check(file),
        Err(error) => {
            let fault = DocumentFault { sentence: crate::data::plain(&error), ..DocumentFault::default() };
            DocumentCheck { faults: vec![fault], ..DocumentCheck::default() }
        }
    }
}

/// Whether a text is a name for commands and answers.
pub fn plain(name: &str) -> bool {
    let fits = (1..=MOST_NAME).contains(&name.len());
    fits && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

/// The path of a part of something.
fn at(path: &str, part: impl std::fmt::Display) -> String {
    if path.is_empty() { part.to_string() } else { format!("{path}.{part}") }
}

/// A fault of form in words. The engine says these itself: they are the same for every system.
fn fault(language: &str, path: String, message: &Message) -> DocumentFault {
    let text = match language {
        "de" => include_str!("de.toml"),
        _ => include_str!("en.toml"),
    };
    let texts = Texts::parse("document", text).unwrap_or_default();
    DocumentFault { path, sentence: texts.render(message), ..DocumentFault::default() }
}
