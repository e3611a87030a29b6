//! A system whose rules are catalogued and of which nothing can be played yet.

use serde_json::Value;

use super::{Arena, DynGame, System};
use crate::case::CaseReport;
use crate::catalogue::Catalogue;
use crate::client::SetupForm;
use crate::data::{DataError, DataFiles};
use crate::dice::Secret;
use crate::record::{Carried, Record};
use crate::replay::ReplayError;

/// A system to come, a unit type.
pub trait Announced: Send + Sync + 'static {
    /// The id of the system.
    const ID: &'static str;
    /// Its name as shown to players.
    const NAME: &'static str;
    /// What it is, in a sentence.
    const SUMMARY: &'static str;
    /// The data files that come with the program.
    fn embedded() -> &'static [(&'static str, &'static str)];
    /// Ids of the rules cited in its code.
    fn cited() -> &'static [&'static str];
}

/// A system to come: its catalogue can be read, games are refused with the reason.
pub(super) struct Announcement<A: Announced> {
    catalogue: Catalogue,
    system: std::marker::PhantomData<A>,
}

impl<A: Announced> Announcement<A> {
    pub fn new(files: &DataFiles) -> Result<Announcement<A>, DataError> {
        Ok(Announcement { catalogue: Catalogue::load(files)?, system: std::marker::PhantomData })
    }

    fn not_yet() -> String {
        format!("{} is under construction: nothing of it can be played yet", A::NAME)
    }
}

impl<A: Announced> System for Announcement<A> {
    fn id(&self) -> &'static str {
        A::ID
    }

    fn name(&self) -> &'static str {
        A::NAME
    }

    fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    fn cited(&self) -> &'static [&'static str] {
        A::cited()
    }

    fn form(&self) -> SetupForm {
        SetupForm {
            system: A::ID.to_owned(),
            title: A::NAME.to_owned(),
            summary: A::SUMMARY.to_owned(),
            under_construction: true,
            ..SetupForm::default()
        }
    }

    fn carrying(&self, _documents: &[Carried]) -> Result<Box<dyn System>, String> {
        Err(Self::not_yet())
    }

    fn start(
        &self,
        _setup: &Value,
        _secret: Secret,
        _nonces: Vec<String>,
    ) -> Result<Box<dyn DynGame>, String> {
        Err(Self::not_yet())
    }

    fn replay(&self, _record: &Record) -> Result<Box<dyn DynGame>, ReplayError> {
        Err(ReplayError { line: 1, what: Self::not_yet() })
    }

    fn load(&self, _save: &Value) -> Result<Box<dyn DynGame>, String> {
        Err(Self::not_yet())
    }

    fn arena(&self, _setup: &Value) -> Result<Box<dyn Arena>, String> {
        Err(Self::not_yet())
    }

    fn bots(&self) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    fn run_case(&self, name: &str, _text: &str) -> CaseReport {
        CaseReport { title: name.to_owned(), failures: vec![Self::not_yet()], ..CaseReport::default() }
    }
}
