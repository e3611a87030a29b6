//! What is wrong with a document of this system: a mission, a force.

use grognard_engine::RuleId;
use grognard_engine::client::DocumentFault;
use grognard_engine::data::{DataError, line_of};

/// A fault with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// The field, by its keys from the top.
    pub place: String,
    /// The squares it is about, as the file names them.
    pub cells: Vec<String>,
    /// The rule behind it.
    pub rule: RuleId,
    /// What is wrong, and what would be right.
    pub message: String,
    /// Words of the file near it, to find its line by.
    pub near: String,
}

impl Fault {
    /// A fault of a field.
    pub fn new(place: impl Into<String>, rule: RuleId, message: impl Into<String>) -> Fault {
        let (place, message) = (place.into(), message.into());
        Fault { place, cells: Vec::new(), rule, message, near: String::new() }
    }

    /// With a square it is about.
    #[must_use]
    pub fn on(mut self, cell: impl std::fmt::Display) -> Fault {
        self.cells.push(cell.to_string());
        self
    }

    /// With words of the file.
    #[must_use]
    pub fn near(mut self, near: impl Into<String>) -> Fault {
        self.near = near.into();
        self
    }

    /// As readers of data files say it, with the line.
    pub fn data_error(&self, path: &str, text: &str) -> DataError {
        let found = (!self.near.is_empty()).then(|| text.find(&self.near)).flatten();
        DataError::new(path, found.map(|at| line_of(text, at)), self.message.clone())
    }

    /// As editors show it.
    pub fn shown(self) -> DocumentFault {
        DocumentFault {
            path: self.place,
            cells: self.cells,
            rule: Some(self.rule.as_str().to_owned()),
            sentence: self.message,
            hint: false,
        }
    }
}
