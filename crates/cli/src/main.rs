//! The `grognard` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    grognard_cli::main()
}
