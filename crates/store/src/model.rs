//! What is kept: ids, time stamps, games, record lines, snapshots.

use std::fmt;
use std::str::FromStr;

/// How many lines a record has; the number of the next line.
pub type Revision = u64;

/// Milliseconds since 1970, as the host's clock says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub i64);

/// A game's id: 1 to 64 characters out of `a-z`, `0-9` and `-`.
///
/// Hosts draw 128 random bits (32 hexadecimal digits), so that nobody guesses another's game; the store only sees to
/// it that an id is safe in an address and in a file name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(String);

/// Why a text is no game id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a game id: expected 1 to 64 characters out of a-z, 0-9 and -")]
pub struct IdError {
    /// The text as given, cut to a printable length.
    pub text: String,
}

impl GameId {
    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The id for 128 given bits, as 32 hexadecimal digits.
    pub fn from_bits(bits: u128) -> Self {
        Self(format!("{bits:032x}"))
    }
}

impl FromStr for GameId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let fits = (1..=64).contains(&text.len());
        if fits && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-') {
            Ok(Self(text.to_owned()))
        } else {
            Err(IdError { text: text.chars().take(64).flat_map(char::escape_debug).collect() })
        }
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Where a game stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// Set up and under way.
    #[default]
    Running,
    /// Played to its end.
    Finished,
    /// Put away by its players before its end.
    Abandoned,
}

impl Status {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Running, Self::Finished, Self::Abandoned];

    /// The stored name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Finished => "finished",
            Self::Abandoned => "abandoned",
        }
    }

    /// The status of a stored name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.name() == name)
    }
}

/// A game about to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// Its id, drawn by the host.
    pub id: GameId,
    /// What people call it.
    pub title: String,
    /// The system's id, `space-hulk`.
    pub system: String,
    /// The mission's id, `boarding-lock`.
    pub mission: String,
    /// How the game was set up, as JSON; never changes.
    pub header: String,
    /// The host's own notes, as JSON; see [`crate::Store::set_notes`].
    pub notes: String,
    /// Lines the record begins with: a fork's past, or what happened before the first decision.
    pub lines: Vec<String>,
    /// Those it belongs to; see [`Whose::Member`].
    pub members: Vec<String>,
    /// When it was set up.
    pub at: Timestamp,
}

/// What is known of a game without its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// The game's id.
    pub id: GameId,
    /// What people call it.
    pub title: String,
    /// The system's id.
    pub system: String,
    /// The mission's id.
    pub mission: String,
    /// Where it stands.
    pub status: Status,
    /// How it was set up, as JSON.
    pub header: String,
    /// The host's notes, as JSON.
    pub notes: String,
    /// The length of the record.
    pub revision: Revision,
    /// When it was set up.
    pub created: Timestamp,
    /// When it last changed.
    pub updated: Timestamp,
}

/// The most games of one page.
pub const MOST_LISTED: usize = 200;

/// Whose games are listed. What a member is called is the host's business.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Everybody's: for the owner of the store.
    All,
    /// Those of one member.
    Member(String),
    /// Those that belong to nobody, as games of version 0.1.0 do.
    Nobody,
}

/// A part of the list of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Whose.
    pub whose: Whose,
    /// Behind this game; from the beginning where it is left out or not there any more.
    pub after: Option<GameId>,
    /// At most so many, and never more than [`MOST_LISTED`].
    pub limit: usize,
}

/// The games of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// The games.
    pub games: Vec<GameInfo>,
    /// Where the next page begins, if there is one.
    pub next: Option<GameId>,
    /// Rows that could not be read, each with its reason.
    pub damaged: Vec<String>,
}

/// A game with its whole record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Everything but the record.
    pub info: GameInfo,
    /// The record, in order; line `n` has number `n`.
    pub record: Vec<RecordLine>,
}

/// One line of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordLine {
    /// Its number, from 0.
    pub number: Revision,
    /// The line itself, one JSON value.
    pub line: String,
    /// The sender's key of the append this line came with.
    pub key: Option<String>,
    /// When it was appended.
    pub at: Timestamp,
}

/// Lines to append, and on what condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// How long the record must be now.
    pub expected: Revision,
    /// The sender's key: a repeated append with the same key is written once.
    pub key: Option<String>,
    /// The lines, at least one.
    pub lines: Vec<String>,
    /// The game's status from now on, if these lines change it.
    pub status: Option<Status>,
    /// The host's notes from now on, if they change with these lines.
    pub notes: Option<String>,
    /// The host's time.
    pub at: Timestamp,
}

/// What an append led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// The lines were written; the record is this long now.
    Written(Revision),
    /// An append with this key had been written before; it had made the record this long.
    Already(Revision),
}

impl Appended {
    /// The length of the record after the append.
    pub const fn revision(self) -> Revision {
        match self {
            Self::Written(revision) | Self::Already(revision) => revision,
        }
    }
}

/// The state after a number of lines, so that loading need not replay from the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// How many lines of the record it contains.
    pub revision: Revision,
    /// The state, as self-describing JSON with its own schema number.
    pub body: String,
    /// The host's time.
    pub at: Timestamp,
}

/// The most words of one game that are kept; the oldest make room.
pub const MOST_WORDS: usize = 200;

/// Something said at a table, beside the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Who said it, as the host calls them.
    pub author: String,
    /// What.
    pub text: String,
    /// When.
    pub at: Timestamp,
}

/// An account, for people who play at several devices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Its id, drawn by the host.
    pub id: String,
    /// The name to be found by, in the host's folded form; no two accounts have the same.
    pub name: String,
    /// The name as its owner writes it.
    pub shown: String,
    /// The hash of its password.
    pub password: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_safe_in_addresses() {
        for good in ["a", "0123456789abcdef0123456789abcdef", "test-game-1"] {
            assert_eq!(good.parse::<GameId>().unwrap().as_str(), good);
        }
        for bad in ["", "A", "a/b", "..", "a b", "ä", &"x".repeat(65)] {
            assert!(bad.parse::<GameId>().is_err(), "{bad}");
        }
        assert_eq!(GameId::from_bits(255).as_str(), "000000000000000000000000000000ff");
    }

    #[test]
    fn status_names_read_back() {
        for status in Status::ALL {
            assert_eq!(Status::from_name(status.name()), Some(status));
        }
        assert_eq!(Status::from_name("lost"), None);
    }
}
