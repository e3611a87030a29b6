//! What people write for this system in its editors: army lists and battlefields.

pub mod army;
pub mod table;

use std::sync::Arc;

use grognard_engine::client::{DocumentCheck, DocumentChoice, DocumentFault, PlacedShape};
use serde::de::DeserializeOwned;

use crate::data::Data;

/// The kind of army lists.
pub const ARMY: &str = "army";

/// The kind of battlefields.
pub const TABLE: &str = "table";

/// The lists that schemas name.
pub fn choices(data: &Data, list: &str) -> Vec<DocumentChoice> {
    army::choices(data, list).or_else(|| table::choices(data, list)).unwrap_or_default()
}

/// The shapes that schemas name.
pub fn shapes(data: &Data, list: &str) -> Vec<PlacedShape> {
    if list == table::PIECES { table::shapes(data) } else { Vec::new() }
}

/// A document of a seed.
pub fn generate(data: &Data, kind: &str, seed: u64, variant: Option<&str>) -> Option<String> {
    (kind == TABLE).then(|| table::generate(data, seed, variant))
}

/// Everything that is wrong with a document.
pub fn check(data: &Arc<Data>, kind: &str, text: &str) -> DocumentCheck {
    match kind {
        ARMY => read(text, |file| army::check(data, &file)),
        TABLE => read(text, |file| table::check(data, &file)),
        _ => DocumentCheck::default(),
    }
}

/// Reads a file before it is looked over.
fn read<T: DeserializeOwned>(text: &str, check: impl FnOnce(T) -> DocumentCheck) -> DocumentCheck {
    match toml::from_str(text) {
        Ok(file) => check(file),
        Err(error) => {
            let fault =
                DocumentFault { sentence: grognard_engine::data::plain(&error), ..DocumentFault::default() };
            DocumentCheck { faults: vec![fault], ..DocumentCheck::default() }
        }
    }
}
