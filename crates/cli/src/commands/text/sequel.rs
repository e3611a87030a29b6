//! From a game that only settled how another is played, such as bids for a side, to that other one.

use std::io::{BufRead, Write};

use grognard_engine::client::Sequel;
use grognard_engine::dice::Secret;
use grognard_engine::document::Source;
use grognard_engine::erased::{DynGame, System};
use grognard_engine::record::Carried;
use grognard_engine::speech::ENGLISH;
use serde_json::Value;

use super::session::read_line;
use super::table::Table;
use crate::exit::{self, Exit};

/// Both ends of the conversation.
pub struct Talk<'a> {
    /// What is typed.
    pub input: &'a mut dyn BufRead,
    /// Somebody sits there, rather than a script.
    pub person: bool,
    /// What is said.
    pub out: &'a mut dyn Write,
}

/// What can be typed where a document is asked for. A file of one of these names is `./quit`.
const HELP: &str = "\
  Enter            take what is suggested
  FILE             take what is in this file, as the editor in the browser writes it
  show             what is suggested, again
  quit             leave";

/// The next game with the same players, once whoever prepares it has chosen what goes into it; nothing where he leaves or
/// the input ends before.
pub fn sit_down(
    system: &dyn System,
    table: Table,
    sequel: Sequel,
    secret: Secret,
    talk: &mut Talk<'_>,
) -> Result<Option<Table>, Exit> {
    writeln!(talk.out, "{}. [{}]", sequel.sentence, sequel.rule)?;
    for info in table.game().seats().iter().filter(|info| table.is_person(&info.id)) {
        if let Some(what) = sequel.plays.get(&info.id) {
            writeln!(talk.out, "{}: you play {what}.", info.name)?;
        }
    }
    let asked = sequel.document.as_ref().filter(|_| table.is_person(&sequel.prepares));
    if let Some(Carried { kind, text }) = asked {
        writeln!(
            talk.out,
            "Press Enter to take this {kind}, or type the name of a file with another; `help` lists what else there is.\n{text}"
        )?;
    }
    loop {
        let document = match asked {
            None => sequel.document.clone(),
            Some(suggested) => match choose(suggested, talk)? {
                None => return Ok(None),
                chosen => chosen,
            },
        };
        match start(system, &table, &sequel, document, secret) {
            Ok(game) => return Ok(Some(table.next(game, &sequel.seats))),
            Err(what) if asked.is_some() => writeln!(talk.out, "{what}")?,
            Err(what) => return Err(Exit::Usage(what)),
        }
    }
}

/// The document somebody chooses; nothing where he leaves.
fn choose(suggested: &Carried, talk: &mut Talk<'_>) -> Result<Option<Carried>, Exit> {
    loop {
        write!(talk.out, "> ")?;
        talk.out.flush()?;
        let Some(line) = read_line(talk.input)? else {
            writeln!(talk.out, "\nThe input has ended; the game has not begun.")?;
            return Ok(None);
        };
        let line = line.trim();
        if !talk.person {
            // A terminal shows what is typed; a transcript should, too.
            writeln!(talk.out, "{line}")?;
        }
        match line.to_lowercase().as_str() {
            "" => return Ok(Some(suggested.clone())),
            "help" | "?" => writeln!(talk.out, "{HELP}")?,
            "show" | "options" => writeln!(talk.out, "{}", suggested.text)?,
            "quit" | "exit" => return Ok(None),
            _ => match exit::read(std::path::Path::new(line)) {
                Ok(text) => return Ok(Some(Carried { kind: suggested.kind.clone(), text })),
                Err(Exit::Input(what)) => writeln!(talk.out, "{what}")?,
                Err(other) => return Err(other),
            },
        }
    }
}

/// Starts the game that follows, with a document of its own.
fn start(
    system: &dyn System,
    table: &Table,
    sequel: &Sequel,
    document: Option<Carried>,
    secret: Secret,
) -> Result<Box<dyn DynGame>, String> {
    let header = table.game().record(false).header;
    let Value::Object(mut setup) = header.setup else { return Err("this game has no set-up".to_owned()) };
    for (key, value) in &sequel.setup {
        setup.insert(key.clone(), serde_json::to_value(value).map_err(|error| error.to_string())?);
    }
    let mut documents = header.documents;
    if let Some(own) = document {
        let kinds = system.documents(ENGLISH);
        let key = kinds.into_iter().find(|kind| kind.id == own.kind).and_then(|kind| kind.setup);
        let opened = system.document(ENGLISH, &own.kind, &Source::Text(own.text.clone()))?;
        if let (Some(key), Some(name)) = (key, opened.name) {
            setup.insert(key, Value::from(name));
        }
        documents.retain(|other| other.kind != own.kind);
        documents.push(own);
    }
    let setup = Value::Object(setup);
    match documents.as_slice() {
        [] => system.start(&setup, secret, Vec::new()),
        all => system.carrying(all)?.start(&setup, secret, Vec::new()),
    }
}
