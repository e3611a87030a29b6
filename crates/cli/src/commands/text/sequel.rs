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

/// The next game with the same players, once whoever prepares it has chosen what goes into it; nothing where the input ends
/// before.
pub fn sit_down(
    system: &dyn System,
    table: Table,
    sequel: Sequel,
    secret: Secret,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<Option<Table>, Exit> {
    writeln!(out, "{}. [{}]", sequel.sentence, sequel.rule)?;
    for info in table.game().seats().iter().filter(|info| table.is_person(&info.id)) {
        if let Some(what) = sequel.plays.get(&info.id) {
            writeln!(out, "{}: you play {what}.", info.name)?;
        }
    }
    let asks = table.is_person(&sequel.prepares);
    let mut document = sequel.document.clone();
    loop {
        if let (Some(suggested), true) = (&sequel.document, asks) {
            let kind = &suggested.kind;
            writeln!(
                out,
                "Type the name of a file with a {kind}, or press Enter for this one:\n{}",
                suggested.text
            )?;
            write!(out, "> ")?;
            out.flush()?;
            let Some(line) = read_line(input)? else { return Ok(None) };
            document = match line.trim() {
                "" => Some(suggested.clone()),
                file => match exit::read(std::path::Path::new(file)) {
                    Ok(text) => Some(Carried { kind: kind.clone(), text }),
                    Err(Exit::Input(what)) => {
                        writeln!(out, "{what}")?;
                        continue;
                    }
                    Err(other) => return Err(other),
                },
            };
        }
        match start(system, &table, &sequel, document.clone(), secret) {
            Ok(game) => return Ok(Some(table.next(game, &sequel.seats))),
            Err(what) if asks && sequel.document.is_some() => writeln!(out, "{what}")?,
            Err(what) => return Err(Exit::Usage(what)),
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
