//! Between the store and the engine: how a game is written down, and how it is brought back.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use grognard_engine::dice::Secret;
use grognard_engine::erased::{DynGame, System};
use grognard_engine::record::{Header, Line, Record};
use grognard_store::{Append, GameId, RecordLine, Store, StoredGame};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::delay::Moments;
use super::notes::Notes;
use super::table::Table;
use crate::clock;
use crate::fault::Fault;

/// Lines of a record, as the store keeps them.
pub(super) fn write_lines(lines: &[Line]) -> Result<Vec<String>, Fault> {
    lines.iter().map(|line| write(line, "a line of the record")).collect()
}

/// Notes, as the store keeps them.
pub(super) fn write_notes(notes: &Notes) -> Result<String, Fault> {
    write(notes, "the host's notes")
}

/// The header of a record, as the store keeps it: with the secret, which only a finished game's file shows.
pub(super) fn write_header(game: &dyn DynGame) -> Result<String, Fault> {
    write(&game.record(true).header, "the header of the record")
}

/// Reads what [`write_header`] wrote.
pub(super) fn read_header(id: &GameId, text: &str) -> Result<Header, Fault> {
    serde_json::from_str(text)
        .map_err(|e| Fault::broken(format!("the header of game {id} cannot be read from the store: {e}")))
}

/// A snapshot. The record's lines stand in the store already and are left out.
pub(super) fn write_snapshot(game: &dyn DynGame) -> Result<String, Fault> {
    let mut save = game.save();
    save["lines"] = Value::Array(Vec::new());
    write(&save, "a snapshot")
}

fn write(value: &impl serde::Serialize, what: &str) -> Result<String, Fault> {
    serde_json::to_string(value).map_err(|e| Fault::broken(format!("{what} cannot be written: {e}")))
}

/// A message's key with the print of the message, as the store keeps it. Keys have no control characters.
pub(super) fn write_key(key: &str, print: u64) -> String {
    format!("{key}\n{print:016x}")
}

fn read_key(kept: &str) -> (String, Option<u64>) {
    match kept.split_once('\n') {
        Some((key, print)) => (key.to_owned(), u64::from_str_radix(print, 16).ok()),
        None => (kept.to_owned(), None),
    }
}

/// The line of the stored record after which a game begins anew.
pub(super) fn write_seam(game: &dyn DynGame) -> Result<String, Fault> {
    write(&Seam { segment: game.record(true).header }, "the beginning of a segment")
}

/// Where a game begins once all nonces are in, or goes on under changed rules: the header of its new segment, as a line of the stored record that the
/// engine never sees.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seam {
    segment: Header,
}

/// A game as the store has it, played again.
pub(super) struct Restored {
    pub(super) game: Box<dyn DynGame>,
    pub(super) notes: Notes,
    pub(super) title: String,
    pub(super) keys: BTreeMap<String, Option<u64>>,
    pub(super) secret: Secret,
    pub(super) before: usize,
    pub(super) moments: Moments,
}

/// Brings a game back: by playing its record again or, if rules changed so that it plays differently, from its last
/// snapshot, as a new segment with new dice.
pub(super) fn load(store: &dyn Store, system: &dyn System, id: &GameId) -> Result<Restored, Fault> {
    let StoredGame { info, record: lines } = store.load(id)?;
    let unreadable = |what: &str, e: serde_json::Error| {
        Fault::broken(format!("{what} of game {id} cannot be read from the store: {e}"))
    };
    let mut notes: Notes =
        serde_json::from_str(&info.notes).map_err(|e| unreadable("the host's notes", e))?;
    let header = read_header(id, &info.header)?;
    let secret = header.secret.as_deref().and_then(Secret::from_hex);
    let secret = secret.ok_or_else(|| Fault::broken(format!("the header of game {id} has no secret")))?;
    let keys = lines.iter().filter_map(|line| Some(read_key(line.key.as_deref()?))).collect();

    let seam = |line: &RecordLine| serde_json::from_str::<Seam>(&line.line).ok();
    let seam = lines.iter().enumerate().rev().find_map(|(at, line)| Some((at + 1, seam(line)?.segment)));
    let (mut before, header) = seam.unwrap_or((0, header));
    let read = |line: &RecordLine| {
        serde_json::from_str(&line.line).map_err(|e| unreadable(&format!("line {}", line.number + 1), e))
    };
    let own = lines[before..].iter().map(read).collect::<Result<Vec<Line>, Fault>>()?;
    let delay = Duration::from_secs(notes.options.delay.into());
    let moments = Moments::read(&lines[before..], &own, delay);
    let replayed = system.replay(&Record { header, lines: own });
    let game = match replayed {
        Ok(game) => game,
        Err(why) => {
            let game = new_segment(store, system, id, info.revision).map_err(|fault| {
                Fault::conflict(format!(
                    "game {id} cannot go on: its record does not replay ({why}); {}",
                    fault.what
                ))
            })?;
            before = info.revision as usize + 1;
            notes.notice = Some(format!(
                "The rules have changed since this game was last played ({why}). It goes on from the start of its \
                 last turn, with new dice."
            ));
            game
        }
    };
    Ok(Restored { game, notes, title: info.title, keys, secret, before, moments })
}

/// Goes on from the last snapshot, and notes so in the record.
fn new_segment(
    store: &dyn Store,
    system: &dyn System,
    id: &GameId,
    revision: u64,
) -> Result<Box<dyn DynGame>, Fault> {
    let snapshot = store.snapshot(id, revision)?;
    let snapshot = snapshot.ok_or_else(|| Fault::conflict("there is no snapshot to go on from"))?;
    let save: Value = serde_json::from_str(&snapshot.body)
        .map_err(|e| Fault::conflict(format!("its last snapshot cannot be read: {e}")))?;
    let game = system.load(&save).map_err(|what| Fault::conflict(format!("its last snapshot: {what}")))?;
    let mut lines = vec![write_seam(&*game)?];
    lines.extend(write_lines(game.lines())?);
    let append = Append { expected: revision, key: None, lines, status: None, notes: None, at: clock::now() };
    store.append(id, &append)?;
    Ok(game)
}

/// Puts a table back to what the store has, after a write that failed.
pub(super) fn reopen(table: &mut Table) -> Result<(), Fault> {
    let restored = load(&*table.store, &*Arc::clone(&table.system), &table.id)?;
    table.game = restored.game;
    table.notes = restored.notes;
    table.keys = restored.keys;
    table.before = restored.before;
    table.moments = restored.moments;
    table.chain = None;
    table.worded.clear();
    table.stored = table.game.lines().len();
    table.asked_at = table.game.revision();
    table.ticking = None;
    table.version += 1;
    // Clients may hold anything: all of their log is void.
    table.cuts.push((table.version, 0));
    Ok(())
}
