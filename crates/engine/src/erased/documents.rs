//! Documents of a ruleset, read and checked for editors.

use std::sync::Arc;

use super::module::Module;
use crate::client::{Document, DocumentCheck, DocumentExample, DocumentKind};
use crate::data::DataError;
use crate::document::{self, MOST_BYTES, Source};
use crate::record::Carried;
use crate::ruleset::Present;
use crate::speech::ENGLISH;

impl<R: Present> Module<R> {
    /// The data in a language, as far as the system speaks it.
    fn data_in(&self, language: &str) -> Arc<R::Data> {
        R::data_in(&self.data, language).unwrap_or_else(|| Arc::clone(&self.data))
    }

    /// The kinds of documents, with the files that are there to begin with.
    pub(super) fn kinds(&self, language: &str) -> Vec<DocumentKind> {
        let data = self.data_in(language);
        let choices = |list: &str| R::document_choices(&data, list);
        // The schemas are the system's own files, read once by a test of every system that has some.
        let shapes = |list: &str| R::document_shapes(&data, list);
        let texts = R::data_texts(&data);
        let mut kinds = document::kinds(&self.files, texts, choices, shapes).unwrap_or_default();
        for kind in &mut kinds {
            let folder = format!("{}/", kind.folder);
            let examples = self.files.below(&folder).map(|(path, text)| DocumentExample {
                name: path[folder.len()..].trim_end_matches(".toml").to_owned(),
                text: text.to_owned(),
            });
            kind.examples = examples.collect();
        }
        kinds
    }

    fn kind(&self, language: &str, id: &str) -> Result<DocumentKind, String> {
        let kinds = self.kinds(language);
        let known: Vec<_> = kinds.iter().map(|kind| kind.id.clone()).collect();
        kinds.into_iter().find(|kind| kind.id == id).ok_or_else(|| {
            let id = id.chars().take(60).collect::<String>();
            format!(
                "there are no documents of the kind `{}`; there are: {}",
                id.escape_debug(),
                known.join(", ")
            )
        })
    }

    /// A document as a file, as fields, and with everything that is wrong with it.
    pub(super) fn open(&self, language: &str, kind: &str, source: &Source) -> Result<Document, String> {
        let kind = self.kind(language, kind)?;
        let mut text = match source {
            Source::Text(text) => text.clone(),
            Source::Value(value) => document::write(&kind, value),
            Source::Seed(seed, variant) => {
                let known = |wanted: &String| kind.variants.iter().any(|known| known.value == *wanted);
                if let Some(unknown) = variant.as_ref().filter(|wanted| !known(wanted)) {
                    let known: Vec<_> = kind.variants.iter().map(|known| known.value.as_str()).collect();
                    let unknown: String = unknown.chars().take(60).collect();
                    let unknown = unknown.escape_debug();
                    return Err(if known.is_empty() {
                        format!(
                            "there is no size `{unknown}`: a {} comes in one size only, so leave it out",
                            kind.id
                        )
                    } else {
                        format!("there is no size `{unknown}`; there are: {}", known.join(", "))
                    });
                }
                R::generate_document(&self.data, &kind.id, *seed, variant.as_deref())
                    .ok_or_else(|| format!("documents of the kind `{}` are not made from a seed", kind.id))?
            }
        };
        let (value, check) = match document::read(&text, language) {
            Err(fault) => (None, DocumentCheck { faults: vec![fault], ..DocumentCheck::default() }),
            Ok(mut value) => {
                if document::renew(&kind, &mut value) {
                    text = document::write(&kind, &value);
                }
                let faults = document::shape(&kind, &value, language);
                // The rules are asked only about what has the right form: the form's faults are the clearer ones.
                let check = if faults.is_empty() {
                    R::check_document(&self.data_in(language), &kind.id, &text)
                } else {
                    DocumentCheck { faults, ..DocumentCheck::default() }
                };
                (Some(value), check)
            }
        };
        let name = value.as_ref().and_then(|value| document::name(&kind, value));
        // A text nobody can use is not sent back.
        let text = if text.len() > MOST_BYTES { String::new() } else { text };
        Ok(Document { kind: kind.id, name, text, value, check })
    }

    /// Where a sound document lies among the data files.
    pub(super) fn path_of(&self, carried: &Carried) -> Result<String, DataError> {
        let fail = |what: String| DataError::new("document", None, what);
        let kind = self.kind(ENGLISH, &carried.kind).map_err(fail)?;
        let document = self.open(ENGLISH, &kind.id, &Source::Text(carried.text.clone())).map_err(fail)?;
        if let Some(fault) = document.check.faults.iter().find(|fault| !fault.hint) {
            return Err(fail(format!("{} `{}`: {}", kind.id, fault.path, fault.sentence)));
        }
        let name = document.name.ok_or_else(|| fail(format!("this {} has no name", kind.id)))?;
        Ok(format!("{}/{name}.toml", kind.folder))
    }
}
