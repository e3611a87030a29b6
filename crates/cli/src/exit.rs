//! How the program ends: the exit codes are part of its interface.

use std::io::{self, Write as _};
use std::process::ExitCode;

use grognard_engine::data::DataError;

use crate::plain::Plain;

/// Why the program stops before its end. The text says what, where, and what would be right.
#[derive(Debug, PartialEq, Eq)]
pub enum Exit {
    /// Code 1: what was checked does not hold (a case failed, a replay differs, a game did not end).
    Failed(String),
    /// Code 2: the command line asks for something that does not exist.
    Usage(String),
    /// Code 3: a file cannot be read or written, or what stands in it is wrong.
    Input(String),
    /// Code 0: nobody reads the output any more.
    Unread,
}

impl Exit {
    /// A file that cannot be read.
    pub fn unreadable(file: &std::path::Path, error: &io::Error) -> Exit {
        Exit::Input(format!("{}: cannot be read: {error}", file.display()))
    }

    /// A file that cannot be written.
    pub fn unwritable(file: &std::path::Path, error: &io::Error) -> Exit {
        Exit::Input(format!("{}: cannot be written: {error}", file.display()))
    }

    /// Tells the reason and gives the code.
    pub fn tell(self) -> ExitCode {
        let (code, text) = match self {
            Exit::Unread => return ExitCode::SUCCESS,
            Exit::Failed(text) => (1, text),
            Exit::Usage(text) => (2, text),
            Exit::Input(text) => (3, text),
        };
        note(&format!("error: {text}"));
        ExitCode::from(code)
    }
}

impl From<io::Error> for Exit {
    /// For the program's own output; files are reported with their names.
    fn from(error: io::Error) -> Exit {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Exit::Unread,
            _ => Exit::Input(format!("the output cannot be written: {error}")),
        }
    }
}

impl From<DataError> for Exit {
    fn from(error: DataError) -> Exit {
        Exit::Input(error.to_string())
    }
}

/// Says something beside the output. Where nobody reads that any more, nothing is lost by it.
pub fn note(text: &str) {
    let _ = writeln!(Plain::new(io::stderr()), "{text}");
}

/// Reads a text file.
pub fn read(file: &std::path::Path) -> Result<String, Exit> {
    std::fs::read_to_string(file).map_err(|error| Exit::unreadable(file, &error))
}

/// Writes a text file.
pub fn write(file: &std::path::Path, text: &str) -> Result<(), Exit> {
    std::fs::write(file, text).map_err(|error| Exit::unwritable(file, &error))
}
