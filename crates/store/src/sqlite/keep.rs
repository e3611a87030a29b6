//! Founding, checking, backing up and restoring a store's file.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use rusqlite::backup::Backup;
use rusqlite::{Connection, OpenFlags};

use super::rows::{Place, info_of_row};
use super::{STORE_FILE, rows, schema};
use crate::StoreError;

/// Stores that are kept beside one that was restored.
const MOST_KEPT: u32 = 1000;

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Games that can be read, with a record as long as it should be.
    pub games: usize,
    /// Everything that is wrong, a sentence each.
    pub faults: Vec<String>,
}

/// Makes a new store. It appears under its name only when it is whole, so that an empty file is never taken for one.
pub(super) fn found(dir: &Path, path: &Path) -> Result<(), StoreError> {
    let unusable = |source| StoreError::Directory { path: dir.to_owned(), source };
    let draft = Draft::beside(path);
    // Left behind by a process of the same number that was killed.
    draft.clear();
    let place = Place::new(draft.path.clone());
    let mut connection = Connection::open(&draft.path).map_err(|error| {
        let source = std::io::Error::other(error.to_string());
        unusable(fs::File::create(&draft.path).err().unwrap_or(source))
    })?;
    schema::found(&mut connection, &place)?;
    // Everything into the one file that is about to be renamed.
    connection.pragma_update(None, "journal_mode", "delete").map_err(place.failed("making it"))?;
    connection.close().map_err(|(_, error)| place.failed("making it")(error))?;
    // A link does not replace: where two processes start at once, the first one's store counts.
    match fs::hard_link(&draft.path, path) {
        Err(_) if path.exists() => Ok(()),
        Err(_) => fs::rename(&draft.path, path).map_err(unusable),
        Ok(()) => Ok(()),
    }
}

/// A file under another name until it is whole.
struct Draft {
    path: PathBuf,
}

impl Draft {
    fn beside(path: &Path) -> Draft {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{}-{number}.new", std::process::id()));
        Draft { path: name.into() }
    }

