//! The project's own chores: `cargo xtask test`, `soak`, `bench`, `golden`, `instructions` and `protocol`.
//!
//! Everything is plain Rust, so that it runs wherever the project builds. A chore is a list of [`steps`]; each one
//! says how many checks it made and how many failed, and the last line of output adds them up.

mod bench;
mod command;
mod coverage;
mod dependencies;
mod golden;
mod guards;
mod instructions;
mod licences;
mod protocol;
mod readme;
mod seconds;
mod soak;
mod soak_system;
mod steps;
mod test;
mod web;

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const HELP: &str = "\
The project's chores.

Usage: cargo xtask <CHORE> [OPTIONS]

Chores:
  test    every test: formatting, lints, unit and doc tests, rule coverage, web client, browser,
          dependency direction, licences, README, instruction counts
  soak    long runs: many games, win rates, tests that are too slow for every day;
          --system S --minutes M: the properties of one system over new games until the time is up
  bench   benchmarks
  golden  write the records and saves of this version into tests/golden: once a release
  protocol  write the client's types from those of the engine
  instructions  count the instructions of the fixed runs anew: where they rose for a good reason

Options:
  --only NAME   run this step alone (may be given several times)
  --skip NAME   leave this step out (may be given several times)
  --list        print the steps' names
  --help        print this

Under CI=true a step that lacks a tool fails; otherwise it is left out and says so.
";

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let Some((chore, rest)) = args.split_first() else {
        print!("{HELP}");
        return ExitCode::from(2);
    };
    if args.iter().any(|arg| arg == "--help" || arg == "-h") {
        print!("{HELP}");
        return ExitCode::SUCCESS;
    }
    if chore == "soak"
        && let Some(soak) = soak_system::Soak::parse(rest)
    {
        return soak.map_or_else(
            |wrong| {
                eprintln!("{wrong}");
                ExitCode::from(2)
            },
            |soak| soak.run(),
        );
    }
    let steps = match chore.as_str() {
        "test" => test::steps(),
        "soak" => soak::steps(),
        "bench" => bench::steps(),
        "golden" => golden::steps(),
        "instructions" => instructions::steps(),
        "protocol" => protocol::steps(),
        other => {
            eprintln!(
                "there is no chore `{other}`; there are test, soak, bench, golden, instructions and protocol (see cargo xtask --help)"
            );
            return ExitCode::from(2);
        }
    };
    match steps::Choice::parse(rest, &steps) {
        Ok(choice) => steps::run(&steps, &choice),
        Err(wrong) => {
            eprintln!("{wrong}");
            ExitCode::from(2)
        }
    }
}

/// The repository's root.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// Whether a missing tool is an error: on the build machines everything has been installed before.
pub(crate) fn under_ci() -> bool {
    env::var("CI").is_ok_and(|value| !matches!(value.as_str(), "" | "0" | "false"))
}
