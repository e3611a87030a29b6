//! The `grognard` program: the only crate that knows which rulesets exist.
//!
//! It is a library with a `main` of one line, so that benchmarks and chores reach the [`registry`] too.
//!
//! [`args`] is what was typed ([`number`] reads the numbers in it), [`registry`] turns it into systems, and each command has a module of its own in
//! [`commands`]. [`words`], [`board_text`] and [`svg`] put what the engine shows to clients into text and pictures; [`plain`] sees that no text steers
//! the terminal.

pub mod args;
pub mod board_text;
pub mod commands;
pub mod exit;
pub mod number;
pub mod plain;
pub mod registry;
pub mod setup;
pub mod svg;
pub mod table_text;
pub mod words;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use exit::Exit;
use plain::Plain;
use registry::Registry;

/// Does what the command line says.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = Plain::new(std::io::BufWriter::new(std::io::stdout()));
    let result = run(cli, &mut out).and_then(|()| Ok(out.flush()?));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(exit) => {
            // What was found out before still belongs to the reader; a closed pipe has none.
            let _ = out.flush();
            exit.tell()
        }
    }
}

fn run(cli: Cli, out: &mut dyn Write) -> Result<(), Exit> {
    let registry = Registry::open(&cli.overrides)?;
    match cli.command.unwrap_or_default() {
        Command::Play(args) => commands::serve::play(&registry, &args),
        Command::Serve(args) => commands::serve::serve(&registry, &args),
        Command::Text(args) => commands::text::run(&registry, &args, out),
        Command::Sim(args) => commands::sim::run(&registry, &args, out),
        Command::Mission(args) => commands::mission::run(&registry, &args, out),
        Command::Odds(args) => commands::odds::run(&args, out),
        Command::Case(args) => commands::case::run(&registry, &args, out),
        Command::Replay(args) => commands::replay::run(&registry, &args, out),
        Command::Rules(args) => commands::rules::run(&registry, &args, out),
        Command::Store(args) => commands::store::run(&args, out),
    }
}
