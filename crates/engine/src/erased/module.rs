//! A ruleset with its data as a [`System`].

use std::sync::Arc;

use serde_json::Value;

use super::bots::{Bots, Words};
use super::game::Erased;
use super::simulate::Ring;
use super::{Arena, DynGame, RANDOM_BOT, System};
use crate::bot::BotMaker;
use crate::case::{self, CaseReport};
use crate::catalogue::Catalogue;
use crate::client::{Document, DocumentKind, SetupForm};
use crate::data::{DataError, DataFiles, Patch};
use crate::dice::{Dice, Secret};
use crate::document::Source;
use crate::game::Game;
use crate::lesson::{LESSON, Lesson};
use crate::record::{Carried, Header, RECORD_FORMAT, Record};
use crate::replay::{ReplayError, apply_lines};
use crate::ruleset::Present;
use crate::save::{self, Beginning, Save};
use crate::speech::ENGLISH;

/// A ruleset with its data, ready to start games.
pub struct Module<R: Present> {
    pub(super) data: Arc<R::Data>,
    pub(super) files: DataFiles,
    pub(super) documents: Vec<Carried>,
    catalogue: Arc<Catalogue>,
    bots: Bots<R>,
    lessons: Arc<[Lesson]>,
}

impl<R: Present> Module<R> {
    /// The system as it comes with the program.
    pub fn embedded() -> Result<Module<R>, DataError> {
        Module::new(DataFiles::embedded(R::embedded()))
    }

    /// The system over other data.
    pub fn new(files: DataFiles) -> Result<Module<R>, DataError> {
        let data = Arc::new(R::load(&files)?);
        let catalogue = Arc::new(Catalogue::load(&files)?);
        let lessons = Lesson::load(&files)?.into();
        let (documents, bots) = (Vec::new(), Bots::own());
        Ok(Module { data, files, documents, catalogue, bots, lessons })
    }

    /// Adds a bot that does not come with the system, such as one that searches; it plays better than the system's own.
    pub fn with_bot(mut self, name: &'static str, about: &'static str, make: BotMaker<R>) -> Module<R> {
        self.bots.add(name, about, make, false);
        self
    }

    /// Adds a bot that plays worse than the system's own.
    pub fn with_weaker_bot(
        mut self,
        name: &'static str,
        about: &'static str,
        make: BotMaker<R>,
    ) -> Module<R> {
        self.bots.add(name, about, make, true);
        self
    }

    /// Says how people are told of the bots.
    pub fn with_words(mut self, words: Words) -> Module<R> {
        self.bots.words = Some(words);
        self
    }

    /// The form of some data, with all bots there are.
    fn form_of(&self, data: &Arc<R::Data>, language: &str) -> SetupForm {
        let form = R::setup_form(data);
        let opponents = self.bots.opponents(language, &form.opponents);
        SetupForm { under_construction: R::under_construction(), opponents, ..form }
    }

    /// This system under the patches and with the documents of a record: both travel with the game.
    pub(super) fn under(&self, patches: &[String], documents: &[Carried]) -> Result<Module<R>, DataError> {
        let same = self.files.patches().iter().map(Patch::text).eq(patches.iter().map(String::as_str));
        let (data, files) = if same && self.documents == documents {
            (Arc::clone(&self.data), self.files.clone())
        } else {
            let mut files = self.files.with_patches(patches)?;
            for document in documents {
                let path = self.path_of(document)?;
                files.insert(&path, &document.text);
            }
            (Arc::new(R::load(&files)?), files)
        };
        let (catalogue, lessons) = (Arc::clone(&self.catalogue), Arc::clone(&self.lessons));
        Ok(Module { data, files, documents: documents.to_vec(), catalogue, bots: self.bots.clone(), lessons })
    }

    /// The typed data.
    pub fn data(&self) -> &Arc<R::Data> {
        &self.data
    }

    fn setup(setup: &Value) -> Result<R::Setup, String> {
        serde_json::from_value(setup.clone()).map_err(|error| format!("setup: {error}"))
    }

    /// Starts a typed game.
    pub fn game(&self, setup: &Value, dice: Dice) -> Result<Game<R>, String> {
        let fixed = R::fixed(&self.data, &Self::setup(setup)?)?;
        Game::new(Arc::new(fixed), dice).map_err(|fault| fault.to_string())
    }

    fn header(&self, setup: &Value, secret: Secret, nonces: Vec<String>) -> Header {
        Header {
            grognard: RECORD_FORMAT,
            system: R::ID.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            data: format!("{:016x}", self.files.print()),
            setup: setup.clone(),
            patches: self.files.patches().iter().map(|patch| patch.text().to_owned()).collect(),
            documents: self.documents.clone(),
            commitment: secret.commitment(),
            nonces,
            secret: Some(secret.to_hex()),
            from: None,
            rolled: Vec::new(),
        }
    }

    /// The game of a header before its first line.
    fn begin(&self, header: Header) -> Result<Erased<R>, String> {
        let game = save::start::<R>(self.beginning(&header.setup)?, &header)?;
        Ok(Erased {
            game,
            header,
            catalogue: Arc::clone(&self.catalogue),
            bots: self.bots.clone(),
            language: ENGLISH.to_owned(),
        })
    }

