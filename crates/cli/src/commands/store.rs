//! `grognard store`: checks, backs up and restores the store of games.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use grognard_server::{Checked, StoreError, default_store_dir, running_at, store};

use crate::exit::Exit;

/// `grognard store`
#[derive(Args, Debug)]
pub struct StoreArgs {
    /// What to do
    #[command(subcommand)]
    pub action: StoreAction,
    /// Folder in which games are kept [default: `GROGNARD_STORE`, or the user's data folder]
    #[arg(long, value_name = "DIR", global = true)]
    pub store: Option<PathBuf>,
    /// `PostgreSQL` database to check in place of a folder; back it up and restore it with `pg_dump` and `pg_restore`
    #[arg(long, value_name = "URL", global = true, conflicts_with = "store")]
    pub database: Option<String>,
}

/// What to do with a store.
#[derive(Subcommand, Debug)]
pub enum StoreAction {
    /// Look for damage, from the file's pages to the games' records
    Check,
    /// Copy the store into a new file
    Backup {
        /// The file to write; it must not be there yet
        file: PathBuf,
    },
    /// Put a backup in the place of the store; what was there is kept beside it
    Restore {
        /// The backup
        file: PathBuf,
    },
}

/// Runs the command.
pub fn run(args: &StoreArgs, out: &mut dyn Write) -> Result<(), Exit> {
    if let Some(url) = &args.database {
        let StoreAction::Check = args.action else {
            let what = "a database is backed up with pg_dump and restored with pg_restore (docs/hosting.md)";
            return Err(Exit::Usage(what.to_owned()));
        };
        let opened = store::PostgresStore::open(url).map_err(|error| fault(&error))?;
        return report(&opened.check().map_err(|error| fault(&error))?, Path::new("the database"), out);
    }
    let dir = args.store.clone().or_else(default_store_dir);
    let dir = dir.ok_or_else(|| {
        Exit::Usage("there is no home directory with games in it; name a folder with --store".to_owned())
    })?;
    match &args.action {
        StoreAction::Check => {
            let checked = store::check(&dir).map_err(|error| fault(&error))?;
            report(&checked, &dir, out)
        }
        StoreAction::Backup { file } => {
            let checked = store::backup(&dir, file).map_err(|error| fault(&error))?;
            writeln!(out, "{} games are in {}", checked.games, file.display())?;
            report(&checked, file, out)
        }
        StoreAction::Restore { file } => {
            let running = running_at(&dir).map_err(|error| Exit::Input(error.to_string()))?;
            if let Some(address) = running {
                return Err(Exit::Input(format!("a server runs on this store at {address}; stop it first")));
            }
            let (checked, aside) = store::restore(&dir, file).map_err(|error| fault(&error))?;
            writeln!(out, "{} games are in {} again", checked.games, dir.display())?;
            if let Some(aside) = aside {
                writeln!(out, "What was there is in {}", aside.display())?;
            }
            Ok(())
        }
    }
}

fn report(checked: &Checked, place: &Path, out: &mut dyn Write) -> Result<(), Exit> {
    for fault in &checked.faults {
        writeln!(out, "{fault}")?;
    }
    match checked.faults.len() {
        0 => Ok(writeln!(out, "{}: {} games, nothing is damaged", place.display(), checked.games)?),
        faults => Err(Exit::Failed(format!(
            "{}: {faults} faults, {} games are whole",
            place.display(),
            checked.games
        ))),
    }
}

fn fault(error: &StoreError) -> Exit {
    match error {
        StoreError::Damaged { .. } => Exit::Failed(error.to_string()),
        _ => Exit::Input(error.to_string()),
    }
}
