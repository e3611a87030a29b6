//! Running other programs, with their output shown and read at once.

use std::env;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;

/// How a program ended.
pub(crate) struct Ended {
    /// It returned 0.
    pub(crate) success: bool,
    /// Everything it said, both streams, line by line and without colours.
    pub(crate) output: String,
}

/// Cargo itself, the one this program was started with.
pub(crate) fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(crate::root()).args(args);
    // What is built only once is built sooner without the notes for building it again.
    if crate::under_ci() {
        command.env("CARGO_INCREMENTAL", "0");
    }
    command
}

/// Runs a program, passing its output through while keeping it.
pub(crate) fn watch(mut command: Command) -> Ended {
    println!("$ {}", line_of(&command));
    let spawned = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = match spawned {
        Ok(child) => child,
        Err(e) => {
            return Ended { success: false, output: format!("cannot start {}: {e}", line_of(&command)) };
        }
    };
    let (lines, heard) = mpsc::channel();
    let readers = [
        child.stdout.take().map(|out| pass_on(out, lines.clone())),
        child.stderr.take().map(|err| pass_on(err, lines)),
    ];
    let mut output = String::new();
    for line in heard {
        println!("{line}");
        output.push_str(&without_colours(&line));
        output.push('\n');
    }
    for reader in readers.into_iter().flatten() {
        reader.join().ok();
    }
    let success = child.wait().is_ok_and(|status| status.success());
    std::io::stdout().flush().ok();
    Ended { success, output }
}

/// Runs a program silently; `None` when it cannot be started or fails.
pub(crate) fn output_of(mut command: Command) -> Option<String> {
    let out = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    out.status.success().then(|| String::from_utf8_lossy(&out.stdout).into_owned())
}

/// Whether a program of this name is in the search path.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    let paths = env::var_os("PATH")?;
    env::split_paths(&paths)
        .flat_map(|dir| [dir.join(name), dir.join(format!("{name}.exe")), dir.join(format!("{name}.cmd"))])
        .find(|path| path.is_file())
}

fn pass_on(stream: impl Read + Send + 'static, lines: mpsc::Sender<String>) -> thread::JoinHandle<()> {
    thread::spawn(move || {
        let mut reader = BufReader::new(stream);
        let mut bytes = Vec::new();
        while reader.read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
            let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
            if lines.send(line).is_err() {
                return;
            }
            bytes.clear();
        }
    })
}

fn line_of(command: &Command) -> String {
    let program = PathBuf::from(command.get_program());
    let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    command.get_args().fold(name, |line, arg| line + " " + &arg.to_string_lossy())
}

fn without_colours(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        if c == '\u{1b}' {
            // `ESC [ ... letter`
            chars.by_ref().find(char::is_ascii_alphabetic);
        } else {
            plain.push(c);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_taken_off() {
        assert_eq!(without_colours("\u{1b}[1;32mok\u{1b}[0m done"), "ok done");
    }

    #[test]
    fn a_program_that_is_not_there_is_an_outcome() {
        let ended = watch(Command::new("no-such-program-anywhere"));
        assert!(!ended.success && ended.output.contains("no-such-program-anywhere"));
    }
}