    /// Where the game of a set-up begins: at a scenario with fixed dice, if the set-up names a lesson.
    fn beginning(&self, setup: &Value) -> Result<Beginning<R>, String> {
        let Some(id) = setup.get(LESSON).and_then(Value::as_str) else {
            return Ok(Beginning::new(Arc::new(R::fixed(&self.data, &Self::setup(setup)?)?)));
        };
        let Some(lesson) = self.lessons.iter().find(|lesson| lesson.id == id) else {
            let known: Vec<_> = self.lessons.iter().map(|lesson| lesson.id.as_str()).collect();
            return Err(format!("there is no lesson `{id}`; there are: {}", known.join(", ")));
        };
        let (fixed, state) =
            R::scenario(&self.data, &lesson.setup).map_err(|what| format!("lesson `{id}`: {what}"))?;
        Ok(Beginning { fixed: Arc::new(fixed), state, dice: lesson.dice.clone() })
    }
}

impl<R: Present> System for Module<R> {
    fn id(&self) -> &'static str {
        R::ID
    }

    fn name(&self) -> &'static str {
        R::name()
    }

    fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    fn differences(&self) -> Vec<crate::rule_set::Difference> {
        R::differences(&self.data)
    }

    fn cited(&self) -> &'static [&'static str] {
        R::cited()
    }

    fn form(&self) -> SetupForm {
        self.form_of(&self.data, ENGLISH)
    }

    fn form_in(&self, language: &str) -> SetupForm {
        let Some(data) = R::data_in(&self.data, language) else { return self.form() };
        self.form_of(&data, language)
    }

    fn languages(&self) -> Vec<String> {
        R::languages(&self.data)
    }

    fn sentence(&self, language: &str, key: &str) -> String {
        let data = R::data_in(&self.data, language).unwrap_or_else(|| Arc::clone(&self.data));
        R::data_texts(&data).map_or(key, |texts| texts.get(key)).to_owned()
    }

    fn lessons(&self) -> &[Lesson] {
        &self.lessons
    }

    fn documents(&self, language: &str) -> Vec<DocumentKind> {
        self.kinds(language)
    }

    fn document(&self, language: &str, kind: &str, source: &Source) -> Result<Document, String> {
        self.open(language, kind, source)
    }

    fn carrying(&self, documents: &[Carried]) -> Result<Box<dyn System>, String> {
        let patches: Vec<_> = self.files.patches().iter().map(|patch| patch.text().to_owned()).collect();
        Ok(Box::new(self.under(&patches, documents).map_err(|error| error.to_string())?))
    }

    fn start(&self, setup: &Value, secret: Secret, nonces: Vec<String>) -> Result<Box<dyn DynGame>, String> {
        Ok(Box::new(self.begin(self.header(setup, secret, nonces))?))
    }

    fn replay(&self, record: &Record) -> Result<Box<dyn DynGame>, ReplayError> {
        let fail = |what: String| ReplayError { line: 1, what };
        let header = &record.header;
        if header.system != R::ID {
            return Err(fail(format!("this is a record of `{}`, not of `{}`", header.system, R::ID)));
        }
        let module =
            self.under(&header.patches, &header.documents).map_err(|error| fail(error.to_string()))?;
        let mut game = module.begin(header.clone()).map_err(fail)?;
        apply_lines(&mut game, &record.lines)?;
        Ok(Box::new(game))
    }

    fn load(&self, save: &Value) -> Result<Box<dyn DynGame>, String> {
        let save: Save = serde_json::from_value(save.clone()).map_err(|error| format!("save: {error}"))?;
        save.check_schema()?;
        if save.header.system != R::ID {
            return Err(format!("this is a save of `{}`, not of `{}`", save.header.system, R::ID));
        }
        match self.replay(&save.record()) {
            Ok(game) if format!("{:016x}", game.hash()) == save.hash => Ok(game),
            // The rules or the data have changed since.
            _ => {
                let module = self.under(&save.header.patches, &save.header.documents);
                let module = module.map_err(|error| error.to_string())?;
                let mut header = save.header.clone();
                env!("CARGO_PKG_VERSION").clone_into(&mut header.version);
                header.data = format!("{:016x}", module.files.print());
                header.from = Some(save.segment());
                Ok(Box::new(module.begin(header).map_err(|what| format!("save: {what}"))?))
            }
        }
    }

    fn arena(&self, setup: &Value) -> Result<Box<dyn Arena>, String> {
        let fixed = Arc::new(R::fixed(&self.data, &Self::setup(setup)?)?);
        Ok(Box::new(Ring { fixed, bots: self.bots.clone() }))
    }

    fn bots(&self) -> Vec<(&'static str, &'static str)> {
        self.bots.list()
    }

    fn usual_bot(&self) -> &'static str {
        R::bots().last().map_or(RANDOM_BOT, |(name, _)| *name)
    }

    fn run_case(&self, name: &str, text: &str) -> CaseReport {
        case::run::<R>(&self.data, &self.catalogue, name, text)
    }
}