    fn clear(&self) {
        for ending in ["", "-wal", "-shm", "-journal"] {
            let mut name = self.path.as_os_str().to_owned();
            name.push(ending);
            // What is not there need not be removed.
            fs::remove_file(name).ok();
        }
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Has `SQLite` look over the file; an error names the first thing it found.
pub(super) fn look_over(connection: &Connection, place: &Place, how: &str) -> Result<(), StoreError> {
    let found = faults_of(connection, place, how)?;
    match found.first() {
        None => Ok(()),
        Some(first) => Err(place.damaged("(the whole file)", first.clone())),
    }
}

fn faults_of(connection: &Connection, place: &Place, how: &str) -> Result<Vec<String>, StoreError> {
    let failed = || place.failed("checking it");
    let mut statement = connection.prepare(&format!("PRAGMA {how}")).map_err(failed())?;
    let found = statement.query_map([], |row| row.get::<_, String>(0)).map_err(failed())?;
    let found = found.collect::<Result<Vec<_>, _>>().map_err(failed())?;
    Ok(found.into_iter().filter(|line| line != "ok").collect())
}

/// Opens a store's file for reading only.
fn open_to_read(path: &Path) -> Result<(Connection, Place), StoreError> {
    let place = Place::new(path.to_owned());
    if let Err(source) = fs::metadata(path) {
        return Err(StoreError::Directory { path: path.to_owned(), source });
    }
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY);
    let connection = connection.map_err(place.failed("opening it"))?;
    schema::recognised(&connection, &place)?;
    Ok((connection, place))
}

/// Checks a store from its pages to its games' records. A running server is not disturbed.
pub fn check(dir: &Path) -> Result<Checked, StoreError> {
    check_file(&dir.join(STORE_FILE))
}

fn check_file(path: &Path) -> Result<Checked, StoreError> {
    let (connection, place) = open_to_read(path)?;
    let failed = || place.failed("checking it");
    let faults = faults_of(&connection, &place, "integrity_check")?;
    let mut checked = Checked { games: 0, faults };
    let mut statement = connection.prepare(rows::SELECT_INFO).map_err(failed())?;
    let games = statement.query_map([], |row| Ok(info_of_row(row, &place))).map_err(failed())?;
    for game in games {
        match game.map_err(failed())? {
            Err(error) => checked.faults.push(error.to_string()),
            Ok(info) => {
                let select = "SELECT count(*), coalesce(max(number), -1) FROM lines WHERE game = ?1";
                let counted = connection.query_row(select, [info.id.as_str()], |row| {
                    Ok((row.get::<_, i64>(0)?.cast_unsigned(), row.get::<_, i64>(1)?))
                });
                let (lines, last) = counted.map_err(failed())?;
                if lines == info.revision && last + 1 == lines.cast_signed() {
                    checked.games += 1;
                } else {
                    let reason = format!("{lines} lines where {} were written", info.revision);
                    checked.faults.push(place.damaged(&info.id, reason).to_string());
                }
            }
        }
    }
    Ok(checked)
}

/// Copies a store into a file, while a server goes on writing to it. The copy is one moment of the store.
pub fn backup(dir: &Path, to: &Path) -> Result<Checked, StoreError> {
    let (from, place) = open_to_read(&dir.join(STORE_FILE))?;
    if to.exists() {
        let source = std::io::Error::from(std::io::ErrorKind::AlreadyExists);
        return Err(StoreError::Directory { path: to.to_owned(), source });
    }
    let draft = Draft::beside(to);
    draft.clear();
    copy(&from, &place, &draft.path)?;
    let checked = check_file(&draft.path)?;
    fs::rename(&draft.path, to).map_err(|source| StoreError::Directory { path: to.to_owned(), source })?;
    Ok(checked)
}

/// Puts a backup in the place of a store. Whatever was there stays beside it under another name, which is returned.
/// No server may run on the store.
pub fn restore(dir: &Path, from: &Path) -> Result<(Checked, Option<PathBuf>), StoreError> {
    let unusable = |source| StoreError::Directory { path: dir.to_owned(), source };
    let checked = check_file(from)?;
    if let Some(fault) = checked.faults.first() {
        let place = Place::new(from.to_owned());
        return Err(place.damaged("(the backup)", fault.clone()));
    }
    let (backup, place) = open_to_read(from)?;
    fs::create_dir_all(dir).map_err(unusable)?;
    let path = dir.join(STORE_FILE);
    let draft = Draft::beside(&path);
    draft.clear();
    copy(&backup, &place, &draft.path)?;
    let mut aside = None;
    if path.exists() {
        let names = (1..=MOST_KEPT).map(|n| dir.join(format!("{STORE_FILE}.before-restore-{n}")));
        let name = names.into_iter().find(|name| !name.exists());
        let full = || unusable(std::io::Error::other(format!("{MOST_KEPT} earlier stores are kept there")));
        let name = name.ok_or_else(full)?;
        for ending in ["", "-wal", "-shm"] {
            let with = |path: &Path| {
                let mut name = path.as_os_str().to_owned();
                name.push(ending);
                PathBuf::from(name)
            };
            if with(&path).exists() {
                fs::rename(with(&path), with(&name)).map_err(unusable)?;
            }
        }
        aside = Some(name);
    }
    fs::rename(&draft.path, &path).map_err(unusable)?;
    Ok((checked, aside))
}

fn copy(from: &Connection, place: &Place, to: &Path) -> Result<(), StoreError> {
    let failed = || place.failed("copying it");
    let mut target = Connection::open(to).map_err(failed())?;
    let whole = Backup::new(from, &mut target).map_err(failed())?;
    // All pages in one step: a writer waits for the moment it takes, and the copy is of one moment.
    whole.step(-1).map_err(failed())?;
    drop(whole);
    target.pragma_update(None, "journal_mode", "delete").map_err(failed())?;
    target.close().map_err(|(_, error)| failed()(error))
}
