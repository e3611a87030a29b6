//! What can go wrong, where, and what would be right.

use std::path::PathBuf;

use crate::{GameId, Revision};

/// Why the store did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The directory does not exist and cannot be made, or is not writable.
    #[error("cannot keep games in {}: {source}; choose a directory you may write to", path.display())]
    Directory {
        /// The directory asked for.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },

    /// The file is there but was not written by this program.
    #[error(
        "{} is not a Grognard store ({reason}); choose another directory or move this file away",
        path.display()
    )]
    NotAStore {
        /// The file found.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },

    /// The file was written by a later version.
    #[error(
        "{} was written by a newer Grognard (schema {found}, this program reads up to {known}); \
         use that version or choose another directory",
        path.display()
    )]
    NewerSchema {
        /// The file found.
        path: PathBuf,
        /// The schema it has.
        found: u32,
        /// The latest schema this program reads.
        known: u32,
    },

    /// No game has this id.
    #[error("there is no game {game} in the store")]
    NoSuchGame {
        /// The id asked for.
        game: GameId,
    },

    /// A game of this id is there already.
    #[error("there is a game {game} in the store already; draw another id")]
    GameExists {
        /// The id given.
        game: GameId,
    },

    /// Somebody else wrote first.
    #[error("game {game} stands at revision {actual}, not {expected}; load it again and decide anew")]
    Conflict {
        /// The game.
        game: GameId,
        /// What the caller took the record's length to be.
        expected: Revision,
        /// What it is.
        actual: Revision,
    },

    /// Another server has the game.
    #[error("game {game} is at another server now; connect again")]
    Elsewhere {
        /// The game.
        game: GameId,
    },

    /// A server that was given up by the others wants a game.
    #[error("the server {node} was given up by the others and has to begin anew")]
    NotAlive {
        /// What it calls itself.
        node: String,
    },

    /// The call itself makes no sense.
    #[error("cannot write to game {game}: {reason}")]
    Invalid {
        /// The game.
        game: GameId,
        /// What is wrong with the call.
        reason: &'static str,
    },

    /// A row that this program cannot have written.
    #[error("{} is damaged at game {game}: {reason}; restore the file from a copy", path.display())]
    Damaged {
        /// The store's file.
        path: PathBuf,
        /// The game concerned.
        game: String,
        /// What was found.
        reason: String,
    },

    /// The database refused.
    #[error("{} while {action}: {source}", path.display())]
    Database {
        /// The store's file.
        path: PathBuf,
        /// What was being done.
        action: &'static str,
        /// What `SQLite` said.
        source: rusqlite::Error,
    },

    /// A database server refused, or could not be reached.
    #[error("the database at {place} failed while {action}: {source}")]
    Remote {
        /// The database, without its password.
        place: String,
        /// What was being done.
        action: &'static str,
        /// What it said.
        source: Box<dyn std::error::Error + Send + Sync>,
    },

    /// The address of a database cannot be read.
    #[error("`{url}` is no database: {reason}; write sqlite:DIR or postgres://USER@HOST/NAME")]
    Address {
        /// The address, without its password.
        url: String,
        /// What is wrong with it.
        reason: String,
    },

    /// An account of this name is there already.
    #[error("the name `{name}` is taken")]
    NameTaken {
        /// The name.
        name: String,
    },

    /// No account has this id.
    #[error("there is no account {account} in the store")]
    NoSuchAccount {
        /// The id.
        account: String,
    },

    /// The store's writer has stopped.
    #[error("the store in {} is closed", path.display())]
    Closed {
        /// The store's file.
        path: PathBuf,
    },
}
