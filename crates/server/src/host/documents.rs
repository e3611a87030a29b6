//! Documents for editors: kinds, checks, cards, and games that carry them.

use std::sync::Arc;

use grognard_engine::client::{Choice, DocumentKind, SetupInput};
use grognard_engine::document::{MOST_BYTES, Source};
use grognard_engine::erased::System;
use grognard_engine::record::Carried;
use serde_json::Value;

use super::{Host, playable};
use crate::fault::Fault;
use crate::protocol::{OpenDocument, OpenedDocument};

/// The most documents of one game.
const MOST_DOCUMENTS: usize = 4;

impl Host {
    /// The kinds of documents of a system.
    pub(crate) fn documents(&self, system: &str, language: &str) -> Result<Vec<DocumentKind>, Fault> {
        Ok(self.offer(system)?.system.documents(language))
    }

    /// Reads and checks a document. One made from a seed may take long: it is a job.
    pub(crate) async fn document(
        self: &Arc<Self>,
        system: String,
        kind: String,
        open: OpenDocument,
        language: String,
    ) -> Result<Arc<Value>, Fault> {
        let seeded = open.seed.is_some();
        let content = ("document", system.clone(), kind.clone(), open.clone(), language.clone());
        let host = Arc::clone(self);
        let work = move || {
            let opened = host.open_document(&system, kind, open, &language)?;
            serde_json::to_value(opened).map_err(|e| Fault::broken(e.to_string()))
        };
        if seeded {
            return self.jobs.run(&content, work).await;
        }
        self.blocking(move |_| work().map(Arc::new)).await
    }

    fn open_document(
        &self,
        system: &str,
        kind: String,
        open: OpenDocument,
        language: &str,
    ) -> Result<OpenedDocument, Fault> {
        let source = match (open.text, open.value, open.seed) {
            (Some(text), None, None) => Source::Text(text),
            (None, Some(value), None) => Source::Value(value),
            (None, None, Some(seed)) => Source::Seed(
                seed.parse().map_err(|_| Fault::bad("seed: expected a whole number below 2^64"))?,
                open.variant,
            ),
            _ => return Err(Fault::bad("a document is given by one of `text`, `value` and `seed`")),
        };
        let system = carrying(&self.offer(system)?.system, &open.beside)?;
        let document = system.document(language, &kind, &source).map_err(Fault::missing)?;
        let mut card = None;
        if open.card && document.check.is_sound() {
            let own = Carried { kind, text: document.text.clone() };
            card = card_of(&*system, open.beside, own, document.name.as_deref(), language)?;
        }
        Ok(OpenedDocument { document, card })
    }
}

/// A system with the documents of a game; itself where there are none.
pub(super) fn carrying(system: &Arc<dyn System>, documents: &[Carried]) -> Result<Arc<dyn System>, Fault> {
    if documents.is_empty() {
        return Ok(Arc::clone(system));
    }
    if documents.len() > MOST_DOCUMENTS || documents.iter().any(|document| document.text.len() > MOST_BYTES) {
        let what = format!("documents: at most {MOST_DOCUMENTS}, none longer than {MOST_BYTES} bytes");
        return Err(Fault::bad(what));
    }
    let system = system.carrying(documents).map_err(|what| Fault::bad(format!("documents: {what}")))?;
    Ok(system.into())
}

/// The card of a document in the form of a new game.
fn card_of(
    system: &dyn System,
    mut beside: Vec<Carried>,
    own: Carried,
    name: Option<&str>,
    language: &str,
) -> Result<Option<Choice>, Fault> {
    let kind = system.documents(language).into_iter().find(|kind| kind.id == own.kind);
    let Some(key) = kind.and_then(|kind| kind.setup) else { return Ok(None) };
    beside.push(own);
    let system = system.carrying(&beside).map_err(|what| Fault::bad(format!("documents: {what}")))?;
    let form = playable(&*system, system.form_in(language));
    let field = form.fields.into_iter().find(|field| field.key == key);
    Ok(field.and_then(|field| match field.input {
        SetupInput::Choice { choices, .. } => {
            choices.into_iter().find(|choice| Some(choice.value.as_str()) == name)
        }
        _ => None,
    }))
}
